"""Positions that cannot be, in each game: a fault of the line of `place` that makes it so."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.proof.caserun import run_case

EAGLE = "eagle first-corps action-1.fire", "active: quiot, orders: {quiot: attack}"
GMT = "gmt shevardino move", "active: french"
EUROPA = "europa campaign-1812 movement.move", "deciding: french"
RISORGIMENTO = "risorgimento first-brigade F", "initiative: allied"
COLUMBIA = "columbia borodino move", 'active: french, day: "7"'


@pytest.mark.parametrize(
    ("where", "first", "second", "words"),
    [
        (
            EAGLE,
            '54e-ligne, at: "0609"',
            '1-28th-foot, at: "0609"',
            "stand in 0609 (stack.one_unit)",
        ),
        (
            EAGLE,
            '55e-ligne, at: "0610"',
            '54e-ligne, at: "0609", figures: 9',
            "from 1 to 4, not '9'",
        ),
        (
            EAGLE,
            '55e-ligne, at: "0610"',
            '54e-ligne, at: "0609", morale: 20',
            "from 1 to 8, not '20'",
        ),
        (
            EAGLE,
            '55e-ligne, at: "0610"',
            '54e-ligne, at: "0609", formation: open_order',
            "is in open order in the open, at 0609 (form.open_order)",
        ),
        (
            EAGLE,
            '55e-ligne, at: "0610"',
            '54e-ligne, at: "0609", formation: limbered',
            "54e-ligne is infantry and in limbered (form.infantry)",
        ),
        (GMT, 'teste-a, at: "4108"', 'gogel-a, at: "4108"', "both sides stand in 4108 (6.22)"),
        (GMT, 'gogel-a, at: "4108"', 'teste-a, at: "4308", cohesion: 40', "from 0 to 20, not '40'"),
        (EUROPA, 'ney, at: "2108"', 'ney, at: "2108"', ""),
        (EUROPA, 'ledru, at: "2108"', 'berg, at: "2108"', "both sides stand in 2108 (8.4.6)"),
        (
            EUROPA,
            'berg, at: "1101"',
            'ledru, at: "2108", grade: old',
            "grade must be veteran, line",
        ),
        (
            RISORGIMENTO,
            "17e-chasseurs, at: [30, 30]",
            "84e-1, at: [60, 30], vm: 20",
            "84e-1 has vm 20, from 0 to 7 are possible (morale.regain)",
        ),
        (
            RISORGIMENTO,
            "17e-chasseurs, at: [30, 30]",
            "84e-1, at: [60, 30], sp: 40",
            "84e-1 has halves 80",
        ),
        (
            COLUMBIA,
            "davout, at: kas",
            "i-2-friant, at: kas, state: [active]",
            "i-2-friant is active and no HQ (5.2.activate)",
        ),
        (COLUMBIA, "davout, at: kas", "i-2-friant, at: kas, firepower: D9", "a letter A to C"),
    ],
)
def test_it_is_refused_with_its_line(
    tmp_path: Path, where: tuple[str, str], first: str, second: str, words: str
) -> None:
    (game, scenario, phase), fields = where[0].split(), where[1]
    path = tmp_path / "case.yaml"
    lines = [
        f"game: {game}",
        "case: impossible",
        f"scenario: {scenario}",
        f"set: {{turn: 2, phase: {phase}, {fields}, only: yes, place: [",
        f"  {{unit: {first}}},",
        f"  {{unit: {second}}}]}}",
    ]
    path.write_text("\n".join(lines), "utf-8")
    result = run_case(path)
    if not words:
        assert result.ok, result.difference
        return
    assert words in result.difference
    assert [problem.line for problem in result.problems] == [6]


def test_enemies_that_stand_on_each_other_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        "game: risorgimento\ncase: x\nscenario: first-brigade\nset:\n  phase: F\n  only: yes\n  place:\n"
        "  - {unit: 84e-1, at: [30, 30], heading: 0}\n"
        "  - {unit: ir39-1, at: [31, 30], heading: 180}\n",
        "utf-8",
    )
    result = run_case(path)
    assert "stand on each other (E.7.forbidden)" in result.difference
    assert [problem.line for problem in result.problems] == [9]

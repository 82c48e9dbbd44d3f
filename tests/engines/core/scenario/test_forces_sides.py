"""Orders of battle whose side is missing or unknown: one fault, at its line, in every game that has them."""

from __future__ import annotations

import pytest

from grognard.engines.core.play.game import ScenarioError, registry

UNITS = {
    "gmt": "units: [{id: zz, name: Z, kind: infantry, class: line, group: g, values: {shock: 6, cohesion: 6, disordered_cohesion: 5, ma: 4}}]",
    "columbia": "blocks: [{id: zz, name: Z, arm: infantry, class: line, firepower: C1, steps: [2, 1], corps: fr-1}]",
}


@pytest.mark.parametrize("game", UNITS)
@pytest.mark.parametrize("side", ["", "side: prussian, ", "side: [french], ", "side: {a: b}, "])
def test_they_are_refused(game: str, side: str) -> None:
    force = f"{{forces: x, game: {game}, {side}provenance: [], {UNITS[game]}}}"
    text = f"game: {game}\nscenario: x\ntitle: X\nforces:\n- {force}\n"
    with pytest.raises(ScenarioError) as wrong:
        registry[game].load(text, {})
    told = [problem for problem in wrong.value.problems if "side" in problem.message]
    assert [problem.line for problem in told] == [5]


@pytest.mark.parametrize("value", ["[x]", "{a: b}", "[[x]]"])
@pytest.mark.parametrize("key", ["groups", "units", "leaders"])
def test_an_id_that_is_a_list_is_a_fault_of_its_line(key: str, value: str) -> None:
    force = f"{{forces: x, game: gmt, side: french, {key}: [{{id: {value}, name: X}}]}}"
    text = f"game: gmt\nscenario: x\ntitle: X\nforces:\n- {force}\n"
    with pytest.raises(ScenarioError) as wrong:
        registry["gmt"].load(text, {})
    assert any("id must be" in p.message and p.line == 5 for p in wrong.value.problems)

"""Sweeps over values of a scenario and of tables, and comparisons with an older run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.app.cli import main
from grognard.app.finding import Unusable
from grognard.app.lab import plots, report
from grognard.app.lab.chance import BEYOND
from grognard.app.lab.compare import arms_again, moved, read_base
from grognard.app.lab.numbers import numbers_of
from grognard.app.lab.plan import Wanted, arms_of
from grognard.app.lab.store import Game, Store
from grognard.app.lab.sweep import read_sweep, with_sweeps
from grognard.app.lab.task import Arm, Refused, tasks_of
from grognard.app.lab.worker import play_task
from grognard.engines.core.data import tabledata
from grognard.engines.core.data.tabledata import read_data, resolved

TURNS = "scenario.yaml:stages/ford/clock/turns=2..6/2"
GUARDS = "tables.yaml:tables/constants/straggler_attack_drm/value=-3..1/2"


def test_a_sweep_is_read() -> None:
    sweep = read_sweep("forces/french.yaml:units/davout/steps/0=1..2/0.5")
    assert (sweep.file, sweep.path) == ("forces/french.yaml", "units/davout/steps/0")
    assert sweep.values == ("1", "1.5", "2")
    assert read_sweep(GUARDS).values == ("-3", "-1", "1")
    for wrong in (
        "turns=1..2",
        "a.yaml:turns=2..1",
        "a.yaml:b=1..2/0",
        "a.yaml:b=1..x",
        "a:b=1..99",
    ):
        with pytest.raises(Refused):
            read_sweep(wrong)


def test_a_path_leads_by_keys_places_and_ids() -> None:
    data = {"units": [{"id": "a", "steps": ["4", "3"]}, {"id": "7"}], "t": {"rows": [{"id": "x"}]}}
    assert resolved(data, "units/a/steps/1") == ("units", 0, "steps", 1)
    assert resolved(data, "units/7/id") == ("units", 1, "id")
    assert resolved(data, "t/x/id") == ("t", "rows", 0, "id")
    for wrong in ("units/b", "units/a/steps/2", "unit", "units/a/id/0"):
        with pytest.raises(KeyError):
            resolved(data, wrong)


def test_a_table_is_read_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    package, name, path = (
        "grognard.engines.columbia",
        "tables.yaml",
        "tables/constants/dice_sides/value",
    )
    monkeypatch.setattr(tabledata, "_OTHERWISE", {})
    tabledata.otherwise(package, name, path, "8")
    rows = read_data(package, name, "tables")["constants"]["rows"]
    assert {row["id"]: row["value"] for row in rows}["dice_sides"] == "8"


def test_a_value_of_a_scenario_is_swept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bare: None
) -> None:
    words = ["lab", "fixture/picket", "--games", "2", "--workers", "0", "--bot", "random"]
    assert main([*words, "--sweep", TURNS, "-o", str(tmp_path)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("fixture/picket: 2 games")
    assert len(out) == 4
    page = (tmp_path / report.NAME).read_text("utf-8")
    assert "scenario.yaml:stages/ford/clock/turns" in page


def test_a_sweep_is_drawn_as_a_curve(whole: tuple[list[Arm], Store]) -> None:
    pytest.importorskip("matplotlib")
    numbers = numbers_of(whole[0], whole[1].games(), {})
    drawn = plots.curve(numbers["arms"], [1, 2], "turns")
    assert "(16 games)" in drawn
    assert ">turns<" in drawn


def test_what_cannot_be_swept_is_refused() -> None:
    arms = arms_of(Wanted(("fixture/picket",), "random"))
    for wrong, said in (
        ("scenario.yaml:stages/nowhere/clock=1..2", "is not there: for nowhere take ford"),
        ("forces/red.yaml:units=1..2", "no file forces/red.yaml"),
        ("scenario.yaml:stages/ford/clock/turns=0..1", "cannot be played"),
        ("tables.yaml:tables/constants/x=1..2", "is not there: nothing is called constants"),
    ):
        with pytest.raises(Refused, match=said):
            with_sweeps(arms, [wrong])


def _games(arm: str, wins: int, of: int, points: int = 0) -> list[Game]:
    def result(winner: str) -> dict[str, Any]:
        return {"winner": winner, "points": {"red": points, "blue": 0}}

    return [Game(arm, seed, result("red" if seed < wins else "blue"), {}) for seed in range(of)]


def test_a_change_is_told_from_chance(whole: tuple[list[Arm], Store]) -> None:
    base = read_base(whole[1].path)
    arms = arms_again(base)
    assert [arm.id for arm in arms] == ["fixture/picket"]
    assert [task.key for task in tasks_of(arms, base.seeds)] == [
        task.key for task in tasks_of(whole[0][:1], base.seeds)
    ]
    (same,) = moved(base, arms, whole[1].games())
    assert (same["shift"]["mean"], same["chance"], same["beyond"]) == (0, 1, False)
    id_ = arms[0].id
    old = type(base)(base.arms, tuple(range(40)), tuple(_games(id_, 20, 40)))
    for wins, beyond in ((21, False), (24, False), (32, True)):
        (row,) = moved(old, arms, _games(id_, wins, 40))
        assert row["beyond"] is beyond, wins
        assert (row["chance"] < BEYOND) is beyond
    with pytest.raises(Unusable):
        arms_again(type(base)(({**base.arms[0], "source": "fixture/gone"},), (), ()))


def test_the_command_compares(
    whole: tuple[list[Arm], Store],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    bare: None,
) -> None:
    words = ["lab", "--compare", str(whole[1].path.parent), "--workers", "0", "-o", str(tmp_path)]
    assert main(words) == 0
    assert "has not moved beyond chance: 8 pairs" in capsys.readouterr().out
    assert main([*words, "--markdown"]) == 0
    assert re.fullmatch(r"\| fixture/picket \| 8 \| red .*\|\n", capsys.readouterr().out)
    assert main(["lab", "--workers", "0", "-o", str(tmp_path)]) == 1
    assert "name a scenario" in capsys.readouterr().err


@pytest.mark.soak
def test_a_number_of_the_tables_is_swept() -> None:
    """With +1 no straggler of an attack is lost, with -3 every one: another game comes of it."""
    arms = with_sweeps(arms_of(Wanted(("columbia/shevardino",), "random")), [GUARDS])
    games = [
        Game(task.arm.id, task.seed, play_task(task)["result"], {})
        for task in tasks_of(arms, [1, 2])
    ]
    told = numbers_of(arms, games, {})["arms"]
    assert [arm["swept"] for arm in told] == ["", "-3", "-1", "1"]
    assert [game.result for game in games if game.arm == arms[0].id] == [
        game.result for game in games if game.arm == arms[2].id
    ]
    assert told[1]["losses"]["turns"] != told[3]["losses"]["turns"]

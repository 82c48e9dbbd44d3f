"""What is shown of scenario files: seats, options, and files with faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.yamlio import MapNode, Problems, load_text
from grognard.engines.core.play.setups import Option, ScenarioInfo
from grognard.engines.core.scenario.scenariolist import (
    TAKE_BACK,
    choose_options,
    read_options,
    read_seats,
)
from tests.fixture_game.scenario import ENVELOPE

FOG = Option("fog", "Fog", "none", ("none", "thin", "thick"), "1.2")
WHOLE = Path(__file__).parents[3] / "fixture_game" / "scenarios" / "picket.yaml"


def source(text: str) -> Source:
    node, problems = load_text(text, "x.yaml")
    assert isinstance(node, MapNode)
    assert not problems
    return Source(node)


def test_a_file_with_faults_is_listed_last_and_hides_no_other(
    tmp_path: Path,
) -> None:
    text = WHOLE.read_text("utf-8")
    (tmp_path / "good.yaml").write_text(text, "utf-8")
    (tmp_path / "bad.yaml").write_text(text.replace("seats:", "saets:"), "utf-8")
    (tmp_path / "worse.yaml").write_text("- [", "utf-8")
    infos = replace(ENVELOPE, home=tmp_path).shipped
    assert [info.id for info in infos] == ["picket", "bad", "worse"]
    assert not infos[0].problems
    assert any("saets" in str(problem) for problem in infos[1].problems)
    assert "not YAML" in infos[2].problems[0].message


def test_without_seats_each_side_has_one() -> None:
    problems = Problems()
    seats = read_seats({}, ("red", "blue"), problems, source("a: b"))
    assert [(seat.id, seat.name, seat.side) for seat in seats] == [
        ("red", "Red", "red"),
        ("blue", "Blue", "blue"),
    ]
    assert not problems


@pytest.mark.parametrize("second", [("red-2", "red"), ("red", "blue")])
def test_seats_are_one_a_side_with_different_ids(second: tuple[str, str]) -> None:
    rows = [{"id": "red", "name": "Red", "side": "red"}]
    rows.append({"id": second[0], "name": "Other", "side": second[1]})
    problems = Problems()
    read_seats({"seats": rows}, ("red", "blue"), problems, source("a: b\nseats: []"))
    assert [problem.line for problem in problems] == [2]
    assert "one red and one blue" in problems[0].message


def test_options_are_worded_by_the_scenario_and_all_faults_are_told() -> None:
    text = "options:\n- {id: fog, default: heavy}\n- {id: fog, default: thin, title: Mist}\n"
    rows = [
        {"id": "fog", "default": "heavy"},
        {"id": "fog", "default": "thin", "title": "Mist"},
    ]
    problems = Problems()
    known = (TAKE_BACK, FOG)
    found = read_options({"options": rows}, known, (TAKE_BACK.id,), problems, source(text))
    assert found == (TAKE_BACK, Option("fog", "Mist", "thin", FOG.values, "1.2"))
    assert [problem.line for problem in problems] == [2, 3]


def test_an_option_not_offered_or_not_so_is_told_with_what_is() -> None:
    info = ScenarioInfo("x", "g", "X", "", "", 1, 1, (), (TAKE_BACK, FOG))
    problems: list[Problem] = []
    assert choose_options(info, {"fog": "thick"}, problems) == {TAKE_BACK.id: "no", "fog": "thick"}
    assert not problems
    choose_options(info, {"fgo": "thin", "fog": "heavy"}, problems)
    assert "fog" in problems[0].mend
    assert problems[1].mend == "choose none or thin or thick"

"""Inquiries answer with values, rules and geometry, and say how to mend a bad question."""

from pathlib import Path

import pytest

from grognard.engines.gmt.scenario.load import initial_state, load_setup, scenario_infos
from grognard.engines.gmt.table.inquiries import INQUIRIES

INFO = next(i for i in scenario_infos() if i.id == "shevardino")
SETUP = load_setup(Path(INFO.path), {})
STATE = initial_state(SETUP, "x")


def ask(name: str, **arguments):
    return INQUIRIES[name].ask(SETUP, STATE, "french", **arguments)


def test_movement() -> None:
    assert ask("allowance", unit="guy").value == {"mp": 4, "rule": "7.11"}
    assert "4208" in ask("reach", unit="teste-a").value["hexes"]
    cost = ask("move_cost", unit="teste-a", route=["4208"])
    assert cost.value["mp"] == 1
    assert ask("move_cost", unit="teste-a", route=["4101"]).value["refused"] == "7.31"


def test_zones_fronts_and_stacks() -> None:
    assert ask("zoc", unit="gogel-a").value["hexes"] == [
        "3908",
        "3909",
        "4008",
        "4010",
        "4108",
        "4109",
    ]
    assert ask("zoc", unit="cm-art-1").value["hexes"] == []
    assert ask("zoc").value["side"] == "russian"
    assert ask("front", unit="gogel-a").value["front"] == ["4108", "4109"]
    assert ask("stacking", at="4308", units=["guy"]).value["rule"] == "6.21.max"
    assert ask("stacking", at="4008", units=["guy"]).value["rule"] == "6.22"
    assert ask("stacking", at="4308").value["legal"] is True
    assert ask("adjacent", at="4108").value["zoc"]["russian"] == ["gogel-a"]


def test_fire_and_strength() -> None:
    ranges = ask("fire_ranges", unit="ru-iv-cav-ha-1").value
    assert "4108" in ranges["effective"]
    assert not set(ranges["effective"]) & set(ranges["maximum"])
    assert ask("los", a="4008", b="4108").value["clear"] is True
    assert ask("strength_ratio", attacker="12", defender=["gogel-a"]).value["attacker"] == 12


def test_command_collapse_and_victory() -> None:
    assert "teste-b" in ask("command", unit="teste-a").value["units"]
    assert ask("collapse", group="i-corps").value == {
        "lost": 0,
        "of": 14,
        "threshold": 10,
        "collapsed": False,
    }
    assert ask("victory").value["holder"] == "russian"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("reach", {"unit": "nobody"}),
        ("los", {"a": "4008", "b": "9999"}),
        ("fire_ranges", {"unit": "guy"}),
        ("zoc", {"side": "british"}),
        ("front", {"unit": "pire"}),
        ("collapse", {"group": "x"}),
        ("fire_odds", {"choice": "pass"}),
        ("fire_odds", {"choice": {"by": [], "at": "4108"}}),
        ("fire_odds", {"choice": {"by": 7, "at": "4108"}}),
        ("fire_odds", {"choice": {"by": ["gogel-a"], "at": "4108"}}),
        ("fire_odds", {"choice": {"by": ["ru-iv-cav-ha-1"], "at": []}}),
        ("fire_odds", {"choice": {"by": ["ru-iv-cav-ha-1"], "at": "4108"}}),
        ("move_cost", {"unit": "guy", "route": []}),
    ],
)
def test_a_bad_question_is_refused(name: str, arguments) -> None:
    with pytest.raises(ValueError, match=r"give|known|must|is no|not on|list"):
        ask(name, **arguments)

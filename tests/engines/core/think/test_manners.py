"""A manner in the data: whose it is, in games of what length, and when a marshal plays by it."""

from __future__ import annotations

import pytest

from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.think.manners import Manner, manners_of
from grognard.engines.core.think.temper import temper_of
from grognard.engines.core.think.terms import Judging

RAW = [
    {"name": "bold", "seat": "french", "when": "always", "times": {"gain": "2", "risk": "0.5"}},
    {"name": "late", "turns": "8", "when": "first", "times": {"pull": "0.5"}},
    {"name": "waits", "when": "tried", "times": {"ahead": "0.6"}},
    {"name": "at once", "scenario": "charge", "when": "always", "times": {"far": "2"}},
]


def fought(turns: int, name: str = "bridge") -> ScenarioInfo:
    """Return a scenario of so many turns."""
    return ScenarioInfo(name, "g", "", "", "", turns, 1, ())


def test_a_manner_is_for_its_seat_and_for_scenarios_that_it_suits() -> None:
    judging = Judging(manners=manners_of(RAW))
    assert judging.leaning("french", fought(20)) == (("gain", 2.0), ("risk", 0.5))
    assert judging.leaning("russian", fought(20)) == ()
    assert judging.leaning("russian", fought(20, "charge")) == (("far", 2.0),)
    assert judging.said("first", "russian", fought(8)) == ("= pull 0.5",)
    assert judging.said("first", "russian", fought(9)) == ()
    assert judging.said("tried", "french", fought(99)) == ("= ahead 0.6",)


def test_a_temper_takes_a_manner_as_it_is_said() -> None:
    temper = temper_of(Manner("bold", (("gain", 2.0), ("risk", 0.5)), "tried").said)
    assert temper is not None
    assert temper.of({"gain": 1.5, "risk": 4.0, "far": 7.0}) == {
        "gain": 3.0,
        "risk": 2.0,
        "far": 7.0,
    }


def test_a_time_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"manner bold: when is one of .*not never"):
        manners_of([{**RAW[0], "when": "never"}])

"""Where a unit may stand is one question: at set-up by hand, in a file, and in any position."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.play.placement import Placement
from grognard.engines.gmt.scenario.load import initial_state, load_setup, scenario_infos

GAME = registry["gmt"]
SETUP = load_setup(Path(next(i.path for i in scenario_infos() if i.id == "borodino")), {})
STATE = initial_state(SETUP, "x")


def rule(unit: str, at: str) -> str | None:
    why = GAME.why_not_stand(SETUP, STATE, unit, Placement.of(unit, at))
    return None if why is None else why.rule


def test_whoever_is_set_up_may_stand_where_he_does() -> None:
    assert {rule(start.id, start.at) for start in SETUP.placed.values()} == {None}


@pytest.mark.parametrize(
    ("unit", "at", "expected"),
    [
        ("vistula-a", "4309", None),
        ("dalton", "4108", "6.21.two"),
        ("second-army-res-art-1", "2508", "setup.facing"),
    ],
)
def test_a_full_hex_refuses_one_more(unit: str, at: str, expected: str | None) -> None:
    assert rule(unit, at) == expected


def test_a_leader_s_or_reserve_s_place_is_no_hex() -> None:
    assert GAME.why_not_stand(SETUP, STATE, "dalton", Placement(("dalton",), (), "box")) is None

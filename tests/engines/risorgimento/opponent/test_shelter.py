"""Guns in a village, horse out of sight, commanders where nobody rides them down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import BATTERY, LINE, OPEN, TABLE
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.manoeuvre.forecast import plan, ready
from grognard.engines.risorgimento.manoeuvre.manoeuvre import facing_outward
from grognard.engines.risorgimento.opponent.answers import Answers
from grognard.engines.risorgimento.opponent.chiefs import Chief
from grognard.engines.risorgimento.opponent.shelter import Screen
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from tests.engines.risorgimento.shipped import shipped

GAME = Risorgimento()
VILLAGE = "village-1-1"
SPOTS = {"ir39-1": "2", "jager-3": "1"}


def hamlet() -> Setup:
    return shipped("hamlet-of-bruna")


def standing(*garrison: str, **where: tuple[float, float, float]) -> State:
    """The position with some units where they are put and some in the hamlet, and nobody else on the table."""
    state: State = GAME.initial(hamlet(), "1")
    place = sectors.sector(hamlet(), VILLAGE)
    assert place is not None
    units = {
        uid: evolve(unit, pose=None, place="waiting", sector="", slot="")
        for uid, unit in state.units.items()
    }
    for name, spot in where.items():
        uid = name.replace("_", "-")
        units[uid] = evolve(state.units[uid], pose=Pose.of(*spot), place=TABLE)
    for uid in garrison:
        pose = sectors.slot_pose(place, SPOTS[uid])
        units[uid] = evolve(
            state.units[uid], pose=pose, formation=OPEN, sector=VILLAGE, slot=SPOTS[uid]
        )
    return evolve(state, units=units, turn=1)


def ordered(state: State, uid: str, austrian: str = "defend") -> tuple[State, Any]:
    state = ready(hamlet(), state, uid)
    posture = {"allied": "attack", "austrian": austrian}
    return state, Answers(hamlet(), posture, Random(1)).marches.order(state, uid)


def test_guns_that_hold_go_into_the_village_beside_its_garrison() -> None:
    state, order = ordered(
        standing("ir39-1", austrian_battery=(40.6, 30.0, 186), novara=(12, 30, 0)),
        "austrian-battery",
    )
    name, slot = next(action["slot"] for action in order["do"] if "slot" in action)
    assert name == VILLAGE
    assert slot[0] in "123"  # an end of the side that is held, by whichever name
    assert plan(hamlet(), state, "austrian-battery", order["do"]).refused is None


@pytest.mark.parametrize(
    ("garrison", "enemy"), [((), (12, 30, 0)), (("ir39-1",), (34.0, 30.0, 0))], ids=["none", "near"]
)
def test_guns_stay_out_of_an_empty_village_and_before_an_enemy_who_is_upon_them(
    garrison: tuple[str, ...], enemy: tuple[float, float, float]
) -> None:
    _, order = ordered(
        standing(*garrison, austrian_battery=(40.6, 30.0, 186), novara=enemy), "austrian-battery"
    )
    assert order == "pass" or not any("slot" in action for action in order["do"])


def test_guns_of_who_attacks_do_not_go_into_a_village() -> None:
    where = {"austrian_battery": (40.6, 30.0, 186), "novara": (12, 30, 0)}
    _, order = ordered(standing("ir39-1", **where), "austrian-battery", "attack")
    assert order == "pass" or not any("slot" in action for action in order["do"])


def test_an_order_into_a_village_is_foreseen_where_there_is_no_room_to_turn() -> None:
    """[G.5.slots] Then the unit goes with the front it has, as in the move itself, and looks outward in its place."""
    where = {"ir39_2": (43.4, 30.0, 180), "austrian_battery": (41.3, 30.0, 180)}
    state = standing("ir39-1", **where)
    units = {**state.units, "ir39-2": evolve(state.units["ir39-2"], formation=OPEN)}
    state = ready(hamlet(), evolve(state, units=units), "ir39-2")
    place = sectors.sector(hamlet(), VILLAGE)
    assert place is not None
    side = sectors.slot_pose(place, "1")
    assert facing_outward(hamlet(), state, "ir39-2", side) is None
    found = plan(hamlet(), state, "ir39-2", [{"slot": [VILLAGE, "1"]}])
    assert found.refused is None
    assert found.steps[-1].after.centre == pytest.approx(side.centre, abs=0.01)


def test_a_village_and_its_garrison_hide_what_is_behind_them() -> None:
    screen = Screen(
        hamlet(), standing("ir39-1", battery=(18, 24, 0), hussars=(50, 24, 180)), "hussars"
    )
    assert screen.hides([(18.0, 24.0)], (50.0, 24.0)).tolist() == [True]
    assert screen.hides([(18.0, 24.0)], (50.0, 38.0)).tolist() == [False]
    assert screen.hides([], (50.0, 38.0)).tolist() == []


def test_horse_rides_out_of_the_sight_of_guns() -> None:
    where = {"battery": (18.0, 24.0, 0.0), "hussars": (49.0, 31.0, 186.0)}
    state = standing("ir39-1", "jager-3", **where)
    units = {**state.units, "battery": evolve(state.units["battery"], formation=BATTERY)}
    state, order = ordered(evolve(state, units=units), "hussars")
    end = plan(hamlet(), state, "hussars", order["do"]).steps[-1].after.centre
    screen = Screen(hamlet(), state, "hussars")
    assert screen.hides([(18.0, 24.0)], (49.0, 31.0)).tolist() == [False]
    assert screen.hides([(18.0, 24.0)], end).tolist() == [True]


def test_weak_horse_does_not_go_at_the_enemy_in_whose_zone_it_stands() -> None:
    where = {"hussars": (40.0, 36.0, 180.0), "84e_1": (35.5, 36.0, 0.0)}
    state = standing(**where)
    units = {**state.units, "84e-1": evolve(state.units["84e-1"], formation=LINE)}
    state = ready(hamlet(), evolve(state, units=units), "hussars")
    marches = Answers(hamlet(), {"allied": "attack", "austrian": "defend"}, Random(1)).marches
    assert marches.in_zoc(state, ["pass", "advance", "fall_back"]) == "fall_back"


def chief(state: State, at: tuple[float, float]) -> tuple[State, Any]:
    name = "general-schaffgotsche"
    commander = evolve(state.commanders[name], pose=Pose.of(*at, 186))
    state = evolve(state, commanders={**state.commanders, name: commander}, mover=name, account=0)
    return state, Chief(hamlet(), state, name).order()


def test_a_commander_rides_into_the_village_that_his_men_hold() -> None:
    state = standing("ir39-1", "jager-3", novara=(36.0, 36.0, 0.0))
    _, order = chief(state, (48.0, 34.0))
    run, off = order["do"][-1]["leg"]
    end = Pose.of(48.0, 34.0, 186).moved(run / 1000, 186 + off / 100)
    place = sectors.sector_at(hamlet(), end.centre)
    assert place is not None
    assert place.id == VILLAGE


def test_a_commander_who_stands_well_stays() -> None:
    state = standing("ir39-1", "jager-3", novara=(36.0, 36.0, 0.0))
    spots = [state.units[uid].pose.centre for uid in SPOTS]  # type: ignore[union-attr]
    middle = (sum(x for x, _ in spots) / 2, sum(y for _, y in spots) / 2)
    assert chief(state, middle)[1] == "pass"

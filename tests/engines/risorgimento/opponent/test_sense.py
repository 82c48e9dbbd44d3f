"""What the captain knows of his trade: fires that add up, guns that are guarded, ground that tests, long marches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engines.core.board.tabletop import Pose, beside
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import LINE, TABLE
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.ground.sectors import slot_poses
from grognard.engines.risorgimento.manoeuvre.forecast import plan, ready
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.answers import Answers
from grognard.engines.risorgimento.opponent.generalship import Task
from grognard.engines.risorgimento.opponent.volleys import Fires, dear, endurance, losses
from grognard.engines.risorgimento.opponent.weighing import keeps, within_reach
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE
from grognard.engines.risorgimento.state import Shot, State
from grognard.engines.risorgimento.victory.victory import holds
from grognard.engines.risorgimento.victory.victory import standing as standing_of
from tests.engines.risorgimento.shipped import shipped

GAME = Risorgimento()
POSTURE = {"allied": "attack", "austrian": "defend"}


def brigades() -> Setup:
    return shipped("first-brigade")


def standing(**where: tuple[float, float, float]) -> State:
    """The position with some units where they are put, in line, and nobody else on the table."""
    state: State = GAME.initial(brigades(), "1")
    spots = {name.replace("_", "-"): spot for name, spot in where.items()}
    units = {
        uid: evolve(unit, pose=Pose.of(*spots[uid]), place=TABLE, sector="", slot="")
        if uid in spots
        else evolve(unit, pose=None, place="waiting")
        for uid, unit in state.units.items()
    }
    for uid in spots:
        if brigades().types[uid].arm == "infantry":
            units[uid] = evolve(units[uid], formation=LINE)
    return evolve(state, units=units, turn=1)


def ordered(state: State, uid: str) -> tuple[State, Any]:
    """The position with a unit about to move, and what the captain orders."""
    state = ready(brigades(), state, uid)
    return state, Answers(brigades(), POSTURE, Random(1)).marches.order(state, uid)


def test_the_chances_of_losses_are_those_of_the_die() -> None:
    assert losses([14]) == pytest.approx([0.0, 0.6, 0.4])
    assert losses([5, 5]) == pytest.approx([0.25, 0.5, 0.25])
    assert losses([-3]) == pytest.approx([1.0, 0.0])


def test_two_fires_that_add_up_to_little_are_sent_at_two_targets() -> None:
    """From 6 to 10 strength points the value of table 2 does not grow: the second five do more elsewhere."""
    state = standing(
        **{"84e_1": (20, 20, 0), "84e_2": (20, 24, 0)},
        ir39_1=(29.5, 22, 180),
        ir39_2=(29.5, 26, 180),
    )
    orders = [
        {"pieces": [uid], "at": foe} for uid in ("84e-1", "84e-2") for foe in ("ir39-1", "ir39-2")
    ]
    alone = Fires(brigades(), state, orders, (), FIRE)
    assert alone.gain(orders[2]) > 0.0
    after = Fires(brigades(), state, orders, (Shot(("84e-1",), "ir39-1"),), FIRE)
    assert after.gain(orders[3]) > after.gain(orders[2])


def test_who_is_near_his_end_is_dearer() -> None:
    state: State = GAME.initial(brigades(), "1")
    assert endurance(brigades(), state, "austrian-battery") == 3
    hurt = evolve(state.units["ir39-1"], halves=8)
    worn = evolve(state, units={**state.units, "ir39-1": hurt})
    assert dear(brigades(), worn, "ir39-1") > dear(brigades(), state, "ir39-1")


def test_a_battalion_stands_beside_guns_that_are_threatened() -> None:
    where = {"austrian_battery": (40, 22, 180), "ir39_1": (46, 25, 180), "84e_1": (27, 22, 0)}
    state, order = ordered(standing(**where), "ir39-1")
    found = plan(brigades(), state, "ir39-1", order["do"])
    guns = base(brigades(), state.units["austrian-battery"])
    assert found.refused is None
    assert beside(found.steps[-1].after, guns, friends=True)


def test_guns_that_are_not_threatened_are_left_alone() -> None:
    where = {"austrian_battery": (50, 22, 180), "ir39_1": (54, 25, 180), "84e_1": (4, 22, 0)}
    state, order = ordered(standing(**where), "ir39-1")
    guns = base(brigades(), state.units["austrian-battery"])
    after = state.units["ir39-1"].pose
    if order != "pass":
        after = plan(brigades(), state, "ir39-1", order["do"]).steps[-1].after.pose
    assert after is not None
    assert not beside(base(brigades(), evolve(state.units["ir39-1"], pose=after)), guns)


def test_who_is_far_off_makes_a_forced_march_and_who_is_tired_does_not() -> None:
    where = {"84e_1": (3, 10, 10), "jager_3": (58, 40, 190)}
    state, order = ordered(standing(**where), "84e-1")
    assert "force" in order["do"][0]
    tired = evolve(state.units["84e-1"], fatigue=1)
    state, order = ordered(evolve(state, units={**state.units, "84e-1": tired}), "84e-1")
    assert "force" not in order["do"][0]


def test_who_stands_beside_the_place_he_wants_goes_into_it() -> None:
    """[I.1.objectives] To stand near a place of the enemy's is not to hold it."""
    village = next(one for one in brigades().objectives if one.id == "village")
    x, y = village.at
    where = {"84e_1": (x - 1.7, y + 2.2, 0.0), "84e_2": (x - 14.0, y - 8.0, 0.0)}
    state, order = ordered(standing(**where, ir39_1=(58, 40, 180)), "84e-1")
    assert state.held["village"] == "austrian"
    end = plan(brigades(), state, "84e-1", order["do"]).state
    sides = [action["slot"] for action in order["do"] if "slot" in action]
    if sides:  # The forecast stands it on the side of the village; that it holds the sector then the move says.
        ((sector, slot),) = sides
        there = evolve(end.units["84e-1"], sector=sector, slot=slot)
        end = evolve(end, units={**end.units, "84e-1": there})
    foes = standing_of(brigades(), end, "austrian")
    assert holds(brigades(), end, village, standing_of(brigades(), end, "allied"), foes)


def test_a_place_of_the_enemys_is_kept_by_who_is_on_it_and_ones_own_by_who_is_near() -> None:
    village = next(one for one in brigades().objectives if one.id == "village")
    x, y = village.at
    task = Task(village.at, attack=True, engaged=True, place="village")
    state = standing(**{"84e_1": (x - 9.0, y, 0.0)})
    there = base(brigades(), state.units["84e-1"])
    slot = slot_poses(brigades(), village.sectors[0])[0]
    for held, near in (("austrian", False), ("allied", True)):
        now = evolve(state, held={**state.held, "village": held})
        mover = Mover(brigades(), now, "84e-1")
        assert keeps(mover, task, there.at(Pose.of(x - 2.5, y, 0.0))) is near
        assert keeps(mover, task, there.at(Pose.of(x, y, 0.0)))
        assert keeps(mover, task, there.at(slot))


def test_an_enemy_is_at_a_place_whose_base_is_near_it() -> None:
    """[I.1.objectives] Not his middle counts, but what of him is nearest."""
    stand = base(brigades(), standing(**{"84e_1": (20, 20, 0.0)}).units["84e-1"])
    assert within_reach(stand, (20.0 + stand.depth / 2 + 2.9, 20.0), 3.0)
    assert not within_reach(stand, (20.0 + stand.depth / 2 + 3.1, 20.0), 3.0)

"""Battalions on their way into the village, and the bayonet where friends or another's zone are in the way."""

from __future__ import annotations

from math import dist
from random import Random
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import ATTACK, OPEN
from grognard.engines.risorgimento.manoeuvre.forecast import plan, ready
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.answers import Answers
from grognard.engines.risorgimento.opponent.chiefs import Chief
from grognard.engines.risorgimento.opponent.ordering import nearest
from grognard.engines.risorgimento.opponent.quarters import quartered
from grognard.engines.risorgimento.state import State
from tests.engines.risorgimento.opponent.test_shelter import VILLAGE, hamlet, ordered, standing


def slots_of(order: Any) -> list[list[str]]:
    return [action["slot"] for action in order["do"] if "slot" in action] if order != "pass" else []


def formed(state: State, uid: str, formation: str) -> State:
    return evolve(state, units={**state.units, uid: evolve(state.units[uid], formation=formation)})


def test_who_holds_sets_out_for_a_side_two_moves_away_unless_the_enemy_is_near() -> None:
    def order(foe: tuple[float, float, float]) -> Any:
        where = {"ir39_2": (36.0, 40.0, 276.0), "novara": foe}
        return ordered(formed(standing("ir39-1", **where), "ir39-2", OPEN), "ir39-2")[1]

    far, near = order((8.0, 20.0, 0.0)), order((30.0, 33.0, 0.0))
    assert not slots_of(far)
    state = ready(hamlet(), standing(ir39_2=(36.0, 40.0, 276.0)), "ir39-2")
    end = plan(hamlet(), formed(state, "ir39-2", OPEN), "ir39-2", far["do"]).steps[-1].after
    assert dist(end.centre, (43.4, 24.2)) < dist((36.0, 40.0), (43.4, 24.2))
    assert near != far


def test_who_sets_out_for_a_side_does_not_stop_where_horse_may_charge_him() -> None:
    def end(*done: str, **foe: tuple[float, float, float]) -> tuple[float, float] | None:
        state = formed(standing("ir39-1", ir39_2=(36.0, 40.0, 276.0), **foe), "ir39-2", OPEN)
        state = evolve(state, done=done)
        state = ready(hamlet(), state, "ir39-2")
        mover = Mover(hamlet(), state, "ir39-2")
        order = quartered(mover, (43.4, 24.2), nearest(mover))
        return order and plan(hamlet(), state, "ir39-2", order["do"]).steps[-1].after.centre

    x, y = end("beuret", novara=(8.0, 20.0, 0.0)) or (0.0, 0.0)
    assert end("beuret", novara=(x - 22.5, y, 0.0)) == (x, y)
    assert end("beuret", novara=(x - 21.5, y, 0.0)) is None
    assert end(novara=(x - 22.5, y, 0.0)) is None  # it may come up before it charges
    assert end(**{"84e_1": (x - 21.5, y, 0.0)}) == (x, y)


def test_who_attacks_goes_into_a_village_that_nobody_holds() -> None:
    state = formed(standing(**{"84e_1": (36.0, 24.0, 4)}, jager_3=(30, 40, 186)), "84e-1", OPEN)
    _, order = ordered(state, "84e-1")
    assert [name for name, _ in slots_of(order)] == [VILLAGE]


def test_who_attacks_goes_in_through_the_zone_of_another() -> None:
    """[E.6.options] In a zone he may go on at the enemy straight before him, whosever zone it is."""
    where = {
        "84e_2": (32.0, 26.4, 0),
        "jager_3": (40.1, 26.4, 90),
        "austrian_battery": (43.0, 29.6, 186),
    }
    state = ready(hamlet(), formed(standing(**where), "84e-2", ATTACK), "84e-2")
    marches = Answers(hamlet(), {"allied": "attack", "austrian": "defend"}, Random(1)).marches
    order = marches._charge(Mover(hamlet(), state, "84e-2"), "jager-3", ATTACK)
    assert order is not None
    stop = plan(hamlet(), state, "84e-2", order["do"]).stop
    assert stop is not None
    assert stop.where == ("austrian-battery",)


def test_a_commander_is_not_safe_in_his_village_with_the_enemy_at_its_edge() -> None:
    def ill(foe: tuple[float, float, float]) -> float:
        state = standing("jager-3", novara=foe)
        return Chief(hamlet(), state, "general-schaffgotsche")._reached((43.4, 24.2))

    assert ill((43.4, 33.0, 270)) == 0.0
    assert ill((43.4, 30.0, 270)) > 0.0

"""Enemy horse: how far it is feared, who need not mind its charge, and where a commander is safe from it."""

from __future__ import annotations

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.army.units import LINE, MARCH, OPEN
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.chiefs import Chief
from grognard.engines.risorgimento.opponent.horse import may_arrive
from grognard.engines.risorgimento.opponent.policy import figure
from grognard.engines.risorgimento.opponent.weighing import (
    charge_reach,
    danger,
    may_be_charged,
    threats,
)
from grognard.engines.risorgimento.state import Charge, State
from tests.engines.risorgimento.opponent.test_shelter import hamlet, standing

CHIEF = "general-schaffgotsche"


def altered(state: State, uid: str, **changes: object) -> State:
    return evolve(state, units={**state.units, uid: evolve(state.units[uid], **changes)})


def test_horse_charges_as_far_as_its_formation_moves_and_not_in_great_disorder() -> None:
    state = standing(novara=(20, 38, 0))
    assert charge_reach(hamlet(), state, "novara") == 20.0
    assert charge_reach(hamlet(), altered(state, "novara", formation=MARCH), "novara") == 24.0
    assert charge_reach(hamlet(), altered(state, "novara", disorder=1), "novara") == 20.0
    assert charge_reach(hamlet(), altered(state, "novara", disorder=2), "novara") == 0.0
    assert charge_reach(hamlet(), standing(ir39_1=(40, 38, 180)), "ir39-1") == 0.0


@pytest.mark.parametrize(("x", "open_to_it"), [(41.5, True), (42.5, False)])
def test_open_order_is_open_to_horse_as_far_as_that_charges(x: float, *, open_to_it: bool) -> None:
    """Each base reaches one cm from its middle towards the other."""
    state = standing(ir39_2=(x, 38, 180), novara=(20, 38, 0))
    listed = threats(Mover(hamlet(), state, "ir39-2"))
    here = Pose.of(x, 38, 180)
    assert danger(listed, here, 0, LINE) == 0.0
    assert danger(listed, here, 0, OPEN) == (figure("open_to_horse") if open_to_it else 0.0)


def test_foot_is_not_feared_as_horse_however_near_it_is() -> None:
    state = standing(ir39_2=(40, 38, 180), **{"84e_1": (38.5, 38, 0)})
    mover = Mover(hamlet(), state, "ir39-2")
    (one,) = threats(mover)
    assert not one.horse
    assert not may_be_charged(mover, (39.0, 38.0))
    silent = [evolve(one, limits=(), values=())]
    here = Pose.of(39.0, 38.0, 180)
    assert danger(silent, here, 0, OPEN) == danger(silent, here, 0, LINE)


@pytest.mark.parametrize(("spent", "arrives"), [(0, True), (200, True), (400, False)])
def test_a_charge_comes_as_far_as_what_is_left_of_its_allowance(
    spent: int, *, arrives: bool
) -> None:
    state = standing(novara=(20, 38, 0), ir39_2=(36, 38, 180))
    charge = Charge("novara", "ir39-2", status="moving", spent=spent)
    state = evolve(state, charges=(charge,))
    assert may_arrive(hamlet(), state, "novara", "ir39-2") is arrives


def test_a_charge_pays_for_its_wheel() -> None:
    ahead, aside = Pose.of(20, 20, 0), Pose.of(20, 20, 180)
    state = standing(novara=(20, 20, 0), ir39_2=(38, 20, 180))
    assert may_arrive(hamlet(), altered(state, "novara", pose=ahead), "novara", "ir39-2")
    assert not may_arrive(hamlet(), altered(state, "novara", pose=aside), "novara", "ir39-2")


def test_a_commander_is_safe_from_horse_where_his_garrison_is_between() -> None:
    """Horse comes in by a side that is left open, and over the edge; foot he leaves to the garrison."""

    def reached(
        at: tuple[float, float], *garrison: str, **foes: tuple[float, float, float]
    ) -> float:
        return Chief(hamlet(), standing(*garrison, **foes), CHIEF)._reached(at)

    middle, edge = (43.4, 24.2), (42.7, 27.2)
    assert reached(middle, "ir39-1", "jager-3", novara=(28, 30, 0)) == 0.0
    assert reached(middle, "jager-3", novara=(28, 24, 0)) > 0.0
    assert reached(edge, "ir39-1", "jager-3", novara=(28, 35, 0)) > 0.0
    assert reached(edge, "ir39-1", "jager-3", **{"84e_1": (33, 33, 0)}) == 0.0


def test_a_commander_looks_round_about_for_a_place_where_horse_does_not_come() -> None:
    def places(**foes: tuple[float, float, float]) -> list[tuple[float, float]]:
        state = standing(hussars=(48, 34, 186), ir39_2=(46, 30, 186), **foes)
        return list(Chief(hamlet(), state, CHIEF)._places((50.0, 35.0)))

    usual = places(**{"84e_1": (42, 40, 0)})
    assert len(usual) == 3  # the middle of his men, and behind each of them
    more = places(novara=(36, 42, 0))
    assert more[:3] == usual
    assert len(more) > len(usual)
    wide, deep = hamlet().table.size
    assert all(0 < x < wide and 0 < y < deep for x, y in more)

"""[5.23] Hidden Orders dealt anew, consistent with what a seat has seen.

Hidden are the faces of the enemy's Orders markers until they are turned up, which army Kutuzov has
ordered until his Initiative roll or a marker shows it, a point set aside for the Barrage until it may
be placed, and the plan of a Flanking Manoeuvre until the units leave. What Orders the enemy is giving
at this moment counts as not yet given. The same seed gives the same deal whatever the truth is.
"""

from __future__ import annotations

from random import Random

from grognard.engines.core.data.frozen import evolve
from grognard.engines.gmt.borodino.battle import BORODINO
from grognard.engines.gmt.borodino.flanking import OPTION
from grognard.engines.gmt.day import PLANNED, Day, Flank, Marker
from grognard.engines.gmt.field.position import units_of
from grognard.engines.gmt.orders.initiative import ams_of
from grognard.engines.gmt.orders.ordering import ARMIES, MURAT, commander_of, group_of, markers_of
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

EARLY = ("orders", "initiative")
"""The phases before the Initiative is known and the Pool is filled."""


def resample(setup: Setup, state: State, seat: str | None, rng: Random) -> State:
    """Return the position with everything hidden from `seat` dealt anew: in the great battle, Orders."""
    if setup.structure != "borodino":
        return state
    for side in setup.sides:
        if setup.seat_of(side) != seat and not BORODINO.within(state, "setup"):
            state = evolve(state, day=_deal(setup, state, side, rng))
    return state


def _deal(setup: Setup, state: State, side: str, rng: Random) -> Day:
    day = state.day
    if side == setup.first_side and setup.uses(OPTION):
        day = evolve(day, flank=_plan(setup, state, rng))
    if day.assigning == side:
        return _blank(setup, day, side, rng)
    if side != setup.first_side and not _army_known(state, side):
        day = evolve(day, army=rng.choice(ARMIES))
    given = _orders(setup, evolve(state, day=day), side, rng)
    markers = tuple(
        evolve(m, under=m.id in given) if m.side == side and not m.revealed else m
        for m in day.markers
    )
    points = day.points
    if _points_hidden(state, side):
        points = tuple(s for s in setup.sides if (s in points if s != side else "" in given))
    return evolve(day, markers=markers, points=points)


def _blank(setup: Setup, day: Day, side: str, rng: Random) -> Day:
    """What the enemy is about: all his points in hand, no Orders given."""
    markers = tuple(evolve(m, under=False) if m.side == side else m for m in day.markers)
    army = day.army
    if side != setup.first_side and side in day.fresh:
        army = rng.choice(ARMIES)
    points = tuple(s for s in day.points if s != side)
    left = _rating(setup, side, army) if side in day.fresh else 0
    return evolve(
        day, markers=markers, points=points, army=army, orders_left=left, transmits=0, tried=()
    )


def _rating(setup: Setup, side: str, army: str) -> int:
    card = commander_of(setup, side)
    return int(card["orders"] if "orders" in card else card.get(f"orders.{army}", "0"))


def _army_known(state: State, side: str) -> bool:
    """[4.0.roll] An Initiative roll shows the army, and so does a marker that is Under Orders."""
    day = state.day
    if not day.army:
        return True
    if any(m.under and m.revealed for m in day.markers if m.side == side):
        return True
    given_now = BORODINO.within(state, *EARLY) and side in day.assigned and side in day.fresh
    shown = state.turn > 1 if not BORODINO.within(state, *EARLY) else state.turn > 2
    return shown and not given_now


def _points_hidden(state: State, side: str) -> bool:
    return BORODINO.within(state, *EARLY) and side in state.day.assigned and side in state.day.fresh


def _orders(setup: Setup, state: State, side: str, rng: Random) -> set[str]:
    """Return the ids of the markers that get Orders; "" among them is a point for the Barrage."""
    day = state.day
    own = [m for m in markers_of(state, side) if not m.revealed]
    shown = [m for m in markers_of(state, side) if m.revealed and m.under]
    left = _rating(setup, side, day.army) - _spent(setup, shown)
    given: set[str] = set()
    if _points_hidden(state, side):
        if left > 1 and rng.random() < 0.5:
            given.add("")
            left -= 1
    elif side in day.points:
        left -= 1
    eligible = [m for m in own if _may_have(setup, state, m, side)]
    guards = [m for m in eligible if setup.groups[group_of(setup, m)].rating is None]
    if guards and not BORODINO.within(state, *EARLY) and not any(m in shown for m in guards):
        given.add(rng.choice(guards).id)
        left -= 1
    return given | _spread(setup, [m for m in eligible if m.id not in given], max(left, 0), rng)


def _spread(setup: Setup, eligible: list[Marker], left: int, rng: Random) -> set[str]:
    """Spend up to `left` points on markers; one on the Cavalry Reserve serves several."""
    riders = [m for m in eligible if setup.groups[group_of(setup, m)].transmits]
    options = [m.id for m in eligible if m not in riders] + ([MURAT] if riders else [])
    chosen = rng.sample(options, min(rng.randint(0, left), len(options)))
    given = {mid for mid in chosen if mid != MURAT}
    if MURAT in chosen:
        most = setup.groups[group_of(setup, riders[0])].transmits
        given.update(m.id for m in rng.sample(riders, min(most, len(riders))))
    return given


def _spent(setup: Setup, shown: list[Marker]) -> int:
    by_murat = {m.id for m in shown if setup.groups[group_of(setup, m)].transmits}
    return len(shown) - len(by_murat) + bool(by_murat)


def _may_have(setup: Setup, state: State, marker: Marker, side: str) -> bool:
    """Whether a face-down marker may be Under Orders for all the enemy knows."""
    group = setup.groups[group_of(setup, marker)]
    if side != setup.first_side:
        return group.army == state.day.army
    if group.rating is not None or BORODINO.within(state, *EARLY):
        return True
    return any(am in state.day.ams for am in ams_of(group))


def _plan(setup: Setup, state: State, rng: Random) -> Flank | None:
    """[bor.14.declare] A plan that may or may not have been made."""
    flank = state.day.flank
    if flank is not None and flank.status != PLANNED:
        return flank
    own = sorted(unit.id for unit in units_of(setup, state, setup.first_side))
    turn = rng.randint(1, setup.turns)
    picked = rng.sample(own, rng.randint(1, len(own))) if own else []
    return Flank(tuple(sorted(picked)), turn) if picked and turn >= state.turn else None

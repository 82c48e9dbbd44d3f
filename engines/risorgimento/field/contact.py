"""[geo.contact] Who is in contact with whom, who is engaged frontally, who supports a melee."""

from __future__ import annotations

from functools import lru_cache

from grognard.engines.core.board.tabletop import (
    EDGES,
    FUZZ,
    Base,
    edge_contact,
    more_than_half,
    turn_between,
)
from grognard.engines.risorgimento.army.units import SQUARE, Unit
from grognard.engines.risorgimento.field.footprint import Crowd, base, everyone, on_table, side_of
from grognard.engines.risorgimento.field.memo import by_units
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

FLANKS = ("left", "right")


def fronts(unit: Unit) -> tuple[str, ...]:
    """[E.4.square] Return the edges of a unit's base that are fronts: every side of a square is one."""
    return EDGES if unit.formation == SQUARE else EDGES[:1]


def met_by(setup: Setup, one: Unit, other: Unit, front: str) -> tuple[float, str]:
    """[geo.edge_contact] Return how long a front of one lies along another in cm, and along which edge."""
    own, foe = base(setup, one), base(setup, other)
    return max(
        ((edge_contact(own, front, foe, edge), edge) for edge in EDGES), key=lambda met: met[0]
    )


def faces(setup: Setup, one: Unit, other: Unit) -> bool:
    """[geo.contact] Whether a front of one unit lies along an edge of another."""
    return any(met_by(setup, one, other, front)[0] > setup.eps + FUZZ for front in fronts(one))


def in_contact(setup: Setup, one: Unit, other: Unit) -> bool:
    """[geo.contact] Whether the front of one of two units lies along an edge of the other."""
    return faces(setup, one, other) or faces(setup, other, one)


@by_units
def touching(setup: Setup, state: State) -> dict[str, tuple[str, ...]]:
    """[geo.touch] Return for each unit that touches any other which ones, in listed order.

    The moving unit is looked at by itself: what the others touch is then known from its last step.
    """
    mover = state.mover if state.mover in state.units and on_table(state.units[state.mover]) else ""
    group = everyone(setup, state, but=(mover,))
    found = dict(_pairs(group))
    if not mover or not len(group):
        return found
    stand = base(setup, state.units[mover])
    met = [group.ids[i] for i in group.close(stand, setup.eps)]
    for other in met:
        found[other] = tuple(uid for uid in state.units if uid in (mover, *found.get(other, ())))
    if met:
        found[mover] = tuple(met)
    return found


@lru_cache(maxsize=64)
def _pairs(group: Crowd) -> dict[str, tuple[str, ...]]:
    """Which of some bases touch, by unit. The answer is shared: copy it to change it."""
    if not len(group):
        return {}
    reach = float(group.eps.max())
    pairs = (
        (i, j) for i, stand in enumerate(group.items) for j in group.close(stand, reach) if i != j
    )
    found: dict[str, tuple[str, ...]] = {}
    for i, j in pairs:
        found[group.ids[i]] = (*found.get(group.ids[i], ()), group.ids[j])
    return found


@by_units
def contacts(setup: Setup, state: State) -> dict[str, tuple[str, ...]]:
    """[geo.contact] Return for each unit in contact with enemies which ones, in listed order.

    Routed units are in contact with nobody: who reaches them removes them (H.1.contacted).
    """
    found: dict[str, tuple[str, ...]] = {}
    for uid, others in touching(setup, state).items():
        foes = tuple(other for other in others if _in_contact(setup, state, uid, other))
        if foes:
            found[uid] = foes
    return found


def _in_contact(setup: Setup, state: State, uid: str, other: str) -> bool:
    one, two = state.units[uid], state.units[other]
    if side_of(setup, uid) == side_of(setup, other) or one.routed or two.routed:
        return False
    return in_contact(setup, one, two)


def engaging(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[geo.contact] Return the enemies that engage a unit frontally: a square on any side of it."""
    unit = state.units[uid]
    return tuple(
        other
        for other in contacts(setup, state).get(uid, ())
        if faces(setup, unit, state.units[other])
    )


def shared_flank(own: Base, other: Base, *, friends: bool) -> str:
    """[geo.beside] Return the flank of one base along which another stands side by side, "" none."""
    if friends and abs(turn_between(own.heading, other.heading)) > number("oblique"):
        return ""
    shorter = min(own.depth, other.depth)
    for mine in FLANKS:
        if any(
            more_than_half(edge_contact(own, mine, other, its), shorter, own.eps) for its in FLANKS
        ):
            return mine
    return ""


@by_units
def supporting(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[F.1.support] Return the flanks on which a unit supports a melee that is not its own.

    It does so beside a friend engaged frontally, or beside an enemy that a friend is in contact with.
    """
    near, fights = touching(setup, state).get(uid, ()), contacts(setup, state)
    if not near or uid in fights or state.units[uid].routed:
        return ()
    own = base(setup, state.units[uid])
    found = set()
    for other in near:
        friends = side_of(setup, other) == side_of(setup, uid)
        fighting = engaging(setup, state, other) if friends else fights.get(other, ())
        if fighting:
            found.add(shared_flank(own, base(setup, state.units[other]), friends=friends))
    return tuple(flank for flank in FLANKS if flank in found)

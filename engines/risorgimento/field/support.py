"""[G.contact] [G.1] Who fights whom: contacts, melees, supporters, flank and rear attacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from grognard.engines.core.board.tabletop import (
    EPS,
    Base,
    beside,
    front_contact,
    on_flank,
    on_rear,
    touch,
)
from grognard.engines.risorgimento.army.units import SQUARE, Unit
from grognard.engines.risorgimento.field.contact import fronts, met_by
from grognard.engines.risorgimento.field.footprint import base, crowd, enemies, on_table
from grognard.engines.risorgimento.field.memo import by_units
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Melee, State


def can_fight(unit: Unit) -> bool:
    """[H.1.routed] [E.2.3.crew] Whether a unit can be in a melee at all: not without its guns."""
    return on_table(unit) and not unit.routed and unit.spot is None


def has_flanks(unit: Unit) -> bool:
    """[geo.flank_attack] A square, a routed unit and a unit in a sector have neither flank nor rear."""
    return unit.formation != SQUARE and not unit.routed and not unit.sector


def attacks(one: Unit, other: Unit) -> bool:
    """[G.3.roll] Whether a unit attacks another: it has come into this contact itself this turn.

    Neither a square nor who was caught as he retired does, nor who moved before the other came.
    """
    came = one.charged or (one.moved and not one.reacted)
    return other.id in one.attacks or (came and one.id not in other.attacks)


def _moved(unit: Unit) -> bool:
    """Whether a unit has moved this turn: of the two in a melee it is named first."""
    return unit.moved or unit.charged


@dataclass(frozen=True, slots=True)
class Touch:
    """One unit's front along an enemy's edge, with the length of the contact in cm.

    `front` names the edge that is its front (each side of a square is one), `edge` that of the enemy,
    `eps` the tolerance.
    """

    by: str
    at: str
    length: float
    front: str = "front"
    edge: str = "front"
    eps: float = EPS


@by_units
def touches(setup: Setup, state: State) -> list[Touch]:
    """[G.contact] Return every front that lies along an enemy base, in listed order."""
    first, second = (
        crowd(
            setup,
            state,
            (
                uid
                for uid, unit in state.units.items()
                if setup.types[uid].side == side and can_fight(unit)
            ),
        )
        for side in setup.sides
    )
    if not len(first) or not len(second):
        return []
    left, right = second.tree.query(first.polygons, predicate="dwithin", distance=setup.eps)
    found = []
    for i, j in sorted(zip(left.tolist(), right.tolist(), strict=True)):
        pair = (state.units[first.ids[i]], state.units[second.ids[j]])
        for one, other in (pair, pair[::-1]):
            for front in fronts(one):
                length, edge = met_by(setup, one, other, front)
                if length > setup.eps:
                    found.append(Touch(one.id, other.id, length, front, edge, setup.eps))
    return found


def opponents(found: list[Touch]) -> dict[str, str]:
    """[G.one_front] Return for each unit the enemy that its front, or one of its fronts, touches most."""
    best: dict[str, Touch] = {}
    for one in found:
        if one.by not in best or one.length > best[one.by].length + one.eps:
            best[one.by] = one
    return {uid: touch.at for uid, touch in best.items()}


def foremost(found: list[Touch]) -> dict[tuple[str, str], Touch]:
    """[G.one_front] [E.4.square] Return for each front the enemy that it touches most."""
    best: dict[tuple[str, str], Touch] = {}
    for one in found:
        key = (one.by, one.front)
        if key not in best or one.length > best[key].length + one.eps:
            best[key] = one
    return best


def melees(setup: Setup, state: State, kind: str = "phase") -> tuple[Melee, ...]:
    """[G.contact] [G.3.order] Return the melees of a position with the strengths they begin with.

    Fronts that face each other make a melee, one for each side of a square that is attacked; then a
    front on the flank or rear of a unit that nobody else engages. Who touches the flank or rear of an
    engaged unit supports that melee (G.2.flank).
    """
    found = touches(setup, state)
    best, facing = foremost(found), opponents(found)
    pairs: list[tuple[str, str]] = []
    busy: set[str] = set()
    taken: set[tuple[str, str]] = set()

    def pair(own: tuple[str, str], other: tuple[str, str]) -> None:
        pairs.append((own[0], other[0]))
        busy.update((own[0], other[0]))
        taken.update((own, other))

    for own, met in best.items():
        other = (met.at, met.edge if state.units[met.at].formation == SQUARE else "front")
        mutual = other in best and best[other].at == met.by
        if mutual and own not in taken and other not in taken:
            pair(own, other)
    for own, met in best.items():
        square = state.units[met.by].formation == SQUARE
        free = own not in taken if square else met.by not in busy
        if free and met.at not in busy:
            pair(own, (met.at, "front"))
    return tuple(_melee(setup, state, one, other, kind, busy, facing) for one, other in pairs)


def _melee(  # noqa: PLR0913 - the two units and what is known of the others
    setup: Setup,
    state: State,
    one: str,
    other: str,
    kind: str,
    busy: set[str],
    facing: dict[str, str],
) -> Melee:
    attacker, defender = one, other
    if _moved(state.units[other]) and not _moved(state.units[one]):
        attacker, defender = other, one
    helpers = tuple(
        (uid, principal)
        for principal, enemy in ((attacker, defender), (defender, attacker))
        for uid in supporters(setup, state, principal, enemy, busy, facing)
    )
    involved = (attacker, defender, *(uid for uid, _ in helpers))
    halves = tuple((uid, state.units[uid].halves) for uid in involved)
    return Melee(attacker, defender, helpers, kind, halves)


def supporters(  # noqa: PLR0913 - as `_melee`
    setup: Setup, state: State, principal: str, enemy: str, busy: set[str], facing: dict[str, str]
) -> list[str]:
    """[G.1.support] [G.1.strength] Return who supports a unit: at most one on each side of it.

    A supporter stands beside the friend, or beside the enemy, or with its front on the enemy; one
    that is engaged by another enemy does not support. Batteries that touch the friend are engaged
    with it (G.7.adjacent). Nobody else supports across a bridge or in a village (G.6.formation,
    G.5.melee).
    """
    guns = guns_with(setup, state, principal, busy, facing)
    if (
        state.units[principal].sector
        or state.units[enemy].sector
        or over_bridge(setup, state, principal, enemy)
    ):
        return guns
    own, foe = base(setup, state.units[principal]), base(setup, state.units[enemy])
    side = setup.types[principal].side
    by_side: dict[bool, str] = {}
    for uid, unit in state.units.items():
        free = uid not in busy and facing.get(uid) in (None, enemy)
        other = setup.types[uid].side != side or setup.types[uid].arm == "artillery"
        if uid == principal or other or not can_fight(unit) or not free:
            continue
        stand = base(setup, unit)
        if (
            beside(stand, own, friends=True)
            or beside(stand, foe)
            or front_contact(stand, foe) > setup.eps
        ):
            left = own.ahead(stand.centre)[1] > 0
            by_side.setdefault(left, uid)
    return [*by_side.values(), *guns]


def guns_with(
    setup: Setup, state: State, principal: str, busy: set[str], facing: dict[str, str]
) -> list[str]:
    """[G.7.adjacent] Return the batteries that are engaged because they touch a friend that is fought.

    In a village sector it is those at the ends of the friend's own side (G.5.melee).
    """
    unit = state.units[principal]
    if setup.types[principal].arm == "artillery":
        return []
    own = base(setup, unit)
    return [
        uid
        for uid, other in state.units.items()
        if setup.types[uid].arm == "artillery"
        and setup.types[uid].side == setup.types[principal].side
        and can_fight(other)
        and uid not in busy
        and uid not in facing
        and other.sector == unit.sector
        and touch(base(setup, other), own)
    ]


def over_bridge(setup: Setup, state: State, one: str, other: str) -> bool:
    """[G.6.formation] Whether two units fight across a bridge: it lies between their centres."""
    if not setup.table.bridges:
        return False
    line = shapely.LineString(
        (base(setup, state.units[one]).centre, base(setup, state.units[other]).centre)
    )
    return any(bridge.strip.intersects(line) for bridge in setup.table.bridges)


def exposed(setup: Setup, state: State, uid: str, foes: Sequence[str]) -> str:
    """[G.2.flank] [G.2.rear] Return where a unit is attacked besides its front: the worse of both.

    "rear", "flank" or "", as the rows of tables 6 and 7 are called; `foes` as in `flanked`.
    """
    if from_behind(setup, state, uid):
        return "rear"
    return "flank" if flanked(setup, state, uid, foes) else ""


def flanked(setup: Setup, state: State, uid: str, foes: Sequence[str]) -> bool:
    """[G.2.flank] Whether a unit that is fought is attacked on the flank as well.

    Those of `foes`, the enemies of its own melee, that stand side by side with it; and every enemy,
    of whatever arm or melee, with more than half of its front or side on the unit's flank.
    """
    if not has_flanks(state.units[uid]):
        return False
    own = base(setup, state.units[uid])
    supporters = [base(setup, state.units[foe]) for foe in foes if on_table(state.units[foe])]
    return any(beside(stand, own) for stand in supporters) or any(
        on_flank(own, stand) for stand in _enemies_at(setup, state, uid)
    )


def from_behind(setup: Setup, state: State, uid: str) -> bool:
    """[G.2.rear] Whether any enemy's front lies along a unit's rear."""
    if not has_flanks(state.units[uid]):
        return False
    own = base(setup, state.units[uid])
    return any(on_rear(own, stand) for stand in _enemies_at(setup, state, uid))


def _enemies_at(setup: Setup, state: State, uid: str) -> list[Base]:
    """[geo.touch] The enemies that touch a unit and can fight."""
    foes = enemies(setup, state, setup.types[uid].side)
    near = foes.within(base(setup, state.units[uid]), 2 * setup.eps).tolist() if len(foes) else []
    return [foes.items[i] for i in near if can_fight(state.units[foes.ids[i]])]

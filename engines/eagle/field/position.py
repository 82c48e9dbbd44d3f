"""[form] [stack] [zoc] What stands where, what is front, flank and rear, and zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from grognard.engines.core.play.memo import Memo
from grognard.engines.eagle.setup import SIDES, Setup, enemy_of
from grognard.engines.eagle.state import LINE, OPEN_ORDER, SQUARE, State, Unit
from grognard.engines.eagle.tables import number

FRONT, FLANK, REAR = "front", "flank", "rear"


@dataclass(frozen=True, slots=True)
class Occupied:
    """Where everybody stands: units and Rifles by hex; the zones of control of a side once they are asked for."""

    units: dict[str, str] = field(default_factory=dict)
    rifles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hexes: dict[str, set[str]] = field(default_factory=dict)
    zoc: dict[str, set[str]] = field(default_factory=dict)


_OCCUPIED: Memo[tuple[object, Occupied]] = Memo(64)
"""The last answer for each set-up, with the very units that it was worked out from."""


def occupied(setup: Setup, state: State) -> Occupied:
    """Return where everybody stands; kept while nobody changes."""
    last = _OCCUPIED.get((setup,))
    if last is not None and last[0] is state.units:
        return last[1]
    found = Occupied(hexes={s: set() for s in SIDES})
    for uid, unit in state.units.items():
        if not unit.on_map:
            continue
        card = setup.units[uid]
        if card.rifles:
            found.rifles[unit.at] = (*found.rifles.get(unit.at, ()), uid)
            continue
        found.units[unit.at] = uid
        found.hexes[card.side].add(unit.at)
    _OCCUPIED.keep((setup,), (state.units, found))
    return found


def unit_at(setup: Setup, state: State, hex_id: str) -> str | None:
    """[stack.one_unit] Return the unit in a hex, or None; Rifles are none."""
    return occupied(setup, state).units.get(hex_id)


def rifles_at(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """[opt.rifles.figure] Return the Rifles figures in a hex."""
    return occupied(setup, state).rifles.get(hex_id, ())


def has_routed(state: State, unit: Unit) -> bool:
    """[result.rout.effects] [opt.rifles.forced] Whether a unit is routed; Rifles are with their parent."""
    parent = state.units.get(unit.parent)
    return unit.is_routed or (parent is not None and parent.is_routed)


def rifles_of(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[opt.rifles.figure] Return the Rifles that are with a unit, their parent; not those that stand alone."""
    here = rifles_at(setup, state, state.units[uid].at)
    return tuple(one for one in here if state.units[one].parent == uid)


def side_at(setup: Setup, state: State, hex_id: str) -> str | None:
    """Return the side whose unit stands in a hex, or None."""
    uid = unit_at(setup, state, hex_id)
    return setup.units[uid].side if uid else None


def units_of(setup: Setup, state: State, side: str) -> Iterator[Unit]:
    """Give the units of a side that are on the map; Rifles among them."""
    return (u for u in state.units.values() if u.on_map and setup.units[u.id].side == side)


WHOLE = "whole_group"
"""The choice that a group does nothing more in a segment."""


def is_finished(state: State) -> bool:
    """[action.per_segment] Whether the owner has said that the acting group does nothing more in this segment."""
    return f"{WHOLE} {state.active}" in state.done


def group_units(setup: Setup, state: State, group: str) -> Iterator[Unit]:
    """Give the units of a group that are on the map; Rifles whose parent is of the group among them."""
    for uid in setup.groups[group].units:
        if state.units[uid].on_map:
            yield state.units[uid]


def commanders_at(state: State, hex_id: str) -> tuple[str, ...]:
    """Return the commanders in a hex."""
    return tuple(c.id for c in state.commanders.values() if c.at == hex_id)


def commanders_with(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[cmd.grouping_bonus] Return the commanders of its own side in the hex of a unit."""
    side, at = setup.units[uid].side, state.units[uid].at
    here = commanders_at(state, at)
    return tuple(cid for cid in here if setup.chiefs[cid].side == side)


def is_alone(setup: Setup, state: State, cid: str) -> bool:
    """[move.displace_commander] Whether a commander has no friendly unit in his hex."""
    return side_at(setup, state, state.commanders[cid].at) != setup.chiefs[cid].side


def command(setup: Setup, state: State, cid: str, name: str) -> int:
    """[cmd.card] [result.commander.wounded] Return a value of a commander: orders, melee, morale, ability."""
    commander = state.commanders[cid]
    printed = int(getattr(setup.cards[commander.card], name))
    worth = printed + (number("wound") if commander.wounded else 0)
    return max(0, worth) if name == "ability" else worth


# -- formations and facing ---------------------------------------------------------------------


def is_cadre(setup: Setup, unit: Unit) -> bool:
    """[result.cadre.limits] Whether infantry is reduced to cadre; a single Rifles figure is not."""
    card = setup.units[unit.id]
    return card.is_infantry and not card.rifles and unit.figures == number("cadre")


def all_round(unit: Unit) -> bool:
    """[form.square] [form.open_order] Whether all six hexes are front hexes."""
    return unit.formation in (SQUARE, OPEN_ORDER)


def front(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[form.facing] Return the front hexes of a unit; a routed one has none."""
    if unit.is_routed or not unit.on_map:
        return ()
    if all_round(unit):
        return setup.map.grid.adjacent(unit.at)
    return setup.map.grid.frontal(unit.at, unit.facing)


def flanks(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[form.facing] Return the flank hexes of a unit."""
    if unit.is_routed or all_round(unit):
        return ()
    return setup.map.grid.flanks(unit.at, unit.facing)


def rear(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[form.facing] Return the two rear hexes of a unit."""
    if unit.is_routed or all_round(unit):
        return ()
    return rear_at(setup, unit.at, unit.facing)


def rear_at(setup: Setup, at: str, facing: int) -> tuple[str, ...]:
    """[form.facing] Return the two hexes behind a vertex that is faced."""
    return setup.map.grid.frontal(at, (facing + 3) % 6)


def arc_of(facing: int, directions: tuple[int, ...]) -> str:
    """[form.facing] [los.vertex] Tell from which arc a line comes in by one direction, or by a vertex.

    Between front and flank it is the front, between flank and rear the rear.
    """
    arcs = {(FRONT, FRONT, FLANK, REAR, REAR, FLANK)[(d - facing) % 6] for d in directions}
    if FRONT in arcs:
        return FRONT
    return REAR if REAR in arcs else FLANK


def arc(setup: Setup, state: State, uid: str, origin: str) -> str:
    """[form.facing] [los.vertex] [opt.flank_cover] Return from which arc an attack from a hex comes."""
    unit = state.units[uid]
    if all_round(unit) or origin == unit.at:
        return FRONT
    directions = setup.map.grid.exit_directions(unit.at, origin)
    found = arc_of(unit.facing, directions)
    if found == FLANK and setup.uses("flank_cover") and _is_covered(setup, state, unit, directions):
        return FRONT
    return found


def _is_covered(setup: Setup, state: State, unit: Unit, directions: tuple[int, ...]) -> bool:
    """[opt.flank_cover] Whether a flank hex of a line is in the ZOC of another line."""
    if unit.formation != LINE:
        return False
    around = setup.map.grid.neighbours(unit.at)
    hexes = {around[d] for d in directions}
    side = setup.units[unit.id].side
    return any(
        other.id != unit.id and other.formation == LINE and hexes & {*zoc_of(setup, other)}
        for other in units_of(setup, state, side)
    )


# -- zones of control --------------------------------------------------------------------------


def has_zoc(setup: Setup, unit: Unit) -> bool:
    """[zoc.none] Whether a unit has a ZOC: no routed unit, no cadre, no Rifles, no gun without its crew."""
    return (
        unit.on_map
        and not unit.is_routed
        and not unit.sheltered
        and not setup.units[unit.id].rifles
        and not is_cadre(setup, unit)
    )


def zoc_of(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[zoc.definition] Return the ZOC of a unit: its front hexes."""
    return front(setup, unit) if has_zoc(setup, unit) else ()


def enemy_zoc(setup: Setup, state: State, side: str) -> set[str]:
    """[zoc.definition] Return the hexes in the ZOC of the enemies of a side."""
    foe, here = enemy_of(side), occupied(setup, state)
    found = here.zoc.get(foe)
    if found is None:
        units = (state.units[uid] for uid in here.units.values() if setup.units[uid].side == foe)
        found = here.zoc[foe] = {at for unit in units for at in zoc_of(setup, unit)}
    return found


def enemies_next_to(setup: Setup, state: State, side: str, hex_id: str) -> Iterator[str]:
    """Give the enemy units next to a hex."""
    units = occupied(setup, state).units
    for other in setup.map.grid.adjacent(hex_id):
        uid = units.get(other)
        if uid is not None and setup.units[uid].side != side:
            yield uid


def targets_in_zoc(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[zoc.attack] Return the enemy units in the front hexes of a unit, of a cadre too."""
    side = setup.units[uid].side
    found = (unit_at(setup, state, hex_id) for hex_id in front(setup, state.units[uid]))
    return tuple(other for other in found if other and setup.units[other].side != side)


def edge_distance(setup: Setup, side: str, hex_id: str) -> int:
    """[result.rout.move] Return how many steps lie between a hex and the map edge of a side."""
    return setup.map.grid.edge_distance(hex_id, setup.home[side])


VERTEX = {
    "side": {"north": 5, "east": 0, "south": 2, "west": 3},
    "top": {"north": 5, "east": 1, "south": 2, "west": 4},
}
"""[form.facing] The vertex of a hex that points towards an edge of the map, by how the hexes lie."""


def homeward(setup: Setup, side: str) -> int:
    """[result.rout.move] Return the vertex towards a side's own edge, away from the enemy."""
    return VERTEX[setup.map.grid.flat][setup.home[side]]


def enemyward(setup: Setup, side: str) -> int:
    """[form.facing] Return the vertex that a unit faces at the beginning where nothing else is said."""
    return (homeward(setup, side) + 3) % 6


# -- contact within a group --------------------------------------------------------------------


def contacts(setup: Setup, state: State, unit: Unit) -> tuple[str, ...]:
    """[order.attack.rejoin] The hexes of the other units of the group that are not routed, and of its UGC.

    Rifles are no unit to join: their parent has them with it wherever it is driven.
    """
    gid = setup.units[unit.id].group
    others = (
        other.at
        for other in group_units(setup, state, gid)
        if other.id != unit.id and not other.is_routed and not setup.units[other.id].rifles
    )
    ugcs = (c.at for c in state.commanders.values() if c.group == gid and c.on_map)
    return (*others, *(at for at in ugcs if at != unit.at))


def in_touch(setup: Setup, state: State, unit: Unit) -> bool:
    """[order.attack.rejoin] Whether a unit stands next to one of its group or to its UGC."""
    return any(setup.map.grid.distance(unit.at, at) <= 1 for at in contacts(setup, state, unit))

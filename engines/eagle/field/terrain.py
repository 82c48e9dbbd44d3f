"""[terrain] [move.difficult] What ground and hexsides are closed to whom, and what cover they give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from grognard.engines.core.board.hexnumbers import parse_hexes
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.eagle.field.position import occupied, unit_at
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import modifier, row

COVER = {"woods": "woods", "orchard": "woods", "village": "village", "sand_pit": "sand_pit"}
"""[terrain.cumulative] The row of the modifier tables for each terrain that gives cover."""
FARMS = ("fortress", "hougoumont", "haye_sainte")


def is_open(setup: Setup, hex_id: str) -> bool:
    """[terrain.open] Whether a hex is not difficult terrain."""
    return not _difficult(setup.map.at(hex_id))


@cache
def _difficult(terrain: str) -> bool:
    return bool(row("terrain_effects", terrain)["difficult"] == "yes")


@cache
def closed(terrain: str, arm: str) -> bool:
    """[move.difficult.impassable] [move.difficult.walls] Whether a hex or hexside is closed to an arm."""
    return arm in row("terrain_effects", terrain)["closed_to"]


def why_not_ground(setup: Setup, uid: str, hex_id: str) -> Refusal | None:
    """[move.difficult.impassable] Refuse a hex whose terrain is closed to a unit."""
    card = setup.units[uid]
    if hex_id not in setup.map.grid:
        return Refusal("move.basic", text("The map ends there."), (hex_id,))
    terrain = setup.map.at(hex_id)
    if closed(terrain, card.arm):
        name = named("term", row("terrain_effects", terrain)["name"])
        words = text("{terrain} is closed to cavalry and artillery.", terrain=name)
        return Refusal("move.difficult.impassable", words, (hex_id,))
    if any(
        card.arm in said["arm"] and hex_id in hexes_of(said)
        for said in setup.special.get("barred", ())
    ):
        words = text("The scenario closes this hex to the unit.")
        return Refusal("scen.structure", words, (hex_id,))
    return None


def hexes_of(said: Any) -> frozenset[str]:
    """Return the hexes that the record of a special rule names, less those of `but`."""
    return _hexes(tuple(said["hexes"]), tuple(said.get("but") or ()))


@cache
def _hexes(items: tuple[str, ...], but: tuple[str, ...]) -> frozenset[str]:
    return frozenset(parse_hexes(items)) - frozenset(but)


def ways_out(setup: Setup, side: str) -> frozenset[str]:
    """[scen.structure] Return the hexes from which a scenario lets a side leave the field."""
    said = (hexes_of(row) for row in setup.special.get("exit", ()) if row["side"] == side)
    return frozenset().union(*said)


def why_not_cross(setup: Setup, uid: str, a: str, b: str) -> Refusal | None:
    """[move.difficult.walls] Refuse a hexside that is closed to a unit."""
    arm = setup.units[uid].arm
    for kind in setup.map.between(a, b):
        if closed(kind, arm):
            words = text("Cavalry and artillery do not cross a wall or the side of a redoubt.")
            return Refusal("move.difficult.walls", words, (a, b))
    return None


def why_not_enter(setup: Setup, state: State, uid: str, a: str, b: str) -> Refusal | None:
    """[stack.no_entry] [move.enemy_units] Refuse a step into a hex: terrain, hexside, who stands there."""
    why = why_not_ground(setup, uid, b) or why_not_cross(setup, uid, a, b)
    if why is not None:
        return why
    other = unit_at(setup, state, b)
    if other is not None and other != uid:
        words = text("A hex holds one unit, and {unit} is there.", unit=setup.units[other].name)
        mine, theirs = setup.units[uid], setup.units[other]
        rule = "stack.no_merge" if mine.group == theirs.group else "stack.no_entry"
        return Refusal(rule if mine.side == theirs.side else "move.enemy_units", words, (b,))
    return _why_not_rifles(setup, state, uid, b)


def _why_not_rifles(setup: Setup, state: State, uid: str, b: str) -> Refusal | None:
    """[opt.rifles.stack] [opt.rifles.single] With Rifles in a hex no others come, nor a skirmisher who is out.

    Rifles of the enemy that stand alone are no hindrance: the hex counts as empty.
    """
    card, unit = setup.units[uid], state.units[uid]
    for other in occupied(setup, state).rifles.get(b, ()):
        if setup.units[other].side != card.side or other in _with(setup, state, uid):
            continue
        if card.rifles or unit.skirmisher or _with(setup, state, uid):
            words = text("{unit} is there.", unit=setup.units[other].name)
            return Refusal("opt.rifles.stack", words, (b,))
    return None


def _with(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """Return the Rifles whose parent a unit is; such a unit is none of them itself."""
    figures = occupied(setup, state).rifles.values()
    return tuple(one for here in figures for one in here if state.units[one].parent == uid)


# -- cover -------------------------------------------------------------------------------------


def crossed(setup: Setup, origin: str, target: str) -> Iterator[tuple[tuple[str, str], ...]]:
    """Give the hexsides that a line crosses, in order: one, or two where it goes through a vertex."""
    steps = [(origin,), *(step.hexes for step in setup.map.grid.line(origin, target)), (target,)]
    for before, after in pairwise(steps):
        sides = ((a, b) for a in before for b in after)
        yield tuple((a, b) for a, b in sides if setup.map.grid.direction(a, b) is not None)


def cover(setup: Setup, state: State, origin: str, target: str, how: str) -> list[Modifier]:
    """[terrain.cumulative] Return what the ground adds to an attack; `how` is fire or melee."""
    table = f"{how}_modifiers"
    found = []
    terrain = setup.map.at(target)
    if terrain in COVER:
        found.append(modifier(table, COVER[terrain]))
    sides = list(crossed(setup, origin, target))
    entered = sides[-1] if sides else ()
    kinds = [{*setup.map.between(a, b)} for a, b in entered]
    behind = set.intersection(*kinds) if kinds else set()
    found += (modifier(table, "behind") for _ in sorted(behind))
    if entered and all(pair in setup.map.crests for pair in entered):
        found.append(modifier(table, "uphill"))
    elif any(_is_down(setup, pairs) for pairs in sides):
        found.append(modifier(table, "downhill"))
    worth = special(setup, state, target, how)
    if worth:
        found.append(modifier(table, "special", worth))
    return found


def _is_down(setup: Setup, pairs: Iterable[tuple[str, str]]) -> bool:
    """[terrain.crest] Whether a line crosses a crest here from its high to its low side."""
    flipped = [(b, a) for a, b in pairs]
    return bool(flipped) and all(pair in setup.map.crests for pair in flipped)


def special(setup: Setup, state: State, hex_id: str, how: str) -> int:
    """[terrain.fortress] Return the modifier of special terrain (MT): how is fire, melee or morale."""
    terrain = setup.map.at(hex_id)
    if terrain not in FARMS or hex_id in state.opened:
        return 0
    uid = unit_at(setup, state, hex_id)
    for said in setup.special.get("special_terrain", ()):
        side = said.get("side")
        if said["terrain"] == terrain and (not side or (uid and setup.units[uid].side == side)):
            return int(said.get(how) or 0)
    return 0

"""[6] Facing, stacking and zones of control: what a position says, without changing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any, TypeAlias

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, named, text
from grognard.engines.core.play.memo import MISSING, Memo
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import BOXES, State, Unit, UnitType
from grognard.engines.gmt.tables import number

COMPASS = (text("NNE"), text("E"), text("SSE"), text("SSW"), text("W"), text("NNW"))
"""The six vertices a unit may face, in the order of their numbers (6.11.vertex)."""
SIDE_NAMES = {"french": named("side", "French"), "russian": named("side", "Russians")}
SIDE_ADJECTIVES = {"french": text("French"), "russian": text("Russian")}


def enemy_of(side: str) -> str:
    """Return the other side."""
    return "russian" if side == "french" else "french"


def on_map(unit: Unit) -> bool:
    """Whether the unit stands in a hex."""
    return unit.at not in BOXES


def units_of(setup: Setup, state: State, side: str) -> Iterator[Unit]:
    """Give the units of a side that are on the map, in order of their ids' listing."""
    types = setup.types
    return (u for u in state.units.values() if types[u.id].side == side and u.at not in BOXES)


def side_at(setup: Setup, state: State, hex_id: str) -> str | None:
    """Return the side whose units stand in a hex, or None."""
    stack = state.stacks.get(hex_id)
    return setup.types[stack[0]].side if stack else None


def enemy_hexes(setup: Setup, state: State, side: str) -> frozenset[str]:
    """Return the hexes occupied by the enemies of `side`."""
    return hold(setup, state, enemy_of(side))[0]


def cohesion(setup: Setup, unit: Unit) -> int:
    """Return the Cohesion of the side of the counter that is up."""
    kind = setup.types[unit.id]
    return kind.disordered_cohesion if unit.disordered else kind.cohesion


# -- facing (6.1) ------------------------------------------------------------------------------


FACINGS = tuple(range(len(COMPASS)))
WRONG_FACING = Refusal("6.11.vertex", text("A unit faces one of the six vertices (0 to 5)."))


def legal_facing(facing: Any) -> bool:
    """[6.11.vertex] Whether a facing is one of the six vertices."""
    return isinstance(facing, int) and not isinstance(facing, bool) and facing in FACINGS


def shared_facing(setup: Setup, state: State, uid: str, at: str) -> int | None:
    """[6.11.vertex] [6.14] The facing a unit must take from those it joins.

    Guns are free among infantry or cavalry, and bind only each other.
    """
    others = [other for other in state.stacks.get(at, ()) if other != uid]
    foot_and_horse = [other for other in others if not setup.types[other].is_artillery]
    if setup.types[uid].is_artillery:
        binding = [] if foot_and_horse else others
    else:
        binding = foot_and_horse
    return state.units[binding[0]].facing if binding else None


def turning_with(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[6.11.vertex] [6.14] Return who turns as one with a unit in its hex, the unit among them.

    All the infantry and cavalry; guns turn alone among them, and together where they are alone.
    """
    at = state.units[uid].at
    together = fighters(setup, state, at)
    if not setup.types[uid].is_artillery:
        return together
    return (uid,) if together else guns(setup, state, at)


def facings_in(setup: Setup, state: State, uid: str, at: str) -> tuple[int, ...]:
    """[6.11.vertex] Return the facings a unit may take on entering, or staying in, a hex."""
    held = shared_facing(setup, state, uid, at)
    return FACINGS if held is None else (held,)


def why_not_facing(setup: Setup, state: State, uid: str, at: str, facing: Any) -> Refusal | None:
    """[6.11.vertex] Refuse a facing in a hex; None is no facing asked for, the stack's is taken."""
    if facing is None:
        return None
    if not legal_facing(facing):
        return WRONG_FACING
    if facing not in facings_in(setup, state, uid, at):
        return Refusal("6.11.vertex", text("Units stacked together share one facing."), (at,))
    return None


def facing_there(setup: Setup, state: State, uid: str, at: str, wished: int | None) -> int:
    """[6.11.vertex] Return the facing a unit takes in a hex: its stack's, else the one wished."""
    held = shared_facing(setup, state, uid, at)
    if held is not None:
        return held
    return state.units[uid].facing if wished is None else wished


def all_round(setup: Setup, unit: Unit) -> bool:
    """[6.11.fort] [9.85.effects] Whether all six hexes are Frontal."""
    if unit.square:
        return True
    if setup.types[unit.id].arm != "infantry":
        return False
    return setup.map.at(unit.at) in {"village", "castle"} or setup.map.is_redoubt(unit.at)


def frontal(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[6.11.vertex] Return the Frontal hexes, by which the unit fires, Shocks and Charges."""
    if all_round(setup, unit):
        return setup.map.grid.adjacent(unit.at)
    return setup.map.grid.frontal(unit.at, unit.facing)


def defended_front(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[6.11.cav] Return the Frontal hexes that count against an attacker of this unit."""
    front = frontal(setup, unit)
    if setup.types[unit.id].arm == "cavalry" and not unit.disordered and not unit.square:
        return front + setup.map.grid.flanks(unit.at, unit.facing)
    return front


def standing_in(setup: Setup, state: State, hex_id: str) -> Text:
    """Return who stands in a hex, and where that is: nobody knows units by the numbers of hexes."""
    units = all_of(setup.types[uid].name for uid in state.stacks.get(hex_id, ()))
    return text("{units} in {hex}", units=units, hex=setup.map.place(hex_id))


def top_unit(setup: Setup, state: State, hex_id: str) -> Unit | None:
    """[6.23.def] Return the topmost infantry or cavalry unit of a hex, or None."""
    for uid in state.stacks.get(hex_id, ()):
        if not setup.types[uid].is_artillery:
            return state.units[uid]
    return None


def unburdened(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """[9.24] [9.45] Return the infantry and cavalry of a hex down to the first that is Disordered, whosever it is."""
    stack = fighters(setup, state, hex_id)
    return tuple(takewhile(lambda uid: not state.units[uid].disordered, stack))


def forms_square(setup: Setup, uid: str) -> bool:
    """[9.85.limits] Whether a unit makes a Square of its own: infantry, no Jaegers under their rules."""
    kind = setup.types[uid]
    return kind.arm == "infantry" and not (setup.jaeger_rules and kind.weight == "jaeger")


def fighters(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """Return the infantry and cavalry of a hex, from the top."""
    types = setup.types
    return tuple([u for u in state.stacks.get(hex_id, ()) if types[u].arm != "artillery"])


def guns(setup: Setup, state: State, hex_id: str) -> tuple[str, ...]:
    """Return the artillery of a hex, from the top."""
    types = setup.types
    return tuple([u for u in state.stacks.get(hex_id, ()) if types[u].arm == "artillery"])


# -- zones of control (6.3) --------------------------------------------------------------------


def exerts_zoc(kind: UnitType, unit: Unit) -> bool:
    """[6.31] No ZOC: artillery, Squares, the Disordered, Russian militia."""
    return not (
        unit.disordered or unit.square or kind.arm == "artillery" or kind.weight == "militia"
    )


def zoc(setup: Setup, state: State, side: str) -> set[str]:
    """[6.31] Return the hexes in the ZOC of the units of `side`."""
    covered: set[str] = set()
    types, units, reach = setup.types, state.units, setup.map.zoc_from
    for hex_id, stack in state.stacks.items():
        if types[stack[0]].side != side:
            continue
        for uid in stack:
            if exerts_zoc(types[uid], units[uid]):
                covered.update(reach(hex_id))
                break
    return covered


Hold: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[str]]
Split: TypeAlias = dict[str, list[tuple[str, tuple[str, ...]]]]
_HOLDS: Memo[tuple[object, object, Hold]] = Memo(32)
_HELD: Memo[Hold] = Memo(256)
_SILENT: Memo[frozenset[str]] = Memo(16)
_STACKS: Memo[tuple[object, Split]] = Memo(16)
"""The last answers, with the very objects of the State they were worked out from."""


def hold(setup: Setup, state: State, side: str) -> Hold:
    """Return a side's hexes, its ZOC and all hexes next to it; kept while the side stands still."""
    units, stacks = state.units, state.stacks
    last = _HOLDS.get((setup, side))
    if last is not None and last[0] is stacks and last[1] is units:
        return last[2]
    places, silent = [side], _silent(setup)
    for hex_id, stack in _stacks_of(setup, stacks, side):
        places.append(hex_id)
        for uid in stack:
            # As `exerts_zoc` says, without its call: this is asked for every stack at every step.
            if uid not in silent:
                unit = units[uid]
                if not (unit.disordered or unit.square):
                    break
        else:
            places.append("-")
    found = _held(setup, state, tuple(places))
    _HOLDS.keep((setup, side), (stacks, units, found))
    return found


def _silent(setup: Setup) -> frozenset[str]:
    """[6.31] Return the units that never exert a ZOC, whatever their state."""
    found = _SILENT.get((setup,))
    if found is None:
        silent = frozenset(
            uid
            for uid, kind in setup.types.items()
            if kind.arm == "artillery" or kind.weight == "militia"
        )
        found = _SILENT.keep((setup,), silent)
    return found


def _stacks_of(
    setup: Setup, stacks: dict[str, tuple[str, ...]], side: str
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the hexes of a side with their units; kept while nobody moves."""
    last = _STACKS.get((setup,))
    if last is None or last[0] is not stacks:
        types = setup.types
        split: Split = {name: [] for name in setup.sides}
        for hex_id, stack in stacks.items():
            split[types[stack[0]].side].append((hex_id, stack))
        last = _STACKS.keep((setup,), (stacks, split))
    return last[1][side]


def _held(setup: Setup, state: State, places: tuple[str, ...]) -> Hold:
    """Work out what is held by a side (first of `places`) in hexes; "-" follows one without ZOC."""
    found = _HELD.get((setup, places))
    if found is None:
        held = frozenset(h for h in places[1:] if h != "-")
        near = frozenset(other for h in held for other in setup.map.grid.adjacent(h))
        covered = frozenset(zoc(setup, state, places[0]))
        found = _HELD.keep((setup, places), (held, covered, near))
    return found


def controllers(setup: Setup, state: State, hex_id: str, side: str) -> tuple[str, ...]:
    """Return the units of `side` whose ZOC covers a hex, in order of direction."""
    found = []
    for other in setup.map.grid.adjacent(hex_id):
        if side_at(setup, state, other) == side and hex_id in setup.map.zoc_from(other):
            stack = state.stacks[other]
            found += [u for u in stack if exerts_zoc(setup.types[u], state.units[u])]
    return tuple(found)


def front_zoc(setup: Setup, state: State, side: str, *, cavalry_only: bool = False) -> set[str]:
    """[6.34] Return hexes that are both Frontal to and in the ZOC of one unit of `side`."""
    covered: set[str] = set()
    for unit in units_of(setup, state, side):
        kind = setup.types[unit.id]
        if exerts_zoc(kind, unit) and (kind.arm == "cavalry" or not cavalry_only):
            reach = setup.map.zoc_from(unit.at)
            covered.update(h for h in frontal(setup, unit) if h in reach)
    return covered


def adjacent_enemies(setup: Setup, state: State, hex_id: str, side: str) -> tuple[str, ...]:
    """Return the enemy units of `side` in the hexes around, in order of direction."""
    found: list[str] = []
    for other in setup.map.grid.adjacent(hex_id):
        stack = state.stacks.get(other)
        if stack and setup.types[stack[0]].side != side:
            found.extend(stack)
    return tuple(found)


# -- stacking (6.2) ----------------------------------------------------------------------------


_STACKINGS: Memo[Refusal | None] = Memo(16384)


def why_not_stack(setup: Setup, units: Iterable[str], where: str = "") -> Refusal | None:
    """[6.21.max] Return what forbids these units to share a hex, or None (kept once judged)."""
    stack = tuple(units)
    found = _STACKINGS.get((setup, stack), MISSING)
    if found is MISSING:
        found = _STACKINGS.keep((setup, stack), _judge_stack(setup, stack))
    return evolve(found, where=(where,)) if found is not None and where else found


def _judge_stack(setup: Setup, units: tuple[str, ...]) -> Refusal | None:
    kinds = [setup.types[uid] for uid in units]
    if len(kinds) <= 1:
        return None
    cannons = [kind for kind in kinds if kind.is_artillery]
    others = [kind for kind in kinds if not kind.is_artillery]
    if any(kind.is_militia for kind in kinds):
        return Refusal("bor.13", text("Militia stacks with no other unit."))
    if len(kinds) > number("stack_max"):
        return Refusal("6.21.max", text("A hex holds three combat units at most."))
    if not others:
        return _why_not_guns(setup, cannons)
    return _why_not_mixed(others, cannons)


def is_overstacked(setup: Setup, units: Iterable[str]) -> bool:
    """[bor.overstack] Whether these are guns of one set-up list that may start so many to a hex."""
    stack = tuple(units)
    return len(stack) > number("artillery_alone_max") and any(
        len(stack) <= zone.guns and set(stack) <= set(zone.units) for zone in setup.zones
    )


def stacking_rules(setup: Setup, units: Iterable[str]) -> tuple[str, ...]:
    """[6.21.brigade] [6.21.jaeger] Name the special rules by which these units share a hex."""
    others = [kind for uid in units if not (kind := setup.types[uid]).is_artillery]
    found = []
    if len(others) > number("same_arm_max"):
        found.append("6.21.brigade")
    if len(others) > 1 and any(kind.weight == "jaeger" for kind in others):
        found.append("6.21.jaeger")
    return tuple(found)


def fire_limit(setup: Setup) -> tuple[int, str]:
    """[6.21.artonly] [bor.10] Return the Fire Strength that artillery alone may total in a hex, and its rule.

    The limit is Borodino's own unless the scenario says otherwise.
    """
    name = "artillery_fire_limit"
    if setup.uses("series_fire_limit"):
        return number(name), "6.21.artonly"
    return number(name + "_borodino"), "bor.10"


def _why_not_guns(setup: Setup, cannons: list[UnitType]) -> Refusal | None:
    if len(cannons) > number("artillery_alone_max"):
        return Refusal("6.21.artonly", text("Two artillery units at most share a hex."))
    if len({kind.group for kind in cannons}) > 1:
        return Refusal("6.21.artonly", text("They belong to different Activation Groups."))
    limit, rule = fire_limit(setup)
    if sum(kind.fire for kind in cannons) > limit:
        words = text("Their Fire Strength exceeds {limit} in one hex.", limit=limit)
        return Refusal(rule, words)
    return None


def _why_not_mixed(others: list[UnitType], cannons: list[UnitType]) -> Refusal | None:
    if len({kind.arm for kind in others}) > 1:
        return Refusal("6.21.mix", text("Infantry and cavalry never share a hex."))
    if len(cannons) > number("artillery_with_others_max"):
        return Refusal(
            "6.21.oneart",
            text("Only one artillery unit stacks with other arms."),
        )
    brigades = {kind.brigade for kind in others}
    one_brigade = len(brigades) == 1 and "" not in brigades
    if one_brigade or len(others) == 1:
        return None
    if len(others) > number("same_arm_max"):
        return Refusal(
            "6.21.two",
            text("Three units of one arm must be of the same brigade."),
        )
    if cannons:
        return Refusal(
            "6.21.oneart",
            text("Artillery joins two units only if they are of one brigade."),
        )
    return None

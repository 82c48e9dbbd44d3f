"""Positions for cases: the `set:` section, the choices of a case, and the facts it may check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, get_type_hints

from engines.core.show.asks import Choice
from engines.gmt.activation.activation import began_of
from engines.gmt.field.features import BURNING, DESTROYED, RUBBLE
from engines.gmt.orders.initiative import group_of_am
from engines.gmt.orders.orders import FAILED, HELD, NO_ORDERS, UNDER_ORDERS
from engines.gmt.setup import Setup
from engines.gmt.state import BOXES, RESERVE, Attack, Battle, State, Unit, UnitType
from engines.gmt.table import casefields as read
from engines.gmt.table.arrange_day import DAY_KEYS, arrange_day
from engines.gmt.turns import turn_of

FLAGS = ("disordered", "square", "moved", "refaced", "fired", "fought", "countered")
TYPE_FIELDS = (
    "defensive_fire",
    "shock",
    "cohesion",
    "disordered_cohesion",
    "ma",
    "effective_range",
    "maximum_range",
    "fire",
    "brigade",
    "group",
    "weight",
)
KEYS = (
    "turn",
    "phase",
    "active",
    "only",
    "place",
    "declared",
    "commands",
    "orders",
    "leaders",
    "entering",
    "arrived",
    "collapsed",
    "holder",
    "features",
    "began",
    "inactive",
    "done",
    "reserve_activation",
    "barrage",
    "extended",
    "attacks",
    "battle",
    "left_square",
    "column",
    *DAY_KEYS,
)


def reprint(setup: Setup, edits: Mapping[str, Any]) -> Setup:
    """Return the set-up with the units that a case prints otherwise; `setup` itself stays as it is."""
    types = dict(setup.types)
    for line in edits.get("place") or ():
        if isinstance(line, Mapping) and str(line.get("unit")) in types:
            uid = str(line["unit"])
            types[uid] = _retyped(types[uid], line)
    return setup if types == setup.types else replace(setup, types=types)


def arrange(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Apply a case's `set:` section: see CASES.md for the keys.

    Raises:
        ValueError: for an unknown key, unit, hex or value; the message says how to mend it.
    """
    unknown = [key for key in edits if key not in KEYS]
    if unknown:
        raise ValueError(f"unknown keys in set: {', '.join(unknown)}; known are {', '.join(KEYS)}")
    state = _place(setup, state, edits)
    state = _plain(setup, state, edits)
    state = replace(state, day=arrange_day(setup, state, edits))
    return _cursor(setup, state, edits)


def _place(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    units = dict(state.units)
    placed: list[str] = []
    for line in read.lines("place", edits.get("place")):
        uid = read.word("place.unit", line.get("unit", ""))
        if uid not in units:
            raise ValueError(f"set.place: {dict(line)} does not name a unit of the scenario")
        units[uid] = _placed(setup, units[uid], line)
        placed.append(uid)
    if read.truth("only", edits.get("only", "no")):
        units = {uid: units[uid] for uid in units if uid in placed}
    later = [uid for uid in units if uid not in placed]
    stacks: dict[str, tuple[str, ...]] = {}
    for uid in [*placed, *later]:
        if uid in units and units[uid].at not in BOXES:
            stacks[units[uid].at] = (*stacks.get(units[uid].at, ()), uid)
    return replace(state, units=units, stacks=stacks)


def _placed(setup: Setup, unit: Unit, line: Mapping[str, Any]) -> Unit:
    at = read.word("place.at", line.get("at", unit.at))
    if at not in BOXES and at not in setup.map.grid:
        raise ValueError(f"set.place: {line['unit']} at {at}: no such hex, nor one of {BOXES}")
    states = read.words("place.state", line.get("state"))
    wrong = [name for name in states if name not in FLAGS]
    if wrong:
        raise ValueError(f"set.place: unknown state {wrong[0]}; known are {', '.join(FLAGS)}")
    facing = read.whole("place.facing", line.get("facing", unit.facing))
    if not 0 <= facing <= 5:
        raise ValueError(f"set.place: {line['unit']} faces {facing}; a facing is 0 to 5")
    read.fields_of("place", line, ("unit", "at", "facing", "state", *TYPE_FIELDS))
    flags = {name: name in states for name in FLAGS}
    return Unit(unit.id, at, facing, **flags)


def _retyped(kind: UnitType, line: Mapping[str, Any]) -> UnitType:
    """Return a unit with the printed values a case gives it."""
    changes = {key: line[key] for key in TYPE_FIELDS if key in line}
    if not changes:
        return kind
    hints = get_type_hints(type(kind))
    typed: dict[str, Any] = {
        key: (read.whole if hints[key] is int else read.word)(f"place.{key}", value)
        for key, value in changes.items()
    }
    if "cohesion" in typed and "disordered_cohesion" not in typed:
        typed["disordered_cohesion"] = int(typed["cohesion"]) - 1
    return replace(kind, **typed)


def _plain(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    changes: dict[str, Any] = {}
    if "turn" in edits:
        changes["turn"] = read.whole("turn", edits["turn"])
    if "phase" in edits:
        why = turn_of(setup).why_not_cursor(edits["phase"])
        if why is not None:
            raise ValueError(f"set.phase: {why}")
        changes["phase"] = edits["phase"]
    for name in ("active", "holder"):
        if name in edits:
            changes[name] = read.one_of(name, edits[name], setup.sides)
    for name in ("commands", "arrived", "collapsed", "done", "extended", "left_square", "column"):
        if name in edits:
            changes[name] = read.words(name, edits[name])
    for name in ("orders", "leaders", "features"):
        if name in edits:
            given = read.mapping(name, edits[name])
            changes[name] = {str(key): read.word(name, value) for key, value in given.items()}
    for name in ("reserve_activation", "barrage"):
        if name in edits:
            changes[name] = read.truth(name, edits[name])
    if "entering" in edits:
        paid = read.mapping("entering", edits["entering"])
        changes["entering"] = {str(key): read.whole("entering", mp) for key, mp in paid.items()}
    _check_names(setup, changes)
    return replace(state, **changes)


def _check_names(setup: Setup, changes: Mapping[str, Any]) -> None:
    """Refuse units, leaders and hexes that the scenario does not have."""
    for name in ("orders", "extended", "left_square", "column"):
        for uid in changes.get(name, ()):
            read.one_of(name, uid, setup.types)
    for status in changes.get("orders", {}).values():
        read.one_of("orders", status, (UNDER_ORDERS, NO_ORDERS, FAILED, HELD))
    for leader, at in changes.get("leaders", {}).items():
        read.one_of("leaders", leader, setup.leaders)
        _check_hex(setup, "leaders", at)
    for at in changes.get("entering", ()):
        _check_hex(setup, "entering", at)
    for place, what in changes.get("features", {}).items():
        read.one_of("features", what, (BURNING, RUBBLE, DESTROYED))
        for at in place.split("/"):
            _check_hex(setup, "features", at)


def _check_hex(setup: Setup, field: str, at: str) -> None:
    if at not in setup.map.grid:
        raise ValueError(f"set.{field}: there is no hex {at} on this map")


def _cursor(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Fill what an activation in progress needs: who is active and where each unit began."""
    if not turn_of(setup).within(state, "activation"):
        return state
    idle = read.words("inactive", edits.get("inactive"))
    group = group_of_am(setup, state.day.am)
    uids = [
        uid
        for uid, unit in state.units.items()
        if setup.types[uid].side == state.active
        and uid not in idle
        and (group is None or setup.types[uid].group == group.id)
        and (unit.at not in BOXES or unit.at == RESERVE)
    ]
    table = _Fake(setup, state)
    began = {uid: began_of(table, uid) for uid in uids}  # type: ignore[arg-type]
    for uid, where in read.mapping("began", edits.get("began")).items():
        read.one_of("began", uid, began)
        began[uid] = replace(began[uid], **_began_edit(where))
    battle = replace(state.battle, attacks=tuple(_attacks(setup, state, edits)))
    return replace(
        state, began=began, battle=_battle(battle, read.mapping("battle", edits.get("battle")))
    )


class _Fake:
    """Just enough of a Table to note where units begin."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state


def _began_edit(where: Any) -> dict[str, Any]:
    if isinstance(where, str):
        return {"at": where}
    line = read.mapping("began", where)
    read.fields_of("began", line, ("at", "adjacent", "zoc_of"))
    found: dict[str, Any] = {"at": read.word("began.at", line["at"])} if "at" in line else {}
    lists = ("adjacent", "zoc_of")
    return found | {key: read.words(f"began.{key}", line[key]) for key in lists if key in line}


def _attacks(setup: Setup, state: State, edits: Mapping[str, Any]) -> list[Attack]:
    lines = read.lines("declared", edits.get("declared") or edits.get("attacks"))
    names = [field.name for field in fields(Attack)]
    found = []
    for index, line in enumerate(lines):
        read.fields_of("declared", line, (*names, "by", "against"))
        values = {key: value for key, value in line.items() if key in names}
        found.append(_attack(setup, state, index, line, values))
    return found


def _attack(
    setup: Setup, state: State, index: int, line: Mapping[str, Any], values: dict[str, Any]
) -> Attack:
    units = read.word_or_words("declared.by", line.get("by") or line.get("units"))
    missing = [uid for uid in units if uid not in state.units]
    if missing or not units:
        raise ValueError(f"set.declared: no such unit: {', '.join(missing) or line!r}")
    against = line.get("against") or line.get("targets")
    targets = read.word_or_words("declared.against", against)
    first = state.units[units[0]]
    base: dict[str, Any] = {
        "id": f"a{index + 1}",
        "side": setup.types[units[0]].side,
        "origin": first.at,
        "at": first.at,
        "facing": first.facing,
        **values,
        "units": units,
        "targets": targets,
    }
    base["charge"] = read.truth("declared.charge", base.get("charge", "no"))
    for name in ("pursuits", "facing"):
        base[name] = read.whole(f"declared.{name}", base.get(name, 0))
    for name in ("route", "widened", "spared"):
        base[name] = read.words(f"declared.{name}", base.get(name))
    for name in ("id", "side", "origin", "at", "status", "kind"):
        if name in base:
            base[name] = read.word(f"declared.{name}", base[name])
    return Attack(**base)


def _battle(battle: Battle, edits: Mapping[str, Any]) -> Battle:
    names = [field.name for field in fields(Battle) if field.name != "attacks"]
    read.fields_of("battle", edits, names)
    changes: dict[str, Any] = {
        key: read.words(f"battle.{key}", edits[key]) for key in edits if key != "counter_charges"
    }
    pairs = edits.get("counter_charges")
    if pairs is not None:
        pairs = read.items("battle.counter_charges", pairs)
        changes["counter_charges"] = tuple(_pair(pair) for pair in pairs)
    return replace(battle, **changes)


def _pair(pair: Any) -> tuple[str, str]:
    """Read a Counter-Charge: the unit and the attack it meets."""
    found = read.words("battle.counter_charges", pair)
    if len(found) != 2:
        raise ValueError("set.battle: a Counter-Charge is [unit, attack]")
    return found[0], found[1]


# -- choices and facts -------------------------------------------------------------------------


def expand(wanted: Mapping[str, Any]) -> list[Choice]:
    """Translate {move: unit, route: [...], facing: n} and {rally: unit}; the rest is as written."""
    plain: dict[str, Any] = dict(wanted)
    if "facing" in plain and read.is_whole(plain["facing"]):
        plain["facing"] = int(plain["facing"])
    if "move" in plain:
        unit = plain.pop("move")
        rest: list[Choice] = [plain.pop("square")] if "square" in plain else []
        if plain.pop("stay", None) is not None:
            return [unit, *rest, "pass"]
        return [unit, *rest, plain] if plain else [unit, *rest]
    if set(plain) == {"rally"}:
        return [plain["rally"]]
    if set(plain) == {"facing"}:
        return [plain["facing"]]
    if isinstance(plain.get("by"), str) and "targets" not in plain and "charge" not in plain:
        return [plain]
    return [plain]


def facts(setup: Setup, state: State, piece: str) -> dict[str, Any]:
    """Return at, facing, state flags, stack order and current values of a unit."""
    unit = state.units[piece]
    kind = setup.types[piece]
    flags = [name for name in FLAGS if getattr(unit, name)]
    found: dict[str, Any] = {name: getattr(kind, name) for name in TYPE_FIELDS}
    stack = state.stacks.get(unit.at, ())
    position = stack.index(piece) if piece in stack else None
    shown = [name for name in flags if name in ("disordered", "square")]
    return {
        **found,
        "at": unit.at,
        "facing": unit.facing,
        "state": shown,
        "marks": flags,
        "stack": position,
    }

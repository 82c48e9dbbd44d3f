"""Positions for cases: the `set:` section, the choices of a case, and the facts it may check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, get_type_hints

from engines.core.asks import Choice
from engines.gmt.activation import began_of
from engines.gmt.arrange_day import DAY_KEYS, YES, arrange_day
from engines.gmt.initiative import group_of_am
from engines.gmt.sequence import is_activation
from engines.gmt.setup import Setup
from engines.gmt.state import BOXES, RESERVE, Attack, Battle, State, Unit, UnitType

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
    for line in edits.get("place") or ():
        if not isinstance(line, Mapping) or line.get("unit") not in units:
            raise ValueError(f"set.place: {line!r} does not name a unit of the scenario")
        uid = line["unit"]
        units[uid] = _placed(setup, units[uid], line)
        placed.append(uid)
    if str(edits.get("only", "no")) in YES:
        units = {uid: units[uid] for uid in units if uid in placed}
    later = [uid for uid in units if uid not in placed]
    stacks: dict[str, tuple[str, ...]] = {}
    for uid in [*placed, *later]:
        if uid in units and units[uid].at not in BOXES:
            stacks[units[uid].at] = (*stacks.get(units[uid].at, ()), uid)
    return replace(state, units=units, stacks=stacks)


def _placed(setup: Setup, unit: Unit, line: Mapping[str, Any]) -> Unit:
    at = str(line.get("at", unit.at))
    if at not in BOXES and at not in setup.map.grid:
        raise ValueError(f"set.place: {line['unit']} at {at}: no such hex, nor one of {BOXES}")
    states = line.get("state") or []
    wrong = [name for name in states if name not in FLAGS]
    if wrong:
        raise ValueError(f"set.place: unknown state {wrong[0]}; known are {', '.join(FLAGS)}")
    facing = int(line.get("facing", unit.facing))
    if not 0 <= facing <= 5:
        raise ValueError(f"set.place: {line['unit']} faces {facing}; a facing is 0 to 5")
    known = {"unit", "at", "facing", "state", *TYPE_FIELDS}
    extra = [key for key in line if key not in known]
    if extra:
        raise ValueError(
            f"set.place: unknown field {extra[0]}; known are {', '.join(sorted(known))}"
        )
    flags = {name: name in states for name in FLAGS}
    return Unit(unit.id, at, facing, **flags)


def _retyped(kind: UnitType, line: Mapping[str, Any]) -> UnitType:
    """Return a unit with the printed values a case gives it."""
    changes = {key: line[key] for key in TYPE_FIELDS if key in line}
    if not changes:
        return kind
    hints = get_type_hints(type(kind))
    typed: dict[str, Any] = {
        key: int(value) if hints[key] is int else str(value) for key, value in changes.items()
    }
    if "cohesion" in typed and "disordered_cohesion" not in typed:
        typed["disordered_cohesion"] = int(typed["cohesion"]) - 1
    return replace(kind, **typed)


def _plain(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    changes: dict[str, Any] = {}
    if "turn" in edits:
        changes["turn"] = int(edits["turn"])
    for name in ("phase", "active", "holder"):
        if name in edits:
            changes[name] = str(edits[name])
    for name in ("commands", "arrived", "collapsed", "done", "extended", "left_square", "column"):
        if name in edits:
            changes[name] = tuple(edits[name])
    for name in ("orders", "leaders", "features"):
        if name in edits:
            changes[name] = {str(key): str(value) for key, value in edits[name].items()}
    for name in ("reserve_activation", "barrage"):
        if name in edits:
            changes[name] = str(edits[name]) in YES
    if "entering" in edits:
        changes["entering"] = {key: int(value) for key, value in edits["entering"].items()}
    if changes.get("active", "french") not in setup.sides:
        raise ValueError(f"set.active: {changes['active']}; the sides are {', '.join(setup.sides)}")
    return replace(state, **changes)


def _cursor(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Fill what an activation in progress needs: who is active and where each unit began."""
    if not is_activation(state.phase):
        return state
    idle = set(edits.get("inactive") or ())
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
    for uid, where in (edits.get("began") or {}).items():
        began[uid] = replace(began[uid], **_began_edit(where))
    battle = replace(state.battle, attacks=tuple(_attacks(setup, state, edits)))
    return replace(state, began=began, battle=_battle(battle, edits.get("battle") or {}))


class _Fake:
    """Just enough of a Table to note where units begin."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup, self.state = setup, state


def _began_edit(where: Any) -> dict[str, Any]:
    if isinstance(where, str):
        return {"at": where}
    return {key: tuple(value) if isinstance(value, list) else value for key, value in where.items()}


def _attacks(setup: Setup, state: State, edits: Mapping[str, Any]) -> list[Attack]:
    lines = edits.get("declared") or edits.get("attacks") or ()
    names = {field.name for field in fields(Attack)}
    found = []
    for index, line in enumerate(lines):
        values = {key: value for key, value in line.items() if key in names}
        wrong = [key for key in line if key not in names and key not in ("by", "against")]
        if wrong:
            raise ValueError(f"set.declared: unknown field {wrong[0]}; known are {sorted(names)}")
        found.append(_attack(setup, state, index, line, values))
    return found


def _attack(
    setup: Setup, state: State, index: int, line: Mapping[str, Any], values: dict[str, Any]
) -> Attack:
    by = line.get("by") or line.get("units")
    units = tuple([by] if isinstance(by, str) else by or ())
    missing = [uid for uid in units if uid not in state.units]
    if missing or not units:
        raise ValueError(f"set.declared: no such unit: {', '.join(missing) or line!r}")
    against = line.get("against") or line.get("targets") or ()
    targets = tuple([against] if isinstance(against, str) else against)
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
    base["charge"] = str(base.get("charge", "no")) in YES
    base["pursuits"] = int(base.get("pursuits", 0))
    base["facing"] = int(base["facing"])
    for name in ("route", "widened"):
        base[name] = tuple(base.get(name, ()))
    return Attack(**base)


def _battle(battle: Battle, edits: Mapping[str, Any]) -> Battle:
    names = {field.name for field in fields(Battle)}
    wrong = [key for key in edits if key not in names]
    if wrong:
        raise ValueError(f"set.battle: unknown field {wrong[0]}; known are {sorted(names)}")
    changes: dict[str, Any] = {
        key: tuple(tuple(item) if isinstance(item, list) else item for item in value)
        for key, value in edits.items()
    }
    return replace(battle, **changes)


# -- choices and facts -------------------------------------------------------------------------


def expand(wanted: Mapping[str, Any]) -> list[Choice]:
    """Translate {move: unit, route: [...], facing: n} and {rally: unit}; the rest is as written."""
    numbers = {key: int(wanted[key]) for key in ("facing",) if key in wanted}
    plain: dict[str, Any] = {**wanted, **numbers}
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

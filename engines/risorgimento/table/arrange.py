"""Positions for cases: the `set:` section, the choices of a case, and the facts it may check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engines.core.board.tabletop import CENTI, MILLI, Pose
from engines.core.show.asks import Ask, Choice, meant
from engines.risorgimento.ground.allowance import formations_of
from engines.risorgimento.ground.tablemap import slots
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import (
    BATTERY,
    FORMATIONS,
    LINE,
    MARKERS,
    OPEN,
    PLACES,
    REMOVED,
    SIDES,
    TABLE,
    Charge,
    Commander,
    Courier,
    Evasion,
    Melee,
    Order,
    Shot,
    State,
    Unit,
    UnitType,
)
from engines.risorgimento.tables import multiplier, number, rows
from engines.risorgimento.turn.turn import TURN

FLAGS = (
    "routed",
    "shaken",
    "moved",
    "reacted",
    "fired",
    "withdrew",
    "charged",
    "stirred",
    "rested",
)
"""States of a unit that are or are not; `d1` and `d2` are its disorder."""
DISORDER = {"d1": 1, "d2": 2}
TYPE_FIELDS = ("initial", "initial_vm", "vd", "weapon", "brigade")
"""What a case may change of the unit as it begins, for itself alone."""
YES = ("yes", "true")

Reader = Callable[[Any, str], Any]


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
        ValueError: for an unknown key, unit, place or value; the message says how to mend it.
    """
    readers = _readers(setup)
    unknown = [key for key in edits if key not in (*readers, "only", "place")]
    if unknown:
        known = ", ".join(("only", "place", *readers))
        raise ValueError(f"unknown keys in set: {', '.join(unknown)}; known are {known}")
    state = _place(setup, state, edits)
    changes = {key: readers[key](edits[key], f"set.{key}") for key in readers if key in edits}
    for key in ("held", "points", "losses", "features"):
        if key in changes:
            changes[key] = {**getattr(state, key), **changes[key]}
    return replace(state, **changes)


# -- units and commanders ------------------------------------------------------------------------


def _place(setup: Setup, state: State, edits: Mapping[str, Any]) -> State:
    """Put the listed pieces where the case has them; with `only` all other units are removed."""
    units, commanders = dict(state.units), dict(state.commanders)
    placed: list[str] = []
    for line in edits.get("place") or ():
        named = line.get("unit") if isinstance(line, Mapping) else None
        uid = str(named)
        if uid in commanders:
            commanders[uid] = _led(commanders[uid], line)
        elif uid in units:
            units[uid] = _placed(setup, units[uid], line)
            placed.append(uid)
        else:
            raise ValueError(f"set.place: {line!r} does not name a unit or commander")
    if str(edits.get("only", "no")) in YES:
        for uid in units.keys() - set(placed):
            units[uid] = replace(units[uid], place=REMOVED, pose=None, sector="", slot="")
    return replace(state, units=units, commanders=commanders)


_UNIT_KEYS = (
    "unit",
    "at",
    "heading",
    "formation",
    "state",
    "place",
    "sp",
    "vm",
    "fatigue",
    "marker",
    "shot_at",
    "sector",
    "slot",
    "spot",
    "objectives",
    *TYPE_FIELDS,
)


def _placed(setup: Setup, unit: Unit, line: Mapping[str, Any]) -> Unit:
    where = f"set.place: {unit.id}"
    _only(line, _UNIT_KEYS, where)
    kind = setup.types[unit.id]
    states = [line["state"]] if isinstance(line.get("state"), str) else line.get("state") or []
    wrong = [name for name in states if name not in (*FLAGS, *DISORDER)]
    if wrong:
        known = ", ".join((*FLAGS, *DISORDER))
        raise ValueError(f"{where}: unknown state {wrong[0]}; known are {known}")
    pose, sector, slot = _where(setup, unit, line, where)
    place = str(line.get("place", TABLE if pose is not None else unit.place))
    if place not in PLACES or (place == TABLE) != (pose is not None):
        raise ValueError(f"{where}: give at, or place: one of {', '.join(PLACES[1:])}")
    usual = OPEN if sector else LINE
    plain = usual if kind.arm == "infantry" else LINE if kind.arm == "cavalry" else BATTERY
    formation = str(line.get("formation", plain if "at" in line or sector else unit.formation))
    if formation not in FORMATIONS or formation not in formations_of(setup, unit.id):
        raise ValueError(f"{where} cannot be in {formation}")
    flags: dict[str, Any] = {name: name in states for name in FLAGS}
    halves = unit.halves if "sp" not in line else _halves(line["sp"], where)
    return replace(
        unit,
        place=place,
        pose=pose,
        formation=formation,
        halves=kind.halves if "initial" in line and "sp" not in line else halves,
        vm=_whole(line.get("vm", line.get("initial_vm", unit.vm)), where),
        fatigue=_whole(line.get("fatigue", unit.fatigue), where),
        disorder=max([0, *(DISORDER[name] for name in states if name in DISORDER)]),
        marker=_among("marker", MARKERS)(str(line.get("marker", unit.marker)), where),
        shot_at=_words(line.get("shot_at", unit.shot_at), where),
        sector=sector,
        slot=slot,
        spot=_pose(line["spot"], where) if "spot" in line else unit.spot,
        objectives=_words(line.get("objectives", unit.objectives), where),
        **flags,
    )


def _where(
    setup: Setup, unit: Unit, line: Mapping[str, Any], where: str
) -> tuple[Pose | None, str, str]:
    """The pose of a unit, and the sector and place it is in if that is how the case puts it."""
    if "sector" in line:
        known = {sector.id: sector for sector in setup.table.sectors}
        sector = str(_among("sector", known)(line["sector"], where))
        places = slots(known[sector])
        slot = str(_among("slot", places)(str(line.get("slot", "0")), where))
        return places[slot], sector, slot
    if "at" in line:
        home = setup.home[setup.types[unit.id].side]
        return _pose([*line["at"], line.get("heading", (home + 180) % 360)], where), "", ""
    if line.get("place", TABLE) != TABLE:
        return None, "", ""
    pose = unit.pose
    if pose is not None and "heading" in line:
        pose = _pose([*pose.centre, line["heading"]], where)
    return pose, unit.sector, unit.slot


_LEADER_KEYS = (
    "unit",
    "at",
    "heading",
    "radius",
    "initiative",
    "bonus",
    "place",
    "attached",
    "marker",
    "out_until",
    "fate",
    "moved",
)


def _led(leader: Commander, line: Mapping[str, Any]) -> Commander:
    where = f"set.place: {leader.id}"
    _only(line, _LEADER_KEYS, where)
    pose = leader.pose
    if "at" in line:
        pose = _pose(
            [*line["at"], line.get("heading", leader.pose.heading if leader.pose else 0)], where
        )
    place = str(line.get("place", TABLE if pose is not None else leader.place))
    names = ("radius", "initiative", "bonus", "out_until")
    numbers: dict[str, Any] = {
        name: _whole(line.get(name, getattr(leader, name)), where) for name in names
    }
    return replace(
        leader,
        place=_among("place", PLACES)(place, where),
        pose=pose if place == TABLE else None,
        attached=str(line.get("attached", leader.attached)),
        marker=_among("marker", MARKERS)(str(line.get("marker", leader.marker)), where),
        fate=str(line.get("fate", leader.fate)),
        moved=str(line.get("moved", "no")) in YES,
        **numbers,
    )


def _retyped(kind: UnitType, line: Mapping[str, Any]) -> UnitType:
    """Return a unit with the values a case gives it to begin with."""
    where = f"set.place: {kind.id}"
    changes: dict[str, Any] = {}
    if "initial" in line:
        changes["halves"] = _halves(line["initial"], where)
    if "initial_vm" in line:
        changes["vm"] = _whole(line["initial_vm"], where)
    if "vd" in line:
        changes["vd"] = _whole(line["vd"], where)
    if "weapon" in line:
        changes |= _armed(kind.arm, line["weapon"], where)
    if "brigade" in line:
        changes["brigade"] = str(line["brigade"])
    return replace(kind, **changes)


def _armed(arm: str, weapon: Any, where: str) -> dict[str, Any]:
    """[D.3.value] What a unit's weapon makes of it: a battery's strength counts by its guns."""
    if arm == "cavalry":
        raise ValueError(f"{where}: cavalry has no weapon that fires")
    known = rows("guns" if arm == "artillery" else "infantry_weapons")
    name = str(_among("weapon of its arm", known)(weapon, where))
    return {"weapon": name, "multiplier": multiplier(name)}


# -- readers -------------------------------------------------------------------------------------


def _only(line: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    extra = [key for key in line if key not in keys]
    if extra:
        raise ValueError(f"{where}: unknown field {extra[0]}; known are {', '.join(keys)}")


def _cursor(value: Any, where: str) -> str:
    """Read the word that names a step of the turn."""
    why = TURN.why_not_cursor(value)
    if why is not None:
        raise ValueError(f"{where}: {why}")
    return str(value)


def _among(what: str, known: Any) -> Reader:
    """Return a reader of words that must be known."""

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, str) or value not in known:
            names = [str(name) or '""' for name in known]
            listed = ", ".join(names) if len(names) < 30 else f"{len(names)} are known"
            raise ValueError(f"{where}: there is no {what} {value}; {listed}")
        return value

    return read


def _word(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{where}: write a word, not {value!r}")  # noqa: TRY004 - of the case
    return value


def _words(value: Any, where: str) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    return tuple(_word(item, where) for item in listed)


def _whole(value: Any, where: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise ValueError(f"{where}: {value!r} is no whole number") from None


def _float(value: Any, where: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{where}: {value!r} is no number") from None


def _halves(value: Any, where: str) -> int:
    """Read strength points, in halves."""
    halves = _float(value, where) * number("halves_a_point")
    if halves != int(halves):
        raise ValueError(f"{where}: {value} is no whole number of half strength points")
    return int(halves)


def _pose(value: Any, where: str) -> Pose:
    """Read [x, y, heading] in cm and degrees."""
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ValueError(f"{where}: write a pose as [x, y, heading], in cm and degrees")
    return Pose.of(*(_float(part, where) for part in value))


def _items(read: Reader) -> Reader:
    def items(value: Any, where: str) -> tuple[Any, ...]:
        listed = value if isinstance(value, list) else [value]
        return tuple(read(item, where) for item in listed)

    return items


def _mapping(key: Reader, value: Reader) -> Reader:
    def pairs(given: Any, where: str) -> dict[Any, Any]:
        if not isinstance(given, Mapping):
            raise ValueError(f"{where}: write a mapping")  # noqa: TRY004 - of the case
        return {key(name, where): value(part, where) for name, part in given.items()}

    return pairs


def _record(make: Callable[..., Any], readers: Mapping[str, Reader]) -> Reader:
    """Return a reader of a mapping with these fields, made into a record."""

    def read(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise ValueError(f"{where}: write a mapping, not {value!r}")  # noqa: TRY004 - the case
        _only(value, tuple(readers), where)
        try:
            return make(
                **{key: readers[key](part, f"{where}.{key}") for key, part in value.items()}
            )
        except TypeError as wrong:
            raise ValueError(f"{where}: {wrong}") from None

    return read


def _bool(value: Any, where: str) -> bool:  # noqa: ARG001 - all readers are alike
    return str(value) in YES


def _pair(*readers: Reader) -> Reader:
    def parts(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(readers):
            raise ValueError(f"{where}: {value!r} should be a list of {len(readers)}")
        return tuple(read(part, where) for read, part in zip(readers, value, strict=True))

    return parts


def _readers(setup: Setup) -> dict[str, Reader]:
    """Return what reads each key of `set:`; units, formations, places and sides must exist."""
    unit, side = _among("unit", setup.types), _among("side", ("", *SIDES))
    formation = _among("formation", ("", *setup.formations))
    names = dict.fromkeys((*setup.types, *setup.posts))
    piece = _among("unit or commander", names)
    objective = _among("objective", {o.id: o for o in setup.objectives})
    order = _record(Order, {"attitude": _word, "target": _word, "turn": _whole})
    melee = {
        "attacker": unit,
        "defender": unit,
        "supporters": _items(_pair(unit, unit)),
        "kind": _word,
        "halves": _items(_pair(unit, _whole)),
        "fought": _bool,
    }
    charge = {
        "unit": unit,
        "target": unit,
        "reaction": _bool,
        "status": _word,
        "after": _whole,
        "quarter": _whole,
        "spent": _whole,
        "turned": _whole,
        "path": _items(_word),
        "aim": _pose,
        "start": _whole,
        "run": _whole,
        "line": _whole,
        "course": _whole,
        "tested": _items(_word),
        "straight": _bool,
        "met": _word,
    }
    evasion = {
        "unit": unit,
        "charger": unit,
        "origin": _pose,
        "direction": _whole,
        "run": _whole,
        "wait": _whole,
        "quarter": _whole,
    }
    courier = {
        "id": _word,
        "side": side,
        "sender": piece,
        "to": piece,
        "pose": _pose,
        "order": order,
        "executes": _whole,
        "moved": _bool,
    }
    couriers = _items(_record(Courier, courier))
    return {
        "turn": _whole,
        "phase": _cursor,
        "active": side,
        "initiative": side,
        "bonus": _whole,
        "lead": _whole,
        "formation": formation,
        "mover": _among("unit or commander", {"": 0, **names}),
        "account": _whole,
        "turned": _whole,
        "trail": _items(_pose),
        "done": _items(formation),
        "notes": _items(_pair(unit, unit)),
        "charges": _items(_record(Charge, charge)),
        "evasions": _items(_record(Evasion, evasion)),
        "fires": _items(_record(Shot, {"units": _items(unit), "target": unit})),
        "melees": _items(_record(Melee, melee)),
        "orders": _mapping(piece, order),
        "couriers": lambda value, where: {c.id: c for c in couriers(value, where)},
        "held": _mapping(objective, side),
        "points": _mapping(side, _whole),
        "losses": _mapping(unit, _whole),
        "demoralised": _items(formation),
        "gone": _items(_word),
        "features": _mapping(_word, _word),
        "answered": _items(_word),
        "measuring": _bool,
    }


# -- choices and facts ---------------------------------------------------------------------------

LENGTHS = ("back",)
ANGLES = ("turn",)
FLAG_ACTIONS = ("about", "force", "detach")


def action(written: Any) -> Any:
    """Return an action of a manoeuvre written in cm and degrees as the game counts it.

    {leg: [6, -10]} goes 6 cm ten degrees to the right of the heading, {turn: 45} to the left.
    """
    if not isinstance(written, Mapping):
        return {str(written): True} if str(written) in FLAG_ACTIONS else written
    found: dict[str, Any] = {}
    for key, value in written.items():
        if key == "leg":
            length, angle = value if isinstance(value, list) else (value, 0)
            found[key] = [round(float(length) * MILLI), round(float(angle) * CENTI)]
        elif key in LENGTHS:
            found[key] = round(float(value) * MILLI)
        elif key in ANGLES:
            found[key] = round(float(value) * CENTI)
        elif key in FLAG_ACTIONS:
            found[key] = str(value) in YES
        else:
            found[key] = value
    return found


def expand(ask: Ask, wanted: Mapping[str, Any]) -> list[Choice]:
    """Translate a case's choice into those of this ask and the next.

    {move: unit, do: [{leg: [6, 0]}, {turn: 45}]} picks the unit and moves it; {do: [...]} moves the
    one picked; {fire: [units], at: target} fires, {charge: unit, at: target} notes a charge; any
    other mapping with one key is its value.
    """
    actions = wanted.get("do")
    if actions is not None:
        listed = actions if isinstance(actions, list) else [actions]
        done = {"do": [action(item) for item in listed]}
        return [str(wanted["move"]), done] if "move" in wanted else [done]
    verb = next((verb for verb in ("fire", "charge") if verb in wanted and "at" in wanted), None)
    if verb is not None:
        pieces = [wanted[verb]] if isinstance(wanted[verb], str) else list(wanted[verb])
        return [{"pieces": pieces, "at": wanted["at"]}]
    plain = {key: _plain(value) for key, value in wanted.items()}
    if plain in ask.choices:
        return [plain]
    found = meant(ask, wanted)
    if found is not None:
        return [found]
    return list(plain.values()) if len(plain) == 1 else [plain]


def _plain(value: Any) -> Any:
    """Whole numbers as such: a case writes everything as text."""
    if isinstance(value, list):
        return [_plain(part) for part in value]
    try:
        return int(value)
    except (TypeError, ValueError):
        return value


def facts(setup: Setup, state: State, piece: str) -> dict[str, Any]:
    """Return where a unit or commander is, how it stands and what it is worth now."""
    if piece in state.commanders:
        return _leader_facts(setup, state.commanders[piece])
    unit, kind = state.units[piece], setup.types[piece]
    states = [name for name in FLAGS if getattr(unit, name)]
    states += [name for name, value in DISORDER.items() if unit.disorder == value]
    return {
        "at": list(unit.pose.centre) if unit.pose else None,
        "heading": unit.pose.heading if unit.pose else None,
        "place": unit.place,
        "formation": unit.formation,
        "state": states,
        **{name: getattr(unit, name) for name in FLAGS},
        "sp": unit.halves / number("halves_a_point"),
        "vm": unit.vm,
        "disorder": unit.disorder,
        "fatigue": unit.fatigue,
        "marker": unit.marker,
        "shot_at": list(unit.shot_at),
        "sector": unit.sector,
        "slot": unit.slot,
        "spot": list(unit.spot.centre) if unit.spot else None,
        "objectives": list(unit.objectives),
        "brigade": kind.brigade,
        "side": kind.side,
        "lost": state.losses.get(piece, 0),
        "demoralised": kind.brigade in state.demoralised,
    }


def _leader_facts(setup: Setup, leader: Commander) -> dict[str, Any]:
    return {
        "at": list(leader.pose.centre) if leader.pose else None,
        "heading": leader.pose.heading if leader.pose else None,
        "place": leader.place,
        "attached": leader.attached,
        "marker": leader.marker,
        "fate": leader.fate,
        "out_until": leader.out_until,
        "moved": leader.moved,
        "radius": leader.radius,
        "initiative": leader.initiative,
        "bonus": leader.bonus,
        "side": setup.posts[leader.id].side,
    }

"""Positions for cases: what `set:` may set, what a case may check of a piece, and how it chooses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.schema import Int, Record
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.scenario.positions import Bound, Pieces, Positions
from grognard.engines.core.scenario.reading import (
    Field,
    Here,
    Whole,
    among,
    items,
    number,
    pair,
    record,
    whole,
    word,
)
from grognard.engines.risorgimento.army.units import (
    BATTERY,
    FORMATIONS,
    LINE,
    MARKERS,
    OPEN,
    PLACES,
    REMOVED,
    SIDES,
    TABLE,
    Commander,
    Unit,
    UnitType,
)
from grognard.engines.risorgimento.field.ranges import multiplier
from grognard.engines.risorgimento.ground.allowance import formations_of
from grognard.engines.risorgimento.map.tablemap import slots
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import Charge, Courier, Evasion, Melee, Order, Shot, State
from grognard.engines.risorgimento.table.invariants import misplaced
from grognard.engines.risorgimento.tables import number as from_table
from grognard.engines.risorgimento.tables import rows
from grognard.engines.risorgimento.turn.turn import TURN

Spot: TypeAlias = Here[Setup, State]


def halves(value: str, here: Spot) -> int:
    """[scale.strength] Read strength points, in halves."""
    found = number(value, here) * from_table("halves_a_point")
    if found != int(found):
        raise here.wrong(
            tr("{value} is no whole number of half strength points", value=verbatim(value))
        )
    return int(found)


def pose(value: Any, here: Spot) -> Pose:
    """Read [x, y, heading] in cm and degrees."""
    return Pose.of(*pair(number, number, number)(value, here))


def pieces(setup: Setup) -> Collection[str]:
    """Return the units and commanders there are."""
    return dict.fromkeys((*setup.types, *setup.posts))


def sectors(setup: Setup) -> Collection[str]:
    """Return the sectors of villages."""
    return [sector.id for sector in setup.table.sectors]


UNIT = among("unit", lambda setup: setup.types)
PIECE = among("unit or commander", pieces)
SIDE = among("side", SIDES, besides=("",))
FORMATION = among("formation", lambda setup: setup.formations, besides=("",))
MORALE = Int(0, 10)
"""[units.values] What a die of ten faces is thrown against."""
POINT = Field(Whole(pair(number, number)))
PLACE = Field(among("place", PLACES))
MARKER = among("marker", MARKERS)

# -- units ---------------------------------------------------------------------------------------


def _stands(found: Mapping[str, Any], here: Spot) -> dict[str, Any]:
    """Return where a unit is, and the formation it has there unless the case says another."""
    unit, kind = here.piece, here.kind
    at, sector, slot = _where(found, here)
    place = found.get("place", TABLE if at is not None else unit.place)
    if (place == TABLE) != (at is not None):
        raise here.wrong(
            tr("its place is {place}", place=verbatim(place)),
            tr("give at, or place: one of {known}", known=verbatim(", ".join(PLACES[1:]))),
        )
    usual = {"infantry": OPEN if sector else LINE, "cavalry": LINE, "artillery": BATTERY}[kind.arm]
    now = usual if "at" in found or sector else unit.formation
    formation = found.get("formation", now)
    if formation not in formations_of(here.setup, unit.id):
        raise here.wrong(
            tr("{id} cannot be in {formation}", id=verbatim(unit.id), formation=verbatim(formation))
        )
    return {"place": place, "pose": at, "sector": sector, "slot": slot, "formation": formation}


def _where(found: Mapping[str, Any], here: Spot) -> tuple[Pose | None, str, str]:
    """Return the pose of a unit, and the sector and place it is in if that is how it is put."""
    setup, unit = here.setup, here.piece
    if "sector" in found:
        places = slots(next(s for s in setup.table.sectors if s.id == found["sector"]))
        slot = among("slot", places)(found.get("slot", "0"), here)
        return places[slot], found["sector"], slot
    if "at" in found:
        home = setup.home[here.kind.side]
        return _posed(found["at"], found.get("heading", (home + 180) % 360)), "", ""
    if found.get("place", TABLE) != TABLE:
        return None, "", ""
    if unit.pose is not None and "heading" in found:
        return _posed(unit.pose.centre, found["heading"]), unit.sector, unit.slot
    return unit.pose, unit.sector, unit.slot


def _posed(at: tuple[float, float], heading: float) -> Pose:
    return Pose.of(*at, heading)


def _armed(value: str, here: Spot) -> dict[str, Any]:
    """[D.3.value] What a unit's weapon makes of it: a battery's strength counts by its guns."""
    if here.kind.arm == "cavalry":
        raise here.wrong(tr("cavalry has no weapon that fires"))
    known = rows("guns" if here.kind.arm == "artillery" else "infantry_weapons")
    name = among("weapon of its arm", known)(value, here)
    return {"weapon": name, "multiplier": multiplier(name)}


def _centre(at: Pose | None) -> list[float] | None:
    return list(at.centre) if at else None


POSED = {
    "at": lambda here: _centre(here.piece.pose),
    "heading": lambda here: here.piece.pose.heading if here.piece.pose else None,
}

UNITS = Pieces(
    Unit,
    "units",
    "unit",
    "types",
    UnitType,
    fields={
        "at": POINT,
        "heading": Field(number),
        "sector": Field(among("sector", sectors)),
        "slot": Field(word),
        "place": PLACE,
        "formation": Field(among("formation", FORMATIONS)),
        "initial": Field(halves, "halves"),
        "sp": Field(halves, "halves"),
        "initial_vm": Field(whole, "vm"),
        "vm": whole,
        "marker": MARKER,
        "spot": pose,
    },
    leave=("pose", "disordered_on", "halves"),
    printed={
        "initial": Field(halves, "halves"),
        "initial_vm": Field(whole, "vm"),
        "vd": whole,
        "weapon": Field(_armed),
        "brigade": word,
    },
    flags=(
        "routed",
        "shaken",
        "moved",
        "reacted",
        "fired",
        "withdrew",
        "charged",
        "stirred",
        "rested",
    ),
    states={"d1": ("disorder", 1), "d2": ("disorder", 2)},
    settle=_stands,
    others={"place": REMOVED, "pose": None, "sector": "", "slot": ""},
    shown=("brigade", "side"),
    facts={
        **POSED,
        "sp": lambda here: here.piece.halves / from_table("halves_a_point"),
        "spot": lambda here: _centre(here.piece.spot),
        "lost": lambda here: here.state.losses.get(here.id, 0),
        "demoralised": lambda here: here.kind.brigade in here.state.demoralised,
    },
    bounds=(
        Bound("halves", lambda kind: kind.halves, "scale.strength"),
        Bound("vm", lambda kind: kind.vm, "morale.regain"),
        Bound("disorder", lambda _: 2, "B.1.test"),
    ),
    values=Record(optional={"initial_vm": MORALE, "vd": MORALE, "fatigue": Int(0, 99)}),
)

# -- commanders ----------------------------------------------------------------------------------


def _led(found: Mapping[str, Any], here: Spot) -> dict[str, Any]:
    """[commanders.values] Return where a commander is, or where he fell if he is off the table."""
    at = here.piece.pose
    if "at" in found:
        at = _posed(found["at"], found.get("heading", at.heading if at else 0))
    place = found.get("place", TABLE if at is not None else here.piece.place)
    return {"place": place, "pose": at if place == TABLE or "at" in found else None}


COMMANDERS = Pieces(
    Commander,
    "commanders",
    "commander",
    "posts",
    fields={"at": POINT, "heading": Field(number), "place": PLACE, "marker": MARKER},
    leave=("pose",),
    reset=("moved",),
    settle=_led,
    others="stay",
    shown=("side",),
    facts=POSED,
)

# -- everything else -----------------------------------------------------------------------------

COURIER = record(Courier, {"side": SIDE, "sender": PIECE, "to": PIECE, "pose": pose})


def _couriers(value: Any, here: Spot) -> dict[str, Courier]:
    """[A.3.couriers] Read the orders on their way."""
    return {courier.id: courier for courier in items(COURIER)(value, here)}


POSITIONS: Positions[Setup, State] = Positions(
    State,
    (UNITS, COMMANDERS),
    {
        "phase": among("phase", TURN.cursors),
        "active": SIDE,
        "initiative": SIDE,
        "formation": FORMATION,
        "mover": among("unit or commander", pieces, besides=("",)),
        "trail": pose,
        "done": FORMATION,
        "notes": (UNIT, UNIT),
        "charges": record(Charge, {"unit": UNIT, "target": UNIT, "aim": pose}),
        "evasions": record(Evasion, {"unit": UNIT, "charger": UNIT, "origin": pose}),
        "fires": record(Shot, {"units": UNIT, "target": UNIT}),
        "melees": record(
            Melee,
            {
                "attacker": UNIT,
                "defender": UNIT,
                "supporters": (UNIT, UNIT),
                "halves": (UNIT, whole),
            },
        ),
        "orders": (PIECE, record(Order)),
        "couriers": Whole(_couriers, (COURIER,)),
        "held": (among("objective", lambda setup: {o.id: o for o in setup.objectives}), SIDE),
        "points": (SIDE, whole),
        "losses": (UNIT, whole),
        "demoralised": FORMATION,
    },
    leave=("progress", "acted"),
    merged=("held", "points", "losses", "features"),
    misplaced=misplaced,
)

# -- choices -------------------------------------------------------------------------------------

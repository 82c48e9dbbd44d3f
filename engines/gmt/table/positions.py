"""Positions for cases: what `set:` may set, what a case may check of a unit, and how it chooses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.scenario.choosing import ALONE, Verb, Wording, numeric
from grognard.engines.core.scenario.positions import Pieces, Positions, stated
from grognard.engines.core.scenario.reading import (
    Field,
    Fields,
    Here,
    Whole,
    among,
    edit,
    in_play,
    items,
    mapping,
    record,
    some,
    whole,
    word,
)
from grognard.engines.core.show.asks import PASS
from grognard.engines.gmt.activation.activation import under_way
from grognard.engines.gmt.day import AWAY, BACK, PLANNED, Day, Flank, Marker
from grognard.engines.gmt.field.features import BURNING, DESTROYED, RUBBLE
from grognard.engines.gmt.field.position import FACINGS
from grognard.engines.gmt.orders.ordering import orders_commands
from grognard.engines.gmt.orders.orders import FAILED, HELD, NO_ORDERS, UNDER_ORDERS
from grognard.engines.gmt.scenario.forces import VALUES
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import BOXES, Attack, Battle, Began, State, Unit, UnitType
from grognard.engines.gmt.table.invariants import misplaced
from grognard.engines.gmt.turns import turn_of

Spot: TypeAlias = Here[Setup, State]


def hexes(setup: Setup) -> Collection[str]:
    """Return the hexes of the map."""
    return setup.map.grid


HEX = among("hex", hexes)
SIDE = among("side", lambda setup: setup.sides)
UNIT = among("unit", lambda setup: setup.types)
PRESENT = in_play("unit", "units")


def feature(value: str, here: Spot) -> str:
    """[bor.5] Read a village's hex, or the two hexes that a bridge joins."""
    for at in value.split("/"):
        HEX(at, here)
    return value


# -- units ---------------------------------------------------------------------------------------


def _cohesion(value: str, here: Spot) -> dict[str, int]:
    """[2.2] Disordered Cohesion is one less, where a case says nothing else."""
    found = whole(value, here)
    return {"cohesion": found, "disordered_cohesion": found - 1}


WORDS = ("brigade", "group", "weight")
COUNTER = ("defensive_fire", "shock", "disordered_cohesion", "ma")
NUMBERS = (*COUNTER, "effective_range", "maximum_range", "fire")
FLAGS = ("disordered", "square", "moved", "refaced", "fired", "fought", "countered")

UNITS = Pieces(
    Unit,
    "units",
    "unit",
    "types",
    UnitType,
    fields={"at": among("hex", hexes, besides=BOXES), "facing": among("facing", FACINGS, whole)},
    printed={"cohesion": Field(_cohesion)},
    faces=(*NUMBERS, *WORDS),
    leave=FLAGS,
    flags=FLAGS,
    stacks="stacks",
    boxes=BOXES,
    spaces=hexes,
    shown=("cohesion", *NUMBERS, *WORDS),
    facts={"state": stated("disordered", "square"), "marks": stated(*FLAGS)},
    values=VALUES,
)


# -- the great battle ----------------------------------------------------------------------------

FLANKING = record(
    Flank,
    {"units": some(PRESENT), "status": among("status", (PLANNED, AWAY, BACK))},
    given={"turn": lambda _, here: here.state.turn},
)
MARKER = Fields(Marker, {"unit": Field(PRESENT), "units": PRESENT}, ("side", "command"))


def _markers(lines: Any, here: Spot) -> tuple[Marker, ...]:
    """Lay a marker by every Orders Command, without Orders but where a line says otherwise.

    A line names a `unit` of the command, or its `units` where they are no command by now, with
    `under`, `revealed` and `id`. Units that such a line leaves out of a command keep one without.
    """
    laid = [m for side in here.setup.sides for m in orders_commands(here.setup, here.state, side)]
    for line, spot in items(lambda line, spot: (MARKER.read(line, spot), spot))(lines, here):
        _lay(laid, line, spot)
    return tuple(laid)


def _lay(laid: list[Marker], line: Mapping[str, Any], here: Spot) -> None:
    uids = line.get("units") or [uid for uid in (line.get("unit"),) if uid]
    index = next((i for i, marker in enumerate(laid) if uids and uids[0] in marker.units), None)
    if index is None:
        named = (
            tr("{uids} is in no Orders Command", uids=verbatim(uids[0]))
            if uids
            else tr("it names no unit")
        )
        raise here.wrong(named, tr("place its unit on the map"))
    units = tuple(uids) if "units" in line else laid[index].units
    rest = tuple(uid for uid in laid[index].units if uid not in units)
    if rest:
        laid.insert(index + 1, evolve(laid[index], id=f"{laid[index].id}-rest", units=rest))
    said = {"under": False, "revealed": False, **MARKER.changes(line), "units": units}
    laid[index] = evolve(laid[index], **said)


# -- an activation in progress -------------------------------------------------------------------


ATTACK = record(
    Attack,
    {
        "by": Field(some(PRESENT), "units"),
        "units": some(PRESENT),
        "against": Field(word, "targets"),
        "targets": word,
    },
    given={
        "id": lambda _, here: f"a{1 + next((n for n in here.path[1:] if isinstance(n, int)), 0)}",
        "side": lambda found, here: here.setup.types[found["units"][0]].side,
        "origin": lambda found, here: here.state.units[found["units"][0]].at,
        "at": lambda found, here: here.state.units[found["units"][0]].at,
        "facing": lambda found, here: here.state.units[found["units"][0]].facing,
        "targets": lambda *_: (),
    },
)


def _activated(found: Mapping[str, Any], here: Spot) -> State:
    """Fill what an activation in progress needs: who is active, where each began, what is declared."""
    setup, state = here.setup, here.state
    if not turn_of(setup).within(state, "activation"):
        return state
    began = under_way(setup, state, found.get("inactive", ()))
    for uid, changes in found.get("began", {}).items():
        among("active unit", began)(uid, here.below("began").below(uid))
        began[uid] = replace(began[uid], **changes)
    attacks = found.get("declared") or found.get("attacks") or ()
    battle = evolve(state.battle, attacks=attacks, **found.get("battle", {}))
    return evolve(state, began=began, battle=battle)


def _in_play(setup: Setup, state: State) -> Setup:
    """[sch.activate] [setup.facing] Leave units that are not in the game out of commands and set-up lists."""

    def there(uids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(uid for uid in uids if uid in state.units)

    commands = tuple(replace(command, units=there(command.units)) for command in setup.commands)
    zones = tuple(replace(zone, units=there(zone.units)) for zone in setup.zones)
    return replace(setup, commands=commands, zones=zones)


POSITIONS: Positions[Setup, State] = Positions(
    State,
    (UNITS,),
    {
        "phase": among("phase", lambda setup: turn_of(setup).cursors),
        **dict.fromkeys(("active", "holder"), SIDE),
        **dict.fromkeys(("extended", "left_square", "column"), UNIT),
        "orders": (UNIT, among("status", (UNDER_ORDERS, NO_ORDERS, FAILED, HELD))),
        "leaders": (among("leader", lambda setup: setup.leaders), HEX),
        "entering": (HEX, whole),
        "features": (feature, among("feature", (BURNING, RUBBLE, DESTROYED))),
    },
    leave=("battle", "began"),
    parts={"day": Fields(Day, {"markers": Whole(_markers, known=MARKER), "flank": FLANKING})},
    besides={
        "began": mapping(word, edit(Began, short="at")),
        "inactive": items(word),
        "declared": items(ATTACK),
        "attacks": items(ATTACK),
        "battle": edit(Battle, {"counter_charges": (word, word)}, leave=("attacks",)),
    },
    tells={"declared": lambda here: here.state.battle.attacks},
    finish=_activated,
    misplaced=misplaced,
    without=_in_play,
)

# -- choices -------------------------------------------------------------------------------------


WORDING = Wording(
    {
        **dict.fromkeys(("move", "square"), ALONE),
        "stay": Verb(alone=True, says=PASS),
        "rally": ALONE,
        "facing": Verb("facing", made=numeric),
    },
    completed=False,
    lone=("facing",),
    usual={"deploy": "done", "movement_type": "normal"},
)

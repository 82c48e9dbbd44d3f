"""Positions for cases: what `set:` may set, what a case may check, and how it chooses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.scenario.choosing import ALONE, Verb, Wording
from grognard.engines.core.scenario.positions import Pieces, Positions
from grognard.engines.core.scenario.reading import (
    Here,
    Whole,
    among,
    edit,
    items,
    mapping,
    whole,
    word,
)
from grognard.engines.core.show.asks import Choice
from grognard.engines.eagle.scenario.forces import UNIT as UNIT_CARD
from grognard.engines.eagle.setup import Setup, UnitCard
from grognard.engines.eagle.state import (
    ACTIONS,
    BOXES,
    DISORDERED,
    ELIMINATED,
    FORMATIONS,
    ORDERS,
    ROUTED,
    Charging,
    Commander,
    Group,
    State,
    Unit,
)
from grognard.engines.eagle.table.invariants import misplaced
from grognard.engines.eagle.turn.sequence import TURN

Spot: TypeAlias = Here[Setup, State]
FLAGS = ("ooc", "parted", "rallied", "fatigued", "skirmisher", "passive")
NUMBERS = ("morale", "melee", "ammunition")


def hexes(setup: Setup) -> Collection[str]:
    """Return the hexes of the map."""
    return setup.map.grid


GROUP = among("group", lambda setup: setup.groups)
UNIT = among("unit", lambda setup: setup.units)
SIDE = among("side", lambda setup: {group.side for group in setup.groups.values()})
CARD = among("card", lambda setup: setup.deck.cards)


def _troops(value: object, here: Spot) -> tuple[tuple[str, int], ...]:
    """[opt.composition] Read how many figures of each troop type there are."""
    return tuple(mapping(word, whole)(value, here).items())


def _settle(found: Mapping[str, Any], here: Spot) -> dict[str, object]:
    """Cavalry has its one formation, and a routed unit none."""
    del found
    card = here.kind
    return {"formation": "cavalry"} if card.is_cavalry else {}


UNITS = Pieces(
    Unit,
    "units",
    "unit",
    "units",
    UnitCard,
    fields={
        "at": among("hex", hexes, besides=BOXES),
        "facing": among("facing", range(6), whole),
        "formation": among("formation", FORMATIONS, besides=("",)),
        "acted": among("action", ACTIONS),
        "troops": Whole(_troops),
        "parent": UNIT,
        "sheltered": UNIT,
    },
    printed={**dict.fromkeys(NUMBERS, whole), "fire": items(whole), "nation": word},
    states={
        "disordered": ("state", DISORDERED),
        "routed": ("state", ROUTED),
        **{flag: (flag, True) for flag in FLAGS},
    },
    reset=("acted",),
    settle=_settle,
    others={"at": ELIMINATED},
    boxes=BOXES,
    spaces=hexes,
    shown=NUMBERS,
    values=UNIT_CARD,
)
COMMANDERS = Pieces(
    Commander,
    "commanders",
    "commander",
    "chiefs",
    fields={"at": among("hex", hexes, besides=BOXES)},
    flags=("wounded",),
    others={"at": ELIMINATED},
    boxes=BOXES,
    spaces=hexes,
)


def _finish(found: Mapping[str, Any], here: Spot) -> State:
    """Give groups their orders, and routed units no formation."""
    groups = dict(here.state.groups)
    for gid, changes in found.get("groups", {}).items():
        groups[gid] = evolve(groups[gid], **changes)
    for gid, order in found.get("orders", {}).items():
        groups[gid] = evolve(groups[gid], order=order)
    units = {
        uid: evolve(unit, formation="") if unit.is_routed else unit
        for uid, unit in here.state.units.items()
    }
    charging = evolve(here.state.charging, **found.get("charging", {}))
    return evolve(here.state, groups=groups, units=units, charging=charging)


OF_A_GROUP = ("begin", "formation", "set_out", "movement")
"""[action.first] [action.second] Steps of the segments that only an acting group can play."""


def _is_of_a_group(state: State) -> bool:
    segment, _, step = state.phase.partition(".")
    return segment in ("action-1", "action-2") and step in OF_A_GROUP


POSITIONS: Positions[Setup, State] = Positions(
    State,
    (UNITS, COMMANDERS),
    {
        "phase": among("phase", TURN.cursors),
        "active": GROUP,
        "deciding": SIDE,
        "first": SIDE,
        "deck": CARD,
        "discards": CARD,
        "hands": (SIDE, items(CARD)),
    },
    leave=("groups", "declared", "charging", "effects", "sealed", "vacated"),
    merged=("hands", "features", "holders"),
    besides={
        "groups": mapping(GROUP, edit(Group)),
        "orders": mapping(GROUP, among("order", ORDERS)),
        "charging": edit(Charging),
    },
    tells={"orders": lambda here: {gid: g.order for gid, g in here.state.groups.items()}},
    finish=_finish,
    misplaced=misplaced,
    wants={"active": _is_of_a_group},
)


def _number(value: Any, setup: Setup) -> Choice:  # noqa: ARG001 - all verbs are alike
    return int(value) if str(value).isdigit() else value


WORDING = Wording(
    {
        "move": ALONE,
        "change": ALONE,
        "by": Verb("pieces", listed=True),
        "facing": Verb("facing", made=_number),
        "hexes": Verb("hexes", made=_number),
    },
    lone=True,
)

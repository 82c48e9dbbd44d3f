"""Positions for cases: what `set:` may set, what a case may check, and how it chooses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.scenario.choosing import Verb, Wording
from grognard.engines.core.scenario.positions import Pieces, Positions
from grognard.engines.core.scenario.reading import Here, among, edit, items, mapping, whole, word
from grognard.engines.core.show.asks import Choice
from grognard.engines.europa.field.position import dummies_at, forages, side_in, stacks, units_at
from grognard.engines.europa.scenario.forces import UNIT
from grognard.engines.europa.setup import SIDES, Chief, Setup, UnitCard
from grognard.engines.europa.state import (
    BOXES,
    ELIMINATED,
    USES,
    Commander,
    InForce,
    State,
    Train,
    Unit,
)
from grognard.engines.europa.table.soundness import misplaced
from grognard.engines.europa.turn.sequence import TURN


def hexes(setup: Setup) -> Collection[str]:
    """Return the hexes of the map."""
    return setup.map.grid


HEX = among("hex", hexes)
SIDE = among("side", SIDES)
UNITS = Pieces(
    Unit,
    "units",
    "unit",
    "units",
    UnitCard,
    fields={"at": among("hex", hexes, besides=BOXES)},
    printed={"grade": word, "arm": word, "nation": word, "corps": word},
    flags=("disrupted", "moved", "forced", "pinned", "cut"),
    others={"at": ELIMINATED},
    boxes=BOXES,
    spaces=hexes,
    shown=("grade", "arm"),
    values=UNIT,
)
COMMANDERS = Pieces(
    Commander,
    "commanders",
    "commander",
    "chiefs",
    Chief,
    fields={"at": among("hex", hexes, besides=BOXES)},
    flags=("moved",),
    others={"at": ELIMINATED},
    boxes=BOXES,
    spaces=hexes,
)


def _finish(found: Mapping[str, Any], here: Here[Setup, State]) -> State:
    """Lay out the Supply Train counters, the markers on stacks and the cards in force that a case names."""
    effects = tuple(InForce(**said) for said in found.get("effects", ()))
    state, shown = evolve(here.state, effects=effects), here.setup
    marked = [unit.id for at in state.forage for unit in units_at(shown, state, "french", at)]
    higher = [
        unit.id
        for at, count in found.get("heights", {}).items()
        for unit in units_at(shown, state, side_in(shown, state, at), at)[:count]
    ]
    state = evolve(state, forage=tuple(marked), heights=tuple(higher))
    trains = {
        name: Train(**{"id": name, "used": "", "genuine": True, **said})
        for name, said in found.get("trains", {}).items()
    }
    return evolve(state, trains={**state.trains, **trains}) if trains else state


def _foraging(here: Here[Setup, State]) -> tuple[str, ...]:
    """[8.7] Tell the hexes of the stacks under a Forage marker."""
    held = stacks(here.setup, here.state, "french")
    return tuple(at for at in sorted(held) if forages(here.setup, here.state, at))


def _heights(here: Here[Setup, State]) -> dict[str, int]:
    """[15.1] Tell how many dummies stand in each stack."""
    return {
        at: count
        for side in SIDES
        for at in sorted(stacks(here.setup, here.state, side))
        if (count := dummies_at(here.setup, here.state, side, at))
    }


POSITIONS: Positions[Setup, State] = Positions(
    State,
    (UNITS, COMMANDERS),
    {
        "phase": among("phase", TURN.cursors),
        "deciding": SIDE,
        "done": word,
        "depots": (HEX, SIDE),
        "forage": HEX,
        "watched": HEX,
        "capitals": HEX,
        "capitals_before": HEX,
        "flags": (word, word),
        "hands": (SIDE, items(word)),
        "deck": word,
        "discards": word,
        "dead": word,
        "lost_in_1813": word,
        "newcomers": word,
        "played": (SIDE, word),
        **dict.fromkeys(
            (
                "lost_depots",
                "hand",
                "dummies",
                "allotted",
                "cc",
                "cc_begin",
                "cc_base",
                "victories",
            ),
            (SIDE, whole),
        ),
    },
    leave=("trains", "battle", "heights", "effects", "column", "muster"),
    merged=(
        "hands",
        "lost_depots",
        "hand",
        "dummies",
        "allotted",
        "cc",
        "cc_begin",
        "cc_base",
        "flags",
    ),
    besides={
        "heights": mapping(HEX, whole),
        "effects": items(edit(InForce, {"card": word, "word": word, "side": SIDE, "on": word})),
        "trains": mapping(
            word,
            edit(
                Train,
                {"at": HEX, "side": SIDE, "used": among("use", USES), "units": word},
            ),
        ),
    },
    tells={"forage": _foraging, "heights": _heights},
    finish=_finish,
    misplaced=misplaced,
)


def _numbers(value: Any, _setup: Setup) -> Choice:
    """Read how many of each are meant."""
    return {name: int(count) for name, count in dict(value).items()}


WORDING = Wording(
    {"allocate": Verb("allocate", made=_numbers)}, lone=True, whole=("route", "allocate", "subset")
)

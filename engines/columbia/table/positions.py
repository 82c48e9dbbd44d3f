"""Positions for cases: what `set:` may set, what a case may check of a block, and how it chooses."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from grognard.engines.columbia.battle.rounds import FIGHT
from grognard.engines.columbia.field.position import strength
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.scenario.forces import BLOCK as BLOCK_CARD
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import (
    ABSENT,
    BOXES,
    SIDES,
    Battle,
    Block,
    BlockType,
    Entry,
    Hits,
    State,
)
from grognard.engines.columbia.table.invariants import misplaced
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.scenario.choosing import PIECE, Verb, Wording
from grognard.engines.core.scenario.positions import Bound, Pieces, Positions
from grognard.engines.core.scenario.reading import (
    Field,
    Here,
    among,
    record,
    some,
    whole,
    word,
)

Spot: TypeAlias = Here[Setup, State]


def areas(setup: Setup) -> Collection[str]:
    """Return the areas of the map."""
    return setup.ground.areas


def border(value: str, here: Spot) -> str:
    """Read a border, written from either side."""
    key = border_key(*value.split("|", 1)) if "|" in value else value
    return str(among("border", here.setup.ground.borders)(key, here))


AREA = among("area", areas)
SIDE = among("side", SIDES)
BLOCK = among("block", lambda setup: setup.types)

# -- blocks --------------------------------------------------------------------------------------


def _step(value: str, here: Spot) -> int:
    """[4.12.ladder] Read a step, counted from full strength."""
    step, ladder = whole(value, here), here.kind.ladder
    if not 0 <= step < len(ladder):
        raise here.wrong(
            tr("{id} has no step {step}", id=verbatim(here.id), step=verbatim(step)),
            tr("its steps are 0 to {n}", n=len(ladder) - 1),
        )
    return step


def _strength(value: str, here: Spot) -> int:
    """[4.12.ladder] Read a step by the strength that it shows."""
    wanted, ladder = whole(value, here), here.kind.ladder
    if wanted not in ladder:
        raise here.wrong(
            tr("{id} has no strength {wanted}", id=verbatim(here.id), wanted=verbatim(wanted)),
            tr("its steps are {ladder}", ladder=verbatim(ladder)),
        )
    return int(ladder.index(wanted))


def _firepower(value: str, here: Spot) -> dict[str, Any]:
    letter, number = value[:1], value[1:]
    if letter not in ("A", "B", "C"):
        raise here.wrong(
            tr("{value} is no firepower", value=verbatim(value)),
            tr("write a letter A to C and a number, as in C2"),
        )
    return {"letter": letter, "number": whole(number, here)}


def _in_battle(field: str) -> Callable[[Spot], bool]:
    """[6.1] Tell whether a block is among those that a field of the battle names."""

    def told(here: Spot) -> bool:
        battle = here.state.battle
        return battle is not None and here.id in getattr(battle, field)

    return told


def _sheltered(here: Spot) -> bool:
    """[6.61.shelter] Tell whether a block shelters in a square."""
    battle = here.state.battle
    return battle is not None and any(here.id == inner for _, inner in battle.sheltered)


BLOCKS = Pieces(
    Block,
    "blocks",
    "block",
    "types",
    BlockType,
    fields={
        "at": among("area", areas, besides=BOXES),
        "step": _step,
        "strength": Field(_strength, "step"),
        "role": among("role", ("", "army", "corps")),
    },
    printed={
        "firepower": Field(_firepower),
        "steps": Field(some(whole), "ladder"),
        "class": Field(word, "weight"),
        "range": Field(whole, "reach"),
    },
    faces=("corps", "army", "guard"),
    flags=("active", "premoved", "moved", "bombarded", "pinned", "known"),
    reset=("role", "orders", "attached"),
    others={"at": ABSENT},
    stacks="areas",
    boxes=BOXES,
    spaces=areas,
    shown=("corps", "side"),
    facts={
        "strength": lambda here: strength(here.kind, here.piece),
        "firepower": lambda here: f"{here.kind.letter}{here.kind.number}",
        "commands": lambda here: [a for a, hq in here.state.commands.items() if hq == here.id],
        "half": _in_battle("half"),
        "square": _in_battle("squares"),
        "acted": _in_battle("acted"),
        "sheltered": _sheltered,
    },
    values=BLOCK_CARD,
    bounds=(Bound("step", lambda kind: len(kind.ladder) - 1, "4.12.ladder"),),
)

# -- everything else -----------------------------------------------------------------------------

ENTRY = record(
    Entry,
    {"unit": Field(BLOCK, "block"), "border": border, "at": AREA},
    leave=("side",),
    given={
        "side": lambda found, here: here.setup.types[found["block"]].side,
        "at": lambda found, here: here.state.blocks[found["block"]].at,
    },
)
HITS = record(Hits, {"side": SIDE, "at": AREA}, given={"rule": lambda *_: "6.5.roll"})
BATTLE = record(
    Battle,
    {
        "at": AREA,
        "attacker": SIDE,
        "step": among("step", FIGHT.cursors),
        **dict.fromkeys(("acted", "half", "squares", "took_part", "bonus", "regrouped"), BLOCK),
        "sheltered": (BLOCK, BLOCK),
        "crossed": (border, whole),
        "main": (SIDE, border),
        "displaced": BLOCK,
        "winner": SIDE,
    },
    # [6.1.roles] The one attacking is Player 1 unless the case says other.
    given={"attacker": lambda _, here: here.state.first},
)

OF_A_SIDE = (
    "setup.place",
    *("pin", "arrive", "command", "bombard", "move", "hq", "straggle"),
    *("supply.spend", "night.french_supply", "night.russian_supply"),
)
"""[2.2.order] [7.2.cost] Steps that a side plays alone: `active` says which."""

POSITIONS: Positions[Setup, State] = Positions(
    State,
    (BLOCKS,),
    {
        "day": among("day", lambda setup: [day.number for day in setup.days], whole),
        "phase": among("phase", TURN.cursors),
        "first": SIDE,
        "active": among("side", ("", *SIDES)),
        **dict.fromkeys(("bombarded", "burnt", "built"), border),
        **dict.fromkeys(("contested", "captured"), AREA),
        "crossed": (border, whole),
        "pins": (AREA, whole),
        "commands": (word, BLOCK),
        "left": BLOCK,
        "entries": ENTRY,
        "hits": HITS,
        "main": (AREA, SIDE, border),
        **dict.fromkeys(("rewards", "bid"), (SIDE, whole)),
        "spent": (word, AREA, BLOCK),
        "battle": BATTLE,
    },
    leave=("sealed",),
    misplaced=misplaced,
    wants={"active": lambda state: TURN.within(state, *OF_A_SIDE)},
)

# -- choices -------------------------------------------------------------------------------------

VERBS = (
    "move place activate bombard straggle regroup displace supply hit attack reinforce leave unit"
)
"""Words that may stand for `piece` in a choice; the ask itself says what is done with it."""
DOES = {"fire": "fire", "bayonet": "bayonet", "retreat": "retreat", "rest": "pass"}
"""Battle turns: {fire: block, target: square}, {bayonet: block}, {retreat: block, at: area}."""

WORDING = Wording(
    {
        **dict.fromkeys(VERBS.split(), PIECE),
        **{verb: Verb(more={"do": done}) for verb, done in DOES.items()},
        "subset": Verb("subset", listed=True),
    }
)

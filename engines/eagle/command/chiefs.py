"""[cmd.levels] [cmd.ability_cc] Who commands an army and a group, and how far his command goes."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, named
from grognard.engines.eagle.field.distance import reached
from grognard.engines.eagle.field.position import command
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import Commander, State


def cc_of(setup: Setup, state: State, side: str) -> Commander | None:
    """[cmd.levels] Return the CC of a side, None if he is lost and nobody has taken over."""
    for cid, commander in state.commanders.items():
        if not commander.group and commander.on_map and setup.chiefs[cid].side == side:
            return commander
    return None


def ugc_of(state: State, gid: str) -> Commander | None:
    """[cmd.levels] Return the UGC of a group, None for artillery and for a group that has lost him."""
    found = (c for c in state.commanders.values() if c.group == gid and c.on_map)
    return next(found, None)


def called(setup: Setup, state: State, cid: str) -> Text:
    """Return the name of a commander: a replacement is called after his card."""
    card = state.commanders[cid].card
    chief = setup.chiefs[cid]
    return named("unit", chief.name if chief.card == card else setup.cards[card].name)


def ability(setup: Setup, state: State, side: str) -> int:
    """[cmd.ability_cc] Return the Command Ability of a side's CC; 0 without one."""
    cc = cc_of(setup, state, side)
    return command(setup, state, cc.id, "ability") if cc else 0


def precedence(setup: Setup, state: State) -> tuple[str, ...]:
    """[command.ccmove.sequence] Return the sides, that of the CC with the higher Command Ability first.

    Of equal ones the French come first.
    """
    return tuple(sorted(SIDES, key=lambda side: -ability(setup, state, side)))


def radius(setup: Setup, state: State, side: str) -> dict[str, int]:
    """[cmd.ability_cc] Return the hexes in the command radius of a side's CC, by distance."""
    cc = cc_of(setup, state, side)
    if cc is None:
        return {}
    return reached(setup, state, side, cc.at, ability(setup, state, side))

"""[7.13.effect] Units that use Extended Movement may begin it stacked, but not end so."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.movement.allowance import why_not_move
from grognard.engines.gmt.movement.movement import has_way, may_share
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State

RULE = "7.13.effect"


def why_not_finish(setup: Setup, state: State) -> Refusal | None:
    """Movement is not finished while a unit using Extended Movement is stacked and somebody can leave it."""
    for at in _stacked(setup, state):
        if any(_can_go(setup, state, uid) for uid in state.stacks[at]):
            words = text(
                "Units using Extended Movement may not stay stacked in {hex}.",
                hex=setup.map.place(at),
            )
            return Refusal(RULE, words, (at,))
    return None


def why_not_stay(setup: Setup, state: State, uid: str) -> Refusal | None:
    """A unit using Extended Movement stays where it is only if all whom it may not stay with can still go."""
    at = state.units[uid].at
    if not _uses(state, uid) or at not in state.stacks or not has_way(setup, state, uid):
        return None
    others = [one for one in state.stacks[at] if not may_share(setup, uid, one) and one != uid]
    if all(_uses(state, one) and _can_go(setup, state, one) for one in others):
        return None
    words = text(
        "Using Extended Movement it may not stay stacked in {hex}.", hex=setup.map.place(at)
    )
    return Refusal(RULE, words, (at,))


def _stacked(setup: Setup, state: State) -> Iterator[str]:
    """Give the hexes where a unit using Extended Movement is with one it may not end with."""
    hexes = dict.fromkeys(state.units[uid].at for uid in state.extended if _uses(state, uid))
    for at in hexes:
        stack = state.stacks.get(at, ())
        mine = [uid for uid in stack if _uses(state, uid)]
        if any(not may_share(setup, uid, one) for uid in mine for one in stack if one != uid):
            yield at


def _uses(state: State, uid: str) -> bool:
    """Whether a unit uses Extended Movement: the Disordered of its command may not."""
    return uid in state.extended and not state.units[uid].disordered


def _can_go(setup: Setup, state: State, uid: str) -> bool:
    """Whether a unit may still move, and has where to."""
    return why_not_move(setup, state, state.units[uid]) is None and has_way(setup, state, uid)

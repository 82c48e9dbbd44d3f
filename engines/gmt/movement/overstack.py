"""[bor.overstack] Guns of the 1st Army Artillery Reserve that start three to a hex."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import is_overstacked
from grognard.engines.gmt.movement.allowance import why_not_move
from grognard.engines.gmt.movement.movement import has_way
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State

RULE = "bor.overstack"


def crowd(setup: Setup, state: State, at: str) -> tuple[str, ...]:
    """Return the guns of a hex that holds more than stacking allows, () of any other hex."""
    stack = state.stacks.get(at, ())
    return stack if is_overstacked(setup, stack) else ()


def may_thin(setup: Setup, state: State, at: str, staying: tuple[str, ...] = ()) -> bool:
    """Whether a gun of a crowded hex, other than those `staying`, can still move out of it."""
    return any(
        why_not_move(setup, state, state.units[uid]) is None and has_way(setup, state, uid)
        for uid in crowd(setup, state, at)
        if uid not in staying
    )


def why_not_fire_crowded(setup: Setup, state: State, uid: str) -> Refusal | None:
    """A gun of a crowded hex fires only if another can then leave it in this activation."""
    at = state.units[uid].at
    if not setup.zones or not crowd(setup, state, at):
        return None
    if not state.barrage and may_thin(setup, state, at, (uid,)):
        return None
    words = text(
        "No gun could leave {hex} after firing, and three are too many.", hex=setup.map.place(at)
    )
    return Refusal(RULE, words, (at,))


def note_fire(table: Board, at: str) -> None:
    """Guns have fired from a hex: if it is crowded it must be thinned as soon as they may move."""
    loose = table.state.day.loose
    if table.setup.zones and at not in loose and crowd(table.setup, table.state, at):
        table.update(day=evolve(table.state.day, loose=(*loose, at)))


def still_loose(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the hexes that must be thinned and have not been."""
    return tuple(at for at in state.day.loose if crowd(setup, state, at))


def owed(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the crowded hexes out of which a gun has to move in this activation."""
    return tuple(at for at in state.day.loose if may_thin(setup, state, at))


def why_not_finish(setup: Setup, state: State) -> Refusal | None:
    """Movement is not finished while a hex that must be thinned can be."""
    hexes = owed(setup, state) if state.day.loose else ()
    if not hexes:
        return None
    words = text(
        "Guns have fired from {hex}: one of the three must move away.",
        hex=setup.map.place(hexes[0]),
    )
    return Refusal(RULE, words, hexes)


def must_go(setup: Setup, state: State, uid: str) -> bool:
    """Whether this gun is the last that can thin a hex that must be thinned."""
    at = state.units[uid].at
    if at not in state.day.loose or may_thin(setup, state, at, (uid,)):
        return False
    return may_thin(setup, state, at)


def why_not_stay(setup: Setup, state: State, uid: str) -> Refusal | None:
    """The last gun that can thin a hex that must be thinned neither stays nor merely turns."""
    if not state.day.loose or not must_go(setup, state, uid):
        return None
    at = state.units[uid].at
    return Refusal(
        RULE, text("It must leave {hex}: three guns are too many.", hex=setup.map.place(at)), (at,)
    )

"""[stack] [form] What is true of every sound position: stacking, ground, formations, cards."""

from __future__ import annotations

from collections.abc import Iterator

from engines.eagle.field.terrain import is_open, why_not_ground
from engines.eagle.setup import Setup
from engines.eagle.state import OPEN_ORDER, SQUARE, State


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    stands: dict[str, str] = {}
    for uid, unit in state.units.items():
        card = setup.units[uid]
        if not unit.on_map:
            continue
        if unit.figures < 1:
            yield f"{uid} stands on the map without a figure (result.icons)"
        if card.rifles:
            continue
        if unit.at in stands:
            yield f"{uid} and {stands[unit.at]} stand in {unit.at} (stack.one_unit)"
        stands[unit.at] = uid
        if why_not_ground(setup, uid, unit.at) is not None:
            yield f"{uid} stands in {unit.at}, which is closed to it (move.difficult.impassable)"
        yield from _formation(setup, state, uid)
    cards = [
        *state.deck,
        *state.discards,
        *(card for hand in state.hands.values() for card in hand),
    ]
    if sorted(cards) != sorted(setup.deck.cards):
        yield "the cards are not the deck (cards.discard_pile)"


def _formation(setup: Setup, state: State, uid: str) -> Iterator[str]:
    unit = state.units[uid]
    if unit.is_routed != (not unit.formation):
        yield f"{uid} is routed with a formation, or has none in order (result.rout.effects)"
    difficult = not is_open(setup, unit.at)
    if setup.units[uid].is_infantry and unit.formation:
        if difficult != (unit.formation == OPEN_ORDER):
            yield f"{uid} is in {unit.formation} at {unit.at} (form.open_order)"
        if unit.formation == SQUARE and unit.skirmisher:
            yield f"{uid} is in square with a skirmisher out (opt.skirm.auto_return)"

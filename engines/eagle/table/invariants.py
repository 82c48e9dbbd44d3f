"""[stack] [form] What is true of every sound position: stacking, ground, formations, cards."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.scenario.positions import Misplaced
from engines.eagle.field.standing import FORM_RULES, OF_ARM
from engines.eagle.field.terrain import is_open, why_not_ground
from engines.eagle.setup import Setup
from engines.eagle.state import OPEN_ORDER, SQUARE, State


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    for uid, unit in state.units.items():
        card = setup.units[uid]
        if not unit.on_map:
            continue
        if unit.figures < 1:
            yield f"{uid} stands on the map without a figure (result.icons)"
        if card.rifles:
            continue
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
        if difficult and unit.formation != OPEN_ORDER:
            yield f"{uid} is in {unit.formation} at {unit.at} (form.open_order)"
        if unit.formation == SQUARE and unit.skirmisher:
            yield f"{uid} is in square with a skirmisher out (opt.skirm.auto_return)"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[stack.one_unit] [form] Give who stands in an occupied hex, or in a formation that is not his."""
    stands: dict[str, str] = {}
    for uid, unit in state.units.items():
        card = setup.units[uid]
        if not unit.on_map or card.rifles:
            continue
        if unit.at in stands:
            both = (stands[unit.at], uid)
            yield Misplaced(both, f"{uid} and {both[0]} stand in {unit.at}", "stack.one_unit")
        stands[unit.at] = uid
        if unit.formation and unit.formation not in OF_ARM[card.arm]:
            words = f"{uid} is {card.arm} and in {unit.formation}"
            yield Misplaced((uid,), words, FORM_RULES[card.arm])
        elif unit.formation == OPEN_ORDER and is_open(setup, unit.at):
            words = f"{uid} is in open order in the open, at {unit.at}"
            yield Misplaced((uid,), words, "form.open_order")

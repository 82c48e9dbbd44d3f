"""[16.1.draw] The event cards as they are held, and the one just played; the enemy's are backs."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import CardView
from grognard.engines.europa.cards.deck import deck
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.setup import SIDES, Setup
from grognard.engines.europa.state import State

BACKS = {
    "french": text("A card of the French"),
    "russian": text("A card of the Russians"),
}
WHEN = {
    "now": text("Done at once."),
    "general-supply": text("Counts in General Supply and Attrition."),
    "supply": text("Counts in Supply."),
    "rally": text("Counts in Rally."),
    "march": text("Counts in Movement."),
    "combat": text("Counts in Combat."),
    "cossacks": text("Counts when the Cossacks raid."),
    "end": text("Done at the end of the turn."),
}
"""[16.1.timing] When a card does what it says, by the word of `cards.yaml`."""


def hands(state: State, side: str | None) -> Iterator[CardView]:
    """[16.1.draw] Give one's own cards, then those of the enemy as backs."""
    for owner in sorted(SIDES, key=lambda owner: owner != side):
        for card in state.hands.get(owner, ()):
            yield card_view(card, owner) if owner == side else CardView("", owner, BACKS[owner])


def card_view(card: str, owner: str, title: Text | None = None) -> CardView:
    """[16.1.two] [16.1.single] Return a card open, with the instruction that counts for its owner."""
    found = deck()[card]
    said = found.instruction(owner)
    head = text("One instruction: it must be played") if found.single else NAMES[owner]
    half = (
        (head, text("It does nothing in this hand."), text("It may be played all the same."))
        if said is None
        else (head, named("term", said.text), WHEN[said.when])
    )
    return CardView(card, owner, title or named("term", found.name), (half,))


def turned_up(setup: Setup, entry: LogEntry) -> CardView | None:
    """[16.1.timing] Return the card that a line of the log tells of: played face up, open to both."""
    side = next((seat.side for seat in setup.info.seats if seat.id == entry.seat), "")
    if entry.card not in deck() or not side:
        return None
    name = named("term", deck()[entry.card].name)
    words = text("{card}, played by the {side}", card=name, side=NAMES[side])
    return card_view(entry.card, side, words)

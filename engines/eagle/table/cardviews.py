"""[cards.structure] The cards of a hand as pieces, with what stands on them; the enemy's are backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.data.text import Text, all_of, named, text, verbatim
from engines.core.show.views import PieceView
from engines.eagle.tables import EVENT, REACTION, Card, Deck, Effect, row

SIZE = (0.8, 1.1)


def card_pieces(
    deck: Deck, owner: str, cards: Sequence[str], *, is_open: bool
) -> Iterator[PieceView]:
    """Give the cards of a hand in the order of their numbers; what a card is called tells nothing of it."""
    for number, card in enumerate(sorted(cards, key=int), 1):
        name = f"{owner}-card-{number}"
        if is_open:
            yield _face(deck, name, owner, deck.cards[card])
        else:
            yield PieceView(name, "counter", owner, "card", "", footprint=SIZE, hidden=True)


def _face(deck: Deck, name: str, owner: str, card: Card) -> PieceView:
    event, reaction = deck.half(card.id, EVENT), deck.half(card.id, REACTION)
    return PieceView(
        id=name,
        form="counter",
        side=owner,
        symbol="card",
        name=event.name,
        values=(("number", card.id),),
        footprint=SIZE,
        facts=(
            (text("Card"), verbatim(card.id)),
            (text("Event"), _said(event)),
            (text("Reaction"), _said(reaction)),
            *((verbatim(f"{least}+"), icons_of(icons)) for least, icons in card.table),
        ),
    )


def _said(effect: Effect) -> Text:
    name, words = named("term", effect.name), named("term", effect.text)
    return text("{name}. {words}", name=name, words=words)


def icons_of(icons: Sequence[str]) -> Text:
    """[result.icons] Return the icons of a row in words."""
    return all_of(
        [named("term", str(row("combat_results", icon)["name"])) for icon in icons], "term"
    )

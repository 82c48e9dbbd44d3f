"""[cards.structure] The cards as they are held, and the one that decides a fight; the enemy's are backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.text import Text, all_of, named, text, verbatim
from grognard.engines.core.show.explain import LogEntry, Roll
from grognard.engines.core.show.views import CardView
from grognard.engines.eagle.deck.deck import EVENT, REACTION, Effect
from grognard.engines.eagle.field.rollwords import SIDE_NAMES
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import row

HALVES = {EVENT: text("Event"), REACTION: text("Reaction")}
COMBAT_CARD = "combat_card"
"""The purpose of the draw that decides a fight."""


def hands(setup: Setup, state: State, side: str | None) -> Iterator[CardView]:
    """[cards.secret] Give one's own cards, then those of the enemy as backs."""
    for owner in sorted(SIDES, key=lambda owner: owner != side):
        held: Sequence[str] = sorted(state.hands.get(owner, ()), key=int)
        for card in held:
            back = CardView("", owner, text("A card of the {side}", side=SIDE_NAMES[owner]))
            yield card_view(setup, card, owner) if owner == side else back


def card_view(setup: Setup, card: str, owner: str, least: int = 0) -> CardView:
    """Return a card open; `least` begins the row of its combat table that counts."""
    found = setup.deck.cards[card]
    return CardView(
        card,
        owner,
        text("Card {n}", n=verbatim(card)),
        tuple((_when(setup, half, card), *_said(setup, half, card)) for half in HALVES),
        tuple((verbatim(f"{total}+"), icons_of(icons)) for total, icons in found.table),
        next((n for n, (total, _) in enumerate(found.table) if total == least), -1),
    )


def _when(setup: Setup, half: str, card: str) -> Text:
    """[cards.flags] Say which half it is, and whose alone."""
    nation = setup.deck.half(card, half).nation
    return (
        text("{half}, {side} only", half=HALVES[half], side=SIDE_NAMES[nation])
        if nation
        else HALVES[half]
    )


def _said(setup: Setup, half: str, card: str) -> tuple[Text, Text]:
    effect: Effect = setup.deck.half(card, half)
    return effect.called, named("term", effect.text)


def turned_up(setup: Setup, entry: LogEntry) -> CardView | None:
    """[cards.secret] [combat.table] Return the card that was played, or that decided a fight."""
    if entry.card in setup.deck.cards:
        return _played(setup, entry)
    return None if entry.roll is None else _decided(setup, entry.roll)


def _played(setup: Setup, entry: LogEntry) -> CardView:
    """[cards.secret] Return a card that was played, open to both: the half that counts alone."""
    half = next(half for half in HALVES if f"cards.{half}" in entry.rules)
    side = setup.side_of(entry.seat) or ""
    words = text("Card {n}, played by the {side}", n=verbatim(entry.card), side=SIDE_NAMES[side])
    said = (_when(setup, half, entry.card), *_said(setup, half, entry.card))
    return CardView(entry.card, side, words, (said,))


def _decided(setup: Setup, roll: Roll) -> CardView | None:
    """[combat.table] Return the card that decided a fight with the row that was hit."""
    if roll.purpose != COMBAT_CARD or roll.drawn is None:
        return None
    told = dict(roll.drawn.args)
    card, least = str(told["number"]), int(str(told.get("least", 0)))
    return card_view(setup, card, "", least) if card in setup.deck.cards else None


def icons_of(icons: Sequence[str]) -> Text:
    """[result.icons] Return the icons of a row in words."""
    return all_of(
        [named("term", str(row("combat_results", icon)["name"])) for icon in icons], "term"
    )

"""[16.1.decks] [16.1.draw] [16.1.two] [16.1.single] Event cards: drawn, declared and carried out."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import CAUSE
from grognard.engines.europa.advanced.deeds import carry_out
from grognard.engines.europa.cards.asked import in_force
from grognard.engines.europa.cards.deck import deck, deck_of
from grognard.engines.europa.field.effects import change_commander
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.europa.state import OFF_MAP, State
from grognard.engines.europa.tables import number


def begin_cards(table: Board) -> None:
    """[16.1.decks] [16.1.draw] Before turn 1 each side draws a card that is not single; every turn one more."""
    table.update(played={}, done=())
    if not table.setup.option("cards"):
        return
    if table.state.turn == 1 and not table.state.deck:
        table.update(deck=tuple(deck()), hands=dict.fromkeys(SIDES, ()))
        for side in SIDES:
            pool = [card for card in _pool(table.state, 1) if not deck()[card].single]
            _draw(table, side, pool, "16.1.decks")
    which = deck_of(table.state.turn)
    for side in SIDES:
        _draw(table, side, _pool(table.state, which), "16.1.draw")


def _pool(state: State, which: int) -> list[str]:
    """[16.1.decks] [16.13.cards] Return the cards of a deck that are left; in 1813 those of both."""
    both = state.flags.get("quarters") == "taken"
    return [card for card in state.deck if both or deck()[card].deck == which]


def _draw(table: Board, side: str, pool: list[str], rule: str) -> None:
    """[16.1.draw] A side draws a card, which the other does not see."""
    if not pool:
        return
    seat = table.setup.seat_of(side)
    drawn = table.draw(
        seat=seat,
        rule=rule,
        purpose="card",
        subject=side,
        pool=pool,
        says=text("A card is drawn"),
        kind=CAUSE,
        named=lambda card: named("term", deck()[card].name),
        visible_to=(seat,),
        blind=True,
    )
    left = tuple(card for card in table.state.deck if card != drawn)
    hand = tuple(sorted((*table.state.hands.get(side, ()), drawn), key=int))
    table.update(deck=left, hands={**table.state.hands, side: hand})


def first_to_declare(state: State) -> str:
    """[16.1.draw] Return who declares first: the Russian while the first deck lasts, then the French."""
    return "russian" if state.turn < number("second_deck") else "french"


def singles(state: State, side: str) -> list[str]:
    """[16.1.single] Return the cards with one instruction in a hand: they must be played."""
    return [card for card in state.hands.get(side, ()) if deck()[card].single]


def next_to_play(state: State) -> str:
    """[16.1.draw] [16.1.single] Return who declares next, "" when both have.

    Who has a card with one instruction waits until the other has declared, unless both have one.
    """
    first = first_to_declare(state)
    left = [
        side
        for side in (first, enemy_of(first))
        if side not in state.played and state.hands.get(side)
    ]
    if len(left) == len(SIDES) and singles(state, left[0]) and not singles(state, left[1]):
        return left[1]
    return left[0] if left else ""


def cards_step(table: Board) -> Procedure[None] | None:
    """[16.1.draw] Both sides declare a card, one after the other, and it is carried out."""
    return _play_cards(table) if table.setup.option("cards") else None


def _play_cards(table: Board) -> Procedure[None]:
    while side := next_to_play(table.state):
        hand = singles(table.state, side) or list(table.state.hands[side])
        if singles(table.state, side):
            table.log("note", text("A card with one instruction is played."), "16.1.single")
        card = hand[0]
        if len(hand) > 1:
            card = word_of((yield _ask(table.setup, side, hand)))
        yield from play(table, side, card)


def _ask(setup: Setup, side: str, hand: list[str]) -> Ask:
    options: list[Choice | tuple[Choice, Text]] = [(card, words_of(card, side)) for card in hand]
    return Ask(
        setup.seat_of(side),
        "event",
        text("Which card do you play? You keep the other."),
        ("16.1.draw",),
        Listed(options),
        resting=True,
        secret=True,
    )


def words_of(card: str, side: str) -> Text:
    """[16.1.two] Say what a card is called and what it says to a side."""
    said = deck()[card].instruction(side)
    name = named("term", deck()[card].name)
    if said is None:
        return text("{card}: nothing", card=name)
    return text("{card}: {text}", card=name, text=named("term", said.text))


def play(table: Board, side: str, card: str) -> Procedure[None]:
    """[16.1.two] [16.1.timing] [16.1.single] A card is declared; what it says to its player is done."""
    state, found = table.state, deck()[card]
    hand = tuple(one for one in state.hands[side] if one != card)
    table.update(
        hands={**state.hands, side: hand},
        played={**state.played, side: card},
        discards=(*state.discards, card),
    )
    rules = ("16.1.timing", "16.1.single" if found.single else "16.1.two")
    words = text("{side} play: {card}", side=NAMES[side], card=words_of(card, side))
    table.reveal(words, *rules, seat=table.setup.seat_of(side), card=card)
    said = found.instruction(side)
    if said is not None:
        for deed in said.does:
            yield from carry_out(table, found.carrier(side), card, deed)


def end_cards(table: Board) -> None:
    """[16.1.timing] The turn ends: who was called home goes, and what cards did for the turn is over."""
    for effect in in_force(table.state, "depart"):
        for cid in effect.on:
            change_commander(table, cid, at=OFF_MAP)
            name = named("unit", table.setup.chiefs[cid].name)
            table.log(
                "loss", text("{name} leaves the army.", name=name), "16.1.timing", pieces=(cid,)
            )
    lasting = tuple(effect for effect in table.state.effects if effect.until == "game")
    table.update(effects=lasting)

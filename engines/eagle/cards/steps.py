"""[cards] The Event/Reaction Card Phase, hands and their limit, and effects that lapse."""

from __future__ import annotations

from functools import partial

from grognard.engines.core.data.text import Text, counted, text, verbatim
from grognard.engines.core.show.asks import Ask, Procedure, Subset
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import CAUSE
from grognard.engines.eagle.cards.moments import reshuffle
from grognard.engines.eagle.deck.deck import EVENT, REACTION, Deck
from grognard.engines.eagle.field.position import command
from grognard.engines.eagle.setup import SIDES, Board, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import number

TESTS = ("test", "failed", "rally", "order_test")
"""The moments at which a card is played for a single test."""


def limit(setup: Setup, state: State, side: str) -> int:
    """[cards.limit] [order.reserve.cards] The Command Ability of the CC, and one for each Reserve."""
    chiefs = state.commanders.values()
    abilities = (
        command(setup, state, chief.id, "ability")
        for chief in chiefs
        if chief.on_map and not chief.group and setup.chiefs[chief.id].side == side
    )
    reserves = sum(
        state.groups[gid].order == "reserve"
        for gid, group in setup.groups.items()
        if group.side == side and group.arm != "artillery" and _is_there(state, group.units)
    )
    return next(abilities, 0) + reserves * number("cards_for_reserve")


def _is_there(state: State, units: tuple[str, ...]) -> bool:
    return any(state.units[uid].on_map for uid in units)


def draw_step(table: Board) -> None:
    """[cards.first_draw] [cards.later_draw] Both draw, on turn 1 as many as they may hold."""
    first = table.state.turn == 1
    for side in SIDES:
        count = limit(table.setup, table.state, side) if first else number("cards_later")
        rule = "cards.first_draw" if first else "cards.later_draw"
        for _ in range(count):
            draw_card(table, side, rule)
        words = counted(
            "{seat} draws {n} card.",
            "{seat} draws {n} cards.",
            n=count,
            seat=table.seat_name(table.setup.seat_of(side)),
        )
        table.log("note", words, rule, "cards.limit", "cards.secret", "order.reserve.cards")


def draw_card(table: Board, side: str, rule: str) -> None:
    """[cards.secret] A card goes into a hand; the enemy does not see it."""
    reshuffle(table)
    if not table.state.deck:
        return
    seat = table.setup.seat_of(side)
    drawn = table.draw(
        seat=seat,
        rule=rule,
        purpose="card",
        subject=side,
        pool=table.state.deck,
        says=text("A card is drawn"),
        kind=CAUSE,
        named=lambda card: text("card {number}", number=verbatim(card)),
        visible_to=(seat,),
        blind=True,
    )
    left = tuple(card for card in table.state.deck if card != drawn)
    hand = tuple(sorted((*table.state.hands.get(side, ()), drawn), key=int))
    table.update(deck=left, hands={**table.state.hands, side: hand})


def card_name(deck: Deck, card: str) -> Text:
    """[cards.structure] Name a card by its number and its halves."""
    event, reaction = (deck.half(card, half).called for half in (EVENT, REACTION))
    return text("{n}: {event}, or {reaction}", n=verbatim(card), event=event, reaction=reaction)


def discard_step(table: Board) -> Procedure[None]:
    """[cards.discard] Who holds more than he may discards cards of his choice, face up."""
    for side in SIDES:
        hand = table.state.hands.get(side, ())
        over = len(hand) - limit(table.setup, table.state, side)
        if over <= 0:
            continue
        seat = table.setup.seat_of(side)
        choice = yield Ask(
            seat,
            "discard",
            counted("Discard {n} card.", "Discard {n} cards.", n=over),
            ("cards.discard", "cards.limit"),
            Subset(hand, over, over, partial(card_name, table.setup.deck)),
            form="subset",
            resting=True,
            secret=True,
        )
        gone = tuple(words_of(choice, "subset"))
        kept = tuple(card for card in hand if card not in gone)
        table.update(
            hands={**table.state.hands, side: kept}, discards=(*table.state.discards, *gone)
        )
        names = ", ".join(gone)
        words = text("{seat} discards: {cards}", seat=table.seat_name(seat), cards=names)
        table.reveal(words, "cards.discard", "cards.discard_pile", seat=seat)


def lapse(table: Board, until: str) -> None:
    """[cards.binding] End the effects that hold until the end of a roll, an action, a segment, a turn.

    What holds for a shorter time ends with what holds longer.
    """
    order = ("roll", "action", "segment", "turn")
    over = order[: order.index(until) + 1]
    left = tuple(effect for effect in table.state.effects if effect.until not in over)
    if left != table.state.effects:
        table.update(effects=left)


def test_over(table: Board, one: str) -> None:
    """[cards.binding] A unit or group has tested: what was played for this one test is over with it."""
    left = tuple(
        effect
        for effect in table.state.effects
        if effect.until != "roll"
        or one not in effect.on
        or table.setup.deck.effects[effect.effect].moment not in TESTS
    )
    if left != table.state.effects:
        table.update(effects=left)


def begin_phase(table: Board) -> None:
    """[cards.one_per_target] In a new phase a card may be played on anybody again."""
    table.update(played=(), done=(), deciding="", active="")

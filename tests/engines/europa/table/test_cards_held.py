"""Kept cards lie open in their owner's hand and as backs in the enemy's; one that is played is shown to both."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.europa.cards.deck import deck
from grognard.engines.europa.game import Europa


def asked_for_a_card() -> Session:
    """A campaign with event cards at its first question which card is played."""
    game = Europa()
    info = next(info for info in game.scenarios() if info.id == "advanced-1812")
    session = Session(game, game.load(Path(info.path), {}), "2")
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.ask is not None and session.ask.kind != "event":
        play(session, bots, limit=1)
    assert session.ask is not None
    return session


def test_a_hand_is_open_to_its_owner_alone() -> None:
    session = asked_for_a_card()
    assert session.ask is not None
    held = session.table.state.hands
    for seat in session.setup.info.seats:
        cards = session.view(seat.id).cards
        assert [card.id for card in cards if card.owner == seat.side] == list(held[seat.side])
        assert {card.id for card in cards if card.owner != seat.side} == {""}
    assert {card.id for card in session.view(None).cards} == {""}


def test_a_card_says_what_it_does_for_who_holds_it() -> None:
    session = asked_for_a_card()
    assert session.ask is not None
    seat = session.ask.seat
    for card in session.view(seat).cards:
        if card.id and (said := deck()[card.id].instruction(seat)) is not None:
            assert str(card.halves[0][1]) == said.text


def test_a_card_that_is_played_is_shown_to_both_and_the_other_is_kept() -> None:
    session = asked_for_a_card()
    assert session.ask is not None
    seat = session.ask.seat
    chosen, *_ = played = list(session.ask.choices)
    session.choose(seat, chosen)
    turned = [
        card
        for entry in session.table.entries
        if (card := session.game.turned_up(session.setup, entry)) is not None
    ]
    assert [card.id for card in turned][:1] == [chosen]
    kept = [card.id for card in session.view(seat).cards if card.id]
    assert kept == [one for one in played if one != chosen]

"""What of one's own a question does not mention says why, by a rule that is about it: in random positions."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.model.lookup import Lookup
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.forms import _WANTED
from tests.contract.test_contract import GAMES, bots, load

MOST, OFTEN, SCENARIOS = 250, 3, 3
EMPTY = {str(words) for words in _WANTED.values()}


class Passing:
    """Points at each own piece on the map that the choices of a question do not mention."""

    def __init__(self, name: str) -> None:
        self.game = registry[name]
        book, _ = Rulebook.load(self.game.data())
        assert book is not None
        self.rules = book.rules
        self.met: Counter[str] = Counter()
        self.told: Counter[str] = Counter()

    def at(self, session: Session, ask: Ask) -> None:
        """Point at all of them in one position."""
        view, board = session.view(ask.seat), self.game.board(session.setup)
        seats = {seat.id: seat.name for seat in session.setup.info.seats}
        found = Lookup(board, view, seats, self.game.term)
        gesture = gesture_for(ask, view)
        gesture.passing = self.game.passed_by
        legal = {*gesture.marks().legal, *ask.subject}
        for piece in view.pieces:
            names = found.names(piece.id)
            if piece.side == ask.seat and (piece.at or piece.pose) and legal.isdisjoint(names):
                why = gesture.refusal(names)
                assert why is not None, (ask.kind, piece.id)
                assert why.rule in self.rules, (ask.kind, piece.id, why)
                assert str(why.message) not in EMPTY, (ask.kind, piece.id, str(why.message))
                self.told[ask.kind] += 1


@pytest.mark.parametrize("name", [game for game in GAMES if game != "fixture"])
def test_what_is_not_asked_about_says_why(name: str) -> None:
    passing = Passing(name)
    for setup in load(name)[1][:SCENARIOS]:
        session = Session(registry[name], setup, "5")
        players = bots(session, "5")
        while (ask := session.ask) is not None and len(session.choices) < MOST:
            if passing.met[ask.kind] < OFTEN:
                passing.met[ask.kind] += 1
                passing.at(session, ask)
            play(session, players, limit=1)
    assert sum(passing.told.values()) > 50
    assert {*passing.met} - {*registry[name].passed_by} == set()


@pytest.mark.parametrize("name", [game for game in GAMES if game != "fixture"])
def test_every_reason_names_the_piece_and_a_rule_that_there_is(name: str) -> None:
    game = registry[name]
    book, _ = Rulebook.load(game.data())
    assert book is not None
    for kind, (rule, words) in game.passed_by.items():
        assert rule in book.rules, kind
        assert "{piece}" in words.key, kind


def test_cavalry_says_in_the_fire_phase_that_it_does_not_fire() -> None:
    setup = next(one for one in load("gmt")[1] if one.info.id == "shevardino")
    session = Session(registry["gmt"], setup, "5")
    players = bots(session, "5")
    while session.ask is None or session.ask.kind != "fire":
        play(session, players, limit=1)
    view = session.view(session.ask.seat)
    gesture = gesture_for(session.ask, view)
    gesture.passing = registry["gmt"].passed_by
    horse = next(
        p for p in view.pieces if p.at and p.side == session.ask.seat and "cavalry" in p.symbol
    )
    why = gesture.refusal([horse.id])
    assert why is not None
    assert (why.rule, why.where) == ("8.1", (horse.id,))
    assert "only artillery fires" in str(why.message)

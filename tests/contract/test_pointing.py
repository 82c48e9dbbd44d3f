"""Whatever is pointed at, the reason is of that thing and in words: in random positions of all games."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.model.lookup import Lookup
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import NOT_LISTED, Ask
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.forms import wanted
from tests.contract.test_contract import GAMES, bots, load

MOST, SCENARIOS, OFTEN, SPOTS = 250, 3, 4, 10
OCCUPIED = {"7.32", "6.22", "8.4.6"}
"""The rules that keep a piece of gmt, and a stack of europa, out of a hex with an enemy."""

ENTERED = ("depot", "leader", "supply_train", "dummy_train", "unknown")
"""What a march may go into: Depots and trains, also face down, are captured, Commanders driven off."""


class Pointing:
    """Points at places and pieces of a position, with nothing and with something picked."""

    def __init__(self, name: str) -> None:
        self.name, self.rng = name, Random(f"point {name}")
        self.met: Counter[str] = Counter()
        self.told: Counter[str] = Counter()

    def at(self, session: Session, ask: Ask) -> None:
        """Point about in one position."""
        view, board = session.view(ask.seat), session.game.board(session.setup)
        seats = {seat.id: seat.name for seat in session.setup.info.seats}
        found = Lookup(board, view, seats, session.game.term)
        gesture = gesture_for(ask, view)
        legal = gesture.marks().legal
        for first in ("", *self.rng.sample(legal, min(1, len(legal)))):
            if first:
                gesture.click([first])
            for names in self._spots(found, [space.id for space in board.spaces]):
                if gesture.explains and names and gesture.hover(names) is None:
                    self._judge(gesture, found, names)
            while gesture.back():
                pass

    def _spots(self, found: Lookup, spaces: list[str]) -> list[list[str]]:
        placed = [p.id for p in found.pieces.values() if p.at or p.pose]
        bare = self.rng.sample(spaces, min(SPOTS, len(spaces)))
        pieces = self.rng.sample(placed, min(SPOTS, len(placed)))
        return [found.names("", name) for name in bare] + [found.names(name) for name in pieces]

    def _judge(self, gesture: Gesture, found: Lookup, names: list[str]) -> None:
        why = gesture.refusal(names)
        if why is None or why.misread:
            return
        words, kind = str(why.message), gesture.ask.kind
        self.told[kind] += 1
        assert why.rule, (kind, words)
        assert words not in (str(NOT_LISTED.message), str(wanted(gesture.ask.form))), kind
        assert not re.search(r"not (adjacent|next to) \d|are not adjacent", words), (kind, words)
        unlike = {one for one, piece in found.pieces.items() if piece.name != one}
        ids = (one for one in unlike if re.search(r"[-._]", one))
        shown = [one for one in ids if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", words)]
        assert not shown, (kind, words)
        if kind == "route":
            self._is_of_the_hex(gesture, found, names, why)

    def _is_of_the_hex(
        self, gesture: Gesture, found: Lookup, names: list[str], why: Refusal
    ) -> None:
        """A hex with an enemy in it is refused for that."""
        pieces = found.pieces
        mover = pieces[gesture.ask.subject[0]]
        at = next(name for name in names if name not in pieces)
        others = [pieces[one] for one in found.pieces_at(at) if pieces[one].side != mover.side]
        enemies = [one for one in others if one.symbol not in ENTERED]
        if enemies and mover.at and at != mover.at and not why.rule.startswith("7.4"):
            assert why.rule in OCCUPIED, (at, str(why.message), why.rule)


@pytest.mark.parametrize("name", [game for game in GAMES if game != "fixture"])
def test_the_reason_is_of_what_is_pointed_at(name: str) -> None:
    pointing = Pointing(name)
    for setup in load(name)[1][:SCENARIOS]:
        session = Session(registry[name], setup, "3")
        players = bots(session, "3")
        while (ask := session.ask) is not None and len(session.choices) < MOST:
            if pointing.met[ask.kind] < OFTEN:
                pointing.met[ask.kind] += 1
                pointing.at(session, ask)
            play(session, players, limit=1)
    assert sum(pointing.told.values()) > 20

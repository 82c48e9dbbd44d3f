"""A hand that does anything at a table without a window, in any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.app.board.theme import load_theme
from grognard.app.table.model.called import TABLE
from grognard.app.table.model.hand import Hand
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.outside import AtOnce
from grognard.app.table.model.overlays import Overlays
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.table.model.keeper import Nowhere, Plain
from tests.contract.test_contract import GAMES, bots, load

DEEDS = (
    *("click", "click", "click", "ground", "ground", "ctrl", "shift", "alt", "box", "drag"),
    *("turn", "hover", "fellows", "led", "list", "card"),
)
BOARDED = [game for game in GAMES if game != "fixture"]


class Open(Plain):
    """No curtain, and nothing is passed: every question is asked."""

    curtain = False
    passes = False


def moments(name: str, often: int = 1, most: int = 250, scenarios: int = 2) -> Iterator[Session]:
    """Give a game at its first questions of each kind, as random players come to them; each may be changed."""
    met: Counter[tuple[str, str]] = Counter()
    for setup in load(name)[1][:scenarios]:
        session = Session(registry[name], setup, "3")
        players = bots(session, "3")
        while (ask := session.ask) is not None and len(session.choices) < most:
            if met[ask.kind, ask.form] < often:
                met[ask.kind, ask.form] += 1
                yield session.fork()
            play(session, players, limit=1)


def table_of(session: Session, preferences: Any = None) -> TableModel:
    """Sit down at a table with persons on all seats."""
    seats = {seat.id: "person" for seat in session.setup.info.seats}
    model = TableModel(session, seats, preferences or Open(), Nowhere())
    model.bearing = load_theme(session.game.id).bearing
    model.start()
    return model


class Anybody:
    """Does one thing after the other with mouse and keys, at random."""

    def __init__(self, model: TableModel, seed: str) -> None:
        self.model, self.rng = model, Random(seed)
        self.hand = Hand(model, Overlays(model, AtOnce()))
        self.done: list[str] = []

    def piece(self) -> str:
        """A piece on the board, of those that may act more often than of the others."""
        able = self.hand.able()
        if able and self.rng.random() < 0.7:
            return self.rng.choice(able)
        known = [p.id for p in self.model.lookup.pieces.values() if p.at or p.pose]
        return self.rng.choice(known) if known else ""

    def space(self) -> str:
        """A place, of those that are marked more often than of the others."""
        spaces = {space.id for space in self.model.board.spaces}
        gesture = self.model.gesture
        marked = [n for n in gesture.marks().legal if n in spaces] if gesture is not None else []
        if marked and self.rng.random() < 0.7:
            return self.rng.choice(marked)
        return self.rng.choice(sorted(spaces)) if spaces else ""

    def act(self) -> None:
        """Do something that only looks, picks, gathers or plans."""
        what = self.rng.choice(DEEDS)
        self.done.append(what)
        getattr(self, f"_{what}")()

    def _click(self) -> None:
        self.hand.click(self.piece(), "")

    def _ground(self) -> None:
        if self.model.board.kind == TABLE and self.model.party:
            self.hand.led_to((self.rng.uniform(0, 60), self.rng.uniform(0, 60)))
            return
        self.hand.click("", self.space())

    def _ctrl(self) -> None:
        self.hand.click(self.piece(), "", ctrl=True)

    def _shift(self) -> None:
        self.hand.click(self.piece(), "", shift=True)

    def _alt(self) -> None:
        self.hand.click(self.piece(), "", alt=True)

    def _box(self) -> None:
        self.hand.box(tuple({self.piece() for _ in range(3)} - {""}))

    def _drag(self) -> None:
        if self.model.board.kind == TABLE:
            if (party := self.model.party) and self.rng.random() < 0.5:
                self.model.carry(party, party[0], (1.5, 0.5))
            return
        self.hand.drag(self.piece(), self.space())

    def _turn(self) -> None:
        self.model.turn(self.rng.choice([1, -1]))

    def _hover(self) -> None:
        self.hand.hover(self.piece(), "")
        self.hand.hover("", self.space())

    def _fellows(self) -> None:
        found = self.model.fellows()
        if found:
            self.model.muster(self.rng.choice(found)[1])

    def _led(self) -> None:
        if (party := self.model.party) and (space := self.space()):
            self.model.lead(party, party[0], space)

    def _list(self) -> None:
        gesture = self.model.gesture
        lines = gesture.listed() if gesture is not None else []
        if lines:
            self.model.listed = self.rng.choice(lines)
            self.model.touch()

    def _card(self) -> None:
        if self.model.view.cards:
            self.hand.play_card(self.rng.choice(list(self.model.view.cards)).id)

    def commit(self) -> None:
        """Carry the plan out, take what is marked, or any choice."""
        self.done.append("commit")
        model = self.model
        if model.stands:
            model.carry_out()
        elif model.plan:
            model.intend(())
        elif model.gesture is not None:
            ready = model.ready
            ask = model.ask
            assert ask is not None
            model.choose(ready if ready is not None else ask.choices.sample(self.rng))

"""Two seats that play by post, each with a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from grognard.engines.core.keep.saveformat import link
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.post.correspondence import Correspondence, answer, invite, received
from grognard.engines.core.post.envelope import headed, piece, read, write
from grognard.engines.core.post.envelope import part as measured
from grognard.engines.core.show.asks import Choice

PINS = {0: "my first pin", 1: "another pin"}
Decide = Callable[[Session], Choice]


class Sides:
    """Both ends of a game by post. `last` is the file that was sent last, `files` all of them."""

    def __init__(self, folder: Path, game: AnyGame, setup: AnySetup) -> None:
        self.games = {game.id: game}
        self.mail = folder / "mail"
        first, second = (seat.id for seat in setup.info.seats)
        self.folders = {first: folder / first, second: folder / second}
        self.pins = {first: PINS[0], second: PINS[1]}
        self.ends: dict[str, Correspondence] = {}
        self.files: list[Path] = []
        self.ends[first] = invite(self.folders[first], game, setup, first, PINS[0])
        invitation = self.sent(first)
        self.ends[second] = answer(read(invitation), self.folders[second], PINS[1], self.games)
        self.ends[first].take(read(self.sent(second)), self.games)
        self.inviter = first

    @property
    def last(self) -> Path:
        return self.files[-1]

    def sent(self, seat: str) -> Path:
        self.files.append(self.ends[seat].send(self.mail))
        return self.files[-1]

    def begin(self) -> str:
        """Come to the first decision; return whose it is."""
        if self.ends[self.inviter].mine:
            return self.inviter
        return self.hand_over(self.inviter)

    def hand_over(self, seat: str) -> str:
        """Send the game to the other side, which opens it; return who that is."""
        far = self.ends[seat].far
        self.ends[far].take(read(self.sent(seat)), self.games)
        return far

    def turn(self, seat: str, decide: Decide) -> None:
        """Let a seat decide until the turn passes."""
        end = self.ends[seat]
        while end.mine:
            assert end.session is not None
            end.session.choose(seat, decide(end.session))

    def reopened(self, seat: str) -> Correspondence:
        """Close a seat's copy, and open it again."""
        from grognard.engines.core.post.correspondence import opened_copy

        self.ends[seat].close()
        self.ends[seat] = opened_copy(self.ends[seat].path, self.pins[seat], self.games)
        return self.ends[seat]

    def close(self) -> None:
        for end in self.ends.values():
            end.close()

    def received(self, path: Path, seat: str) -> Correspondence:
        self.ends[seat].close()
        self.ends[seat] = received(read(path), self.folders[seat], self.pins[seat], self.games)
        return self.ends[seat]


def at_random(seed: str) -> Decide:
    rng = Random(seed)

    def decide(session: Session) -> Choice:
        assert session.ask is not None
        return session.ask.choices.sample(rng)

    return decide


def forged(end: Correspondence, rows: list[Row], path: Path) -> Path:
    """Write what a changed program could send: any rows, sealed and linked as they should be."""
    from dataclasses import replace

    head = replace(end.head, number=end.head.number + 1, to=end.far)
    data, bound = headed(head)
    body = {
        "number": end._first,
        "rows": [[r.seat, r.kind, r.dice, r.choice, r.cut] for r in rows],
    }
    write(path, data + measured(piece(end._key, body, bound)))
    return path


def chain(rows: list[Row]) -> str:
    found = ""
    for row in rows:
        found = link(found, row)
    return found

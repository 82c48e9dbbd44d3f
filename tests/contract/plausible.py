"""Wrong choices that a player may well make: other places, other pieces, other facings, the enemy's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.views import TableView

SPOTS, PIECES, FIRST = 8, 8, 3
"""How many places and pieces are tried in a question, and legal choices altered."""
PLACES = ("at", "target")
"""Fields of a choice that name a place, or a piece by its place."""


@dataclass
class Board:
    """The pieces and places that a player sees and may point at."""

    spaces: list[str]
    pieces: list[str]
    rng: Random

    @classmethod
    def of(cls, session: Session, seat: str, rng: Random) -> Board:
        """Return what a seat may point at."""
        view: TableView = session.view(seat)
        board = session.game.board(session.setup)
        placed = [piece.id for piece in view.pieces if piece.at or piece.pose]
        return cls([space.id for space in board.spaces], placed, rng)

    def some_spaces(self, near: list[str]) -> list[str]:
        """Return places at random, and those near to what is legal first."""
        return near + self.rng.sample(self.spaces, min(SPOTS, len(self.spaces)))

    def some_pieces(self) -> list[str]:
        """Return pieces of all sides at random."""
        return self.rng.sample(self.pieces, min(PIECES, len(self.pieces)))

    def others(self, value: str) -> list[str]:
        """Return what stands on the board as well as `value`: places for a place, pieces for a piece."""
        if value in self.pieces:
            return self.some_pieces()
        return self.some_spaces([]) if value in self.spaces else []


def plausible(ask: Ask, board: Board) -> Iterator[Choice]:
    """Give choices of the form of a question in which other places, pieces and facings stand."""
    yield PASS
    if ask.form == "piece":
        yield from board.some_pieces()
    if ask.form == "place":
        yield from board.some_spaces([])
    if not ask.choices.finite:
        return
    legal = [choice for choice in ask.choices if choice != PASS]
    for choice in board.rng.sample(legal, min(FIRST, len(legal))):
        yield from _altered(choice, board)


def _altered(choice: Choice, board: Board) -> Iterator[Choice]:
    if isinstance(choice, str):
        yield from board.others(choice)
    if not isinstance(choice, dict):
        return
    for name, part in choice.items():
        for other in _other_parts(name, part, board):
            yield {**choice, name: other}


def _other_parts(name: str, part: Choice, board: Board) -> Iterator[Choice]:
    if isinstance(part, str):
        yield from board.others(part)
    elif isinstance(part, int) and name == "facing":
        yield from range(6)
    elif isinstance(part, list) and part and isinstance(part[-1], str):
        others = (other for other in board.others(part[-1]) if other not in part)
        yield from ([*part[:-1], other] for other in others)

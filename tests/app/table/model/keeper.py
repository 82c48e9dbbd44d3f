"""A keeper that keeps nothing, and wishes that are all fulfilled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.engines.core.play.session import Session


class Nowhere:
    """Where a game is kept that nobody needs again."""

    def __init__(self) -> None:
        self.named = False
        self.path: Path | None = None
        self.pins: dict[str, str] = {}
        self.seats: dict[str, str] = {}
        self.left = self.closed = False
        self.remark = ""

    def keep_pin(self, seat: str, hashed: str) -> None:
        self.pins[seat] = hashed

    def keep_remark(self, words: str) -> None:
        self.remark = words

    def seat(self, players: Mapping[str, str]) -> None:
        self.seats = dict(players)

    def let_go(self, session: Session) -> None:
        session.on_row = None
        self.left = True

    def move(self, path: Path, session: Session, players: Mapping[str, str]) -> None:
        self.path = path

    def finish(self, session: Session) -> None:
        """Nothing is kept."""

    def close(self, session: Session) -> None:
        self.closed = True


class Plain:
    """Wishes of a person who has changed nothing."""

    curtain = True
    passes = True
    rare = True

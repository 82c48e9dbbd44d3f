"""What the table wants of the world outside: where the game is kept, what the person wishes, work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from grognard.engines.core.play.session import Session

R = TypeVar("R")


class Preferences(Protocol):
    """What the table asks of the settings."""

    @property
    def curtain(self) -> bool:
        """Whether the hot-seat curtain falls."""

    @property
    def passes(self) -> bool:
        """Whether questions in which there is nothing to decide are passed."""

    @property
    def rare(self) -> bool:
        """Whether questions that are seldom wanted are asked."""


class Keeping(Protocol):
    """Where the game is kept, as far as the table knows it (`grognard.app.keeping` does it)."""

    named: bool

    @property
    def path(self) -> Path | None:
        """Where the game is kept now."""

    @property
    def pins(self) -> dict[str, str]:
        """What is kept of the PIN of each seat that has one."""

    def keep_pin(self, seat: str, hashed: str) -> None:
        """Keep the PIN of a seat."""

    @property
    def remark(self) -> str:
        """What the players noted on the game."""

    def keep_remark(self, words: str) -> None:
        """Keep what the players note on the game."""

    def seat(self, players: Mapping[str, str]) -> None:
        """Note who plays each seat from now on."""

    def let_go(self, session: Session) -> None:
        """Play on in memory."""

    def move(self, path: Path, session: Session, players: Mapping[str, str]) -> None:
        """Keep the game at another place from now on."""

    def finish(self, session: Session) -> None:
        """Keep the verdict."""

    def close(self, session: Session) -> None:
        """Close the file properly."""


class Work(Protocol):
    """Does jobs one after the other; `grognard.app.worker` does them in a thread."""

    def start(self, job: Callable[[], R], done: Callable[[R], object]) -> object:
        """Have a job done; `done` takes what came of it."""

    def cancel(self) -> None:
        """What was asked for is not wanted any more."""

    def finish(self) -> None:
        """Cancel everything, and wait for what is being done."""


class AtOnce:
    """Does each job while one waits: for tests, and where no window is."""

    def start(self, job: Callable[[], R], done: Callable[[R], object]) -> None:
        """Do it."""
        done(job())

    def cancel(self) -> None:
        """Nothing is ever open."""

    def finish(self) -> None:
        """Nothing is ever open."""

"""What is written of a game while it is played: when it can no longer be, it goes on in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.app.table.model.changes import NotKept
from grognard.app.table.model.planning import Planning
from grognard.engines.core.keep.saves import SaveError

R = TypeVar("R")


class Filing(Planning):
    """A game whose rows, PINs and notes are kept."""

    def keep_pin(self, seat: str, hashed: str) -> None:
        """Keep the PIN of a seat with the game."""
        try:
            self.keeper.keep_pin(seat, hashed)
        except SaveError as wrong:
            self._let_go(wrong)

    def keep_remark(self, words: str) -> None:
        """Keep what the players note on the game."""
        try:
            self.keeper.keep_remark(words)
        except SaveError as wrong:
            self._let_go(wrong)

    def _durably(self, act: Callable[[], R]) -> R:
        """Do something that writes a row; when it cannot be kept tell, and go on in memory."""
        try:
            return act()
        except SaveError as wrong:
            self._let_go(wrong)
            return act()

    def _let_go(self, wrong: SaveError) -> None:
        self.keeper.let_go(self.session)
        self.changes.tell(NotKept(str(wrong)))

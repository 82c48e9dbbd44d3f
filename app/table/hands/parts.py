"""What the hands use of the page they work on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from PySide6.QtCore import QPoint, SignalInstance

from grognard.app.board.port import BoardPort
from grognard.app.table.model.hand import Hand
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import Odds
from grognard.app.table.model.overlays import Overlays
from grognard.app.table.panels.battleboard import BattleBoard
from grognard.app.table.panels.cardhand import CardHand
from grognard.app.table.panels.tray import Tray
from grognard.app.table.prompt.prompt import PromptPanel


class Parts(Protocol):
    """The table page, as far as the hands know it."""

    board: BoardPort
    model: TableModel
    hand: Hand
    overlays: Overlays
    tray: Tray
    cards: CardHand
    odds: Odds
    battle: BattleBoard
    prompt: PromptPanel

    @property
    def message(self) -> SignalInstance:
        """Words for the status of the window."""

    @property
    def single(self) -> Collection[str]:
        """Names of values that are not added up for a stack."""

    def finish(self) -> None:
        """Make the choice that is marked, else decline."""

    def go_to(self, name: str) -> None:
        """Centre the board on a piece or space and show it in the inspector."""

    def show_tab(self, name: str) -> None:
        """Show one of the tabs."""

    def why(self, name: str = "") -> None:
        """Say which rules make a piece or place what it is now."""

    def under_minimap(self, at: QPoint) -> bool:
        """Whether a point of the board lies under the minimap."""

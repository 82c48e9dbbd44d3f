"""What the hands use of the page they work on: its parts, and how it shows a thing."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QPoint, SignalInstance

from app.board.theme import Theme
from app.settings import Settings
from app.table.controller import Controller
from app.table.panels.battleboard import BattleBoard
from app.table.panels.card import Card
from app.table.panels.inspector import Inspector
from app.table.panels.tray import Tray
from app.table.prompt.prompt import PromptPanel
from app.table.tools import Overlays


class Parts(Protocol):
    """The table page, as far as the hands know it."""

    canvas: Any
    controller: Controller
    settings: Settings
    theme: Theme
    prompt: PromptPanel
    inspector: Inspector
    tray: Tray
    battle: BattleBoard
    overlays: Overlays
    since: Card
    ending: Card

    @property
    def message(self) -> SignalInstance:
        """Words for the status of the window."""

    def inspect(self, name: str) -> None:
        """Show a piece or space in the inspector."""

    def inspect_group(self, names: tuple[str, ...]) -> None:
        """Show several pieces together in the inspector."""

    def go_to(self, name: str) -> None:
        """Centre the board on a piece or space and show it in the inspector."""

    def name_of(self, name: str) -> str:
        """Return the printed name of a piece, space or seat."""

    def under_minimap(self, at: QPoint) -> bool:
        """Whether a point of the board lies under the minimap."""

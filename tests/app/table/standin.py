"""A board that only remembers what it was told, with the signals of the real one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class BoardCanvas(QWidget):
    space_clicked = Signal(str, object)
    piece_clicked = Signal(str, object)
    space_hovered = Signal(str)
    piece_hovered = Signal(str)
    border_hovered = Signal(str)
    piece_dragged = Signal(str, str)
    piece_lifted = Signal(str)
    piece_carried_off = Signal(str, object)
    camera_moved = Signal()
    context_menu = Signal(str, object)
    box_selected = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.view: Any = None
        self.marks: dict[str, Any] = {}
        self.overlays: list[Any] = []
        self.hidden = False

    def set_board(self, board: Any, theme: Any, *, patient: bool = True) -> None:
        self.board = board

    def set_view(self, view: Any) -> None:
        self.view = view

    def set_highlights(self, **marks: Any) -> None:
        self.marks = marks

    def set_overlays(self, overlays: list[Any]) -> None:
        self.overlays = overlays

    def set_hidden(self, hidden: bool) -> None:
        self.hidden = hidden

    def set_pieces_visible(self, visible: bool) -> None:
        self.pieces_visible = visible

    def set_grid(self, on: bool) -> None:
        self.grid = on

    def fit(self) -> None:
        self.fitted = True

    def centre_on(self, name: str) -> None:
        self.centred = name


class Minimap(QWidget):
    def __init__(self, _canvas: BoardCanvas) -> None:
        super().__init__()

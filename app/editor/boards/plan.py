"""The plan of a map's boards: a small picture of each where it lies; boards are picked and dragged on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from grognard.app.board.theme import Theme
from grognard.app.editor.boards.laying import Box, around, slots
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.scenario.boards import Cell, Lying
from grognard.engines.core.scenario.hexmaps import HexMap

GLOW = QColor("#E0A63A")
DRAG = 4
"""So many pixels the mouse goes before a board goes with it."""
KEYS: Mapping[int, str] = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_T: "turn",
    Qt.Key.Key_R: "repeat",
    Qt.Key.Key_Delete: "away",
    Qt.Key.Key_Backspace: "away",
    Qt.Key.Key_Insert: "add",
}


def picture_of(face: HexMap, theme: Theme, turned: bool, width: int) -> QPixmap:
    """Return a small picture of a board: its ground, what lies on hexsides, and its lines."""
    wide, high = face.grid.size
    picture = QPixmap(max(1, width), max(1, round(width * high / wide)))
    picture.fill(theme.colour("map.paper", "#EFE6D0"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if turned:
        painter.translate(picture.width(), picture.height())
        painter.rotate(180)
    painter.scale(picture.width() / wide, picture.width() / wide)
    _draw(painter, face, theme)
    painter.end()
    return picture


def _draw(painter: QPainter, face: HexMap, theme: Theme) -> None:
    grid, paper = face.grid, theme.get("map.paper", "#EFE6D0")
    painter.setPen(QPen(QColor(0, 0, 0, 40), 0.04))
    for h in grid:
        painter.setBrush(theme.colour(f"terrain.{face.terrain.get(h, face.base)}.fill", paper))
        painter.drawPolygon(QPolygonF([QPointF(*p) for p in grid.corners(h)]))
    for line in face.lines:
        painter.setPen(QPen(theme.colour(f"lines.{line.kind}.color", "#8C6B4A"), 0.16))
        painter.drawPolyline(QPolygonF([QPointF(*grid.centre(h)) for h in line.hexes]))
    for side in face.sides:
        painter.setPen(QPen(theme.colour(f"edges.{side.kind}.color", "#5C4A30"), 0.2))
        painter.drawLine(*(QPointF(*end) for end in grid.side_ends(side.a, side.b)))


class Plan(QWidget):
    """The boards as they lie.

    Signals:
        picked(int): a board was chosen.
        dropped(int, float, float): a board was let go, its first hex at a column and a row.
        asked(str): a key asks for something to be done with the board that is chosen.
    """

    picked = Signal(int)
    dropped = Signal(int, float, float)
    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.boards: tuple[Lying, ...] = ()
        self.index = -1
        self.field: tuple[Cell, ...] = ()
        self._from: QPointF | None = None
        self._at: QPointF | None = None
        self._pictures: dict[tuple[int, bool], tuple[HexMap, QPixmap]] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(150)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the panel, and not much higher."""
        return QSize(210, 220)

    def show_boards(self, boards: Sequence[Lying], index: int) -> None:
        """Show boards, one of them chosen (-1: none)."""
        self.boards, self.index = tuple(boards), index
        known = {(id(board.face), board.turned) for board in boards}
        self._pictures = {key: kept for key, kept in self._pictures.items() if key in known}
        self.update()

    def show_field(self, field: Sequence[Cell]) -> None:
        """Frame what is in play, from a hex to a hex; nothing if all of it is."""
        self.field = tuple(field)
        self.update()

    # -- where things are --------------------------------------------------------------------------

    def _frame(self) -> tuple[Box, float, float, float]:
        """Return the box around all boards, the pixels of a column and of a row, and the left edge."""
        box = next(around(self.boards), Box(1, 1, 1, 1))
        grid = self.boards[0].face.grid if self.boards else None
        high = 1.0 if grid is None or grid.flat == "top" else 0.866  # the pitch of rows to columns
        if grid is not None and grid.flat == "top":
            high = 1.155
        across, down = box.columns + 1.0, (box.rows + 1.0) * high
        column = min((self.width() - 4) / across, (self.height() - 4) / down)
        return box, column, column * high, (self.width() - column * box.columns) / 2

    def rect_of(self, board: Lying) -> QRectF:
        """Return where a board is shown, in pixels."""
        return self._rect(board.at, board.size, board.face.grid)

    def _rect(self, at: Cell, size: Cell, grid: HexGrid) -> QRectF:
        box, column, row, left = self._frame()
        top = (self.height() - row * box.rows) / 2
        columns, rows = size
        x, y = at[0] - box.column, at[1] - box.row
        if grid.columns_grow == "west":
            x = box.columns - x - columns
        if grid.rows_grow == "north":
            y = box.rows - y - rows
        return QRectF(left + x * column, top + y * row, columns * column, rows * row)

    def _cells(self, board: Lying, by: QPointF) -> tuple[float, float]:
        """Return the column and row on which a board comes that is dragged by so many pixels."""
        _, column, row, _ = self._frame()
        grid = board.face.grid
        x = by.x() / column * (-1 if grid.columns_grow == "west" else 1)
        y = by.y() / row * (-1 if grid.rows_grow == "north" else 1)
        return board.at[0] + x, board.at[1] + y

    def _under(self, at: QPointF) -> Lying | None:
        return next((b for b in reversed(self.boards) if self.rect_of(b).contains(at)), None)

    def _chosen(self) -> Lying | None:
        return next((board for board in self.boards if board.index == self.index), None)

    # -- painting ----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Show the boards, the one in the hand above the others with the places where it may go."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held, chosen = self._dragged(), self._chosen()
        for board in self.boards:
            painter.setOpacity(0.35 if held is not None and board.index == self.index else 1.0)
            self._paint_board(painter, board, self.rect_of(board))
        painter.setOpacity(1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(self.field) == 2 and self.boards:
            (a, b), (c, d) = self.field
            painter.setPen(QPen(QColor("#7A1F1F"), 2, Qt.PenStyle.DashLine))
            size = c - a + 1, d - b + 1
            painter.drawRect(self._rect((a, b), size, self.boards[0].face.grid))
        if held is not None and chosen is not None:
            painter.setPen(QPen(GLOW, 1, Qt.PenStyle.DashLine))
            others = [board for board in self.boards if board.index != self.index]
            for at in slots(chosen.size, others):
                painter.drawRect(self.rect_of(Lying(-1, chosen.face, at)))
            painter.setOpacity(0.85)
            self._paint_board(painter, chosen, self.rect_of(chosen).translated(held))
        elif chosen is not None:
            painter.setPen(QPen(GLOW, 3 if self.hasFocus() else 2))
            painter.drawRect(self.rect_of(chosen).adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_board(self, painter: QPainter, board: Lying, box: QRectF) -> None:
        key = (
            id(board.face),
            board.turned,
        )  # the face is kept with its picture, so that its id is its own
        if key not in self._pictures:
            picture = picture_of(board.face, self.theme, board.turned, 2 * round(box.width()))
            self._pictures[key] = board.face, picture
        found = self._pictures[key][1]
        painter.drawPixmap(box, found, QRectF(found.rect()))
        painter.setPen(QPen(QColor("#3A3226"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """The board that is chosen is framed more boldly."""
        self.update()
        super().focusInEvent(event)

    # -- the hand ----------------------------------------------------------------------------------

    def _dragged(self) -> QPointF | None:
        """By how far the board in the hand is dragged, None where none is."""
        if self._from is None or self._at is None:
            return None
        by = self._at - self._from
        return by if by.manhattanLength() >= DRAG else None

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a board, and take it into the hand."""
        board = self._under(event.position())
        if board is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._from = self._at = event.position()
        self.picked.emit(board.index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag it."""
        if self._from is not None:
            self._at = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Let it go."""
        if self._from is not None:
            self._at = event.position()
        by, board = self._dragged(), self._chosen()
        self._from = self._at = None
        self.update()
        if by is not None and board is not None:
            self.dropped.emit(board.index, *self._cells(board, by))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move, turn, repeat the board that is chosen, or take it away; Space chooses the next one."""
        if event.key() == Qt.Key.Key_Escape and self._from is not None:
            self._from = self._at = None
            self.update()
        elif event.key() == Qt.Key.Key_Space and self.boards:
            order = [board.index for board in self.boards]
            there = order.index(self.index) if self.index in order else -1
            self.picked.emit(order[(there + 1) % len(order)])
        elif event.key() in KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.asked.emit(KEYS[event.key()])
        else:
            super().keyPressEvent(event)

"""The gestures of the hand on one card: what mouse and keys do on the board, each with a small picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from grognard.app.look import fit, look, serif
from grognard.app.table.model.called import TABLE
from grognard.app.table.panels.labels import label
from grognard.engines.core.data.text import Text, text, tr

WIDE, HIGH = 92, 46
"""The size of a picture in pixels."""
FACING = "facing"
"""What a game has whose pieces face somewhere."""
SPACES = "spaces"
"""What a board has that is no bare table."""
STACK = text("Ctrl and drag a piece: its whole stack goes.")
GATHER = text(
    "Shift and click: pieces are gathered to move together; Alt and click leaves one out."
)


@dataclass(frozen=True, slots=True)
class Gesture:
    """One gesture: what is drawn of it, what it does, and what a game must have for it."""

    picture: str
    does: Text
    needs: str = ""


GESTURES: tuple[Gesture, ...] = (
    Gesture(
        "click", text("Click: look at a piece or place, or mark it. Nothing is spent by that.")
    ),
    Gesture("twice", text("A second click on what is marked, or Enter, carries it out.")),
    Gesture("drag", text("Drag a piece: it moves there, and looks as it does now.")),
    Gesture("turn", text("Wheel, or Q and E: the piece turns where it is pointed at."), FACING),
    Gesture(
        "pull",
        text("Press where it should go and pull: it goes there and faces the way you pull."),
        FACING,
    ),
    Gesture("stack", STACK, SPACES),
    Gesture("gather", GATHER),
    Gesture("box", text("Drag a box over bare ground: all pieces in it are gathered.")),
    Gesture("wheel", text("Drag a corner of a base: it wheels. Shift wheels and moves."), TABLE),
    Gesture(
        "nudge", text("Alt and arrows: the base moves by a millimetre, with Ctrl by one cm."), TABLE
    ),
    Gesture("away", text("Esc, or a click on bare ground, puts down what was picked up.")),
    Gesture("menu", text("Right-click: what it is, why it is so, what can be drawn for it.")),
    Gesture("fan", text("Double click on a stack: it is spread out, and gathered again."), SPACES),
    Gesture(
        "pan", text("Space and drag, or the middle button: the map moves. Ctrl and wheel: zoom.")
    ),
    Gesture(
        "cursor",
        text("Shift and arrows: the cursor walks; Enter points. N: the next piece."),
        SPACES,
    ),
)


def gestures_of(has: Collection[str]) -> Iterator[Gesture]:
    """Give the gestures of a game that has such things."""
    return (one for one in GESTURES if not one.needs or one.needs in has)


class GestureCard(QDialog):
    """Every gesture of the game on the table in a line with its picture."""

    def __init__(self, has: Collection[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Gestures on the board"))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setVerticalSpacing(8)
        for row, one in enumerate(gestures_of(has)):
            shown = QLabel()
            shown.setPixmap(picture(one.picture, self.devicePixelRatioF()))
            words = label(str(one.does))
            grid.addWidget(shown, row, 0)
            grid.addWidget(words, row, 1)
        grid.setColumnStretch(1, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        QVBoxLayout(self).addWidget(area)
        fit(self, 560, 720)


def picture(name: str, ratio: float) -> QPixmap:
    """Return the picture of a gesture."""
    made = QPixmap(QSize(round(WIDE * ratio), round(HIGH * ratio)))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for draw in DRAWN[name]:
        draw(painter)
    painter.end()
    return made


Part = Callable[[QPainter], None]


def _ink() -> QColor:
    return QColor(look()["text"])


def _piece(x: float, y: float, *, faint: bool = False, turn: float = 0.0) -> Part:
    """A counter with its front."""

    def draw(painter: QPainter) -> None:
        painter.save()
        painter.translate(x, y)
        painter.rotate(turn)
        painter.setOpacity(0.4 if faint else 1.0)
        painter.setPen(QPen(_ink(), 1.2))
        painter.setBrush(QColor(look()["accent"]))
        painter.drawRoundedRect(QRectF(-9, -8, 18, 16), 2, 2)
        painter.drawPolygon(QPolygonF([QPointF(0, -13), QPointF(4, -8), QPointF(-4, -8)]))
        painter.restore()

    return draw


def _arrow(x1: float, y1: float, x2: float, y2: float) -> Part:
    """The way of the mouse."""

    def draw(painter: QPainter) -> None:
        painter.setPen(QPen(_ink(), 1.8))
        painter.setBrush(_ink())
        a, b = QPointF(x1, y1), QPointF(x2, y2)
        painter.drawLine(a, b)
        along = b - a
        size = max(1.0, (along.x() ** 2 + along.y() ** 2) ** 0.5)
        ahead = along / size
        aside = QPointF(-ahead.y(), ahead.x())
        painter.drawPolygon(QPolygonF([b, b - ahead * 7 + aside * 4, b - ahead * 7 - aside * 4]))

    return draw


def _key(x: float, y: float, words: str) -> Part:
    """A key cap."""

    def draw(painter: QPainter) -> None:
        painter.setFont(serif(0.75))
        wide = painter.fontMetrics().horizontalAdvance(words) + 8
        painter.setPen(QPen(_ink(), 1))
        painter.setBrush(QColor(look()["raised"]))
        box = QRectF(x, y, wide, 15)
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    return draw


def _ring(x: float, y: float, size: float = 13) -> Part:
    """What is marked, or clicked."""

    def draw(painter: QPainter) -> None:
        painter.setPen(QPen(QColor("#E0A63A"), 2.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), size, size)

    return draw


def _frame(x: float, y: float, wide: float, high: float) -> Part:
    """A box that is drawn."""

    def draw(painter: QPainter) -> None:
        painter.setPen(QPen(_ink(), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(x, y, wide, high))

    return draw


DRAWN: dict[str, tuple[Part, ...]] = {
    "click": (_piece(30, 25), _ring(30, 24)),
    "twice": (_piece(25, 25), _piece(65, 25, faint=True), _ring(65, 24), _ring(65, 24, 17)),
    "drag": (_piece(20, 26), _arrow(32, 26, 58, 26), _piece(72, 26, faint=True)),
    "turn": (_piece(24, 26, turn=50), _key(48, 6, "Q"), _key(66, 6, "E"), _arrow(24, 6, 38, 12)),
    "pull": (_piece(16, 34), _piece(50, 28, faint=True, turn=70), _arrow(50, 28, 82, 18)),
    "stack": (_key(2, 2, "Ctrl"), _piece(30, 30), _piece(34, 26), _arrow(48, 28, 82, 28)),
    "gather": (_key(2, 2, "Shift"), _piece(20, 31), _ring(20, 30), _piece(58, 31), _ring(58, 30)),
    "box": (_piece(26, 25), _piece(56, 25), _frame(8, 5, 70, 36)),
    "wheel": (_piece(34, 28, turn=25), _arrow(44, 14, 62, 22)),
    "nudge": (_key(2, 2, "Alt"), _piece(34, 30), _arrow(34, 16, 34, 4)),
    "away": (_key(4, 14, "Esc"), _piece(64, 26, faint=True)),
    "menu": (_piece(20, 26), _frame(38, 6, 44, 34)),
    "fan": (_piece(16, 26), _piece(40, 26), _piece(64, 26)),
    "pan": (_key(2, 2, "Space"), _arrow(30, 32, 76, 32)),
    "cursor": (_key(2, 2, "Shift"), _ring(26, 32, 9), _arrow(38, 32, 66, 32)),
}

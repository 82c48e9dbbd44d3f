"""Counters that are laid out to be given: each of their sides is an answer of its own."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap

from grognard.app.board.theme import Theme
from grognard.app.look import serif
from grognard.engines.core.show.views import CardView

COLUMNS = 2
NAME, NUMBER, SMALLEST = 11, 17, 8
"""Sizes of a side's name and of its number, and how small a long name may be, in pixels."""


def side_boxes(box: QRect, card: CardView) -> list[tuple[QRect, str]]:
    """Return where each side of a counter lies in its box, with what choices call it."""
    lines = -(-len(card.sides) // COLUMNS)
    wide, high = box.width() // COLUMNS, box.height() // max(1, lines)
    return [
        (QRect(box.left() + n % COLUMNS * wide, box.top() + n // COLUMNS * high, wide, high), name)
        for n, (name, _, _) in enumerate(card.sides)
    ]


def side_at(box: QRect, card: CardView, point: QPoint) -> str:
    """Return which side of a counter is under a point, as choices call it; "" for none."""
    return next((name for part, name in side_boxes(box, card) if part.contains(point)), "")


def draw_token(  # noqa: PLR0913
    painter: QPainter,
    theme: Theme,
    box: QRect,
    card: CardView,
    lit: Collection[str],
    picked: Collection[str],
) -> None:
    """Draw a counter in its side's colour; what may not be given now is faint, what is picked glows."""
    fill = theme.colour(f"sides.{card.owner}.fill", "#6B5B45")
    ink = theme.colour(f"sides.{card.owner}.ink", "#FFFFFF")
    glow = theme.colour("marks.selection.color", "#E0A63A")
    held = card.id in picked
    painter.setPen(QPen(glow if held else fill.darker(150), 3 if held else 1.5))
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(box), 5, 5)
    for (part, name), (_, called, number) in zip(side_boxes(box, card), card.sides, strict=True):
        painter.setOpacity(1.0 if name in lit or not lit else 0.45)
        if held and name in picked:
            painter.fillRect(
                part.adjusted(3, 3, -3, -3), QColor(glow.red(), glow.green(), glow.blue(), 120)
            )
        painter.setPen(ink)
        upper = QRect(part.left() + 3, part.top() + 3, part.width() - 6, part.height() // 2 - 3)
        lower = QRect(part.left(), part.center().y() - 2, part.width(), part.height() // 2)
        painter.setFont(_fitting(str(called), upper.width()))
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, str(called))
        painter.setFont(_font(NUMBER, bold=True))
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.setOpacity(0.4)
    painter.setPen(QPen(ink, 0.8))
    middle = QRectF(box).center()
    painter.drawLine(QPointF(box.left() + 5, middle.y()), QPointF(box.right() - 5, middle.y()))
    painter.drawLine(QPointF(middle.x(), box.top() + 5), QPointF(middle.x(), box.bottom() - 5))
    painter.setOpacity(1.0)


def token_picture(theme: Theme, size: QRect, card: CardView, ratio: float) -> QPixmap:
    """Return a counter as it is carried under the mouse."""
    picture = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.9)
    draw_token(painter, theme, QRect(1, 1, size.width() - 2, size.height() - 2), card, (), ())
    painter.end()
    return picture


def _fitting(words: str, room: int) -> QFont:
    """Return letters in which a name fits its side, or the smallest."""
    for size in range(NAME, SMALLEST, -1):
        if QFontMetrics(_font(size)).horizontalAdvance(words) <= room:
            return _font(size)
    return _font(SMALLEST)


def _font(pixels: int, *, bold: bool = False) -> QFont:
    font = QFont(serif())
    font.setPixelSize(pixels)
    font.setBold(bold)
    return font

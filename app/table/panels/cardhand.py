"""The hand of cards below the board: one's own open, the enemy's as backs, the card of the last fight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from grognard.app.board.theme import Theme
from grognard.app.look import away, look, serif
from grognard.app.table.panels.tokens import draw_token, side_at, token_picture
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.show.views import CardView

WIDE, HIGH, GAP, MARGIN = 132, 74, 6, 6
BACK, RISE = 30, 4
"""How wide backs show of each other, and how much higher a card lies that may be played."""
TABLE, COLUMNS = 392, 2
"""How wide the card of the last fight lies, and in how many columns its table stands."""
BAND, FACE = 16, 250
"""The coloured head of a card, and how wide it is laid open, in pixels."""
PAPER, INK, FADED, HIT = "#F6EFDD", "#2B2118", "#8B7F6A", "#E7C873"


class CardHand(QWidget):
    """The cards side by side; the mouse lays one open above the strip, a click answers with it.

    Signals:
        clicked(str, str): a card was clicked, and on which side if it is a counter, as choices call them.
        given(str, str, QPoint): a counter was let go at a point of the screen, held by that side.
    """

    clicked = Signal(str, str)
    given = Signal(str, str, QPoint)

    def __init__(self, theme: Theme, parent: QWidget, board: QWidget) -> None:
        super().__init__(parent)
        self.theme, self.board = theme, board
        self.cards: tuple[CardView, ...] = ()
        self.turned: CardView | None = None
        self.lit: Collection[str] = ()
        self.picked: Collection[str] = ()
        self.why: Callable[[str], str] = lambda _card: ""
        self._boxes: list[tuple[QRect, CardView]] = []
        self._press: tuple[QPoint, CardView] | None = None
        self._carried: QLabel | None = None
        self.face = QLabel(parent)
        self.face.setObjectName("card_face")
        self.face.setTextFormat(Qt.TextFormat.RichText)
        self.face.setWordWrap(True)
        self.face.setFixedWidth(FACE)
        self.face.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.face.setStyleSheet(
            f"QLabel#card_face {{ background: {PAPER}; color: {INK}; border: 2px solid {INK};"
            " border-radius: 8px; padding: 8px; }"
        )
        self.face.hide()
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Cards"))
        self.setFixedHeight(HIGH + 2 * MARGIN + RISE)
        self.hide()

    def show_hand(
        self,
        cards: Sequence[CardView],
        turned: CardView | None,
        lit: Collection[str],
        picked: Collection[str],
        why: Callable[[str], str],
    ) -> None:
        """Lay out the hands and the card turned up; `lit` may be played now, `why` tells why a card may not."""
        self.cards, self.turned, self.lit, self.picked = tuple(cards), turned, lit, picked
        self.why = why
        self._lay_out()
        self.face.hide()
        self.setVisible(bool(self._boxes))
        self.setAccessibleDescription("; ".join(str(card.title) for card in self.cards if card.id))
        self.update()

    def _lay_out(self) -> None:
        """The cards lie below the board: laid open they hide none of the panels beside it."""
        own = [card for card in self.cards if card.id]
        backs = [card for card in self.cards if not card.id]
        start = self.board.x() + MARGIN
        right = start + self.board.width() - 2 * MARGIN
        room = right - start - (BACK * len(backs) + WIDE if backs else 0)
        wide = min(TABLE, (right - start) // 2)
        room -= wide + 3 * GAP if self.turned is not None else 0
        step = min(WIDE + GAP, max(BACK, room // max(1, len(own))))
        self._boxes, x = [], start
        for card in own:
            up = RISE if card.id in self.lit else 0
            self._boxes.append((QRect(x, MARGIN + RISE - up, WIDE, HIGH), card))
            x += step
        if self.turned is not None:
            self._boxes.append((QRect(right - wide, MARGIN + RISE, wide, HIGH), self.turned))
            right -= wide + 3 * GAP
        for number, card in enumerate(backs):
            box = QRect(right - WIDE // 2 - BACK * number, MARGIN + RISE, WIDE // 2, HIGH)
            self._boxes.insert(0, (box, card))

    def box_of(self, card: str) -> QRect:
        """Return where a card lies (empty: it is not here)."""
        return next((box for box, view in self._boxes if view.id == card), QRect())

    def at(self, point: QPoint) -> CardView | None:
        """Return the card under a point, the topmost."""
        return next((card for box, card in reversed(self._boxes) if box.contains(point)), None)

    def resizeEvent(self, _event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Lay the cards out anew."""
        self._lay_out()

    # -- drawing ---------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the cards, the later over the earlier."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(look()["panel"]))
        for box, card in self._boxes:
            if card.sides:
                draw_token(painter, self.theme, box, card, self.lit, self.picked)
            elif card.id:
                self._draw_face(painter, box, card)
            else:
                self._draw_back(painter, box, card)

    def _colour(self, card: CardView) -> QColor:
        return self.theme.colour(f"sides.{card.owner}.fill", "#6B5B45")

    def _draw_back(self, painter: QPainter, box: QRect, card: CardView) -> None:
        painter.setPen(QPen(QColor(PAPER), 2))
        painter.setBrush(self._colour(card))
        painter.drawRoundedRect(QRectF(box), 5, 5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(5, 5, -5, -5), 3, 3)

    def _draw_face(self, painter: QPainter, box: QRect, card: CardView) -> None:
        able = card.id in self.lit or card is self.turned
        edge = self.theme.colour("marks.selection.color", "#E0A63A") if able else QColor(FADED)
        painter.setPen(QPen(edge, 3 if card.id in self.picked or able else 1.2))
        painter.setBrush(QColor(PAPER))
        painter.drawRoundedRect(QRectF(box), 5, 5)
        band = QRect(box.left() + 3, box.top() + 3, box.width() - 6, BAND)
        painter.fillRect(band, self._colour(card))
        painter.setFont(self._font(10, bold=True))
        painter.setPen(self.theme.colour(f"sides.{card.owner}.ink", "#FFFFFF"))
        painter.drawText(band.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, str(card.title))
        painter.setPen(QColor(INK if able or not self.lit else FADED))
        rest = box.adjusted(6, BAND + 5, -6, -3)
        if card is self.turned and card.rows:
            self._draw_table(painter, rest, card)
            return
        if card is self.turned:
            self._draw_played(painter, rest, card)
            return
        half = rest.height() // max(1, len(card.halves))
        for number, (_, name, _) in enumerate(card.halves):
            part = QRect(rest.left(), rest.top() + number * half, rest.width(), half)
            self._write(painter, part, str(name), bold=number == 0)

    def _draw_played(self, painter: QPainter, box: QRect, card: CardView) -> None:
        """Draw what has been played: its name, and below it what it does."""
        head = box.height() // 3
        for _, name, words in card.halves:
            top = QRect(box.left(), box.top(), box.width(), head)
            self._write(painter, top, str(name), bold=True)
            self._write(painter, box.adjusted(0, head, 0, 0), str(words), bold=False)

    def _draw_table(self, painter: QPainter, box: QRect, card: CardView) -> None:
        """Draw the whole table of the card of the last fight, with the row that was hit marked."""
        deep = -(-len(card.rows) // COLUMNS)
        wide, high = box.width() // COLUMNS, box.height() // deep
        for number, row in enumerate(card.rows):
            column, line = divmod(number, deep)
            cell = QRect(box.left() + column * wide, box.top() + line * high, wide - 2, high - 1)
            if number == card.hit:
                painter.fillRect(cell, QColor(HIT))
            inside = cell.adjusted(3, 0, -1, 0)
            self._write(painter, inside, " ".join(map(str, row)), bold=number == card.hit)

    def _write(self, painter: QPainter, box: QRect, words: str, *, bold: bool) -> None:
        """Write words into a box, in smaller letters where they need it."""
        wrap = QTextOption(Qt.AlignmentFlag.AlignVCenter)
        wrap.setWrapMode(QTextOption.WrapMode.WordWrap)
        for size in (12, 11, 10, 9):
            font = self._font(size, bold=bold)
            flags = int(Qt.TextFlag.TextWordWrap)
            if QFontMetrics(font).boundingRect(box, flags, words).height() <= box.height():
                break
        painter.setFont(font)
        painter.drawText(QRectF(box), words, wrap)

    def _font(self, pixels: int, *, bold: bool = False) -> QFont:
        font = QFont(serif())
        font.setPixelSize(pixels)
        font.setBold(bold)
        return font

    # -- mouse -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold of what may be carried off or clicked."""
        at = event.position().toPoint()
        card = self.at(at)
        self._press = (at, card) if card is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Carry the counter that is held; else lay the card under the mouse open above the strip."""
        at = event.position().toPoint()
        if self._press is not None and self._press[1].sides:
            self._carry(self._press[1], at)
            return
        card = self.at(at)
        if card is None or card.sides:
            self.face.hide()
            self.setToolTip(tr("Click an order, or drag it onto its group") if card else "")
            return
        self._lay_open(card)

    def _carry(self, card: CardView, at: QPoint) -> None:
        """Show a counter under the mouse once it has left its place."""
        if self._press is None or (self._carried is None and not _far(self._press[0], at)):
            return
        if self._carried is None:
            self._carried = QLabel(self.window())
            self._carried.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            box, ratio = self.box_of(card.id), self.devicePixelRatioF()
            self._carried.setPixmap(token_picture(self.theme, box, card, ratio))
            self._carried.adjustSize()
            self._carried.show()
        self._carried.move(self.mapTo(self.window(), at) - self._carried.rect().center())
        self._carried.raise_()

    def _lay_open(self, card: CardView) -> None:
        self.face.setText(card_html(card, "" if card is self.turned else self.why(card.id)))
        self.face.adjustSize()
        box = next(box for box, view in self._boxes if view is card)
        parent = self.face.parentWidget()
        corner = self.mapTo(parent, box.topLeft()) if parent is not None else QPoint()
        x = min(corner.x(), self.board.x() + self.board.width() - FACE - MARGIN)
        self.face.move(x, max(0, corner.y() - self.face.height() - GAP))
        self.face.show()
        self.face.raise_()

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Lay it back."""
        self.face.hide()

    def hideEvent(self, _event: QEvent) -> None:  # noqa: N802 - Qt's name
        """A curtain falls: no card stays in sight, nor a counter that is being carried."""
        self.face.hide()
        self._press = None
        self._let_go()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Give the counter that was carried, or answer with what was clicked."""
        held, self._press = self._press, None
        at = event.position().toPoint()
        if self._carried is not None and held is not None:
            self._let_go()
            side = side_at(self.box_of(held[1].id), held[1], held[0])
            self.given.emit(held[1].id, side, self.mapToGlobal(at))
            return
        card = self.at(at)
        if card is not None and card.id and card is not self.turned:
            self.clicked.emit(card.id, side_at(self.box_of(card.id), card, at))

    def _let_go(self) -> None:
        """Take away the picture of the counter that was carried."""
        if self._carried is not None:
            away(self._carried)
            self._carried = None


def _far(one: QPoint, other: QPoint) -> bool:
    """Whether a drag has begun between two points."""
    return (one - other).manhattanLength() >= QApplication.startDragDistance()


def card_html(card: CardView, why: str = "") -> str:
    """Return all that stands on a card; the row that counts is marked, `why` it lies idle below."""
    if not card.id:
        return f"<b>{escape(str(card.title))}</b>"
    parts = [f"<p><b>{escape(str(card.title))}</b></p>"]
    for when, name, words in card.halves:
        head = f"<i>{escape(str(when))}</i>: <b>{escape(str(name))}</b>"
        parts.append(f"<p>{head}<br>{escape(str(words))}</p>")
    rows = "".join(_row_html(row, n == card.hit) for n, row in enumerate(card.rows))
    parts.append(f'<table cellspacing="0" cellpadding="2">{rows}</table>')
    if card.rows and card.hit >= 0:
        parts.append(f"<p>{tr('Row {row} counts.', row=verbatim(str(card.rows[card.hit][0])))}</p>")
    if why:
        parts.append(f"<p><i>{escape(why)}</i></p>")
    return "".join(parts)


def _row_html(row: tuple[object, object], hit: bool) -> str:
    least, icons = (escape(str(part)) for part in row)
    dress = f' style="background-color:{HIT}"' if hit else ""
    return f"<tr{dress}><td align='right'><b>{least}</b>&nbsp;</td><td>{icons}</td></tr>"

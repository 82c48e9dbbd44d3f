"""What a published map has in its corners: cartouche, legend, compass and scale bar; each can be folded."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from grognard.app.board.camera import Camera, snapped
from grognard.app.board.map.scales import Bar, at_least, draw_scales, measures_of, size_of
from grognard.app.board.map.swatches import begun, draw_swatch, shown_on
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.data.text import Text, spell, text
from grognard.engines.core.show.views import BoardView

PARTS = ("cartouche", "legend", "compass", "scale_bar")
CALLED = {
    "cartouche": text("Title"),
    "legend": text("Legend"),
    "compass": text("Compass"),
    "scale_bar": text("Scale"),
}
MARGIN, HEAD, ROW, PAD = 12.0, 16.0, 19.0, 9.0
"""Measures in pixels at the ordinary text size: to the edge, of a folded part, of a line, within."""
SHORTEST = 70.0
"""A scale bar is at least so many pixels long, and less than twice to five times as much."""


class MapKey(QObject):
    """Draws the parts in the corners of the window, and folds the one whose corner is clicked.

    Signals:
        turned(str, bool): a part was folded, or unfolded (False), with the mouse.
    """

    turned = Signal(str, bool)

    def __init__(
        self,
        board: BoardView,
        theme: Theme,
        unit: float,
        term: Callable[[str], Text],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.board, self.theme, self.unit, self.term = board, theme, unit, term
        self._measures = measures_of(board, theme, unit)
        self.folded: Collection[str] = ()
        self.text_scale = 1.0
        self._kept: dict[tuple[object, ...], QPixmap] = {}
        self._boxes: dict[str, QRectF] = {}

    # ---- where ------------------------------------------------------------

    def press(self, at: QPointF) -> bool:
        """Fold or unfold a part by a click on its head; return whether there was one."""
        for part, box in self._boxes.items():
            head = box if part in self.folded else self._knob(box)
            if head.contains(at):
                self.turned.emit(part, part not in self.folded)
                return True
        return False

    @property
    def boxes(self) -> list[QRectF]:
        """Where the parts lie, in pixels."""
        return list(self._boxes.values())

    def _knob(self, box: QRectF) -> QRectF:
        side = HEAD * self.text_scale
        return QRectF(box.right() - side, box.top(), side, side)

    def _laid(self, size: QSize, bars: QRectF) -> dict[str, QRectF]:
        """Return the box of each part in a window; `bars` is the size of the scale bar."""
        sizes = {
            "cartouche": self._title_size(),
            "legend": self._legend_size(),
            "compass": QRectF(0, 0, 62 * self.text_scale, 70 * self.text_scale),
            "scale_bar": bars,
        }
        found = {part: self._tab(part) if part in self.folded else sizes[part] for part in PARTS}
        found["cartouche"].moveTopLeft(QPointF(MARGIN, MARGIN))
        found["legend"].moveTopLeft(QPointF(MARGIN, found["cartouche"].bottom() + 6))
        found["compass"].moveTopRight(QPointF(size.width() - MARGIN, MARGIN))
        found["scale_bar"].moveBottomLeft(QPointF(MARGIN, size.height() - MARGIN))
        return found

    def _tab(self, part: str) -> QRectF:
        font = self.theme.font("interface", 11 * self.text_scale)
        wide = QFontMetricsF(font).horizontalAdvance(str(CALLED[part]))
        return QRectF(0, 0, wide + (HEAD + 8) * self.text_scale, (HEAD + 3) * self.text_scale)

    def _title_size(self) -> QRectF:
        font = self.theme.font("serif", 17 * self.text_scale, bold=True, italic=True)
        wide = QFontMetricsF(font).horizontalAdvance(spell("term", self.board.title))
        return QRectF(0, 0, wide + 52 * self.text_scale, 40 * self.text_scale)

    def _legend_size(self) -> QRectF:
        rows = shown_on(self.board, self.term)
        font = self.theme.font("interface", 11.5 * self.text_scale)
        wide = max((QFontMetricsF(font).horizontalAdvance(begun(row)) for row in rows), default=0)
        high = (len(rows) * ROW + 2 * PAD + 18) * self.text_scale
        return QRectF(0, 0, wide + (2 * PAD + 46) * self.text_scale, high)

    # ---- drawing ----------------------------------------------------------

    def paint(
        self,
        painter: QPainter,
        size: QSize,
        camera: Camera,
        ratio: float,
        seen: Callable[[QRectF], float] = lambda _box: 1.0,
    ) -> None:
        """Draw all parts over the board; `seen` tells how much is to be seen of one, as it may cover pieces."""
        bars = self._bars(camera)
        self._boxes = self._laid(size, QRectF(0, 0, *size_of(bars, self.text_scale)))
        for part, box in self._boxes.items():
            state = (
                part,
                part in self.folded,
                self.text_scale,
                ratio,
                size.height() > box.bottom(),
            )
            shown = [(bar.count, round(bar.long), bar.words) for bar in bars]
            key = (*state, *shown) if part == "scale_bar" else state
            picture = self._kept.get(key)
            if picture is None:
                if len(self._kept) > 40:
                    self._kept.clear()
                picture = self._kept[key] = self._picture(part, box, ratio, bars)
            painter.setOpacity(seen(box))
            painter.drawPixmap(snapped(box.topLeft(), ratio), picture)
        painter.setOpacity(1.0)

    def _bars(self, camera: Camera) -> list[Bar]:
        """Return the scale bars: each at least so long that it can be read."""
        return [at_least(measure, camera.scale, SHORTEST) for measure in self._measures]

    def _picture(self, part: str, box: QRectF, ratio: float, bars: list[Bar]) -> QPixmap:
        wide, high = box.width(), box.height()
        picture = QPixmap(max(1, round(wide * ratio)), max(1, round(high * ratio)))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inside = QRectF(0.5, 0.5, wide - 1, high - 1)
        paper, ink = self.theme.colour("map.paper", "#EFE6D0"), self.theme.colour("map.ink")
        back = mix(paper, QColor("#FFFFFF"), 0.3)
        back.setAlphaF(0.94)
        painter.setPen(QPen(mix(ink, paper, 0.25), 1))
        painter.setBrush(back)
        painter.drawRoundedRect(inside, 3, 3)
        knob = self._knob(inside).adjusted(3, 3, -3, -3)
        if part in self.folded:
            painter.setFont(self.theme.font("interface", 11 * self.text_scale))
            painter.setPen(ink)
            painter.drawText(
                inside.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, str(CALLED[part])
            )
        elif part == "cartouche":
            self._title(painter, inside, ink)
        elif part == "legend":
            self._legend(painter, inside, ink)
        elif part == "compass":
            self._compass(painter, inside, ink, paper)
        else:
            draw_scales(painter, self.theme, inside, ink, paper, bars, self.text_scale)
        painter.setPen(QPen(mix(ink, paper, 0.3), 1.4))
        middle = knob.center()
        arm = 3.2 * self.text_scale
        painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
        if part in self.folded:
            painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))
        painter.end()
        return picture

    def _title(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        """The title between two lines, as it stood over a map."""
        painter.setPen(QPen(ink, 0.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(3, 3, -3, -3))
        painter.setFont(self.theme.font("serif", 17 * self.text_scale, bold=True, italic=True))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, spell("term", self.board.title))

    def _legend(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        s = self.text_scale
        painter.setFont(self.theme.font("serif", 13 * s, bold=True))
        painter.setPen(ink)
        painter.drawText(box.adjusted(PAD * s, 5 * s, 0, 0), str(CALLED["legend"]))
        for n, row in enumerate(shown_on(self.board, self.term)):
            top = box.top() + (PAD + 18 + n * ROW) * s
            draw_swatch(
                painter, self.theme, row, QRectF(box.left() + PAD * s, top + 2 * s, 28 * s, 14 * s)
            )
            painter.setFont(self.theme.font("interface", 11.5 * s))
            painter.setPen(ink)
            line = QRectF(box.left() + (PAD + 36) * s, top, box.width(), ROW * s)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, begun(row))

    def _compass(self, painter: QPainter, box: QRectF, ink: QColor, paper: QColor) -> None:
        at = box.center() + QPointF(0, 6 * self.text_scale)
        draw_rose(painter, self.theme, at, self.text_scale, ink, paper)


def draw_rose(  # noqa: PLR0913
    painter: QPainter, theme: Theme, at: QPointF, s: float, ink: QColor, paper: QColor
) -> None:
    """A rose whose lily points north, which is up on every map here."""
    long, thin = 20 * s, 5 * s
    for turn in range(4):
        painter.save()
        painter.translate(at)
        painter.rotate(90 * turn)
        for side, fill in ((-1, ink), (1, paper)):
            painter.setPen(QPen(ink, 0.8))
            painter.setBrush(fill)
            painter.drawPolygon(
                QPolygonF([QPointF(0, 0), QPointF(side * thin, -thin), QPointF(0, -long)])
            )
        painter.restore()
    painter.setPen(ink)
    painter.setFont(theme.font("serif", 13 * s, bold=True))
    north = QRectF(at.x() - 20 * s, at.y() - long - 17 * s, 40 * s, 16 * s)
    painter.drawText(north, Qt.AlignmentFlag.AlignCenter, str(text("N")))

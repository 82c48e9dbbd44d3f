"""A map on paper: the ground as it is drawn in the window, below it a cartouche, legend, rose and scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from grognard.app.board.map.art import Art, art_of
from grognard.app.board.map.ground import TABLE
from grognard.app.board.map.key import draw_rose
from grognard.app.board.map.labels import paint_frame
from grognard.app.board.map.scales import at_most, draw_scales, measures_of
from grognard.app.board.map.swatches import draw_swatch, shown_on
from grognard.app.board.paper.device import (
    DOTS,
    NOBODY,
    Page,
    Paper,
    Told,
    write_pdf,
    write_png,
    write_svg,
)
from grognard.app.board.paper.resolution import USUAL
from grognard.app.board.places.placenames import names_of
from grognard.app.board.theme import Theme
from grognard.engines.core.data.text import Text, capital, text, tr, verbatim
from grognard.engines.core.show.views import BoardView

HEX, AREAS = 17.0, 594.0
"""How wide a hex is unless told, and a map of areas, in mm: common counters fit into the hexes."""
SCREEN = 4.0
"""Lines are as thin as on a screen with so many pixels a millimetre."""
WHOLE = 1600.0
"""Names are as large as on a screen that shows the whole map so wide."""
STRIP, EDGE = 150.0, 12.0
"""The strip below the map, and the margin in it, in its own units; it is as wide as the map."""
OVERLAP = 8.0
"""How far neighbouring pages show the same, in mm."""
LEGEND = text("Legend")


@dataclass(frozen=True, slots=True)
class Cartouche:
    """What the cartouche says: the battle, the game, what is known of the map."""

    title: str
    below: tuple[str, ...] = ()


class MapSheet:
    """One map with its strip, at one width.

    Attributes:
        paper: the size of the whole, in mm.
        mm: how many millimetres a board unit is.
    """

    def __init__(
        self,
        board: BoardView,
        theme: Theme,
        term: Callable[[str], Text],
        cartouche: Cartouche,
        wide: float | None = None,
    ) -> None:
        self.board, self.theme, self.cartouche = board, theme, cartouche
        self.art: Art = art_of(board, theme)
        self.signs = shown_on(board, term)
        sheet = self.art.sheet()
        self.mm = (wide / sheet.width()) if wide else self._natural(sheet.width())
        across = sheet.width() * self.mm
        # A unit of the strip is as large on any map: a fifth of a millimetre on one of 42 cm.
        self.unit = across * DOTS / 2100
        self.unit = max(self.unit, 0.08 * DOTS)
        self.strip = STRIP * self.unit
        self.paper = Paper(across, sheet.height() * self.mm + self.strip / DOTS)

    def _natural(self, wide: float) -> float:
        """Return the millimetres of a board unit, unless told: tables as large as they are."""
        if self.board.kind == TABLE:
            return 10.0
        return AREAS / wide if self.board.kind == "areas" else HEX / self.art.unit

    def paint(self, painter: QPainter) -> None:
        """Draw all of it with a painter in dots."""
        sheet, dots = self.art.sheet(), self.mm * DOTS
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.scale(dots, dots)
        painter.translate(-sheet.topLeft())
        self.art.paint(painter, sheet, self.mm * SCREEN)
        names_of(self.art).engrave(painter, min(self.mm * SCREEN, WHOLE / sheet.width()))
        self._trim(painter, sheet)
        painter.restore()
        painter.translate(0, sheet.height() * dots)
        self._paint_strip(painter, sheet.width() * dots)

    def _trim(self, painter: QPainter, sheet: QRectF) -> None:
        """Cover what reaches over the frame where the device cannot clip (SVG)."""
        x0, y0, x1, y1 = self.art.bounds
        rim = QPainterPath()
        rim.addRect(sheet)
        rim.addRect(QRectF(x0, y0, x1 - x0, y1 - y0))
        painter.fillPath(rim, self.theme.colour("map.paper", "#EFE6D0"))
        scale = self.mm * SCREEN
        paint_frame(painter, "", self.theme, self.art.bounds, self.art.rim, scale, sheet)

    # -- the strip -----------------------------------------------------------------------------------

    def _paint_strip(self, painter: QPainter, wide: float) -> None:
        paper = self.theme.colour("map.paper", "#EFE6D0")
        painter.fillRect(QRectF(0, -1, wide, self.strip + 2), paper)
        painter.scale(self.unit, self.unit)
        edge = (self.art.bounds[0] - self.art.sheet().left()) * self.mm * DOTS / self.unit
        whole = QRectF(edge, 0, wide / self.unit - 2 * edge, STRIP - EDGE)
        title = QRectF(whole.left(), 0, 0.30 * whole.width(), whole.height())
        scale = QRectF(
            whole.right() - 0.24 * whole.width(), 0, 0.24 * whole.width(), whole.height()
        )
        self._paint_title(painter, title)
        self._paint_scale(painter, scale)
        signs = QRectF(title.right() + 3 * EDGE, 0, 0, whole.height())
        signs.setRight(scale.left() - EDGE)
        self._paint_legend(painter, signs)

    def _paint_title(self, painter: QPainter, box: QRectF) -> None:
        ink = self.theme.colour("map.ink", "#3B332A")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for inset, broad in ((1.0, 2.0), (5.0, 0.8)):
            painter.setPen(QPen(ink, broad))
            painter.drawRect(box.adjusted(inset, inset, -inset, -inset))
        rows = len(self.cartouche.below)
        head = QRectF(box.left(), box.top() + 8, box.width(), box.height() - 20 - 17 * rows)
        size = 44.0
        font = self.theme.font("serif", size, bold=True, italic=True)
        while size > 8 and (
            QFontMetricsF(font).horizontalAdvance(self.cartouche.title) > 0.9 * box.width()
        ):
            size -= 1
            font = self.theme.font("serif", size, bold=True, italic=True)
        painter.setFont(font)
        painter.drawText(head, Qt.AlignmentFlag.AlignCenter, self.cartouche.title)
        painter.setFont(self.theme.font("serif", 13))
        for n, words in enumerate(self.cartouche.below):
            line = QRectF(box.left(), head.bottom() + 17 * n, box.width(), 17)
            fitting = QFontMetricsF(painter.font()).elidedText(
                words, Qt.TextElideMode.ElideRight, 0.92 * box.width()
            )
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, fitting)

    def _paint_legend(self, painter: QPainter, box: QRectF) -> None:
        ink = self.theme.colour("map.ink", "#3B332A")
        painter.setPen(ink)
        painter.setFont(self.theme.font("serif", 15, bold=True))
        painter.drawText(QRectF(box.left(), 2, box.width(), 20), str(LEGEND))
        if not self.signs:
            return
        columns = max(1, min(4, int(box.width() // 150)))
        rows = ceil(len(self.signs) / columns)
        high = min(22.0, (box.height() - 24) / rows)
        for n, sign in enumerate(self.signs):
            left = box.left() + n // rows * box.width() / columns
            top = 24 + n % rows * high
            draw_swatch(painter, self.theme, sign, QRectF(left, top + 0.1 * high, 34, 0.8 * high))
            painter.setFont(self.theme.font("interface", 0.62 * high))
            painter.setPen(ink)
            room = QRectF(left + 42, top, box.width() / columns - 44, high)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, capital(str(sign.called)))

    def _paint_scale(self, painter: QPainter, box: QRectF) -> None:
        ink = self.theme.colour("map.ink", "#3B332A")
        paper = self.theme.colour("map.paper", "#EFE6D0")
        rose = QPointF(box.right() - 40, box.center().y() + 8)
        draw_rose(painter, self.theme, rose, 2.0, ink, paper)
        measures = measures_of(self.board, self.theme, self.art.unit)
        room = box.width() - 130
        bars = [at_most(each, self.mm * DOTS / self.unit, room) for each in measures]
        foot = QRectF(box.left(), box.top(), box.width(), box.height() - 32)
        draw_scales(painter, self.theme, foot, ink, paper, bars, 1.5 if len(bars) == 1 else 1.1)
        measure = measures[0]
        painter.setPen(ink)
        painter.setFont(self.theme.font("interface", 12))
        words = str(measure.called(1))
        told = tr("{what}: {n} mm", what=verbatim(words), n=f"{measure.wide * self.mm:.1f}")
        painter.drawText(QRectF(box.left(), box.bottom() - 24, room, 16), told)

    # -- files ---------------------------------------------------------------------------------------

    def write(
        self, path: Path, *, dpi: int = USUAL, paper: Paper | None = None, told: Told = NOBODY
    ) -> float:
        """Write the map into a file of the kind that its name says; return the pixels an inch.

        A PDF is cut into pages of `paper`, to be glued together; without, it is one page.

        Raises:
            OSError: it cannot be written.
        """
        match path.suffix.lower():
            case ".png":
                return write_png(path, self.paper, self.paint, dpi)
            case ".svg":
                write_svg(path, self.paper, self.cartouche.title, self.paint)
            case _ if paper is None:
                write_pdf(path, self.paper, self.cartouche.title, [self.paint], told)
            case _:
                write_pdf(path, *self._cut(paper), told)
        return 0.0

    def _cut(self, paper: Paper) -> tuple[Paper, str, list[Page]]:
        """Return the pages that the map is cut into, lying as fewer of them are needed."""
        paper = min((paper, paper.turned()), key=lambda p: len(self._places(p)))
        pages: list[Page] = [
            lambda painter, x=x, y=y: self._part(painter, x, y, paper)  # type: ignore[misc]
            for x, y in self._places(paper)
        ]
        return paper, self.cartouche.title, pages

    def _places(self, paper: Paper) -> list[tuple[float, float]]:
        steps = []
        for whole, one in ((self.paper.wide, paper.wide), (self.paper.high, paper.high)):
            step = one - 2 * OVERLAP
            steps.append([n * step for n in range(max(1, ceil((whole - OVERLAP) / step)))])
        return [(x, y) for y in steps[1] for x in steps[0]]

    def _part(self, painter: QPainter, x: float, y: float, paper: Paper) -> None:
        """Draw what lies on one page, with the marks along which it is cut."""
        inner = QRectF(OVERLAP / 2, OVERLAP / 2, paper.wide - OVERLAP, paper.high - OVERLAP)
        inner = QRectF(inner.topLeft() * DOTS, inner.size() * DOTS)
        painter.save()
        painter.setClipRect(inner)
        painter.translate(inner.topLeft() - QPointF(x, y) * DOTS)
        self.paint(painter)
        painter.restore()
        painter.setPen(QPen(self.theme.colour("map.ink", "#3B332A"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(inner)

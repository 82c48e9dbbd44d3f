"""Pieces to be cut out: fronts on one page, their backs on the next, so that they meet when it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from grognard.app.board.paper.device import DOTS, NOBODY, PAPERS, Page, Paper, Told, write_pdf
from grognard.app.board.pieces.bases import BasePainter
from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.data.text import named, spell, tr, verbatim
from grognard.engines.core.show.views import PieceView

SIDE = 16.0
"""How wide a counter or a block is unless told, in mm."""
MARGIN, HEAD, GAP = 12.0, 9.0, 1.6
"""Room around the pieces, for the words above them and between them, in mm."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece at its place on a page, in mm."""

    piece: PieceView
    box: QRectF


class FlatBases(BasePainter):
    """Draws bases as they are printed."""

    def _shadow(self, painter: QPainter, box: QRectF, short: float) -> None:
        pass


class Printed(CounterPainter):
    """Draws pieces as they are printed: flat, without a shadow."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.bases = FlatBases(theme)

    def _shadow(self, painter: QPainter, box: QRectF, radius: float) -> None:
        pass


class CounterSheet:
    """The pieces of a scenario on pages of paper, side by side, in the order of their groups.

    Args:
        side: how wide a counter or a block is, in mm.
        measured: whether bases are as large as on the table, a board unit a centimetre; else the
            widest of all pieces is as wide as a counter.
        sides: what each side is called.
    """

    def __init__(  # noqa: PLR0913
        self,
        pieces: Sequence[PieceView],
        theme: Theme,
        title: str,
        *,
        side: float = SIDE,
        paper: Paper = PAPERS["a4"],
        sides: Mapping[str, str] | None = None,
        measured: bool = False,
    ) -> None:
        self.theme, self.title, self.side, self.paper = theme, title, side, paper
        self.sides = sides or {}
        widest = max((piece.footprint[0] for piece in pieces), default=1.0)
        self.unit = 10.0 if measured else side / max(1e-6, widest)
        self.painter = Printed(theme)
        self.pages = [page for group in _by_side(pieces) for page in self._laid_out(group)]

    def _size(self, piece: PieceView) -> tuple[float, float]:
        """Return how wide and how high a piece is, in mm."""
        wide, high = piece.footprint
        return wide * self.unit, high * self.unit

    def _laid_out(self, pieces: Sequence[PieceView]) -> Iterator[list[Cut]]:
        """Give the pages of one side: in rows, those of a size beside one another."""
        x, y, row = MARGIN, MARGIN + HEAD, 0.0
        page: list[Cut] = []
        for piece in pieces:
            wide, high = self._size(piece)
            if page and x + wide > self.paper.wide - MARGIN:
                x, y, row = MARGIN, y + row + GAP, 0.0
            if page and y + high > self.paper.high - MARGIN:
                yield page
                x, y, row, page = MARGIN, MARGIN + HEAD, 0.0, []
            page.append(Cut(piece, QRectF(x, y, wide, high)))
            x, row = x + wide + GAP, max(row, high)
        if page:
            yield page

    # -- drawing -------------------------------------------------------------------------------------

    def front(self, painter: QPainter, number: int) -> None:
        """Draw the fronts of a page."""
        self._head(painter, number, tr("fronts"))
        for cut in self.pages[number]:
            self.painter.draw(painter, _as_printed(cut.piece), _dots(cut.box))
            self._marks(painter, cut.box)

    def back(self, painter: QPainter, number: int) -> None:
        """Draw the backs of a page as they lie when the paper is turned over its long edge."""
        self._head(
            painter, number, tr("backs: print them on the other side, turned over the long edge")
        )
        for cut in self.pages[number]:
            box = QRectF(cut.box)
            box.moveRight(self.paper.wide - cut.box.left())
            if cut.piece.form == "block":
                self.painter.draw(painter, replace(_as_printed(cut.piece), hidden=True), _dots(box))
            else:
                self._back(painter, cut.piece, _dots(box))
            self._marks(painter, box)

    def _back(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """The colour of its side, the side's cypher or the piece's sign, and its name below."""
        fill = self.theme.colour(f"sides.{piece.side}.fill", "#6E675A")
        ink = self.theme.colour(f"sides.{piece.side}.ink", "#F6F0E0")
        painter.fillRect(box, fill)
        high = 0.2 * min(box.width(), box.height())
        font = self.theme.font("interface", 0.72 * high)
        name = spell("unit", piece.name)
        short = QFontMetricsF(font).elidedText(
            name, Qt.TextElideMode.ElideRight, 0.94 * box.width()
        )
        painter.setFont(font)
        painter.setPen(ink)
        foot = QRectF(box.left(), box.bottom() - 1.15 * high, box.width(), high)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, short)
        size = min(0.7 * box.width(), box.height() - 1.5 * high)
        at = QRectF(box.center().x() - size / 2, box.top() + 0.25 * high, size, size)
        sign = self.theme.get(f"sides.{piece.side}.cypher", "") or piece.symbol
        tone = mix(fill, ink, 0.45)
        pixels = max(1, round(size * painter.transform().m11()))
        image = self.theme.symbol(str(sign), pixels, tone)
        if image is not None:
            painter.setBrush(fill)  # on paper a picture has the alpha of the brush
            painter.drawPixmap(at, image, QRectF(image.rect()))

    def _head(self, painter: QPainter, number: int, what: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor("#000000"))
        painter.setFont(self.theme.font("serif", 3.6 * DOTS))
        side = self.pages[number][0].piece.side
        words = tr(
            "{title}, {side}: {what}, page {n} of {of}",
            title=verbatim(self.title),
            side=named("seat", self.sides.get(side, side)),
            what=verbatim(what),
            n=number + 1,
            of=len(self.pages),
        )
        painter.drawText(QPointF(MARGIN * DOTS, MARGIN * DOTS), words)

    def _marks(self, painter: QPainter, box: QRectF) -> None:
        """The line along which a piece is cut out."""
        painter.setPen(QPen(QColor(0, 0, 0, 110), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(_dots(box))

    def write(self, path: Path, told: Told = NOBODY) -> None:
        """Write all pages, each front followed by its back.

        Raises:
            OSError: it cannot be written.
        """
        pages: list[Page] = []
        for number in range(len(self.pages)):
            pages.append(lambda painter, n=number: self.front(painter, n))  # type: ignore[misc]
            pages.append(lambda painter, n=number: self.back(painter, n))  # type: ignore[misc]
        write_pdf(path, self.paper, self.title, pages, told)


def _by_side(pieces: Iterable[PieceView]) -> list[list[PieceView]]:
    ordered = sorted(pieces, key=lambda p: (p.side, p.form, -p.footprint[0], p.group, p.id))
    return [list(group) for _, group in groupby(ordered, lambda p: p.side)]


def _as_printed(piece: PieceView) -> PieceView:
    """Return a piece as it is made: its upper edge is its front, and nothing has happened to it."""
    return replace(piece, facing=None, badges=())


def _dots(box: QRectF) -> QRectF:
    return QRectF(box.topLeft() * DOTS, box.size() * DOTS)

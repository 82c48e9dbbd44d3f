"""Paper, and what is drawn on it: a PDF of several pages, one picture of pixels, one drawing in SVG.

Painters work in dots, 20 a millimetre: fonts and the widths of lines are whole numbers of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import floor, sqrt
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from grognard.app.board.paper.resolution import MOST
from grognard.app.board.render import write_png as save_png
from grognard.app.written import into, write_whole

DOTS = 20.0
"""So many dots are a millimetre."""
INCH = 25.4
MOST_PIXELS = 150_000_000
"""A picture never has more pixels than this: its resolution goes down instead."""
PDF_DPI = 1200
SUFFIXES = (".pdf", ".png", ".svg")
Told = Callable[[int, int], object]
"""Told how many of how many parts are done; raises what ends the work."""
NOBODY: Told = lambda _done, _of: None  # noqa: E731 - what is told to nobody
_EXACT = QPageSize.SizeMatchPolicy.ExactMatch
_DASHED = re.compile(
    r'stroke-dasharray="(?P<dashes>[0-9.,]+)"(?P<between>[^>]*?)stroke-width="(?P<broad>[0-9.e-]+)"'
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper in millimetres."""

    wide: float
    high: float

    def turned(self) -> Paper:
        """Return it lying on its other side."""
        return Paper(self.high, self.wide)


PAPERS = {
    "a4": Paper(210, 297),
    "a3": Paper(297, 420),
    "a2": Paper(420, 594),
    "letter": Paper(215.9, 279.4),
}
Page = Callable[[QPainter], object]
"""Draws one page with a painter in dots."""


def write_pdf(path: Path, paper: Paper, title: str, pages: list[Page], told: Told = NOBODY) -> None:
    """Write pages of one size.

    Raises:
        OSError: the file cannot be written.
    """
    with into(path) as buffer:
        writer = QPdfWriter(buffer)
        writer.setResolution(PDF_DPI)
        writer.setTitle(title)
        size = QPageSize(QSizeF(paper.wide, paper.high), QPageSize.Unit.Millimeter, "", _EXACT)
        writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
        _paint_pages(writer, pages, told)


def _paint_pages(writer: QPdfWriter, pages: list[Page], told: Told) -> None:
    painter = QPainter(writer)
    try:
        for number, page in enumerate(pages):
            told(number, len(pages))
            if number:
                writer.newPage()
            painter.save()
            painter.scale(PDF_DPI / INCH / DOTS, PDF_DPI / INCH / DOTS)
            page(painter)
            painter.restore()
        told(len(pages), len(pages))
    finally:
        painter.end()


def write_png(path: Path, paper: Paper, page: Page, dpi: int) -> float:
    """Write one page as pixels; return how many an inch there are.

    Raises:
        OSError: the file cannot be written.
    """
    most = sqrt(MOST_PIXELS / (paper.wide * paper.high)) * INCH
    fine = float(max(1, min(dpi, MOST, floor(most))))
    pixels = QSize(*(max(1, round(mm * fine / INCH)) for mm in (paper.wide, paper.high)))
    image = QImage(pixels, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    image.setDotsPerMeterX(round(fine / INCH * 1000))
    image.setDotsPerMeterY(round(fine / INCH * 1000))
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
    )
    painter.scale(fine / INCH / DOTS, fine / INCH / DOTS)
    page(painter)
    painter.end()
    save_png(image, path)
    return fine


def write_svg(path: Path, paper: Paper, title: str, page: Page) -> None:
    """Write one page as a drawing.

    Raises:
        OSError: the file cannot be written.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setTitle(title)
    drawing.setResolution(round(INCH * DOTS))
    whole = QSizeF(paper.wide * DOTS, paper.high * DOTS)
    drawing.setSize(whole.toSize())
    drawing.setViewBox(QRectF(0, 0, whole.width(), whole.height()))
    painter = QPainter(drawing)
    page(painter)
    painter.end()
    write_whole(path, _DASHED.sub(_dashes, bytes(data.data()).decode()).encode())


def _dashes(found: re.Match[str]) -> str:
    """Return dashes as long as meant: Qt counts them in widths of the line, and writes them so."""
    broad = float(found["broad"])
    long = ",".join(f"{float(part) * broad:g}" for part in found["dashes"].split(","))
    return f'stroke-dasharray="{long}"{found["between"]}stroke-width="{found["broad"]}"'

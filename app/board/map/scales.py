"""Scale bars of a published map: one in what the game counts, others in the lengths people of the time walked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from grognard.app.board.map.ground import TABLE
from grognard.app.board.theme import Theme
from grognard.engines.core.data.text import Text, counted, text, verbatim
from grognard.engines.core.show.views import BoardView

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
WITHIN, BAR, LINE = 9.0, 5.0, 25.0
"""Measures in pixels at the ordinary text size: margin, thickness of a bar, from one bar to the next."""
OLD_LENGTHS: dict[str, Callable[[int], Text]] = {
    "verst": lambda n: counted("{n} verst", "{n} versts", n=n),
    "league": lambda n: counted("{n} league", "{n} leagues", n=n),
}


@dataclass(frozen=True)
class Measure:
    """What a scale bar counts: `wide` board units each, called `called` by their number."""

    wide: float
    called: Callable[[int], Text]


@dataclass(frozen=True)
class Bar:
    """A scale bar: how many units it shows, how many pixels long it is, and its words."""

    count: int
    long: float
    words: str


def measure_of(board: BoardView, theme: Theme, unit: float) -> Measure:
    """Return what the distances of a board are told in: what its theme says, centimetres, hexes."""
    kilometre = theme.number("scale_bar.kilometre", 0.0)
    if kilometre:
        return Measure(kilometre, lambda n: text("{n} km", n=n))
    if board.kind == TABLE:
        return Measure(1.0, lambda n: text("{n} cm", n=n))
    return Measure(unit, lambda n: counted("{n} hex", "{n} hexes", n=n))


def measures_of(board: BoardView, theme: Theme, unit: float) -> list[Measure]:
    """Return what distances are told in, with the old lengths for which the theme knows how long a hex is."""
    hex_long = theme.number("scale_bar.hex", 0.0)
    old = [(theme.number(f"scale_bar.{name}", 0.0), OLD_LENGTHS[name]) for name in OLD_LENGTHS]
    beside = [Measure(unit * each / hex_long, called) for each, called in old if hex_long and each]
    return [measure_of(board, theme, unit), *beside]


def at_least(measure: Measure, scale: float, pixels: float) -> Bar:
    """Return the shortest bar of a round number of units that has so many pixels."""
    one = measure.wide * scale
    count = next((n for n in STEPS if n * one >= pixels), STEPS[-1])
    return Bar(count, count * one, str(measure.called(count)))


def at_most(measure: Measure, scale: float, pixels: float) -> Bar:
    """Return the longest bar of a round number of units that fits into so many pixels."""
    one = measure.wide * scale
    count = max((n for n in STEPS if n * one <= pixels), default=1)
    return Bar(count, count * one, str(measure.called(count)))


def size_of(bars: list[Bar], s: float) -> tuple[float, float]:
    """Return how wide and how high the box of the bars is, in pixels at a text size `s`."""
    long = max(bar.long for bar in bars)
    return long + (2 * WITHIN + 40) * s, (38 + LINE * (len(bars) - 1)) * s


def draw_scales(  # noqa: PLR0913
    painter: QPainter,
    theme: Theme,
    box: QRectF,
    ink: QColor,
    paper: QColor,
    bars: list[Bar],
    s: float,
) -> None:
    """Draw the bars one below the other; the last lies at the foot of the box."""
    foot = box.bottom() - LINE * s * (len(bars) - 1)
    for n, bar in enumerate(bars):
        at = QPointF(box.left() + WITHIN * s, foot + n * LINE * s - 13 * s)
        _draw_bar(painter, theme, at, ink, paper, bar, s)


def _draw_bar(  # noqa: PLR0913
    painter: QPainter, theme: Theme, at: QPointF, ink: QColor, paper: QColor, bar: Bar, s: float
) -> None:
    """A bar of black and white parts, with a nought at its beginning and its words at its end."""
    parts = bar.count if 1 < bar.count <= 5 else 5 if bar.count % 5 == 0 else 2
    for n in range(parts):
        painter.setPen(QPen(ink, 0.8))
        painter.setBrush(ink if n % 2 == 0 else paper)
        left = at.x() + n * bar.long / parts
        painter.drawRect(QRectF(left, at.y(), bar.long / parts, BAR * s))
    painter.setPen(ink)
    painter.setFont(theme.font("interface", 11 * s))
    painter.drawText(QPointF(at.x(), at.y() - 4 * s), str(verbatim("0")))
    room = QRectF(at.x(), at.y() - 18 * s, bar.long + 30 * s, 15 * s)
    painter.drawText(room, Qt.AlignmentFlag.AlignRight, bar.words)

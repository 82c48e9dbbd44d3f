"""The signs of a map in small, for its legend: what lies on this board, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from grognard.app.board.theme import Theme, mix
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.views import BoardView

SIGNS = {
    "major_road": text("Main road"),
    "road": text("Road"),
    "lane": text("Lane"),
    "path": text("Track"),
    "track": text("Track"),
    "railway": text("Railway"),
    "start_line": text("Start line"),
    "river": text("River"),
    "stream": text("Stream"),
    "banked_stream": text("Stream with banks"),
    "steep_banked_stream": text("Steep banks"),
    "very_steep_banked_stream": text("Very steep banks"),
    "bridge": text("Bridge"),
    "ford": text("Ford"),
    "dam": text("Dam"),
    "slope": text("Slope"),
    "steep_slope": text("Steep slope"),
    "redoubt": text("Redoubt"),
    "emplacement": text("Flèche"),
    "hedge": text("Hedge"),
    "wall": text("Wall"),
    "village": text("Village"),
    "state_border": text("State border"),
    "frontier": text("Frontier"),
}
"""What lines, hexsides and works are called, in the order of the legend."""
BASE = ("clear", "open", "off_map", "")
WAYS = ("major_road", "road", "lane")
BLUE = ("river", "stream", "banked_stream", "steep_banked_stream", "very_steep_banked_stream")
COMBED = ("slope", "steep_slope")


@dataclass(frozen=True)
class Sign:
    """A line of the legend: a kind of ground (`ground`) or of line, and what it is called."""

    kind: str
    called: Text
    ground: bool = False


def begun(sign: Sign) -> str:
    """Return what a sign is called, as a line begins: with a capital."""
    words = str(sign.called)
    return words[:1].upper() + words[1:]


def shown_on(board: BoardView, term: Callable[[str], Text]) -> list[Sign]:
    """Return the signs that a board has: grounds first, then lines and works."""
    grounds = sorted({space.terrain for space in board.spaces} - set(BASE))
    found = [Sign(ground, term(ground), ground=True) for ground in grounds]
    have = {edge.kind for edge in board.edges} | {line.kind for line in board.lines}
    have |= {tag for space in board.spaces for tag in space.tags}
    named = {str(sign.called) for sign in found}
    for kind, called in SIGNS.items():
        if kind in have and str(called) not in named and kind not in grounds:
            named.add(str(called))
            found.append(Sign(kind, called))
    return found


def draw_swatch(painter: QPainter, theme: Theme, sign: Sign, box: QRectF) -> None:
    """Draw one sign into a small box."""
    ink = theme.colour("map.ink")
    cased = theme.get(f"lines.{sign.kind}.casing")
    if sign.ground and cased and not theme.get(f"terrain.{sign.kind}.fill"):  # a ditch, a bank
        _stroke(painter, theme.colour(f"lines.{sign.kind}.casing"), box, 5.0)
        _stroke(painter, theme.colour(f"lines.{sign.kind}.color"), box, 3.0)
    elif sign.ground:
        _ground(painter, theme, sign.kind, box)
    elif sign.kind in BLUE:
        _water(painter, theme, sign.kind, box)
    elif sign.kind in COMBED:
        _comb(painter, theme.colour(f"edges.{sign.kind}.color", "#6B5637"), box, sign.kind)
    elif sign.kind in WAYS:
        brown = theme.colour(f"lines.{sign.kind}.color", "#8C6B4A")
        _stroke(painter, mix(brown, ink, 0.4), box, 5.0)
        _stroke(painter, mix(theme.colour("map.paper"), QColor("#E8C98F"), 0.55), box, 3.0)
    elif sign.kind in ("redoubt", "emplacement"):
        _work(painter, theme, box)
    elif sign.kind in ("bridge", "ford", "dam"):
        _crossing(painter, theme, sign.kind, box)
    elif sign.kind == "village":
        _houses(painter, theme.colour("terrain.village.mark_color", "#8A3B2E"), box)
    elif sign.kind == "railway":
        _stroke(painter, ink, box, 1.2)
        for n in range(6):
            x = box.left() + (n + 0.5) * box.width() / 6
            painter.drawLine(QPointF(x, box.center().y() - 3), QPointF(x, box.center().y() + 3))
    else:
        group = "edges" if sign.kind in ("hedge", "wall") else "lines"
        dashed = (
            [4.0, 2.5]
            if sign.kind in ("path", "track", "start_line", "state_border", "frontier")
            else []
        )
        tone = theme.colour(f"{group}.{sign.kind}.color", "#8C6B4A")
        _stroke(painter, tone, box, 4.0 if sign.kind == "hedge" else 2.2, dashed)


def _stroke(
    painter: QPainter, tone: QColor, box: QRectF, wide: float, dash: list[float] | None = None
) -> None:
    pen = QPen(tone, wide)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash:
        pen.setDashPattern([d / wide * 1.6 for d in dash])
    painter.setPen(pen)
    painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()))


def _ground(painter: QPainter, theme: Theme, kind: str, box: QRectF) -> None:
    fill = theme.colour(f"terrain.{kind}.fill", "#EFE6D0")
    mark = theme.get(f"terrain.{kind}.mark", "none")
    ink = theme.colour(f"terrain.{kind}.mark_color", mix(fill, theme.colour("map.ink"), 0.5).name())
    painter.setPen(QPen(mix(fill, ink, 0.6), 1))
    painter.setBrush(fill)
    painter.drawRect(box)
    spots = [QPointF(box.left() + x * box.width(), box.center().y() + y) for x, y in _SPOTS]
    if mark in ("tree", "trees"):
        painter.setBrush(mix(fill, ink, 0.4))
        for at in spots:
            painter.drawEllipse(at, 2.8, 2.6)
    elif mark in ("block", "houses", "rubble"):
        _houses(painter, ink, box)
    elif mark in ("furrow", "rows", "ears", "paddy", "reed", "hill"):
        for at in spots:
            painter.drawLine(at - QPointF(3, 0), at + QPointF(3, 0))
    elif mark == "stone":
        painter.setBrush(ink)
        for at in spots:
            painter.drawEllipse(at, 1.2, 1.0)


_SPOTS = ((0.16, -2.5), (0.36, 2.5), (0.56, -2.5), (0.78, 2.0), (0.88, -3.0))


def _houses(painter: QPainter, tone: QColor, box: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    for x, y in ((0.22, -4.0), (0.45, 1.0), (0.62, -4.5), (0.8, 1.5)):
        painter.drawRect(QRectF(box.left() + x * box.width() - 2, box.center().y() + y, 4.5, 3.2))


def _water(painter: QPainter, theme: Theme, kind: str, box: QRectF) -> None:
    steep = BLUE.index(kind) - 1
    broad = 5.5 if kind == "river" else 2.6
    _stroke(painter, theme.colour("edges.river.bank", "#6C91A5"), box, broad + 1.4)
    _stroke(painter, theme.colour("edges.river.fill", "#A7C2CF"), box, broad)
    if steep > 0:
        painter.setPen(QPen(theme.colour(f"edges.{kind}.color", "#6B5637"), 1))
        step = box.width() / (4 + 3 * steep)
        for n in range(4 + 3 * steep):
            x = box.left() + (n + 0.5) * step
            for side in (-1, 1):
                foot = box.center().y() + side * (broad / 2 + 1)
                painter.drawLine(QPointF(x, foot), QPointF(x, foot + side * (1.5 + steep)))


def _comb(painter: QPainter, tone: QColor, box: QRectF, kind: str) -> None:
    painter.setPen(QPen(tone, 1.4 if kind == "steep_slope" else 1.0))
    many, long = (10, 8.0) if kind == "steep_slope" else (8, 5.5)
    for n in range(many):
        x = box.left() + (n + 0.5) * box.width() / many
        painter.drawLine(QPointF(x, box.top() + 3), QPointF(x, box.top() + 3 + long))


def _work(painter: QPainter, theme: Theme, box: QRectF) -> None:
    dark = theme.colour("edges.redoubt.color", "#5A4630")
    pen = QPen(dark, 2.6)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    c = box.center()
    shape = ((7, -5), (-2, -5), (-7, 0), (-2, 5), (7, 5))
    painter.drawPolyline([c + QPointF(x, y) for x, y in shape])


def _crossing(painter: QPainter, theme: Theme, kind: str, box: QRectF) -> None:
    _stroke(painter, theme.colour("edges.river.fill", "#A7C2CF"), box, 5.0)
    ink, c = theme.colour("map.ink"), box.center()
    painter.setPen(QPen(ink, 1.4 if kind != "dam" else 3.0))
    if kind == "ford":
        for n in (-4, -1, 2, 5):
            painter.drawLine(c + QPointF(-2.5, n), c + QPointF(2.5, n))
        return
    for side in (-3, 3) if kind == "bridge" else (0,):
        painter.drawLine(c + QPointF(side, -6.5), c + QPointF(side, 6.5))

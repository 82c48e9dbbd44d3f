"""Free drags on a board without spaces: a hand takes hold of something, sketches show what it does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from grognard.app.board.camera import Camera
from grognard.app.board.pieces.drawing import Drawing
from grognard.engines.core.show.views import PieceView

HANDLE = 9.0
"""Half the size of a handle, in pixels."""
REACH = 9.0
"""How near to a handle the mouse takes it, in pixels."""


@dataclass(slots=True)
class Sketch:
    """What is under the hand, in board units.

    `ghost` is the piece as it would stand, `steps` where it would stand in between; `sweeps` outlines
    of what it would pass over; `course` the way of its middle; `handles` where it can be turned;
    `words` beside the mouse or the ghost, `bad` if it is refused; `lines` are straight lines each with
    words in its middle (a ruler, a snap).
    """

    ghost: PieceView | None = None
    steps: Sequence[PieceView] = ()
    sweeps: Sequence[Sequence[QPointF]] = ()
    course: Sequence[QPointF] = ()
    handles: Sequence[QPointF] = ()
    words: str = ""
    at: QPointF | None = None
    bad: bool = False
    lines: Sequence[tuple[QPointF, QPointF, str]] = field(default=())
    short: PieceView | None = None
    """Where it would really come to when it is cut short."""


class Hand(Protocol):
    """Something that answers drags on the board; points are in board units, `reach` too."""

    def begin(self, at: QPointF, reach: float) -> bool:
        """Take hold of what is there; return whether there is anything."""

    def move(self, at: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Carry it."""

    def end(self) -> None:
        """Let go."""

    def sketch(self) -> Sketch | None:
        """Return what to draw."""


class Grasp:
    """The hands that may take hold of the board, the first that does having it."""

    def __init__(self) -> None:
        self.hands: list[Hand] = []
        self._held: Hand | None = None

    @property
    def holds(self) -> bool:
        """Whether something is being dragged."""
        return self._held is not None

    def begin(self, at: QPointF, scale: float) -> bool:
        """A drag begins at a board point."""
        self._held = next((hand for hand in self.hands if hand.begin(at, REACH / scale)), None)
        return self._held is not None

    def move(self, at: QPointF, keys: Qt.KeyboardModifier) -> None:
        """The drag goes on."""
        if self._held is not None:
            self._held.move(at, keys)

    def end(self) -> None:
        """The drag is over."""
        held, self._held = self._held, None
        if held is not None:
            held.end()

    def paint(self, painter: QPainter, camera: Camera, drawing: Drawing) -> None:
        """Draw what the hands hold."""
        for hand in self.hands:
            found = hand.sketch()
            if found is not None:
                paint(found, painter, camera, drawing)


def paint(sketch: Sketch, painter: QPainter, camera: Camera, drawing: Drawing) -> None:
    """Draw a sketch: what it passes over, where it stands in between, the ghost and its handles."""
    theme, to_screen = drawing.theme, camera.transform()
    tone = (
        theme.colour("marks.danger.color", "#B5442E")
        if sketch.bad
        else theme.colour("map.ink", "#33301F")
    )
    fill = QColor(tone)
    fill.setAlphaF(theme.number("marks.swept.fill_opacity", 0.16))
    for sweep in sketch.sweeps:
        painter.setPen(QPen(tone, 1.0, Qt.PenStyle.DotLine))
        painter.setBrush(fill)
        painter.drawPolygon(to_screen.map(QPolygonF(list(sweep))))
    for piece in sketch.steps:
        ghost(painter, camera, drawing, piece, 0.4)
    if len(sketch.course) > 1:
        for width, colour in ((5.0, QColor(255, 250, 235, 200)), (2.2, tone)):
            pen = QPen(colour, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPolyline(to_screen.map(QPolygonF(list(sketch.course))))
    if sketch.short is not None:
        ghost(painter, camera, drawing, sketch.short, 0.85)
    if sketch.ghost is not None:
        ghost(painter, camera, drawing, sketch.ghost, 0.4 if sketch.bad and sketch.short else 0.85)
        rim(
            painter,
            camera,
            sketch.ghost,
            tone if sketch.bad else theme.colour("marks.selection.color", "#E0A63A"),
        )
    _handles(sketch, painter, camera, drawing)
    for a, b, words in sketch.lines:
        _ruler(painter, camera, drawing, a, b, words)
    if sketch.words and sketch.at is not None:
        _words(painter, camera, drawing, sketch)


def ghost(
    painter: QPainter, camera: Camera, drawing: Drawing, piece: PieceView, opacity: float
) -> None:
    """A base that is not there yet."""
    if piece.pose is None:
        return
    x, y, heading = piece.pose
    at = camera.to_screen(QPointF(x, y))
    wide, deep = piece.footprint[0] * camera.scale, piece.footprint[1] * camera.scale
    painter.save()
    painter.setOpacity(opacity)
    painter.translate(at)
    painter.rotate(heading)
    drawing.counters.bases.plate(painter, piece, QRectF(-wide / 2, -deep / 2, wide, deep))
    painter.restore()


def rim(painter: QPainter, camera: Camera, piece: PieceView, tone: QColor) -> None:
    """A line around a base."""
    if piece.pose is None:
        return
    x, y, heading = piece.pose
    wide, deep = piece.footprint[0] * camera.scale, piece.footprint[1] * camera.scale
    painter.save()
    painter.translate(camera.to_screen(QPointF(x, y)))
    painter.rotate(heading)
    painter.setPen(QPen(tone, 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(-wide / 2 - 1.5, -deep / 2 - 1.5, wide + 3, deep + 3))
    painter.restore()


def _handles(sketch: Sketch, painter: QPainter, camera: Camera, drawing: Drawing) -> None:
    """Rings, not discs: at a front corner stands the strength of the base, which is to be read."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    gold = drawing.theme.colour("marks.selection.color", "#E0A63A")
    for handle in sketch.handles:
        at = camera.to_screen(handle)
        for pen in (QPen(QColor("#2E2718"), 5.0), QPen(gold, 2.8)):
            painter.setPen(pen)
            painter.drawEllipse(at, HANDLE, HANDLE)


def _ruler(  # noqa: PLR0913
    painter: QPainter, camera: Camera, drawing: Drawing, a: QPointF, b: QPointF, words: str
) -> None:
    start, end = camera.to_screen(a), camera.to_screen(b)
    for width, colour in (
        (5.0, QColor(255, 250, 235, 220)),
        (2.0, drawing.theme.colour("map.ink", "#33301F")),
    ):
        painter.setPen(QPen(colour, width))
        painter.drawLine(start, end)
    if words:
        drawing.tag(painter, (start + end) / 2 - QPointF(0, 14), words)


def _words(painter: QPainter, camera: Camera, drawing: Drawing, sketch: Sketch) -> None:
    """A slip below the point, and below the base that it tells of, with a line for each part of the words."""
    if sketch.at is None:
        return
    theme = drawing.theme
    font = theme.font("interface", 12 * drawing.text_scale, bold=True)
    lines = sketch.words.split("\n")
    metrics = QFontMetricsF(font)
    wide = max(metrics.horizontalAdvance(line) for line in lines) + 14
    high = metrics.height() * len(lines) + 6
    box = words_box(sketch, camera, wide, high)
    painter.setPen(
        QPen(theme.colour("marks.danger.color" if sketch.bad else "map.ink", "#33301F"), 1.4)
    )
    painter.setBrush(QColor("#FFFBF1"))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor("#9C3422") if sketch.bad else QColor("#2E2720"))
    painter.setFont(font)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sketch.words)


def _foot(sketch: Sketch, camera: Camera) -> float:
    """Return how far down on the screen the ghost reaches."""
    if sketch.ghost is None or sketch.ghost.pose is None:
        return 0.0
    x, y, heading = sketch.ghost.pose
    (wide, deep), turn = sketch.ghost.footprint, math.radians(heading)
    half = (abs(wide * math.sin(turn)) + abs(deep * math.cos(turn))) / 2
    return camera.to_screen(QPointF(x, y)).y() + half * camera.scale


def words_box(sketch: Sketch, camera: Camera, wide: float, high: float) -> QRectF:
    """Return where the words of a sketch stand: below the point and the ghost, within the picture."""
    at = camera.to_screen(sketch.at or QPointF())
    left, top = at.x() - wide / 2, max(at.y() + 26, _foot(sketch, camera) + 8)
    room = camera.viewport
    x = min(max(4.0, left), max(4.0, room.width() - wide - 4))
    y = min(max(4.0, top), max(4.0, room.height() - high - 4))
    return QRectF(x, y, wide, high)

"""The march of the armies on the map, as broad as they were strong: the shape of Minard's picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from grognard.app.aftermath.maps import HIGH, WIDE, Boards
from grognard.app.aftermath.told import Told
from grognard.engines.core.show.views import TableView

BROADEST = 34.0
"""How broad the strongest army is drawn, in pixels."""
FEWEST = 3
"""An army with fewer positions has marched nowhere."""


@dataclass(frozen=True)
class Station:
    """Where an army stood as a turn began: the middle of it, and its strength."""

    turn: str
    x: float
    y: float
    strength: float


def march_of(boards: Boards, told: Told) -> QImage | None:
    """Draw the march of the armies; None for games that show no marches on the map."""
    if not boards.theme.names("overlays.end"):
        return None
    sides = [seat.side for seat in told.session.setup.info.seats]
    names = [*told.turns, ""]
    armies = {
        side: [
            station
            for stage, name in zip(told.stages, names, strict=True)
            if (station := _station(boards, stage.view, side, name)) is not None
        ]
        for side in sides
    }
    if all(len(army) < FEWEST for army in armies.values()):
        return None
    view = told.stages[-1].view
    image = boards.picture(replace(view, pieces=()), whole=True, wide=WIDE, high=HIGH)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    most = max(station.strength for army in armies.values() for station in army)
    for side, army in armies.items():
        colour = boards.theme.colour(f"sides.{side}.fill", "#6E675A")
        _draw(painter, boards, army, colour, BROADEST / max(1.0, most))
    painter.end()
    return image


def _station(boards: Boards, view: TableView, side: str, turn: str) -> Station | None:
    """Return the middle of an army, each piece with its strength, as far as it is seen."""
    spots = [(boards.spot(p), float(p.steps or 1)) for p in view.pieces if p.side == side]
    found = [(at, strength) for at, strength in spots if at is not None]
    whole = sum(strength for _, strength in found)
    if not whole:
        return None
    x = sum(at[0] * strength for at, strength in found) / whole
    y = sum(at[1] * strength for at, strength in found) / whole
    return Station(turn, x, y, whole)


def _draw(
    painter: QPainter, boards: Boards, army: Sequence[Station], colour: QColor, scale: float
) -> None:
    """Draw one army: the way on in its colour, the way back darker, the strength at each station."""
    spots = [boards.canvas.camera.to_screen(QPointF(one.x, one.y)) for one in army]
    east = max((one.x for one in army), default=0.0)
    back = False
    for n, (start, end) in enumerate(pairwise(spots)):
        back = back or army[n].x >= east
        tone = QColor(colour.darker(170) if back else colour)
        tone.setAlpha(215)
        pen = QPen(tone, max(2.0, army[n + 1].strength * scale))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(start, end)
    font = boards.theme.font("label", 12, bold=True)
    painter.setFont(font)
    for spot, one in zip(spots, army, strict=True):
        words = f"{one.turn}: {one.strength:.0f}" if one.turn else f"{one.strength:.0f}"
        wide = painter.fontMetrics().horizontalAdvance(words)
        box = painter.fontMetrics().boundingRect(words).adjusted(-3, -1, 3, 1)
        box.moveTopLeft((spot + QPointF(-wide / 2, BROADEST * 0.6)).toPoint())
        painter.fillRect(box, QColor(255, 255, 255, 200))
        painter.setPen(QColor("#2A2118"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

"""A picture under the pen, to trace a map from: moved, scaled, turned, calibrated by three clicks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from math import atan2, cos, degrees, hypot, isfinite, radians, sin
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QTransform
from PySide6.QtSvg import QSvgRenderer

from app.editor.pictures import decoded, why_not
from app.editor.window.ink import Point, Tool
from app.editor.window.tools import GLOW

MOST_SAID = 2000
"""How a picture lies is told in no more bytes than this."""
SVG_SIDE = 2400
"""A drawing is made a picture so wide."""


@dataclass(frozen=True, slots=True)
class Lying:
    """How a picture lies on the board: its middle, board units a pixel, its turn, how plain it is."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 0.01
    turn: float = 0.0
    opacity: float = 0.5

    def on_board(self, pixel: Point) -> Point:
        """Return the point of the board under a pixel counted from the picture's middle."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        x, y = pixel[0] * self.scale, pixel[1] * self.scale
        return self.x + c * x - s * y, self.y + s * x + c * y

    def in_picture(self, at: Point) -> Point:
        """Return the pixel under a point of the board, counted from the picture's middle."""
        c, s = cos(radians(-self.turn)), sin(radians(-self.turn))
        x, y = (at[0] - self.x) / self.scale, (at[1] - self.y) / self.scale
        return c * x - s * y, s * x + c * y


def calibrated(lying: Lying, clicked: list[Point], wanted: list[Point]) -> Lying:
    """Return how a picture must lie for what was clicked to come where it belongs.

    The first two pairs of points tell scale and turn; with the third the error is shared out.
    """
    pixels = [lying.in_picture(at) for at in clicked]
    mean = [sum(p[i] for p in pixels) / len(pixels) for i in (0, 1)]
    goal = [sum(p[i] for p in wanted) / len(wanted) for i in (0, 1)]
    along = across = size = 0.0
    for (px, py), (wx, wy) in zip(pixels, wanted, strict=True):
        a, b, u, v = px - mean[0], py - mean[1], wx - goal[0], wy - goal[1]
        along += a * u + b * v
        across += a * v - b * u
        size += a * a + b * b
    if size == 0 or hypot(along, across) == 0:
        return lying
    turned = replace(
        lying, x=0.0, y=0.0, scale=hypot(along, across) / size, turn=degrees(atan2(across, along))
    )
    x, y = turned.on_board((mean[0], mean[1]))
    return replace(turned, x=goal[0] - x, y=goal[1] - y)


def picture_of(path: Path) -> QImage | None:
    """Return the picture in a file; None where there is none, or one that is not to be decoded."""
    suffix, data = path.suffix.lower(), path.read_bytes()
    if suffix != ".svg":
        return decoded(data, suffix)
    if why_not(data, suffix):
        return None
    drawing = QSvgRenderer(data)
    if not drawing.isValid():
        return None
    shape = drawing.defaultSize().scaled(SVG_SIDE, SVG_SIDE, Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(shape.expandedTo(QSize(1, 1)), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    return image


class Tracing(Tool):
    """The picture under the pen, as a tool: it is dragged, and three clicks calibrate it.

    Attributes:
        asks: for calibrating: points clicked in the picture so far, and where they belong.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.image: QImage | None = None
        self.name = ""
        self.lying = Lying()
        self.shown = True
        self.clicked: list[Point] | None = None
        self._from: Point | None = None
        self._load()

    # -- the picture ---------------------------------------------------------------------------------

    def take(self, source: Path, bounds: tuple[float, float, float, float]) -> bool:
        """Lay a picture under the whole map; return whether it can be used."""
        image = picture_of(source)
        if image is None:
            return False
        target = self.folder / f"tracing{source.suffix.lower()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob("tracing.*"):
            if old.resolve() != source.resolve():
                old.unlink()
        if target.resolve() != source.resolve():
            target.write_bytes(source.read_bytes())
        west, north, east, south = bounds
        scale = max((east - west) / image.width(), (south - north) / image.height())
        self.image, self.name = image, target.name
        self.lying = Lying((west + east) / 2, (north + south) / 2, scale)
        self.keep()
        return True

    def away(self) -> None:
        """Take the picture away."""
        for old in self.folder.glob("tracing.*"):
            old.unlink()
        self.image = None

    def keep(self) -> None:
        """Keep how it lies."""
        if self.image is not None:
            said = {"picture": self.name, **asdict(self.lying)}
            (self.folder / "tracing.json").write_text(json.dumps(said), encoding="utf-8")

    def _load(self) -> None:
        try:
            with (self.folder / "tracing.json").open("rb") as stream:
                said = json.loads(stream.read(MOST_SAID))
            name = Path(str(said.pop("picture"))).name
            lying = Lying(**{key: float(value) for key, value in said.items()})
            if not all(map(isfinite, asdict(lying).values())) or lying.scale <= 0:
                return
        except (OSError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
            return  # there is none, or it was kept by a stranger
        path = self.folder / name
        self.image = picture_of(path) if path.is_file() else None
        self.name, self.lying = name, lying

    def change(self, **more: float) -> None:
        """Move, scale, turn it, or make it plainer."""
        self.lying = replace(self.lying, **more)
        self.keep()

    def calibrate(self, wanted: list[Point]) -> bool:
        """Bring the clicked points where they belong; return whether there are enough."""
        clicked, self.clicked = self.clicked, None
        if clicked is None or len(clicked) != len(wanted):
            return False
        self.lying = calibrated(self.lying, clicked, wanted)
        self.keep()
        return True

    # -- the hand ------------------------------------------------------------------------------------

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take hold of the picture, or mark a point in it."""
        self._from = at

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Pull the picture."""
        if not down or self._from is None or self.clicked is not None:
            return False
        x, y = self._from
        self.lying = replace(self.lying, x=self.lying.x + at[0] - x, y=self.lying.y + at[1] - y)
        self._from = at
        return True

    def release(self, at: Point) -> None:
        """Let it lie, or mark the point."""
        self._from = None
        if self.clicked is not None:
            self.clicked.append(at)
        else:
            self.keep()

    def drop(self) -> None:
        """Mark no more points."""
        self.clicked = None

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the picture over the map, so that both are seen."""
        if self.image is None or not self.shown:
            return
        lying = self.lying
        painter.save()
        painter.setOpacity(lying.opacity)
        painter.setTransform(
            QTransform()
            .translate(lying.x, lying.y)
            .rotate(lying.turn)
            .scale(lying.scale, lying.scale)
            * painter.transform()
        )
        half = QPointF(self.image.width() / 2, self.image.height() / 2)
        painter.drawImage(QRectF(-half, half), self.image)
        painter.restore()
        painter.setPen(QPen(GLOW, 3 / scale))
        for x, y in self.clicked or ():
            painter.drawEllipse(QPointF(x, y), 6 / scale, 6 / scale)

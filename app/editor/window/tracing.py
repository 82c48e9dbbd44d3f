"""A picture under the pen, to trace a map from: moved, scaled, turned, calibrated by three clicks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from hashlib import blake2b
from math import atan2, cos, degrees, hypot, isfinite, radians, sin
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QTransform
from PySide6.QtSvg import QSvgRenderer

from grognard.app.editor.maps.steps import Step
from grognard.app.editor.pictures import MOST_BYTES, decoded, why_not
from grognard.app.editor.traced import TRACING, picture_in
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.ink import Point, Tool
from grognard.app.editor.window.tools import GLOW
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain

PLACES = 8
"""So many places behind the point are kept of how it lies."""
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


def _lying_of(said: Plain) -> Lying | None:
    """Return how a picture lies by its file; None where a stranger wrote what cannot be."""
    keys = [field.name for field in fields(Lying)]
    try:
        told = {key: float(str(said[key])) for key in keys if key in said}  # type: ignore[call-overload, index]
    except (ValueError, TypeError):
        return None
    lying = Lying(**told)
    return lying if all(map(isfinite, asdict(lying).values())) and lying.scale > 0 else None


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
    try:
        suffix, data = path.suffix.lower(), read_plain(path, MOST_BYTES)
    except OSError:
        return None
    if len(data) > MOST_BYTES:
        return None
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

    How it lies is a file of the scenario, so that it is undone like everything else; `lying` runs
    ahead of that while the hand moves it.

    Attributes:
        clicked: for calibrating: points clicked in the picture so far; None otherwise.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk, self.folder = desk, desk.path.parent / "pictures"
        self.image: QImage | None = None
        self.name = ""
        self.lying = Lying()
        self.shown = True
        self.clicked: list[Point] | None = None
        self._from: Point | None = None
        self.follow()
        if not desk.remembers(TRACING):
            self._sweep()

    # -- the picture ---------------------------------------------------------------------------------

    def take(self, source: Path, bounds: tuple[float, float, float, float]) -> bool:
        """Lay a picture under the whole map; return whether it can be used."""
        image = picture_of(source)
        if image is None:
            return False
        raw = read_plain(source, MOST_BYTES)
        name = f"tracing-{blake2b(raw, digest_size=6).hexdigest()}{source.suffix.lower()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / name).exists():
            (self.folder / name).write_bytes(raw)
        self.desk.begin_tracing()
        west, north, east, south = bounds
        scale = max((east - west) / image.width(), (south - north) / image.height())
        self.image, self.name = image, name
        self.lying = Lying((west + east) / 2, (north + south) / 2, scale)
        self.keep(tr("Lay a picture under the map"))
        return True

    def away(self) -> None:
        """Take the picture away; its file stays as long as undo may bring it back."""
        self.image, self.name = None, ""
        self.keep(tr("Remove the picture"))

    def keep(self, words: str) -> None:
        """Keep how it lies, as one step of undo."""
        said = {"picture": self.name}
        said |= {key: f"{round(value, PLACES)}" for key, value in asdict(self.lying).items()}
        there = self.desk.plain(TRACING)
        was = there if isinstance(there, dict) else {}
        steps = [Step((key,), "set", value) for key, value in said.items() if was.get(key) != value]
        self.desk.change(words, TRACING, steps)

    def follow(self) -> None:
        """Take over how it lies from the file: something was undone, or the scenario opened."""
        said = self.desk.plain(TRACING) if TRACING in self.desk.documents else ""
        name = picture_in(said)
        lying = _lying_of(said)
        path = self.folder / name
        if lying is None or not name or not path.is_file():
            self.image, self.name = None, ""
        elif name != self.name or self.image is None:
            self.image, self.name = picture_of(path), name
        self.lying = lying or Lying()

    def _sweep(self) -> None:
        """Delete pictures that nothing can bring back."""
        for old in self.folder.glob("tracing*"):
            if old.name not in (self.name, Path(TRACING).name):
                old.unlink(missing_ok=True)

    def change(self, **more: float) -> None:
        """Show it moved, scaled, turned, or plainer; `keep` keeps that."""
        self.lying = replace(self.lying, **more)

    def calibrate(self, wanted: list[Point]) -> bool:
        """Bring the clicked points where they belong; return whether there are enough."""
        clicked, self.clicked = self.clicked, None
        if clicked is None or len(clicked) != len(wanted):
            return False
        self.lying = calibrated(self.lying, clicked, wanted)
        self.keep(tr("Calibrate the picture"))
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
            self.keep(tr("Move the picture"))

    def drop(self) -> None:
        """Mark no more points, and let it lie as it lay."""
        self.clicked = self._from = None
        self.follow()

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

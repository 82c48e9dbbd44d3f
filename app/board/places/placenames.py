"""Names beside their places, drawn over the pieces and clear of them wherever there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform

from grognard.app.board.camera import Camera, snapped
from grognard.app.board.map import areanames
from grognard.app.board.map.areanames import Spots
from grognard.app.board.map.art import Art
from grognard.app.board.map.ground import Ground
from grognard.app.board.map.labels import NORMAL, REFERENCE, Lettering, lettering
from grognard.app.board.places.placing import Placed
from grognard.app.board.places.search import Boxes, Floats, Wish, overlap, settle
from grognard.app.board.theme import Theme
from grognard.engines.core.data.text import spell
from grognard.engines.core.show.views import BoardView, SpaceView

_SMALLEST, _TALLEST, _SMALLEST_SCALE = 11.0, 22.0, 2.2
"""Names grow with the map between these heights in pixels, the small at most so much larger."""
_WITHIN = 0.4
"""An area is many times as wide as a hex: so much nearer do names stay to where they were put in one."""
_CENTRED = ("wood", "woods", "height", "entry")
_GAP = 3
_COVERED, _SIGNED = 4.0, 60.0
"""How much worse it is for the name of an area to cover something than to stand outside it; with a sign, so often that."""
_STRAYED, _NEAR = 1e6, 0.2
"""No name stands at the place of another one, whatever lies on its own; where places lie so close that
every spot does, the one that strays least, in steps of so much of a space."""
_CLASH, _CLASHING = 300.0, 40.0
"""How much worse it is for a name to lie on another name than on a piece, of places and of areas: then neither is read."""
_CLOSE, _AWAY = 0.2, 0.004
"""How near to its place, in spaces, a name may stand where no piece is; what each space farther costs it."""
_SHIFTED = (-0.42, -0.25, 0.25, 0.42)
"""By how much of its width a name may be pushed along its place."""
_CAPTION = 19.0
"""How high the name below a base is, in pixels."""
_HEAVY = {"small": 1.0, "normal": 2.0, "large": 3.0, "title": 4.0}
_BETTER = 0.02
"""By so much of its area another spot of a name must be clearer before the name goes there."""


@dataclass(slots=True, eq=False)
class _Name:
    path: QPainterPath
    box: QRectF
    size: float
    colour: QColor
    halo: QColor
    x: float
    y: float
    centred: bool
    spots: Spots | None = None
    """Of the name of an area: where in it the name may stand."""
    sign: bool = False
    """Whether the sign of a redoubt stands before it."""
    weight: float = 2.0
    """How much it matters: of two that cannot both stand the lighter one is left out."""
    last: int = -1
    """Which of its spots it has; it leaves it only for one that is clearer."""
    pictures: dict[tuple[int, float], QPixmap] = field(default_factory=dict)
    known: tuple[tuple[int, float], Boxes, Floats, Floats] | None = None
    """At one size and scale its spots, how far each strays, and what its distance costs."""


class PlaceNames:
    """The names of one board that may stand on any side of their place."""

    def __init__(
        self,
        theme: Theme,
        letters: Lettering,
        unit: float,
        bounds: tuple[float, float, float, float],
    ) -> None:
        x0, y0, x1, y1 = bounds
        self.unit, self.frame = unit, QRectF(x0, y0, x1 - x0, y1 - y0)
        self.bounds = (x0, y0, x1, y1)
        self.of_areas = bool(letters.titles)
        self.theme, self.letters = theme, letters
        self.works = letters.works
        self.names: list[_Name] = [self._of_area(theme, space) for space in letters.titles]
        for label in letters.beside:
            font, size = lettering(theme, label)
            path = QPainterPath()
            path.addText(QPointF(0, 0), font, spell("place", label.text))
            if theme.get(f"labels.{label.kind}.sign") == "star":
                path.addPath(areanames.star().translated(path.boundingRect().left() - 44, -34))
            x, y = np.array(label.points, dtype=np.float64).mean(axis=0)
            self.names.append(
                _Name(
                    path,
                    path.boundingRect(),
                    size,
                    theme.colour(f"labels.{label.kind}.color", "#3B332A"),
                    theme.colour(f"labels.{label.kind}.halo", "#EFE6D0"),
                    float(x),
                    float(y),
                    label.kind in _CENTRED or self.of_areas,  # areas draw no mark there
                    weight=_HEAVY.get(theme.get(f"labels.{label.kind}.size", "normal"), 2.0),
                )
            )
        self.places = np.array([(name.x, name.y) for name in self.names if name.spots is None])
        """Where the places lie whose names may stand on any side of them."""
        self.text_scale = 1.0
        self._key: tuple[float, int, float] = (0.0, -1, 1.0)
        self._spots: list[tuple[_Name, int, float, float]] = []

    def _of_area(self, theme: Theme, space: SpaceView) -> _Name:
        font = theme.font("serif", REFERENCE, italic=True)
        path = areanames.outline(spell("place", space.label), font)
        sign = "redoubt" in space.tags
        if sign:  # blocks may stand on the work itself
            left = path.boundingRect().left() - areanames.earthwork().boundingRect().width() - 22
            path.addPath(areanames.earthwork().translated(left, 0))
        return _Name(
            path,
            path.boundingRect(),
            0.0,
            theme.colour("map.area_name.color", "#3B332A"),
            theme.colour("map.area_name.halo", "#EFE6D0"),
            *space.centre,
            False,
            _spots_of(space, self.unit, self.bounds),
            sign,
        )

    def paint(  # noqa: PLR0913
        self,
        painter: QPainter,
        camera: Camera,
        placed: Sequence[Placed],
        ratio: float,
        version: int,
        *,
        moving: bool = False,
        hasty: bool = False,
    ) -> None:
        """Draw the names; `version` tells one lay-out of the pieces from another.

        While zooming (`moving`) they keep their spots, and settle anew when that is over; in haste
        even though the pieces have moved, and none is drawn that has not been before.
        """
        kept = moving and (hasty or (version, self.text_scale) == self._key[1:])
        key = (camera.scale, version, self.text_scale)
        if key != self._key and not kept:
            self._key = key
            self._spots = self._settled(camera.scale, placed)
        seen = QRectF(0, 0, camera.viewport.width(), camera.viewport.height())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for name, tall, x, y in self._spots:
            middle = camera.to_screen(QPointF(x, y))
            wide, high = _size(name, tall)
            if not seen.intersects(
                QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
            ):
                continue  # its picture is not even drawn
            if hasty and kept and (tall, ratio) not in name.pictures:
                continue
            picture = self._picture(name, tall, ratio)
            size = picture.deviceIndependentSize()
            at = middle - QPointF(size.width() / 2, size.height() / 2)
            painter.drawPixmap(snapped(at, ratio), picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)

    def engrave(self, painter: QPainter, scale: float) -> None:
        """Draw the names as outlines, with a painter in board units: so large as at `scale` pixels each."""
        for name, tall, x, y in self._settled(scale, ()):
            grow = tall / REFERENCE / scale
            place = QTransform.fromTranslate(x, y)
            place.scale(grow, grow)
            place.translate(-name.box.center().x(), -name.box.center().y())
            path = place.map(name.path)
            pen = QPen(_faint(name.halo), max(0.26 * tall, 2.6) / scale)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, pen)
            painter.fillPath(path, name.colour)

    def _tall(self, scale: float) -> float:
        """Return the height of ordinary letters in pixels."""
        high = NORMAL * self.unit * scale
        tall = min(max(high, min(_SMALLEST, high * _SMALLEST_SCALE)), _TALLEST)
        return tall * self.text_scale

    def _picture(self, name: _Name, tall: int, ratio: float) -> QPixmap:
        found = name.pictures.get((tall, ratio))
        if found is not None:
            return found
        grow, pad = tall / REFERENCE, _pad(tall)
        w, h = _size(name, tall)
        image = QImage(
            max(1, round(w * ratio)),
            max(1, round(h * ratio)),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        place = QTransform.fromTranslate(pad, pad)
        place.scale(grow, grow)
        place.translate(-name.box.left(), -name.box.top())
        path = place.map(name.path)
        pen = QPen(_faint(name.halo), max(0.26 * tall, 2.6))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
        painter.fillPath(path, name.colour)
        painter.end()
        made = QPixmap.fromImage(image)
        made.setDevicePixelRatio(ratio)
        name.pictures[tall, ratio] = made
        return made

    def _settled(
        self, scale: float, placed: Sequence[Placed]
    ) -> list[tuple[_Name, int, float, float]]:
        """Give every name a spot that lies on no other name and hides least of all else."""
        pieces = np.array(
            [
                (p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2)
                for p in (*placed, *self._captions(placed, scale))
            ]
            or np.empty((0, 4)),
            dtype=np.float64,
        )
        taken = np.vstack((pieces.reshape(-1, 4), self.works))
        letters = self.letters.boxes(scale, self.text_scale)
        sizes = [self._height(name, scale) for name in self.names]
        wishes = [
            self._wish(name, tall, scale, taken)
            for name, tall in zip(self.names, sizes, strict=True)
        ]
        found = []
        for name, wish, tall, spot in zip(
            self.names, wishes, sizes, settle(wishes, letters), strict=True
        ):
            name.last = spot
            if spot >= 0:
                box = wish.spots[spot]
                found.append((name, tall, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        return found

    def _captions(self, placed: Sequence[Placed], scale: float) -> Iterator[Placed]:
        """Give the room of the names below bases where these are written."""
        wide = self.theme.number("bases.name_wide", 0.0)
        if not wide or scale < self.theme.number("bases.names_from", 15.0):
            return
        high = _CAPTION * self.text_scale / scale
        for p in placed:
            if p.piece.form == "base" and not p.piece.hidden and p.piece.symbol != "leader":
                turn = np.radians(p.heading)
                down = (abs(p.width * np.sin(turn)) + abs(p.height * np.cos(turn)) + high) / 2
                yield Placed(p.piece, p.x, float(p.y + down), min(wide, 0.7), high)

    def _height(self, name: _Name, scale: float) -> int:
        """Return the height of the letters of a name, in pixels."""
        if name.spots is not None:
            return round(areanames.tall(self.unit, scale) * self.text_scale)
        return max(5, round(self._tall(scale) * name.size / NORMAL))

    def _wish(self, name: _Name, tall: int, scale: float, taken: Boxes) -> Wish:
        """Return the spots of a name with what each hides."""
        grow, halo = tall / REFERENCE / scale, 2 * _GAP / scale
        w, h = name.box.width() * grow + halo, name.box.height() * grow + halo
        if name.spots is not None:
            spots, cost = name.spots.boxes(w, h)
            low, high = spots[:, :2].min(axis=0), spots[:, 2:].max(axis=0)
            near = taken[((taken[:, :2] < high) & (taken[:, 2:] > low)).all(axis=1)]
            # Nobody is to look for the sign of a redoubt under the blocks that defend it.
            covered = _COVERED * (_SIGNED if name.sign else 1.0)
            hidden = covered * overlap(spots, near) / (w * h) + cost
            clash, slack = _CLASHING * _COVERED / (w * h), _BETTER * _COVERED
            none = np.zeros(len(spots), dtype=bool)
            return Wish(spots, hidden, clash, none, name.weight, name.last, slack, needed=True)
        key = (tall, scale)
        if name.known is None or name.known[0] != key:
            spots = self._around(name, w, h, scale)
            strayed = self._strayed(name, spots)
            away = np.hypot(*((spots[:, :2] + spots[:, 2:]) / 2 - (name.x, name.y)).T)
            name.known = (key, spots, strayed, _AWAY * self.unit * away)
        _, spots, strayed, away = name.known
        low, high = spots[:, :2].min(axis=0), spots[:, 2:].max(axis=0)
        near = taken[((taken[:, :2] < high) & (taken[:, 2:] > low)).all(axis=1)]
        hidden = overlap(spots, near) + strayed + away
        slack = _BETTER * w * h
        return Wish(spots, hidden, _CLASH, strayed > 0, name.weight, name.last, slack)

    def _strayed(self, name: _Name, spots: Boxes) -> NDArray[np.float64]:
        """What it costs a name to stand nearer to the place of another one than to its own."""
        if len(self.places) < 2:
            return np.zeros(len(spots))
        gaps = np.maximum(
            0.0, np.maximum(spots[:, None, :2] - self.places, self.places - spots[:, None, 2:])
        )
        far = np.hypot(gaps[..., 0], gaps[..., 1])
        own = np.abs(self.places - (name.x, name.y)).sum(axis=1) < 1e-9
        nearest = np.where(own, np.inf, far).min(axis=1)
        astray = (far[:, own].min(axis=1) - nearest) / (_NEAR * self.unit)
        return np.asarray(_STRAYED * np.maximum(0.0, np.ceil(astray)))

    def _around(self, name: _Name, w: float, h: float, scale: float) -> Boxes:
        """The spots of a name, the best first, each (left, top, right, bottom) in the frame."""
        unit, gap = self.unit * (_WITHIN if self.of_areas else 1.0), _GAP / scale
        steps: list[tuple[float, float]] = []
        if name.centred:
            steps = [(0, 0), (0, 0.5), (0, -0.5), (0, 1), (0, -1), (0.5, 0), (-0.5, 0)]
            steps = [(x * unit, y * unit) for x, y in steps]
        for reach, aside in ((0.36, 0.42), (_CLOSE, _CLOSE), (0.62, 0.7), (0.95, 0.95)):
            down, side = reach * unit + gap + h / 2, aside * unit + gap + w / 2
            steps += [(0.0, down), (0.0, -down), (side, 0.0), (-side, 0.0)]
            steps += [(x * side, y * down) for y in (1, -1) for x in (1, -1)]
            steps += [(x * w, y * down) for y in (1, -1) for x in _SHIFTED]
            steps += [(x * side, y * h) for x in (1, -1) for y in (0.5, -0.5)]
        middles = np.array(steps) + np.array((name.x, name.y))
        edge = self.frame.adjusted(0.2 * unit, 0.2 * unit, -0.2 * unit, -0.2 * unit)
        if edge.width() > w and edge.height() > h:
            low = np.array((edge.left() + w / 2, edge.top() + h / 2))
            high = np.array((edge.right() - w / 2, edge.bottom() - h / 2))
            middles = np.clip(middles, low, high)
        half = np.array((w / 2, h / 2))
        return np.hstack((middles - half, middles + half))


def _faint(halo: QColor) -> QColor:
    tone = QColor(halo)
    tone.setAlphaF(0.88)
    return tone


def _pad(tall: int) -> float:
    """Return how much room the halo of a name takes on each side, in pixels."""
    return 0.26 * tall + 2


def _size(name: _Name, tall: int) -> tuple[float, float]:
    """Return width and height of the picture of a name, in pixels."""
    grow, pad = tall / REFERENCE, _pad(tall)
    return name.box.width() * grow + 2 * pad, name.box.height() * grow + 2 * pad


@lru_cache(maxsize=256)
def _spots_of(space: SpaceView, unit: float, frame: tuple[float, float, float, float]) -> Spots:
    """Return where the name of an area may stand; the same for every canvas that shows its map."""
    x0, y0, x1, y1 = frame
    return Spots(space, unit, QRectF(x0, y0, x1 - x0, y1 - y0))


def names_ahead(board: BoardView, theme: Theme, ground: Ground) -> PlaceNames | None:
    """Return the names of an area map that is still being drawn; without them nobody finds his way."""
    if board.kind != "areas":
        return None
    letters = Lettering(board, theme, ground.unit, ground.warp)
    return PlaceNames(theme, letters, ground.unit, ground.bounds)


def names_of(art: Art) -> PlaceNames:
    """Return the names of a drawn map."""
    return PlaceNames(art.theme, art.lettering, art.unit, art.bounds)

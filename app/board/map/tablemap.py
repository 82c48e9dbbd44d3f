"""The ground of a table without a grid: patches exactly where they lie, drawn in green and ochre.

Nothing here is smoothed or shifted: what is drawn is what the rules measure, to the millimetre.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF
from shapely import affinity
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.app.board.map import marks
from grognard.app.board.map.ground import Ground
from grognard.app.board.map.labels import Lettering, paint_frame
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Floats, Warp, polygons, scatter, strokes_of
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import BoardView, SpaceView

TREES, HOUSES = 2.2, 1.45
"""How large trees are, in the units of a hex map's marks, and how far apart houses stand, in cm."""
_WHITE, _BLACK = QColor("#FFFFFF"), QColor("#000000")


class TableArt(Ground):
    """All the drawn layers of one table in one theme."""

    def __init__(self, board: BoardView, theme: Theme) -> None:
        super().__init__(board)
        self.theme = theme
        self.paper = theme.colour("terrain.open.fill", "#AEB583")
        self.ink = theme.colour("map.ink", "#3B332A")
        self.layers: list[Layer] = []
        self.tops: list[Layer] = []
        self._build()
        nameless = BoardView(
            board.id,
            board.title,
            board.kind,
            (),
            board.edges,
            board.lines,
            board.labels,
            board.bounds,
            board.seed,
        )
        self.lettering = Lettering(nameless, theme, self.unit, Warp(0, self.unit, 0.0))

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        scale: float,
        grid: bool = True,
        text_scale: float = 1.0,
    ) -> None:
        """Paint what lies in `rect` (board units) with a painter already in board units."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect.intersected(self.sheet()), self.theme.colour("map.paper", "#E7DCC0"))
        x0, y0, x1, y1 = self.bounds
        painter.save()
        painter.setClipRect(QRectF(x0, y0, x1 - x0, y1 - y0), Qt.ClipOperation.IntersectClip)
        painter.fillRect(rect, self.paper)
        for layer in (*self.layers, *self.tops):
            layer.paint(painter, rect, scale)
        self.lettering.paint(painter, rect, scale, text_scale)
        painter.restore()
        paint_frame(painter, self.board.title, self.theme, self.bounds, self.rim, scale, rect)

    # ---- building --------------------------------------------------------

    def _build(self) -> None:
        self._meadow()
        draw: dict[str, Callable[[SpaceView, Polygon], None]] = {
            "hill": self._hill,
            "rows": self._rows,
            "ears": self._ears,
            "paddy": self._paddy,
            "trees": self._trees,
            "water": self._water,
            "houses": self._village,
            "none": self._plain,
        }
        for space in self.board.spaces:
            mark = self.theme.get(f"terrain.{space.terrain}.mark", "none")
            if space.terrain != "open" and len(space.polygon) > 2:
                draw.get(mark, self._plain)(space, Polygon(space.polygon))
        self._lines()
        self._bridges()

    def _fill(self, space: SpaceView) -> QColor:
        return self.theme.colour(f"terrain.{space.terrain}.fill", self.paper.name())

    def _mark(self, space: SpaceView) -> QColor:
        fallback = mix(self._fill(space), self.ink, 0.45).name()
        return self.theme.colour(f"terrain.{space.terrain}.mark_color", fallback)

    def _plain(self, space: SpaceView, shape: Polygon) -> None:
        fill = self._fill(space)
        ground = Layer(
            fill=fill, line=mix(fill, self.ink, 0.35), width=0.05, least=0.7, name="ground"
        )
        ground.add(_path(shape))
        self.layers.append(ground)

    def _meadow(self) -> None:
        """Patches of lighter and darker grass, so that the cloth is not flat."""
        x0, y0, x1, y1 = self.bounds
        spots = scatter(shapely.box(x0, y0, x1, y1), 6.0, self.seed + 5, 0.9)
        for part, tone in ((0, _WHITE), (1, QColor("#6E7A3E"))):
            layer = Layer(fill=_faint(tone, 0.07), name="meadow")
            for x, y in spots[part::2].tolist():
                blob = affinity.scale(shapely.Point(x, y).buffer(3.1, 12), 1.25, 0.8)
                layer.add(_path(affinity.rotate(blob, (x * 37 + y * 53) % 180)))
            self.layers.append(layer)
        grass = Layer(
            line=mix(self.paper, QColor("#5F6B34"), 0.5),
            width=0.035,
            least=0.5,
            visible_from=9.0,
            name="grass",
        )
        tufts = scatter(shapely.box(x0, y0, x1, y1), 2.6, self.seed + 81, 0.95)
        grass.add_stamps(tufts, marks.tufts(2.2), marks.pick(tufts, 2.6, self.seed, 3), self.unit)
        self.layers.append(grass)

    def _hill(self, space: SpaceView, shape: Polygon) -> None:
        """A terrace: its slope shaded outside the rim, hachures running down from it."""
        fill = self.theme.colour(f"levels.{space.level}", self._fill(space).name())
        shadow = Layer(fill=_faint(QColor("#4A3C1E"), 0.16), name="slope")
        shadow.add(_path(shape.buffer(0.55)))
        top = Layer(fill=fill, line=mix(fill, self.ink, 0.5), width=0.09, least=1.0, name="hill")
        top.add(_path(shape))
        strokes = Layer(line=mix(fill, self.ink, 0.42), width=0.05, least=0.6, name="hachures")
        steep = space.terrain == "steep_hill"
        strokes.add_strokes(
            _teeth(shape, 0.45 if steep else 0.8, 1.0 if steep else 0.65), self.unit
        )
        self.layers += [shadow, top, strokes]

    def _rows(self, space: SpaceView, shape: Polygon) -> None:
        """Vines: rows of stocks on poles."""
        self._plain(space, shape)
        rows = _hatch(shape.buffer(-0.25), 0.75, _angle(space))
        wire = Layer(
            line=_faint(self._mark(space), 0.55), width=0.05, least=0.5, flat=True, name="wire"
        )
        stocks = Layer(
            line=self._mark(space),
            width=0.3,
            least=1.2,
            dash=(0.9, 1.5),
            flat=True,
            visible_from=6.0,
            name="vines",
        )
        wire.add_strokes(rows, self.unit)
        stocks.add_strokes(rows, self.unit)
        self.layers += [wire, stocks]

    def _ears(self, space: SpaceView, shape: Polygon) -> None:
        """Corn: fine drills of two tones."""
        self._plain(space, shape)
        drills = _hatch(shape.buffer(-0.12), 0.42, _angle(space))
        layer = Layer(
            line=_faint(self._mark(space), 0.75),
            width=0.09,
            least=0.5,
            dash=(1.8, 0.9),
            flat=True,
            name="corn",
        )
        layer.add_strokes(drills, self.unit)
        self.layers.append(layer)

    def _paddy(self, space: SpaceView, shape: Polygon) -> None:
        """Rice: flooded beds between low dykes."""
        self._plain(space, shape)
        dykes = Layer(
            line=mix(self._fill(space), QColor("#8C7A4A"), 0.6), width=0.13, least=0.8, name="dykes"
        )
        ripple = Layer(
            line=_faint(self._mark(space), 0.6),
            width=0.06,
            least=0.5,
            dash=(2.4, 3.0),
            flat=True,
            name="ripple",
        )
        angle = _angle(space)
        dykes.add_strokes([*_hatch(shape, 3.2, angle), *_hatch(shape, 4.6, angle + 90)], self.unit)
        ripple.add_strokes(_hatch(shape.buffer(-0.2), 0.6, angle), self.unit)
        self.layers += [ripple, dykes]

    def _trees(self, space: SpaceView, shape: Polygon) -> None:
        self._plain(space, shape)
        fill, ink = self._fill(space), self._mark(space)
        apart = self.theme.number(f"terrain.{space.terrain}.spacing", 1.1)
        spots = scatter(shape.buffer(-0.35), apart, self.seed + 71, 0.65)
        spots = spots[np.argsort(spots[:, 1], kind="stable")] if len(spots) else spots
        kinds = marks.pick(spots, TREES, self.seed, marks.TREE_KINDS)
        size = TREES * (1.6 if apart < 1 else 2.0)
        shadow = Layer(fill=QColor(40, 46, 22, 70), name="tree shadow")
        crown = Layer(
            fill=mix(fill, ink, 0.45),
            line=mix(ink, self.ink, 0.35),
            width=0.04,
            least=0.45,
            name="crown",
        )
        shade = Layer(
            line=mix(ink, self.ink, 0.42), width=0.04, least=0.5, visible_from=9.0, name="shade"
        )
        shadow.add_stamps(spots, marks.tree_shadows(size), kinds, self.unit)
        crown.add_stamps(spots, marks.tree_crowns(size), kinds, self.unit)
        shade.add_stamps(spots, marks.tree_shades(size), kinds, self.unit)
        self.tops += [shadow, crown, shade]

    def _water(self, space: SpaceView, shape: Polygon) -> None:
        fill, ink = self._fill(space), self._mark(space)
        water = Layer(fill=fill, line=ink, width=0.14, least=1.0, name="water")
        water.add(_path(shape))
        self.layers.append(water)
        for ring in (1, 2, 3):
            line = Layer(line=_faint(ink, 0.5 - 0.12 * ring), width=0.05, least=0.5, name="shore")
            line.add(_path(shape.buffer(-0.3 * ring)))
            self.layers.append(line)

    def _village(self, space: SpaceView, shape: Polygon) -> None:
        """Yards and roofs; a farm, a cemetery or a castle has its wall."""
        walled = space.terrain == "walled"
        fill, ink = self._fill(space), self._mark(space)
        yard = Layer(
            fill=fill,
            line=mix(fill, self.ink, 0.75 if walled else 0.45),
            width=0.2 if walled else 0.08,
            least=1.4 if walled else 0.8,
            name="yard",
        )
        yard.add(_path(shape))
        self.layers.append(yard)
        if "cemetery" in space.tags:
            self._graves(shape, ink)
            return
        blocks = self._houses(space, shape)
        shadow = Layer(fill=QColor(50, 38, 28, 90), name="house shadow")
        roofs = Layer(fill=ink, line=mix(ink, self.ink, 0.6), width=0.05, least=0.5, name="houses")
        ridge = Layer(line=QColor(255, 236, 214, 110), width=0.05, visible_from=8.0, name="ridge")
        shadow.add_shapes([block + np.array([0.1, 0.12]) for block in blocks], self.unit)
        roofs.add_shapes(blocks, self.unit)
        ridge.add_strokes(
            [np.array([(b[0] + b[3]) / 2, (b[1] + b[2]) / 2]) for b in blocks], self.unit
        )
        self.tops += [shadow, roofs, ridge]

    def _houses(self, space: SpaceView, shape: Polygon) -> list[Floats]:
        """Roofs of several sizes: along the road through the village, or round the yard of a farm."""
        ways = [LineString(line.points) for line in self.board.lines if "road" in line.kind]
        near = [way for way in ways if way.intersects(shape)]
        streets = shapely.union_all([way.buffer(0.62) for way in near]) if near else None
        apart = 1.15 if space.terrain == "walled" else HOUSES
        found: list[Floats] = []
        rng = marks.rng_of(self.seed, space.id)
        for x, y in scatter(shape.buffer(-0.45), apart, self.seed + 17, 0.35).tolist():
            point = shapely.Point(x, y)
            turn = _along(min(near, key=point.distance), point) if near else _angle(space)
            long, deep = rng.uniform(0.75, 1.25), rng.uniform(0.5, 0.72)
            house = affinity.rotate(
                shapely.box(x - long / 2, y - deep / 2, x + long / 2, y + deep / 2),
                turn + 90 * int(rng.random() < 0.3),
                origin=point,
            )
            if shape.contains(house) and (streets is None or not house.intersects(streets)):
                found.append(np.array(house.exterior.coords[:4]))
        return found or [_box(shape)]

    def _graves(self, shape: Polygon, ink: QColor) -> None:
        crosses = Layer(line=mix(ink, self.ink, 0.6), width=0.09, least=0.8, name="graves")
        for x, y in scatter(shape.buffer(-0.4), 0.8, self.seed + 3, 0.3).tolist():
            crosses.add_strokes(
                [
                    np.array([(x, y - 0.22), (x, y + 0.22)]),
                    np.array([(x - 0.14, y - 0.08), (x + 0.14, y - 0.08)]),
                ],
                self.unit,
            )
        self.tops.append(crosses)

    # ---- lines -----------------------------------------------------------

    def _lines(self) -> None:
        """Waters first, then banks and railways, roads over them."""
        order = {"stream": 0, "river": 0, "canal": 0, "ditch": 0, "bank": 1, "railway": 2}
        for kind in sorted(
            {line.kind for line in self.board.lines}, key=lambda k: (order.get(k, 3), k)
        ):
            lines = [np.array(line.points) for line in self.board.lines if line.kind == kind]
            at = f"lines.{kind}"
            tone = self.theme.colour(f"{at}.color", "#B08D57")
            case = self.theme.colour(f"{at}.casing", mix(tone, self.ink, 0.5).name())
            wide, rim = (
                self.theme.number(f"{at}.width", 0.9),
                self.theme.number(f"{at}.casing_width", 1.1),
            )
            if kind == "railway":
                self._railway(lines, tone, wide)
                continue
            if rim > 0:
                under = Layer(line=case, width=rim, least=2.0, name=f"{kind} edge")
                under.add_strokes(lines, self.unit)
                self.layers.append(under)
            layer = Layer(line=tone, width=wide, least=1.0, name=kind)
            layer.add_strokes(lines, self.unit)
            self.layers.append(layer)
            if kind == "bank":
                teeth = Layer(line=case, width=0.06, least=0.6, name="bank")
                teeth.add_strokes(
                    [s for line in lines for s in _ticks(LineString(line), 0.5, 0.5)], self.unit
                )
                self.layers.append(teeth)

    def _railway(self, lines: list[Floats], tone: QColor, wide: float) -> None:
        bed = Layer(
            line=mix(self.paper, QColor("#C9B98E"), 0.8), width=wide, least=2.0, name="track bed"
        )
        bed.add_strokes(lines, self.unit)
        ties = Layer(line=tone, width=0.1, least=0.6, name="ties")
        ties.add_strokes(
            [s for line in lines for s in _ticks(LineString(line), 0.45, wide * 0.8, both=True)],
            self.unit,
        )
        self.layers += [bed, ties]
        for side in (-1, 1):
            rail = Layer(line=mix(tone, _BLACK, 0.3), width=0.07, least=0.6, name="rail")
            rails = [LineString(line).offset_curve(side * wide * 0.22) for line in lines]
            rail.add_strokes([s for course in rails for s in strokes_of(course)], self.unit)
            self.layers.append(rail)

    def _bridges(self) -> None:
        for edge in self.board.edges:
            if edge.kind != "bridge":
                continue
            way = LineString((edge.a, edge.b))
            deck = Layer(
                fill=self.theme.colour("edges.bridge.fill", "#D9C79E"),
                line=self.theme.colour("edges.bridge.color", "#3B332A"),
                width=0.12,
                least=1.0,
                name="bridge",
            )
            deck.add(_path(way.buffer(0.75, cap_style="flat")))
            planks = Layer(
                line=self.theme.colour("edges.bridge.color", "#3B332A"),
                width=0.04,
                least=0.5,
                visible_from=8.0,
                name="planks",
            )
            planks.add_strokes(_ticks(way, 0.4, 1.4, both=True), self.unit)
            self.tops += [deck, planks]


def _faint(colour: QColor, alpha: float) -> QColor:
    found = QColor(colour)
    found.setAlphaF(max(0.0, min(1.0, alpha)))
    return found


def _angle(space: SpaceView) -> float:
    """The direction of rows: along the longest side of the patch."""
    ring = np.array([*space.polygon, space.polygon[0]])
    sides = np.diff(ring, axis=0)
    longest = sides[int(np.argmax(np.hypot(sides[:, 0], sides[:, 1])))]
    return float(np.degrees(np.arctan2(longest[1], longest[0])))


def _along(way: LineString, point: shapely.Point) -> float:
    """The direction of a road abreast of a point, in degrees."""
    at = way.project(point)
    a, b = way.interpolate(max(0.0, at - 0.2)), way.interpolate(min(way.length, at + 0.2))
    return float(np.degrees(np.arctan2(b.y - a.y, b.x - a.x)))


def _path(shape: BaseGeometry) -> QPainterPath:
    """A shape as it is, corner by corner."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for part in polygons(shape):
        for ring in (part.exterior, *part.interiors):
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.coords]))
            path.closeSubpath()
    return path


def _hatch(shape: BaseGeometry, apart: float, angle: float) -> list[Floats]:
    """Parallel strokes inside a shape, `apart` from each other, at an angle in degrees."""
    if shape.is_empty:
        return []
    x0, y0, x1, y1 = shape.bounds
    centre, half = ((x0 + x1) / 2, (y0 + y1) / 2), np.hypot(x1 - x0, y1 - y0) / 2 + apart
    rows = np.arange(-half, half, apart)
    lines = MultiLineString(
        [((centre[0] - half, centre[1] + r), (centre[0] + half, centre[1] + r)) for r in rows]
    )
    cut = shapely.intersection(affinity.rotate(lines, angle, origin=centre), shape)
    return strokes_of(cut)


def _teeth(shape: Polygon, apart: float, long: float) -> list[Floats]:
    """Strokes that run outward from the rim of a shape, longer and shorter by turns."""
    rim = shapely.geometry.polygon.orient(shape).exterior
    found = []
    for n, at in enumerate(np.arange(0.0, rim.length, apart)):
        a, b = rim.interpolate(at), rim.interpolate((at + 0.05) % rim.length)
        dx, dy = b.x - a.x, b.y - a.y
        size = max(1e-9, float(np.hypot(dx, dy)))
        reach = long * (1.0 if n % 2 else 0.6)
        found.append(np.array([(a.x, a.y), (a.x + dy / size * reach, a.y - dx / size * reach)]))
    return found


def _ticks(way: LineString, apart: float, long: float, *, both: bool = False) -> list[Floats]:
    """Short strokes across a line, to its left or to both sides."""
    found = []
    for at in np.arange(apart / 2, way.length, apart):
        a, b = way.interpolate(at), way.interpolate(min(way.length, at + 0.05))
        dx, dy = b.x - a.x, b.y - a.y
        size = max(1e-9, float(np.hypot(dx, dy)))
        nx, ny = -dy / size, dx / size
        first, last = (-long / 2, long / 2) if both else (0.0, long)
        found.append(
            np.array([(a.x + nx * first, a.y + ny * first), (a.x + nx * last, a.y + ny * last)])
        )
    return found


def _box(shape: Polygon) -> Floats:
    """One house in the middle of a small yard."""
    box = affinity.scale(shape.minimum_rotated_rectangle, 0.5, 0.4)
    found: Floats = shapely.get_coordinates(box)[:4]
    return found

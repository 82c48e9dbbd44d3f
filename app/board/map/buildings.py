"""What men built, seen from above: roofs with their ridges, yards, gardens, walls, ponds, pits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from PySide6.QtGui import QColor
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.app.board.map import marks
from grognard.app.board.map.layers import Layer, wedge
from grognard.app.board.map.shapes import Floats, along, densify, polygons, shape_path, strokes_of
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import BuildingView

SHADOW = (0.024, 0.03)
"""How far a roof throws its shadow, in spaces."""
_LIGHT = np.array((-0.6, -0.8))
_WHITE, _BLACK = QColor("#FFF6E2"), QColor("#1E1610")
ROOFS = {"tile": "#A34E37", "slate": "#68727C", "thatch": "#B0955A", "mill": "#8A6B48"}
SPIRE = "church"


class Roofs:
    """Layers of roofs of every kind: shadow, the side in the light, the side in the shade, the ridge."""

    def __init__(self, theme: Theme, unit: float) -> None:
        self.theme, self.unit = theme, unit
        ink = theme.colour("map.ink")
        self.shadow = Layer(fill=QColor(46, 36, 26, 96), name="house shadow")
        self.lit: dict[str, Layer] = {}
        self.shaded: dict[str, Layer] = {}
        self.ridge = Layer(
            line=QColor(255, 240, 216, 150),
            width=0.008 * unit,
            visible_from=60 / unit,
            name="ridge",
        )
        self.wall = Layer(line=mix(ink, _BLACK, 0.3), width=0.01 * unit, least=0.6, name="eaves")
        self.cross = Layer(line=ink, width=0.016 * unit, least=0.8, name="cross")

    def add(self, kind: str, ring: Floats, tone: QColor | None = None) -> None:
        """Add one roof; `tone` is that of a village whose roofs have a colour of their own."""
        unit = self.unit
        self.shadow.add_shapes([ring + np.array(SHADOW) * unit], unit)
        key = kind if tone is None else tone.name()
        default = ROOFS.get(kind, ROOFS["slate"])
        base = tone or self.theme.colour(f"roofs.{kind}", default)
        lit = self.lit.setdefault(key, Layer(fill=mix(base, _WHITE, 0.2), name=f"houses {key}"))
        dark = self.shaded.setdefault(key, Layer(fill=mix(base, _BLACK, 0.22), name=f"roofs {key}"))
        halves, ridges = roof(ring)
        for half in halves:
            course = half[1] - half[0]
            out = np.array((course[1], -course[0]))
            middle = half.mean(axis=0) - ring.mean(axis=0)
            out = out if float(out @ middle) >= 0 else -out
            (lit if float(out @ _LIGHT) > 0 else dark).add_shapes([half], unit)
        self.ridge.add_strokes(ridges, unit)
        self.wall.add_strokes([np.vstack((ring, ring[:1]))], unit)

    def church(self, ring: Floats) -> None:
        """A nave, and before it a tower with its spire and a cross."""
        self.add(SPIRE, ring)
        a, b = _along(ring)
        high = min(np.hypot(*(ring[1] - ring[0])), np.hypot(*(ring[2] - ring[1])))
        course = (b - a) / max(1e-9, float(np.hypot(*(b - a))))
        side = np.array((-course[1], course[0]))
        half, foot = high * 0.42, a - course * high * 0.25
        tower = np.array(
            [
                foot + course * x * half + side * y * half
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )
        self.add("slate", tower)
        arm = 0.8 * half
        self.cross.add_strokes(
            [
                foot + np.array(((0, -arm), (0, arm))),
                foot + np.array(((-arm * 0.7, -arm * 0.3), (arm * 0.7, -arm * 0.3))),
            ],
            self.unit,
        )

    @property
    def layers(self) -> list[Layer]:
        """All of them, the lowest first."""
        roofs = [*self.lit.values(), *self.shaded.values()]
        return [self.shadow, *roofs, self.wall, self.ridge, self.cross]


def _along(ring: Floats) -> tuple[Floats, Floats]:
    """Return the ends of the ridge of a roof of four corners: the middles of its shorter sides."""
    sides = [(ring[k] + ring[(k + 1) % 4]) / 2 for k in range(4)]
    if np.hypot(*(ring[1] - ring[0])) >= np.hypot(*(ring[2] - ring[1])):
        return sides[3], sides[1]
    return sides[0], sides[2]


def roof(ring: Floats) -> tuple[list[Floats], list[Floats]]:
    """Return the planes of a roof and its ridges: hipped over four corners, else a tent."""
    if len(ring) != 4:
        top = ring.mean(axis=0)
        planes = [np.array((a, b, top)) for a, b in zip(ring, np.roll(ring, -1, 0), strict=True)]
        return planes, [np.array((a, top)) for a in ring]
    a, b = _along(ring)
    broad = min(np.hypot(*(ring[1] - ring[0])), np.hypot(*(ring[2] - ring[1])))
    course = (b - a) / max(1e-9, float(np.hypot(*(b - a))))
    hip = min(0.35 * broad, 0.45 * float(np.hypot(*(b - a))))
    a, b = a + course * hip, b - course * hip
    planes = []
    for k in range(4):
        p, q = ring[k], ring[(k + 1) % 4]
        near_p = a if np.hypot(*(p - a)) <= np.hypot(*(p - b)) else b
        near_q = a if np.hypot(*(q - a)) <= np.hypot(*(q - b)) else b
        planes.append(np.array((p, q, near_q, near_p)))
    return planes, [np.array((a, b))]


def building_layers(
    found: Sequence[BuildingView], theme: Theme, unit: float, seed: int
) -> list[Layer]:
    """Everything that stands on the board by its own records."""
    roofs = Roofs(theme, unit)
    ground = _Grounds(theme, unit, seed)
    for part in found:
        points = np.array(part.points, dtype=np.float64)
        if part.kind == SPIRE and len(points) == 4:
            roofs.church(points)
        elif part.kind in ROOFS or part.kind == SPIRE:
            roofs.add(part.kind, points)
            if part.kind == "mill":
                ground.sails(points)
        else:
            ground.add(part.kind, points)
    return [*ground.layers(), *roofs.layers, *ground.above]


class _Grounds:
    """Yards, gardens, ponds and pits, walls, hedges and gates."""

    def __init__(self, theme: Theme, unit: float, seed: int) -> None:
        self.unit, self.seed = unit, seed
        ink = theme.colour("map.ink")
        earth = theme.colour("ground.yard", "#D9C9A0")
        green = theme.colour("ground.garden", "#A9B978")
        rim = mix(earth, ink, 0.45)
        self.yard = Layer(fill=earth, line=rim, width=0.008 * unit, least=0.5, name="yard")
        self.cobbles = Layer(fill=mix(earth, ink, 0.28), visible_from=70 / unit, name="cobbles")
        self.garden = Layer(
            fill=green, line=mix(green, ink, 0.5), width=0.008 * unit, name="garden"
        )
        self.walk = Layer(line=mix(earth, _WHITE, 0.3), width=0.018 * unit, least=0.8, name="walks")
        self.beds = Layer(fill=mix(green, QColor("#4E6B2C"), 0.55), name="beds")
        blue = theme.colour("edges.river.fill", "#A7C2CF")
        self.pond = Layer(
            fill=blue,
            line=theme.colour("edges.river.bank", "#6C91A5"),
            width=0.014 * unit,
            name="pond",
        )
        sand = theme.colour("terrain.sand_pit.fill", "#DCC998")
        self.pit = Layer(
            fill=mix(sand, _WHITE, 0.25), line=mix(sand, ink, 0.6), width=0.014 * unit, name="pit"
        )
        self.floor = Layer(fill=mix(sand, ink, 0.18), name="pit floor")
        self.lip = Layer(fill=mix(sand, ink, 0.65), name="pit lip")
        self.base = Layer(
            line=QColor(46, 36, 26, 90), width=0.042 * unit, least=1.8, name="wall foot"
        )
        self.wall = Layer(
            line=mix(ink, _BLACK, 0.2), width=0.036 * unit, least=1.7, name="house wall"
        )
        self.coping = Layer(
            line=theme.colour("edges.wall.fill", "#B9AC91"),
            width=0.02 * unit,
            least=0.8,
            name="coping",
        )
        for layer in (self.wall, self.coping, self.base):
            layer.flat = False
        self.hedge = Layer(fill=theme.colour("edges.hedge.color", "#3E5226"), name="hedge")
        self.leaf = Layer(fill=theme.colour("edges.hedge.fill", "#6F8748"), name="leaves")
        self.gate = Layer(line=QColor("#6B4A2A"), width=0.024 * unit, least=1.2, name="gate")
        self.vane = Layer(line=mix(ink, _BLACK, 0.2), width=0.02 * unit, least=1.0, name="sails")
        self.above = [self.vane]

    def add(self, kind: str, points: Floats) -> None:
        """Add one part."""
        if kind == "wall":
            self.base.add_strokes([points + np.array((0.012, 0.016)) * self.unit], self.unit)
            self.wall.add_strokes([points], self.unit)
            self.coping.add_strokes([points], self.unit)
        elif kind == "gate":
            self.gate.add_strokes([points], self.unit)
        elif kind == "hedge":
            add_hedge([points], self.hedge, self.leaf, self.unit)
        elif len(points) >= 3:
            for area in polygons(Polygon(points).buffer(0)):
                draw = {"garden": self._garden, "pond": self._pond, "pit": self._pit}
                draw.get(kind, self._yard)(area)

    def _yard(self, area: BaseGeometry) -> None:
        self.yard.add(shape_path(shapely.segmentize(area, 0.04 * self.unit)))
        rng = marks.rng_of(self.seed, area.wkt[:40])
        x0, y0, x1, y1 = area.bounds
        spots = rng.uniform((x0, y0), (x1, y1), (int(area.area / self.unit**2 * 160), 2))
        r = 0.006 * self.unit
        self.cobbles.add_shapes(
            [np.array(((x - r, y), (x, y - r), (x + r, y), (x, y + r))) for x, y in spots.tolist()],
            self.unit,
        )

    def _garden(self, area: BaseGeometry) -> None:
        """Beds between crossing walks, drawn with a ruler."""
        unit = self.unit
        self.garden.add(shape_path(shapely.segmentize(area, 0.03 * unit)))
        x0, y0, x1, y1 = area.bounds
        columns, rows = (
            max(2, round((x1 - x0) / (0.13 * unit))),
            max(2, round((y1 - y0) / (0.13 * unit))),
        )
        wide, high, gap = (x1 - x0) / columns, (y1 - y0) / rows, 0.018 * unit
        for i in range(columns):
            for j in range(rows):
                bed = shapely.box(
                    x0 + i * wide + gap,
                    y0 + j * high + gap,
                    x0 + (i + 1) * wide - gap,
                    y0 + (j + 1) * high - gap,
                )
                inside = bed.intersection(area.buffer(-gap))
                if not inside.is_empty and isinstance(inside, Polygon):
                    self.beds.add_shapes([np.asarray(inside.exterior.coords)], unit)
        lines = [LineString(((x0 + i * wide, y0), (x0 + i * wide, y1))) for i in range(1, columns)]
        lines += [LineString(((x0, y0 + j * high), (x1, y0 + j * high))) for j in range(1, rows)]
        for line in lines:
            self.walk.add_strokes(strokes_of(line.intersection(area)), unit)

    def _pond(self, area: BaseGeometry) -> None:
        self.pond.add(shape_path(area))

    def _pit(self, area: Polygon) -> None:
        """A hole with steep sides: hachures from its lip down to a darker floor."""
        unit = self.unit
        self.pit.add(shape_path(area))
        self.floor.add(shape_path(area.buffer(-0.13 * unit)))
        ring = densify(np.asarray(area.exterior.coords)[:, :2], 0.05 * unit)
        spots, _, _ = along(ring, 0.045 * unit)
        middle = ring.mean(axis=0)
        inward = middle - spots
        inward /= np.maximum(1e-9, np.hypot(*inward.T))[:, None]
        strokes = [
            wedge(s, s + d * unit * (0.14 if k % 2 else 0.1), 0.026 * unit)
            for k, (s, d) in enumerate(zip(spots, inward, strict=True))
        ]
        self.lip.add_shapes(strokes, unit)

    def sails(self, ring: Floats) -> None:
        """The four sails of a windmill."""
        middle, reach = ring.mean(axis=0), 0.16 * self.unit
        for turn in (0.5, 0.5 + math.pi / 2):
            arm = np.array((math.cos(turn), math.sin(turn))) * reach
            self.vane.add_strokes([np.array((middle - arm, middle + arm))], self.unit)

    def layers(self) -> list[Layer]:
        """All of them, the lowest first."""
        return [
            self.pit,
            self.floor,
            self.lip,
            self.yard,
            self.cobbles,
            self.garden,
            self.beds,
            self.walk,
            self.pond,
            self.hedge,
            self.leaf,
            self.base,
            self.wall,
            self.coping,
            self.gate,
        ]


def add_hedge(lines: Iterable[Floats], shade: Layer, leaves: Layer, unit: float) -> None:
    """A row of bushes of changing size, with a gap here and there."""
    circle = np.linspace(0, 2 * math.pi, 9, endpoint=False)
    for line in lines:
        spots, left, _ = along(densify(line, 0.05 * unit), 0.05 * unit)
        for k, (spot, side) in enumerate(zip(spots, left, strict=True)):
            mark = math.sin(spot[0] * 12.9898 / unit + spot[1] * 78.233 / unit) * 43758.5453
            chance = mark - math.floor(mark)
            if chance > 0.955 and 1 < k < len(spots) - 2:
                continue
            r = unit * (0.036 + 0.018 * chance)
            at = spot + side * unit * 0.016 * (chance - 0.5)
            ring = np.column_stack((np.cos(circle), np.sin(circle)))
            shade.add_shapes([at + np.array((0.008, 0.012)) * unit + ring * r * 1.12], unit)
            leaves.add_shapes([at - np.array((0.004, 0.006)) * unit + ring * r * 0.72], unit)

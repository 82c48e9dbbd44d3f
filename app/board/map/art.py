"""The printed map: every layer worked out once in board units, painted at any scale."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from gettext import NullTranslations
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import shapely
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from shapely.geometry import GeometryCollection, LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from grognard.app.board.map import areaworks, marks
from grognard.app.board.map.beyond import Brink, beyond
from grognard.app.board.map.buildings import building_layers
from grognard.app.board.map.crossings import Crossings
from grognard.app.board.map.farmland import farmland
from grognard.app.board.map.ground import HOUSED, TABLE, Ground
from grognard.app.board.map.labels import Lettering, paint_frame
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import (
    chaikin,
    densify,
    flowing,
    merged,
    node_of,
    organic,
    scatter,
    shape_path,
)
from grognard.app.board.map.tablemap import TableArt
from grognard.app.board.map.villages import own_streets, village_layers
from grognard.app.board.map.water import WATER_LINES, courses, water_layers
from grognard.app.board.map.works import slope_layers, work_layers
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.data.text import ENGLISH, spell, spoken
from grognard.engines.core.show.views import BoardView, EdgeView, LineView, Point

_NOMINAL = 60.0
AT_EDGE = 0.1
"""How near to the edge of a map of areas a road ends that leads off it, in spaces."""
_UNDER_ROOFS = ("hougoumont", "haye_sainte", "fortress", "sand_pit", *HOUSED)
"""Ground that is nothing but what was built or dug on it."""
WATERY = ("water", "lake", "sea")


Art: TypeAlias = "MapArt | TableArt"
_DRAWN: list[tuple[BoardView, Theme, Art]] = []
_DRAWN_KEPT = 3


_SAID: list[tuple[BoardView, NullTranslations, BoardView]] = []


def in_words(board: BoardView) -> BoardView:
    """Return a board whose painted words are in the language spoken: its title, the names along a course."""
    language = spoken()
    if language is ENGLISH:
        return board
    for known, tongue, said in (*_SAID,):  # a copy: another thread may add
        if tongue is language and (known is board or said is board):
            return said
    labels = tuple(
        replace(each, text=spell("place", each.text)) if len(each.points) > 1 else each
        for each in board.labels
    )
    said = replace(board, title=spell("term", board.title), labels=labels)
    _SAID.insert(0, (board, language, said))
    del _SAID[_DRAWN_KEPT:]
    return said


def art_of(board: BoardView, theme: Theme) -> Art:
    """Return the drawn map, kept for the last few boards: it depends on board, language and theme alone."""
    board = in_words(board)
    art = drawn_before(board, theme)
    if art is None:
        made = TableArt(board, theme) if board.kind == TABLE else MapArt(board, theme)
        art = _kept(board, theme, made)
    return art


def drawn_before(board: BoardView, theme: Theme) -> Art | None:
    """Return the drawn map if it is at hand, be it under another title."""
    board = in_words(board)
    for known, dress, art in (*_DRAWN,):  # a copy: another thread may add
        if dress is not theme:
            continue
        if known is board or known == board:
            return art
        if isinstance(art, MapArt) and replace(known, title=board.title) == board:
            return _kept(board, theme, art.titled(board))
    return None


def at_hand(board: BoardView, theme: Theme) -> Art | None:
    """Return the drawn map if its small picture is drawn, too: it can be painted at once."""
    art = drawn_before(board, theme)
    return art if art is not None and art.small is not None else None


def _kept(board: BoardView, theme: Theme, art: Art) -> Art:
    _DRAWN.insert(0, (board, theme, art))
    del _DRAWN[_DRAWN_KEPT:]
    return art


class MapArt(Ground):
    """All the drawn layers of one board in one theme.

    Attributes:
        waters: the middles of rivers and streams as they are drawn; `ways`: those of roads and paths.
    """

    def __init__(self, board: BoardView, theme: Theme) -> None:
        super().__init__(board)
        self.theme, self.dress = theme, theme.dressed(board.country)
        self.paper = self.dress.colour("map.paper", "#EFE6D0")
        self.ink = self.dress.colour("map.ink", "#3B332A")
        self.hexed = board.kind.startswith("hex")
        self.spaces = (*board.spaces, *beyond(board, self.unit)) if self.hexed else board.spaces
        self.brink = Brink(board, self.unit, self.bounds)
        self.under: list[Layer] = []
        self.over: list[Layer] = []
        self.waters: list[LineString] = []
        self.ways: list[LineString] = []
        self.grid = self._grid()
        self._build()
        self.lettering = Lettering(board, self.dress, self.unit, self.warp)

    def titled(self, board: BoardView) -> MapArt:
        """Return the same map for a board that differs in its title alone."""
        other = copy(self)
        other.board, other.small = board, None
        return other

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
        sheet = self.sheet()
        painter.fillRect(rect.intersected(sheet), self.paper)
        x0, y0, x1, y1 = self.bounds
        painter.save()
        painter.setClipRect(QRectF(x0, y0, x1 - x0, y1 - y0), Qt.ClipOperation.IntersectClip)
        for layer in self.under:
            layer.paint(painter, rect, scale)
        if grid:
            self.grid.paint(painter, rect, scale)
        for layer in self.over:
            layer.paint(painter, rect, scale)
        self.lettering.paint(painter, rect, scale, text_scale)
        painter.restore()
        paint_frame(painter, self.board.title, self.dress, self.bounds, self.rim, scale, rect)

    # ---- building --------------------------------------------------------

    def _colour(self, path: str, default: str) -> QColor:
        return self.dress.colour(path, default)

    def _build(self) -> None:
        spaces, unit, warp = self.spaces, self.unit, self.warp
        by_terrain: dict[str, list[tuple[Point, ...]]] = defaultdict(list)
        built = {part.at for part in self.board.buildings}
        for space in spaces:
            if space.id not in built or space.terrain not in _UNDER_ROOFS:
                by_terrain[space.terrain].append(space.polygon)
        self._levels()
        lines, edges = self.board.lines, self.board.edges
        water = courses(edges, lines, self.dress, warp, self.brink, self.hexed)
        ways = self._ways()
        housed = [s for s in self.board.spaces if s.terrain in HOUSED and s.id not in built]
        if self.hexed:
            lanes = own_streets(housed, [way for _, way in ways], unit, self.seed)
            ways += [("lane", lane) for lane in lanes]
        self.waters = [LineString(c.points[:, :2]) for c in water]
        self.ways = [way for _, way in ways]
        wet = [
            line.buffer(0.09 * unit + c.points[:, 2].max() / 2)
            for line, c in zip(self.waters, water, strict=True)
        ]
        trodden = [w.buffer(0.075 * unit) for w in self.ways]
        bare = (
            shapely.union_all(np.array([*wet, *trodden], dtype=object))
            if wet or trodden
            else GeometryCollection()
        )
        farms = [
            Polygon(s.polygon).buffer(-0.06 * unit) for s in self.board.spaces if s.id in built
        ]
        if self.hexed and self.dress.names("fields.sown"):
            verge = shapely.union_all(np.array([bare.buffer(0.05 * unit), *farms], dtype=object))
            self.under += farmland(self.bounds, verge, self.dress, warp)
        drawn: list[Layer] = []
        drawn += self._shapes()
        shaped = {shape.terrain for shape in self.board.shapes}
        for terrain in sorted(by_terrain, key=lambda t: (t in HOUSED, t == "woods", t)):
            if terrain in ("clear", "off_map", "", *shaped) or (terrain == "open" and self.hexed):
                continue
            drawn += self._terrain(terrain, by_terrain[terrain], bare)
        self.under += [layer for layer in drawn if not layer.name.startswith("tree")]
        self.under += slope_layers(self.board, self.dress, unit, warp, self.seed)
        wet_layers = water_layers(water, self.dress, unit, self.seed)
        self.under += wet_layers
        self.under += self._way_layers(ways)
        trees = [layer for layer in drawn if layer.name.startswith("tree")]
        self.over += trees
        streets = [w for kind, w in ways if kind != "path"]
        self.over += village_layers(
            housed,
            streets or [w for _, w in ways],
            wet,
            self.dress,
            unit,
            self.seed,
            church=self.hexed,
        )
        self.over += building_layers(self.board.buildings, self.dress, unit, self.seed)
        self._open_ground(by_terrain, bare)
        if self.hexed:
            self.crossings = Crossings(self.waters, self.ways, unit)
        works = work_layers(self._sides(), self.dress, unit, warp, self.crossings)
        self.over += works
        if not self.hexed:
            self.over += areaworks.houses(self.board, self.dress, unit, self.seed, self.ways, wet)
            self.over += areaworks.earthworks(self.board, self.dress, unit, warp)
            self.over += areaworks.supply_marks(self.board, self.dress, unit)

    def _sides(self) -> list[EdgeView]:
        """What lies on hexsides, but for the wall round a hex whose buildings have walls of their own."""
        walled = {part.at for part in self.board.buildings if part.kind == "wall"}
        farms = [s.centre for s in self.board.spaces if s.id in walled]
        if not farms:
            return list(self.board.edges)
        near = 0.7 * self.unit

        def drawn(edge: EdgeView) -> bool:
            x, y = (edge.a[0] + edge.b[0]) / 2, (edge.a[1] + edge.b[1]) / 2
            own = any(np.hypot(x - u, y - v) < near for u, v in farms)
            return not (edge.kind == "wall" and own)

        return [edge for edge in self.board.edges if drawn(edge)]

    def _grid(self) -> Layer:
        opacity = self.dress.number("map.grid.opacity", 0.12)
        colour = self._colour("map.grid.color", "#3B332A")
        colour.setAlphaF(opacity if self.hexed else min(1.0, opacity * 4))
        broad = 0.0 if self.hexed else 0.022 * self.unit
        layer = Layer(line=colour, width=broad, least=1.0, name="grid")
        seen: set[frozenset[tuple[int, int]]] = set()
        strokes = []
        for space in self.board.spaces:
            ring = space.polygon
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                key = frozenset((node_of(a, self.unit), node_of(b, self.unit)))
                if key not in seen:
                    seen.add(key)
                    strokes.append(np.array((a, b), dtype=np.float64))
        layer.add_strokes(strokes, self.unit)
        return layer

    def _levels(self) -> None:
        heights = sorted({s.level for s in self.board.spaces})
        if len(heights) < 2:
            return
        count = Counter(s.level for s in self.board.spaces)
        base = count.most_common(1)[0][0]
        for height in sorted((h for h in heights if h != base), key=lambda h: abs(h - base)):
            high = [
                (s.level >= height if height > base else s.level <= height) for s in self.spaces
            ]
            rings = [s.polygon for s, on in zip(self.spaces, high, strict=True) if on]
            shape = self._outline(rings, 0.24, 0.09)
            if height < base:
                tint = mix(self.paper, QColor("#B9BD92"), min(0.5, 0.2 * (base - height)))
            else:
                default = mix(self.paper, QColor("#A98F5F"), min(0.6, 0.16 * (height - base)))
                tint = self._colour(f"levels.{height - base}", default.name())
            rim = Layer(
                line=mix(tint, self.ink, 0.3),
                width=0.016 * self.unit,
                least=0.7,
                fill=tint,
                name="level",
            )
            rim.add(shape_path(shape))
            self.under.append(rim)

    def _shapes(self) -> list[Layer]:
        """Draw coasts and lakes as they lie."""
        layers = []
        for shape in self.board.shapes:
            fill = self._colour(f"terrain.{shape.terrain}.fill", self.paper.name())
            ink = self._colour(
                f"terrain.{shape.terrain}.mark_color", mix(fill, self.ink, 0.5).name()
            )
            ground = Layer(
                fill=fill,
                line=mix(ink, self.ink, 0.3),
                width=0.02 * self.unit,
                least=0.8,
                name=f"ground {shape.terrain}",
            )
            area = Polygon(shape.ring, shape.holes).buffer(0)
            ground.add(shape_path(area))
            layers += [ground, *self._shores(area, ink)]
        return layers

    def _outline(
        self, rings: list[tuple[Point, ...]], rounding: float, strength: float
    ) -> BaseGeometry:
        """Draw one piece of ground: hexes without their sides, areas with theirs."""
        if not self.hexed:
            return organic(merged(rings, self.unit, rounding), self.warp, strength)
        inside = set(rings)
        others = np.array([s.centre for s in self.spaces if s.polygon not in inside])
        return flowing(rings, self.unit, self.warp, others)

    def _terrain(
        self, terrain: str, rings: list[tuple[Point, ...]], bare: BaseGeometry
    ) -> list[Layer]:
        unit, warp, seed = self.unit, self.warp, self.seed
        mark = self.dress.get(f"terrain.{terrain}.mark", "none")
        fill = self._colour(f"terrain.{terrain}.fill", self.paper.name())
        ink = self._colour(f"terrain.{terrain}.mark_color", mix(fill, self.ink, 0.5).name())
        housed = terrain in HOUSED or mark in ("block", "rubble")
        if housed:
            shape = organic(merged(rings, unit, 0.3).buffer(-0.13 * unit), warp, 0.14)
        else:
            shape = self._outline(rings, 0.3, 0.125)
        if mark == "furrow":
            return self._fields(shape, bare, fill, ink)
        ground = Layer(
            fill=fill,
            line=mix(fill, ink, 0.45),
            width=0.012 * unit,
            least=0.5,
            name=f"ground {terrain}",
        )
        if housed:
            ground.line = None
        ground.add(shape_path(shape))
        layers = [ground]
        if terrain in WATERY or mark == "ripple":
            layers += self._shores(shape, ink)
        elif mark == "reed":
            sign = Layer(line=ink, width=0.011 * unit, least=0.6, name="reeds")
            open_ground = shape.difference(bare).buffer(-0.09 * unit)
            spots = scatter(open_ground, 0.3 * unit, seed + 61, 0.7)
            sign.add_stamps(spots, marks.reeds(unit), marks.pick(spots, unit, seed, 4), unit)
            layers.append(sign)
        elif mark == "tree" or terrain in ("woods", "forest"):
            layers += self._trees(shape, bare, fill, ink)
        elif mark == "stone":
            sign = Layer(fill=ink, name="stones")
            spots = scatter(shape.buffer(-0.06 * unit), 0.22 * unit, seed + 67, 0.9)
            stones = [p.translated(0, 0) for p in marks.tree_shadows(unit * 0.35)]
            sign.add_stamps(spots, stones, marks.pick(spots, unit, seed, len(stones)), unit)
            layers.append(sign)
        return layers

    def _trees(
        self, shape: BaseGeometry, bare: BaseGeometry, fill: QColor, ink: QColor
    ) -> list[Layer]:
        unit, seed = self.unit, self.seed
        inner = shape.buffer(-0.045 * unit).difference(bare)
        spots = scatter(inner, 0.2 * unit, seed + 71, 0.62)
        spots = spots[np.argsort(spots[:, 1], kind="stable")] if len(spots) else spots
        kinds = marks.pick(spots, unit, seed, marks.TREE_KINDS)
        shadow = Layer(fill=QColor(40, 46, 22, 62), name="tree shadow")
        crown = Layer(
            fill=mix(fill, ink, 0.34),
            line=mix(ink, self.ink, 0.35),
            width=0.010 * unit,
            least=0.45,
            name="tree crown",
        )
        shade = Layer(
            line=mix(ink, self.ink, 0.42),
            width=0.011 * unit,
            least=0.5,
            visible_from=34 / unit,
            name="tree shade",
        )
        shadow.add_stamps(spots, marks.tree_shadows(unit), kinds, unit)
        crown.add_stamps(spots, marks.tree_crowns(unit), kinds, unit)
        shade.add_stamps(spots, marks.tree_shades(unit), kinds, unit)
        return [shadow, crown, shade]

    def _fields(
        self, shape: BaseGeometry, bare: BaseGeometry, fill: QColor, ink: QColor
    ) -> list[Layer]:
        unit, seed = self.unit, self.seed
        parcels, strokes = marks.fields(shape.difference(bare), unit, seed)
        tints = [fill, mix(fill, QColor("#C9B878"), 0.28), mix(fill, QColor("#BFC08A"), 0.3)]
        layers = [
            Layer(fill=t, line=mix(t, ink, 0.85), width=0.011 * unit, least=0.5, name="field")
            for t in tints
        ]
        for parcel in parcels:
            middle = parcel.centroid
            at = np.array([[middle.x, middle.y]])
            which = marks.pick(at, unit, seed + 5, 3)[0]
            layers[which].add(
                shape_path(shapely.segmentize(parcel.buffer(-0.012 * unit), 0.1 * unit))
            )
        furrow = Layer(
            line=mix(ink, self.ink, 0.12),
            width=0.010 * unit,
            least=0.5,
            flat=True,
            visible_from=16 / unit,
            name="furrows",
        )
        furrow.add_strokes(strokes, unit)
        return [*layers, furrow]

    def _shores(self, shape: BaseGeometry, ink: QColor) -> list[Layer]:
        layers = []
        for ring in range(1, 5):
            line = Layer(
                line=QColor(ink.red(), ink.green(), ink.blue(), 200 - 38 * ring),
                width=0.01 * self.unit,
                least=0.5,
                name="shore",
            )
            line.add(shape_path(shape.buffer(-0.055 * self.unit * ring * (1 + 0.16 * ring))))
            layers.append(line)
        return layers

    def _open_ground(
        self, by_terrain: dict[str, list[tuple[Point, ...]]], bare: BaseGeometry
    ) -> None:
        if not self.hexed or not by_terrain.get("clear"):
            return
        spots = scatter(shapely.box(*self.bounds), 0.85 * self.unit, self.seed + 81, 0.95)
        clear = STRtree([Polygon(ring) for ring in by_terrain["clear"]])
        inside = clear.query(shapely.points(spots), predicate="intersects")[0]
        spots = spots[np.unique(inside)]
        if len(spots) and not bare.is_empty:
            shapely.prepare(bare)
            spots = spots[~shapely.contains_xy(bare, spots[:, 0], spots[:, 1])]
        layer = Layer(
            line=mix(self.paper, QColor("#7B8455"), 0.72),
            width=0.01 * self.unit,
            least=0.5,
            visible_from=26 / self.unit,
            name="grass",
        )
        layer.add_stamps(
            spots, marks.tufts(self.unit), marks.pick(spots, self.unit, self.seed, 3), self.unit
        )
        self.under.append(layer)

    # ---- roads and villages ----------------------------------------------

    def _ways(self) -> list[tuple[str, LineString]]:
        """Roads and paths, smoothed between the places where they meet."""
        lines = [line for line in self.board.lines if line.kind not in WATER_LINES]
        meets: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
        for line in lines:
            nodes = [node_of(p, self.unit) for p in line.points]
            for a, b in pairwise(nodes):
                meets[a].add(b)
                meets[b].add(a)
        ways = []
        near = 1.0 if self.hexed else AT_EDGE
        for line in lines:
            for part in self._split(line, meets):
                smooth = chaikin(self.brink.led_on(np.array(part, dtype=np.float64), near), 3)
                points = densify(smooth, 0.1 * self.unit)
                ways.append((line.kind, LineString(self.warp(points))))
        return ways

    def _split(
        self, line: LineView, meets: dict[tuple[int, int], set[tuple[int, int]]]
    ) -> list[list[Point]]:
        parts: list[list[Point]] = []
        part: list[Point] = []
        for index, point in enumerate(line.points):
            part.append(point)
            last = index == len(line.points) - 1
            if len(part) > 1 and (last or len(meets[node_of(point, self.unit)]) > 2):
                parts.append(part)
                part = [point]
        return parts

    def _way_layers(self, ways: Sequence[tuple[str, LineString]]) -> list[Layer]:
        below, above = [], []
        scale = self.unit / _NOMINAL
        for kind in sorted({kind for kind, _ in ways}, key=lambda k: ("road" in k, k)):
            lines = [np.asarray(w.coords) for k, w in ways if k == kind]
            at = f"lines.{kind}"
            brown = self._colour(f"{at}.color", "#8C6B4A")
            if "path" in kind or "track" in kind or self.dress.dash(f"{at}.dash"):
                halo = Layer(
                    line=QColor(self.paper.red(), self.paper.green(), self.paper.blue(), 120),
                    width=3.4 * scale,
                    least=1.6,
                    name="way halo",
                )
                halo.add_strokes(lines, self.unit)
                layer = Layer(line=brown, width=1.9 * scale, least=1.0, dash=(3.2, 2.0), name=kind)
                layer.add_strokes(lines, self.unit)
                below += [halo, layer]
                continue
            broad = 1.25 if "major" in kind else 1.0
            case = Layer(
                line=mix(brown, self.ink, 0.3), width=6.2 * broad * scale, least=2.4, name=kind
            )
            worn = mix(self.paper, QColor("#E8C98F"), 0.55)
            core = Layer(
                line=self._colour(f"{at}.surface", worn.name()),
                width=3.6 * broad * scale,
                least=1.1,
                name=kind,
            )
            case.add_strokes(lines, self.unit)
            core.add_strokes(lines, self.unit)
            below.append(case)
            above.append(core)
        return below + above

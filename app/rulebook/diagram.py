"""A position as a drawing in lines, for paper: spaces, pieces and what it is about, in black and white."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import cos, hypot, radians, sin

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPolygonF

from grognard.app.board.places.framing import frames
from grognard.engines.core.data.text import Text, verbatim
from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LineView,
    PieceView,
    Point,
    SpaceView,
    TableView,
)

FILLS = ("#ffffff", "#c8c8c8", "#8c8c8c")
"""Ground of the counters of each side: told apart without colour; the second has a double frame, too."""
GROUNDS = {
    "forest": "#dcdcdc",
    "woods": "#e4e4e4",
    "wood": "#e4e4e4",
    "marsh": "#efefef",
    "rough": "#eaeaea",
    "village": "#d6d6d6",
    "town": "#d6d6d6",
    "hill": "#f0f0f0",
    "vines": "#ececec",
    "walled": "#d6d6d6",
}
BARE = ("clear", "open", "field", "")
"""Ground that is not named: there is nothing on it."""
EDGES = {"slope": "2 2", "stream": "5 2", "ford": "1 2", "bridge": ""}
"""How the sides of spaces are drawn, by dashes; others in full. Plain borders are not drawn again."""
PLAIN = ("border", "clear")
AROUND = 1.3
"""Spaces shown around what it is about, in widths of a space."""
MOST = 7.0
"""Widths of a space that one picture shows; what lies farther apart is in two."""
FEW = 14
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
WIDTH, HEIGHT = 420, 260


def svgs(
    board: BoardView,
    view: TableView,
    lit: Iterable[str] = (),
    called: Callable[[str], Text] = verbatim,
) -> list[str]:
    """Return a position as SVG: the part of the board around the pieces that `lit` names, else around all.

    Of what lies far apart there are two pictures. `called` names the ground and what runs along it.
    """
    drawing = _Drawing(board, view, frozenset(lit), called)
    return [drawing.part(box) for box in drawing.boxes()]


class _Drawing:
    """One picture in the making."""

    def __init__(
        self,
        board: BoardView,
        view: TableView,
        lit: frozenset[str],
        called: Callable[[str], Text],
    ) -> None:
        self.board, self.called = board, called
        self.spaces = {space.id: space for space in board.spaces}
        self.tabletop = not any(len(space.polygon) > 4 for space in board.spaces)
        self.pieces = [p for p in view.pieces if self._spot(p) is not None]
        self.lit = lit
        sides = sorted({piece.side for piece in self.pieces})
        self.fill = {side: FILLS[min(n, 2)] for n, side in enumerate(sides)}
        self.unit = self._unit()
        self.box, self.scale = QRectF(), 1.0

    def _spot(self, piece: PieceView) -> Point | None:
        if piece.pose is not None:
            return piece.pose[0], piece.pose[1]
        space = self.spaces.get(piece.at or "")
        return space.centre if space is not None else None

    def _unit(self) -> float:
        """Return about how wide a space is."""
        if self.tabletop:
            fronts = [max(piece.footprint) for piece in self.pieces]
            return max(fronts, default=4.0)
        sizes = sorted(_width(space) for space in self.spaces.values() if space.polygon)
        return sizes[len(sizes) // 2] if sizes else 1.0

    def boxes(self) -> list[QRectF]:
        """Return which parts of the board are drawn."""
        told = [piece for piece in self.pieces if piece.id in self.lit]
        spots = {spot for piece in told if (spot := self._spot(piece)) is not None}
        spots |= {self.spaces[name].centre for name in self.lit if name in self.spaces}
        if not spots:
            spots = {spot for piece in self.pieces[:FEW] if (spot := self._spot(piece)) is not None}
        if not spots:
            spots = {space.centre for space in list(self.spaces.values())[:1]} or {(0.0, 0.0)}
        pad, most = AROUND * self.unit, MOST * self.unit
        around = [QRectF(x - pad, y - pad, 2 * pad, 2 * pad) for x, y in sorted(spots)]
        return frames(around, QSizeF(most, most))

    def _at(self, point: Point) -> Point:
        return (point[0] - self.box.x()) * self.scale, (point[1] - self.box.y()) * self.scale

    def part(self, box: QRectF) -> str:
        """Return the picture of a part."""
        self.box = box
        self.scale = min(WIDTH / box.width(), HEIGHT / box.height())
        width, height = box.width() * self.scale, box.height() * self.scale
        size = f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif"'
        parts = [
            f'<svg {NAMESPACE} {size} viewBox="0 0 {width:.1f} {height:.1f}">',
            f'<rect width="{width:.1f}" height="{height:.1f}" fill="#ffffff" stroke="#000000"/>',
        ]
        if self.tabletop:
            grounds = [
                s for s in self.spaces.values() if len(s.polygon) > 2 and self._meets(s.polygon)
            ]
            parts += [self._ground(space) for space in grounds]
        else:
            parts += [self._space(s) for s in self.spaces.values() if self._is_near(s)]
        parts += [self._edge(edge) for edge in self.board.edges if edge.kind not in PLAIN]
        parts += [self._line(line) for line in self.board.lines if self._meets(line.points)]
        heaps: dict[Point, int] = {}
        for piece in sorted(self.pieces, key=lambda one: -one.stack):
            spot = self._spot(piece)
            if spot is not None and box.contains(*spot):
                nth = heaps.get(spot, 0)
                heaps[spot] = nth + 1
                parts.append(self._base(piece) if piece.pose else self._counter(piece, spot, nth))
        return "".join([*parts, "</svg>"])

    def _meets(self, points: Sequence[Point]) -> bool:
        """Whether what goes through some points may be seen."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        around = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return self.box.intersects(around.adjusted(-0.01, -0.01, 0.01, 0.01))

    def _ground(self, space: SpaceView) -> str:
        """Return a piece of ground of the measured table, named where it can be seen."""
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, space.polygon))
        fill = GROUNDS.get(space.terrain, "#ffffff")
        shape = f'<polygon points="{corners}" fill="{fill}" stroke="#9a9a9a"/>'
        if space.terrain in BARE:
            return shape if space.polygon else ""
        seen = QPolygonF([QPointF(*p) for p in space.polygon]).intersected(QPolygonF(self.box))
        middle = seen.boundingRect().center()
        return shape + self._word((middle.x(), middle.y()), space.terrain)

    def _word(self, spot: Point, terrain: str, down: float = 0.0) -> str:
        x, y = self._at(spot)
        return (
            f'<text x="{x:.1f}" y="{y + down:.1f}" font-size="6" text-anchor="middle"'
            f' font-style="italic" fill="#444444">{escape(str(self.called(terrain)))}</text>'
        )

    def _edge(self, edge: EdgeView) -> str:
        """Return what runs along the side of a space, named where the picture shows it."""
        points = edge.line or (edge.a, edge.b)
        if not self._meets(points):
            return ""
        middle = points[len(points) // 2] if edge.line else _between(edge.a, edge.b)
        words = self._word(middle, edge.kind, 2) if self.box.contains(*middle) else ""
        return self._stroke(points, 2.4, EDGES.get(edge.kind, "")) + words

    def _line(self, line: LineView) -> str:
        """Return a road, a path or a river."""
        return self._stroke(line.points, 1.4, "6 3")

    def _stroke(self, points: Sequence[Point], broad: float, dashes: str) -> str:
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, points))
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<polyline points="{way}" fill="none" stroke="#707070" stroke-width="{broad}"{dashed}/>'

    def _is_near(self, space: SpaceView) -> bool:
        more = self.unit
        return self.box.adjusted(-more, -more, more, more).contains(*space.centre)

    def _space(self, space: SpaceView) -> str:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, space.polygon))
        x, y = self._at(space.centre)
        y -= 0.36 * self.unit * self.scale
        size = max(5.0, min(9.0, 0.13 * self.unit * self.scale))
        ground = GROUNDS.get(space.terrain, "#ffffff")
        line = 'stroke="#000000" stroke-width="2"' if space.id in self.lit else 'stroke="#9a9a9a"'
        return (
            f'<polygon points="{corners}" fill="{ground}" {line}/>'
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle"'
            f' fill="#444444">{escape(space.label or space.id)}</text>{self._named_ground(space)}'
        )

    def _named_ground(self, space: SpaceView) -> str:
        if space.terrain in BARE or not self.box.contains(*space.centre):
            return ""
        return self._word(space.centre, space.terrain, 0.4 * self.unit * self.scale)

    def _counter(self, piece: PieceView, spot: Point, nth: int) -> str:
        side = 0.56 * self.unit * self.scale
        x, y = self._at(spot)
        x, y = x + 3 * nth, y - 3 * nth
        fill = self.fill[piece.side]
        broad = 2.6 if piece.id in self.lit else 1.0
        size = max(4.0, side / 5)
        name = escape(piece.name[:11])
        foot = escape(" ".join(value for _, value in piece.values[:4]))
        steps = foot or (str(piece.steps) if piece.steps is not None else "")
        return (
            f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}"'
            f' height="{side:.1f}" fill="{fill}" stroke="#000000" stroke-width="{broad}"/>'
            f"{self._frame(piece, x, y, side)}"
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle">{name}</text>'
            f'<text x="{x:.1f}" y="{y + side * 0.38:.1f}" font-size="{size:.1f}"'
            f' text-anchor="middle">{steps}</text>{self._front(piece, x, y, side)}'
        )

    def _frame(self, piece: PieceView, x: float, y: float, side: float) -> str:
        if self.fill[piece.side] == FILLS[0]:
            return ""
        inner = side - 5
        return (
            f'<rect x="{x - inner / 2:.1f}" y="{y - inner / 2:.1f}" width="{inner:.1f}"'
            f' height="{inner:.1f}" fill="none" stroke="#000000" stroke-width="0.5"/>'
        )

    def _front(self, piece: PieceView, x: float, y: float, side: float) -> str:
        """Return the arrow that shows where a piece looks."""
        if piece.facing is None:
            return ""
        turn = radians(piece.facing)
        ahead, aside = (sin(turn), -cos(turn)), (cos(turn), sin(turn))
        tip = (x + ahead[0] * side * 0.78, y + ahead[1] * side * 0.78)
        foot = (x + ahead[0] * side * 0.58, y + ahead[1] * side * 0.58)
        half = side * 0.1
        ends = [
            tip,
            (foot[0] + aside[0] * half, foot[1] + aside[1] * half),
            (foot[0] - aside[0] * half, foot[1] - aside[1] * half),
        ]
        corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in ends)
        return f'<polygon points="{corners}" fill="#000000"/>'

    def _base(self, piece: PieceView) -> str:
        """Return a base of the measured table as it stands, its front marked."""
        east, south, heading = piece.pose or (0.0, 0.0, 0.0)
        x, y = self._at((east, south))
        front, depth = (size * self.scale for size in piece.footprint)
        broad = 2.6 if piece.id in self.lit else 1.0
        fill = self.fill[piece.side]
        return (
            f'<g transform="rotate({heading:.1f} {x:.1f} {y:.1f})">'
            f'<rect x="{x - front / 2:.1f}" y="{y - depth / 2:.1f}" width="{front:.1f}"'
            f' height="{depth:.1f}" fill="{fill}" stroke="#000000" stroke-width="{broad}"/>'
            f'<line x1="{x - front / 2:.1f}" y1="{y - depth / 2:.1f}" x2="{x + front / 2:.1f}"'
            f' y2="{y - depth / 2:.1f}" stroke="#000000" stroke-width="4"/></g>'
            f'<text x="{x:.1f}" y="{y + max(depth, 8) / 2 + 9:.1f}" font-size="8"'
            f' text-anchor="middle">{escape(piece.name[:18])}</text>'
        )


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _width(space: SpaceView) -> float:
    xs = [x for x, _ in space.polygon]
    ys = [y for _, y in space.polygon]
    return hypot(max(xs) - min(xs), max(ys) - min(ys)) / 1.4

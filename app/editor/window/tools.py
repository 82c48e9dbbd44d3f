"""Tools for maps of hexes: brush, line, rectangle and fill, heights, hexsides, roads, names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from grognard.app.board.theme import Theme
from grognard.app.editor.boards import tiles
from grognard.app.editor.boards.tiles import Tiles
from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.app.editor.window.ink import EDGE, ROAD, Ink, Point, Tool, colour_of, paint_ink
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.text import Text, named, tr, verbatim
from grognard.engines.core.data.yamlio import Plain

GLOW = QColor("#E0A63A")


@dataclass(slots=True)
class Hexes:
    """The map of hexes under the tools, and what is in the author's hand.

    Attributes:
        doc: gives the map as it is now.
        change: does steps, with the words for the list of what was done.
        term: what an id is called.
        mode: brush, line, rectangle or fill.
    """

    grid: HexGrid
    theme: Theme
    layer: Layer
    doc: Callable[[], Plain]
    change: Callable[[str, Sequence[Step]], object]
    term: Callable[[str], Text]
    kind: str = ""
    mode: str = "brush"
    radius: int = 0
    name: str = ""

    def called(self) -> str:
        """What is in the hand, in words."""
        return str(self.term(self.kind or self.layer.base or self.layer.key))


class HexBrush(Tool):
    """Gives hexes a kind, or lifts and lowers them: along the stroke, in a line, a rectangle, or all alike."""

    def __init__(self, sheet: Hexes) -> None:
        self.sheet = sheet
        self.way: list[str] = []
        self.under = ""
        self.erases = False
        self._taken: dict[str, None] = {}

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take the hex under the mouse."""
        self.drop()
        self.erases = erases or bool(keys & Qt.KeyboardModifier.ShiftModifier)
        hex_id = self.sheet.grid.hex_at(*at)
        if hex_id is not None:
            self.way = [hex_id]
            self._taken = dict.fromkeys(self._covered(hex_id))

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Take the hexes on the way to the mouse."""
        hex_id = self.sheet.grid.hex_at(*at) or ""
        if hex_id == self.under:
            return False
        self.under = hex_id
        if down and self.way and hex_id and hex_id != self.way[-1]:
            before, mode = self.way[-1], self.sheet.mode
            self.way.append(hex_id)
            if mode == "brush":
                new = hexes.brush(self.sheet.grid, [before, hex_id], self.sheet.radius)
                self._taken.update(dict.fromkeys(new))
            elif mode in ("line", "rectangle"):
                shape = (
                    hexes.line(self.sheet.grid, [self.way[0], hex_id])
                    if mode == "line"
                    else hexes.rectangle(self.sheet.grid, self.way[0], hex_id)
                )
                self._taken = dict.fromkeys(shape)
        return True

    def _covered(self, hex_id: str) -> Sequence[str]:
        if self.sheet.mode == "fill" and self.sheet.layer.drawn == "hexes":
            return hexes.fill(self.sheet.grid, self.sheet.doc(), self.sheet.layer, hex_id)
        radius = self.sheet.radius if self.sheet.mode == "brush" else 0
        return hexes.brush(self.sheet.grid, [hex_id], radius)

    def release(self, at: Point) -> None:
        """Put the stroke on the map."""
        sheet, taken = self.sheet, tuple(self._taken)
        if taken and sheet.layer.drawn == "levels":
            by = -1 if self.erases or sheet.kind == "down" else 1
            sheet.change(tr("height"), hexes.raise_by(sheet.doc(), sheet.layer, taken, by))
        elif taken:
            kind = "" if self.erases else sheet.kind
            words = tr("{kind}", kind=verbatim(sheet.called()))
            sheet.change(words, hexes.paint(sheet.doc(), sheet.layer, kind, taken))
        self.drop()

    def drop(self) -> None:
        """Draw no further."""
        self.way, self._taken = [], {}

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the stroke as it will be, and the hexes under the brush."""
        sheet = self.sheet
        kind = "" if self.erases else sheet.kind
        if sheet.layer.drawn == "levels":
            kind = "0" if self.erases or sheet.kind == "down" else "2"
        tone = colour_of(sheet.theme, sheet.layer, kind)
        paint_ink(painter, (Ink(sheet.grid.corners(h), tone) for h in self._taken))
        if self.under:
            painter.setPen(QPen(GLOW, 2 / scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = sheet.radius if sheet.mode == "brush" else 0
            for name in hexes.brush(sheet.grid, [self.under], radius):
                painter.drawPolygon(QPolygonF([QPointF(*p) for p in sheet.grid.corners(name)]))


class SidePen(Tool):
    """Lays something on hexsides, from corner to corner along the stroke; a click lays one side."""

    def __init__(self, sheet: Hexes) -> None:
        self.sheet = sheet
        self.under: hexes.Side | None = None
        self.sides: dict[hexes.Side, None] = {}
        self.erases = False
        self._points: list[Point] = []

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Begin at the corner, or with the side, next to the mouse."""
        self.drop()
        self.erases = erases or bool(keys & Qt.KeyboardModifier.ShiftModifier)
        self._points = [at]
        side = hexes.nearest_side(self.sheet.grid, *at)
        if side is not None:
            self.sides[side] = None

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Take the sides that the stroke passes."""
        side = hexes.nearest_side(self.sheet.grid, *at)
        changed, self.under = side != self.under, side
        if down and self._points and self._far(at):
            if len(self._points) == 1 and not self._turned():
                self.sides.clear()
            fresh = hexes.side_way(self.sheet.grid, [self._points[-1], at])
            self.sides.update(dict.fromkeys(self._directed(fresh, at)))
            self._points.append(at)
            return True
        return changed

    def _far(self, at: Point) -> bool:
        x, y = self._points[-1]
        return (at[0] - x) ** 2 + (at[1] - y) ** 2 > 0.3

    def _turned(self) -> bool:
        return len(self._points) > 1

    def _directed(self, sides: Sequence[hexes.Side], at: Point) -> list[hexes.Side]:
        """What has a direction leads from the left of the stroke to its right."""
        (x, y), grid = self._points[-1], self.sheet.grid
        found = []
        for a, b in sides:
            u, v = grid.centre(a)
            left = (at[0] - x) * (v - y) - (at[1] - y) * (u - x) < 0
            found.append((a, b) if left else (b, a))
        return found

    def release(self, at: Point) -> None:
        """Lay it on the map."""
        sheet = self.sheet
        if self.sides:
            do = hexes.clear_sides if self.erases else hexes.lay_sides
            words = tr("{kind}", kind=verbatim(sheet.called()))
            sheet.change(words, do(sheet.doc(), sheet.layer, sheet.kind, list(self.sides)))
        self.drop()

    def drop(self) -> None:
        """Lay nothing."""
        self.sides, self._points = {}, []

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the sides taken, and the one under the mouse with its direction."""
        sheet = self.sheet
        tone = (
            sheet.theme.colour("map.paper")
            if self.erases
            else colour_of(sheet.theme, sheet.layer, sheet.kind)
        )
        paint_ink(painter, (Ink(sheet.grid.side_ends(*s), tone, EDGE) for s in self.sides))
        if self.under is not None and not self.sides:
            paint_ink(painter, [Ink(sheet.grid.side_ends(*self.under), GLOW, EDGE)])
            if sheet.kind in sheet.layer.one_way:
                (ax, ay), (bx, by) = (sheet.grid.centre(h) for h in self.under)
                ends = (
                    (0.7 * ax + 0.3 * bx, 0.7 * ay + 0.3 * by),
                    (0.3 * ax + 0.7 * bx, 0.3 * ay + 0.7 * by),
                )
                paint_ink(painter, [Ink(ends, GLOW, EDGE / 2)])
                painter.setBrush(GLOW)
                painter.drawEllipse(QPointF(*ends[1]), EDGE, EDGE)


class RoadPen(Tool):
    """Draws a line from hex to hex that snaps to their middles; erasing cuts what passes through."""

    def __init__(self, sheet: Hexes) -> None:
        self.sheet = sheet
        self.way: list[str] = []
        self.under = ""
        self.erases = False

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Begin in the hex under the mouse."""
        self.erases = erases or bool(keys & Qt.KeyboardModifier.ShiftModifier)
        hex_id = self.sheet.grid.hex_at(*at)
        self.way = [hex_id] if hex_id is not None else []

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Go on to the hex under the mouse; going back takes the last hex away."""
        hex_id = self.sheet.grid.hex_at(*at) or ""
        if hex_id == self.under:
            return False
        self.under = hex_id
        if down and self.way and hex_id:
            if len(self.way) > 1 and hex_id == self.way[-2]:
                self.way.pop()
            elif hex_id != self.way[-1]:
                self.way.extend(hexes.line(self.sheet.grid, [self.way[-1], hex_id])[1:])
        return True

    def release(self, at: Point) -> None:
        """Put it on the map."""
        sheet = self.sheet
        words = tr("{kind}", kind=verbatim(sheet.called()))
        if self.erases and self.way:
            sheet.change(words, hexes.cut_lines(sheet.doc(), sheet.layer, "", self.way))
        elif len(self.way) > 1:
            kind = sheet.kind or "road"
            sheet.change(
                words, hexes.draw_line(sheet.doc(), sheet.layer, kind, self.way, sheet.name)
            )
        self.drop()

    def drop(self) -> None:
        """Draw nothing."""
        self.way = []

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the way so far and where it would begin."""
        sheet = self.sheet
        tone = QColor("#B5442E") if self.erases else colour_of(sheet.theme, sheet.layer, sheet.kind)
        if len(self.way) > 1:
            way = tuple(sheet.grid.centre(h) for h in self.way)
            paint_ink(painter, [Ink(way, tone, ROAD)])
        if self.under:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(GLOW)
            painter.drawEllipse(QPointF(*sheet.grid.centre(self.under)), 0.12, 0.12)


class NamePen(Tool):
    """Writes the name in the hand at a hex; a name that is there is dragged elsewhere, or erased.

    Where more than a name is said of a place, `look_at` shows it: it tells whether there is one in a
    hex, and a click on it names it no other way.
    """

    def __init__(
        self,
        sheet: Hexes,
        ask: Callable[[str], str],
        look_at: Callable[[str], bool] = lambda _at: False,
    ) -> None:
        self.sheet, self.ask, self.look_at = sheet, ask, look_at
        self.held = self.under = ""
        self.erases = False

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take hold of the name of a hex."""
        self.erases = erases
        self.held = self.sheet.grid.hex_at(*at) or ""

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Show the hex under the mouse."""
        hex_id = self.sheet.grid.hex_at(*at) or ""
        changed, self.under = hex_id != self.under, hex_id
        return changed

    def release(self, at: Point) -> None:
        """Name the hex, or bring its name here."""
        sheet, start = self.sheet, self.held
        end = sheet.grid.hex_at(*at) or ""
        self.held = ""
        if not start or not end:
            return
        doc = sheet.doc()
        there = next(
            (
                text_of(row, "name")
                for row in rows(doc, sheet.layer.key)
                if text_of(row, "at") == start
            ),
            "",
        )
        if self.erases:
            sheet.change(tr("name"), hexes.name_place(doc, sheet.layer, start, ""))
        elif start != end and there:
            sheet.change(tr("name"), hexes.move_place(doc, sheet.layer, start, end))
            self.look_at(end)
        elif start == end and self.look_at(end):
            pass
        elif start == end and (name := sheet.name or self.ask(there)):
            more = {"kind": sheet.kind or "village"} if sheet.layer.key == "places" else {}
            sheet.change(tr("name"), hexes.name_place(doc, sheet.layer, end, name, more))
            self.look_at(end)

    def drop(self) -> None:
        """Put the name back where it was."""
        self.held = ""

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the hex under the mouse."""
        if self.under:
            painter.setPen(QPen(GLOW, 2 / scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(
                QPolygonF([QPointF(*p) for p in self.sheet.grid.corners(self.under)])
            )


class BuildingPen(Tool):
    """Builds by the plan in the hand: a click puts it in a hex, another one there turns it by a sixth."""

    def __init__(self, sheet: Hexes) -> None:
        self.sheet = sheet
        self.under = ""
        self.erases = False

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Remember what the button means."""
        self.erases = erases

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Show the hex under the mouse."""
        hex_id = self.sheet.grid.hex_at(*at) or ""
        changed, self.under = hex_id != self.under, hex_id
        return changed

    def release(self, at: Point) -> None:
        """Build, turn what is there, or pull it down."""
        sheet, end = self.sheet, self.sheet.grid.hex_at(*at) or ""
        if not end:
            return
        steps = hexes.build(sheet.doc(), sheet.layer, end, "" if self.erases else sheet.kind)
        if steps:
            sheet.change(tr("building"), steps)

    def drop(self) -> None:
        """Hold nothing."""

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the hex under the mouse."""
        if self.under:
            painter.setPen(QPen(GLOW, 2 / scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = [QPointF(*p) for p in self.sheet.grid.corners(self.under)]
            painter.drawPolygon(QPolygonF(ring))


class TilePen(Tool):
    """Lays a tile along a stroke, its first hex where the stroke begins; the right button takes one away.

    Its `sheet` changes the scenario: tiles lie on the map, they are no part of its file.
    """

    def __init__(self, sheet: Hexes, known: Tiles) -> None:
        self.sheet, self.known = sheet, known
        self.way: list[str] = []
        self.under = ""
        self.erases = False

    @property
    def ground(self) -> Sequence[str]:
        """What the hexes of the tile in the hand are, in their order."""
        return self.known.kinds.get(self.sheet.kind, ())

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Lay its first hex here."""
        hex_id = self.sheet.grid.hex_at(*at)
        self.erases = erases or bool(keys & Qt.KeyboardModifier.ShiftModifier)
        self.way = [hex_id] if hex_id is not None else []

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Lay the next ones on the way of the mouse."""
        hex_id = self.sheet.grid.hex_at(*at) or ""
        if hex_id == self.under:
            return False
        self.under = hex_id
        touches = bool(self.way) and hex_id in self.sheet.grid.adjacent(self.way[-1])
        if down and touches and hex_id not in self.way:
            self.way = [*self.way, hex_id][: max(1, len(self.ground))]
        return True

    def release(self, at: Point) -> None:
        """Put it on the map, or take away what lies here."""
        way, self.way = self.way, []
        scenario = self.sheet.doc()
        if way and self.erases:
            self.sheet.change(tr("tile taken away"), tiles.lift(scenario, way))
        elif way and self.ground:
            name = self.known.names[self.sheet.kind]
            steps = tiles.lay(scenario, self.sheet.kind, self._whole(way))
            self.sheet.change(tr("{tile} laid", tile=named("place", name)), steps)

    def _whole(self, way: Sequence[str]) -> Sequence[str]:
        return tiles.whole(self.sheet.grid, way, len(self.ground))

    def drop(self) -> None:
        """Lay nothing."""
        self.way = []

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the tile where it would lie."""
        sheet, at = self.sheet, self.way or ([self.under] if self.under else [])
        shown = at if self.erases else self._whole(at)
        theme = sheet.theme
        if self.way and not self.erases:
            tones = (theme.colour(f"terrain.{kind}.fill", "#EFE6D0") for kind in self.ground)
            laid = zip(shown, tones, strict=False)
            paint_ink(painter, (Ink(sheet.grid.corners(h), tone) for h, tone in laid))
        painter.setPen(QPen(GLOW, 2 / scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name in shown:
            painter.drawPolygon(QPolygonF([QPointF(*p) for p in sheet.grid.corners(name)]))

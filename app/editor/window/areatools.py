"""Tools for maps of areas, whose borders are shared, and for measured tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from shapely import LinearRing, LineString
from shapely import Point as Spot

from grognard.app.editor.maps import areas, table
from grognard.app.editor.maps.areas import say as say_of
from grognard.app.editor.maps.splitting import split
from grognard.app.editor.maps.steps import Step, dropped, rows, section, text_of, texts
from grognard.app.editor.window.ink import Point, Tool
from grognard.app.editor.window.tools import GLOW
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain

Change = Callable[[str, Sequence[Step]], object]
INK = QColor("#3B332A")


class AreaPen(Tool):
    """Pulls shared corners, gives areas their ground and borders their kinds, lays roads and names."""

    def __init__(
        self,
        doc: Callable[[], Plain],
        change: Change,
        layer: Layer,
        kind: str,
        ask: Callable[[str], str],
    ) -> None:
        self.doc, self.change, self.layer, self.kind, self.ask = doc, change, layer, kind, ask
        self.name = ""
        self.corner: Point | None = None
        self.under: Point | None = None
        self.to: Point | None = None
        self.start: Point | None = None
        self.points: list[Point] = []
        self.erases = self.merges = False
        self._near = 0.3
        self._last: Point | None = None

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Take hold of a corner, or of what lies here."""
        self.start, self.erases, self.to = at, erases, None
        self.merges = bool(keys & Qt.KeyboardModifier.ControlModifier)
        self.corner = self._corner(at) if self.layer.drawn == "areas" and not self.merges else None

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Pull the corner, or show what is near."""
        self._near, self._last = near, at
        if down and self.corner is not None:
            self.to = at
            return True
        if self.points:
            self.to = at
            return True
        found = self._corner(at) if self.layer.drawn == "areas" else None
        changed, self.under = found != self.under, found
        return changed

    def _corner(self, at: Point) -> Point | None:
        every = (p for _, line in areas._all_lines(self.doc()) for p in line)
        best = min(every, key=lambda p: hypot(p[0] - at[0], p[1] - at[1]), default=None)
        return best if best and hypot(best[0] - at[0], best[1] - at[1]) <= self._near else None

    def release(self, at: Point) -> None:
        """Do what the stroke meant."""
        start, corner, self.corner = self.start, self.corner, None
        if start is None:
            return
        far = hypot(at[0] - start[0], at[1] - start[1]) > self._near / 2
        doc = self.doc()
        if self.layer.drawn == "areas":
            self._areas(doc, start, at, corner if far or self.erases else None, far)
        elif self.layer.drawn == "borders":
            self._border(doc, at)
        elif self.layer.drawn == "lines":
            self._road(doc, start, at, far)
        elif self.layer.drawn == "marks":
            self._mark(doc, at)
        else:
            self._place(doc, at)
        self.start = None

    def _areas(self, doc: Plain, start: Point, at: Point, corner: Point | None, far: bool) -> None:
        if corner is not None:
            self.to = None
            moved = (
                areas.drop_corner(doc, corner)
                if self.erases
                else areas.move_corner(doc, corner, at)
            )
            self.change(tr("corner"), moved)
            return
        here = areas.area_at(doc, start)
        if here is None:
            return
        if self.merges and far:
            self._cut_or_join(doc, start, at)
        elif self.name and not self.erases:
            self.change(tr("name"), say_of(doc, here, "name", self.name))
        elif not far and not self._border_at(doc, at):
            row = section(doc, "areas").get(here)
            was = texts(row.get("terrain")) if isinstance(row, dict) else []
            main = next(iter(self.layer.either), ())
            left = [k for k in was if k != self.kind]
            rest: list[Plain] = [k for k in left if k not in main]
            ground = next((k for k in left if k in main), self.layer.base)
            if self.erases:
                kinds = [ground, *rest]
            else:
                kinds = [self.kind, *rest] if self.kind in main else [ground, *rest, self.kind]
            self.change(tr("ground"), say_of(doc, here, "terrain", kinds))

    def _cut_or_join(self, doc: Plain, start: Point, at: Point) -> None:
        """A line from border to border cuts the area between; one from area to area makes them one."""
        middle = ((start[0] + at[0]) / 2, (start[1] + at[1]) / 2)
        area = areas.area_at(doc, middle)
        if (
            area is not None
            and self._on_outline(doc, area, start)
            and self._on_outline(doc, area, at)
        ):
            fresh = fresh_key(doc, "areas", area)
            steps = split(doc, area, start, at, fresh, self.layer.base)
            self.change(tr("split"), steps)
            return
        here, there = areas.area_at(doc, start), areas.area_at(doc, at)
        if here is not None and there is not None and here != there:
            self.change(tr("merge"), areas.merge(doc, here, there))

    def _on_outline(self, doc: Plain, area: str, at: Point) -> bool:
        ring = areas.outline(doc, area)
        return len(ring) > 2 and LinearRing(ring).distance(Spot(at)) <= 2 * self._near

    def _border(self, doc: Plain, at: Point) -> None:
        name = self._border_at(doc, at)
        row = section(doc, "borders").get(name)
        if not isinstance(row, dict):
            return
        rivals = next((group for group in self.layer.either if self.kind in group), ())
        gone = (self.kind, self.layer.base, *(() if self.erases else rivals))
        was = [kind for kind in texts(row.get("kind")) if kind not in gone]
        kinds = was if self.erases else [*was, self.kind] if self.kind != self.layer.base else []
        lower = next((uid for uid in name.split("|") if uid != areas.area_at(doc, at)), "")
        self.change(tr("border"), areas.border_kinds(doc, name, kinds or [self.layer.base], lower))

    def _mark(self, doc: Plain, at: Point) -> None:
        """Say whose the area is: the kind in the hand is a key and a side, as in source:french."""
        here = areas.area_at(doc, at)
        key, _, owner = self.kind.partition(":")
        if here is not None:
            counted = dict(self.layer.counted).get(key, "")
            marked = areas.mark(doc, here, key, "" if self.erases else owner, counted)
            self.change(tr("mark"), marked)

    def _border_at(self, doc: Plain, at: Point) -> str:
        lines = {n: table.points_of(row, "line") for n, row in section(doc, "borders").items()}
        off = {n: LineString(line).distance(Spot(at)) for n, line in lines.items() if len(line) > 1}
        best = min(off, key=lambda n: off[n], default="")
        return best if best and off[best] <= 1.5 * self._near else ""

    def _road(self, doc: Plain, start: Point, at: Point, far: bool) -> None:
        """Add a point, or both ends of a drag."""
        if not self.erases:
            self.points += [start, at] if far else [at]
            return
        for index, row in enumerate(rows(doc, self.layer.key)):
            line = table.points_of(row, "line")
            if len(line) > 1 and LineString(line).distance(Spot(at)) <= self._near:
                self.change(tr("road"), [dropped(doc, self.layer.key, index)])
                return

    def _place(self, doc: Plain, at: Point) -> None:
        if self.erases:
            for index, row in enumerate(rows(doc, self.layer.key)):
                spot = table._pair(row, "at")
                if spot and hypot(spot[0] - at[0], spot[1] - at[1]) <= 2 * self._near:
                    self.change(tr("name"), [dropped(doc, self.layer.key, index)])
                    return
        elif name := self.name or self.ask(""):
            self.change(tr("name"), areas.put_place(doc, name, self.kind or "village", at))

    def finish(self) -> bool:
        """End a road, or give the border under the mouse a corner more."""
        points, self.points = self.points, []
        if self.layer.drawn == "lines" and len(points) > 1:
            uid = fresh_id(self.doc(), self.layer.key, "road")
            self.change(
                tr("road"), areas.draw_road(self.doc(), uid, self.name or tr("Road"), points)
            )
            return True
        if self.layer.drawn == "areas" and self.start is None and self.under is None and self._last:
            border = self._border_at(self.doc(), self._last)
            if border:
                self.change(tr("corner"), areas.add_corner(self.doc(), border, self._last))
                return True
        return False

    def drop(self) -> None:
        """Put the corner back, and forget the points."""
        self.corner = self.to = self.start = None
        self.points = []

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show corners near the mouse, the borders as they will be, the road so far."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(GLOW, 3 / scale))
        if self.corner is not None and self.to is not None:
            for _, line in areas._all_lines(self.doc()):
                if self.corner in line:
                    moved = [self.to if p == self.corner else p for p in line]
                    painter.drawPolyline(polygon(moved))
        if self.points:
            painter.drawPolyline(polygon([*self.points, *([self.to] if self.to else [])]))
        spot = self.to if self.corner is not None and self.to else self.under
        if spot is not None:
            painter.setBrush(GLOW)
            painter.drawEllipse(QPointF(*spot), 4 / scale, 4 / scale)


class TablePen(Tool):
    """Draws shapes on a measured table, in cm; the board has y downward and below zero."""

    def __init__(
        self,
        doc: Callable[[], Plain],
        change: Change,
        layer: Layer,
        kind: str,
        ask: Callable[[str], str],
    ) -> None:
        self.doc, self.change, self.layer, self.kind, self.ask = doc, change, layer, kind, ask
        self.name = ""
        self.width = 0.0
        self.mode = "polygon" if layer.drawn == "shapes" else ""
        self.points: list[Point] = []
        self.at: Point | None = None
        self.held: tuple[int, int] | None = None
        self.start: Point | None = None
        self.erases = False
        self._near = 1.0

    def take(self, mode: str) -> None:
        """Draw outlines, circles, strips or blocks, or move what is there."""
        self.drop()
        self.mode = mode

    def press(self, at: Point, erases: bool, keys: Qt.KeyboardModifier) -> None:
        """Begin a shape, or take hold of one."""
        self.start, self.erases = cm(at), erases
        if self.mode == "move" and not erases:
            self.held = self._take_hold(self.start)

    def _take_hold(self, at: Point) -> tuple[int, int] | None:
        doc = self.doc()
        for index, row in enumerate(rows(doc, "patches")):
            for key in ("polygon", "line"):
                for corner, point in enumerate(table.points_of(row, key)):
                    if hypot(point[0] - at[0], point[1] - at[1]) <= self._near:
                        return index, corner
        found = table.patch_at(doc, at)
        return None if found is None else (found, -1)

    def move(self, at: Point, down: bool, near: float) -> bool:
        """Follow the mouse."""
        self.at, self._near = cm(at), near
        return True

    def release(self, at: Point) -> None:
        """Add a point, or do what the stroke meant."""
        here, start, doc = cm(at), self.start, self.doc()
        self.start = None
        if start is None:
            return
        if self.erases:
            self._erase(doc, here)
        elif self.layer.drawn != "shapes":
            self._other(doc, start, here)
        elif self.mode == "move":
            self._moved(doc, start, here)
        elif self.mode in ("circle", "block"):
            self._dragged(doc, start, here)
        else:
            far = hypot(here[0] - start[0], here[1] - start[1]) > self._near / 2
            self.points += [start, here] if far else [here]

    def _erase(self, doc: Plain, here: Point) -> None:
        if self.points:
            self.points.pop()
        elif self.layer.drawn == "shapes":
            index = table.patch_at(doc, here)
            if index is not None:
                self.change(tr("taken away"), table.erase(doc, "patches", index))
        else:
            near = [
                index
                for index, row in enumerate(rows(doc, self.layer.key))
                if self._lies(row, here)
            ]
            if near:
                self.change(tr("taken away"), table.erase(doc, self.layer.key, near[-1]))

    def _lies(self, row: Plain, here: Point) -> bool:
        points = [*table.points_of(row, "at"), *table.points_of(row, "line")]
        points += [p for part in rows(row, "sectors") if (p := table._pair(part, "at"))]
        return any(hypot(p[0] - here[0], p[1] - here[1]) <= max(2.0, self._near) for p in points)

    def _other(self, doc: Plain, start: Point, here: Point) -> None:
        if self.layer.key == "villages":
            name = self.name or self.ask("")
            if name:
                uid = next(
                    (text_of(r, "id") for r in rows(doc, "villages") if text_of(r, "name") == name),
                    "",
                )
                uid = uid or fresh_id(doc, "villages", "village")
                self.change(tr("village"), table.add_sector(doc, uid, name, here))
        elif self.layer.drawn == "lines":
            uid = fresh_id(doc, self.layer.key, "bridge")
            if hypot(here[0] - start[0], here[1] - start[1]) > 0.5:
                self.change(
                    tr("bridge"),
                    table.add_bridge(doc, uid, self.name or tr("Bridge"), (start, here)),
                )
        elif name := self.name or self.ask(""):
            self.change(tr("name"), table.add_label(doc, name, self.kind or "place", [here]))

    def _moved(self, doc: Plain, start: Point, here: Point) -> None:
        held, self.held = self.held, None
        if held is None or hypot(here[0] - start[0], here[1] - start[1]) < 0.1:
            return
        index, corner = held
        steps = (
            table.shift(doc, index, (here[0] - start[0], here[1] - start[1]))
            if corner < 0
            else table.move_corner(doc, index, corner, here)
        )
        self.change(tr("moved"), steps)

    def _dragged(self, doc: Plain, start: Point, here: Point) -> None:
        if self.mode == "circle":
            steps = table.draw_circle(doc, self.kind, start, here, self._said())
        else:
            middle = ((start[0] + here[0]) / 2, (start[1] + here[1]) / 2)
            size = (abs(here[0] - start[0]), abs(here[1] - start[1]))
            steps = table.draw_block(doc, self.kind, middle, size, self._said())
        self.change(tr("ground"), steps)

    def _said(self) -> dict[str, str]:
        said = (
            {"name": self.name, "id": fresh_id(self.doc(), "patches", "ground")}
            if self.name
            else {}
        )
        return {**said, "level": "1"} if self.kind in ("hill", "steep_hill") else said

    def finish(self) -> bool:
        """End an outline or a strip."""
        points, self.points = list(dict.fromkeys(self.points)), []
        if self.mode not in ("polygon", "strip") or len(points) < 2:
            return False
        strip = self.mode == "strip" or self.kind in self.layer.widths
        said = {**self._said(), "smooth": "yes"}
        if strip and self.width:
            said["width"] = f"{self.width:g}"
        draw = table.draw_strip if strip else table.draw_outline
        self.change(tr("ground"), draw(self.doc(), self.kind, points, said))
        return True

    def drop(self) -> None:
        """Forget the points."""
        self.points, self.held, self.start = [], None, None

    def paint(self, painter: QPainter, scale: float) -> None:
        """Show the shape so far, and how long its last stretch is."""
        if self.at is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(GLOW, 3 / scale))
        for line in self._shown():
            painter.drawPolyline(polygon([(x, -y) for x, y in line]))
        last = self.points[-1] if self.points else self.start
        if last is not None:
            self._measure(painter, scale, last, self.at)
        painter.setBrush(GLOW)
        for x, y in self.points:
            painter.drawEllipse(QPointF(x, -y), 4 / scale, 4 / scale)

    def _shown(self) -> Iterator[list[Point]]:
        if self.at is None:
            return
        if self.points:
            closed = [self.points[0]] if self.mode == "polygon" and len(self.points) > 1 else []
            yield [*self.points, self.at, *closed]
        elif self.start is not None and self.mode == "block":
            (a, b), (c, d) = self.start, self.at
            yield [(a, b), (c, b), (c, d), (a, d), (a, b)]
        elif self.start is not None and (self.mode == "circle" or self.layer.drawn == "lines"):
            yield [self.start, self.at]
        elif self.held is not None and self.start is not None:
            row = rows(self.doc(), "patches")[self.held[0]]
            dx, dy = self.at[0] - self.start[0], self.at[1] - self.start[1]
            for key in ("polygon", "line"):
                points = table.points_of(row, key)
                moved = [
                    (x + dx, y + dy) if self.held[1] in (-1, i) else (x, y)
                    for i, (x, y) in enumerate(points)
                ]
                if moved:
                    yield [*moved, *(moved[:1] if key == "polygon" else [])]

    def _measure(self, painter: QPainter, scale: float, a: Point, b: Point) -> None:
        words = tr("{n} cm", n=f"{table.measured([a, b])[0]:g}")
        painter.save()
        at = painter.transform().map(QPointF(b[0], -b[1]))
        painter.resetTransform()
        painter.setPen(INK)
        painter.drawText(at / painter.device().devicePixelRatio() + QPointF(12, -8), words)
        painter.restore()


def cm(at: Point) -> Point:
    """Return a point of the board as the map's file has it."""
    return round(at[0], 1), round(-at[1], 1)


def polygon(points: Sequence[Point]) -> QPolygonF:
    """Return points as Qt has them."""
    return QPolygonF([QPointF(*p) for p in points])


def fresh_id(doc: Plain, key: str, stem: str) -> str:
    """Return an id that no row of a list has."""
    known = {text_of(row, "id") for row in rows(doc, key)}
    return next(uid for n in range(1, len(known) + 2) if (uid := f"{stem}-{n}") not in known)


def fresh_key(doc: Plain, key: str, stem: str) -> str:
    """Return an id after another's that no entry of a mapping has."""
    known = section(doc, key)
    return next(uid for n in range(2, len(known) + 3) if (uid := f"{stem}-{n}") not in known)

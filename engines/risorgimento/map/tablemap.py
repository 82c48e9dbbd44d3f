"""[E.5.cost] Reading a table: ground, villages in sectors, bridges, names.

    size: [120, 80]
    patches:
    - {terrain: road, name: To Voghera, line: [[0, 34], [30, 38]], smooth: "yes"}
    - {terrain: hill, level: "1", polygon: [[40, 0], [40, 30], [70, 34]], smooth: "yes"}
    - {terrain: walled, name: Cascina Nuova, look: farm, at: [40, 48], size: [4, 3], turn: "15"}
    villages:
    - {id: montebello, name: Montebello, sectors: [{at: [74, 44], turn: "12"}]}
    bridges:
    - {id: ponte-nuovo, name: Ponte Nuovo, line: [[49, 62], [53, 62]], mined: "3"}

Lengths are in cm, x to the east and y to the north of the south-west corner. A line is widened to
the width of its terrain. A line or outline that is `smooth` is rounded at its corners, so that the
file holds only what one would mark on a map. Roads end at water: only a bridge crosses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Polygon, STRtree
from shapely.geometry.base import BaseGeometry

from grognard.engines.core.board.tabletop import EPS, Point, Pose
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.schema import Bool as YesNo
from grognard.engines.core.data.schema import Int, ListOf, Number, Path, Record, Source, Str
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Problems
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.core.show.views import LabelView
from grognard.engines.risorgimento.map.tabletop import Bridge, Patch, Sector, TableTop
from grognard.engines.risorgimento.tables import lengths, rows

NOTE = Str(max_length=600)
POINT = ListOf(Number(-1000, 1000), 2, 2)
_LINE = ListOf(POINT, 2, 2000)
_KINDS = tuple(key for key in rows("terrain") if key not in ("open", "bridge"))
_TERRAIN = Str(choices=_KINDS)
_PATCH = Record(
    {"terrain": _TERRAIN},
    {
        "id": ID,
        "name": NAME,
        "look": ID,
        "level": Int(1, 9).says(text("The height of a hill.")),
        "polygon": ListOf(POINT, 3, 2000).says(text("Its outline.")),
        "line": _LINE.says(text("Or its course, widened to the width of its terrain.")),
        "width": Number(0.1, 50).says(text("Of a line, where it is another.")),
        "at": POINT,
        "size": POINT,
        "turn": Number(-360, 360),
        "smooth": YesNo().says(text("Whether its corners are rounded.")),
        "provenance": NOTE,
    },
)
_SECTOR = Record({"at": POINT}, {"turn": Number(-360, 360)})
_VILLAGE = Record({"id": ID, "name": NAME, "sectors": ListOf(_SECTOR, 1, 20)}, {"provenance": NOTE})
_BRIDGE = Record(
    {"id": ID, "line": ListOf(POINT, 2, 2)},
    {
        "name": NAME,
        "look": ID,
        "mined": Int(0, 10).says(text("Its mines, where it has any.")),
        "provenance": NOTE,
    },
)
_LABEL = Record({"text": NAME, "at": ListOf(POINT, 1, 100)}, {"kind": ID})
MAP = Record(
    optional={
        "map": ID,
        "game": Str(choices=("risorgimento",)),
        "title": NAME,
        "size": POINT,
        "provenance": PROVENANCE,
        "patches": ListOf(_PATCH, 0, 2000).says(text("Pieces of ground.")),
        "villages": ListOf(_VILLAGE, 0, 100).says(text("Villages and their sectors.")),
        "bridges": ListOf(_BRIDGE, 0, 100).says(
            text("Bridges: roads end at water, only these cross it.")
        ),
        "labels": ListOf(_LABEL, 0, 500).says(text("Names on the table.")),
    }
)
DEFAULT_SIZE = (60.0, 40.0)
"""The table of a case that does not say how large it is, in cm."""
_WIDTHS = {"road": "road_cm", "ditch": "ditch_cm", "bank": "bank_cm", "ford": "road_cm"}
LAYERS = (
    Layer("patches", "shapes", _KINDS, base="open", widths=tuple(_WIDTHS)),
    Layer("villages", "places"),
    Layer("bridges", "lines"),
    Layer("labels", "places"),
)
"""What a map is drawn of."""
_ROUNDINGS = 2
_GRAIN = 3
"""Made points are whole thousandths of a cm, as poses are."""


def read_map(node: Any, problems: Problems, scale: int = 1) -> TableTop | None:
    """Read a map; every fault goes to `problems`. What is sound of it comes back: an author goes on drawing.

    `scale` multiplies all its lengths (scale.25mm).
    """
    doc = MAP.read(node, problems, tr("the map"))
    return _Reader(doc, Source(node), problems, scale).read() if doc is not None else None


def rounded(points: Sequence[Point], *, closed: bool) -> tuple[Point, ...]:
    """Cut the corners of a line or outline twice; a line keeps its ends."""
    found = list(points)
    for _ in range(_ROUNDINGS):
        pairs = list(pairwise([*found, found[0]] if closed else found))
        cut = [_between(a, b, share) for a, b in pairs for share in (0.25, 0.75)]
        found = cut if closed else [found[0], *cut[1:-1], found[-1]]
    return tuple(found)


def _between(a: Point, b: Point, share: float) -> Point:
    return (
        round(a[0] + (b[0] - a[0]) * share, _GRAIN),
        round(a[1] + (b[1] - a[1]) * share, _GRAIN),
    )


def square(centre: Point, size: tuple[float, float], turn: float) -> Polygon:
    """Return a rectangle of a size about a centre, turned counter-clockwise by degrees."""
    (x, y), (w, h), angle = centre, size, radians(turn)
    c, s = cos(angle), sin(angle)
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return Polygon([(x + dx * c - dy * s, y + dx * s + dy * c) for dx, dy in corners])


class _Reader:
    """Makes a TableTop of what the schema let through; each fault is noted at its line."""

    def __init__(self, doc: dict[str, Any], source: Source, problems: Problems, scale: int) -> None:
        self.doc, self.source, self.problems = doc, source, problems
        self.scale, self.cm = scale, lengths(scale)
        size = self._pair(doc.get("size")) or self._point(DEFAULT_SIZE)
        self.size = size
        self.edge = shapely.box(0, 0, *size)
        self.ids: set[str] = set()

    def fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    def read(self) -> TableTop:
        if min(self.size) < 1:
            self.fault(("size",), tr("a table has a length and a width of at least 1 cm"))
        bridges = list(self._bridges())
        patches = [patch for found in self._patches() for patch in found]
        sectors = list(self._sectors())
        patches += [
            Patch(s.id, "village", square(s.centre, self._sector_size(), s.turn), name=s.place)
            for s in sectors
        ]
        patches = self._cut_roads(patches, bridges)
        patches += [
            Patch(b.id, "bridge", b.strip, name=b.name, line=b.line, width=self.cm["road_cm"])
            for b in bridges
        ]
        return self._table(patches, sectors, bridges)

    def _table(
        self, patches: list[Patch], sectors: list[Sector], bridges: list[Bridge]
    ) -> TableTop:
        shapes = np.empty(len(patches), dtype=object)
        shapes[:] = [patch.polygon for patch in patches]
        return TableTop(
            size=self.size,
            patches=tuple(patches),
            sectors=tuple(sectors),
            bridges=tuple(bridges),
            shapes=shapes,
            tree=STRtree(shapes),
            labels=tuple(self._labels()),
            id=self.doc.get("map") or "board",
            title=self.doc.get("title") or "",
            scale=self.scale,
        )

    def _rows(self, key: str, *needed: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Give the sound rows of a list with their places."""
        for index, row in enumerate(self.doc.get(key) or ()):
            if row and not any(_broken(row.get(name)) for name in (*needed, *row)):
                yield index, row

    def _name(self, path: Path, wanted: str) -> str:
        if wanted in self.ids:
            self.fault(
                path,
                tr("{wanted} is on the table twice", wanted=verbatim(wanted)),
                tr("give each an id of its own"),
            )
        self.ids.add(wanted)
        return wanted

    # ground

    def _patches(self) -> Iterator[list[Patch]]:
        for index, row in self._rows("patches", "terrain"):
            path: Path = ("patches", index)
            shape = self._shape(path, row)
            if shape is None:
                continue
            polygon, line, width = shape
            uphill = rows("terrain")[row["terrain"]]["kind"] == "uphill"
            if uphill != ("level" in row):
                mend = tr("add level") if uphill else tr("only hills have levels")
                self.fault(
                    path,
                    tr("{terrain} and its level do not fit", terrain=verbatim(row["terrain"])),
                    mend,
                )
            uid = self._name(path, row.get("id") or f"{row['terrain'].replace('_', '-')}-{index}")
            parts = [polygon] if isinstance(polygon, Polygon) else list(polygon.geoms)
            yield [
                Patch(
                    uid if n == 0 else f"{uid}:{n + 1}",
                    row["terrain"],
                    part,
                    row.get("level", 0),
                    row.get("name", ""),
                    line,
                    width,
                    row.get("look", ""),
                )
                for n, part in enumerate(parts)
            ]

    def _shape(
        self, path: Path, row: dict[str, Any]
    ) -> tuple[Any, tuple[Point, ...], float] | None:
        """The polygon of a patch as it lies on the table, with its line and width."""
        given = [key for key in ("polygon", "line", "at") if key in row]
        if len(given) != 1:
            self.fault(path, tr("a patch has one of polygon, line and at"), tr("give one"))
            return None
        line: tuple[Point, ...] = ()
        width = 0.0
        if given == ["line"]:
            line, width = self._line(path, row)
            whole: BaseGeometry = LineString(line).buffer(width / 2, quad_segs=3)
        elif given == ["at"]:
            size = self._pair(row.get("size")) or (self.cm["farm_cm"], self.cm["farm_cm"])
            whole = square(self._pair(row["at"]) or (0, 0), size, row.get("turn", 0.0))
        else:
            whole = self._outline(path, row)
        if whole.is_empty or whole.area <= EPS:
            return None
        on_table = shapely.intersection(whole, self.edge)
        if on_table.is_empty or not isinstance(on_table, Polygon | shapely.MultiPolygon):
            self.fault(
                (*path, *given),
                tr("this lies off the table"),
                tr("the table is {size}", size=verbatim(self._measure())),
            )
            return None
        return on_table, line, width

    def _line(self, path: Path, row: dict[str, Any]) -> tuple[tuple[Point, ...], float]:
        points = self._points(row["line"])
        self._on_table((*path, "line"), points)
        width = self.scale * row["width"] if "width" in row else None
        if width is None and row["terrain"] not in _WIDTHS:
            self.fault(
                path,
                tr("a line of {terrain} needs a width", terrain=verbatim(row["terrain"])),
                tr("add width, in cm"),
            )
        if width is None:
            width = self.cm[_WIDTHS.get(row["terrain"], "road_cm")]
        return (rounded(points, closed=False) if row.get("smooth") else points), width

    def _outline(self, path: Path, row: dict[str, Any]) -> BaseGeometry:
        points = self._points(row["polygon"])
        self._on_table((*path, "polygon"), points)
        whole = Polygon(rounded(points, closed=True) if row.get("smooth") else points)
        if not whole.is_valid:
            at = shapely.is_valid_reason(whole).partition("[")[2].rstrip("]")
            self.fault(
                (*path, "polygon"),
                tr("the outline crosses itself near {point}", point=verbatim(at or "a corner")),
            )
            return Polygon()
        if whole.area <= EPS:
            self.fault((*path, "polygon"), tr("the outline encloses nothing"))
        return whole

    def _on_table(self, path: Path, points: Sequence[Point]) -> None:
        for index, (x, y) in enumerate(points):
            if not (-EPS <= x <= self.size[0] + EPS and -EPS <= y <= self.size[1] + EPS):
                message = tr(
                    "[{x}, {y}] is off the table, which is {size}",
                    x=f"{x:g}",
                    y=f"{y:g}",
                    size=verbatim(self._measure()),
                )
                self.fault((*path, index), message)

    def _sector_size(self) -> tuple[float, float]:
        return self.cm["sector_cm"], self.cm["sector_cm"]

    def _point(self, given: Sequence[float]) -> Point:
        """[scale.25mm] Return a point or size of the map as it is on the table."""
        return (self.scale * float(given[0]), self.scale * float(given[1]))

    def _points(self, given: Sequence[Sequence[float]]) -> tuple[Point, ...]:
        return tuple(self._point(point) for point in given)

    def _pair(self, given: Any) -> Point | None:
        if not isinstance(given, list) or _broken(given):
            return None
        return self._point(given)

    def _measure(self) -> str:
        return tr("{wide} by {deep} cm", wide=f"{self.size[0]:g}", deep=f"{self.size[1]:g}")

    # villages and bridges

    def _sectors(self) -> Iterator[Sector]:
        """[G.5.sectors] Squares of 7.5 cm that lie on the table and not on each other."""
        seen: list[tuple[str, Polygon]] = []
        for index, row in self._rows("villages", "id", "name", "sectors"):
            self._name(("villages", index), row["id"])
            for n, part in enumerate(row["sectors"]):
                path: Path = ("villages", index, "sectors", n)
                at = self._pair((part or {}).get("at"))
                if at is None:
                    continue
                sector = Sector(
                    f"{row['id']}-{n + 1}", row["name"], at, part.get("turn", 0.0), self.scale
                )
                shape = square(at, self._sector_size(), sector.turn)
                if not self.edge.buffer(EPS).covers(shape):
                    self.fault(
                        path, tr("sector {id} is not wholly on the table", id=verbatim(sector.id))
                    )
                for other, theirs in seen:
                    if shape.buffer(-2 * EPS, join_style="mitre").intersects(theirs):
                        self.fault(
                            path,
                            tr(
                                "sectors {other} and {id} overlap",
                                other=verbatim(other),
                                id=verbatim(sector.id),
                            ),
                        )
                seen.append((sector.id, shape))
                yield sector

    def _bridges(self) -> Iterator[Bridge]:
        for index, row in self._rows("bridges", "id", "line"):
            path: Path = ("bridges", index)
            a, b = self._points(row["line"])
            self._on_table((*path, "line"), (a, b))
            strip = LineString((a, b)).buffer(self.cm["road_cm"] / 2, cap_style="flat")
            if strip.is_empty:
                self.fault((*path, "line"), tr("a bridge leads from one bank to the other"))
                continue
            uid = self._name(path, row["id"])
            yield Bridge(uid, row.get("name", ""), (a, b), strip, row.get("mined", 0))

    def _cut_roads(self, patches: list[Patch], bridges: list[Bridge]) -> list[Patch]:
        """[geo.bridge] End each road at the water: nothing but a bridge crosses it."""
        water = shapely.union_all([patch.polygon for patch in patches if patch.terrain == "water"])
        fords = shapely.union_all([patch.polygon for patch in patches if patch.terrain == "ford"])
        water = shapely.difference(water, fords)
        strips = shapely.union_all([bridge.strip for bridge in bridges])
        found: list[Patch] = []
        for patch in patches:
            if patch.terrain != "road" or not patch.polygon.intersects(water):
                found.append(patch)
                continue
            line = LineString(patch.line) if patch.line else patch.polygon
            wet = shapely.difference(shapely.intersection(line, water), strips)
            if patch.line and wet.length > self.cm["road_cm"] / 2:
                at = wet.centroid
                message = tr(
                    "road {id} crosses water near {x} cm east, {y} cm north",
                    id=verbatim(patch.id),
                    x=f"{at.x:.1f}",
                    y=f"{at.y:.1f}",
                )
                self.fault(("patches",), message, tr("add a bridge there"))
            found += _pieces(patch, water)
        for index, bridge in enumerate(bridges):
            if not any(
                patch.terrain in ("water", "ditch") and patch.polygon.intersects(bridge.strip)
                for patch in patches
            ):
                self.fault(
                    ("bridges", index),
                    tr("bridge {id} leads over no water", id=verbatim(bridge.id)),
                )
        return found

    def _labels(self) -> Iterator[LabelView]:
        for _, row in self._rows("labels", "text", "at"):
            yield LabelView(row["text"], row.get("kind", "place"), self._points(row["at"]))


def _pieces(patch: Patch, water: BaseGeometry) -> Iterator[Patch]:
    """The parts of a road on either side of the water, each with its own line."""
    dry = shapely.difference(patch.polygon, water)
    parts = [part for part in getattr(dry, "geoms", [dry]) if part.area > EPS]
    for n, part in enumerate(parts):
        line = shapely.intersection(LineString(patch.line), part) if patch.line else None
        course = _longest(line) if line is not None else ()
        uid = patch.id if n == 0 else f"{patch.id}:{n + 1}"
        yield Patch(uid, patch.terrain, part, 0, patch.name, course, patch.width, patch.look)


def _longest(shape: BaseGeometry) -> tuple[Point, ...]:
    lines = [s for s in getattr(shape, "geoms", [shape]) if isinstance(s, LineString)]
    best = max(lines, key=lambda line: line.length, default=LineString())
    return tuple((float(x), float(y)) for x, y in best.coords)


def _broken(value: Any) -> bool:
    """Whether the schema refused a value or a part of it."""
    if isinstance(value, list):
        return any(map(_broken, value))
    if isinstance(value, dict):
        return any(map(_broken, value.values()))
    return value is None


# -- places in a sector ------------------------------------------------------------------------

SIDES_OF_A_SECTOR = 4
FOOT, LEFT_GUN, RIGHT_GUN = "", "left", "right"


def slots(sector: Sector) -> dict[str, Pose]:
    """[geo.sector] Return the places in a sector: foot "0" to "3", guns "0-left", "0-right" ...

    Side n looks to the turn of the sector plus n quarter turns; a gun's place is to the left or
    right of the foot's as the side looks outward. Neighbouring sides share their corner.
    """
    found: dict[str, Pose] = {}
    out = lengths(sector.scale)["slot_cm"]
    for side in range(SIDES_OF_A_SECTOR):
        heading = (sector.turn + 90.0 * side) % 360.0
        middle = Pose.of(*sector.centre, heading).moved(out, heading)
        found[str(side)] = middle
        found[f"{side}-{LEFT_GUN}"] = middle.moved(out, heading + 90.0)
        found[f"{side}-{RIGHT_GUN}"] = middle.moved(out, heading - 90.0)
    return found


def housed(table: TableTop, pose: Pose) -> tuple[str, str]:
    """Return the sector and the place of a base at a pose, or two empty words."""
    for sector in table.sectors:
        for slot, there in slots(sector).items():
            if pose == there:
                return sector.id, slot
    return "", ""

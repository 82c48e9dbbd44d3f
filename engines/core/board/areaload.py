"""Reading an area map from YAML, and proving with geometry that it is one.

    areas:
      gorki: {name: Gorki, terrain: [clear, village], polygon: [[0, 0], [4, 0], [4, 3]]}
    borders:
      gorki|psarevo: {kind: [stream, slope], toward: {slope: gorki}}

A game puts `map_schema(...)` into the Record of its map file, with its own further fields, and hands
what was read to `read_areas`. Borders without a `line` follow the edge that the two areas share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.engines.core.board.areas import Area, AreaMap, Border, border_key
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.schema import (
    Int,
    ListOf,
    MapOf,
    Number,
    Path,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Problems
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.views import Point

_NAME = "[a-z0-9]+(-[a-z0-9]+)*"
_AREA = Str(pattern=_NAME, max_length=60, wanted=text("an area id such as great-redoubt"))
_POINT = ListOf(Number(), 2, 2)
_PAIR = Str(
    pattern=rf"{_NAME}\|{_NAME}", max_length=121, wanted=text("two areas, as in gorki|psarevo")
)
_FINE = 5000
"""Lines nearer to each other than this part of the map's width are one line."""


def map_schema(
    terrains: Sequence[str],
    kinds: Sequence[str],
    area: Mapping[str, Schema] | None = None,
    border: Mapping[str, Schema] | None = None,
) -> dict[str, Schema]:
    """Return the schemas of the keys `areas` and `borders` of a map file.

    `terrains` and `kinds` are the game's words; `area` and `border` its own optional fields, which
    end in `extra`.
    """
    kind = Str(choices=kinds)
    areas = Record(
        {
            "name": Str(max_length=80),
            "terrain": ListOf(Str(choices=terrains), 1, 20, single=True),
            "polygon": ListOf(_POINT, 3, 1000).says(text("Its outline.")),
        },
        {
            "label": _POINT.says(text("Where its name is written.")),
            "next": ListOf(_AREA, 0, 100).says(text("The areas it touches.")),
            **(area or {}),
        },
    )
    borders = Record(
        {"kind": ListOf(kind, 1, 20, single=True).says(text("What lies on the border."))},
        {
            "limit": Int(0, 1000).says(text("How many may cross it.")),
            "line": ListOf(_POINT, 2, 1000).says(text("Its course.")),
            "toward": MapOf(kind, ListOf(_AREA, 1, 2, single=True)).says(
                text("For what has a direction: toward which area.")
            ),
            **(border or {}),
        },
    )
    return {"areas": MapOf(_AREA, areas, 1, 5000), "borders": MapOf(_PAIR, borders, 0, 20_000)}


def read_areas(
    doc: Mapping[str, Any], source: Source, problems: Problems, at: Path = ()
) -> AreaMap | None:
    """Build the map from `doc`, which holds `areas` and `borders` as read with `map_schema`.

    `at` is the path of `doc` in `source`. Adds every fault to `problems`; what is sound comes back,
    None where no area is.
    """
    reader = _Reader(doc.get("areas") or {}, doc.get("borders") or {}, source, problems, at)
    found = reader.read()
    return found if found.areas else None


class _Reader:
    """Reads areas and borders, each fault noted at its line; broken parts are left out."""

    def __init__(
        self,
        areas: Mapping[Any, Any],
        borders: Mapping[Any, Any],
        source: Source,
        problems: Problems,
        at: Path,
    ) -> None:
        # What the schema refused is None here and has its problem already.
        self.areas = {key: row for key, row in areas.items() if key and row}
        self.borders = {key: row for key, row in borders.items() if key and row}
        self.source, self.problems, self.at = source, problems, at
        self.shapes: dict[str, Polygon] = {}
        self.fine = 0.0
        self.edges: dict[str, BaseGeometry] = {}
        self.clashing: set[str] = set()

    def fault(self, path: Path, message: str, mend: str = "", *, key: bool = False) -> None:
        self.problems.append(self.source.problem((*self.at, *path), message, mend, key))

    def read(self) -> AreaMap:
        for area in self.areas:
            self._outline(area)
        self._compare()
        borders = {border.key: border for border in self._borders()}
        self._unbordered(borders)
        for area in self.areas:
            self._listed(area, borders)
        return AreaMap({area: self._area(area) for area in self.shapes}, borders)

    # areas

    def _outline(self, area: str) -> None:
        """Take an area's outline, if it is one that does not cross itself."""
        points = _points(self.areas[area].get("polygon"))
        if points is None:
            return
        if points[0] == points[-1]:
            points = points[:-1]
        path: Path = ("areas", area, "polygon")
        if len(set(points)) < 3:
            self.fault(
                path, tr("the outline of {area} has fewer than three corners", area=verbatim(area))
            )
            return
        shape = Polygon(points)
        if not shape.is_valid:
            why = shapely.is_valid_reason(shape)
            self.fault(
                path,
                tr(
                    "the outline of {area} is no simple polygon: {why}",
                    area=verbatim(area),
                    why=verbatim(why),
                ),
            )
            return
        self.shapes[area] = shape

    def _area(self, area: str) -> Area:
        row, shape = self.areas[area], self.shapes[area]
        ring = tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])
        label = _points([row["label"]]) if row.get("label") else None
        if label is None:
            spot = shape.representative_point()
            label = ((spot.x, spot.y),)
        elif not shape.intersects(shapely.Point(label[0])):
            self.fault(
                ("areas", area, "label"),
                tr("the label of {area} stands outside it", area=verbatim(area)),
            )
        known = ("name", "terrain", "polygon", "label", "next")
        return Area(
            area,
            row.get("name") or area,
            ring,
            label[0],
            tuple(row.get("terrain") or ("",)),
            {key: value for key, value in row.items() if key not in known},
        )

    def _compare(self) -> None:
        """Find areas that overlap, and the edges that areas share."""
        if not self.shapes:
            return
        names = list(self.shapes)
        outlines = list(self.shapes.values())
        left, top, right, bottom = shapely.total_bounds(outlines)
        self.fine = max(right - left, bottom - top) / _FINE
        pairs = shapely.STRtree(outlines).query(outlines, "dwithin", self.fine)
        for i, j in sorted(pairs.T.tolist()):
            if i < j:
                self._meet(names[i], names[j])

    def _meet(self, one: str, other: str) -> None:
        meeting = _meeting(self.shapes[one], self.shapes[other], self.fine)
        if meeting.overlap is not None:
            x, y = meeting.overlap
            message = tr(
                "{other} overlaps {one} at [{x}, {y}]",
                other=verbatim(other),
                one=verbatim(one),
                x=f"{x:g}",
                y=f"{y:g}",
            )
            self.fault(("areas", other, "polygon"), message, tr("let both share the same corners"))
            self.clashing.add(border_key(one, other))
        elif meeting.edge.length > 2 * self.fine:
            self.edges[border_key(one, other)] = meeting.edge

    # borders

    def _borders(self) -> Iterator[Border]:
        seen: dict[str, str] = {}
        for name, row in self.borders.items():
            a, b = sorted(name.split("|"))
            key = border_key(a, b)
            path: Path = ("borders", name)
            for area in (a, b):
                if area not in self.areas:
                    mend = did_you_mean(area, self.areas)
                    self.fault(
                        path,
                        tr(
                            "the border {name} names no area {area}",
                            name=verbatim(name),
                            area=verbatim(area),
                        ),
                        mend,
                        key=True,
                    )
            if a == b:
                self.fault(
                    path,
                    tr("the border {name} joins {a} to itself", name=verbatim(name), a=verbatim(a)),
                    key=True,
                )
            elif key in seen:
                self.fault(
                    path,
                    tr(
                        "the border {name} is written twice: {seen}",
                        name=verbatim(name),
                        seen=verbatim(seen[key]),
                    ),
                    key=True,
                )
            elif a in self.shapes and b in self.shapes and key not in self.clashing:
                line = self._line(name, key, row)
                if line is not None:
                    yield self._border(name, (a, b), row, line)
            seen.setdefault(key, name)

    def _border(
        self, name: str, ends: tuple[str, str], row: Mapping[str, Any], line: tuple[Point, ...]
    ) -> Border:
        kinds = tuple(kind for kind in row.get("kind") or () if kind)
        toward: dict[str, tuple[str, ...]] = {}
        for kind, areas in (row.get("toward") or {}).items():
            path: Path = ("borders", name, "toward", kind)
            if kind not in kinds:
                self.fault(
                    path,
                    tr(
                        "the border {name} has no {kind} to point anywhere",
                        name=verbatim(name),
                        kind=verbatim(kind),
                    ),
                    key=True,
                )
            for area in areas or ():
                if area not in ends:
                    mend = tr("write {known}", known=verbatim(" or ".join(ends)))
                    self.fault(
                        path,
                        tr(
                            "a border of {name} cannot point to {area}",
                            name=verbatim(name),
                            area=verbatim(area),
                        ),
                        mend,
                    )
            toward[kind] = tuple(areas or ())
        known = ("kind", "limit", "line", "toward")
        extra = {key: value for key, value in row.items() if key not in known}
        return Border(border_key(*ends), *ends, kinds, row.get("limit"), line, toward, extra)

    def _line(self, name: str, key: str, row: Mapping[str, Any]) -> tuple[Point, ...] | None:
        """Take a border's course, given or from the edge the areas share."""
        path: Path = ("borders", name)
        edge = self.edges.get(key)
        if edge is None:
            self.fault(
                path,
                tr("the areas of the border {name} share no edge", name=verbatim(name)),
                key=True,
            )
            return None
        given = _points(row.get("line"))
        if given is not None:
            zone = edge.buffer(2 * self.fine)
            if not zone.covers(LineString(given)):
                self.fault(
                    (*path, "line"),
                    tr("the line of {name} leaves the edge of its areas", name=verbatim(name)),
                )
            return given
        if not isinstance(edge, LineString):
            message = tr(
                "the areas of the border {name} touch in several stretches", name=verbatim(name)
            )
            self.fault(path, message, tr("give the line of the border"), key=True)
            return None
        points = tuple((float(x), float(y)) for x, y in edge.coords)
        # Which end comes first must not hang on the geometry library.
        return min(points, points[::-1])

    # what is missing

    def _unbordered(self, borders: Mapping[str, Border]) -> None:
        """Find areas that share an edge and no border: adjacency would be lost in silence."""
        written = {border_key(*name.split("|")) for name in self.borders} | borders.keys()
        for key in self.edges:
            if key not in written:
                a, b = key.split("|")
                mend = tr(
                    "add {key}, with the kind of what bars the way if it cannot be crossed",
                    key=verbatim(key),
                )
                self.fault(
                    ("areas", a),
                    tr("{a} and {b} share an edge and no border", a=verbatim(a), b=verbatim(b)),
                    mend,
                    key=True,
                )
        for area in self.shapes:
            if len(self.shapes) > 1 and not any(area in key.split("|") for key in written):
                self.fault(
                    ("areas", area), tr("no border leads to {area}", area=verbatim(area)), key=True
                )

    def _listed(self, area: str, borders: Mapping[str, Border]) -> None:
        """Compare the neighbours an area lists itself, where it does, with borders and theirs."""
        listed = self.areas[area].get("next")
        if listed is None:
            return
        path: Path = ("areas", area, "next")
        for other in listed:
            back = self.areas.get(other, {}).get("next")
            if other not in self.areas:
                self.fault(
                    path,
                    tr("there is no area {area}", area=verbatim(other)),
                    did_you_mean(other, self.areas),
                )
            elif back is not None and area not in back:
                self.fault(
                    path,
                    tr(
                        "one-way: {area} lists {other}, {other} does not list {area}",
                        area=verbatim(area),
                        other=verbatim(other),
                    ),
                )
            elif border_key(area, other) not in borders:
                self.fault(
                    path,
                    tr(
                        "{area} lists {other} and has no border with it",
                        area=verbatim(area),
                        other=verbatim(other),
                    ),
                )
        for border in borders.values():
            if area in (border.a, border.b) and border.other(area) not in listed:
                other = border.other(area)
                self.fault(
                    path,
                    tr(
                        "{area} has a border with {other} and does not list it",
                        area=verbatim(area),
                        other=verbatim(other),
                    ),
                )


def _points(read: Any) -> tuple[Point, ...] | None:
    """Return what was read as points, None where a part of it was refused."""
    if not read or any(not pair or None in pair or len(pair) != 2 for pair in read):
        return None
    return tuple((float(x), float(y)) for x, y in read)


@record
class _Meeting:
    """How two areas lie to each other: a point in which they overlap, or the edge they share."""

    overlap: Point | None
    edge: BaseGeometry


_MEETINGS: Memo[_Meeting] = Memo(8192)
"""By both outlines and the fineness: the same map is read by every table, and redrawn bit by bit."""


def _meeting(a: Polygon, b: Polygon, fine: float) -> _Meeting:
    """Return how two areas meet; worked out once for two outlines."""
    return _MEETINGS.of(("areas", a.wkb, b.wkb, fine), lambda: _compared(a, b, fine))


def _compared(a: Polygon, b: Polygon, fine: float) -> _Meeting:
    # What is thinner than the fineness is two drawings of one line, no overlap.
    common = shapely.intersection(a, b).buffer(-fine)
    if common.is_empty:
        return _Meeting(None, _shared(a, b, fine))
    x, y = common.representative_point().coords[0]
    return _Meeting((x, y), LineString())


def _shared(a: Polygon, b: Polygon, fine: float) -> BaseGeometry:
    """Return the edge two areas share, as one line where it is one."""
    # Corners of one area on a straight edge of the other lie a rounding beside it.
    one = shapely.snap(a.exterior, b.exterior, fine)
    other = shapely.snap(b.exterior, one, fine)
    common = shapely.intersection(one, other)
    parts = [part for part in shapely.get_parts(common) if part.length > 0]
    return shapely.line_merge(shapely.union_all(parts)) if parts else LineString()

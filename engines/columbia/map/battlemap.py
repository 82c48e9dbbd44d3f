"""[3.1] Reading a map: areas put together from the borders between them, roads, waters, places.

    areas:
      gor: {name: Gorki, terrain: [clear, village], rim: [[46, 3], [46, 9]]}
    borders:
      gor|sto: {kind: [stream, slope], toward: {slope: sto}, line: [[20, 3], [24, 4]]}

Every line stands in the file once. The outline of an area is made of the lines of its borders and
its `rim` along the edge of the map, which must close. A small board for trying things out has a
`grid` of squares instead: [[a, b], [c, d]].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from grognard.engines.columbia.map.ground import Area, Border, Ground
from grognard.engines.columbia.state import SIDES
from grognard.engines.core.board.areaload import map_schema, read_areas
from grognard.engines.core.board.areas import AreaMap, border_key
from grognard.engines.core.board.outlines import Ring, close, join
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Path,
    Record,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Problems
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.core.show.views import LabelView, LineView

SIDE = Str(choices=SIDES)
GROUNDS = ("clear", "woods", "swamp")
STANDING = ("village", "redoubt")
WATERS = ("stream", "river")
CROSSINGS = ("bridge", "dam", "ford")
COVERS = ("woods", "swamp")
KINDS = ("clear", *COVERS, *WATERS, *CROSSINGS, "slope")
SQUARE = 6
"""The side of a square of a grid, in board units; an area of the map is about as large."""

_POINT = ListOf(Number(-10_000, 10_000), 2, 2)
_LINE = ListOf(_POINT, 2, 1000)
_PAIR = Str(pattern=r"[a-z0-9-]{1,60}\|[a-z0-9-]{1,60}", wanted=text("two areas, as in gor|sto"))
_NOTE = Str(max_length=400)
_TERRAIN = ListOf(Str(choices=(*GROUNDS, *STANDING)), 1, 3, single=True)
_AREA = Record(
    optional={
        "name": NAME,
        "terrain": _TERRAIN.says(text("Its ground, and what stands on it.")),
        "label": _POINT.says(text("Where its name is written.")),
        "level": Int(0, 9).says(text("The height it is drawn at.")),
        "line": SIDE.says(text("The side of the start line it lies on.")),
        "edge": SIDE.says(text("The side whose map edge it touches.")),
        "symbols": Int(1, 2).says(text("How many supply symbols are printed in it.")),
        "source": SIDE.says(text("Whose supply source it is.")),
        "provenance": _NOTE,
        "rim": _LINE.says(text("Its outline along the edge of the map.")),
        "next": ListOf(ID, 0, 100),
    }
)
_ROAD = Record(
    {"id": ID, "areas": ListOf(ID, 2, 200)},
    {"name": NAME, "main": Bool().says(text("Whether it is a main road.")), "line": _LINE},
)
_WATER = Record(
    {"name": NAME, "kind": Str(choices=WATERS)},
    {"along": ListOf(_PAIR, 1, 200).says(text("The borders it runs along.")), "line": _LINE},
)
_PLACES = ("town", "village", "hamlet", "redoubt", "height", "wood")
_PLACE = Record(
    {"kind": Str(choices=_PLACES), "area": ID, "at": _POINT},
    {"name": Str(max_length=120, empty=True)},
)
_BORDERS = map_schema(
    (*GROUNDS, *STANDING),
    KINDS,
    border={
        "optional": Bool().says(text("Whether its bridge exists only once it is built.")),
        "provenance": _NOTE,
    },
)["borders"]
MAP = Record(
    optional={
        "map": ID,
        "game": Str(choices=("columbia",)),
        "title": NAME,
        "scale": NAME,
        "provenance": PROVENANCE,
        "areas": MapOf(ID, OneOf(_TERRAIN, _AREA), 0, 2000).says(text("The areas by their ids.")),
        "borders": _BORDERS,
        "grid": ListOf(ListOf(ID, 1, 100), 1, 100).says(
            text("Squares instead of outlines, row by row, for a small board.")
        ),
        "roads": ListOf(_ROAD, 0, 200),
        "waters": ListOf(_WATER, 0, 200).says(text("Streams and rivers by their names.")),
        "places": ListOf(_PLACE, 0, 500).says(text("What is drawn and named besides.")),
    }
)
LAYERS = (
    Layer("areas", "areas", (*GROUNDS, *STANDING), base="clear", either=(GROUNDS,)),
    Layer(
        "borders",
        "borders",
        KINDS,
        one_way=("slope",),
        base="clear",
        either=(WATERS, CROSSINGS, COVERS),
    ),
    Layer(
        "marks",
        "marks",
        ("source", "line"),
        owners=SIDES,
        counted=(("source", "symbols"),),
    ),
    Layer("roads", "lines"),
    Layer("places", "places", _PLACES),
)
"""What a map is drawn of."""


def read_map(node: Any, problems: Problems) -> Ground | None:
    """Read a map; every fault goes to `problems`. What is sound of it comes back: an author goes on drawing."""
    doc = MAP.read(node, problems, tr("the map"))
    return _Reader(doc, Source(node), problems).read() if doc is not None else None


class _Reader:
    """Makes a Ground of what the schema let through; each fault is noted at its line.

    What the schema refused is left out; `marred` are areas that miss a line for it, so that
    nobody complains of a gap that another fault explains.
    """

    def __init__(self, doc: dict[str, Any], source: Source, problems: Problems) -> None:
        self.doc, self.source, self.problems = doc, source, problems
        self.marred: set[str] = set()
        self.areas: dict[str, dict[str, Any]] = {}
        for uid, row in (doc.get("areas") or {}).items():
            if uid is not None:
                self.areas[uid] = self._area_row(uid, row)
        self.borders: dict[str, dict[str, Any]] = {}
        for name, row in (doc.get("borders") or {}).items():
            if name is not None:
                self.borders[name] = self._border_row(name, row)

    def _area_row(self, uid: str, row: Any) -> dict[str, Any]:
        plain = row if isinstance(row, dict) else {"terrain": row}
        kept = {key: value for key, value in plain.items() if not _broken(value)}
        if len(kept) < len(plain):
            self.marred.add(uid)
        return kept

    def _border_row(self, name: str, row: Any) -> dict[str, Any]:
        kept = {key: value for key, value in (row or {}).items() if not _broken(value)}
        if row is None or len(kept) < len(row) or "kind" not in kept:
            self.marred.update(name.split("|"))
        return {"kind": ["clear"], **kept}

    def _rows(self, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Give the sound rows of a list with their places."""
        needed = {"roads": ("id", "areas"), "waters": ("name", "kind"), "places": ("area", "at")}
        for index, row in enumerate(self.doc.get(key) or ()):
            if row and not any(_broken(row.get(name)) for name in (*needed[key], *row)):
                yield index, row

    def fault(self, path: Path, message: str, mend: str = "", *, key: bool = False) -> None:
        self.problems.append(self.source.problem(path, message, mend, key))

    def read(self) -> Ground | None:
        rings = self._squares() if self.doc.get("grid") is not None else self._rings()
        self._check_areas()
        for name, row in self.borders.items():
            self._check_border(name, row)
        roads = self._roads()
        self._check_drawing()
        area_map = self._area_map(rings)
        if area_map is None:
            return None
        return self._ground(area_map, roads)

    # outlines

    def _squares(self) -> dict[str, Ring]:
        """Lay the areas of a grid out as squares; neighbours that say nothing have a clear border."""
        cells: dict[str, tuple[int, int]] = {}
        for y, row in enumerate(self.doc["grid"]):
            for x, uid in enumerate(row or ()):
                if uid is None:
                    continue
                if uid in cells:
                    self.fault(
                        ("grid", y, x), tr("area {uid} is in the grid twice", uid=verbatim(uid))
                    )
                cells.setdefault(uid, (x, y))
        for uid in self.areas:
            if uid not in cells:
                mend = did_you_mean(uid, cells)
                self.fault(
                    ("areas", uid),
                    tr("area {uid} is not in the grid", uid=verbatim(uid)),
                    mend,
                    key=True,
                )
        self.areas = {uid: {"terrain": ["clear"], **self.areas.get(uid, {})} for uid in cells}
        written = {border_key(*name.split("|")) for name in self.borders}
        at = {cell: uid for uid, cell in cells.items()}
        for uid, (x, y) in cells.items():
            for other in (at.get((x + 1, y)), at.get((x, y + 1))):
                if other is not None and border_key(uid, other) not in written:
                    self.borders[border_key(uid, other)] = {"kind": ["clear"]}
        return {uid: _square(x, y) for uid, (x, y) in cells.items()}

    def _rings(self) -> dict[str, Ring]:
        """Put the outline of each area together from the lines of its borders and its rim."""
        parts: dict[str, list[Ring]] = {uid: [] for uid in self.areas}
        for name, row in self.borders.items():
            line = _points(row.get("line") or ())
            if not line and not self.marred.intersection(name.split("|")):
                self.fault(
                    ("borders", name),
                    tr("the border {name} has no line", name=verbatim(name)),
                    tr("add line"),
                    key=True,
                )
            for uid in name.split("|"):
                if line and uid in parts:
                    parts[uid].append(line)
        rings: dict[str, Ring] = {}
        for uid, lines in parts.items():
            rim = self.areas[uid].get("rim")
            ring, loose = close([*lines, _points(rim)] if rim else lines)
            if uid in self.marred:
                continue
            if loose is not None:
                message = tr(
                    "the borders of {uid} do not close: one ends at [{x}, {y}]",
                    uid=verbatim(uid),
                    x=f"{loose[0]:g}",
                    y=f"{loose[1]:g}",
                )
                self.fault(("areas", uid), message, tr("give the rim along the edge"), key=True)
            elif ring:
                rings[uid] = ring
        return rings

    def _area_map(self, rings: Mapping[str, Ring]) -> AreaMap | None:
        """Have core prove the geometry."""
        areas = {
            uid: {
                "name": row.get("name") or uid,
                "terrain": row.get("terrain"),
                "polygon": rings[uid],
                **{key: row[key] for key in ("label", "next") if key in row},
            }
            for uid, row in self.areas.items()
            if uid in rings
        }
        borders = {
            name: {
                key: value for key, value in row.items() if key not in ("optional", "provenance")
            }
            for name, row in self.borders.items()
            if all(uid in rings or uid not in self.areas for uid in name.split("|"))
        }
        if not self.areas:
            self.fault((), tr("the map has no areas"))
        return read_areas({"areas": areas, "borders": borders}, self.source, self.problems)

    # meaning

    def _check_areas(self) -> None:
        for uid, row in self.areas.items():
            path: Path = ("areas", uid)
            terrain = row.get("terrain")
            if terrain is None and uid in self.marred:
                continue
            if terrain is None:
                self.fault(
                    path,
                    tr("area {uid} lacks terrain", uid=verbatim(uid)),
                    tr("add terrain"),
                    key=True,
                )
            elif terrain[0] not in GROUNDS or any(t in GROUNDS for t in terrain[1:]):
                mend = tr(
                    "first {grounds}, then {standing}",
                    grounds=verbatim(", ".join(GROUNDS)),
                    standing=verbatim(", ".join(STANDING)),
                )
                self.fault(
                    (*path, "terrain"),
                    tr("{uid} needs one ground, and that first", uid=verbatim(uid)),
                    mend,
                )
            if ("symbols" in row) != ("source" in row):
                self.fault(
                    path,
                    tr("{uid}: a supply source has symbols and source", uid=verbatim(uid)),
                    key=True,
                )

    def _check_border(self, name: str, row: dict[str, Any]) -> None:
        """[3.33.border] At most one water, one crossing and one cover; slopes point somewhere."""
        path: Path = ("borders", name)
        kinds = row["kind"]
        for group in (WATERS, CROSSINGS, COVERS):
            if len([kind for kind in kinds if kind in group]) > 1:
                self.fault(
                    (*path, "kind"),
                    tr(
                        "the border {name} has two of {known}",
                        name=verbatim(name),
                        known=verbatim(", ".join(group)),
                    ),
                )
        if "clear" in kinds and len(kinds) > 1:
            self.fault(
                (*path, "kind"),
                tr("the border {name} is clear and something else", name=verbatim(name)),
            )
        if len(set(kinds)) < len(kinds):
            self.fault(
                (*path, "kind"), tr("the border {name} names a kind twice", name=verbatim(name))
            )
        if "slope" in kinds and not (row.get("toward") or {}).get("slope"):
            mend = tr("add toward: {{slope: the lower area}}")
            self.fault(
                path,
                tr("nothing says where the slope of {name} falls", name=verbatim(name)),
                mend,
                key=True,
            )
        if row.get("optional") and "bridge" not in kinds:
            self.fault(
                (*path, "optional"),
                tr("there is no bridge on {name} that could be optional", name=verbatim(name)),
            )

    def _roads(self) -> dict[str, tuple[str, ...]]:
        """[3.2.road] Return the roads over each border; a road runs from neighbour to neighbour."""
        written = {border_key(*name.split("|")) for name in self.borders}
        over: dict[str, tuple[str, ...]] = {}
        seen: set[str] = set()
        for index, row in self._rows("roads"):
            if row["id"] in seen:
                self.fault(
                    ("roads", index, "id"), tr("road {id} is given twice", id=verbatim(row["id"]))
                )
            seen.add(row["id"])
            for place, (a, b) in enumerate(pairwise(row["areas"])):
                key = border_key(a, b)
                if key not in written:
                    message = tr(
                        "the road {id} breaks: {a} and {b} share no border",
                        id=verbatim(row["id"]),
                        a=verbatim(a),
                        b=verbatim(b),
                    )
                    self.fault(("roads", index, "areas", place + 1), message)
                over[key] = (*over.get(key, ()), row["id"])
        return over

    def _check_drawing(self) -> None:
        """Check that waters run along borders with such water, and places lie in areas."""
        kinds = {border_key(*name.split("|")): row["kind"] for name, row in self.borders.items()}
        for index, row in self._rows("waters"):
            path: Path = ("waters", index)
            if ("along" in row) == ("line" in row):
                self.fault(
                    path,
                    tr("{name} has either along (borders) or line", name=verbatim(row["name"])),
                    tr("give one"),
                )
            for place, name in enumerate(row.get("along") or ()):
                if row["kind"] not in kinds.get(border_key(*name.split("|")), ()):
                    self.fault(
                        (*path, "along", place),
                        tr(
                            "{name} is no border on a {kind}",
                            name=verbatim(name),
                            kind=verbatim(row["kind"]),
                        ),
                    )
        for index, row in self._rows("places"):
            if row["area"] not in self.areas:
                mend = did_you_mean(row["area"], self.areas)
                self.fault(
                    ("places", index, "area"),
                    tr("there is no area {area}", area=verbatim(row["area"])),
                    mend,
                )

    def _ground(self, area_map: AreaMap, roads: Mapping[str, tuple[str, ...]]) -> Ground:
        listed = [row for _, row in self._rows("roads")]
        return Ground(
            areas={uid: self._area(uid, self.areas[uid]) for uid in area_map.areas},
            borders={
                key: _border(
                    key, self._row(key), border.toward.get("slope", ()), roads.get(key, ())
                )
                for key, border in area_map.borders.items()
            },
            near={uid: area_map.neighbours(uid) for uid in area_map.areas},
            map=area_map,
            main_roads=tuple(row["id"] for row in listed if row.get("main")),
            road_names={row["id"]: row.get("name") or row["id"] for row in listed},
            lines=tuple(self._lines(area_map)),
            labels=tuple(self._labels()),
            id=self.doc.get("map") or "board",
            title=self.doc.get("title") or "Board",
        )

    def _row(self, key: str) -> dict[str, Any]:
        a, b = key.split("|")
        return self.borders.get(key) or self.borders[f"{b}|{a}"]

    @staticmethod
    def _area(uid: str, row: Mapping[str, Any]) -> Area:
        terrain = row.get("terrain") or GROUNDS[:1]
        return Area(
            id=uid,
            name=row.get("name") or uid,
            terrain=terrain[0],
            village="village" in terrain,
            redoubt="redoubt" in terrain,
            line=row.get("line", ""),
            edge=row.get("edge", ""),
            symbols=row.get("symbols", 0),
            source=row.get("source", ""),
            level=row.get("level", 1),
        )

    # drawing

    def _lines(self, area_map: AreaMap) -> Iterator[LineView]:
        for index, row in self._rows("waters"):
            line = self._water(index, row, area_map)
            if line:
                yield LineView(row["kind"], row["name"], line)
        for _, row in self._rows("roads"):
            known = [area_map.areas[uid].label for uid in row["areas"] if uid in area_map.areas]
            line = _points(row.get("line") or known)
            yield LineView("major_road" if row.get("main") else "road", row.get("name") or "", line)

    def _water(self, index: int, row: Mapping[str, Any], area_map: AreaMap) -> Ring:
        """[3.2.river] Take the course of a water: its own line, or that of the borders it runs along."""
        course: Ring = _points(row.get("line") or ())
        for place, name in enumerate(row.get("along") or ()):
            border = area_map.borders.get(border_key(*name.split("|")))
            joined = join(course, border.line) if border is not None else None
            if joined is None:
                message = tr(
                    "{name} breaks off before {border}",
                    name=verbatim(row["name"]),
                    border=verbatim(name),
                )
                self.fault(("waters", index, "along", place), message)
                return ()
            course = joined
        return course

    def _labels(self) -> Iterator[LabelView]:
        """Give the names of places; one that the area bears as well is written once, with it."""
        for _, row in self._rows("places"):
            if row.get("name") in (None, "", self.areas.get(row["area"], {}).get("name")):
                continue
            yield LabelView(row.get("name") or "", row["kind"], _points([row["at"]]))


def _broken(value: Any) -> bool:
    """Whether the schema refused a value or a part of it."""
    if isinstance(value, list):
        return any(_broken(item) for item in value)
    if isinstance(value, dict):
        return any(key is None or _broken(item) for key, item in value.items())
    return value is None


def _border(
    key: str, row: Mapping[str, Any], lower: tuple[str, ...], roads: tuple[str, ...]
) -> Border:
    a, b = key.split("|")
    kinds = row["kind"]

    def one(group: tuple[str, ...]) -> str:
        return next((kind for kind in kinds if kind in group), "")

    uphill = (
        "both" if len(set(lower)) > 1 else next((uid for uid in (a, b) if uid not in lower), "")
    )
    return Border(
        key=key,
        a=a,
        b=b,
        water=one(WATERS),
        crossing=one(CROSSINGS),
        cover=one(COVERS),
        uphill=uphill if lower else "",
        roads=roads,
        optional_bridge=bool(row.get("optional")),
    )


def _square(x: int, y: int) -> Ring:
    left, top, right, bottom = (float(SQUARE * n) for n in (x, y, x + 1, y + 1))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _points(read: Any) -> Ring:
    return tuple((float(x), float(y)) for x, y in read)

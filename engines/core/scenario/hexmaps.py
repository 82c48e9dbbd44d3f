"""Hex maps in files: which words a game has for ground, hexsides and lines, and what a map says.

The words stay the game's own: a map is read into a `HexMap`, which a game makes its terrain of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.board.hexnumbers import HexError, parse_hexes
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    MapOf,
    Path,
    Record,
    Schema,
    Source,
    Str,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Node, Plain, Problems
from grognard.engines.core.scenario.buildings import (
    Building,
    building_schema,
    built,
    parts_of,
    plans,
    too_far,
)
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.core.show.views import BuildingView, LabelView

HEX = Str(pattern="[0-9]{4}|[0-9]{6}", wanted=text("a hex number such as 4008"))
MARKED = Str(max_length=20)
_SIDE_TEXT = re.compile(r"([0-9]{4,6})([/>])([0-9]{4,6})", re.ASCII)


@dataclass(frozen=True)
class HexWords:
    """What the hex maps of a game may say.

    Attributes:
        hexes: the kinds of ground; `base` is the one of hexes that a map does not name.
        sides: what lies on a hexside, `directed` what lies there one way: outside>inside, low>high.
        lines: the kinds of roads and streams; any id if there are none.
        levels: whether hexes have levels.
        tiles: the file of the tiles that a scenario may lay on its map, "" if there are none.
        boards: whether maps of the game are joined of boards.
        more: what a map file says besides.
    """

    game: str
    hexes: tuple[str, ...]
    base: str
    sides: tuple[str, ...] = ()
    directed: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    levels: bool = False
    tiles: str = ""
    boards: bool = False
    more: Mapping[str, Schema] = field(default_factory=dict)

    @cached_property
    def ground(self) -> dict[str, Schema]:
        """What may lie on a map, or be laid on one."""
        line = Str(choices=self.lines) if self.lines else ID
        levels = {
            "levels": MapOf(Int(-20, 50), ListOf(MARKED)).says(
                text("For each level but 0 its hexes.")
            )
        }
        return {
            "terrain": MapOf(Str(choices=self.hexes), ListOf(MARKED)).says(
                text("For each kind of terrain its hexes: 4008, or 4307-4310 in one column or row.")
            ),
            **(levels if self.levels else {}),
            "hexsides": MapOf(Str(choices=(*self.sides, *self.directed)), ListOf(MARKED)).says(
                text(
                    "For each kind its hexsides: 4008/4009, or 4008>4009 for what has a direction."
                )
            ),
            "lines": ListOf(Record({"kind": line, "hexes": ListOf(HEX, 2)}, {"name": NAME})),
            "places": ListOf(Record({"name": NAME, "at": HEX, "kind": ID})).says(
                text("Names on the map.")
            ),
            "rivers": ListOf(Record({"name": NAME, "label_at": ListOf(HEX, 1)})),
            "buildings": ListOf(building_schema()).says(
                text(
                    "What stands in a hex: a shipped plan, or roofs, yards, gardens and walls of its own."
                )
            ),
        }

    @cached_property
    def schema(self) -> Record:
        """What a map file holds."""
        grid = Anything().says(
            text(
                "How hexes are numbered: kind, columns and rows with first, last and grow, which are shifted toward where, flat top or side."
            )
        )
        head: dict[str, Schema] = {
            "map": ID,
            "game": Str(choices=(self.game,)),
            "title": NAME,
            "provenance": PROVENANCE,
            "base_terrain": Str(choices=self.hexes).says(
                text("Of every hex that terrain does not name.")
            ),
        }
        return Record({"grid": grid}, {**head, **self.ground, **self.more})

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """What such a map is drawn of."""
        found = [Layer("terrain", "hexes", self.hexes, base=self.base)]
        if self.levels:
            found.append(Layer("levels", "levels"))
        if kinds := (*self.sides, *self.directed):
            found.append(Layer("hexsides", "sides", kinds, self.directed))
        found.append(Layer("lines", "lines", self.lines))
        found.append(Layer("places", "places"))
        for key, schema in self.more.items():
            if isinstance(schema, MapOf) and isinstance(schema.key, Str) and schema.key.choices:
                found.append(Layer(key, "hexes", schema.key.choices))
            elif isinstance(schema, ListOf) and isinstance(schema.item, Record):
                found += _named_places(key, schema.item)
        found.append(Layer("buildings", "buildings", tuple(plans())))
        return tuple(found)

    @cached_property
    def tile_file(self) -> Record:
        """What the file of tiles holds."""
        kind = Record(
            {"id": ID, "name": NAME, "terrain": ListOf(Str(choices=self.hexes), 1, 7)},
            {
                "tile": Int(1, 99).says(
                    text("Its number: two kinds of one number are its two sides.")
                ),
                "rule": Str(max_length=40),
                "provenance": Str(choices=("known", "derived")),
                "round": MapOf(
                    Str(choices=(*self.sides, *self.directed)), ListOf(Int(1, 7), 1, 7)
                ).says(text("What lies on the hexsides round some of its hexes, counted from 1.")),
            },
        )
        head: dict[str, Schema] = {
            "game": Str(choices=(self.game,)),
            "title": NAME,
            "provenance": PROVENANCE,
        }
        return Record({"tiles": ID, "kinds": ListOf(kind, 1)}, head)


@dataclass(frozen=True, slots=True)
class Hexside:
    """What lies on the side between two hexes; of what is directed `a` is outside, or low."""

    kind: str
    a: str
    b: str
    directed: bool = False

    @classmethod
    def between(cls, kind: str, a: str, b: str, directed: bool) -> Hexside:
        """Return the side between two hexes; which comes first counts only where it is directed."""
        return cls(kind, *((a, b) if directed or a < b else (b, a)), directed)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line from hex to hex: a road, a stream."""

    kind: str
    hexes: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A name on the map and the hexes where it stands."""

    name: str
    kind: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class HexMap:
    """What a map of hexes says, in the words of its game."""

    id: str
    title: str
    grid: HexGrid
    base: str
    terrain: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, int] = field(default_factory=dict)
    sides: tuple[Hexside, ...] = ()
    lines: tuple[Drawn, ...] = ()
    names: tuple[Named, ...] = ()
    buildings: tuple[Building, ...] = ()

    @property
    def labels(self) -> tuple[LabelView, ...]:
        """The names with their points."""
        centre = self.grid.centre
        return tuple(
            LabelView(each.name, each.kind, tuple(map(centre, each.hexes))) for each in self.names
        )

    def built(self, ground: Mapping[str, str]) -> tuple[BuildingView, ...]:
        """Return what was built; `ground` is the plan of a kind of ground that nothing else stands on."""
        terrain = {**dict.fromkeys(self.grid, self.base), **self.terrain}
        return tuple(built(self.buildings, self.grid, ground, terrain))

    @property
    def between(self) -> dict[str, tuple[str, ...]]:
        """What lies on each hexside, but for what has a direction."""
        found: dict[str, tuple[str, ...]] = {}
        for side in self.sides:
            if not side.directed:
                key = side_key(side.a, side.b)
                found[key] = (*found.get(key, ()), side.kind)
        return found

    def directed(self, kinds: Collection[str]) -> dict[tuple[str, str], str]:
        """Return which of some kinds with a direction lies on a hexside, from its first hex to the other."""
        sides = (side for side in self.sides if side.directed and side.kind in kinds)
        return {(side.a, side.b): side.kind for side in sides}

    def ways(self, kinds: Sequence[str]) -> dict[str, str]:
        """Return which of some lines leads over each hexside; of several the one that `kinds` names first."""
        found: dict[str, str] = {}
        known = (
            line for line in self.lines if line.kind in kinds
        )  # others are faults, told already
        for line in sorted(known, key=lambda line: kinds.index(line.kind)):
            for a, b in pairwise(line.hexes):
                found.setdefault(side_key(a, b), line.kind)
        return found

    def moved(
        self, grid: HexGrid, name: Callable[[str], str | None], base: str, turn: int = 0
    ) -> HexMap:
        """Return what it says with the names of another grid; `name` gives None for what is not there.

        `turn`: by how many sixths of a turn it lies otherwise.
        """
        own = {h: self.terrain.get(h, self.base) for h in self.grid} if base != self.base else {}
        terrain = {**own, **self.terrain}
        new = {h: at for h in self.grid if (at := name(h)) is not None and at in grid}
        runs = (
            Drawn(line.kind, run, line.name)
            for line in self.lines
            for run in _runs([new.get(h) for h in line.hexes])
        )
        return HexMap(
            self.id,
            self.title,
            grid,
            base,
            {new[h]: kind for h, kind in terrain.items() if h in new},
            {new[h]: level for h, level in self.levels.items() if h in new},
            tuple(
                Hexside.between(side.kind, new[side.a], new[side.b], side.directed)
                for side in self.sides
                if side.a in new and side.b in new
            ),
            tuple(runs),
            tuple(
                Named(each.name, each.kind, tuple(new[h] for h in each.hexes if h in new))
                for each in self.names
                if any(h in new for h in each.hexes)
            ),
            tuple(
                replace(each, at=new[each.at], turned=(each.turned + turn) % 6)
                for each in self.buildings
                if each.at in new
            ),
        )

    def under(self, upper: HexMap) -> HexMap:
        """Return this map with what another one of the same grid says laid over it."""
        turned = {Hexside(side.kind, side.b, side.a, True) for side in upper.sides if side.directed}
        kept = tuple(side for side in self.sides if side not in turned)
        return HexMap(
            self.id,
            self.title,
            self.grid,
            self.base,
            {**self.terrain, **upper.terrain},
            {**self.levels, **upper.levels},
            tuple(dict.fromkeys(kept + upper.sides)),
            self.lines + upper.lines,
            self.names + upper.names,
            self.buildings + upper.buildings,
        )

    def plain(self) -> Plain:
        """Return the map as a file would say it."""
        lines: list[Plain] = [
            {"kind": line.kind, "name": line.name, "hexes": list(line.hexes)}
            if line.name
            else {"kind": line.kind, "hexes": list(line.hexes)}
            for line in self.lines
        ]
        sides: dict[str, list[str]] = {}
        for side in self.sides:
            mark = ">" if side.directed else "/"
            sides.setdefault(side.kind, []).append(f"{side.a}{mark}{side.b}")
        said: dict[str, Plain] = {
            "map": self.id,
            "title": self.title,
            "grid": self.grid.description(),
            "base_terrain": self.base,
            "terrain": _turned_over(self.terrain),
            "levels": _turned_over(self.levels),
            "hexsides": {kind: list(items) for kind, items in sides.items()},
            "lines": lines,
            "places": [
                {"name": each.name, "kind": each.kind, "at": each.hexes[0]}
                for each in self.names
                if each.kind != "river"
            ],
            "rivers": [
                {"name": each.name, "label_at": list(each.hexes)}
                for each in self.names
                if each.kind == "river"
            ],
            "buildings": [each.plain() for each in self.buildings],
        }
        return {key: value for key, value in said.items() if value}


def _runs(hexes: list[str | None]) -> Iterator[tuple[str, ...]]:
    """Give the stretches of a line that are there."""
    for there, run in groupby(hexes, lambda h: h is not None):
        found = tuple(h for h in run if h is not None)
        if there and len(found) > 1:
            yield found


def _turned_over(section: Mapping[str, object]) -> dict[str, Plain]:
    """Turn {hex: value} into {value: [hexes]}."""
    hexes = sorted(section)
    values = dict.fromkeys(str(section[h]) for h in hexes)
    return {value: [h for h in hexes if str(section[h]) == value] for value in values}


class HexMapReader:
    """Reads a map, or with `grid` what is laid on one; every fault goes to `problems` with its line."""

    def __init__(
        self, words: HexWords, node: Node, problems: Problems, grid: HexGrid | None = None
    ) -> None:
        self.words = words
        self.problems = problems
        self.source = Source(node)
        schema = Record(optional=words.ground) if grid else words.schema
        what = tr("the ground") if grid else tr("the map")
        self.doc: dict[str, Any] = schema.read(node, problems, what) or {}
        self.grid = grid or self._grid()

    def _fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    def _grid(self) -> HexGrid | None:
        plain = self.doc.get("grid")
        if plain is None:
            return None
        if not isinstance(plain, dict):
            self._fault(("grid",), tr("grid must be a mapping of columns, rows, shifted and flat"))
            return None
        try:
            return HexGrid.from_mapping(plain)
        except HexError as error:
            for message in error.messages:
                self._fault(("grid",), tr("grid: {message}", message=verbatim(message)))
            return None

    def read(self) -> HexMap | None:
        """Return the map, or None without a grid."""
        grid = self.grid
        if grid is None:
            return None
        return HexMap(
            id=self.doc.get("map") or "board",
            title=self.doc.get("title") or "Board",
            grid=grid,
            base=self.doc.get("base_terrain") or self.words.base,
            sides=tuple(dict.fromkeys(self._hexsides(grid))),
            terrain=self._by_hex("terrain", grid),
            levels=self._by_hex("levels", grid),
            lines=tuple(self._lines(grid)),
            names=(*self._places(grid), *self._rivers(grid)),
            buildings=tuple(self._buildings(grid)),
        )

    def _by_hex(self, section: str, grid: HexGrid) -> dict[str, Any]:
        """A section {value: [hexes]} turned over, each hex named once."""
        found: dict[str, Any] = {}
        for value, items in (self.doc.get(section) or {}).items():
            for index, item in enumerate(items or ()):
                if item is None or value is None:  # refused, and told, by the schema
                    continue
                path = (section, value, index)
                for hex_id in self._hexes(path, item, grid):
                    if found.setdefault(hex_id, value) != value:
                        message = tr(
                            "hex {hex_id} is already {kind}",
                            hex_id=verbatim(hex_id),
                            kind=verbatim(found[hex_id]),
                        )
                        self._fault(path, message, tr("name it once"))
        return found

    def _hexes(self, path: Path, item: str, grid: HexGrid) -> tuple[str, ...]:
        try:
            return parse_hexes([item], grid)
        except HexError as error:
            for message in error.messages[:5]:
                self._fault(path, message)
            return ()

    def _hexsides(self, grid: HexGrid) -> Iterator[Hexside]:
        for kind, items in (self.doc.get("hexsides") or {}).items():
            for index, item in enumerate(items or ()) if kind else ():
                directed = kind in self.words.directed
                pair = self._side(("hexsides", kind, index), item, directed, grid)
                if pair is not None:
                    yield Hexside.between(kind, *pair, directed)

    def _side(
        self, path: Path, item: str | None, directed: bool, grid: HexGrid
    ) -> tuple[str, str] | None:
        match = _SIDE_TEXT.fullmatch(item or "")
        if match is None or (match[2] == ">") != directed:
            if item is not None:
                form = "outside>inside, as 4108>4008" if directed else "as 4008/4108"
                self._fault(
                    path,
                    tr("{item} is not a hexside", item=verbatim(repr(item))),
                    tr("write it {form}", form=verbatim(form)),
                )
            return None
        off = [hex_id for hex_id in (match[1], match[3]) if hex_id not in grid]
        for hex_id in off:
            self._fault(path, tr("hex {hex_id} is not on the map", hex_id=verbatim(hex_id)))
        if off:
            return None
        if grid.direction(match[1], match[3]) is None:
            self._fault(
                path,
                tr(
                    "hexes {a} and {b} are not adjacent", a=verbatim(match[1]), b=verbatim(match[3])
                ),
            )
            return None
        return match[1], match[3]

    def _lines(self, grid: HexGrid) -> Iterator[Drawn]:
        for number, line in enumerate(self.doc.get("lines") or ()):
            hexes = self._on_map(("lines", number, "hexes"), (line or {}).get("hexes") or (), grid)
            for index, (before, hex_id) in enumerate(pairwise(hexes), 1):
                if before and hex_id and grid.direction(before, hex_id) is None:
                    message = tr(
                        "the line breaks: {before} and {hex_id} are not adjacent",
                        before=verbatim(before),
                        hex_id=verbatim(hex_id),
                    )
                    path = ("lines", number, "hexes", index)
                    self._fault(path, message, tr("name every hex it passes"))
            yield from (
                Drawn(line.get("kind") or "", run, line.get("name") or "") for run in _runs(hexes)
            )

    def _places(self, grid: HexGrid) -> Iterator[Named]:
        for index, place in enumerate(self.doc.get("places") or ()):
            (at,) = self._on_map(("places", index, "at"), [place and place.get("at")], grid)
            if at:
                yield Named(place.get("name") or "", place.get("kind") or "", (at,))

    def _rivers(self, grid: HexGrid) -> Iterator[Named]:
        for index, river in enumerate(self.doc.get("rivers") or ()):
            at = (river and river.get("label_at")) or []
            hexes = self._on_map(("rivers", index, "label_at"), at, grid)
            if found := tuple(h for h in hexes if h):
                yield Named(river.get("name") or "", "river", found)

    def _buildings(self, grid: HexGrid) -> Iterator[Building]:
        for index, row in enumerate(self.doc.get("buildings") or ()):
            path: Path = ("buildings", index)
            (at,) = self._on_map((*path, "at"), [row and row.get("at")], grid)
            if not at:
                continue
            if not (row.get("plan") or row.get("parts")):
                known = f"plans: {', '.join(plans())}"
                self._fault(path, tr("a building has a plan or parts of its own"), known)
            for kind, rows in (row.get("parts") or {}).items():
                for number, words in enumerate(rows or ()):
                    if words and (point := too_far(words)):
                        message = tr(
                            "the point {point} lies too far from hex {at}",
                            point=verbatim(point),
                            at=at,
                        )
                        self._fault(
                            (*path, "parts", kind, number), message, tr("name a nearer hex")
                        )
            parts = parts_of(row.get("parts") or {})
            yield Building(at, row.get("plan") or "", row.get("turned") or 0, parts)

    def _on_map(self, path: Path, hexes: Sequence[str | None], grid: HexGrid) -> list[str | None]:
        """Return hexes, None for each that is off the map."""
        for index, hex_id in enumerate(hexes):
            if hex_id and hex_id not in grid:
                self._fault(
                    (*path, index), tr("hex {hex_id} is not on the map", hex_id=verbatim(hex_id))
                )
        return [hex_id if hex_id and hex_id in grid else None for hex_id in hexes]


def _named_places(key: str, row: Record) -> list[Layer]:
    """Return the layer of a list of places that have names, with what else is said of each; none of another list."""
    if not {"name", "at"} <= {*row.known}:
        return []
    told = ((key, part) for key, part in row.optional.items() if isinstance(part, Bool | Int | Str))
    return [Layer(key, "places", says=tuple(told))]

"""Hex grids with printed numbers: adjacency, facing, distance, exact lines, drawing.

A hex is known everywhere by the number printed on the map, column then row
("4008" is column 40, row 08).  How the numbers run over the map (which way
columns and rows grow, which of them are shifted by half a hex and where to)
is part of the grid's description, never of the code that asks.

Directions and vertices are indices 0-5, clockwise:

* flat-topped hexes: direction d looks along bearing 60*d (0 is north), vertex
  v lies at bearing 30 + 60*v;
* pointy-topped hexes: direction d looks along bearing 30 + 60*d (0 is
  north-east, 1 is east), vertex v lies at bearing 60 + 60*v.

In both, vertex v lies between directions v and v + 1, and the side in
direction d runs from vertex d - 1 to vertex d.

Internally a hex has axial coordinates (q, r), so chosen that the six
directions are the same for both kinds of grid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from grognard.engines.core.board.hexnumbers import MOST, HexError, read_description
from grognard.engines.core.data.text import either, text, tr, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.memo import Memo

Axial = tuple[int, int]
Point = tuple[float, float]
Stretch = tuple[tuple[Axial, ...], Fraction, Fraction]
Neighbours = tuple[str | None, str | None, str | None, str | None, str | None, str | None]

DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

# Drawing happens on an integer lattice, so that a corner shared by three hexes
# is the same pair of floats whichever of them is asked.  Across the flats the
# lattice step is half a hex; the other way it is a sixth of sqrt(3).
_HALF = 0.5
_SIXTH = math.sqrt(3.0) / 6.0
_FLAT_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_POINTY_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))

_ARCS: Memo[tuple[str, ...]] = Memo(200_000)
_WITHIN: Memo[tuple[str, ...]] = Memo(200_000)
_LINES: Memo[tuple[LineStep, ...]] = Memo(200_000)  # a whole map's pairs run into millions


@dataclass(frozen=True, slots=True)
class LineStep:
    """One stretch of a line of sight: through a hex, or along a hexside.

    `hexes` holds the one hex crossed, or the two hexes whose common side the
    line runs along, the one on the left of the line first.  Only hexes of the
    grid are listed, so a step along the edge of the map has one hex although
    `along` is true.  `enter` and `leave` are exact fractions of the way from
    the first centre (0) to the last (1).
    """

    hexes: tuple[str, ...]
    enter: Fraction
    leave: Fraction
    along: bool = False

    @property
    def fraction(self) -> Fraction:
        """The middle of the stretch as a fraction of the whole line, exactly."""
        return (self.enter + self.leave) / 2

    @property
    def side(self) -> str | None:
        """The key of the hexside the line runs along, or None."""
        return side_key(*self.hexes) if len(self.hexes) == 2 else None


def side_key(a: str, b: str) -> str:
    """The undirected key "AAAA/BBBB" of the side between two hexes."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def _span(hex_at: Axial, delta: Axial) -> tuple[Fraction, Fraction] | None:
    """The closed stretch of the line 0 -> delta inside a hex, or None.

    With cube coordinates (u, v, w) a hex is the set where each of u-v, v-w and
    w-u differs from the centre's own by at most 1, which needs no roots.
    """
    low, high = Fraction(0), Fraction(1)
    for rate, centre in zip(_differences(delta), _differences(hex_at), strict=True):
        if rate == 0:
            if abs(centre) > 1:
                return None
            continue
        ends = sorted((Fraction(centre - 1, rate), Fraction(centre + 1, rate)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def _differences(axial: Axial) -> tuple[int, int, int]:
    u, w = axial
    v = -u - w
    return u - v, v - w, w - u


@lru_cache(maxsize=65536)
def _trace(delta: Axial) -> tuple[Stretch, ...]:
    """Every stretch of the line from (0, 0) to `delta`, both ends included.

    A stretch is one hex, or the two hexes of a side the line runs along.  A hex
    touched in a single point (the line passes through its vertex from one of
    the other two hexes into the third) has no stretch.
    """
    start: Axial = (0, 0)
    span = _span(start, delta)
    if span is None:  # the start always lies on its own line
        raise AssertionError(delta)
    steps: list[Stretch] = [((start,), *span)]
    while steps[-1][2] < 1:
        (q, r), reached = steps[-1][0][0], steps[-1][2]
        following = []
        for dq, dr in DIRECTIONS:
            candidate = (q + dq, r + dr)
            span = _span(candidate, delta)
            if span is not None and span[0] == reached:
                following.append((candidate, span[1]))
        # Left of the line first: the cross product is negative there.
        following.sort(key=lambda item: delta[0] * item[0][1] - delta[1] * item[0][0])
        hexes = tuple(candidate for candidate, _ in following)
        steps.append((hexes, reached, following[0][1]))
    return tuple(steps)


@cache
def _exits(delta: Axial) -> tuple[int, ...]:
    """The directions by which a line of this shape leaves its first hex."""
    return tuple(DIRECTIONS.index(step) for step in _trace(delta)[1][0])


@dataclass(frozen=True)
class HexGrid:
    """A rectangular hex grid with printed CCRR numbers.

    `shifted` says which lines of hexes are pushed by half a hex ("odd" or
    "even" printed numbers; columns on a flat-topped grid, rows on a
    pointy-topped one) and `toward` which way.  Everything asked often is
    worked out when the grid is made or kept in memos after the first question.
    Asking about a hex that is not on the grid raises KeyError.
    """

    first_column: int
    last_column: int
    columns_grow: str
    first_row: int
    last_row: int
    rows_grow: str
    shifted: str
    toward: str
    flat: str = "top"

    hexes: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """All hexes in printed order."""
    centres: npt.NDArray[np.float64] = field(init=False, repr=False, compare=False)
    """Centres of `hexes` in board units, shape (len(hexes), 2), columns x and y."""
    size: Point = field(init=False, repr=False, compare=False)
    """Width and height of the whole grid in board units."""

    _lattice: dict[str, tuple[int, int]] = field(init=False, repr=False, compare=False)
    _ends: dict[str, int] = field(init=False, repr=False, compare=False)
    """By edge of the grid where on the lattice the outermost centres lie."""
    _axial: dict[str, Axial] = field(init=False, repr=False, compare=False)
    _at: dict[Axial, str] = field(init=False, repr=False, compare=False)
    _neighbours: dict[str, Neighbours] = field(init=False, repr=False, compare=False)
    _adjacent: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _direction: dict[tuple[str, str], int] = field(init=False, repr=False, compare=False)
    _self: object = field(init=False, repr=False, compare=False)
    """Whose answers those in the memos are: grids are compared by value, which takes long."""

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> HexGrid:
        """Build a grid from its description in a map file; HexError lists every fault.

        The description is `{kind: hex, columns: {first, last, grow}, rows:
        {first, last, grow}, shifted: {columns | rows: odd | even, toward},
        flat: top | side}`; numbers may be text or integers.
        """
        return cls(**read_description(mapping))

    def description(self) -> dict[str, Plain]:
        """Return the description that `from_mapping` builds this grid of, as text."""
        lines = "columns" if self.flat == "top" else "rows"
        ends = {
            "columns": (self.first_column, self.last_column, self.columns_grow),
            "rows": (self.first_row, self.last_row, self.rows_grow),
        }
        return {
            "kind": "hex",
            **{
                name: {"first": f"{first:02d}", "last": f"{last:02d}", "grow": grow}
                for name, (first, last, grow) in ends.items()
            },
            "shifted": {lines: self.shifted, "toward": self.toward},
            "flat": self.flat,
        }

    def __post_init__(self) -> None:
        faults = _faults(self)
        if faults:
            raise HexError(faults)
        cells = self._cells()
        put = object.__setattr__
        put(self, "hexes", tuple(cells))
        put(self, "_axial", {h: self._to_axial(cell) for h, cell in cells.items()})
        put(self, "_at", {axial: h for h, axial in self._axial.items()})
        self._lay_out(cells)
        self._join()
        put(self, "_self", object())

    # ---- construction ---------------------------------------------------

    def _cells(self) -> dict[str, tuple[int, int]]:
        """Printed number -> (column, row) in half hexes along the shifted lines.

        East and south grow; the count is in whole columns and half rows on a
        flat-topped grid, half columns and whole rows on a pointy-topped one.
        """
        width = max(2, len(str(self.last_column)), len(str(self.last_row)))
        east = 1 if self.columns_grow == "east" else -1
        south = 1 if self.rows_grow == "south" else -1
        push = 1 if self.toward in ("south", "east") else -1
        odd = 1 if self.shifted == "odd" else 0
        cells = {}
        for column in range(self.first_column, self.last_column + 1):
            for row in range(self.first_row, self.last_row + 1):
                x, y = east * column, south * row
                if self.flat == "top":
                    y = 2 * y + (push if column % 2 == odd else 0)
                else:
                    x = 2 * x + (push if row % 2 == odd else 0)
                cells[f"{column:0{width}d}{row:0{width}d}"] = (x, y)
        return cells

    def _to_axial(self, cell: tuple[int, int]) -> Axial:
        # Taking the parity away first makes every halving exact.
        x, y = cell
        if self.flat == "top":
            return x, (y - x - self._parity()) // 2
        return (x + y - self._parity()) // 2, (y - x + self._parity()) // 2

    def _parity(self) -> int:
        """0 or 1: what x + y is modulo 2 for every hex of the grid."""
        return 1 if self.shifted == "even" else 0

    def _lay_out(self, cells: dict[str, tuple[int, int]]) -> None:
        """Place the centres on the drawing lattice, the grid's corner at (0, 0)."""
        left, top = min(x for x, _ in cells.values()), min(y for _, y in cells.values())
        across, down = (3, 1) if self.flat == "top" else (1, 3)
        reach_x, reach_y = (2, 1) if self.flat == "top" else (1, 2)
        lattice = {
            h: (across * (x - left) + reach_x, down * (y - top) + reach_y)
            for h, (x, y) in cells.items()
        }
        put = object.__setattr__
        put(self, "_lattice", lattice)
        across_all, down_all = zip(*lattice.values(), strict=True)
        ends = {"west": min(across_all), "east": max(across_all)}
        put(self, "_ends", {**ends, "north": min(down_all), "south": max(down_all)})
        centres = np.array([self._point(x, y) for x, y in lattice.values()], dtype=np.float64)
        centres.setflags(write=False)
        put(self, "centres", centres)
        put(
            self,
            "size",
            self._point(
                max(x for x, _ in lattice.values()) + reach_x,
                max(y for _, y in lattice.values()) + reach_y,
            ),
        )

    def _join(self) -> None:
        neighbours: dict[str, Neighbours] = {}
        adjacent: dict[str, tuple[str, ...]] = {}
        direction: dict[tuple[str, str], int] = {}
        at = self._at
        for h, (q, r) in self._axial.items():
            n, ne, se, s, sw, nw = (at.get((q + dq, r + dr)) for dq, dr in DIRECTIONS)
            around = (n, ne, se, s, sw, nw)
            neighbours[h] = around
            adjacent[h] = tuple(other for other in around if other is not None)
            for index, other in enumerate(around):
                if other is not None:
                    direction[h, other] = index
        object.__setattr__(self, "_neighbours", neighbours)
        object.__setattr__(self, "_adjacent", adjacent)
        object.__setattr__(self, "_direction", direction)

    # ---- adjacency and distance -----------------------------------------

    def __contains__(self, h: object) -> bool:
        """Whether `h` is the printed number of a hex of this grid."""
        return h in self._neighbours

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[str]:
        return iter(self.hexes)

    def neighbours(self, h: str) -> Neighbours:
        """The six neighbours by direction index, None where the map ends."""
        return self._neighbours[h]

    def adjacent(self, h: str) -> tuple[str, ...]:
        """The neighbours that exist, in direction order."""
        return self._adjacent[h]

    def direction(self, a: str, b: str) -> int | None:
        """The direction index from `a` to its neighbour `b`; None if not adjacent."""
        return self._direction.get((a, b))

    def distance(self, a: str, b: str) -> int:
        """The number of hexes from `a` to `b`, counting `b` but not `a`."""
        aq, ar = self._axial[a]
        bq, br = self._axial[b]
        q, r = bq - aq, br - ar
        return max(abs(q), abs(r), abs(q + r))

    def edge_distance(self, h: str, edge: str) -> int:
        """How many steps lie between a hex and an edge of the grid: north, east, south or west.

        Across the lines that are shifted a step is half a hex, and both hexes of a ragged edge lie at it.
        """
        axis = 0 if edge in ("west", "east") else 1
        gap = abs(self._lattice[h][axis] - self._ends[edge])
        ragged = axis == (1 if self.flat == "top" else 0)
        return max(0, gap - 1) if ragged else gap // 3

    def within(self, h: str, n: int) -> tuple[str, ...]:
        """The hexes at most `n` away, `h` itself first, by distance then number."""
        found = _WITHIN.get((self._self, h, n))
        if found is None:
            q, r = self._axial[h]
            ranked = []
            for dq in range(-n, n + 1):
                for dr in range(max(-n, -n - dq), min(n, n - dq) + 1):
                    other = self._at.get((q + dq, r + dr))
                    if other is not None:
                        ranked.append((max(abs(dq), abs(dr), abs(dq + dr)), other))
            found = _WITHIN.keep((self._self, h, n), tuple(other for _, other in sorted(ranked)))
        return found

    # ---- facing ---------------------------------------------------------

    def _arc(self, h: str, first: int, count: int) -> tuple[str, ...]:
        """The existing neighbours in `count` directions clockwise from `first`."""
        key = (self._self, h, first % 6, count)
        found = _ARCS.get(key)
        if found is None:
            around = [self._neighbours[h][(first + turn) % 6] for turn in range(count)]
            found = _ARCS.keep(key, tuple(other for other in around if other is not None))
        return found

    def frontal(self, h: str, facing_vertex: int) -> tuple[str, ...]:
        """The (two) neighbours that share vertex v: directions v and v + 1."""
        return self._arc(h, facing_vertex, 2)

    def front_by_side(self, h: str, side: int) -> tuple[str, ...]:
        """The (three) frontal neighbours of a unit facing a side: side - 1 to side + 1."""
        return self._arc(h, side - 1, 3)

    def flanks(self, h: str, facing_vertex: int) -> tuple[str, ...]:
        """The (two) neighbours next to the frontal ones: directions v - 1 and v + 2."""
        return self._arc(h, facing_vertex - 1, 1) + self._arc(h, facing_vertex + 2, 1)

    def rear(self, h: str, facing_vertex: int) -> tuple[str, ...]:
        """The (four) neighbours that are not frontal, the flanks among them.

        Clockwise from direction v + 2 to v + 5.
        """
        return self._arc(h, facing_vertex + 2, 4)

    def side(self, a: str, b: str) -> str:
        """The undirected key "AAAA/BBBB" of the side between two adjacent hexes.

        Raises HexError when they share none.
        """
        if (a, b) not in self._direction:
            raise HexError([tr("hexes {a} and {b} share no side", a=verbatim(a), b=verbatim(b))])
        return side_key(a, b)

    # ---- lines ----------------------------------------------------------

    def _delta(self, a: str, b: str) -> Axial:
        aq, ar = self._axial[a]
        bq, br = self._axial[b]
        return bq - aq, br - ar

    def _shift(self, a: str, steps: tuple[Axial, ...]) -> tuple[str, ...]:
        """The hexes of the grid among some axial offsets from `a`."""
        q, r = self._axial[a]
        found = (self._at.get((q + dq, r + dr)) for dq, dr in steps)
        return tuple(h for h in found if h is not None)

    def line(self, a: str, b: str) -> tuple[LineStep, ...]:
        """The straight line from the centre of `a` to that of `b`, both ends excluded.

        Exact: a line along a hexside gives one step with both its hexes, and
        a hex merely touched at a vertex is not on the line.  Stretches
        wholly off the map are left out.
        """
        found = _LINES.get((self._self, a, b))
        if found is None:
            steps = []
            for offsets, enter, leave in _trace(self._delta(a, b))[1:-1]:
                hexes = self._shift(a, offsets)
                if hexes:
                    steps.append(LineStep(hexes, enter, leave, len(offsets) == 2))
            found = _LINES.keep((self._self, a, b), tuple(steps))
        return found

    def entry_sides(self, a: str, b: str) -> tuple[str, ...]:
        """The sides of `b` by which the line from `a` enters it.

        One key, or two when it comes in through a vertex (left of the line
        first); none for a side whose other hex is off the map, nor if a is b.
        """
        if a == b:
            return ()
        before = self._shift(a, _trace(self._delta(a, b))[-2][0])
        return tuple(side_key(h, b) for h in before)

    def exit_directions(self, a: str, b: str) -> tuple[int, ...]:
        """The directions by which the line to `b` leaves `a`.

        One, or two (v, then v + 1) when it leaves through vertex v; none if a
        is b.  A direction may lead off the map.
        """
        if a == b:
            return ()
        return _exits(self._delta(a, b))

    # ---- drawing --------------------------------------------------------

    def _point(self, x: int, y: int) -> Point:
        """Board units of a point of the drawing lattice."""
        if self.flat == "top":
            return x * _SIXTH, y * _HALF
        return x * _HALF, y * _SIXTH

    def centre(self, h: str) -> Point:
        """The centre of a hex: x east, y south, one unit from side to opposite side."""
        return self._point(*self._lattice[h])

    def corners(self, h: str) -> tuple[Point, ...]:
        """The six corners by vertex index; hexes that share one give equal floats."""
        x, y = self._lattice[h]
        offsets = _FLAT_CORNERS if self.flat == "top" else _POINTY_CORNERS
        return tuple(self._point(x + dx, y + dy) for dx, dy in offsets)

    def side_ends(self, a: str, b: str) -> tuple[Point, Point]:
        """The ends of the side between two adjacent hexes, the same for (b, a).

        Raises HexError when they share none.
        """
        first, second = (a, b) if a < b else (b, a)
        index = self.direction(first, second)
        if index is None:
            raise HexError([tr("hexes {a} and {b} share no side", a=verbatim(a), b=verbatim(b))])
        corners = self.corners(first)
        return corners[index - 1], corners[index]

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex that holds a point in board units, or None off the map."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return None
        # Measure from a known centre, then round in cube coordinates.
        origin = self.hexes[0]
        ox, oy = self.centre(origin)
        dx, dy = x - ox, y - oy
        if self.flat == "top":
            q, r = dx / (3 * _SIXTH), dy - dx / (6 * _SIXTH)
        else:
            q, r = dy / (6 * _SIXTH) + dx, dy / (6 * _SIXTH) - dx
        base, offset = self._axial[origin], _round(q, r)
        return self._at.get((base[0] + offset[0], base[1] + offset[1]))


def _round(q: float, r: float) -> Axial:
    """The hex nearest to fractional axial coordinates."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(rq - q), abs(rr - r), abs(rs - s)
    if off_q > off_r and off_q > off_s:
        rq = -rr - rs
    elif off_r > off_s:
        rr = -rq - rs
    return rq, rr


def _faults(grid: HexGrid) -> list[str]:
    """What is wrong with a grid's fields, one sentence each."""
    towards = ("north", "south") if grid.flat == "top" else ("east", "west")
    faults = [
        tr(
            "{what} must be {wanted}, not {node}",
            what=verbatim(name),
            wanted=either(map(verbatim, allowed)),
            node=verbatim(value) if value else text("empty"),
        )
        for name, value, allowed in (
            ("flat", grid.flat, ("top", "side")),
            (tr("columns grow"), grid.columns_grow, ("west", "east")),
            (tr("rows grow"), grid.rows_grow, ("north", "south")),
            ("shifted", grid.shifted, ("odd", "even")),
            (tr("shifted toward"), grid.toward, towards),
        )
        if value not in allowed
    ]
    for name, first, last in (
        ("columns", grid.first_column, grid.last_column),
        ("rows", grid.first_row, grid.last_row),
    ):
        if not 0 <= first <= last <= MOST:
            faults.append(
                tr(
                    "{name} must run upwards from 0 to {most}, not {first} to {last}",
                    name=verbatim(name),
                    most=MOST,
                    first=first,
                    last=verbatim(last),
                )
            )
    return faults

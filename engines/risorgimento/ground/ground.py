"""[E.5] The ground under a move: levels, what a leg costs, what stops it, what must be tested."""

from __future__ import annotations

from functools import cache
from math import hypot

import numpy as np
import shapely

from grognard.engines.core.board.runs import Stretch, crossings, stretches
from grognard.engines.core.board.tabletop import EPS, Point
from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.risorgimento.army.units import ATTACK, LIMBERED, MARCH, OPEN, UnitType
from grognard.engines.risorgimento.ground.wading import waded
from grognard.engines.risorgimento.map.tabletop import Patch, TableTop
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import rows

ROADS = ("road", "bridge")
NO, BY_ROAD = "no", "road"
"""What a cell of table 5 may say besides a cost."""
NARROW = (MARCH, ATTACK, LIMBERED)
"""[geo.bridge] Formations that fit a bridge."""
DESTROYED = "destroyed"
GRAIN = EPS / 10
"""In cm: the grain of poses. Who stands nearer to a feature than that stands in it."""


def column(kind: UnitType, formation: str) -> str:
    """[E.5.cost] Return the column of table 5 that a unit reads."""
    if kind.arm == "infantry":
        return OPEN if formation == OPEN else "formed"
    return kind.arm


_LEVELS: Memo[int] = Memo(65536)


def level_at(table: TableTop, point: Point) -> int:
    """[geo.level] Return the highest level of a hill polygon that contains a point, else 0."""
    known = _LEVELS.get((table, point))
    if known is not None:
        return known
    inside = table.tree.query(shapely.Point(point), predicate="intersects")
    found = max((table.patches[i].level for i in inside.tolist()), default=0)
    return _LEVELS.keep((table, point), found)


def patches_under(table: TableTop, shape: shapely.Geometry) -> list[Patch]:
    """Return the patches a shape lies on, in the order of the map."""
    return [
        table.patches[i] for i in sorted(table.tree.query(shape, predicate="intersects").tolist())
    ]


def stands(state: State, patch: Patch) -> bool:
    """Whether a patch is there now: a blown bridge is not."""
    return state.features.get(patch.id) != DESTROYED


@record
class Piece:
    """A part of a leg: from `begin` to `end` cm at a factor; `patch` decides it, None for open.

    `low` is the level from which the way has come up, its own where it has not.
    """

    begin: float
    end: float
    factor: float
    patch: Patch | None = None
    low: int = 0


@record
class Course:
    """[geo.cost] A leg as the ground makes it.

    `pieces` run from its start to where it must stop; `flats` are (where, cm, patch) for each
    ditch or bank crossed, `tests` (where, patch) for each feature that calls for a test (E.5.test),
    `stop` where impassable ground begins and `barrier` that ground; `road` how far it follows roads
    from its start (geo.road), and `eps` the tolerance.
    """

    pieces: tuple[Piece, ...]
    flats: tuple[tuple[float, float, Patch], ...] = ()
    tests: tuple[tuple[float, Patch], ...] = ()
    stop: float | None = None
    barrier: Patch | None = None
    road: float = 0.0
    eps: float = EPS

    @property
    def by_road(self) -> bool:
        """[geo.road] Whether all of it follows roads."""
        return self.stop is None and self.road >= self.length - self.eps

    @property
    def length(self) -> float:
        """How far the ground lets it go, in cm."""
        return self.pieces[-1].end if self.pieces else 0.0

    def low_at(self, at: float) -> int:
        """[geo.cost] Return the level from which the way to a point has come up, -1 without a way."""
        return next((piece.low for piece in self.pieces if at <= piece.end + GRAIN), -1)

    def effort(self, upto: float | None = None) -> float:
        """[geo.cost] Return the cm of allowance the leg costs up to a point (default: all of it)."""
        to = self.length if upto is None else upto
        return self.walked(to) + sum(cm for where, cm, _ in self.flats if where <= to + GRAIN)

    def walked(self, upto: float | None = None) -> float:
        """[geo.cost] Return the cm of allowance for the length alone, without ditches and banks."""
        to = self.length if upto is None else upto
        return sum(
            (min(piece.end, to) - piece.begin) / piece.factor
            for piece in self.pieces
            if piece.begin < to
        )

    def distance(self, effort: float) -> float:
        """Return how far an effort in cm takes a unit along the leg."""
        spent = 0.0
        flats = list(self.flats)
        for piece in self.pieces:
            while flats and flats[0][0] <= piece.begin + self.eps:
                spent += flats.pop(0)[1]
                if spent > effort + self.eps:
                    return piece.begin
            cost = (piece.end - piece.begin) / piece.factor
            inside = [flat for flat in flats if flat[0] <= piece.end]
            if spent + cost + sum(cm for _, cm, _ in inside) > effort + self.eps:
                return self._within(piece, effort - spent, inside)
            spent += cost + sum(cm for _, cm, _ in inside)
            flats = [flat for flat in flats if flat[0] > piece.end]
        return self.length

    def _within(
        self, piece: Piece, effort: float, flats: list[tuple[float, float, Patch]]
    ) -> float:
        """How far an effort goes inside one piece, with the ditches in it."""
        at = piece.begin
        for where, cm, _ in flats:
            to_it = (where - at) / piece.factor
            if effort < to_it:
                break
            effort -= to_it
            at = where
            if effort < cm:
                return at
            effort -= cm
        return at + max(0.0, effort) * piece.factor


def course(  # noqa: PLR0913 - who goes from where to where
    setup: Setup,
    state: State,
    kind: UnitType,
    formation: str,
    start: Point,
    end: Point,
    low: int = -1,
) -> Course:
    """[geo.cost] Judge the path of a base's centre from one point to another.

    `low` is the level from which its way has come up so far, -1 at the beginning of a way.
    """
    run = hypot(end[0] - start[0], end[1] - start[1])
    if run <= setup.eps:
        return Course((), eps=setup.eps)
    return judge(setup, state, kind, formation, start, _crossed(setup.table, start, end), low)


@kept(8192)
def _crossed(table: TableTop, start: Point, end: Point) -> list[Stretch]:
    """The stretches of a line over the patches of a table: nothing that happens changes them."""
    run = np.array([hypot(end[0] - start[0], end[1] - start[1])])
    lines = np.array([shapely.LineString((start, end))])
    return stretches(1, run, crossings(lines, table.shapes, table.tree))[0]


def judge(  # noqa: PLR0913 - as `course`
    setup: Setup,
    state: State,
    kind: UnitType,
    formation: str,
    start: Point,
    found: list[Stretch],
    low: int = -1,
) -> Course:
    """[geo.cost] Turn the stretches of a leg over patches into its cost, stops and tests.

    A hill costs who comes up it from lower ground, however his way is cut into legs (`low`, as in
    `course`); on the way down the ground he comes to is the lower ground of his next ascent.
    """
    table, cells = setup.table, column(kind, formation)
    here = level_at(table, start)
    low = here if low < 0 else min(low, here)
    pieces: list[Piece] = []
    flats: list[tuple[float, float, Patch]] = []
    tests: list[tuple[float, Patch]] = []
    seen: set[str] = set()
    paved = 0.0
    for stretch in found:
        over = [p for p in (table.patches[i] for i in stretch.patches) if stands(state, p)]
        over = list(waded(setup, kind, start, over))
        road = any(_carries(patch, formation) for patch in over)
        if road and stretch.begin <= paved + setup.eps:
            paved = stretch.end
        level = max((patch.level for patch in over), default=0)
        low, here = (level if level < here else low), level
        value, decides = _factor(over, cells, road=road, low=low)
        if value is None:
            barrier = decides
            return Course(
                tuple(pieces), tuple(flats), tuple(tests), stretch.begin, barrier, paved, setup.eps
            )
        pieces.append(Piece(stretch.begin, stretch.end, value, decides, low))
        for patch in over:
            if patch.id in seen or (road and patch.terrain not in ROADS and not patch.level):
                continue
            seen.add(patch.id)
            _note(patch, cells, kind, formation, stretch.begin, flats, tests, road=road)
    return Course(tuple(pieces), tuple(flats), tuple(tests), road=paved, eps=setup.eps)


def _carries(patch: Patch, formation: str) -> bool:
    """[E.3.3.terrain] [geo.bridge] Whether a patch is a road, or a bridge a formation fits on."""
    return patch.terrain == "road" or (patch.terrain == "bridge" and formation in NARROW)


def on_road(setup: Setup, state: State, formation: str, point: Point) -> bool:
    """[geo.road] Whether a point lies in the strip of a road or bridge."""
    over = patches_under(setup.table, shapely.Point(point))
    return any(_carries(patch, formation) and stands(state, patch) for patch in over)


def _factor(
    over: list[Patch], cells: str, *, road: bool, low: int
) -> tuple[float | None, Patch | None]:
    """The worst factor of the patches under a stretch, and whose it is; None: impassable."""
    worst, decides = 1.0, None
    for patch in over:
        kind, cell = rows("terrain")[patch.terrain]["kind"], factor(patch.terrain, cells)
        if kind == "uphill":
            if patch.level <= low:
                continue
        elif road:
            continue
        if cell == NO or (cell == BY_ROAD and not road):
            return None, patch
        if kind != "flat" and float(cell) < worst:
            worst, decides = float(cell), patch
    return worst, decides


def _note(  # noqa: PLR0913 - the facts of one crossing
    patch: Patch,
    cells: str,
    kind: UnitType,
    formation: str,
    where: float,
    flats: list[tuple[float, float, Patch]],
    tests: list[tuple[float, Patch]],
    *,
    road: bool,
) -> None:
    """Note the flat price and the test of a patch that a leg comes upon; who begins in it has come upon it."""
    if where <= GRAIN:
        return
    row = rows("terrain")[patch.terrain]
    if row["kind"] == "flat":
        flats.append((where, kind.scale * float(row[cells]), patch))
    if not road and must_test(kind, formation, patch.terrain):
        tests.append((where, patch))


def must_test(kind: UnitType, formation: str, terrain: str) -> bool:
    """[E.5.test] Whether table 5 calls for a discipline test of this unit."""
    who = rows("terrain")[terrain]["test"].split(", ")
    if "all" in who or kind.arm in who:
        return True
    if kind.arm != "infantry" or formation == OPEN:
        return False
    return "formed" in who or formation in who


def in_the_open(setup: Setup, shape: shapely.Geometry) -> bool:
    """[E.2.1.light_forbidden] Whether nothing but open ground, grain or road lies under a base."""
    over = patches_under(setup.table, shape)
    return all(rows("terrain")[patch.terrain]["open_to_light"] == "yes" for patch in over)


def may_stand(setup: Setup, state: State, kind: UnitType, formation: str, point: Point) -> bool:
    """Whether a base of this kind may have its centre at a point at all."""
    over = patches_under(setup.table, shapely.Point(point))
    over = [patch for patch in over if stands(state, patch)]
    over = list(waded(setup, kind, point, over))
    road = any(_carries(patch, formation) for patch in over)
    return _factor(over, column(kind, formation), road=road, low=99)[0] is not None


def closed(  # noqa: PLR0913 - who comes from where over which ground
    setup: Setup,
    state: State,
    kind: UnitType,
    formation: str,
    start: Point,
    shape: shapely.Geometry,
) -> bool:
    """[geo.retreat] Whether a shape meets ground that a unit, coming from a point, may not enter at all."""
    over = [patch for patch in patches_under(setup.table, shape) if stands(state, patch)]
    cells = column(kind, formation)
    shut = [
        patch.polygon
        for patch in waded(setup, kind, start, over)
        if factor(patch.terrain, cells) in (NO, BY_ROAD)
    ]
    if not shut:
        return False
    roads = [patch.polygon for patch in over if _carries(patch, formation)]
    barred = shapely.union_all(shut)
    if roads:
        barred = shapely.difference(barred, shapely.union_all(roads))
    return bool(shapely.intersects(barred, shape))


@cache
def factor(terrain: str, column: str) -> str:
    """[E.5.cost] Return a cell of table 5: a factor, "+n" cm, "no" or "road"."""
    return rows("terrain")[terrain][column]

"""The immutable set-up of a game: table, units, chain of command, objectives, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, STRtree

from engines.core.board.tabletop import Point, Pose
from engines.core.data.text import named, text
from engines.core.play.setups import ScenarioInfo
from engines.core.play.table import Table
from engines.core.scenario.fields import Fields
from engines.core.show.views import LabelView
from engines.risorgimento.state import Side, State, UnitType
from engines.risorgimento.tables import lengths

SIDE_NAMES = {"allied": named("side", "Allies"), "austrian": named("side", "Austrians")}
"""Who does things in the log and the tracks."""
FORMATION_NAMES = {
    "march_column": text("march column"),
    "attack_column": text("attack column"),
    "line": text("line"),
    "open_order": text("open order"),
    "square": text("square"),
    "limbered": text("limbered"),
    "in_battery": text("in battery"),
}
MARKER_NAMES = {
    "blue": text("blue"),
    "brown": text("brown"),
    "yellow": text("yellow"),
    "green": text("green"),
}
FATES = {
    "dead": text("dead"),
    "grave": text("gravely wounded"),
    "light": text("lightly wounded"),
    "prisoner": text("taken prisoner"),
    "replaced": text("replaced"),
}
ATTITUDE_NAMES = {
    "attack": text("attack {place}"),
    "hold": text("hold"),
    "march": text("march to {place}"),
    "delay": text("delay"),
}
"""What is written in an order (A.2.umpire)."""


@dataclass(frozen=True, slots=True)
class Patch:
    """[E.5.cost] A piece of ground: a polygon in cm with a row of table 5 as its `terrain`.

    `level` counts for hills (geo.level); `name` is shown; `width` that of a line (road, stream,
    bank) whose `line` was widened to the polygon; `look` what it is drawn as where its terrain says
    too little (railway, river, farm, cemetery). Sectors and bridges are patches with their ids too.
    """

    id: str
    terrain: str
    polygon: Polygon
    level: int = 0
    name: str = ""
    line: tuple[Point, ...] = ()
    width: float = 0.0
    look: str = ""


@dataclass(frozen=True, slots=True)
class Sector:
    """[G.5.sectors] A village sector: a square of 7.5 cm times `scale`, with centre and orientation."""

    id: str
    place: str
    centre: Point
    turn: float
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Bridge:
    """[geo.bridge] A bridge: the segment across the water and the polygon of its strip."""

    id: str
    name: str
    line: tuple[Point, Point]
    strip: Polygon
    mined: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """The table: `size` in cm; patches in order; `shapes` and `tree` index them for arrays.

    `scale`: with 25 mm figures it is twice as long and wide as its map says (scale.25mm).
    """

    size: tuple[float, float]
    patches: tuple[Patch, ...]
    sectors: tuple[Sector, ...]
    bridges: tuple[Bridge, ...]
    shapes: NDArray[np.object_]
    tree: STRtree
    labels: tuple[LabelView, ...] = ()
    id: str = "board"
    title: str = ""
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Post:
    """[commanders.levels] A commander's post: level cic, corps, division, brigade.

    `superior` is the post above that is present, "" for the commander in chief; `formation` the
    brigade, division or corps he leads. `values` are fixed radius, initiative and bonus of a named
    commander, None: rolled from table 1.
    """

    id: str
    name: str
    side: Side
    army: str
    level: str
    superior: str
    formation: str
    values: tuple[int, int, int] | None = None
    guard: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a formation comes onto the table; its units take the poses `Setup.placed` gives them.

    `condition` names the special rule that holds it back (passive), "" for none.
    """

    formation: str
    turn: int
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """[I.1.objectives] A place to hold: its point (or sector ids) and worth in points."""

    id: str
    name: str
    at: Point
    sectors: tuple[str, ...] = ()
    first: Side = ""
    points: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """A loaded scenario. Nothing in it changes during a game.

    `formations` maps each formation to the units directly in it, `above` each formation to the one
    above; `level` is what alternates in phase E, brigade or division (C.2.formation); `home` the
    heading towards each side's own table edge; `clock` minutes after midnight at turn 1.

    `placed` has the pose and formation of every unit, and of every commander with formation "": at
    the start, or as it comes on where its formation arrives later. `visibility` are (turn from which
    on, cm). `worn` are the VM points units lack at the start. `special` are the records of the scenario's
    special rules by their words; a rule the scenario has not is not there. `scale` multiplies every
    length (scale.25mm); `cm` are those of the rules by name, so multiplied.
    """

    info: ScenarioInfo
    text: str
    options: Mapping[str, str]
    table: TableTop
    types: Mapping[str, UnitType]
    posts: Mapping[str, Post]
    formations: Mapping[str, tuple[str, ...]]
    formation_names: Mapping[str, str]
    above: Mapping[str, str]
    placed: Mapping[str, tuple[Pose, str]]
    arrivals: tuple[Arrival, ...]
    objectives: tuple[Objective, ...]
    home: Mapping[str, float]
    turns: int
    clock: int
    visibility: tuple[tuple[int, float], ...]
    level: str = "brigade"
    special: Mapping[str, Fields] = field(default_factory=dict)
    worn: Mapping[str, int] = field(default_factory=dict)
    scale: int = 1
    cm: Mapping[str, float] = field(default_factory=lengths)
    sides: tuple[Side, ...] = ("allied", "austrian")

    def seat_of(self, side: Side) -> str:
        """Return the seat that plays a side."""
        return next(seat.id for seat in self.info.seats if seat.side == side)

    def side_of(self, seat: str | None) -> Side | None:
        """Return the side a seat plays, None for the public."""
        return next((s.side for s in self.info.seats if s.id == seat), None)

    @property
    def measuring(self) -> bool:
        """[scale.premeasure] Whether the table allows measuring beforehand."""
        return self.options.get("premeasure") == "yes"

    @property
    def written_orders(self) -> bool:
        """[A.2.orders] Whether written orders and couriers are used."""
        return self.options.get("written_orders") == "yes"


Board = Table[Setup, State]
"""What the procedures of this game play on."""

"""[tec] The map: terrain, hexsides, roads, levels, and what it costs each arm to cross them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.data.text import Text, all_of, named, text, verbatim
from grognard.engines.core.play.memo import Memo, kept
from grognard.engines.core.show.views import BuildingView, LabelView
from grognard.engines.gmt.tables import TERRAIN_CHART, number

ARMS = ("infantry", "cavalry", "artillery", "commander")
WATER = (
    "river",
    "stream",
    "banked_stream",
    "steep_banked_stream",
    "very_steep_banked_stream",
)
CROSSINGS = ("bridge", "ford")
RISING = {
    "slope": ("slope_up", "slope_down"),
    "steep_slope": ("steep_slope_up", "steep_slope_down"),
}
EARTHWORKS = ("redoubt", "emplacement")
UNFORMED = ("marsh", "woods", "village", "castle", "redoubt")
"""[9.81.terrain] Terrain whose occupants cannot be charged."""


class Step(NamedTuple):
    """What entering hex `to` from a neighbour costs one arm.

    `cost` in MP by the terrain (None: prohibited), `road` by road or path (None: there is none);
    `disorders` tells whether the terrain cost Disorders cavalry, `road_disorders` the road cost.
    """

    to: str
    cost: int | None
    road: int | None
    disorders: bool = False
    road_disorders: bool = False


Steps = Mapping[str, tuple["Step", ...]]
"""The steps out of each hex of a map for one arm."""
_CROSSED: Memo[tuple[str, ...]] = Memo(100_000)
_ENTRIES: Memo[int] = Memo(10_000)
_STEPS: Memo[Steps] = Memo(200)
_ZOC: Memo[tuple[str, ...]] = Memo(50_000)


UNNAMED = ("entry", "river")
"""The labels of a map that name no place: who comes in there, a water that flows through."""


@dataclass(frozen=True, slots=True, eq=False)
class BattleMap:
    """The printed map. Hexsides are keyed "AAAA/BBBB"; directed ones by (outside, own hex)."""

    id: str
    title: str
    grid: HexGrid
    terrain: Mapping[str, str]
    levels: Mapping[str, int]
    sides: Mapping[str, tuple[str, ...]]
    rises: Mapping[tuple[str, str], str]
    works: Mapping[tuple[str, str], str]
    roads: Mapping[str, str]
    base: str = "clear"
    labels: tuple[LabelView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    printed: BattleMap | None = None
    """The map before villages burnt and bridges fell: what is not `touched` is as it was there."""
    touched: frozenset[str] = frozenset()

    def at(self, hex_id: str) -> str:
        """Return the terrain of a hex."""
        return self.terrain.get(hex_id, self.base)

    def place(self, hex_id: str) -> Text:
        """Return what a hex is called: the name of the place that lies in it with its number, or that alone."""
        label = _labels(self).get(hex_id)
        if label is None:
            return verbatim(hex_id)
        name = named("place", label.text)
        if label.kind == "village":
            return text("{place} ({hex})", place=name, hex=hex_id)
        return text("the {place} ({hex})", place=name, hex=hex_id)

    def places(self, hexes: Iterable[str]) -> Text:
        """Enumerate what hexes are called."""
        return all_of(map(self.place, hexes))

    def level(self, hex_id: str) -> int:
        """Return the elevation step of a hex."""
        return self.levels.get(hex_id, 0)

    def is_redoubt(self, hex_id: str) -> bool:
        """[9.81.terrain] Whether the hex has a redoubt hexside of its own."""
        return any(
            self.works.get((other, hex_id)) == "redoubt" for other in self.grid.adjacent(hex_id)
        )

    def crossed(self, a: str, b: str) -> tuple[str, ...]:
        """Return the chart lines of the hexside crossed from `a` into `b`.

        A bridge or ford replaces the water it crosses (7.24).
        """
        known = _CROSSED.get((self, a, b))
        if known is None:
            known = _CROSSED.keep((self, a, b), self._crossed(a, b))
        return known

    def _crossed(self, a: str, b: str) -> tuple[str, ...]:
        kinds = self.sides.get(side_key(a, b), ())
        crossing = [kind for kind in kinds if kind in CROSSINGS]
        found = crossing or [kind for kind in kinds if kind in WATER]
        found += [kind for kind in kinds if kind not in CROSSINGS and kind not in WATER]
        found += self._directed(a, b)
        return tuple(found)

    def _directed(self, a: str, b: str) -> list[str]:
        found = []
        if (a, b) in self.rises:
            found.append(RISING[self.rises[a, b]][0])
        elif (b, a) in self.rises:
            found.append(RISING[self.rises[b, a]][1])
        work = self.works.get((a, b)) or self.works.get((b, a))
        if work:
            found.append(work)
        return found

    def fought_across(self, a: str, b: str) -> tuple[str, ...]:
        """Return the hexside features that help or hinder a unit in `b` attacked from `a`.

        An earthwork protects only the hex it belongs to.
        """
        kinds = self.crossed(a, b)
        if (a, b) in self.works:
            return kinds
        return tuple(kind for kind in kinds if kind not in EARTHWORKS)

    def hex_cost(self, hex_id: str, arm: str) -> tuple[int | None, bool]:
        """[7.21] Return the MP of a hex for an arm (None: prohibited) and whether it Disorders."""
        return chart_cost(self.at(hex_id), arm)

    def entry_cost(self, hex_id: str, arm: str) -> int:
        """[7.41] Return the MP of an entry hex: by the road if one leads in, else its terrain."""
        found = _ENTRIES.get((self, hex_id, arm))
        if found is None:
            cost = 1 if self.leads_in(hex_id) else self.hex_cost(hex_id, arm)[0] or 0
            found = _ENTRIES.keep((self, hex_id, arm), cost)
        return found

    def leads_in(self, hex_id: str) -> bool:
        """[7.41] Whether a road leads into an entry hex."""
        sides = (self.grid.side(hex_id, other) for other in self.grid.adjacent(hex_id))
        return any(self.roads.get(side) == "road" for side in sides)

    def passable(self, a: str, b: str, arm: str) -> bool:
        """[7.23] Whether an arm may ever step from `a` into the neighbour `b`."""
        return any(
            step.to == b and (step.cost is not None or step.road is not None)
            for step in self.steps_from(a, arm)
        )

    def steps_from(self, hex_id: str, arm: str) -> tuple[Step, ...]:
        """Return the steps out of a hex for an arm, in order of direction."""
        return self.steps(arm)[hex_id]

    def steps(self, arm: str) -> Steps:
        """Return the steps out of each hex for an arm, in order of direction (kept once made)."""
        return _STEPS.of((self, arm), lambda: self._all_steps(arm))

    def _all_steps(self, arm: str) -> Steps:
        anew = self.grid.hexes if self.printed is None else self.touched
        found = {} if self.printed is None else dict(self.printed.steps(arm))
        for hex_id in anew:
            around = self.grid.adjacent(hex_id)
            found[hex_id] = tuple(self.step(hex_id, other, arm) for other in around)
        return found

    def step(self, a: str, b: str, arm: str) -> Step:
        """Return the step from a hex into its neighbour for an arm."""
        base, disorders = self.hex_cost(b, arm)
        sides = [chart_cost(kind, arm) for kind in self.crossed(a, b)]
        across = None if any(cost is None for cost, _ in sides) else sum(c or 0 for c, _ in sides)
        disorders = disorders or any(hit for _, hit in sides)
        cost = None if base is None or across is None else base + across
        road = self._road_cost(a, b, arm, base, across)
        return Step(b, cost, road, disorders, any(hit for _, hit in sides))

    def _road_cost(
        self, a: str, b: str, arm: str, base: int | None, across: int | None
    ) -> int | None:
        """[7.22] [7.23] The road leads through what is impassable beside it, never over a river."""
        kind = self.roads.get(side_key(a, b))
        if kind is None:
            return None
        if kind == "road":
            if across is None and "river" in self.crossed(a, b):
                return None
            return (chart_cost("road", arm)[0] or 0) + (across or 0)
        if base is None or across is None:
            return None
        return ceil(Fraction(base, number("path_divisor"))) + across

    def zoc_from(self, hex_id: str) -> tuple[str, ...]:
        """[6.31] [6.32] Return the hexes a ZOC out of `hex_id` reaches: not over what is
        impassable and not over bridges.
        """
        found = _ZOC.get((self, hex_id))
        if found is None:
            found = tuple(
                other
                for other in self.grid.adjacent(hex_id)
                if not self._stops_zoc(self.sides.get(side_key(hex_id, other), ()))
            )
            _ZOC.keep((self, hex_id), found)
        return found

    @staticmethod
    def _stops_zoc(kinds: tuple[str, ...]) -> bool:
        return "bridge" in kinds or any(
            all(chart_cost(kind, arm)[0] is None for arm in ("infantry", "cavalry"))
            for kind in kinds
        )


@cache
def chart_cost(terrain: str, arm: str) -> tuple[int | None, bool]:
    """Return the Terrain Chart's MP for an arm (None: NA) and whether it Disorders (D)."""
    printed = TERRAIN_CHART[terrain][arm]
    if printed == "NA":
        return None, False
    value = printed.removesuffix("D").removeprefix("+")
    return (0 if "/" in value else int(value)), printed.endswith("D")


@kept(64)
def _labels(battle_map: BattleMap) -> Mapping[str, LabelView]:
    """The label of each hex in which a place lies, its first."""
    grid, found = battle_map.grid, {}
    at = {
        one.points[0]: one
        for one in reversed(battle_map.labels)
        if len(one.points) == 1 and one.kind not in UNNAMED
    }
    for hex_id in grid.hexes if at else ():
        label = at.get(grid.centre(hex_id))
        if label is not None:
            found[hex_id] = label
    return found

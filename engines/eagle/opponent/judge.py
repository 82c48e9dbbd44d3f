"""How good a place is for a unit, and what a side is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from engines.core.data.frozen import evolve
from engines.core.data.tabledata import read_data
from engines.eagle.field.position import flanks, front, rear, units_of
from engines.eagle.setup import Setup, enemy_of
from engines.eagle.state import State, Unit
from engines.eagle.turn.verdict import points_of, worth

FAR = 99


@cache
def weights() -> dict[str, float]:
    """Return the weights by name."""
    raw = read_data("engines.eagle.opponent", "weights.yaml", "weights")
    return {name: float(value) for name, value in raw.items()}


@dataclass
class Judge:
    """One side's view of the field, worked out once for each decision."""

    setup: Setup
    state: State
    side: str

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """The enemy's units that are not routed."""
        found = units_of(self.setup, self.state, enemy_of(self.side))
        return tuple(unit for unit in found if not unit.is_routed)

    @cached_property
    def attacks(self) -> bool:
        """Whether this side has to do something: as things stand it would not win, or only just."""
        mine = points_of(self.setup, self.state, self.side)
        return mine <= points_of(self.setup, self.state, enemy_of(self.side)) + worth("draw")

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """The objectives to be taken, or to be kept."""
        grid, held = self.setup.map.grid, self.state.holders
        known = [goal for goal in self.setup.objectives if goal.at in grid]
        if self.attacks:
            return tuple(goal.at for goal in known if held.get(goal.id) != self.side)
        return tuple(goal.at for goal in known if held.get(goal.id) == self.side)

    def nearest(self, at: str) -> tuple[int, str]:
        """Return how far the nearest enemy is from a hex, and where he stands."""
        grid = self.setup.map.grid
        return min(((grid.distance(at, foe.at), foe.at) for foe in self.foes), default=(FAR, ""))

    def goal(self, at: str) -> int:
        """Return how far the nearest of the goals is."""
        grid = self.setup.map.grid
        return min((grid.distance(at, goal) for goal in self.goals), default=0)

    def place(self, unit: Unit, at: str, facing: int) -> float:
        """Return what a place and a facing are worth to a unit."""
        weigh, there = weights(), evolve(unit, at=at, facing=facing)
        near, foe = self.nearest(at)
        worth = self._ground(at) + self._threat(there)
        if unit.is_disordered:
            return worth + weigh["disordered"] * min(near, weigh["at_hand"])
        card = self.setup.units[unit.id]
        if card.is_artillery:
            return worth + self._gun(near) + self._looks(there, foe)
        if self.attacks:
            worth -= weigh["foe"] * near
        if any(other.at in front(self.setup, there) for other in self.foes):
            worth += weigh["contact"]
        return worth + self._looks(there, foe)

    def _ground(self, at: str) -> float:
        weigh = weights()
        worth = -weigh["goal" if self.attacks else "keep"] * self.goal(at)
        return worth + (weigh["on_goal"] if at in self.goals else 0.0)

    def _gun(self, near: int) -> float:
        weigh = weights()
        if near == 1:
            return -weigh["pressed"]
        return weigh["range"] if near <= weigh["gun_range"] else 0.0

    def _looks(self, there: Unit, foe: str) -> float:
        if not foe:
            return 0.0
        grid = self.setup.map.grid
        ahead = min(grid.distance(one, foe) for one in (front(self.setup, there) or (there.at,)))
        return weights()["look"] * (grid.distance(there.at, foe) - ahead)

    def _threat(self, there: Unit) -> float:
        """What it costs to show a flank or the rear to the enemy."""
        open_to = {*flanks(self.setup, there), *rear(self.setup, there)}
        return -weights()["flanked"] * sum(foe.at in open_to for foe in self.foes)

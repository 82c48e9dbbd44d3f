"""Who goes where: each stack of a side that takes is given one aim, so that not all go for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.play.memo import kept
from grognard.engines.europa.field.position import Stacks
from grognard.engines.europa.field.terrain import open_land
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import Unit

PACKAGE = "grognard.engines.europa.opponent"
TURN = 3
"""Hexes of a turn's march."""
LATER = 0.8
"""What an aim is worth a turn later."""
FORCE = 5.0
"""The power that any aim needs, and how many times that of the enemy near it."""
STRONGER = 2.0
MATCH, HUNT = 1.2, 3
"""How much stronger than an enemy at hand we have to be to go after him, and how many hexes off he may be."""
ANYWHERE = 99
"""No goal is so many hexes off: who may be sent from wherever he is."""
GUARD = 4.0
"""The power that a city is guarded by which we have taken."""
QUARRY, BROKEN = 0.12, 0.3
"""What a unit of the enemy is worth as an aim, in good order and disrupted."""
SPARE = 0.1
"""What is left of an aim to who is not needed there."""
BESIDE = 2
HORIZON = 7
"""An aim is no farther than this from a Depot of ours, if any is so near."""


PATIENCE = (0.0, 0.3, 0.7)
"""What supply counts for where no turn follows, one, or two: who starves then is not missed any more."""
FEW = 2.0
"""The power that an aim needs in the last turns, when a city has only to be stood in."""


def patience(left: int) -> float:
    """Return what supply counts for with so many turns still to come after this one."""
    return PATIENCE[left] if left < len(PATIENCE) else 1.0


@kept(64)
def marches(setup: Setup, side: str, goal: str) -> dict[str, int]:
    """Return how many hexes a side has to march to a goal, from every hex."""
    land, found, edge = open_land(setup, side), {goal: 0}, [goal]
    while edge:
        following = []
        for at in edge:
            new = [h for h in setup.map.grid.adjacent(at) if h in land and h not in found]
            found.update(dict.fromkeys(new, found[at] + 1))
            following += new
        edge = following
    return found


class Situation(Protocol):
    """What a plan is made of."""

    setup: Setup
    side: str
    enemy: str

    @property
    def ours(self) -> Stacks: ...
    @property
    def theirs(self) -> Stacks: ...
    @property
    def patience(self) -> float: ...
    @property
    def powers(self) -> Mapping[str, Mapping[str, float]]: ...
    def power_near(self, at: str, side: str, distance: int = 1) -> float: ...
    def away(self, goal: str, at: str) -> int | None: ...
    def gap(self, a: str, b: str) -> int: ...
    def bases(self) -> Sequence[str]: ...
    def prizes(self) -> Mapping[str, float]: ...
    @property
    def emperor(self) -> str: ...


def quarry(units: Sequence[Unit]) -> float:
    """Return what a stack of the enemy is worth as an aim."""
    return sum(BROKEN if unit.disrupted else QUARRY for unit in units)


class Axis(NamedTuple):
    """A way into the enemy's country: its cities in turn, and the power that is sent by it, 0 for all the rest."""

    cities: tuple[str, ...]
    power: float


@cache
def axes() -> tuple[Axis, ...]:
    """Return the axes by which the French go into Russia, of the game's data."""
    found = read_data(PACKAGE, "opponent.yaml", "campaign")["axes"]
    return tuple(Axis(tuple(one["cities"]), float(one["power"])) for one in found)


@cache
def stations() -> frozenset[str]:
    """Return the cities where French Depots are to stand in a campaign, of the game's data."""
    return frozenset(read_data(PACKAGE, "opponent.yaml", "campaign")["stations"])


class Advance:
    """An army that goes forward by axes: after the enemies at hand, to the next cities, and some stay to guard.

    Attributes:
        of: the position.
        free: the power of each stack that has no aim yet, by its hex.
        found: the aims of the others.
    """

    def __init__(self, of: Situation) -> None:
        self.of = of
        self.free = dict(of.powers[of.side])
        self.found: dict[str, str] = {}
        self._hunt()
        for axis in axes():
            self._go(axis)
        goals = of.setup.goals
        for goal in sorted(goals, key=lambda at: (-goals[at], at)):
            if goal in of.ours and of.setup.map.in_russia(goal):
                self._send(self._post(goal), GUARD)

    def _post(self, goal: str) -> str:
        """Return where a city is guarded from: at the nearest Depot, since who has none has to forage."""
        bases = self.of.bases()
        return min(bases, key=lambda at: self.of.gap(at, goal), default=goal)

    def _hunt(self) -> None:
        """Go after the stacks of the enemy at hand that we can be stronger than, with so many as are needed."""
        of = self.of
        for goal in sorted(of.theirs, key=lambda at: (-quarry(of.theirs[at]), at)):
            need = MATCH * of.power_near(goal, of.enemy)
            near = [at for at in self.free if (of.away(goal, at) or ANYWHERE) <= HUNT]
            if sum(self.free[at] for at in near) >= need:
                self._send(goal, STRONGER * need, within=HUNT)

    def _go(self, axis: Axis) -> None:
        """Go to the next city of an axis, and to those that were passed and nobody is in."""
        held = [i for i, at in enumerate(axis.cities) if at in self.of.ours]
        passed = max(held, default=-1)
        for at in axis.cities[:passed]:
            if at not in self.of.ours:
                self._send(at, FEW, main=not axis.power)
        if passed + 1 < len(axis.cities):
            need = axis.power or sum(self.free.values())
            self._send(axis.cities[passed + 1], need, main=not axis.power)

    def _send(self, goal: str, need: float, *, main: bool = True, within: int = ANYWHERE) -> None:
        """Send the nearest stacks that are free, until they are strong enough; the Emperor by the main axis only."""
        away = {at: self.of.away(goal, at) for at in self.free}
        near = {at: way for at, way in away.items() if way is not None and way <= within}
        for at in sorted(near, key=lambda one: (near[one], one)):
            if need <= 0:
                return
            if main or at != self.of.emperor:
                need -= self.free.pop(at)
                self.found[at] = goal


def aims(of: Situation) -> dict[str, str]:
    """Return the aim of each stack: by the axes of its army first, else each what is worth most to it."""
    found = Advance(of).found if of.side == "french" and of.patience == 1 else {}
    if found.keys() >= of.powers[of.side].keys():
        return found
    return {**_each(of), **found}


def _each(of: Situation) -> dict[str, str]:
    """Return an aim for each stack: the strongest chooses first, and an aim needs only so many."""
    worth = {**of.prizes()}
    last = of.patience < 1
    if not last:
        for at, units in of.theirs.items():
            worth[at] = worth.get(at, 0.0) + quarry(units)
        worth = _near(of, worth)
    least = FEW if last else FORCE
    need = {at: max(least, STRONGER * of.power_near(at, of.enemy, BESIDE)) for at in worth}
    sent = dict.fromkeys(worth, 0.0)
    found = {}
    mine = of.powers[of.side]
    for start in sorted(mine, key=lambda at: (-mine[at], at)):

        def gain(goal: str, start: str = start) -> float:
            away = of.away(goal, start)
            if away is None:
                return -1.0
            later: float = LATER ** (away / TURN)
            return worth[goal] * later * max(SPARE, 1 - sent[goal] / need[goal])

        best = max(worth, key=gain, default="")
        if best and gain(best) > 0:
            found[start] = best
            sent[best] += mine[start]
    return found


def _near(of: Situation, worth: Mapping[str, float]) -> dict[str, float]:
    """Return those aims that a Depot of ours is near to, all where none is."""
    bases = of.bases()
    found = {
        at: value
        for at, value in worth.items()
        if any(of.gap(at, base) <= HORIZON for base in bases)
    }
    return found or dict(worth)

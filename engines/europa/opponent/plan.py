"""Who goes where: each stack of a side that takes is given one aim, so that not all go for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engines.europa.field.position import Stacks
from engines.europa.setup import Setup
from engines.europa.state import Unit

TURN = 3
"""Hexes of a turn's march."""
LATER = 0.8
"""What an aim is worth a turn later."""
FORCE = 5.0
"""The power that any aim needs, and how many times that of the enemy near it."""
STRONGER = 2.0
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

    stations: tuple[str, ...]
    power: float


AXES = (
    Axis(("2004", "1904"), 5.0),
    Axis(("2113", "2016"), 8.0),
    Axis(("1208",), 4.0),
    Axis(("1808", "1610", "1209", "1009", "0809", "0508", "0308"), 0.0),
)
GUARD = 4.0
HUNT = 3
MATCH = 1.2


def advance(of: Situation) -> dict[str, str]:
    """Return the aim of each stack of an army that goes forward by axes: an enemy at hand, or the next city."""
    free = dict(of.powers[of.side])
    found: dict[str, str] = {}
    _hunt(of, free, found)
    for axis in AXES:
        held = [i for i, at in enumerate(axis.stations) if at in of.ours]
        passed = max(held, default=-1)
        wanted = [(at, FEW) for at in axis.stations[:passed] if at not in of.ours]
        if passed + 1 < len(axis.stations):
            wanted.append((axis.stations[passed + 1], axis.power or sum(free.values())))
        for goal, need in wanted:
            _send(of, free, found, goal, need, main=not axis.power)
    for goal in sorted(of.setup.goals, key=lambda at: (-of.setup.goals[at], at)):
        if goal in of.ours and of.setup.map.in_russia(goal):
            _send(of, free, found, goal, GUARD, main=True)
    return found


def _hunt(of: Situation, free: dict[str, float], found: dict[str, str]) -> None:
    """Send those at hand after the stacks of the enemy that we can be stronger than, so many as are needed."""
    for goal in sorted(of.theirs, key=lambda at: (-quarry(of.theirs[at]), at)):
        need = MATCH * of.power_near(goal, of.enemy)
        near = [at for at in free if (of.away(goal, at) or 99) <= HUNT]
        if sum(free[at] for at in near) >= need:
            _send(of, free, found, goal, STRONGER * need, main=True, within=HUNT)


def _send(
    of: Situation,
    free: dict[str, float],
    found: dict[str, str],
    goal: str,
    need: float,
    *,
    main: bool,
    within: int = 99,
) -> None:
    """Send the nearest stacks that are free to a goal, until they are strong enough; the Emperor to the main one."""
    near = {at: away for at in free if (away := of.away(goal, at)) is not None and away <= within}
    for at in sorted(near, key=lambda one: (near[one], one)):
        if need <= 0:
            return
        if main or at != of.emperor:
            need -= free.pop(at)
            found[at] = goal


def aims(of: Situation) -> dict[str, str]:
    """Return the aim of each stack: by the axes of its army first, else each what is worth most to it."""
    found = advance(of) if of.side == "french" and of.patience == 1 else {}
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

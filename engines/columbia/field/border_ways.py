"""[3.3] [5.41] The borders as movement meets them, worked out once for each set of bridges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from grognard.engines.columbia.map.crossing import (
    artillery_may_cross,
    limit,
    passable,
    road_between,
)
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import BlockType, State
from grognard.engines.columbia.tables import movement_rate, stacking_limit
from grognard.engines.core.play.memo import Memo

FOOT, FAST, GUNS, HEAVY, HORSE = "foot", "fast", "guns", "heavy", "horse"
OUT = "out"
"""What movement tells apart: infantry; cavalry and HQs; light, heavy and horse artillery; and an HQ
that rode out of a battle and may not attack anew (5.5.hq)."""
ON_FOOT = (FOOT, FAST, OUT)
"""What goes where guns cannot."""

RATES = {
    FOOT: "infantry",
    FAST: "cavalry",
    GUNS: "artillery",
    HEAVY: "artillery",
    HORSE: "horse_artillery",
    OUT: "cavalry",
}

QUIET, ENEMY, CONTESTED = 0, 1, 2
"""[5.1] How one side meets an area: friendly or vacant, held by the enemy, contested."""

Codes = dict[str, int]
Look = Callable[[Codes], Any]


def mobility(kind: BlockType) -> str:
    """[5.41.rate] Return the class a block moves in."""
    if kind.is_infantry:
        return FOOT
    if not kind.is_artillery:
        return FAST
    return {"heavy": HEAVY, "horse": HORSE}.get(kind.weight, GUNS)


def by_road(kind: BlockType) -> int:
    """[5.41.rate] Return how many areas a block may move by road."""
    return movement_rate(RATES[mobility(kind)], "road")


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Every area's ways out while the same bridges stand.

    `steps[kind][area]` are the areas one normal move away for a mobility class, `roads[kind][area]`
    those one road step away, `open[area]` those across a passable border; `limits[a, b]` how many
    may cross from a into b (3.33.border) and `keys[a, b]` that border.
    """

    steps: Mapping[str, Mapping[str, tuple[str, ...]]]
    roads: Mapping[str, Mapping[str, tuple[str, ...]]]
    open: Mapping[str, tuple[str, ...]]
    limits: Mapping[tuple[str, str], int]
    keys: Mapping[tuple[str, str], str]

    def around(self, area: str, kind: str) -> Look:
        """Return what reads, as one value, the codes of all areas that bear on a block's move."""
        key = (self, area, kind)
        look = _LOOKS.get(key)
        if look is None:
            vacant = dict.fromkeys(self.open, QUIET)
            look = _LOOKS.keep(key, _reader(list(reach(self, kind, area, vacant))))
        return look

    def bears(self, area: str) -> frozenset[str]:
        """Return the areas from which some block's move depends on who holds `area`."""
        return _BEARS.of((self,), self._bearing)[area]

    def _bearing(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        vacant = dict.fromkeys(self.open, QUIET)
        for start in self.open:
            # Nobody goes further than cavalry, by road or not.
            for there in (start, *reach(self, FAST, start, vacant)):
                found.setdefault(there, set()).add(start)
        return {area: frozenset(starts) for area, starts in found.items()}

    def about(self, area: str, away: int) -> Look:
        """Return what reads the codes of all areas up to `away` passable steps from `area`."""
        key = (self, area, away)
        look = _LOOKS.get(key)
        if look is None:
            look = _LOOKS.keep(key, _reader([area, *self.within(area, away)]))
        return look

    def within(self, area: str, away: int) -> tuple[str, ...]:
        """Return the areas up to `away` steps over passable borders, nearest first."""
        found = {area: 0}
        front = [area]
        for step in range(away):
            front = [b for a in front for b in self.open[a] if b not in found]
            found.update(dict.fromkeys(front, step + 1))
        return tuple(found)[1:]


def _reader(areas: list[str]) -> Look:
    # itemgetter of one key gives no tuple, but any hashable value will do; of none it fails.
    return itemgetter(*areas) if areas else lambda _codes: ()


_LOOKS: Memo[Look] = Memo(4096)
_BEARS: Memo[dict[str, frozenset[str]]] = Memo(64)
_WAYS: Memo[Ways] = Memo(64)


def ways(setup: Setup, state: State) -> Ways:
    """Return the ways of the map with the bridges that stand now (7.4.effect, 9.3.bridge)."""
    key = (setup.ground, state.burnt, state.built)
    found = _WAYS.get(key)
    if found is None:
        found = _WAYS.keep(key, _ways(setup, state))
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """[3.3] One border in one direction: who crosses, by road or not, and how many in battle."""

    passable: bool
    road: bool
    guns: bool
    limit: int
    key: str


_STEPS: Memo[Step] = Memo(4096)


def _step(setup: Setup, state: State, a: str, b: str) -> Step:
    """Return the step from a to b; only what becomes of its own bridge can change it."""
    key, ground = border_key(a, b), setup.ground
    case = (ground, a, b, key in state.burnt, key in state.built)
    found = _STEPS.get(case)
    if found is None:
        step = Step(
            passable(ground, state, a, b),
            bool(road_between(ground, state, a, b)),
            artillery_may_cross(ground, state, key, b),
            limit(ground, state, key, b),
            key,
        )
        found = _STEPS.keep(case, step)
    return found


def _ways(setup: Setup, state: State) -> Ways:
    areas, near = setup.ground.areas, setup.ground.near
    steps = {(a, b): _step(setup, state, a, b) for a in areas for b in near[a]}
    over = {pair: step for pair, step in steps.items() if step.passable}
    foot = _table(areas, list(over))
    plain = _table(areas, [pair for pair, step in over.items() if step.road])
    drawn = _table(areas, [pair for pair, step in over.items() if step.guns])
    rolling = _table(areas, [pair for pair, step in over.items() if step.guns and step.road])
    return Ways(
        steps={k: foot if k in ON_FOOT else drawn for k in RATES},
        roads={k: plain if k in ON_FOOT else rolling for k in RATES},
        open=foot,
        limits={pair: step.limit for pair, step in over.items()},
        keys={pair: step.key for pair, step in over.items()},
    )


def _table(areas: Mapping[str, Any], pairs: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {area: [] for area in areas}
    for a, b in pairs:
        found[a].append(b)
    return {area: tuple(others) for area, others in found.items()}


def reach(net: Ways, kind: str, area: str, codes: Codes) -> dict[str, tuple[str, ...]]:
    """[5.4.normal] [5.41.rate] Return the quiet areas one move reaches, each with the way to it.

    Quiet are friendly and vacant areas; a road move passes through nothing else, and its sections
    join in every area they meet in.
    """
    found: dict[str, tuple[str, ...]] = {}
    for there in net.steps[kind][area]:
        if codes[there] == QUIET:
            found[there] = (area, there)
    road = net.roads[kind]
    front: list[tuple[str, ...]] = [(area,)]
    for _ in range(movement_rate(RATES[kind], "road")):
        front = [
            (*way, there)
            for way in front
            for there in road[way[-1]]
            if codes[there] == QUIET and there not in way
        ]
        for way in front:
            found.setdefault(way[-1], way)
    return found


_STACKING: Memo[dict[str, int]] = Memo(16)


def limits_of_stacking(setup: Setup) -> dict[str, int]:
    """[3.31.limit] Return the stacking limit of every area (read only: it is shared)."""
    areas = setup.ground.areas.values()
    return _STACKING.of((setup.ground,), lambda: {a.id: stacking_limit(a.terrain) for a in areas})

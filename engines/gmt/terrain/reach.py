"""[7] The search for all hexes a unit can reach: cheapest routes under terrain, friends and ZOC."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from grognard.engines.gmt.tables import number
from grognard.engines.gmt.terrain.terrain import BattleMap

BEYOND = 999
"""More MP than any unit has."""


@dataclass(slots=True)
class Reach:
    """The ground as one unit meets it, and the labels of the search.

    `shut` hexes cannot be entered, `near` ones allow no road (7.37), a move halts in `halting`,
    `zoc` are hexes in enemy ZOC, `passed` those of friends (7.38). `road_only` is a column on its
    road (7.42); `extended` a unit that goes no farther once it is Disordered (7.13.elig). The MP
    spent to a hex are in `best`, the hex before it in `before`.
    """

    map: BattleMap
    arm: str
    mp: int
    home: str
    disordered: bool
    road_only: bool
    shut: AbstractSet[str]
    near: AbstractSet[str]
    zoc: AbstractSet[str]
    halting: AbstractSet[str]
    passed: AbstractSet[str]
    extended: bool = False
    best: dict[str, int] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)

    def trails(self, start: str, spent: int, first: list[str]) -> dict[str, list[str]]:
        """Return for each hex the cheapest route to it from `start`, reached for `spent` MP.

        `first` is the route to `start` itself. Where both are possible a route that Disorders
        nobody is taken, even if it is dearer (tec.disorder).
        """
        if spent > self.mp:
            return {}
        self.best[start] = spent
        seeds: list[tuple[int, str, str]] = []
        self._flood([(spent, start)], self.disordered, seeds)
        found = self._unroll({start: first}, self.best)
        if seeds:
            found = {**self._shaken(seeds, found), **found}
        return found

    def _shaken(
        self, seeds: list[tuple[int, str, str]], calm: dict[str, list[str]]
    ) -> dict[str, list[str]]:
        """Go on from each step that Disorders, to whatever no calm route reaches as cheaply."""
        self.before = {}
        starts = []
        for total, to, hex_id in sorted(seeds):
            if total < self.best.get(to, BEYOND):
                self.best[to] = total
                self.before[to] = hex_id
                starts.append((total, to))
        if self.extended:  # the step that Disorders is the last: what leads to it is calm
            return {to: [*calm[last], to] for to, last in self.before.items()}
        self._flood(starts, True, [])
        return self._unroll(calm, {to: self.best[to] for to in self.before})

    def _unroll(self, known: dict[str, list[str]], labels: dict[str, int]) -> dict[str, list[str]]:
        """Turn the hexes before each hex into routes, cheapest hexes first."""
        routes: dict[str, list[str]] = {}
        for hex_id in sorted(labels, key=labels.__getitem__):
            if hex_id in self.before:
                last = self.before[hex_id]
                routes[hex_id] = [*(routes[last] if last in routes else known[last]), hex_id]
            else:
                routes[hex_id] = known[hex_id]
        return routes

    def _flood(  # noqa: PLR0912 - the inner loop: calls would double its price
        self, starts: list[tuple[int, str]], shaken: bool, seeds: list[tuple[int, str, str]]
    ) -> None:
        """Spread out by cost: MP are whole, so a list of buckets is the queue."""
        leave, through = number("leave_zoc_mp"), number("pass_through_mp")
        wary = number("disordered_zoc_mp")
        best, before, mp, arm = self.best, self.before, self.mp, self.arm
        zoc, near, shut, passed, halting = self.zoc, self.near, self.shut, self.passed, self.halting
        home, road_only, so_far = self.home, self.road_only, best.get
        steps = self.map.steps(arm)
        buckets: list[list[str]] = [[] for _ in range(mp + 1)]
        for spent, hex_id in starts:
            buckets[spent].append(hex_id)
        for spent, bucket in enumerate(buckets):
            for hex_id in bucket:
                if best[hex_id] != spent:
                    continue
                cost = spent
                if hex_id == home:
                    cost += leave if hex_id in zoc else 0
                elif hex_id in halting:
                    continue
                elif hex_id in passed:
                    cost += through
                least = cost + 1  # every step costs at least one
                if least > mp:
                    continue
                for to, price, road, hurts, road_hurts in steps[hex_id]:
                    known = so_far(to, BEYOND)
                    if known <= least or to in shut:
                        continue
                    if road is not None and to not in near:
                        price, hurts = road, road_hurts  # noqa: PLW2901 - the road's own answer
                    elif price is None or road_only:
                        continue
                    total = cost + price
                    if (shaken or hurts) and to in zoc:
                        total += wary
                    if total > mp or total >= known:
                        continue
                    if hurts and not shaken:
                        seeds.append((total, to, hex_id))
                        continue
                    best[to] = total
                    before[to] = hex_id
                    buckets[total].append(to)

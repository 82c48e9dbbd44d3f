"""[7.2] [7.3] The steps of a move: what each costs, whether it Disorders, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.closed_hexes import closed_hexes, why_not_there
from grognard.engines.gmt.field.position import enemy_of, front_zoc, hold, on_map
from grognard.engines.gmt.movement.allowance import allowance
from grognard.engines.gmt.movement.entering import entry_cost, entry_disorders, entry_hex
from grognard.engines.gmt.movement.extended import watched
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import RESERVE, State, Unit, UnitType
from grognard.engines.gmt.tables import number
from grognard.engines.gmt.terrain.terrain import WATER, Step

APART = "7.31"
"""The rule by which a move goes from hex to adjacent hex."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the enemy makes of the ground for one moving unit."""

    enemies: frozenset[str]
    zoc: frozenset[str]
    near: frozenset[str]
    barred: set[str]


class Toll(NamedTuple):
    """The price of one step: MP, whether it Disorders, and the rules that made the price."""

    mp: int
    disorders: bool
    rules: tuple[str, ...]


def ground(setup: Setup, state: State, unit: Unit) -> Ground:
    """Work out enemy hexes, enemy ZOC, hexes next to the enemy and hexes barred by 6.34."""
    side = setup.types[unit.id].side
    foe = enemy_of(side)
    enemies, covered, near = hold(setup, state, foe)
    started = state.began.get(unit.id)
    in_zoc = started.at in covered if started and on_map(unit) else unit.at in covered
    barred = front_zoc(setup, state, foe) if in_zoc else set()
    return Ground(enemies, covered, near, barred)


class Walk:
    """The way of one unit over the ground as it lies now, step by step.

    Attributes:
        mp, mp_rule: the MP it may spend, and the rule by which.
        entry: the hex by which it comes in, "" for who stands on the map.
    """

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup = setup
        self.state = state
        self.unit = state.units[uid]
        self.kind: UnitType = setup.types[uid]
        self.mp, self.mp_rule = allowance(setup, state, self.unit)
        self.entry = entry_hex(setup, state, uid) if self.unit.at == RESERVE else ""
        self._ground: Ground | None = None
        self._shut_hexes: set[str] | frozenset[str] | None = None
        self._walked: tuple[list[str], list[Toll]] | None = None

    @property
    def ground(self) -> Ground:
        """The enemy's hold on the ground, worked out when first needed."""
        if self._ground is None:
            self._ground = ground(self.setup, self.state, self.unit)
        return self._ground

    @property
    def shut(self) -> set[str] | frozenset[str]:
        """Every hex the enemy or the scenario keeps the unit out of."""
        if self._shut_hexes is None:
            land = self.ground
            found = closed_hexes(self.setup, self.state, self.kind.side) | land.enemies
            if land.barred:
                found |= land.barred
            if self.unit.fired:
                found |= land.near
            if self.unit.id in self.state.extended:
                found |= watched(self.setup, self.state, self.kind.side)
            if self.setup.jaeger_rules and self.kind.weight == "jaeger":
                found |= land.zoc - set(self.state.stacks)
            self._shut_hexes = found
        return self._shut_hexes

    def _why_not_enter(self, to: str) -> Refusal | None:
        return why_not_there(self.setup, self.state, self.kind.side, to) or _why_not_jaeger(
            self, to
        )

    def cost(self, route: list[str]) -> tuple[int, Refusal | None]:
        """[7.21] Return the MP of a whole route and, if a step is illegal, what refuses it."""
        spent = 0
        for toll, fault in self._judged(route):
            spent += toll.mp
            if fault is not None:
                return spent, fault
        return spent, None

    def tolls(self, route: list[str]) -> list[Toll]:
        """Return the price of each step of a legal route."""
        walked = self._walked  # another thread may ask about another route meanwhile
        if walked is None or walked[0] != route:
            walked = (route, [toll for toll, _ in self._judged(route, judge=False)])
            self._walked = walked
        return walked[1]

    def _judged(
        self, route: list[str], *, judge: bool = True
    ) -> Iterator[tuple[Toll, Refusal | None]]:
        """Give for each step its price and what refuses it."""
        here, shaken = self.unit.at, False
        for index, to in enumerate(route):
            if index == 0 and self.entry:
                shaken = entry_disorders(self.setup, self.state, self.unit.id)
                yield self._entry_toll(shaken), self._why_not_first(to)
            else:
                toll, fault = self.toll(here, to, index > 0, shaken, judge=judge)
                shaken = shaken or toll.disorders
                yield toll, fault
            here = to

    def _entry_toll(self, hurts: bool) -> Toll:
        """[7.41] [tec.disorder] The price of coming in."""
        spent = entry_cost(self.setup, self.state, self.unit.id)
        rules = ("7.41", "tec.disorder") if hurts else ("7.41",)
        return Toll(spent, hurts and not self.unit.disordered, rules)

    def _why_not_first(self, to: str) -> Refusal | None:
        if to == self.entry:
            return None
        words = text("Reinforcements enter at {hex}.", hex=self.setup.map.place(self.entry))
        return Refusal("7.41", words, (self.entry,))

    def toll(
        self, here: str, to: str, moved: bool, shaken: bool = False, *, judge: bool = True
    ) -> tuple[Toll, Refusal | None]:
        """Return the price of one step, and (if it is to be judged) what forbids it."""
        step = (
            next((s for s in self.setup.map.steps_from(here, self.kind.arm) if s.to == to), None)
            if here in self.setup.map.grid
            else None
        )
        if step is None:
            words = text(
                "A route goes from hex to adjacent hex, and {b} is not adjacent to {a}.",
                a=self.setup.map.place(here),
                b=self.setup.map.place(to),
            )
            return Toll(0, False, ()), Refusal(APART, words, (here, to))
        toll = self._toll(here, step, moved, shaken)
        if not judge:
            return toll, None
        return toll, self._why_not_shaken(shaken) or self._why_not_step(here, step, moved)

    def _why_not_shaken(self, shaken: bool) -> Refusal | None:
        """[7.13.elig] Whom the ground has Disordered on the way goes no farther by Extended Movement."""
        if not shaken or self.unit.id not in self.state.extended:
            return None
        words = text("{unit} is Disordered and may not use Extended Movement.", unit=self.kind.name)
        return Refusal("7.13.elig", words, (self.unit.id,))

    def _toll(self, here: str, step: Step, moved: bool, shaken: bool) -> Toll:
        land = self.ground
        by_road = step.road is not None and step.to not in land.near
        mp = (step.road if by_road else step.cost) or 0
        hurts = step.road_disorders if by_road else step.disorders
        rules = ["7.21", *self._road_rules(here, step, by_road)]
        if hurts:
            rules.append("tec.disorder")
        if moved and here in self.state.stacks:
            mp += number("pass_through_mp")
            rules.append("7.38")
        if not moved and here in land.zoc:
            mp += number("leave_zoc_mp")
            rules.append("6.34")
        if step.to in land.zoc and (self.unit.disordered or shaken or hurts):
            mp += number("disordered_zoc_mp")
            rules.append("6.33")
        return Toll(mp, hurts and not self.unit.disordered, tuple(rules))

    def _road_rules(self, here: str, step: Step, by_road: bool) -> Iterator[str]:
        """Name the rules of roads, fords and bridges that had a say in the price of a step."""
        crossed = self.setup.map.crossed(here, step.to)
        if "ford" in crossed:
            yield "7.24"
        if "bridge" in crossed:
            yield "7.23"
            yield "bor.9"
        if step.road is None:
            return
        if not by_road:
            yield "7.37"
            return
        yield "7.22"
        if self.setup.map.roads[self.setup.map.grid.side(here, step.to)] == "path":
            yield "7.22.path"
        if set(WATER) & set(crossed):
            yield from ("7.24", "bor.9")

    def disordering_hex(self, route: list[str]) -> str:
        """[tec.disorder] Return the first hex of a route that Disorders the unit, or ""."""
        if self.unit.disordered or self.kind.arm != "cavalry":
            return ""
        steps = zip(route, self.tolls(route), strict=True)
        return next((to for to, toll in steps if toll.disorders), "")

    def _why_not_step(self, here: str, step: Step, moved: bool) -> Refusal | None:  # noqa: PLR0911 - one line a rule
        land, to = self.ground, step.to
        if to in land.enemies:
            return Refusal(
                "7.32", text("An enemy unit is in {hex}.", hex=self.setup.map.place(to)), (to,)
            )
        if moved and here in land.zoc:
            words = text(
                "The unit must stop on entering the enemy ZOC at {hex}.",
                hex=self.setup.map.place(here),
            )
            return Refusal("6.33", words, (here,))
        if to in land.barred:
            words = text(
                "An enemy has {hex} in his ZOC and faces it.", hex=self.setup.map.place(to)
            )
            return Refusal("6.34", words, (to,))
        if step.cost is None and (step.road is None or to in land.near):
            rule = "7.37" if step.road is not None else "7.23"
            return Refusal(
                rule,
                text("No way leads from there into {hex}.", hex=self.setup.map.place(to)),
                (here, to),
            )
        if self.unit.fired and to in land.near:
            words = text("Artillery that fired may not move next to the enemy.")
            return Refusal("7.36.mark", words, (to,))
        if moved and self.unit.id in self.state.extended and here in self.state.stacks:
            words = text("Extended Movement may not pass through friendly units.")
            return Refusal("7.13.effect", words, (here,))
        if self.unit.id in self.state.extended:
            return self._why_not_extended(step) or self._why_not_enter(to)
        return self._why_not_enter(to)

    def _why_not_extended(self, step: Step) -> Refusal | None:
        """[7.13.elig] [7.42] Not near the enemy; a column of reinforcements stays on its road."""
        if step.to in watched(self.setup, self.state, self.kind.side):
            words = text("The enemy is within 3 hexes of {hex}.", hex=self.setup.map.place(step.to))
            return Refusal("7.13.elig", words, (step.to,))
        if self.unit.id in self.state.column and step.road is None:
            words = text("Reinforcement Extended Movement stays on the road.")
            return Refusal("7.42", words, (step.to,))
        return None


def _why_not_jaeger(walk: Walk, to: str) -> Refusal | None:
    """[11.1] Jaegers enter an enemy ZOC only where a friend already stands."""
    if not walk.setup.jaeger_rules or walk.kind.weight != "jaeger":
        return None
    if to in walk.ground.zoc and to not in walk.state.stacks:
        words = text("Jaegers may not enter an enemy ZOC alone.")
        return Refusal("11.1", words, (to,))
    return None

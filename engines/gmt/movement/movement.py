"""[7] Movement: what a unit may reach, what each step costs and what refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from engines.core.data.text import Text, text
from engines.core.show.asks import PASS, Choice, Choices
from engines.core.show.choices import facing_of, number_of, words_of
from engines.core.show.explain import Refusal
from engines.gmt.field.choice_shapes import are_words, faces, has_keys
from engines.gmt.field.closed_hexes import closed_hexes, why_not_there
from engines.gmt.field.position import (
    FACINGS,
    WRONG_FACING,
    enemy_of,
    facings_in,
    front_zoc,
    hold,
    on_map,
    stacking_rules,
    turning_with,
    why_not_facing,
    why_not_stack,
)
from engines.gmt.movement.extended import watched
from engines.gmt.movement.forfeits import forfeits
from engines.gmt.orders.orders import FAILED, HELD
from engines.gmt.setup import Setup
from engines.gmt.state import RESERVE, State, Unit, UnitType
from engines.gmt.tables import number
from engines.gmt.terrain.reach import BEYOND, Reach
from engines.gmt.terrain.terrain import WATER, Step

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


def allowance(setup: Setup, state: State, unit: Unit) -> tuple[int, str]:
    """[9.85.leave] Return the MP a unit may spend now and the rule; leaving its Square has cost one."""
    mp, rule = _whole_allowance(setup, state, unit)
    return mp - number("leave_square_mp") * (unit.id in state.left_square), rule


def _whole_allowance(setup: Setup, state: State, unit: Unit) -> tuple[int, str]:
    ma = setup.types[unit.id].ma
    if unit.fired:
        return ceil(ma / number("fired_move_divisor")), "7.36.mark"
    if state.reserve_activation or state.orders.get(unit.id) == "none":
        return ceil(ma / number("restricted_divisor")), "7.12"
    if unit.id in state.extended:
        return ma * number("extended_multiplier"), "7.13.effect"
    return ma, "7.11"


def why_not_move(setup: Setup, state: State, unit: Unit) -> Refusal | None:
    """Return what keeps a unit from moving or changing facing at all, or None."""
    name = setup.types[unit.id].name
    if unit.id not in state.began:
        return Refusal("5.43", text("{unit} is not active.", unit=name), (unit.id,))
    if unit.id in state.done:
        return Refusal("7.31", text("{unit} has finished its move.", unit=name), (unit.id,))
    if unit.id in state.extended and unit.disordered:
        words = text("{unit} is Disordered and may not use Extended Movement.", unit=name)
        return Refusal("7.13.elig", words, (unit.id,))
    barred = why_not_ordered(setup, state, unit)
    if barred is not None:
        return barred
    if unit.fired and unit.refaced:
        words = text("{unit} pivoted and fired, so it may not move.", unit=name)
        return Refusal("8.5.pivot", words, (unit.id,))
    return None


def why_not_ordered(setup: Setup, state: State, unit: Unit) -> Refusal | None:
    """[5.28.fail] [bor.1.reserve] Refuse to move a unit whose Orders, or want of them, forbid it."""
    name, orders = setup.types[unit.id].name, state.orders.get(unit.id)
    if orders == FAILED:
        return Refusal("5.28.fail", text("{unit} may only Rally.", unit=name), (unit.id,))
    if orders == HELD:
        words = text("{unit} is in the Reserve, and Kutuzov has not ordered it.", unit=name)
        return Refusal("bor.1.reserve", words, (unit.id,))
    return None


def why_not_turn(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[6.11.vertex] Refuse to turn a unit with which others would turn that are not active.

    In a Barrage all guns of the side are (8.2.barrage).
    """
    together = turning_with(setup, state, uid)
    idle = tuple(other for other in together if other not in state.began and not state.barrage)
    if not idle:
        return None
    words = text("The stack shares one facing, and part of it is not active.")
    return Refusal("6.11.vertex", words, idle)


class Routes(Choices):
    """The routes of one unit: one for each hex it can reach, in each facing.

    A choice is {"route": [hex, ...], "facing": vertex}; an empty route only changes facing;
    without "facing" the unit keeps the one it has. "pass" leaves the unit as it is.
    """

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup = setup
        self.state = state
        self.unit = state.units[uid]
        self.kind: UnitType = setup.types[uid]
        self.mp, self.mp_rule = allowance(setup, state, self.unit)
        self.entry = entry_hex(setup, state, uid) if self.unit.at == RESERVE else ""
        self._ground: Ground | None = None
        self._reached: dict[str, list[str]] | None = None
        self._shut_hexes: set[str] | frozenset[str] | None = None
        self._walked: tuple[list[str], list[Toll]] | None = None

    @property
    def ground(self) -> Ground:
        """The enemy's hold on the ground, worked out when first needed."""
        if self._ground is None:
            self._ground = ground(self.setup, self.state, self.unit)
        return self._ground

    # -- listing -------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Choice]:
        found: list[Choice] = [PASS]
        if not self.entry and self._why_not_turn() is None:
            here = self.unit.facing
            found += [{"route": [], "facing": facing} for facing in FACINGS if facing != here]
        occupied, reached = self.state.stacks, self.reached()
        # A list is built at once: there are hundreds, and a generator would double the price.
        found += [
            {"route": route, "facing": facing}
            for hex_id, route in reached.items()
            if hex_id not in occupied
            for facing in FACINGS
        ]
        for hex_id in [hex_id for hex_id in occupied if hex_id in reached]:
            facings = facings_in(self.setup, self.state, self.unit.id, hex_id)
            found += [{"route": reached[hex_id], "facing": facing} for facing in facings]
        return iter(found)

    def reached(self) -> dict[str, list[str]]:
        """Return for each hex where the unit may end a cheapest route to it."""
        if self._reached is None:
            trails = self._search(self.mp)
            for hex_id in self._minimum_moves(trails):
                trails[hex_id] = [hex_id]
            occupied = self.state.stacks
            self._reached = {
                hex_id: trail
                for hex_id, trail in trails.items()
                if hex_id not in occupied or self._may_end(hex_id) is None
            }
        return self._reached

    def _search(self, mp: int) -> dict[str, list[str]]:
        """Return the cheapest routes from where the unit stands, or from its entry hex."""
        land, friends = self.ground, self.state.stacks.keys()
        extended = self.unit.id in self.state.extended
        search = Reach(
            self.setup.map,
            self.kind.arm,
            mp,
            self.unit.at,
            self.unit.disordered,
            self.unit.id in self.state.column,
            self.shut,
            land.near,
            land.zoc,
            land.zoc | friends if extended else land.zoc,
            friends,
        )
        if self.entry:
            spent = entry_cost(self.setup, self.state, self.unit.id)
            return search.trails(self.entry, spent, [self.entry])
        trails = search.trails(self.unit.at, 0, [])
        del trails[self.unit.at]
        return trails

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

    def _minimum_moves(self, trails: dict[str, list[str]]) -> Iterator[str]:
        """[7.35] One hex that is not prohibited, never into an enemy ZOC."""
        if self.entry or self.unit.square or self.unit.id in self.state.column:
            return
        for step in self.setup.map.steps_from(self.unit.at, self.kind.arm):
            possible = step.cost is not None or step.road is not None
            if possible and step.to not in trails and step.to not in self.ground.zoc:
                if step.to not in self.shut:
                    yield step.to

    def _may_end(self, hex_id: str) -> Refusal | None:
        others = self.state.stacks.get(hex_id, ())
        if not others:
            return None
        mine = self.unit.id in self.state.extended
        for other in others:
            theirs = other in self.state.extended and not self.state.units[other].disordered
            if (mine or theirs) and not may_share(self.setup, self.unit.id, other):
                words = text("A unit using Extended Movement may not end stacked.")
                return Refusal("7.13.effect", words, (hex_id,))
        return why_not_stack(self.setup, (*others, self.unit.id), hex_id)

    # -- judging -------------------------------------------------------------------------------

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        if choice == {} or not has_keys(choice, set(), {"route", "facing"}):
            return Refusal("7.31", text("Give a route and a facing."))
        if not faces(choice):
            return WRONG_FACING
        route = words_of(choice, "route", [])
        if not are_words(route):
            return Refusal("7.31", text("Give the route as a list of hexes."))
        if not route:
            turns = number_of(choice, "facing", self.unit.facing) != self.unit.facing
            return self._why_not_stay() or (self._why_not_turn() if turns else None)
        return self._why_not_way(route) or self._why_not_facing(route[-1], facing_of(choice))

    def _why_not_way(self, route: list[str]) -> Refusal | None:
        """Judge a route; those that the search has found need not be judged again."""
        if self._reached is not None and self._reached.get(route[-1]) == route:
            return None
        return self._why_not_route(route)

    def _why_not_facing(self, at: str, facing: int | None) -> Refusal | None:
        """[6.11.vertex] Who joins a stack faces as it does."""
        return why_not_facing(self.setup, self.state, self.unit.id, at, facing)

    def _why_not_turn(self) -> Refusal | None:
        """[6.11.vertex] A stack turns as one, so all that face as the unit does must be active."""
        return None if self.entry else why_not_turn(self.setup, self.state, self.unit.id)

    def _why_not_stay(self) -> Refusal | None:
        if self.entry:
            return Refusal("7.41", text("A reinforcement enters at its entry hex."), (self.entry,))
        return None

    def _why_not_route(self, route: list[str]) -> Refusal | None:
        if self._is_minimum(route):
            return self._may_end(route[0])
        spent, fault = self.cost(route)
        if fault is not None:
            return self._why_not_so_far(route[0], fault) if len(route) == 1 else fault
        if spent > self.mp:
            words = text("That costs {need} MP; the unit has {has}.", need=spent, has=self.mp)
            return Refusal("7.34" if self.mp_rule == "7.11" else self.mp_rule, words, (route[-1],))
        return self._may_end(route[-1])

    def _why_not_so_far(self, to: str, fault: Refusal) -> Refusal:
        """[7.34] A hex pointed at from afar is explained by the cheapest way there, however long."""
        if fault.rule != APART or self.entry or to not in self.setup.map.grid:
            return fault
        if to in self.ground.enemies:
            return Refusal("7.32", text("{hex} holds an enemy unit.", hex=to), (to,))
        route = self._search(BEYOND).get(to)
        if route is not None:
            return (self._why_not_route(route) if len(route) > 1 else None) or fault
        words = text("No way leads to {hex}.", hex=to)
        return self._why_not_enter(to) or Refusal(APART, words, (to,))

    def _is_minimum(self, route: list[str]) -> bool:
        return len(route) == 1 and not self.entry and route[0] in set(self._minimum_moves({}))

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
                spent = entry_cost(self.setup, self.state, self.unit.id)
                yield Toll(spent, False, ("7.41",)), self._why_not_first(to)
            else:
                toll, fault = self.toll(here, to, index > 0, shaken, judge=judge)
                shaken = shaken or toll.disorders
                yield toll, fault
            here = to

    def _why_not_first(self, to: str) -> Refusal | None:
        if to == self.entry:
            return None
        words = text("Reinforcements enter at {hex}.", hex=self.entry)
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
                a=here,
                b=to,
            )
            return Toll(0, False, ()), Refusal(APART, words, (here, to))
        toll = self._toll(here, step, moved, shaken)
        return toll, self._why_not_step(here, step, moved) if judge else None

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

    def rules_of(self, route: list[str]) -> tuple[str, ...]:
        """Return the rules that made or allowed a legal route, each once."""
        found = [self.mp_rule]
        tolls = self.tolls(route)
        for toll in tolls:
            found += toll.rules
        if sum(toll.mp for toll in tolls) > self.mp:
            found.append("7.35")
        here = route[-1]
        if here in self.state.stacks:
            found.append("6.24")
            found += stacking_rules(self.setup, (*self.state.stacks[here], self.unit.id))
        elif here in self.ground.zoc and self.kind.weight == "jaeger":
            found += [] if self.setup.jaeger_rules else ["bor.12"]
        return tuple(dict.fromkeys(found))

    def _why_not_step(self, here: str, step: Step, moved: bool) -> Refusal | None:  # noqa: PLR0911 - one line a rule
        land, to = self.ground, step.to
        if to in land.enemies:
            return Refusal("7.32", text("{hex} holds an enemy unit.", hex=to), (to,))
        if moved and here in land.zoc:
            words = text("The unit must stop on entering the enemy ZOC at {hex}.", hex=here)
            return Refusal("6.33", words, (here,))
        if to in land.barred:
            words = text("{hex} is a Frontal hex in an enemy ZOC.", hex=to)
            return Refusal("6.34", words, (to,))
        if step.cost is None and (step.road is None or to in land.near):
            rule = "7.37" if step.road is not None else "7.23"
            return Refusal(rule, text("{hex} cannot be entered from there.", hex=to), (here, to))
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
            words = text("{hex} is within 3 hexes of the enemy.", hex=step.to)
            return Refusal("7.13.elig", words, (step.to,))
        if self.unit.id in self.state.column and step.road is None:
            words = text("Reinforcement Extended Movement stays on the road.")
            return Refusal("7.42", words, (step.to,))
        return None

    # -- showing -------------------------------------------------------------------------------

    def toward(self, space: str) -> Choice | None:
        route = self.reached().get(space)
        return {"route": route} if route is not None else None

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if not isinstance(choice, dict) or not choice.get("route"):
            return ()
        lost = (
            ()
            if self.entry
            else forfeits(self.setup, self.state, self.unit.id, self.ground.enemies)
        )
        return (self._cost_told(choice["route"]), *lost)

    def _cost_told(self, route: list[str]) -> Text:
        spent, fault = self.cost(route)
        if fault is not None or spent > self.mp:
            return text("Minimum Move (7.35)")
        if self.disordering_hex(route):
            return text("{spent} of {mp} MP, Disordered (tec.disorder)", spent=spent, mp=self.mp)
        return text("{spent} of {mp} MP", spent=spent, mp=self.mp)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stay")
        if not words_of(choice, "route", []):
            return text("Change facing")
        return text("Move to {hex}", hex=words_of(choice, "route")[-1])

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for other in self.setup.map.grid.adjacent(self.unit.at) if not self.entry else ():
            if other not in self.reached():
                why = self.why_not({"route": [other]})
                if why is not None:
                    yield {"route": [other]}, why


class Leaving(Routes):
    """The routes of a unit that may not stay where it is, and why not: it neither stays nor merely turns."""

    def __init__(self, setup: Setup, state: State, uid: str, why: Refusal) -> None:
        super().__init__(setup, state, uid)
        self.why = why

    def __iter__(self) -> Iterator[Choice]:
        return (
            choice for choice in super().__iter__() if choice != PASS and words_of(choice, "route")
        )

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS or (isinstance(choice, dict) and not choice.get("route")):
            return self.why
        return super().why_not(choice)


def has_way(setup: Setup, state: State, uid: str) -> bool:
    """Whether there is a hex where a unit may go."""
    routes = Routes(setup, state, uid)
    near = setup.map.grid.adjacent(state.units[uid].at)
    return any(routes.why_not({"route": [to]}) is None for to in near) or bool(routes.reached())


def may_share(setup: Setup, uid: str, other: str) -> bool:
    """[7.13.effect] Whether units may end Extended Movement stacked: guns with guns, nobody else."""
    return setup.types[uid].is_artillery and setup.types[other].is_artillery


class SquareRoutes(Routes):
    """[9.85.move] One hex of cost 2 or less, neither from nor into an enemy ZOC."""

    def reached(self) -> dict[str, list[str]]:
        if self._reached is None:
            here = self.setup.map.grid.adjacent(self.unit.at)
            self._reached = {h: [h] for h in here if self._why_not_route([h]) is None}
        return self._reached

    def _why_not_route(self, route: list[str]) -> Refusal | None:
        if len(route) > number("square_move_hexes"):
            return Refusal("9.85.move", text("A Square moves one hex at most."), tuple(route))
        if self.unit.at in self.ground.zoc or route[0] in self.ground.zoc:
            words = text("A Square neither leaves nor enters an enemy ZOC.")
            return Refusal("9.85.move", words, (route[0],))
        spent, fault = self.cost(route)
        if fault is None and spent > min(self.mp, number("square_move_max_mp")):
            words = text("The hex costs {mp} MP, too much for a Square.", mp=spent)
            fault = Refusal("9.85.move", words, (route[0],))
        return fault or self._may_end(route[0])


def _why_not_jaeger(routes: Routes, to: str) -> Refusal | None:
    """[11.1] Jaegers enter an enemy ZOC only where a friend already stands."""
    if not routes.setup.jaeger_rules or routes.kind.weight != "jaeger":
        return None
    if to in routes.ground.zoc and to not in routes.state.stacks:
        words = text("Jaegers may not enter an enemy ZOC alone.")
        return Refusal("11.1", words, (to,))
    return None


# -- reinforcements (7.4) ----------------------------------------------------------------------


def entry_hex(setup: Setup, state: State, uid: str) -> str:
    """[7.41] [bor.14.enter] Return the hex by which a unit comes in, "" if it comes in nowhere."""
    flank = state.day.flank
    if flank is not None and uid in flank.units:
        return flank.entry
    command = setup.command_of(uid)
    return command.enters if command else ""


def entry_price(setup: Setup, state: State, uid: str) -> int:
    """[7.41] MP of an entry hex for one unit: by the road if one leads in, else its terrain."""
    return setup.map.entry_cost(entry_hex(setup, state, uid), setup.types[uid].arm)


def entry_cost(setup: Setup, state: State, uid: str) -> int:
    """[7.41] A column: a unit pays its own entry cost and all that the earlier units paid."""
    paid = state.entering.get(entry_hex(setup, state, uid), 0)
    return entry_price(setup, state, uid) + paid


def can_enter(setup: Setup, state: State, uid: str) -> bool:
    """[7.41] Whether a reinforcement can pay for its entry hex in this activation."""
    unit = state.units[uid]
    return entry_cost(setup, state, uid) <= allowance(setup, state, unit)[0]


def route_facts(setup: Setup, state: State, uid: str, route: list[str]) -> dict[str, Any]:
    """Return MP and rules of a route for inquiries: {"mp": int, "rules": [...]}."""
    routes = Routes(setup, state, uid)
    rules = {rule for toll in routes.tolls(route) for rule in toll.rules}
    spent, fault = routes.cost(route)
    return {"mp": spent, "rules": sorted(rules), "refused": fault.rule if fault else None}

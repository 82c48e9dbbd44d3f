"""[7] Movement: the hexes that a unit may reach, the routes it may choose, and why not others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Choice, Choices
from grognard.engines.core.show.choices import facing_of, number_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.choice_shapes import are_words, faces, has_keys
from grognard.engines.gmt.field.position import (
    FACINGS,
    WRONG_FACING,
    facings_in,
    stacking_rules,
    why_not_facing,
    why_not_stack,
)
from grognard.engines.gmt.movement.allowance import why_not_turn
from grognard.engines.gmt.movement.entering import entry_cost, entry_disorders
from grognard.engines.gmt.movement.forfeits import forfeits
from grognard.engines.gmt.movement.walk import APART, Walk
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import number
from grognard.engines.gmt.terrain.reach import BEYOND, Reach


class Routes(Walk, Choices):
    """The routes of one unit: one for each hex it can reach, in each facing.

    A choice is {"route": [hex, ...], "facing": vertex}; an empty route only changes facing;
    without "facing" the unit keeps the one it has. "pass" leaves the unit as it is.
    """

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        super().__init__(setup, state, uid)
        self._reached: dict[str, list[str]] | None = None

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
        shaken = bool(self.entry) and entry_disorders(self.setup, self.state, self.unit.id)
        search = Reach(
            self.setup.map,
            self.kind.arm,
            mp,
            self.unit.at,
            self.unit.disordered or shaken,
            self.unit.id in self.state.column,
            self.shut,
            land.near,
            land.zoc,
            land.zoc | friends if extended else land.zoc,
            friends,
            extended,
        )
        if self.entry:
            spent = entry_cost(self.setup, self.state, self.unit.id)
            if shaken and extended:
                return {self.entry: [self.entry]} if spent <= mp else {}
            return search.trails(self.entry, spent, [self.entry])
        trails = search.trails(self.unit.at, 0, [])
        del trails[self.unit.at]
        return trails

    def _minimum_moves(self, trails: dict[str, list[str]]) -> Iterator[str]:
        """[7.35] One hex that is not prohibited, never into an enemy ZOC; it is the whole move."""
        begun = self.unit.id in self.state.left_square
        if self.entry or self.unit.square or begun or self.unit.id in self.state.column:
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
            words = text(
                "That costs {need} movement points; the unit has {has}.", need=spent, has=self.mp
            )
            return Refusal("7.34" if self.mp_rule == "7.11" else self.mp_rule, words, (route[-1],))
        return self._may_end(route[-1])

    def _why_not_so_far(self, to: str, fault: Refusal) -> Refusal:
        """[7.34] A hex pointed at from afar is explained by the cheapest way there, however long."""
        known = to in self.setup.map.grid and to != self.unit.at
        if fault.rule != APART or self.entry or not known:
            return fault
        if to in self.ground.enemies:
            return Refusal(
                "7.32", text("An enemy unit is in {hex}.", hex=self.setup.map.place(to)), (to,)
            )
        route = self._search(BEYOND).get(to)
        if route is not None:
            return (self._why_not_route(route) if len(route) > 1 else None) or fault
        words = text("All ways to {hex} are closed to the unit.", hex=self.setup.map.place(to))
        straight = self._why_not_route(self._straight(to))
        return self._why_not_enter(to) or straight or Refusal(APART, words, (to,))

    def _straight(self, to: str) -> list[str]:
        """Return the hexes of the straight way to a hex, whatever lies on it."""
        grid, way = self.setup.map.grid, [self.unit.at]
        while way[-1] != to:
            way.append(min(grid.adjacent(way[-1]), key=lambda hex_id: grid.distance(hex_id, to)))
        return way[1:]

    def _is_minimum(self, route: list[str]) -> bool:
        return len(route) == 1 and not self.entry and route[0] in set(self._minimum_moves({}))

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
            return text("Minimum Move")
        if self.disordering_hex(route):
            return text("{spent} of {mp} movement points, Disordered", spent=spent, mp=self.mp)
        return text("{spent} of {mp} movement points", spent=spent, mp=self.mp)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Stay")
        if not words_of(choice, "route", []):
            turns = number_of(choice, "facing", self.unit.facing) != self.unit.facing
            return text("Change facing") if turns else text("Keep facing")
        return text("Move to {hex}", hex=self.setup.map.place(words_of(choice, "route")[-1]))

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
            words = text("The hex costs {mp} movement points, too much for a Square.", mp=spent)
            fault = Refusal("9.85.move", words, (route[0],))
        return fault or self._may_end(route[0])


def route_facts(setup: Setup, state: State, uid: str, route: list[str]) -> dict[str, Any]:
    """Return MP and rules of a route for inquiries: {"mp": int, "rules": [...]}."""
    routes = Routes(setup, state, uid)
    rules = {rule for toll in routes.tolls(route) for rule in toll.rules}
    spent, fault = routes.cost(route)
    return {"mp": spent, "rules": sorted(rules), "refused": fault.rule if fault else None}

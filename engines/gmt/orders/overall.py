"""[5.6] The Overall Commanders: their movement, and what befalls one whose hex is overrun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import enemy_hexes, side_at, units_of
from grognard.engines.gmt.orders.ordering import remember
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import TERRAIN_CHART, number

COMMANDER = "commander"
HALVES = 2
ROAD_HALVES = int(Fraction(TERRAIN_CHART["road"][COMMANDER]) * HALVES)
"""What a hex of road costs him, in half MP: the steps of the map count only whole ones."""
BY_DIE = "die"


class Rides(Choices):
    """[5.62] The hexes an Overall Commander can ride to; "pass" leaves him where he is."""

    def __init__(self, setup: Setup, state: State, leader: str, mp: int) -> None:
        self.setup, self.state, self.leader, self.mp = setup, state, leader, mp
        self._found: dict[str, list[str]] | None = None

    def found(self) -> dict[str, list[str]]:
        """Return the cheapest route to each hex, in order of the hexes."""
        if self._found is None:
            routes = self._search()
            self._found = {at: routes[at] for at in sorted(routes) if routes[at]}
        return self._found

    def _search(self) -> dict[str, list[str]]:
        """Spread out by cost in half MP, for a road costs him half a point a hex."""
        here = self.state.leaders[self.leader]
        shut = enemy_hexes(self.setup, self.state, self.setup.leaders[self.leader]["side"])
        routes: dict[str, list[str]] = {}
        queue: list[tuple[int, int, str, list[str]]] = [(0, 0, here, [])]
        while queue:
            spent, legs, at, route = heappop(queue)
            if at in routes:
                continue
            routes[at] = route
            for to, cost in ride_costs(self.setup, at):
                total = spent + cost
                if to not in routes and to not in shut and total <= self.mp * HALVES:
                    heappush(queue, (total, legs + 1, to, [*route, to]))
        return routes

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        yield from self.found()

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS or (isinstance(choice, str) and choice in self.found()):
            return None
        if not isinstance(choice, str) or choice not in self.setup.map.grid:
            return Refusal("5.62", text("Name a hex."))
        side = self.setup.leaders[self.leader]["side"]
        if side_at(self.setup, self.state, choice) not in (None, side):
            words = text("An enemy combat unit stands in {hex}.", hex=self.setup.map.place(choice))
            return Refusal("5.62", words, (choice,))
        words = text(
            "It takes more than {n} movement points to reach {hex}.",
            hex=self.setup.map.place(choice),
            n=self.mp,
        )
        return Refusal("5.62", words, (choice,))

    def label(self, choice: Choice) -> Text:
        return (
            text("Stay")
            if choice == PASS
            else text("Ride to {hex}", hex=self.setup.map.place(word_of(choice)))
        )


def ride_costs(setup: Setup, at: str) -> Iterator[tuple[str, int]]:
    """[5.62] Give the neighbours an Overall Commander may ride to and what each costs, in half MP.

    He reads the Commander column and takes no notice of ZOC; a burning village stops him too.
    """
    for step in setup.map.steps_from(at, COMMANDER):
        if setup.map.at(step.to) == "burning_village":
            continue
        if (
            setup.map.roads.get(setup.map.grid.side(at, step.to)) == "road"
            and step.road is not None
        ):
            yield step.to, step.road * HALVES + ROAD_HALVES
        elif step.road is not None:
            yield step.to, step.road * HALVES
        elif step.cost is not None:
            yield step.to, step.cost * HALVES


def overall_step(table: Board) -> Procedure[None]:
    """[5.62] Each side in its order may move its Overall Commander."""
    day = table.state.day
    side = next((s for s in day.order if s not in day.acted), None)
    if side is None:
        return
    for leader, card in table.setup.leaders.items():
        if card["side"] == side and leader in table.state.leaders:
            yield from _ride(table, leader)
    remember(table, acted=(*table.state.day.acted, side), allowance=-1)


def _ride(table: Board, leader: str) -> Procedure[None]:
    setup = table.setup
    mp, rule = _allowance(table, leader)
    rides = Rides(setup, table.state, leader, mp)
    name = setup.leaders[leader]["name"]
    seat = setup.seat_of(setup.leaders[leader]["side"])
    answer = yield Ask(
        seat,
        "leader_move",
        text("{name}: {n} movement points. Where does he go?", name=name, n=mp),
        ("5.62", rule),
        rides,
        form="place",
        resting=True,
        where=(table.state.leaders[leader],),
    )
    choice = word_of(answer)
    if choice != PASS:
        route = rides.found()[choice]
        table.update(leaders={**table.state.leaders, leader: choice})
        table.log(
            "move",
            text("{name} rides to {hex}.", name=name, hex=setup.map.place(choice)),
            "5.62",
            seat=seat,
            where=(choice,),
            path=tuple(route),
        )


def _allowance(table: Board, leader: str) -> tuple[int, str]:
    """[bor.6] [bor.7] [5.62] Return a commander's MP: Napoleon's are a die's, rolled once."""
    setup = table.setup
    card = setup.leaders[leader]
    if card.get("ma") != BY_DIE:
        return (int(card["ma"]), "bor.6") if card.get("ma") else (number("oc_ma"), "5.62")
    if table.state.day.allowance < 0:
        roll = table.roll(
            seat=setup.seat_of(card["side"]),
            rule="bor.7",
            purpose="lethargy",
            subject=leader,
            sides=number("die_sides"),
            says=text("{name}'s Movement Points this turn", name=card["name"]),
        )
        remember(table, allowance=roll.natural)
    return table.state.day.allowance, "bor.7"


# -- overrun (5.63) ----------------------------------------------------------------------------


def overrun(setup: Setup, state: State) -> str | None:
    """[5.63] Return an Overall Commander whose hex an enemy unit has entered, if there is one."""
    for leader, at in state.leaders.items():
        side = side_at(setup, state, at)
        if side is not None and side != setup.leaders[leader]["side"]:
            return leader
    return None


def displaced(table: Board) -> Procedure[None]:
    """[5.63] Whoever shares his hex with the enemy leaves it at once."""
    while (leader := overrun(table.setup, table.state)) is not None:
        yield from _displace(table, leader)


def ridden_over(table: Board, mover: str, route: Sequence[str]) -> Procedure[None]:
    """[5.63] Entering is enough: a unit that moves on displaces the commander it passes, too."""
    setup = table.setup
    for leader, at in list(table.state.leaders.items()):
        if at in route and setup.leaders[leader]["side"] != setup.types[mover].side:
            yield from _displace(table, leader)


def _displace(table: Board, leader: str) -> Procedure[None]:
    """[5.63] He goes to the nearest friendly unit; among equals his owner chooses."""
    setup = table.setup
    card, here = setup.leaders[leader], table.state.leaders[leader]
    hexes = sorted({unit.at for unit in units_of(setup, table.state, card["side"])})
    if not hexes:
        left = {name: at for name, at in table.state.leaders.items() if name != leader}
        table.update(leaders=left)
        return
    distance = setup.map.grid.distance
    least = min(distance(here, at) for at in hexes)
    nearest = [at for at in hexes if distance(here, at) == least]
    to = nearest[0]
    if len(nearest) > 1:
        prompt = text("{name} is overrun: which unit does he join?", name=card["name"])
        options = [(at, text("The units in {hex}", hex=setup.map.place(at))) for at in nearest]
        answer = yield Ask(
            setup.seat_of(card["side"]),
            "leader_displaced",
            prompt,
            ("5.63",),
            Listed(options),
            form="place",
            interrupt=True,
        )
        to = word_of(answer)
    table.update(leaders={**table.state.leaders, leader: to})
    words = text(
        "{name} is overrun and joins the units in {hex}.",
        name=card["name"],
        hex=setup.map.place(to),
    )
    table.log("move", words, "5.63", where=(to,))


def watched(table: Board, procedure: Procedure[None]) -> Procedure[None]:
    """[5.63] Run a procedure; whenever it asks something, overrun commanders are moved first."""
    ask = next(procedure, None)
    while ask is not None:
        yield from displaced(table)
        answer = yield ask
        try:
            ask = procedure.send(answer)
        except StopIteration:
            break
    yield from displaced(table)

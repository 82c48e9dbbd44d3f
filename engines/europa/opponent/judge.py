"""What a position is worth to a side: supply before ground, ground before battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.combat import odds
from grognard.engines.europa.combat.values import attack_support, total
from grognard.engines.europa.field.position import (
    Stacks,
    commanders_at,
    is_friendly,
    is_winter,
    occupies,
    stacks,
)
from grognard.engines.europa.movement.attrition import modifiers, result, tries
from grognard.engines.europa.opponent.plan import aims, marches, patience, stations
from grognard.engines.europa.opponent.toll import Toll
from grognard.engines.europa.ranks.command import rating
from grognard.engines.europa.setup import Setup, enemy_of
from grognard.engines.europa.state import OFF_MAP, Battle, State, Unit
from grognard.engines.europa.supply.chain import linked, why_not_establish
from grognard.engines.europa.supply.lines import (
    Country,
    Lines,
    depots_of,
    lines,
    range_of,
    supplied,
    unsupplied,
)
from grognard.engines.europa.supply.numbers import balance
from grognard.engines.europa.tables import number

FED, MAY_BE_FED, HUNGRY = 4.0, {True: 0.0, False: -3.0}, -10.0
"""What supply is worth: a line now, a city where a Depot may stand once the check has been suffered (in a campaign, in a short game), neither."""
STRETCH = 0.25
"""What each hex of a line takes from it: a long one is easily cut."""
HELD = 0.2
"""What a city that is held already is worth beside one that is not."""
LOST = {True: 0.5, False: 0.2}
"""What a city that is not held is worth to who keeps, of his own and of the enemy's."""
BOLD, CAUTIOUS = 2.2, 1.1
"""How many times stronger than it may the enemy near a stack be: of a side that attacks, and that gives way."""
AUTUMN = 10
STRONGER = {"french": 1.2, "russian": 0.8}
"""Until the turn of autumn the French take and the Russians give way; then who is so much stronger than the other."""
NAPOLEON, ESCORT, DEATH = "napoleon", 4, 4.0
"""So many units go with Napoleon, and what it is worth not to lead him into danger: his death loses the game."""
CONVERGE = 0.15
"""What it is worth to stand beside an enemy for each point that we are stronger than he."""
WITHIN = 2
PULL, FADES = 20.0, 0.85
"""What it is worth to be at a city for each of its points, and what is left of it a hex farther off."""
ENOUGH, CROWD = 10.0, 0.12
"""How much more than the enemy near it a hex needs of us, and what each point beyond that takes from it."""
CUT, CAPTURE, STORES, TOO_LONG = 0.4, 3.0, 0.6, 4.0
"""What it is worth to starve a unit of the enemy, to capture a Depot, to go for one; a line that winter will cut."""
SHORT = 8
"""A game of no more turns is an exercise: its stacks need no plan, and all go for what is nearest."""
STEP = 2.5
"""What each hex nearer to its aim is worth to a stack."""
ARRIVE, FARTHEST = 1.0, 40
"""What it is worth to be at one's aim, or beside it where the enemy stands in it; how far off no aim is."""
HURT = {True: 3.5, False: 2.2}
"""What a unit is worth that a march may lose or disrupt, in a campaign and in a short game."""
FORCED, UNHURRIED = 0.8, {True: 4.0, False: 0.0}
"""[8.4] What is against a forced march at all; and each of its hexes, for who gives way in a campaign, and others."""
GRAB = 10.0
"""What a city is worth in the last turns, for each of its points."""
PREY = 0.5
"""What it is worth to stand beside a weak stack of the enemy, for each of its units, where we take."""
THIN = 8
"""The turn from which Supply Trains are few."""
WANT = {"summer": 0.15, "winter": 0.6}
"""What each unit that has to forage takes from a hex, while trains abound and when they do not."""
FORAGE = {"summer": 0.5, "winter": 2.5}
"""What each unit of a stack takes that fails to forage, in a campaign."""
GARRISON, CALL = 0.2, 0.8
"""What a Commander is worth to a garrison; what is left of his worth to a stack a hex away from it."""
FRONT = 1.6
"""How much more a Commander is worth beside the enemy."""
KEPT_BACK = 4
"""Supply Trains that are not made into forward Depots, for marches."""
STATION = 3.0
"""How much more a Depot is wanted in a city where one is planned."""
POST = 2.5
"""What it is worth that a Commander alone keeps a city of the enemy for our supply."""
STACK = 2
"""So many units together are missed in winter wherever they starve; fewer only in a city that counts."""
SPACING = {True: 2, False: 4}
"""A Depot is wanted so many hexes from the last one, in the enemy's country and in one's own."""
AHEAD = 2
"""So many turns ahead one looks how many Supply Trains there will be."""


class Judge:
    """A position as one side sees it."""

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        self.enemy = enemy_of(side)
        self.long = setup.turns > SHORT
        self._pulls: dict[str, float] = {}
        self._carried: dict[str, bool] = {}
        self._cuts: dict[tuple[str, bool], float] = {}
        self._led: dict[str, float] = {}
        self._roads: dict[str, Lines] = {}
        self._spared: dict[str, bool] = {}
        self._near: dict[tuple[str, str, int], float] = {}

    # -- what there is -----------------------------------------------------------------------------

    @cached_property
    def ours(self) -> Stacks:
        """Our stacks by hex."""
        return stacks(self.setup, self.state, self.side)

    @cached_property
    def theirs(self) -> Stacks:
        """Their stacks by hex."""
        return stacks(self.setup, self.state, self.enemy)

    @cached_property
    def lines(self) -> Lines:
        """The lines of supply."""
        return lines(self.setup, self.state, self.side)

    @cached_property
    def fed(self) -> frozenset[str]:
        """The hexes in supply."""
        return supplied(self.setup, self.state, self.side)

    @cached_property
    def chain(self) -> dict[str, tuple[str, ...]]:
        """The hexes that a link of our Depots reaches."""
        return linked(self.setup, self.state, self.side)

    @cached_property
    def goals(self) -> dict[str, float]:
        """What each city that counts is worth to us now."""
        worth = {}
        for at, points in self.setup.goals.items():
            held = is_friendly(self.setup, self.state, self.side, at)
            held = held and not occupies(self.setup, self.state, self.enemy, at)
            held = held or occupies(self.setup, self.state, self.side, at)
            if not self.long:
                near = any(self.gap(at, one) <= WITHIN + 1 for one in self.theirs)
                stands = near and not self.attacks and self.state.turn >= AUTUMN
                worth[at] = points * (1.0 if not held or stands else HELD)
            elif self.attacks:
                worth[at] = points * (HELD if held else 1.0)
            else:
                home = is_friendly(self.setup, self.state, self.side, at)
                worth[at] = points * (1.0 if held else LOST[home])
        return worth

    def prizes(self) -> dict[str, float]:
        """The cities that count and are not ours, and the Depots of the enemy."""
        found = {at: worth for at, worth in self.goals.items() if worth >= 1}
        for at in depots_of(self.state, self.enemy):
            found[at] = found.get(at, 0.0) + STORES
        return found

    def bases(self) -> list[str]:
        """Our Depots."""
        return depots_of(self.state, self.side)

    def away(self, goal: str, at: str) -> int | None:
        """How far it is to a goal by land."""
        return marches(self.setup, self.side, goal).get(at)

    @cached_property
    def aims(self) -> dict[str, str]:
        """The aim of each of our stacks."""
        return aims(self)

    @cached_property
    def attacks(self) -> bool:
        """Whether this side takes now rather than keeps: the French in summer, later whoever is stronger."""
        if self.state.turn < AUTUMN:
            return self.side == "french"
        mine, theirs = (sum(self.powers[side].values()) for side in (self.side, self.enemy))
        return mine > STRONGER[self.side] * theirs

    def gap(self, a: str, b: str) -> int:
        """Return the distance of two hexes."""
        return self.setup.map.grid.distance(a, b)

    def power(self, units: Sequence[Unit]) -> float:
        """Return what units are worth in a fight."""
        types = len({self.setup.units[u.id].arm for u in units if not u.disrupted})
        good = sum(not u.disrupted for u in units)
        return good + (types - 1 if types else 0) * 2 + 0.2 * (len(units) - good)

    @cached_property
    def powers(self) -> dict[str, dict[str, float]]:
        """What the stacks of each side are worth in a fight, by hex."""
        sides = {self.side: self.ours, self.enemy: self.theirs}
        return {
            side: {at: self.power(units) for at, units in found.items()}
            for side, found in sides.items()
        }

    def power_near(self, at: str, side: str, distance: int = 1) -> float:
        """Return the fighting worth of a side within so many hexes."""
        key = (at, side, distance)
        if key not in self._near:
            self._near[key] = sum(
                power for one, power in self.powers[side].items() if self.gap(at, one) <= distance
            )
        return self._near[key]

    def pull(self, at: str) -> float:
        """Return what it is worth to be as near as a hex is to cities that count.

        Who takes goes for the one that draws most, or he would stay between them; who keeps is near to all.
        """
        found = self._pulls.get(at)
        if found is None:
            drawn = [
                PULL * worth * FADES**away
                for goal, worth in self.goals.items()
                if (away := marches(self.setup, self.side, goal).get(at)) is not None
            ]
            found = self._pulls[at] = max(drawn, default=0.0) if self.attacks else sum(drawn)
        return found

    def draw(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to a stack to be as near its aim as a hex is."""
        aim = self.aims.get(units[0].at) if units and self.attacks and self.long else None
        if aim is None:
            return self.pull(at)
        away = self.away(aim, at)
        if away is None:
            return -STEP * FARTHEST
        there = away <= (1 if aim in self.theirs else 0)
        return -STEP * away + (ARRIVE if there else 0.0)

    # -- what a hex is worth -----------------------------------------------------------------------

    def may_feed(self, at: str) -> bool:
        """Whether a Depot could be established in a hex once we stand there."""
        return (
            at in self.setup.map.cities
            and at in self.chain
            and why_not_establish(self.setup, self.state, self.side, at, self.chain) is None
        )

    @cached_property
    def ahead(self) -> State:
        """The position as if it were some turns later."""
        return evolve(self.state, turn=min(self.state.turn + AHEAD, self.setup.turns))

    @cached_property
    def short(self) -> int:
        """How long a line of supply may be then."""
        return range_of(self.setup, self.ahead)

    @cached_property
    def patience(self) -> float:
        """What supply counts for: little in the last turns of a campaign, which are about the cities."""
        return patience(self.setup.turns - self.state.turn) if self.long else 1.0

    def roads(self, units: Sequence[Unit]) -> Lines:
        """Return the lines of supply once units have left their hex: a city of the enemy bars them when nobody is in it."""
        start = units[0].at if units else ""
        whole = self.long and len(units) == len(self.ours.get(start, ()))
        if not whole or not self.strange(start) or start not in self._crossed:
            return self.lines
        if start not in self._roads:
            self._roads[start] = lines(self.setup, self.without(start), self.side)
        return self._roads[start]

    def strange(self, at: str) -> bool:
        """Whether a hex is a city that is the enemy's unless we are in it."""
        friendly = is_friendly(self.setup, self.state, self.side, at)
        return at in self.setup.map.cities and not friendly

    def without(self, at: str) -> State:
        """Return the position as if our stack in a hex were gone, Commanders and all."""
        state = self.state
        gone = {unit.id: evolve(unit, at=OFF_MAP) for unit in self.ours.get(at, ())}
        left = {cid: evolve(state.commanders[cid], at=OFF_MAP) for cid in self.chiefs(at)}
        return evolve(state, units={**state.units, **gone}, commanders={**state.commanders, **left})

    def supply(self, at: str, roads: Lines | None = None) -> float:
        """Return what supply there is in a hex, by these lines or by those as they stand."""
        line = (self.lines if roads is None else roads).get(at)
        if line is not None:
            length = len(line) - 1
            return FED - STRETCH * length - (TOO_LONG if length > self.short else 0.0)
        if at in self.setup.map.cities and at in self.chain:
            return MAY_BE_FED[self.long]
        return HUNGRY

    def worth(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to have a stack in a hex."""
        going = bool(units) and units[0].at != at
        found = self.patience * self.supply(at, self.roads(units) if going else None)
        found += self.draw(at, units)
        if at in self.goals:
            found += self.goals[at] * (2 if self.patience == 1 else GRAB)
        mine = self.power(units)
        threat = self.power_near(at, self.enemy, 1 if self.attacks else WITHIN)
        friends = self.power_near(at, self.side) - (mine if units and units[0].at == at else 0)
        if units and self.emperor == units[0].at:
            found -= DEATH * (threat > mine) + DEATH * self.unescorted(units)
        if threat > self.dares(units) * (mine + friends / 2):
            found -= 5
        elif threat and self.attacks:
            found += 1 + CONVERGE * max(0.0, mine + friends / 2 - threat)
            found += self.prey(at, mine + friends / 2)
        if self.attacks and self.long:
            found += self.cut(at, units) + (
                CAPTURE if self.state.depots.get(at) == self.enemy else 0.0
            )
        if self.must_forage(at):
            found -= self.want(at, units)
        return found - CROWD * max(0.0, friends - threat - ENOUGH)

    def dares(self, _units: Sequence[Unit]) -> float:
        """Return how many times stronger than a stack the enemy near it may be."""
        return BOLD if self.attacks else CAUTIOUS

    def want(self, at: str, units: Sequence[Unit]) -> float:
        """[6.3] Return what it costs to forage: so many of six dice fail as there are units, and all of them suffer."""
        late = self.state.turn >= THIN
        if not self.long:
            return WANT["winter" if late else "summer"] * len(units)
        many = len(units) + sum(u not in units for u in self.ours.get(at, ()))
        return FORAGE["winter" if late else "summer"] * len(units) * min(many, 6) / 6

    def unescorted(self, units: Sequence[Unit]) -> float:
        """How far those who go with Napoleon are too few: in a short game they are enough or not."""
        lacking = max(0, ESCORT - len(units))
        return lacking / ESCORT if self.long else float(lacking > 0)

    @cached_property
    def emperor(self) -> str:
        """The hex of Napoleon, whose death loses the game, for the side that he leads; "" where he is not there."""
        chief = self.state.commanders.get(NAPOLEON)
        return chief.at if chief is not None and self.side == "french" else ""

    def prey(self, at: str, power: float) -> float:
        """Return what it is worth to stand beside stacks that we are much stronger than, a river apart or not."""
        return sum(
            PREY * min(len(self.theirs[one]), 4)
            for one in self.setup.map.grid.adjacent(at)
            if one in self.theirs and self.powers[self.enemy][one] * BOLD < power
        )

    @cached_property
    def their_ways(self) -> frozenset[str]:
        """The hexes through which stacks of the enemy are fed."""
        found = lines(self.setup, self.state, self.enemy)
        return frozenset(one for at in self.theirs if at in found for one in found[at][:-1])

    def cut(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to stand in a hex for the enemies who starve by it."""
        rides = any(not u.disrupted and self.setup.units[u.id].is_cavalry for u in units)
        near = self.setup.map.grid.adjacent(at) if rides else ()
        if at in self.theirs or not any(one in self.their_ways for one in (at, *near)):
            return 0.0
        key = (at, rides)
        if key not in self._cuts:
            chosen = next(
                (u for u in units if self.setup.units[u.id].is_cavalry == rides), units[0]
            )
            moved = {**self.state.units, chosen.id: evolve(chosen, at=at)}
            fed = supplied(self.setup, evolve(self.state, units=moved), self.enemy)
            before = supplied(self.setup, self.state, self.enemy)
            starve = sum(len(self.theirs[one]) for one in self.theirs if one in before - fed)
            self._cuts[key] = CUT * starve
        return self._cuts[key]

    def parted(self, start: str) -> State:
        """While trains are placed: the position as if those who have one already had gone, and the road were free."""
        state = self.state
        if not self.long or not state.phase.startswith("supply"):
            return state
        given = {one.at for one in state.trains.values() if one.side == self.side} - {start}
        gone = {
            unit.id: evolve(unit, at=OFF_MAP)
            for at in given
            if self.chiefs(at)
            for unit in self.ours.get(at, ())
        }
        return evolve(state, units={**state.units, **gone}) if gone else state

    def march_cost(
        self, uids: tuple[str, ...], way: Sequence[str], leaders: tuple[str, ...]
    ) -> float:
        """Return what a march is likely to lose by attrition."""
        free = number("march_winter" if is_winter(self.setup, self.state) else "march")
        if not tries(self.setup, self.state, len(way)):
            return 0.0
        add = total(modifiers(self.setup, self.state, uids, len(way) - free, leaders, leaders))
        hurt = [sum(result(face + add)) for face in odds.faces()]
        forced = max(0, len(way) - free)
        haste = FORCED + UNHURRIED[self.long and not self.attacks] * forced if forced else 0.0
        return HURT[self.long] * sum(hurt) / len(hurt) + haste

    def carries(self, at: str) -> bool:
        """Whether somebody of ours starves, or a link of our Depots breaks, once nobody stands in a hex."""
        if at not in self._carried:
            self._carried[at] = at in self._passed and (not self.long or self._is_missed(at))
        return self._carried[at]

    @cached_property
    def _crossed(self) -> frozenset[str]:
        """The hexes through which any hex is fed."""
        return frozenset(at for line in self.lines.values() for at in line[:-1])

    @cached_property
    def _passed(self) -> frozenset[str]:
        """The hexes through which our stacks are fed and our Depots are linked."""
        depots = depots_of(self.state, self.side)
        fed = (self.lines[at][:-1] for at in self.ours if at in self.lines)
        linked = (self.chain[at][:-1] for at in depots if at in self.chain)
        return frozenset(at for line in (*fed, *linked) for at in line)

    def _is_missed(self, at: str) -> bool:
        return self._is_worse(self.without(at), at)

    def _is_worse(self, without: State, at: str = "") -> bool:
        """Whether in another position somebody starves who is fed now, or a Depot is not linked that is now."""
        setup, side = self.setup, self.side
        fed = supplied(setup, evolve(without, turn=self.ahead.turn), side)
        now = supplied(setup, self.ahead, side)
        lost = [one for one in self.ours if one != at and one in now and one not in fed]
        if is_winter(setup, self.state) and self.long:
            return any(one in setup.goals or len(self.ours[one]) >= STACK for one in lost)
        if lost:
            return True
        chain = linked(setup, without, side)
        return any(one in self.chain and one not in chain for one in depots_of(without, side))

    def garrison(self, at: str, uids: Sequence[str]) -> str:
        """Return the unit that stays in a city which we need to hold, "" for none; in a campaign one alone looks a march ahead."""
        holds = self.holds(at)
        strange = self.strange(at)
        alone = self.long and len(uids) == 1 and at in self.setup.goals
        near = number("march_most") if alone else 1
        threatened = not strange and holds and any(self.gap(at, one) <= near for one in self.theirs)
        if not (holds and (strange or threatened)) or len(uids) != len(self.ours.get(at, ())):
            return ""
        if self.long and at not in self.setup.goals and self.post(at):
            return ""
        return self.least(uids)

    def holds(self, at: str) -> bool:
        """Whether somebody is to stay in a city."""
        if at in self.setup.goals or self.carries(at):
            return True
        if self.state.depots.get(at) != self.side:
            return False
        return not self.long or not self.superfluous(at)

    def post(self, at: str) -> str:
        """[6.2.2] Return the Commander who may keep a city for our supply while its stack goes on, "" for none."""
        chiefs = [cid for cid in self.chiefs(at) if cid != NAPOLEON]
        few = len(self.chiefs(at)) < 2 and len(self.ours.get(at, ())) > 1
        if few or not chiefs or any(self.gap(at, one) <= 2 for one in self.theirs):
            return ""
        return min(chiefs, key=lambda cid: (rating(self.setup, self.state, cid), cid))

    def least(self, uids: Sequence[str]) -> str:
        """Return the unit that is missed least: infantry before horse and guns, the poorer before the better."""
        units = self.setup.units
        return min(uids, key=lambda uid: (units[uid].arm != "infantry", -units[uid].space))

    def rallies(self, at: str) -> int:
        """Return how many units one train rallies in a hex."""
        return sum(rating(self.setup, self.state, cid) for cid in self.chiefs(at))

    def must_forage(self, at: str) -> bool:
        """Whether a French stack will have to forage unless it is given a train."""
        if self.side != "french" or self.state.turn < number("forage_from"):
            return False
        return self.setup.map.in_russia(at) and self.state.depots.get(at) != self.side

    # -- Depots ------------------------------------------------------------------------------------

    def wants_depot(self, at: str) -> float:
        """Return how much a Depot is wanted in a city; 0 or less where it is not."""
        if at in self.state.depots or at not in self.setup.map.cities:
            return 0.0
        length = self.short
        starving = {
            self.state.units[uid].at for uid in unsupplied(self.setup, self.state, self.side)
        }
        starving |= {at for at in self.ours if len(self.lines.get(at, ())) - 1 > self.short}
        hungry = [one for one in self.ours if one in starving]
        reach = Country(self.setup, self.state, self.side).reach([at], length) if hungry else {}
        helped = sum(len(self.ours[one]) for one in hungry if one in reach or one == at)
        nearest = min((self.gap(at, one) for one in depots_of(self.state, self.side)), default=9)
        front = any(self.gap(at, one) <= 1 for one in self.ours)
        strange = not is_friendly(self.setup, self.state, self.side, at)
        planned = self.long and self.side == "french"
        if planned and at in stations():
            return helped * 2.0 + (STATION if front else 0.0)
        far = nearest >= SPACING[strange and not planned]
        forward = front and far and self.spare > KEPT_BACK and self._is_forward(at)
        return helped * 2.0 + forward

    @cached_property
    def spare(self) -> int:
        """How many Supply Trains are left over for marches as Depots stand, now and in the turns to come."""
        setup, state = self.setup, self.state
        return min(balance(setup, state, self.side), balance(setup, self.ahead, self.side))

    def superfluous(self, at: str) -> bool:
        """Whether everybody is fed and the chain reaches as far without a Depot."""
        if at not in self._spared:
            state = self.state
            depots = {one: owner for one, owner in state.depots.items() if one != at}
            self._spared[at] = not self._is_worse(evolve(state, depots=depots))
        return self._spared[at]

    def _is_forward(self, at: str) -> bool:
        """Whether a city is nearer to some goal than every Depot that we have."""
        depots = depots_of(self.state, self.side)
        return any(
            self.gap(at, goal) < min((self.gap(one, goal) for one in depots), default=99)
            for goal, worth in self.goals.items()
            if worth >= 1
        )

    # -- battles -----------------------------------------------------------------------------------

    def chiefs(self, at: str) -> tuple[str, ...]:
        """Return our Commanders in a hex."""
        return tuple(c.id for c in commanders_at(self.setup, self.state, self.side, at))

    def lead_worth(self, at: str, cid: str) -> float:
        """Return what a Commander is worth in a hex beside the others there."""
        units = self.ours.get(at, [])
        mine = rating(self.setup, self.state, cid)
        if cid == NAPOLEON and len(units) < ESCORT:
            return -DEATH
        others = [rating(self.setup, self.state, one) for one in self.chiefs(at) if one != cid]
        if not self.long:
            worth = max(0, mine - max(others, default=0)) * 0.25 + (0.0 if others else 1.0)
            return worth * len(units) * (FRONT if self.power_near(at, self.enemy) else 1.0)
        if not units and self.strange(at) and not others:
            return POST if self.holds(at) else 0.0
        worth = max(0, mine - max(others, default=0)) * 0.25 * len(units)
        if not others:
            worth += self.leaderless(at)
        worth *= FRONT if self.power_near(at, self.enemy) else 1.0
        return worth + self.called(at)

    def leaderless(self, at: str) -> float:
        """Return what it is worth to a stack to be led: little to a garrison that stays."""
        units = self.ours.get(at, ())
        if len(units) == 1 and self.garrison(at, [units[0].id]):
            return GARRISON
        return float(len(units))

    def called(self, at: str) -> float:
        """Return what it is worth to be on the way to a stack that nobody leads."""
        if at not in self._led:
            wanting = (one for one in self.ours if one != at and not self.chiefs(one))
            self._led[at] = max(
                (CALL ** self.gap(at, one) * self.leaderless(one) for one in wanting), default=0.0
            )
        return self._led[at]

    def attack_worth(self, pieces: Sequence[str], at: str) -> float:
        """Return what an attack promises: chance to win less chance to lose, and what stands there."""
        battle = odds.planned(self.setup, self.state, pieces, at)
        if not battle.defenders:
            return 2.0
        most = self.state.cc[self.side]
        plan = evolve(battle, committed=min(most, 4))
        chance, _ = odds.ahead(self.setup, self.state, plan, plan.committed)
        answer = odds.calls(self.setup, self.state, plan, self.enemy)
        plan = evolve(plan, guarded=self.state.cc[self.enemy] // 2 if answer else 0)
        helpers = self.helpers(plan)
        attack = odds.attack_spread(self.setup, self.state, plan, helpers, plan.committed)
        defence = odds.defence_spread(self.setup, self.state, plan, answer, plan.guarded)
        toll = Toll(self, plan, (*helpers, plan.start), (*answer, plan.target))
        return float(chance) * sum(
            float(one * other) * toll.mean(fav - fdv)
            for fav, one in attack.items()
            for fdv, other in defence.items()
        )

    def helpers(self, battle: Battle) -> list[str]:
        """Return the stacks whose support helps an attack."""
        return [
            at
            for at in odds.calls(self.setup, self.state, battle, self.side)
            if total(attack_support(self.setup, self.state, battle, at)) > 0
        ]

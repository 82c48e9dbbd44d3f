"""What a position is worth to a side: supply before ground, ground before battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engines.core.data.frozen import evolve
from engines.core.play.memo import kept
from engines.europa.combat import odds
from engines.europa.combat.values import attack_support, total
from engines.europa.field.position import (
    Stacks,
    commanders_at,
    is_friendly,
    is_winter,
    occupies,
    stacks,
)
from engines.europa.field.terrain import open_land
from engines.europa.movement.attrition import modifiers, result, tries
from engines.europa.ranks.command import rating
from engines.europa.setup import Setup, enemy_of
from engines.europa.state import Battle, State, Unit
from engines.europa.supply.chain import linked, why_not_establish
from engines.europa.supply.lines import Country, depots_of, range_of, supplied
from engines.europa.tables import number

FED, MAY_BE_FED, HUNGRY = 4.0, 2.5, -6.0
"""What supply is worth: a line now, a city where a Depot may stand next turn, neither."""
HELD = 0.35
"""What a city that is held already is worth beside one that is not."""
BOLD = {"french": 2.2, "russian": 1.2}
"""How many times stronger than its neighbours a side wants to be."""
WITHIN = 2
PULL, FAR = 0.2, 22
"""What a hex nearer to a city is worth for each of its points, and from where on."""
SPACING = 3
"""A Depot is wanted so many hexes from the last one."""


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


class Judge:
    """A position as one side sees it."""

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        self.enemy = enemy_of(side)
        self._pulls: dict[str, float] = {}
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
            threatened = any(self.gap(at, one) <= WITHIN + 1 for one in self.theirs)
            worth[at] = points * (1.0 if not held or (threatened and not self.attacks) else HELD)
        return worth

    @property
    def attacks(self) -> bool:
        """Whether this side has to take cities rather than to keep them."""
        return self.side == "french"

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
        """Return what it is worth to be as near as a hex is to the cities that count."""
        found = self._pulls.get(at)
        if found is None:
            found = self._pulls[at] = sum(
                PULL * worth * max(0, FAR - marches(self.setup, self.side, goal).get(at, FAR))
                for goal, worth in self.goals.items()
            )
        return found

    # -- what a hex is worth -----------------------------------------------------------------------

    def may_feed(self, at: str) -> bool:
        """Whether a Depot could be established in a hex once we stand there."""
        return (
            at in self.setup.map.cities
            and at in self.chain
            and why_not_establish(self.setup, self.state, self.side, at, self.chain) is None
        )

    def supply(self, at: str) -> float:
        """Return what supply there is in a hex."""
        if at in self.fed:
            return FED
        if at in self.setup.map.cities and at in self.chain:
            return MAY_BE_FED
        return HUNGRY

    def worth(self, at: str, units: Sequence[Unit]) -> float:
        """Return what it is worth to have a stack in a hex."""
        found = self.supply(at)
        found += self.pull(at)
        if at in self.goals:
            found += self.goals[at] * 2
        mine = self.power(units)
        threat = self.power_near(at, self.enemy, 1 if self.attacks else WITHIN)
        friends = self.power_near(at, self.side) - (mine if units and units[0].at == at else 0)
        if threat > BOLD[self.side] * (mine + friends / 2):
            found -= 5
        elif threat and self.attacks:
            found += 1
        return found

    def march_cost(
        self, uids: tuple[str, ...], way: Sequence[str], leaders: tuple[str, ...]
    ) -> float:
        """Return what a march is likely to lose by attrition."""
        free = number("march_winter" if is_winter(self.setup, self.state) else "march")
        if not tries(self.setup, self.state, len(way)):
            return 0.0
        add = total(modifiers(self.setup, self.state, uids, len(way) - free, leaders, leaders))
        hurt = [sum(result(face + add)) for face in odds.faces()]
        return 2.2 * sum(hurt) / len(hurt) + (0.8 if len(way) > free else 0)

    def garrison(self, at: str, uids: Sequence[str]) -> str:
        """Return the unit that stays in an enemy city which we need to hold, "" for none."""
        holds = self.state.depots.get(at) == self.side or at in self.setup.goals
        strange = at in self.setup.map.cities and not is_friendly(
            self.setup, self.state, self.side, at
        )
        threatened = not strange and holds and any(self.gap(at, one) <= 1 for one in self.theirs)
        if not (holds and (strange or threatened)) or len(uids) != len(self.ours.get(at, ())):
            return ""
        return min(
            uids, key=lambda uid: (self.setup.units[uid].arm != "infantry", self._grade(uid))
        )

    def _grade(self, uid: str) -> int:
        return -self.setup.units[uid].space

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
        length = range_of(self.setup, self.state)
        hungry = [one for one in self.ours if one not in self.fed]
        reach = Country(self.setup, self.state, self.side).reach([at], length) if hungry else {}
        helped = sum(len(self.ours[one]) for one in hungry if one in reach or one == at)
        nearest = min((self.gap(at, one) for one in depots_of(self.state, self.side)), default=9)
        front = any(self.gap(at, one) <= 1 for one in self.ours)
        forward = 1.0 if front and nearest >= SPACING and self._is_forward(at) else 0.0
        return helped * 2.0 + forward

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
        found = odds.outcome(self.setup, self.state, plan, self.helpers(plan), answer)
        good = float(found["routs"]) * 1.6 + float(found["wins"]) * 0.5
        bad = float(found["loses"]) * 1.7 + float(found["ties"]) * 0.4
        prize = 1 + self.goals.get(at, 0) / 2
        return float(chance) * (good * prize - bad)

    def helpers(self, battle: Battle) -> list[str]:
        """Return the stacks whose support helps an attack."""
        return [
            at
            for at in odds.calls(self.setup, self.state, battle, self.side)
            if total(attack_support(self.setup, self.state, battle, at)) > 0
        ]

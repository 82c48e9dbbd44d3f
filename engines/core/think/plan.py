"""Plans of a turn, as data: for each formation a goal and a stance. What they mean is a game's own business.

A plan is a manner of playing like any other: a search tries it as a whole way to play the turn, and who
plays by it carries it out, formation by formation, with the rules of thumb that he has anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Literal, get_args

from grognard.engines.core.data.frozen import evolve, record

PLANNED = ">"
"""A manner that begins so is a plan: "> davout 0704 assault, ney 0807 hold"."""
OWN = "*"
"""The goal of who goes where he would go without a plan: only his stance is planned."""
KEPT = 256
"""So many plans are remembered."""

Stance = Literal["assault", "prepare", "hold"]
"""What a formation does about the enemy: it goes at him, it comes up and lets him come, or it keeps its place."""
STANCES: tuple[Stance, ...] = get_args(Stance)


@record
class Order:
    """What a formation is to do in a turn: where it goes (`OWN`: where it likes), and about the enemy."""

    formation: str
    goal: str
    stance: Stance


@record
class Plan:
    """What each formation is to do in a turn; one that is not named does as it likes."""

    orders: tuple[Order, ...]

    @property
    def manner(self) -> str:
        """The plan as a temper takes it."""
        said = (f"{one.formation} {one.goal} {one.stance}" for one in self.orders)
        return f"{PLANNED} " + ", ".join(said)

    def of(self, formation: str) -> Order | None:
        """Return the order of a formation."""
        return next((one for one in self.orders if one.formation == formation), None)


@record
class Designs:
    """What may be planned in a position: the goals of each formation, and plans that are tried first."""

    goals: Mapping[str, tuple[str, ...]]
    ready: tuple[Plan, ...]


@lru_cache(maxsize=KEPT)
def plan_of(manner: str) -> Plan | None:
    """Return the plan that a manner is, None where it is another.

    Raises:
        ValueError: it names a stance that there is not.
    """
    if not manner.startswith(PLANNED):
        return None
    said = manner.removeprefix(PLANNED).split(",")
    return Plan(tuple(_order(one) for one in said if one.strip()))


def _order(said: str) -> Order:
    formation, goal, stance = said.split()
    if stance not in STANCES:
        raise ValueError(f"a formation may {', '.join(STANCES)}, not {stance}")
    return Order(formation, goal, stance)


def changed(plan: Plan, designs: Designs, rng: Random) -> Plan:
    """Return a plan that differs for one formation: in its goal, or in its stance."""
    able = [one for one in plan.orders if one.formation in designs.goals]
    if not able:
        return plan
    order = rng.choice(able)
    others = [
        Order(order.formation, goal, stance)
        for goal in designs.goals[order.formation]
        for stance in STANCES
        if (goal == order.goal) != (stance == order.stance)
    ]
    new = rng.choice(others)
    orders = tuple(new if one.formation == order.formation else one for one in plan.orders)
    return evolve(plan, orders=orders)


def crossed(one: Plan, other: Plan, rng: Random) -> Plan:
    """Return a plan of which each order comes from one of two."""
    theirs = {order.formation: order for order in other.orders}
    return Plan(
        tuple(rng.choice([order, theirs.get(order.formation, order)]) for order in one.orders)
    )


def improved(plans: list[Plan], designs: Designs, rng: Random, count: int) -> list[Plan]:
    """Return plans like the best of those, the best first: of one an order is another, or two are crossed."""
    found: list[Plan] = []
    for n in range(count):
        best = plans[0]
        crosses = n % 2 == 1 and len(plans) > 1
        new = crossed(best, plans[1], rng) if crosses else changed(best, designs, rng)
        if new not in found and new not in plans:
            found.append(new)
    return found

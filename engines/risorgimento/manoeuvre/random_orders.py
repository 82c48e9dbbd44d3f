"""Orders at random that a player might give: towards the enemy or an objective, in a fit formation."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Any

from grognard.engines.core.board.tabletop import Base, Point, bearing, turn_between
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.risorgimento.army.units import ATTACK, BATTERY, LIMBERED, LINE, MARCH, OPEN
from grognard.engines.risorgimento.command.command import commander_of
from grognard.engines.risorgimento.field.ranges import ranges
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.ground.allowance import (
    WHOLE,
    allowance,
    formation_price,
    turn_price,
)
from grognard.engines.risorgimento.movement.mover import Mover, goes_back
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

STAY, MOVE_ON, RANDOMLY, FORCED = 0.15, 0.25, 0.15, 0.3
"""How often a unit stays, goes on after a first order, goes anywhere, and makes a forced march."""
FAR, NEAR = 24.0, 10.0
"""From how many cm on a column marches, and up to how many infantry deploys."""


def random_order(setup: Setup, state: State, uid: str, rng: Random) -> Choice:
    """Return an order for a unit, or "pass"; it is legal unless the distances are judged."""
    mover = Mover(setup, state, uid)
    if rng.random() < (1 - MOVE_ON if state.account else STAY) or mover.left <= 0:
        return PASS
    goal = _goal(mover, rng)
    actions = list(_towards(mover, goal, rng))
    return {"do": actions} if actions else PASS


def _goal(mover: Mover, rng: Random) -> Point:
    """Where to: a commander for a unit cut off, else an enemy, an objective, or anywhere."""
    setup, state = mover.setup, mover.state
    if goes_back(setup, state, mover.uid):
        name = commander_of(setup, state, mover.kind.brigade)
        pose = state.commanders[name].pose if name else None
        if pose is not None:
            return pose.centre
    if rng.random() < RANDOMLY:
        return (rng.uniform(0, setup.table.size[0]), rng.uniform(0, setup.table.size[1]))
    side = mover.kind.side
    places = [o.at for o in setup.objectives if state.held.get(o.id) != side]
    if len(mover.foes):
        x, y = mover.stand.centre
        gaps = (mover.foes.centres[:, 0] - x) ** 2 + (mover.foes.centres[:, 1] - y) ** 2
        nearest = gaps.argsort()[:3].tolist()
        places += [mover.foes.items[i].centre for i in nearest]
    return rng.choice(places) if places else setup.table.size


def _towards(mover: Mover, goal: Point, rng: Random) -> Iterator[dict[str, Any]]:
    """Change formation, turn and go: the actions that bring a unit nearer to a place."""
    stand, left = mover.stand, mover.left
    gap = hypot(goal[0] - stand.centre[0], goal[1] - stand.centre[1])
    place = place_in_village(mover, goal, gap, rng)
    if place is not None:
        yield {"slot": place}
        return
    forced = (
        not mover.state.account
        and gap > FAR * mover.setup.scale + mover.setup.cm["strategic_cm"]
        and rng.random() < FORCED
    )
    if forced and not mover.unit.disorder and mover.unit.marker != "green":
        yield {"force": True}
        left *= number("forced_limit")
    formation = _formation(mover, gap, rng)
    if formation != mover.formation and formation_price(mover.kind) <= left:
        yield {"form": formation}
        left -= formation_price(mover.kind)
    else:
        formation = mover.formation
    if formation == BATTERY and gap < _reach(mover):
        off = turn_between(stand.heading, bearing(stand.centre, goal))
        if (
            abs(off) > number("cone_half")
            and turn_price(mover.state.turned, round(off * 100)) <= left
        ):
            yield {"turn": _hundredths(off)}
        return
    yield from _legs(mover, stand, formation, left, bearing(stand.centre, goal), gap, rng)


def _legs(  # noqa: PLR0913 - from where, how and where to
    mover: Mover, stand: Base, formation: str, left: int, toward: float, gap: float, rng: Random
) -> Iterator[dict[str, Any]]:
    off = turn_between(stand.heading, toward)
    free = mover.free and formation == mover.formation
    if not free and abs(off) > number("oblique"):
        price = turn_price(mover.state.turned, round(off * 100))
        if price > left:
            return
        yield {"turn": _hundredths(off)}
        left, off = left - price, 0.0
    most = left / WHOLE * allowance(mover.kind, formation)
    run = min(most, max(gap - stand.depth, 0.5)) * rng.uniform(0.5, 1.0)
    if run >= 0.1:
        yield {"leg": [round(run * 1000), round(off * 100)]}


def _hundredths(angle: float) -> int:
    return round(angle * 100) or 100


def _formation(mover: Mover, gap: float, rng: Random) -> str:
    """A formation for the distance: columns from afar, lines near, batteries within range."""
    if mover.progress.changes or mover.state.account:
        return mover.formation
    if mover.kind.arm == "artillery":
        return BATTERY if gap < _reach(mover) else LIMBERED
    if mover.kind.arm == "cavalry":
        return MARCH if gap > 2 * FAR * mover.setup.scale else LINE
    if gap > FAR * mover.setup.scale:
        return MARCH if rng.random() < 0.5 else ATTACK
    if gap < NEAR * mover.setup.scale and mover.formation == MARCH:
        return rng.choice((LINE, ATTACK, OPEN))
    return rng.choice((LINE, ATTACK, OPEN)) if rng.random() < 0.1 else mover.formation


def _reach(mover: Mover) -> float:
    found = ranges(mover.kind.weapon, mover.kind.scale)
    return found.medium if found else 0.0


def place_in_village(mover: Mover, goal: Point, gap: float, rng: Random) -> list[str] | None:
    """A free place in the sector that is the goal, if infantry is near it."""
    if mover.kind.arm != "infantry" or gap > allowance(mover.kind, OPEN) or mover.unit.sector:
        return None
    place = sectors.sector_at(mover.setup, goal)
    if place is None:
        return None
    free = [
        slot
        for slot in sectors.SIDES
        if sectors.why_not_slot(mover.setup, mover.state, mover.uid, place.id, slot) is None
    ]
    return [place.id, rng.choice(free)] if free else None

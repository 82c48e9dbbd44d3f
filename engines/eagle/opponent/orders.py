"""Orders, couriers and commanders of the computer player: who is told what, and where its chiefs ride."""

from __future__ import annotations

from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.command.couriers import post_of
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.strike import weights


def wanted(judge: Judge, gid: str) -> str:
    """Return the order that a group should have; who manoeuvres, or rests, must be told later to do something else.

    A defender whom no enemy is near rests: its commander holds a card more as long as it does.
    """
    group, weigh = judge.setup.groups[gid], weights()
    at = post_of(judge.setup, judge.state, gid)
    near = judge.nearest(at)[0] if at in judge.setup.map.grid else int(weigh["march"])
    if judge.leaves(gid):
        return "maneuver"
    if group.arm == "artillery":
        return "attack" if judge.attacks else "defend"
    far = near > weigh["march"] and judge.goal(at, gid) > weigh["close"]
    forward = judge.goes_forward(gid)
    if not forward and group.arm == "infantry" and near > weigh["rest"] and judge.can_change(at):
        return "reserve"
    if forward and far and judge.can_change(at) and judge.is_clear(gid):
        return "maneuver"
    return "attack" if forward or group.arm == "cavalry" else "defend"


def first_order(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """The order that is wanted, on the counter that acts soonest."""
    gid = judge.setup.units[ask.subject[0]].group
    order = wanted(judge, gid)
    fitting = [one for one in options if word_of(one, "order") == order] or options
    return min(fitting, key=lambda c: initiative(word_of(c, "counter"), word_of(c, "order")))


def courier(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """To groups whose order is not the one wanted; those nearest the enemy first."""
    useful = [
        one
        for one in options
        if one != PASS
        and word_of(one, "order") == wanted(judge, word_of(one, "group"))
        and word_of(one, "order") != judge.state.groups[word_of(one, "group")].order
    ]
    return min(useful, key=lambda one: _gap(judge, word_of(one, "group")), default=PASS)


def _gap(judge: Judge, gid: str) -> tuple[int, str]:
    return (judge.gap(gid), gid)


def first(_judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """To go first is seldom wrong."""
    return "first" if "first" in options else options[0]


def commander(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Commanders stay with their men: in the hex of a unit, near to all of them."""
    cid, grid = ask.subject[0], judge.setup.map.grid
    chief = judge.state.commanders[cid]
    men = [
        unit.at
        for unit in judge.state.units.values()
        if unit.on_map
        and judge.setup.units[unit.id].side == judge.side
        and chief.group in ("", judge.setup.units[unit.id].group)
    ]
    if not men:
        return PASS if PASS in options else options[0]

    late = [] if chief.group else judge.to_be_told

    def strays(at: str) -> tuple[bool, int, int]:
        untold = sum(grid.distance(at, post) > judge.ability for post in late)
        return at not in men, untold, sum(grid.distance(at, one) for one in men)

    hexes = [word_of(one) for one in options if one != PASS]
    best = min(hexes, key=strays)
    return PASS if PASS in options and strays(chief.at) <= strays(best) else best

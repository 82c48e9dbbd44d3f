"""Plans of a turn for a short game: where each Commander goes with his stack, and what he does about the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.think.plan import OWN, STANCES, Designs, Order, Plan, Stance
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.opponent.judge import Judge
from grognard.engines.europa.ranks.command import rating
from grognard.engines.europa.setup import Setup

SAID: Mapping[Stance, Text] = {
    "assault": text("{who} will go for {place} and attack who bars the way."),
    "prepare": text("{who} will come up towards {place} and let the enemy attack."),
    "hold": text("{who} will keep to {place} and fight for nothing else."),
}
OWN_SAID: Mapping[Stance, Text] = {
    "assault": text("{who} will attack wherever it promises something."),
    "prepare": text("{who} will come up and let the enemy attack."),
    "hold": text("{who} will fight for nothing but what is as good as won."),
}
"""The same of who chooses his goal himself."""
SENTENCES = 2
"""A plan is told in so many sentences: the main ones."""
FAR = 99


def designs(judge: Judge) -> Designs:
    """Return what each Commander may go for, and the plans that are tried first: one for each idea of a turn."""
    chiefs = commanders(judge)
    goals = tuple(sorted(judge.setup.goals))
    ready = _ready(judge, chiefs, goals) if chiefs and goals else ()
    return Designs(dict.fromkeys(chiefs, (OWN, *goals)), tuple(dict.fromkeys(ready)))


def commanders(judge: Judge) -> dict[str, str]:
    """Return the Commander who leads each stack, the best of those there, with its hex; the strongest stack first."""
    power = judge.powers[judge.side]
    led = [at for at in judge.ours if judge.chiefs(at)]
    return {_leader(judge, at): at for at in sorted(led, key=lambda at: (-power[at], at))}


def _leader(judge: Judge, at: str) -> str:
    return min(judge.chiefs(at), key=lambda cid: (-rating(judge.setup, judge.state, cid), cid))


def _ready(judge: Judge, chiefs: Mapping[str, str], goals: Sequence[str]) -> Iterable[Plan]:
    """Give the plans for a turn: all where they like, at the nearest goal, spread out, together; waiting or striking."""
    for stance in ("prepare", "assault", "hold"):
        yield _plan(dict.fromkeys(chiefs, OWN), stance)
    near = {
        cid: sorted(goals, key=lambda goal: _away(judge, goal, at)) for cid, at in chiefs.items()
    }
    for stance in STANCES:
        yield _plan({cid: near[cid][0] for cid in chiefs}, stance)
        yield _plan(_spread(chiefs, near), stance)
    for goal in goals:
        yield _plan(dict.fromkeys(chiefs, goal), "assault")
        yield _plan(dict.fromkeys(chiefs, goal), "prepare")


def _spread(chiefs: Iterable[str], near: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return a goal of his own for each, the strongest stack first, while there are any."""
    found: dict[str, str] = {}
    for cid in chiefs:
        left = [goal for goal in near[cid] if goal not in found.values()]
        found[cid] = (left or near[cid])[0]
    return found


def _plan(goals: Mapping[str, str], stance: Stance) -> Plan:
    return Plan(tuple(Order(cid, goal, stance) for cid, goal in goals.items()))


def _away(judge: Judge, goal: str, at: str) -> int:
    found = judge.away(goal, at)
    return FAR if found is None else found


def sentences(setup: Setup, plan: Plan) -> tuple[Text, ...]:
    """Return a plan in words: who does the same is named together, the greater part first."""
    parts: dict[tuple[str, Stance], list[str]] = {}
    for order in plan.orders:
        parts.setdefault((order.goal, order.stance), []).append(order.formation)
    main = sorted(parts.items(), key=lambda part: -len(part[1]))[:SENTENCES]
    return tuple(_sentence(setup, chiefs, goal, stance) for (goal, stance), chiefs in main)


def _sentence(setup: Setup, chiefs: Sequence[str], goal: str, stance: Stance) -> Text:
    who = all_of(setup.chiefs[cid].name for cid in chiefs)
    if goal == OWN:
        return OWN_SAID[stance].fill(who=who)
    return SAID[stance].fill(who=who, place=called(setup, goal))

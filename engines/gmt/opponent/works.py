"""[bor.5] What the Russian computer player burns and breaks: what the enemy is about to have."""

from __future__ import annotations

from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.gmt.opponent.position_value import Judge, weights


def destroy(judge: Judge, options: list[Choice]) -> Choice:
    """Return the village or the bridge that it is best to be rid of, or "pass"."""
    worth = {str(option): _worth(judge, str(option)) for option in options if option != PASS}
    best = max(worth, key=lambda name: worth[name], default=PASS)
    return best if worth.get(best, 0.0) > 0 else PASS


def _worth(judge: Judge, name: str) -> float:
    first, _, second = name.partition("/")
    return _bridge(judge, first, second) if second else _village(judge, first)


def _bridge(judge: Judge, a: str, b: str) -> float:
    """[bor.5.bridge] The enemy comes, and nobody of one's own is left beyond."""
    beyond = min((a, b), key=lambda end: (judge.nearest_foe(end)[0], end))
    near = judge.nearest_foe(beyond)[0]
    if beyond in judge.own or near > weights()["bridge_near"]:
        return 0.0
    return 1 + weights()["bridge_near"] - near


def _village(judge: Judge, at: str) -> float:
    """[bor.5.village] It is lost anyway: too strong an enemy is at hand."""
    w = weights()
    theirs = _about(judge, judge.foe, at)
    mine = _about(judge, judge.own, at)
    lost = theirs > w["burn_odds"] * mine
    return theirs - mine if lost else 0.0


def _about(judge: Judge, where: dict[str, float], at: str) -> float:
    """Return the strength of a side around a hex."""
    near = weights()["burn_near"]
    return sum(strength for h, strength in where.items() if judge.distance(h, at) <= near)

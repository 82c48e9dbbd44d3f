"""The last turn: only the cities that count still do, and whoever stands in one holds it."""

from __future__ import annotations

from grognard.engines.europa.opponent.judge import Judge
from grognard.engines.europa.victory.verdict import points


def is_last(judge: Judge) -> bool:
    """[14.4] Whether the game is over after this turn: nobody starves any more where he stands."""
    return judge.state.turn >= judge.setup.turns


def now_or_never(judge: Judge, at: str) -> bool:
    """[14.7] [14.7.a] Whether who attacks a city that counts has nothing to lose: he is behind on the last turn.

    In a campaign the losses of a lost battle may give the enemy points yet.
    """
    if judge.long or not is_last(judge) or at not in judge.setup.goals:
        return False
    score = points(judge.setup, judge.state)
    french = score["french"] >= score["russian"]
    return french != (judge.side == "french")

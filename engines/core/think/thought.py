"""What a decision was made of, in words: the choice, its nearest rival, and the terms that decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.text import Text
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.think.search import Candidate, chance
from grognard.engines.core.think.terms import OVER, Term, words_of

Games: TypeAlias = dict[tuple[str, int], float]
"""Chances to win by the imagined games that they were found in."""
REASONS = 3
SLIGHT = 0.005
"""A difference smaller than this decides nothing."""


@record
class Thought:
    """What a decision was made of: the choice, its nearest rival, how many trials, and the terms.

    `says`, `rival_says`: the two in words. `reasons` are the terms that differ most between them,
    with by how much, the greatest first; `gain` is what they all come to. `hope`, `rival_hope`: the
    chance to win with either of the two, from 0 to 1; who has won is told by these alone. `plan`: what is
    planned for the turn, in a sentence or two.
    """

    choice: Choice
    says: Text
    rival: Choice | None = None
    rival_says: Text | None = None
    trials: int = 0
    gain: float = 0.0
    reasons: tuple[tuple[Text, float], ...] = ()
    hope: float | None = None
    rival_hope: float | None = None
    plan: tuple[Text, ...] = ()


def thought_of(
    ask: Ask,
    one: Candidate,
    rival: Candidate | None,
    tried: Iterable[Candidate],
    terms: Iterable[Term],
) -> Thought:
    """Compare a choice with its rival, term by term, in the worlds where both were tried."""
    trials = sum(len(each.found) + len(each.ends) for each in tried)
    says = ask.choices.label(one.choice)
    both = [n for n in one.found if rival is not None and n in rival.found]
    if rival is None or not both:
        return Thought(one.choice, says, trials=trials)
    mine, theirs = (
        Candidate(each.choice, {n: each.found[n] for n in both}).terms for each in (one, rival)
    )
    words = words_of(terms)
    gains = {name: mine.get(name, 0.0) - theirs.get(name, 0.0) for name in {*mine, *theirs}}
    told = gains.keys() - {OVER}
    most = sorted(told, key=lambda name: (-abs(gains[name]), name))[:REASONS]
    reasons = tuple((words[name], gains[name]) for name in most if abs(gains[name]) > SLIGHT)
    return Thought(
        one.choice,
        says,
        rival.choice,
        ask.choices.label(rival.choice),
        trials,
        sum(gains.values()),
        reasons,
        *_hopes(one, rival),
    )


def _hopes(one: Candidate, rival: Candidate) -> tuple[float, float]:
    """Return the chances to win after either choice, of the imagined games in which both were tried.

    How games ended says more than what terms stand for, where some were played so far: the share
    that was won, drawn towards one half as if one more game had been won and one lost, for four won
    of four make nothing certain. A great victory is no more than a victory.
    """
    mine, theirs = _ended(one), _ended(rival)
    if mine.keys() & theirs.keys():
        return _shares(mine, theirs, more=1)
    return _shares(_half_way(one), _half_way(rival))


def _shares(mine: Games, theirs: Games, more: int = 0) -> tuple[float, float]:
    both = mine.keys() & theirs.keys()
    won, won_there = (sum(min(1.0, max(0.0, of[n])) for n in both) + more for of in (mine, theirs))
    return won / (len(both) + 2 * more), won_there / (len(both) + 2 * more)


def _half_way(one: Candidate) -> Games:
    """Return what the terms of each half-way position promise: never surer than they tell who wins."""
    even, astray = one.judging.even, one.judging.astray
    return {
        ("half way", n): min(1 - astray, max(astray, chance(terms, even)))
        for n, terms in one.found.items()
    }


def _ended(one: Candidate) -> Games:
    """Return how imagined games ended that were played to their end."""
    early = {
        ("half way", n): chance(terms, one.judging.even)
        for n, terms in one.found.items()
        if OVER in terms
    }
    return early | {("end", n): won for n, won in one.ends.items()}

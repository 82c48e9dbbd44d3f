"""A computer player that searches: it departs from its script where imagined games say that it should."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.data.frozen import record
from engines.core.data.text import Text, text
from engines.core.play.arrangement import Arrangement
from engines.core.play.bots import Bot, Eyes
from engines.core.play.session import RuleFault, Session
from engines.core.show.asks import Choice
from engines.core.think.script import Scripted
from engines.core.think.search import Budget, Candidate, search
from engines.core.think.terms import Term, Terms, judge, weights_of, words_of

REASONS = 3
SLIGHT = 0.005
"""A difference smaller than this decides nothing."""


@record
class Thought:
    """What a decision was made of: the choice, its nearest rival, how many trials, and the terms.

    `reasons` are the terms that differ most between the two, with by how much, the greatest first.
    """

    choice: Choice
    rival: Choice | None
    trials: int
    gain: float
    reasons: tuple[tuple[Text, float], ...]


class Thinker(Bot):
    """Tries what its script proposes, and other choices, in imagined games played on by the script.

    Attributes:
        script: the fast player that proposes, and plays the imagined games on for both sides.
        terms, package: what is wanted, and where the weights of that stand.
        seconds, trials: the budget of a decision; tests give trials, which are the same anywhere.
        width, length, worlds: how many choices are tried, how many choices an imagined game is
            played on, and in how many worlds at most.
        doubt: how sure it must be before it departs from its script, in errors of the mean.
    """

    script: ClassVar[type[Scripted[Any]]]
    terms: ClassVar[tuple[Term, ...]] = ()
    package: ClassVar[str] = ""
    plain: ClassVar[frozenset[str]] = frozenset()
    """Kinds of questions that the script answers alone: nothing is gained by thought."""
    seconds: float | None = 8.0
    trials: int | None = None
    width: ClassVar[int] = 8
    length: int = 60
    worlds: ClassVar[int] = 24
    doubt: ClassVar[float] = 1.0
    called = text("marshal")
    what = text(
        "Plays on in its mind, in many imagined games, before it decides: up to eight seconds for "
        "a decision that matters. It can be told to move now."
    )

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.advice = self.script(seed)
        self.thought: Thought | None = None

    @property
    def weights(self) -> Mapping[str, float]:
        """The weights of its terms."""
        return weights_of(self.package) if self.terms else {}

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return the script's choice, or one that surely does better in imagined games."""
        first = self.advice.decide(eyes, options)
        if eyes.ask.kind in self.plain or isinstance(eyes.ask.choices, Arrangement):
            return first
        tried = self.candidates(first, eyes, options)
        if len(tried) == 1:
            return first
        found = self.consider(eyes, tried)
        script = next(one for one in found if one.choice == first)
        better = [one for one in found if one is not script and one.surely(script, self.doubt)]
        best = max(better, key=lambda one: sum(one.gains(script)), default=script)
        self.thought = self.reason(best, found)
        return best.choice

    def candidates(self, first: Choice, eyes: Eyes, options: list[Choice] | None) -> list[Choice]:
        """Return what is worth a trial: the script's choice, and others in a mixed order."""
        others = options or [eyes.ask.choices.sample(self.rng) for _ in range(self.width)]
        rest: list[Choice] = []
        for one in self.rng.sample(others, min(len(others), self.width)):
            if one != first and one not in rest:
                rest.append(one)
        return [first, *rest[: self.width - 1]]

    def consider(self, eyes: Eyes, choices: list[Choice]) -> list[Candidate]:
        """Try choices in imagined worlds until the budget is spent."""
        budget = Budget(self.seconds, self.trials, eyes.hurried)
        seed = str(self.rng.random())
        known: dict[int, Session | None] = {}

        def trial(world: int, choice: Choice) -> Terms | None:
            if world not in known:
                known.clear()
                known[world] = eyes.imagine(f"{seed} {world}")
            future = known[world]
            return None if future is None else self.trial(future.fork(), eyes.seat, choice)

        return search(choices, trial, budget, self.worlds)

    def trial(self, future: Session, seat: str, choice: Choice) -> Terms | None:
        """Make a choice in an imagined game, play on, and judge where that leads."""
        if future.why_not(seat, choice) is not None:
            return judge(future, seat, self.terms, self.weights)
        player = self.script(self.advice.seed)
        try:
            future.choose(seat, choice)
            for _ in range(self.length):
                if future.ask is None:
                    break
                player.go_on(future)
        except RuleFault:
            return None
        return judge(future, seat, self.terms, self.weights)

    def reason(self, best: Candidate, found: list[Candidate]) -> Thought:
        """Say why a choice and not its nearest rival."""
        rivals = [one for one in found if one is not best and one.found]
        rival = max(rivals, key=lambda one: (len(one.found), one.worth), default=None)
        trials = sum(len(one.found) for one in found)
        if rival is None:
            return Thought(best.choice, None, trials, 0.0, ())
        both = [n for n in best.found if n in rival.found]
        mine, theirs = ({n: one.found[n] for n in both} for one in (best, rival))
        a, b = Candidate(best.choice, mine).terms, Candidate(rival.choice, theirs).terms
        words = words_of(self.terms)
        gains = {name: a.get(name, 0.0) - b.get(name, 0.0) for name in {*a, *b}}
        most = sorted(gains, key=lambda name: (-abs(gains[name]), name))[:REASONS]
        reasons = tuple((words[name], gains[name]) for name in most if abs(gains[name]) > SLIGHT)
        return Thought(best.choice, rival.choice, trials, sum(gains.values()), reasons)

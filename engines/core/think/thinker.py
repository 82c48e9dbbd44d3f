"""A computer player that searches: it departs from its script where imagined games say that it should."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engines.core.data.frozen import record
from engines.core.data.text import text
from engines.core.play.arrangement import Arrangement
from engines.core.play.bots import Bot, Eyes
from engines.core.play.session import RuleFault, Session
from engines.core.show.asks import Choice
from engines.core.think.crew import Crew, Errand, Reach, Worlds
from engines.core.think.script import Scripted, sampled
from engines.core.think.search import EVEN, Budget, Candidate, one_by_one, search
from engines.core.think.terms import Term, Terms, even_of, judge, weights_of
from engines.core.think.thought import Thought, thought_of

FINISHED = 4
"""Worlds that all candidates are to be played on in: where games are slow they are played less far."""
ROUNDS = 2
"""How often the turn is to pass to the other seat before an imagined game is judged."""
WHOLE = 10_000
"""More turns, and choices, than a game has: it is played to its end, and nothing needs judging."""
HOARD = 3.0
"""So many decisions' worth of time may be saved up."""
LONGEST = 2.0
"""Seconds beyond which nobody thinks on saved time."""
SHORTEST = 6
"""An imagined game that is played less far tells nothing."""
RANKED = 4
"""So many choices that the script ranks next are tried before others."""
ENOUGH = 2
"""Worlds that two candidates are to be played on in to the very end, or they are judged before it."""
PROBE = 0.12
"""The part of the time that goes into finding out how slow they are."""


@record
class Played:
    """How far an imagined game was played: choices made, turns that changed, and whether time cut it."""

    made: int
    rounds: int
    cut: bool


@record
class Weighed:
    """What came of weighing a decision: all that was tried, with the script's choice and the best."""

    script: Candidate
    best: Candidate
    tried: list[Candidate]

    def of(self, choice: Choice) -> Candidate:
        """Return the candidate of a choice that was tried."""
        return next(one for one in self.tried if one.choice == choice)


class Thinker(Bot):
    """Tries what its script proposes, and other choices, in imagined games played on by the script.

    Attributes:
        script: the fast player that proposes, and plays the imagined games on for both sides.
        terms, package: what is wanted, and where the weights of that stand.
        seconds, trials: the budget of a decision; tests give trials, which are the same anywhere.
        width, length, worlds: how many choices are tried, how many choices an imagined game is
            played on at most, and in how many worlds.
        doubt, least: how sure it must be before it calls another's choice a mistake, in errors of the
            mean, and what must have been lost by it, in chance to win.
        saved: seconds of former decisions that were not needed; a player held to little time
            thinks longer where it matters, at the same cost in the mean.
        crew: the processes in which it plays imagined games; None: it plays them itself.
    """

    script: ClassVar[type[Scripted[Any]]]
    terms: ClassVar[tuple[Term, ...]] = ()
    package: ClassVar[str] = ""
    plain: ClassVar[frozenset[str]] = frozenset()
    """Kinds of questions that the script answers alone: nothing is gained by thought."""
    seconds: float | None = 7.4
    """A decision takes eight seconds at most, with all that comes before and after the search."""
    trials: int | None = None
    width: ClassVar[int] = 8
    length: int = 60
    worlds: ClassVar[int] = 200
    doubt: ClassVar[float] = 2.0
    least: ClassVar[float] = 0.02
    called = text("marshal")
    what = text(
        "Plays on in its mind, in many imagined games, before it decides: up to eight seconds for "
        "a decision that matters. It can be told to move now."
    )

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.advice = self.script(seed)
        self.thought: Thought | None = None
        self.crew: Crew | None = None
        self.saved = 0.0

    @property
    def weights(self) -> Mapping[str, float]:
        """The weights of its terms."""
        return weights_of(self.package) if self.terms else {}

    @property
    def even(self) -> float:
        """What its terms have to come to for a side to win three games of four."""
        return even_of(self.package) if self.terms else EVEN

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return the script's choice, or one that does better in imagined games."""
        began = time.perf_counter()
        weighed = self.weigh(eyes, options)
        if self.seconds is not None:
            left = self.saved + self.seconds - (time.perf_counter() - began)
            self.saved = min(max(0.0, left), HOARD * self.seconds)
        if len(weighed.tried) > 1:
            self.thought = self.reason(eyes, weighed, weighed.best)
        return weighed.best.choice

    def weigh(
        self, eyes: Eyes, options: list[Choice] | None, made: Choice | None = None
    ) -> Weighed:
        """Weigh the choices of a question, one that was `made` among them."""
        budget = Budget(self._allowed, self.trials, eyes.hurried, eyes.tried)
        first = self.advice.decide(eyes, options)
        tried = [first] if made is None or made == first else [first, made]
        keep, asked = len(tried), eyes.ask
        if asked.kind not in self.plain and not isinstance(asked.choices, Arrangement):
            tried = self.candidates(tried, eyes, options)
        found = self.consider(eyes, tried, budget, keep) if len(tried) > 1 else [Candidate(first)]
        script = next(one for one in found if one.choice == first)
        better = [one for one in found if one is not script and self.prefers(one, script)]
        best = max(better, key=lambda one: one.promises(script), default=script)
        return Weighed(script, best, found)

    def prefers(self, one: Candidate, script: Candidate) -> bool:
        """Whether a choice is taken and not the script's.

        Who has won is believed as far as the worlds tried can be; what the terms say of a position
        half way may be out for all choices alike, and has to be sure.
        """
        if one.ended and script.ended:
            return one.promises(script) > self.least / 2
        return self.is_better(one, script)

    @property
    def _allowed(self) -> float | None:
        """How long it may think now: what was saved helps, but nobody is made to wait for it."""
        if self.seconds is None:
            return None
        return max(self.seconds, min(self.seconds + self.saved, LONGEST))

    def is_better(self, one: Candidate, other: Candidate) -> bool:
        """Whether a choice is better than another surely, and by enough."""
        gains = one.gains(other)
        return sum(gains) >= self.least * len(gains) and one.surely(other, self.doubt)

    def candidates(
        self, given: list[Choice], eyes: Eyes, options: list[Choice] | None
    ) -> list[Choice]:
        """Return what is worth a trial: what is given, what the script ranks next, some others."""
        others = options or sampled(eyes.ask, self.rng, self.width)
        mixed = self.rng.sample(others, min(len(others), self.width))
        found = list(given)
        for one in (*self.advice.others(eyes, others)[:RANKED], *mixed):
            if one not in found:
                found.append(one)
        return found[: max(self.width, len(given))]

    def consider(
        self, eyes: Eyes, choices: list[Choice], budget: Budget, keep: int
    ) -> list[Candidate]:
        """Try choices in imagined worlds until the budget is spent."""
        errand = Errand(type(self), self.advice.seed, eyes.seat, str(self.rng.random()))
        crew = self.crew if self.crew is not None and self.crew.fit else None
        hands = crew.hands if crew is not None else 1
        errand.reach, width = self.reach(errand, eyes, budget, hands)
        choices = choices[: max(keep, width)]
        if errand.reach.length < SHORTEST:
            return [Candidate(choice) for choice in choices]
        if crew is not None:
            trials = crew.trials(errand, eyes, budget)
        else:
            worlds = Worlds(errand, eyes.imagine)

            def alone(world: int, choice: Choice) -> Terms | None:
                return worlds.trial(world, choice, lambda: budget.left <= 0)

            trials = one_by_one(alone, budget)
        return search(choices, trials, budget, self.worlds, keep, self.even)

    def reach(self, errand: Errand, eyes: Eyes, budget: Budget, hands: int) -> tuple[Reach, int]:
        """Return how far imagined games are played, and how many choices are tried.

        Where games are slow fewer choices are tried, then they are played less far.
        """
        whole = Reach(ROUNDS, self.length)
        if budget.seconds is None or (world := eyes.imagine(f"{errand.world} pace")) is None:
            return whole, self.width
        pace = Budget(budget.seconds * PROBE, hurry=budget.hurry)
        found = self.go_on(world.fork(), Reach(WHOLE, WHOLE), lambda: pace.spent)
        took = max(1e-6, (pace.seconds or 0.0) - pace.left)
        afford = budget.left * hands / ENOUGH / took  # such games, for all candidates together
        if not found.cut and afford >= 2:
            return Reach(WHOLE, WHOLE), max(2, min(self.width, int(afford)))
        pace = Budget(budget.seconds * PROBE, hurry=budget.hurry)
        found = self.go_on(world, whole, lambda: pace.spent)
        took = max(1e-6, (pace.seconds or 0.0) - pace.left)
        afford = budget.left * hands / FINISHED / took  # such games, for all candidates together
        if not found.cut:
            return whole, max(2, min(self.width, int(afford)))
        length = int(found.made * afford / 2)
        return Reach(1 if found.rounds else ROUNDS, min(self.length, length)), 2

    def trial(
        self, future: Session, seat: str, choice: Choice, reach: Reach, over: Callable[[], bool]
    ) -> Terms | None:
        """Make a choice in an imagined game, play on, and judge where that leads.

        None where that was not finished before it was `over`, or a rule failed.
        """
        if future.why_not(seat, choice) is not None:
            return judge(future, seat, self.terms, self.weights)
        try:
            own = None if future.ask is None or future.ask.interrupt else seat
            future.choose(seat, choice)
            cut = self.go_on(future, reach, over, own).cut
        except RuleFault:
            return None
        return None if cut else judge(future, seat, self.terms, self.weights)

    def go_on(
        self, future: Session, reach: Reach, over: Callable[[], bool], turn: str | None = None
    ) -> Played:
        """Have the script play on for both sides; `turn`: the seat that is deciding in its own turn.

        All candidates are judged at the same moment: when it has been the other's turn, or both's.
        """
        player, rounds = self.script(self.advice.seed), 0
        for made in range(reach.length):
            ask = future.ask
            if ask is None:
                return Played(made, rounds, cut=False)
            if not ask.interrupt:
                rounds += turn is not None and ask.seat != turn
                turn = ask.seat
            if rounds >= reach.rounds:
                return Played(made, rounds, cut=False)
            if over():
                return Played(made, rounds, cut=True)
            player.go_on(future)
        return Played(reach.length, rounds, cut=False)

    def reason(
        self, eyes: Eyes, weighed: Weighed, one: Candidate, rival: Candidate | None = None
    ) -> Thought:
        """Say why a choice and not a rival: the nearest, where none is given."""
        others = [other for other in weighed.tried if other is not one and other.found]
        nearest = max(others, key=lambda other: (len(other.found), other.worth), default=None)
        return thought_of(eyes.ask, one, rival or nearest, weighed.tried, self.terms)

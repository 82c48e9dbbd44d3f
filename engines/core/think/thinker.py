"""A computer player that searches: it departs from its script where imagined games say that it should."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from grognard.engines.core.data.frozen import evolve, record
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.arrangement import Arrangement
from grognard.engines.core.play.bots import Bot, Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.think.crew import Crew, Errand, Reach, Worlds
from grognard.engines.core.think.plan import Designs, Plan, improved, plan_of
from grognard.engines.core.think.purse import Purse
from grognard.engines.core.think.script import Ranking, Scripted, sampled
from grognard.engines.core.think.search import (
    GLANCE,
    ROUND,
    Budget,
    Candidate,
    Clock,
    Trials,
    Way,
    one_by_one,
    play_out,
    search,
)
from grognard.engines.core.think.temper import Temper, temper_of
from grognard.engines.core.think.terms import Judging, Term, Terms, judge, judging_of
from grognard.engines.core.think.thought import Thought, thought_of

WHOLE = 10_000
"""More turns, and choices, than a game has: it is played to its end, and nothing needs judging."""
HOARD = 12.0
"""So many decisions' worth of time may be saved up, where a game says nothing else."""
GIVEN = 0.95
"""The part of its time that a decision is given: the rest is for what is still owed when the game ends."""
EAGER = 2.0
"""So many times the time of a decision may be taken by one that matters: others are over sooner."""
SPENT = 0.5
"""The part of what was saved that it may take besides; of what is owed so much is given back."""
LONGEST = 2.0
"""Seconds beyond which nobody thinks on saved time."""
ENOUGH = 8
"""Worlds in which games have to be played to their end to be worth the time."""
FINAL = 3
"""So many choices besides the script's are tried to the end of the game at most."""
GUESS = 0.02
"""Seconds that an imagined game may take for each time that the turn passes in it, before one was played."""
FORGET = 0.97
"""Games get shorter: what was too slow is thought to be that much faster at each decision after."""
BRIEF = 0.2
"""The part of its share of the purse that a thought takes where the script would leave all as it is."""
LIKED = 2
"""So many tempers are tried again at the next decision of a turn."""
PLANNING = 12.0
"""So many times the time of a decision may be taken by the plan of a turn."""
PLANS = 2
"""So many plans like the best are tried at each decision after the first of a turn."""
RANKED = 4
"""So many choices that the script ranks next are tried before others."""


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
        purse: the time for a whole turn, from which decisions draw besides (a number of the game's data:
            60 to 90 seconds); None: only `seconds` holds, as where it is measured what those are worth.
        width, length, worlds: how many choices are tried, how many choices an imagined game is
            played on at most before it is judged, and in how many worlds.
        manners: how many tempers are tried beside its own way, each for the rest of a turn. Its own way
            is the captain's, with the leaning that the data give to its seat.
        manner: the temper in which it plays this turn.
        rounds: how many rounds are to be over before that, where there is time.
        whole_turns: whether a round is a turn of the game; else it is over when the other seat decides,
            which suits games in which one side does all it does in a turn before the other.
        half_way: the part of the time in which choices are tried half way, before games are played to their end.
        thrifty: whether time that is enough for neither is saved, by who is held to little time: where
            little is told half way by what a hasty look finds. With a purse there is no need of it.
        hoard, spends, longest: for how many decisions time is saved up at most, the part of it that one may take
            besides its own, and the seconds beyond which nobody thinks on saved time.
        doubt, least: how sure it must be before it calls another's choice a mistake, in errors of the
            mean, and what must have been lost by it, in chance to win.
        saved: seconds of former decisions that were not needed; a player held to little time
            thinks longer where it matters, at the same cost in the mean.
        clock: what its seconds are told by: the clock on the wall, for whom somebody waits; the processor
            time of its thread where it is measured, which does not hang on who else is at work.
        pace: seconds that an imagined game took lately, by how often the turn passed in it.
        crew: the processes in which it plays imagined games; None: it plays them itself.
    """

    script: ClassVar[type[Scripted[Any]]]
    terms: ClassVar[tuple[Term, ...]] = ()
    package: ClassVar[str] = ""
    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {}
    """For kinds of questions that the script does not rank itself what is tried besides, the best first."""
    plain: ClassVar[frozenset[str]] = frozenset()
    """Kinds of questions that the script answers alone: nothing is gained by thought."""
    passed: ClassVar[frozenset[str]] = frozenset()
    """Kinds that it leaves to the script as well, unless it is asked for advice: time is kept for what matters more."""
    once: ClassVar[frozenset[str]] = frozenset()
    """Kinds that it thinks about once a turn on the same topic."""
    seconds: float | None = 7.4
    """A decision takes eight seconds at most, with all that comes before and after the search."""
    trials: int | None = None
    width: ClassVar[int] = 8
    length: int = 200
    rounds: ClassVar[int] = 2
    whole_turns: ClassVar[bool] = False
    half_way: ClassVar[float] = 0.4
    hoard: ClassVar[float] = HOARD
    spends: ClassVar[float] = SPENT
    longest: ClassVar[float] = LONGEST
    thrifty: bool = False
    manners: int = 0
    worlds: ClassVar[int] = 200
    doubt: ClassVar[float] = 2.0
    least: ClassVar[float] = 0.02
    called = text("marshal")
    what = text(
        "Plays many imagined games in its mind before it decides: up to eight seconds for a decision that matters. You can tell it to move now."
    )

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.advice = self.script(seed)
        self.thought: Thought | None = None
        self.crew: Crew | None = None
        self.clock: Clock = time.perf_counter
        self.saved = 0.0
        self.purse: Purse | None = Purse(self.judging.purse)
        self.pace = {n: GUESS * n for n in range(1, self.rounds + 1)} | {
            WHOLE: 2 * GUESS * self.rounds
        }
        self.manner = ""
        self._liked: list[str] = []
        self._voices: dict[str, Scripted[Any]] = {"": self.advice}
        self._turn = ""
        self._thought: set[tuple[str, str]] = set()
        self._dawned, self._dawn = "", dict(self.pace)
        self._designed = ""
        self._designs: Designs | None = None

    @property
    def judging(self) -> Judging:
        """How it judges a position half way."""
        return judging_of(self.package) if self.terms else Judging()

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return the script's choice, or one that does better in imagined games."""
        began, self.thought = self.clock(), None
        if self._turn != (turn := eyes.turn()):
            first = self.judging.said("first", eyes.seat, eyes.battle()) if self.manners else ()
            self._turn, self.manner, self._liked = turn, "".join(first[:1]), []
            self._voices = {"": self.advice}
        if self.purse is not None:
            self.purse.open(turn)
        weighed = self.weigh(eyes, options)
        self._keep(weighed)
        self._took(self.clock() - began, thought=len(weighed.tried) > 1)
        if len(weighed.tried) > 1:
            self.thought = self.reason(eyes, weighed, weighed.best)
        return weighed.best.choice

    def _took(self, seconds: float, *, thought: bool) -> None:
        """Note what a decision took: of the purse, and of what is saved for later ones."""
        if self.purse is not None:
            self.purse.spend(seconds, thought=thought)
        if self.seconds is not None:
            left = self.saved + GIVEN * self.seconds - seconds
            self.saved = min(left, self.hoard * self.seconds)

    def _keep(self, weighed: Weighed) -> None:
        """Play the turn on in the temper of what is chosen, and remember what was nearly as good."""
        self.manner = weighed.best.manner
        tried = {one.manner: one for one in weighed.tried if one.manner not in ("", self.manner)}
        if tried:
            script = weighed.script
            self._liked = sorted(tried, key=lambda m: -tried[m].promises(script)[0])[:LIKED]

    def weigh(
        self, eyes: Eyes, options: list[Choice] | None, made: Choice | None = None
    ) -> Weighed:
        """Weigh the choices of a question, one that was `made` among them."""
        thinks = (options is None or len(options) > 1) and eyes.ask.kind not in self.plain
        plans = thinks and self.plans_now(eyes)
        allowed = self._allowed_for(PLANNING if plans else EAGER)
        budget = Budget(allowed, self.trials, eyes.hurried, eyes.tried, clock=self.clock)
        first = self._proposed(eyes, options, self.manner)
        tried = [first] if made is None or made == first.choice else [first, Way(made)]
        keep, asked = len(tried), eyes.ask
        if self.purse is not None and not plans and self.leaves(asked, first.choice):
            budget = budget.part(BRIEF)
        if thinks and budget.left > 0 and not isinstance(asked.choices, Arrangement):
            planned = self._with_plans(tried, eyes, options, budget) if plans else tried
            tried = planned if len(planned) > keep else self.candidates(tried, eyes, options)
        found = (
            self.consider(eyes, tried, budget, keep) if len(tried) > 1 else [self._candidate(first)]
        )
        script = found[0]
        better = [one for one in found if one is not script and self.prefers(one, script)]
        best = max(better, key=lambda one: one.promises(script)[0], default=script)
        return Weighed(script, best, found)

    def prefers(self, one: Candidate, script: Candidate) -> bool:
        """Whether a choice is taken and not the script's: it promises a gain, and not by one world alone."""
        return len(one.gains(script)) > 1 and one.promises(script)[0] > self.least / 2

    @property
    def _allowed(self) -> float | None:
        """How long it may think now."""
        return self._allowed_for(EAGER)

    def _allowed_for(self, eager: float) -> float | None:
        """Return how long it may think: what was saved helps, but nobody is made to wait for it."""
        if self.seconds is None:
            return None
        most = eager * self.seconds + self.spends * self.saved
        allowed = min(most, max(self.seconds, self.longest))
        return allowed if self.purse is None else min(allowed, self.purse.share)

    def leaves(self, _ask: Ask, _choice: Choice) -> bool:
        """Whether a choice of its script leaves all as it is, so that a brief thought is enough."""
        return False

    def is_better(self, one: Candidate, other: Candidate) -> bool:
        """Whether a choice is better than another surely, and by enough."""
        if one.ends and other.ends:
            gain, error = one.promises(other)
            return gain >= self.least and gain > self.doubt * error
        gains = one.gains(other)
        return sum(gains) >= self.least * len(gains) and one.surely(other, self.doubt)

    def topic(self, ask: Ask, _options: list[Choice] | None) -> str:
        """Return what a question is about, of those that are thought about once a turn."""
        return ask.kind

    def matters(self, eyes: Eyes, options: list[Choice] | None) -> bool:
        """Whether a question is worth its time, and was not thought about this turn; for advice any is."""
        kind = eyes.ask.kind
        if not self.manners or kind not in self.passed | self.once:
            return True
        if kind in self.passed:
            return False
        about = (eyes.turn(), self.topic(eyes.ask, options))
        new = about not in self._thought
        self._thought.add(about)
        return new

    def temper(self, seat: str, manner: str, battle: ScenarioInfo) -> Temper | None:
        """Return the temper of a manner for a seat, on top of that in which its game's data have it played."""
        return temper_of(manner, self.judging.leaning(seat, battle))

    def _proposed(self, eyes: Eyes, options: list[Choice] | None, manner: str) -> Way:
        """Return what the script does in a temper: for each another one, since it may remember its plans."""
        if manner not in self._voices:
            self._voices[manner] = self.script(self.advice.seed)
        voice = self._voices[manner]
        voice.temper = self.temper(eyes.seat, manner, eyes.battle())
        return Way(voice.decide(eyes, options), manner)

    def _candidate(self, way: Way) -> Candidate:
        return Candidate(way.choice, judging=self.judging, manner=way.manner)

    def candidates(self, given: list[Way], eyes: Eyes, options: list[Choice] | None) -> list[Way]:
        """Return what is worth a trial: what is given, other tempers, what the script ranks next, some others."""
        if not self.matters(eyes, options):
            return given
        others = options or sampled(eyes.ask, self.rng, self.width)
        mixed = self.rng.sample(others, min(len(others), self.width))
        ranked = self.advice.others(eyes, others, self.ranked)[:RANKED]
        found = list(given)
        for one in (*ranked, *mixed):
            if all(one != way.choice for way in found):
                found.append(Way(one, self.manner))
        found = found[: max(self.width, len(given))]
        if not self.manners or eyes.ask.interrupt:
            return found
        plans = self._plans()
        new = [str(self.rng.random()) for _ in range(self.manners - len(plans))]
        known = self.judging.said("tried", eyes.seat, eyes.battle())
        tempers = dict.fromkeys(("", *known, *self._liked, *plans, *new))
        tried = [self._proposed(eyes, options, one) for one in tempers if one != given[0].manner]
        first = len(given) + sum(way.choice in ranked for way in found[len(given) :])
        return [*found[:first], *tried, *found[first:]]

    def designs(self, _eyes: Eyes) -> Designs | None:
        """Return what may be planned for the turn, None in a game that has no plans."""
        return None

    def plans_now(self, eyes: Eyes) -> bool:
        """Whether this is the question by which a turn is planned: the first of it that is thought about."""
        if not self.manners or eyes.ask.interrupt or self._designed == eyes.turn():
            return False
        self._designed, self._designs = eyes.turn(), self.designs(eyes)
        return self._designs is not None

    def _with_plans(
        self, given: list[Way], eyes: Eyes, options: list[Choice] | None, budget: Budget
    ) -> list[Way]:
        """Return what is given, and the plans of a turn that there is time for, the first before the others."""
        ready = [plan.manner for plan in self._designs.ready] if self._designs is not None else []
        ready = [one for one in ready if one != given[0].manner]
        fits = self._fits(budget.part(self.half_way), len(given) + len(ready))[1]
        tried = ready[: max(0, fits - len(given))]
        return [*given, *(self._proposed(eyes, options, one) for one in tried)]

    def _plans(self) -> list[str]:
        """Return plans that are worth a trial later in a turn: others like the best, each a little different."""
        known = [plan for one in (self.manner, *self._liked) if (plan := plan_of(one)) is not None]
        if self._designs is None or not known:
            return []
        return [plan.manner for plan in improved(known, self._designs, self.rng, PLANS)]

    def consider(self, eyes: Eyes, ways: list[Way], budget: Budget, keep: int) -> list[Candidate]:
        """Try choices in imagined worlds until the budget is spent.

        Where whole turns are played a game takes longest as one begins: as long as it took the turn before.
        """
        dawns = self.whole_turns and self._dawned != (turn := eyes.turn())
        if dawns:
            self._dawned = turn
            self.pace.update(self._dawn)
        tried = self._considered(eyes, ways, budget, keep)
        if dawns:
            self._dawn = dict(self.pace)
        return tried

    def _considered(
        self, eyes: Eyes, ways: list[Way], budget: Budget, keep: int
    ) -> list[Candidate]:
        """Try choices half way, then the best of them to the end."""
        for rounds in self.pace:
            self.pace[rounds] *= FORGET
        ends = budget.seconds is not None and self._ending(budget, keep) > 0
        share = budget.part(self.half_way) if ends else budget
        rounds, width = self._fits(share, len(ways))
        if self._saves and not ends and (rounds < self.rounds or width < len(ways)):
            width = 0
        tried = [self._candidate(way) for way in ways[: max(keep, width)]]
        if width < 2:
            return tried
        with self._timed(rounds, share):
            trials = self._trials(eyes, share, Reach(rounds, self.length))
            alike = search(tried, trials, share, self.worlds, keep)
        budget.made = share.made
        if ends and not alike:
            self._finish(eyes, tried, budget, keep)
        return tried

    @property
    def _saves(self) -> bool:
        return self.thrifty and self.purse is None

    def _fits(self, budget: Budget, count: int) -> tuple[int, int]:
        """Return how often the turn may pass in games played half way, and how many choices fit in."""
        if budget.seconds is None:
            return self.rounds, count
        left = max(0.0, budget.left)
        for rounds in range(self.rounds, 0, -1):
            if left >= ROUND * count * self.pace[rounds]:
                return rounds, count
        return 1, min(count, int(left / GLANCE / max(self.pace[1], 1e-6)))

    def _ending(self, budget: Budget, keep: int) -> int:
        """Return how many choices besides those kept games may be played to their end with in time.

        To the end it is a turn more than half way, even where no game was played so far lately.
        """
        least = 2 * self.pace[1] if self.whole_turns else 1e-6
        took = max(self.pace[WHOLE], least) * ENOUGH
        return min(FINAL, int(budget.left / took) - keep)

    def _finish(self, eyes: Eyes, tried: list[Candidate], budget: Budget, keep: int) -> None:
        """Play games on to their end with the choices that may be better than the script's."""
        script, others = tried[0], tried[keep:]

        def hopes(one: Candidate) -> float:
            gain, error = one.promises(script)
            return gain + error

        likely = sorted((one for one in others if hopes(one) > self.least), key=lambda o: -hopes(o))
        last = [*tried[:keep], *likely[: self._ending(budget, keep)]]
        if len(last) < 2:
            return
        with self._timed(WHOLE, budget):
            trials = self._trials(eyes, budget, Reach(WHOLE, WHOLE))
            play_out(last, trials, budget, self.worlds)

    def _trials(self, eyes: Eyes, budget: Budget, reach: Reach) -> Trials:
        """Return what tries choices: the crew where there is one, else the player itself."""
        errand = Errand(type(self), self.advice.seed, eyes.seat, str(self.rng.random()), reach)
        if self.crew is not None and self.crew.fit:
            return self.crew.trials(errand, eyes, budget)
        worlds = Worlds(errand, eyes.imagine)

        def alone(world: int, way: Way) -> Terms | None:
            return worlds.trial(world, way, lambda: budget.left <= 0)

        return one_by_one(alone, budget)

    @contextmanager
    def _timed(self, rounds: int, budget: Budget) -> Iterator[None]:
        """Note how long an imagined game of a kind took; one that was cut short counts half."""
        began, made = budget.clock(), budget.made
        yield
        count = budget.made - made
        if count:
            self.pace[rounds] = (budget.clock() - began) / (count - 0.5 * budget.spent)

    def trial(
        self, future: Session, seat: str, way: Way, reach: Reach, over: Callable[[], bool]
    ) -> Terms | None:
        """Make a choice in an imagined game, play on, and judge where that leads.

        None where that was not finished before it was `over`, or where a rule or whoever plays on failed:
        that world is lost, not the decision.
        """
        if future.why_not(seat, way.choice) is not None:
            return judge(future, seat, self.terms, self.judging.weights)
        try:
            began = self._round(future)
            future.choose(seat, way.choice)
            cut = self.go_on(future, reach, over, began, (seat, way.manner)).cut
        except Exception:
            logging.getLogger(__name__).exception("an imagined game broke off")
            return None
        return None if cut else judge(future, seat, self.terms, self.judging.weights)

    def go_on(
        self,
        future: Session,
        reach: Reach,
        over: Callable[[], bool],
        began: str | None = None,
        manner: tuple[str, str] = ("", ""),
    ) -> Played:
        """Have the script play on for both sides; `began`: the round in which that begins.

        All candidates are judged at the same moment: when so many rounds are over. The seat of `manner`
        plays in that temper until it has its next turn, and then in its own way.
        """
        player, rounds, now = self.script(self.advice.seed), 0, began
        lasts, seat = 1 if self.whole_turns else 2, manner[0]
        battle = future.setup.info
        temper, own = self.temper(seat, manner[1], battle), self.temper(seat, "", battle)
        for made in range(reach.length):
            ask = future.ask
            if ask is None:
                return Played(made, rounds, cut=False)
            if (new := self._round(future)) is not None:
                rounds += now is not None and new != now
                now = new
            if rounds >= reach.rounds:
                return Played(made, rounds, cut=False)
            if over():
                return Played(made, rounds, cut=True)
            player.temper = None if ask.seat != seat else temper if rounds < lasts else own
            player.go_on(future)
        return Played(reach.length, rounds, cut=False)

    def _round(self, future: Session) -> str | None:
        """Return a word for the round that is played, None where nobody is deciding in his own turn."""
        if self.whole_turns:
            return future.game.turn_now(future.table.state)
        return None if future.ask is None or future.ask.interrupt else future.ask.seat

    def reason(
        self, eyes: Eyes, weighed: Weighed, one: Candidate, rival: Candidate | None = None
    ) -> Thought:
        """Say why a choice and not a rival: the nearest, where none is given."""
        others = [other for other in weighed.tried if other.choice != one.choice and other.found]
        nearest = max(others, key=lambda other: (len(other.found), other.worth), default=None)
        thought = thought_of(eyes.ask, one, rival or nearest, weighed.tried, self.terms)
        plan = plan_of(one.manner)
        return thought if plan is None else evolve(thought, plan=self.told(eyes, plan))

    def told(self, _eyes: Eyes, _plan: Plan) -> tuple[Text, ...]:
        """Return a plan in a sentence or two."""
        return ()

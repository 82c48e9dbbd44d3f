"""A script: the fast player that has an answer for each kind of question, and plays imagined games on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from grognard.engines.core.play.arrangement import AUTO, DONE
from grognard.engines.core.play.bots import Eyes, RandomBot
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.think.temper import Temper, in_temper

JudgeT = TypeVar("JudgeT")
Answer: TypeAlias = Callable[[JudgeT, Ask, list[Choice]], Choice]
"""Answers one kind of question, by what a judge makes of an imagined position."""
Ranking: TypeAlias = Callable[[JudgeT, Ask, list[Choice]], list[Choice]]
"""Names the choices of a question that are worth a trial, the most promising first."""


SAMPLES = 12
"""Of so many choices a policy takes one where they are too many to be listed."""


def sampled(ask: Ask, rng: Random, count: int = SAMPLES) -> list[Choice]:
    """Return some choices of a question whose choices nobody can list, what needs no thought first.

    Of `rng` one number is used, however many a sample takes: what is decided later does not hang on it.
    """
    lot = Random(rng.random())
    found: list[Choice] = [word for word in (DONE, AUTO, PASS) if word in ask.choices]
    for _ in range(count):
        choice = ask.choices.sample(lot)
        if choice not in found:
            found.append(choice)
    return found


class Scripted(RandomBot, Generic[JudgeT]):
    """Answers each kind of question by a policy of its game; what it cannot know is dealt anew first.

    Attributes:
        looks: makes of Setup, State and side what the policies look at, where nothing else is needed.
        answers: the policy for each kind of question.
        ranked: for some kinds what else may be as good as what the policy chooses, the best first.
        temper: the manner in which it plays; None: by the numbers as they stand.
        slips: how often a policy chose what may not be chosen, by kind of question; a test holds that none does.
        known: the world that it imagined last for a decision of its own.
    """

    looks: ClassVar[Callable[..., Any] | None] = None
    answers: ClassVar[Mapping[str, Answer[Any]]] = {}
    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {}

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.temper: Temper | None = None
        self.slips: Counter[str] = Counter()
        self.known: Session | None = None

    def judge(self, session: Session, side: str) -> JudgeT:
        """Return what the policies look at, of an imagined game."""
        looks: Callable[..., JudgeT] | None = type(self).looks
        if looks is None:
            raise NotImplementedError
        return looks(session.setup, session.table.state, side)

    def knows(self, ask: Ask) -> bool:
        """Whether there is a policy for a question, or an answer that nobody would not give (`Ask.idle`)."""
        return self.policy(ask.kind) is not None or ask.idle is not None

    def policy(self, kind: str) -> Answer[JudgeT] | None:
        """Return the policy for a kind of question."""
        return self.answers.get(kind)

    def ranking(self, kind: str) -> Ranking[JudgeT] | None:
        """Return what ranks the choices of a kind of question."""
        return self.ranked.get(kind)

    def plain(self, _ask: Ask, options: list[Choice]) -> Choice:
        """Return what needs no thought: finish what is free, decline what is not understood."""
        for word in (DONE, AUTO, PASS):
            if word in options:
                return word
        return options[0]

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Answer in one imagined world."""
        ask = eyes.ask
        if options is not None and len(options) == 1:
            return options[0]
        world = eyes.imagine(str(self.rng.random())) if self.knows(ask) else None
        # The question as it is put in the imagined world: the real one may know more than the seat.
        asked = world.ask if world is not None and world.ask is not None else ask
        listed = options if options is not None else self.unlisted(asked)
        if world is None or world.ask is None:
            return self._sound(ask, self.blind(eyes, listed), listed)
        self.known = world
        return self._sound(ask, self._answered(world, world.ask, listed), listed)

    def _answered(self, world: Session, ask: Ask, listed: list[Choice]) -> Choice:
        if self.temper is None:
            return self.answer(world, ask, listed)
        with in_temper(self.temper):
            return self.answer(world, ask, listed)

    def blind(self, eyes: Eyes, listed: list[Choice]) -> Choice:
        """Answer where no world can be imagined: without a thought, if a game has nothing better."""
        return self.plain(eyes.ask, listed)

    def unlisted(self, ask: Ask) -> list[Choice]:
        """Return what a policy is to choose from where nobody can list the choices."""
        return sampled(ask, self.rng)

    def answer(self, world: Session, ask: Ask, listed: list[Choice]) -> Choice:
        """Answer a question about an imagined game."""
        policy = self.policy(ask.kind)
        if len(listed) == 1:
            return listed[0]
        if policy is None:
            idle = ask.idle() if ask.idle is not None else None
            return idle if idle in listed else self.plain(ask, listed)
        side = next(seat.side for seat in world.setup.info.seats if seat.id == ask.seat)
        choice = self._sound(ask, policy(self.judge(world, side), ask, listed), listed)
        # Only what is chosen is looked at: whether a choice is wasted may take as long as to make it.
        return PASS if PASS in listed and ask.choices.vain(choice) else choice

    def _sound(self, ask: Ask, choice: Choice, listed: list[Choice]) -> Choice:
        """Return a choice if it may be made, else what needs no thought; that is how one declines, too."""
        if ask.why_not(choice) is None:
            return choice
        if choice != PASS:
            self.slips[ask.kind] += 1
        return self.plain(ask, listed)

    def others(
        self, eyes: Eyes, listed: list[Choice], more: Mapping[str, Ranking[Any]] | None = None
    ) -> list[Choice]:
        """Return what else is worth a trial, the most promising first; nothing where it cannot tell.

        `more` ranks kinds of questions that it has no ranking for itself.
        """
        ranking = self.ranking(eyes.ask.kind) or (more or {}).get(eyes.ask.kind)
        if ranking is None or len(listed) < 2:
            return []
        world = eyes.imagine(str(self.rng.random()))
        if world is None or world.ask is None:
            return []
        side = next(seat.side for seat in world.setup.info.seats if seat.id == eyes.seat)
        with in_temper(self.temper):
            found = ranking(self.judge(world, side), world.ask, listed)
        return [choice for choice in found if eyes.ask.why_not(choice) is None]

    def go_on(self, world: Session) -> None:
        """Answer the open question of an imagined game, whosever it is."""
        ask = world.ask
        if ask is not None:
            listed = list(ask.choices) if ask.choices.finite else self.unlisted(ask)
            world.choose(ask.seat, self._answered(world, ask, listed))

"""Questions whose choices nobody can list: a policy answers them too, and by what its seat sees alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar, cast

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import NOT_LISTED, PASS, Ask, Choice, Choices, Refusal
from grognard.engines.core.think.script import SAMPLES, Answer, Scripted, sampled

HIGHEST = 10**6


class Numbers(Choices):
    """Any number; a sample takes as many draws as a secret tells it to, and fewer would be another's."""

    finite = False

    def __init__(self, secret: int, *, declined: bool = False) -> None:
        self.secret, self.declined = secret, declined

    def __iter__(self) -> Iterator[Choice]:
        return iter(())

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None if self.declined else NOT_LISTED
        number = choice.get("number") if isinstance(choice, dict) else None
        return None if isinstance(number, int) and 0 <= number <= HIGHEST else NOT_LISTED

    def sample(self, rng: Random) -> Choice:
        return {"number": [rng.randint(0, HIGHEST) for _ in range(1 + self.secret)][-1]}


def question(secret: int, kind: str = "number", *, declined: bool = False) -> Ask:
    return Ask("red", kind, text("How many?"), ("1",), Numbers(secret, declined=declined))


def most(_judge: None, _ask: Ask, options: list[Choice]) -> Choice:
    return max(options, key=lambda one: one["number"] if isinstance(one, dict) else -1)


class Highest(Scripted[None]):
    """Names the highest number it can think of."""

    answers: ClassVar[dict[str, Answer[Any]]] = {"number": most}

    def judge(self, session: Session, side: str) -> None:
        """It looks at nothing."""


def seeing(secret: int, kind: str = "number", *, declined: bool = False) -> Eyes:
    """The question as a table with a secret puts it, and an imagined one without."""
    seat = SimpleNamespace(id="red", side="red")
    setup = SimpleNamespace(info=SimpleNamespace(seats=(seat,)))
    world = SimpleNamespace(ask=question(0, kind, declined=declined), setup=setup)
    eyes = SimpleNamespace(
        ask=question(secret, kind, declined=declined), seat="red", imagine=lambda _seed: world
    )
    return cast("Eyes", eyes)


def test_a_policy_answers_what_cannot_be_listed() -> None:
    offered = sampled(question(0), Random("x"))
    assert len(offered) == SAMPLES
    bot = Highest("1")
    choices = [bot.decide(seeing(0), None) for _ in range(20)]
    numbers = [choice["number"] for choice in choices if isinstance(choice, dict)]
    assert len(set(numbers)) == 20
    # The highest of twelve evenly drawn is 12/13 of the range in the mean, one drawn by lot half of it.
    assert sum(numbers) / 20 > 0.8 * HIGHEST


def test_what_is_chosen_hangs_on_the_imagined_question_alone() -> None:
    def chosen(secret: int) -> list[Choice]:
        bot = Highest("1")
        return [bot.decide(seeing(secret), None) for _ in range(3)]

    assert chosen(0) == chosen(1) == chosen(5)


def test_later_decisions_do_not_hang_on_how_many_draws_a_sample_took() -> None:
    """What is not understood is not imagined, and has to be drawn from the question as it is."""

    def later(secret: int) -> float:
        bot = Highest("1")
        bot.decide(seeing(secret, "unknown"), None)
        return bot.rng.random()

    assert later(0) == later(1) == later(5)


def test_what_is_not_understood_is_answered_as_nobody_would_not() -> None:
    """`Ask.idle` of the imagined question, where there is no policy; a policy goes before it."""
    plain = Highest("1").decide(seeing(0, "unknown", declined=True), None)

    def told(kind: str) -> Choice:
        eyes = seeing(5, kind, declined=True)
        world = eyes.imagine("any")
        assert world is not None
        assert world.ask is not None
        asked = evolve(world.ask, idle=lambda: {"number": 7})
        imagined = SimpleNamespace(ask=asked, setup=world.setup)
        seen = SimpleNamespace(
            ask=evolve(eyes.ask, idle=lambda: {"number": 9}), seat="red", imagine=lambda _: imagined
        )
        return Highest("1").decide(cast("Eyes", seen), [PASS, {"number": 7}, {"number": 8}])

    assert plain == PASS
    assert told("unknown") == {"number": 7}
    assert told("number") == {"number": 8}


def test_what_is_not_understood_is_declined() -> None:
    assert Highest("1").decide(seeing(0, "unknown", declined=True), None) == PASS
    assert sampled(question(0, declined=True), Random("x"), 0) == [PASS]

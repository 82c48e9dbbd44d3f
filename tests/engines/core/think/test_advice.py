"""Advice: how good a choice was, and what two choices differ by, whether a game was played out or not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed
from grognard.engines.core.think.advice import advise
from grognard.engines.core.think.search import Candidate
from grognard.engines.core.think.terms import OVER, WON, Judging, Term
from grognard.engines.core.think.thinker import Weighed
from grognard.engines.core.think.thought import thought_of

TERMS = (Term("ground", text("the ground held"), lambda *_: 0.0),)
ASK = Ask("blue", "march", text("March?"), ("1.0",), Listed(("go", "stay")))


def tried(choice: str, *worlds: dict[str, float]) -> Candidate:
    """A candidate that led to this in the worlds tried."""
    made = Candidate(choice, judging=Judging(even=1.0))
    for number, terms in enumerate(worlds):
        made.led(number, terms)
    return made


class Judge:
    """Weighs two choices as it is told to, and keeps to the first unless told that it is sure."""

    def __init__(self, kept: Candidate, other: Candidate, *, sure: bool) -> None:
        self.weighed, self.sure = Weighed(kept, kept, [kept, other]), sure
        self.crew = None

    def weigh(self, *_given: object) -> Weighed:
        return self.weighed

    def is_better(self, *_pair: object) -> bool:
        return self.sure

    def reason(self, _eyes: Any, weighed: Weighed, one: Candidate, rival: Any = None) -> Any:
        other = rival or next(each for each in weighed.tried if each is not one)
        return thought_of(ASK, one, other, weighed.tried, TERMS)


@pytest.mark.parametrize(
    ("kept", "made", "sure", "good"),
    [(0.0, 2.0, False, "best"), (2.0, 0.0, False, "equal"), (2.0, 0.0, True, "worse")],
)
def test_a_move_that_did_better_than_the_habit_is_called_the_best(
    kept: float, made: float, *, sure: bool, good: str
) -> None:
    judge: Any = Judge(tried("go", {"ground": kept}), tried("stay", {"ground": made}), sure=sure)
    eyes: Any = SimpleNamespace(ask=ASK, seat="blue")
    found = advise(eyes, judge, "stay")
    assert found.made == good
    assert found.thought.choice == ("stay" if good == "best" else "go")
    assert found.thought.gain > 0


@pytest.mark.parametrize(("other", "good"), [(1.0, "equal"), (-1.0, "best")])
def test_the_habit_itself_is_not_called_the_best_where_games_lean_elsewhere(
    other: float, good: str
) -> None:
    judge: Any = Judge(tried("go", {"ground": 0.0}), tried("stay", {"ground": other}), sure=False)
    eyes: Any = SimpleNamespace(ask=ASK, seat="blue")
    found = advise(eyes, judge, "go")
    assert found.made == good
    assert found.thought.choice == ("stay" if good == "equal" else "go")
    assert found.thought.gain > 0


def test_games_played_out_are_told_as_chances_and_not_in_terms() -> None:
    won, lost = {OVER: WON + 3}, {OVER: -WON - 2}
    found = thought_of(ASK, tried("go", won, won, lost, won), tried("stay", *[lost] * 4), [], TERMS)
    assert found.reasons == ()
    assert found.hope == pytest.approx((3 + 1) / (4 + 2))
    assert found.rival_hope == pytest.approx(1 / 6)


def test_chances_are_those_of_games_played_to_their_end_where_there_are_any() -> None:
    one, other = tried("go", {"ground": 0.0}), tried("stay", {"ground": 0.0})
    for world, won in enumerate((1, 1, -1)):
        one.ended(world, {OVER: WON * won})
        other.ended(world, {OVER: -WON})
    found = thought_of(ASK, one, other, [one, other], TERMS)
    assert found.trials == 8
    assert found.hope == pytest.approx((2 + 1) / (3 + 2))
    assert found.rival_hope == pytest.approx(1 / 5)


def test_what_terms_promise_half_way_is_never_told_as_certain() -> None:
    """A position far ahead by its terms is as sure as these tell who wins, and no surer."""
    one, other = tried("go", {"ground": 1000.0}), tried("stay", {"ground": -1000.0})
    found = thought_of(ASK, one, other, [one, other], TERMS)
    assert found.hope == pytest.approx(1 - Judging().astray)
    assert found.rival_hope == pytest.approx(Judging().astray)

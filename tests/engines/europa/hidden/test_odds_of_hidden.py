"""[15.1] Odds against a stack of which no more than its height is seen: the mean of what may stand there, no leak."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.state import Battle, State
from tests.engines.europa.hidden.test_dealing import GAME, stand, veiled

FRENCH = ("morand", "friant", "gudin")
ORDER = {"pieces": ["morand", "friant"], "at": "0905"}


def met(places: dict[str, str], heights: tuple[str, ...] = ()) -> tuple[object, State]:
    """Two armies beside each other: the French in one hex, the Russians where they are wanted."""
    session = veiled("two-roads")
    french = dict.fromkeys(FRENCH, "0904")
    return session.setup, stand(session.table.state, {**french, **places}, heights)


def told(places: dict[str, str], heights: tuple[str, ...] = ()) -> Answer:
    setup, state = met(places, heights)
    return GAME.inquiries["attack_odds"].ask(setup, state, "french", choice=ORDER)


def test_the_chance_to_win_is_told_of_what_may_stand_there() -> None:
    answer = told({"wurttemberg": "0905", "olsufiev": "0905", "berg": "0508"})
    mean = {end: Fraction(chance) for end, chance in answer.value["mean"].items()}
    assert sum(mean.values()) == 1
    assert "then wins: about " in str(answer.brief)
    assert not answer.value["exact"]
    assert sum(chance for _, chance in answer.shares) == pytest.approx(1)
    assert "15.1" in answer.rules


def test_a_high_stack_is_harder_to_beat_than_a_low_one() -> None:
    low = told({"wurttemberg": "0905", "olsufiev": "0508", "berg": "0508"})
    high = told({"wurttemberg": "0905", "olsufiev": "0905", "berg": "0905"})
    won = [
        sum(Fraction(one.value["mean"][end]) for end in ("routs", "wins")) for one in (low, high)
    ]
    assert won[0] > won[1]


def test_which_units_stand_there_is_not_told() -> None:
    one = told({"wurttemberg": "0905", "olsufiev": "0905", "berg": "0508", "r1-artillery": "0508"})
    other = told(
        {"berg": "0905", "r1-artillery": "0905", "wurttemberg": "0508", "olsufiev": "0508"}
    )
    dummy = told(
        {"berg": "0905", "r1-artillery": "0508", "wurttemberg": "0508", "olsufiev": "0508"},
        ("berg",),
    )
    assert one.value == other.value
    assert [str(line) for line in one.lines] == [str(line) for line in other.lines]
    assert "mean" in dummy.value


def test_support_from_a_hidden_stack_is_not_told() -> None:
    setup, state = met({"wurttemberg": "0905", "olsufiev": "0906", "berg": "0906"})
    battle = Battle("french", "0904", "0905", ("morand", "friant"), ("wurttemberg",), step="commit")
    fought = evolve(state, battle=battle)
    ask = GAME.inquiries["support_odds"].ask
    assert "0906" in ask(setup, fought, "russian", choice=0).value["support"]
    assert "0906" not in ask(setup, fought, "french", choice=0).value["support"]

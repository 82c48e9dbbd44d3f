"""[overview.test] [morale.test] The chance of a test, with what is added to its die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grognard.engines.core.data.text import Text, percent, text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.core.show.views import Answer
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import CALLED, modifiers_now
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import number


def success(change: int, *, sure: bool = False) -> Fraction:
    """[combat.roll] [overview.test] The chance that a die with this change comes to 11 or more."""
    faces = range(1, number("die") + 1)
    good = sum(sure or face + change >= number("pass") for face in faces)
    return Fraction(good, number("die"))


def test_odds(setup: Setup, state: State, uid: str, cause: Cause) -> Answer:
    """[morale.test] Say the chance that a unit passes a test."""
    called = CALLED.get(cause.purpose, "morale")
    modifiers = modifiers_now(setup, state, uid, cause, called)
    chance = success(sum(modifier.value for modifier in modifiers))
    lines = (text("{chance} passed", chance=percent(chance)), *sum_lines(modifiers))
    rules = (cause.rule, "morale.test", "overview.test", *(modifier.rule for modifier in modifiers))
    value = {"passed": str(chance), "modifiers": plain(modifiers), "exact": True}
    shares = ((text("passed"), float(chance)), (text("failed"), float(1 - chance)))
    return Answer(value, tuple(dict.fromkeys(rules)), lines, shares=shares)


def plain(modifiers: Sequence[Modifier]) -> list[dict[str, object]]:
    """Return modifiers as plain data."""
    return [{"value": m.value, "rule": m.rule, "reason": str(m.reason)} for m in modifiers]


def sum_lines(modifiers: Sequence[Modifier]) -> Iterator[Text]:
    """Give what is added to a die in words, the sum first."""
    total = sum(modifier.value for modifier in modifiers)
    yield text("Die {change}", change=f"{total:+d}")
    for modifier in modifiers:
        yield text(
            "{n} {why} ({rule})",
            n=f"{modifier.value:+d}",
            why=modifier.reason,
            rule=modifier.rule,
        )

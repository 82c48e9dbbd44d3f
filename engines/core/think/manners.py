"""Manners that the data give to a marshal: numbers other than its captain's, found to do better for a seat.

A captain has one set of numbers for both sides of every scenario. A manner says how many times what some of
them are, whose it is, in which scenarios, and when a marshal plays by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast, get_args

from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.think.temper import SAID, Leaning

When = Literal["always", "first", "tried"]
"""When a marshal plays by a manner: in all that he does, whatever else he tries (`always`); from the beginning of
each turn until another turns out to be better (`first`); where trials say that it is better (`tried`)."""


@record
class Manner:
    """How many times the captain's some numbers are, and when a marshal plays by those.

    Attributes:
        name: what it is called in the data.
        times: by the name of a number, how many times the captain's it is.
        seat: whose manner it is, "" for any.
        turns: the most turns that a scenario may have for it, None: however many.
        scenario: in which it was found to be better, "" for all.
    """

    name: str
    times: Leaning
    when: When
    seat: str = ""
    turns: int | None = None
    scenario: str = ""

    @property
    def said(self) -> str:
        """The manner as a temper takes it."""
        return f"{SAID} " + ", ".join(f"{name} {times:g}" for name, times in self.times)

    def suits(self, seat: str, battle: ScenarioInfo) -> bool:
        """Whether it is for a seat in a scenario."""
        return (
            self.seat in ("", seat)
            and self.scenario in ("", battle.id)
            and (self.turns is None or battle.turns <= self.turns)
        )


def manners_of(raw: Iterable[Mapping[str, Any]]) -> tuple[Manner, ...]:
    """Read manners, each with `name`, `when`, `times`, and where it is not for all `seat`, `turns` and `scenario`.

    Raises:
        ValueError: it is played by at another time than there is.
    """
    return tuple(map(_manner, raw))


def _manner(raw: Mapping[str, Any]) -> Manner:
    if raw["when"] not in get_args(When):
        known = ", ".join(get_args(When))
        raise ValueError(f"manner {raw['name']}: when is one of {known}, not {raw['when']}")
    return Manner(
        raw["name"],
        tuple((name, float(times)) for name, times in raw["times"].items()),
        cast("When", raw["when"]),
        raw.get("seat", ""),
        int(raw["turns"]) if "turns" in raw else None,
        raw.get("scenario", ""),
    )

"""The marshal: the search over the captain's answers, and what else it tries, the most promising first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.choices import number_of, word_of
from grognard.engines.core.think.script import Ranking
from grognard.engines.core.think.terms import Term
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.worth import PACKAGE, TERMS


def moves(judge: Judge, ask: Ask, options: list[Choice]) -> list[Choice]:
    """The best places in reach, each faced as it is best there."""
    unit = judge.state.units[ask.subject[0]]

    def worth(one: Choice) -> float:
        return judge.place(unit, word_of(one, "at"), number_of(one, "facing"))

    best: dict[str, Choice] = {}
    for one in sorted(options, key=lambda one: -worth(one)):
        best.setdefault(word_of(one, "at"), one)
    return list(best.values())


PASSED = frozenset(
    {
        "movement",
        "fire",
        "event",
        "reaction",
        "escort",
        "cc_move",
        "ugc_move",
        "cc_order",
        "execute_order",
        "rally_order",
        "rally",
        "discard",
        "recall",
        "push_back",
        "rout",
        "reveal_courier",
    }
)
"""What hardly any game hangs on, or another question decides better: there it does as its captain does."""


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides."""

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, whole_turns, manners = 5, True, 4
    ranked: ClassVar[Mapping[str, Ranking[Any]]] = {"move": moves}
    passed = PASSED
    once = frozenset({"formation"})

    def topic(self, ask: Ask, options: list[Choice] | None) -> str:
        """Who changes formation, of the same units, is thought of once a turn."""
        return " ".join([ask.kind, *sorted(map(str, options or ()))])

"""The marshal: the search over the captain's answers, and what else it tries, the most promising first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.data.tabledata import read_data
from engines.core.play.bots import Eyes
from engines.core.show.asks import Ask, Choice
from engines.core.show.choices import number_of, word_of
from engines.core.think.script import Ranking
from engines.core.think.search import Way
from engines.core.think.terms import Term
from engines.core.think.thinker import Thinker
from engines.eagle.opponent.captain import Captain
from engines.eagle.opponent.judge import Judge
from engines.eagle.opponent.worth import PACKAGE, TERMS


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

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.known = tuple(read_data(PACKAGE, "opponent.yaml", "known").values())
        self._asked: tuple[str, set[frozenset[str]]] = ("", set())

    def candidates(self, given: list[Way], eyes: Eyes, options: list[Choice] | None) -> list[Way]:
        """Return what is worth a trial: nothing besides where time is kept for what matters more."""
        if self.manners and not self._matters(eyes, options):
            return given
        return super().candidates(given, eyes, options)

    def _matters(self, eyes: Eyes, options: list[Choice] | None) -> bool:
        """Whether much may hang on a question; who changes formation, of the same units, is thought of once a turn."""
        if eyes.ask.kind != "formation" or options is None:
            return eyes.ask.kind not in PASSED
        if self._asked[0] != eyes.turn():
            self._asked = (eyes.turn(), set())
        units = frozenset(str(one) for one in options)
        known = units in self._asked[1]
        self._asked[1].add(units)
        return not known

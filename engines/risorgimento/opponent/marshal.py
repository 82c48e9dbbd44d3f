"""The marshal: the search over the captain's answers. It thinks of whole turns, once a turn, and not of single orders."""

from __future__ import annotations

from typing import ClassVar

from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.search import Way
from grognard.engines.core.think.terms import Term
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.risorgimento.opponent.captain import Captain
from grognard.engines.risorgimento.opponent.terms import PACKAGE, TERMS


class Marshal(Thinker):
    """Plays whole turns on in several manners before it gives its first order.

    The rest of a turn takes half a second: there is time for that once a turn, and for all that is saved meanwhile.
    """

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, whole_turns, manners = 3, True, 2
    once = frozenset({"formation", "unit"})
    hoard, spends, longest = 30.0, 1.0, 6.0

    def matters(self, eyes: Eyes, options: list[Choice] | None) -> bool:
        """Whether this is the first move of a turn; single orders, soon overtaken by the next, are its captain's, unless it advises."""
        return not self.manners or (eyes.ask.kind in self.once and super().matters(eyes, options))

    def candidates(self, given: list[Way], eyes: Eyes, options: list[Choice] | None) -> list[Way]:
        """Return what is worth a trial: other manners, and not whose turn it is next; for advice that, too."""
        found = super().candidates(given, eyes, options)
        if not self.manners:
            return found
        return [way for way in found if way in given or way.manner != self.manner]

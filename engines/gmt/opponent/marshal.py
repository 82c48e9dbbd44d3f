"""The marshal: the search over the captain's answers, with its time where something hangs on it."""

from __future__ import annotations

from typing import ClassVar

from engines.core.play.bots import Eyes
from engines.core.show.asks import Ask, Choice
from engines.core.think.search import Way
from engines.core.think.terms import Term
from engines.core.think.thinker import Thinker
from engines.gmt.opponent.player import Captain
from engines.gmt.opponent.worth import PACKAGE, TERMS

PASSED = frozenset(
    {
        "fire",
        "counter_battery",
        "reaction_fire",
        "fire_hexside",
        "reface",
        "advance_facing",
        "advance_tie",
        "recovery_place",
        "terrain_drm",
    }
)
"""What hardly any game hangs on: there it does as its captain does, where it plays and is not asked for advice."""
LENT = 2.0
"""So many decisions' worth of time are lent to it as a game begins, where it is held to little: games get shorter."""


class Marshal(Thinker):
    """Plays the captain's proposals and others on in imagined games before it decides.

    Held to little time it thinks longest early, when most is open: what is lent to it then comes back
    in the last turn, in which most units can do nothing for the objective any more.
    """

    script = Captain
    terms: ClassVar[tuple[Term, ...]] = TERMS
    package = PACKAGE
    width, foremost, rounds, half_way, enough, thrifty = 10, 8, 1, 0.5, 40, True
    lent: ClassVar[float] = LENT
    plain = frozenset({"move_piece", "stack_order", "rally"})

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._plays = False

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        """Return the captain's choice, or one that does better in imagined games."""
        if not self._plays and self.purse is None and self.seconds is not None:
            self.saved += self.lent * self.seconds
        self._plays = True
        return super().decide(eyes, options)

    def candidates(self, given: list[Way], eyes: Eyes, options: list[Choice] | None) -> list[Way]:
        """Return what is worth a trial: nothing besides where time is kept for what matters more."""
        if self._plays and eyes.ask.kind in PASSED:
            return given
        return super().candidates(given, eyes, options)

    def leaves(self, ask: Ask, choice: Choice) -> bool:
        """A unit that would stay where it is, or only turn about there."""
        goes = choice.get("route") if isinstance(choice, dict) else None
        return ask.kind == "route" and not goes

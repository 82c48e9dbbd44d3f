"""heading: a base is turned on the spot, and which way it looks is the answer. No widget in here."""

from __future__ import annotations

from grognard.app.table.gestures.manoeuvre import WHEEL, Manoeuvre
from grognard.engines.core.board.tabletop import Point, bearing
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer

FULL = 36000
"""Hundredths of a degree of a whole turn."""


class Heading(Manoeuvre):
    """The heading of one base, in hundredths of a degree as the table counts them; it may stay."""

    doing = text("Face this way")
    moves = False
    help = text("Drag the base or a corner to turn it; Q and E turn by 1\N{DEGREE SIGN}.")

    def value(self) -> Choice:
        ghost = self.ghost()
        return round(ghost.heading * 100) % FULL if ghost is not None else 0

    def why_not(self) -> Refusal | None:
        return self.ask.why_not(self.value())

    def answer(self) -> Answer | None:
        return None

    def chosen(self) -> Choice | None:
        return self.value() if self.why_not() is None else None

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        return ()

    def begin(self, at: Point, reach: float) -> bool:
        held = super().begin(at, reach)
        if held and self.mode != WHEEL and self._anchor is not None:
            self.mode, self._grip = WHEEL, (bearing(self._anchor.centre, at), 0.0)
        return held

    def nudge(self, ahead: float, aside: float) -> bool:
        return False

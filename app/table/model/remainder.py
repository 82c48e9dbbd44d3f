"""What is left of a plan that something stopped: who goes on by himself, and who waits to be told."""

from __future__ import annotations

from grognard.app.table.gestures.gesture import DECLINING
from grognard.engines.core.data.frozen import record
from grognard.engines.core.play.plans import Plan, Wish
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask


@record
class Remainder:
    """The wishes that nobody has come to, and where the plan stood still.

    Attributes:
        seat, kind: who planned, and the question that the plan answered.
        count, rolled: how many choices had been made then, and how many dice rolled.
    """

    wishes: tuple[Wish, ...] = ()
    seat: str = ""
    kind: str = ""
    count: int = 0
    rolled: int = 0

    def goes_on(self, session: Session) -> bool:
        """Whether nothing has happened since but that others have declined: the plan is still meant."""
        ask = session.ask
        if not self.wishes or ask is None or (ask.seat, ask.kind) != (self.seat, self.kind):
            return False
        since = session.choices[self.count :]
        quiet = session.table.dice.rolled() == self.rolled
        return quiet and all(row.seat != self.seat and row.choice in DECLINING for row in since)

    def able(self, ask: Ask | None) -> tuple[Wish, ...]:
        """Return the wishes that can be fulfilled now."""
        if ask is None or (ask.seat, ask.kind) != (self.seat, self.kind):
            return ()
        return tuple(wish for wish in self.wishes if ask.why_not(wish.choices[0]) is None)


def remainder(session: Session, ask: Ask, left: Plan) -> Remainder:
    """Return what is left of a plan that answered a question and stops now."""
    rolled = session.table.dice.rolled()
    return Remainder(tuple(left), ask.seat, ask.kind, len(session.choices), rolled)

"""Reading the odds of one die, which are told alike in all games (`grognard.engines.core.play.firstdie`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import Answer
from tests.contract.chances import Claim, Policy, Shown, shown


def declining(_fork: Session, ask: Ask) -> Choice | None:
    """Decline what comes between the choice and its die."""
    return PASS if ask.interrupt and ask.why_not(PASS) is None else None


def one_die(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """The first roll of its purpose that is made for its subject: its result and its modifiers."""
    chances: Any = answer.value.get("chances")
    if chances is None or session.ask is None:
        return
    purpose, subject = answer.value["purpose"], answer.value["subject"]

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        rolls = (entry.roll for entry in entries if entry.roll is not None)
        for roll in rolls:
            if (roll.purpose, roll.subject) == (purpose, subject):
                return roll.result, shown(roll.modifiers)
        return None

    told = {name: Fraction(chance) for name, chance in chances.items()}
    about = f"{session.game.id} {session.ask.kind}: {choice}"
    modifiers = shown(answer.value["modifiers"])
    yield [Claim(about, told, look, modifiers)], declining

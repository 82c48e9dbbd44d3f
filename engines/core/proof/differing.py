"""How a case that fails says so: what differs, where it stood, why it broke off."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, text, tr, verbatim
from grognard.engines.core.play.dice import ScriptError
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.explain import Refusal


def told(words: Text, **shown: object) -> str:
    """Return how a case differs, with what it says and what there is as they are written."""
    return str(words.fill(**{hole: verbatim(str(value)) for hole, value in shown.items()}))


def refused(refusal: Refusal) -> str:
    """Return a refusal with its rule."""
    return f"{refusal.rule or tr('no rule')}: {refusal.message}"


def where(session: Session) -> str:
    """Return the question at which a case stands, and some of its choices."""
    if session.ask is None:
        return tr("the game has ended")
    ask = session.ask
    offered: list[str] = []
    if ask.choices.finite:
        for choice in ask.choices:
            if len(offered) == 6:
                offered.append("...")
                break
            offered.append(str(choice) if choice != PASS else PASS)
    return told(
        text("asked: {seat} {kind}; choices: {known}"),
        seat=ask.seat,
        kind=ask.kind,
        known=", ".join(offered),
    )


def reason(wrong: Exception) -> str:
    """Return why a case broke off: what its dice lacked, or a failure of the engine."""
    if isinstance(wrong, ScriptError | ValueError):
        return str(wrong)
    return told(text("the engine failed: {kind}: {wrong}"), kind=type(wrong).__name__, wrong=wrong)

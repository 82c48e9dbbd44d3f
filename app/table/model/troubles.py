"""What is told when a choice did not stand."""

from __future__ import annotations

import sys
import traceback

from grognard.app.rulenames import called
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.session import RuleFault
from grognard.engines.core.show.explain import Refusal

WRONG = text("That is not allowed")


def words_of(refusal: Refusal) -> str:
    """Return a refusal with its rule."""
    return f"{refusal.message} [{called(refusal.rule)}]" if refusal.rule else str(refusal.message)


def failed(fault: RuleFault) -> tuple[str, str]:
    """Return what is told of a fault in a rule; where it happened goes to standard error."""
    traceback.print_exception(fault, file=sys.stderr)
    return tr("A rule has failed"), tr(
        "The program made a mistake in a rule ({fault}); the game and its save stand as "
        "they were before that choice.",
        fault=str(fault),
    )

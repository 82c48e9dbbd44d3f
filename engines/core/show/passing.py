"""Why a question passes a piece by that none of its choices mentions.

A game declares it by the kind of the question, or by kind and arm of the piece ("fire:cavalry"): the
rule, and a sentence with the piece in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import Ask
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import PieceView

Passing: TypeAlias = Mapping[str, tuple[str, Text]]
ARMS = {
    "artillery": "artillery",
    "cavalry": "cavalry",
    "cossack": "cavalry",
    "leader": "leader",
    "hq": "leader",
}
"""Which arm the last word of a piece's symbol tells; what is none of these fights on foot."""


def arm_of(piece: PieceView) -> str:
    """Return the arm of a piece as its symbol shows it."""
    return ARMS.get(piece.symbol.rpartition("_")[2], "infantry")


def why_passed_by(passing: Passing, ask: Ask, piece: PieceView) -> Refusal:
    """Return why a question does not mention one of its seat's own pieces."""
    declared = passing.get(f"{ask.kind}:{arm_of(piece)}") or passing.get(ask.kind)
    rule, words = declared or (ask.rules[0], text("{piece} is not what is asked about now."))
    return Refusal(rule, words.fill(piece=named("unit", piece.name)), (piece.id,))

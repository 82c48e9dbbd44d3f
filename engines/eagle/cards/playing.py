"""[cards.binding] A card that has been played does what its record says, verb by verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.cards.targets import Subjects, affected
from grognard.engines.eagle.deck.deck import Effect
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.state import InForce

HELD = frozenset({"add", "pass", "ignore", "forbid", "allow", "again", "wound", "cancel"})
"""Verbs that wait for a roll or a question to look for them; the others act at once."""


@dataclass(frozen=True, slots=True)
class Playing:
    """Who plays what, on whom, and who has what to do with the moment."""

    card: str
    effect: Effect
    side: str
    on: tuple[str, ...]
    subjects: Subjects

    @property
    def rule(self) -> str:
        """The rule that a log line cites."""
        return f"cards.{self.effect.half}"


Verb: TypeAlias = Callable[[Board, Playing, Mapping[str, Any]], Procedure[None]]
"""What a verb does that acts at once; `Eagle.resume` hands them to the table (`Table.handed`)."""


def play_card(  # noqa: PLR0913 - a card is played with all that
    table: Board, card: str, effect: Effect, side: str, on: tuple[str, ...], subjects: Subjects
) -> Procedure[None]:
    """[cards.binding] What holds on is noted, what acts is done."""
    playing = Playing(card, effect, side, on, subjects)
    if any(line["do"] in HELD for line in effect.does):
        whom = affected(table.setup, table.state, on)
        held = InForce(card, effect.id, side, whom, effect.lasts)
        table.update(effects=(*table.state.effects, held))
    for line in effect.does:
        if line["do"] not in HELD:
            verbs: Mapping[str, Verb] = table.handed
            yield from verbs[line["do"]](table, playing, line)

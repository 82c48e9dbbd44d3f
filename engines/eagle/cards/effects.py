"""[cards.structure] Events and reactions as data: when, on whom, what they do, how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.core.data.tabledata import read_data
from engines.core.data.text import Text, named
from engines.eagle.tables import PACKAGE, deck, half_of

EVENT, REACTION = "event", "reaction"


@dataclass(frozen=True, slots=True)
class Effect:
    """An event or a reaction as its record says it; `does` are its verbs with what belongs to them."""

    id: str
    name: str
    half: str
    phases: tuple[str, ...]
    moment: str
    on: Mapping[str, Any]
    does: tuple[Mapping[str, Any], ...]
    nation: str = ""
    lasts: str = "roll"

    @property
    def called(self) -> Text:
        """What players call it."""
        return named("term", self.name)


@cache
def effects() -> dict[str, Effect]:
    """Return all effects by id."""
    lines: Any = read_data(PACKAGE, "cards.yaml", "effects")
    own: Any = read_data(PACKAGE, "cards.yaml", "deck")
    written = [
        {**card[half], "id": half_of(card, half)}
        for card in own
        for half in (EVENT, REACTION)
        if not isinstance(card[half], str)
    ]
    return {line["id"]: _effect(line) for line in (*lines, *written)}


def _effect(line: Mapping[str, Any]) -> Effect:
    return Effect(
        line["id"],
        line["name"],
        line["half"],
        tuple(line["when"]["phase"]),
        line["when"]["moment"],
        line["on"],
        tuple(line["does"]),
        line.get("nation", ""),
        line.get("lasts", "roll"),
    )


@cache
def played_at(phase: str, moment: str, half: str, side: str) -> tuple[Effect, ...]:
    """[cards.timing] [cards.flags] Return the effects that a side may play at a moment of a phase."""
    return tuple(
        effect
        for effect in effects().values()
        if effect.half == half
        and effect.moment == moment
        and phase in effect.phases
        and effect.nation in ("", side)
    )


@cache
def cards_with(effect: str) -> frozenset[str]:
    """Return the cards that bear an effect."""
    return frozenset(c.id for c in deck().values() if effect in (c.event, c.reaction))


def effect_of(card: str, half: str) -> Effect:
    """[cards.binding] Return the half of a card that is played; the other does nothing."""
    found = deck()[card]
    return effects()[found.event if half == EVENT else found.reaction]

"""[cards.structure] A card with its event, its reaction and its combat table, and the deck of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.data.text import Text, named
from grognard.engines.eagle.tables import PACKAGE

EVENT, REACTION = "event", "reaction"


@dataclass(frozen=True, slots=True)
class Card:
    """[cards.structure] A card: the ids of its event and its reaction, and its combat table."""

    id: str
    event: str
    reaction: str
    table: tuple[tuple[int, tuple[str, ...]], ...]
    """The total from which each row counts, with its icons; rising."""

    def row(self, total: int) -> int:
        """[combat.table] Return the total from which the row counts that a total hits; 0 for none."""
        return max((least for least, _ in self.table if total >= least), default=0)

    def icons(self, total: int) -> tuple[str, ...]:
        """[combat.table] Return the icons of the row that a total hits."""
        found: tuple[str, ...] = ()
        for least, icons in self.table:
            if total >= least:
                found = icons
        return found


@dataclass(frozen=True, slots=True)
class Effect:
    """An event or a reaction as its record says it; `does` are its verbs with what belongs to them."""

    id: str
    name: str
    half: str
    text: str
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


@dataclass(frozen=True, eq=False)
class Deck:
    """[comp.cards] The Event/Reaction cards of a battle by id, and what stands on them by id."""

    cards: Mapping[str, Card]
    effects: Mapping[str, Effect]

    def half(self, card: str, half: str) -> Effect:
        """[cards.binding] Return the half of a card that is played; the other does nothing."""
        found = self.cards[card]
        return self.effects[found.event if half == EVENT else found.reaction]

    @cached_property
    def bearers(self) -> Mapping[str, frozenset[str]]:
        """The cards that bear each effect."""
        return {
            effect: frozenset(c.id for c in self.cards.values() if effect in (c.event, c.reaction))
            for effect in self.effects
        }

    def played_at(self, phase: str, moment: str, half: str, side: str) -> tuple[Effect, ...]:
        """[cards.timing] [cards.flags] Return the effects that a side may play at a moment of a phase."""
        timed = self._timed.get((phase, moment, half), ())
        return tuple(effect for effect in timed if effect.nation in ("", side))

    @cached_property
    def _timed(self) -> Mapping[tuple[str, str, str], tuple[Effect, ...]]:
        found: dict[tuple[str, str, str], tuple[Effect, ...]] = {}
        for effect in self.effects.values():
            for phase in effect.phases:
                key = (phase, effect.moment, effect.half)
                found[key] = (*found.get(key, ()), effect)
        return found


@cache
def shipped_deck() -> Deck:
    """[comp.cards] Return the cards of the game, where a scenario brings none of its own."""
    effects: Any = read_data(PACKAGE, "cards.yaml", "effects")
    cards: Any = read_data(PACKAGE, "cards.yaml", "deck")
    return deck_of(effects, cards)


def deck_of(effects: Sequence[Mapping[str, Any]], cards: Sequence[Mapping[str, Any]]) -> Deck:
    """[cards.structure] Return a deck of its plain records; a half may be written out on its card."""
    written = [
        {**card[half], "id": _half_of(card, half)}
        for card in cards
        for half in (EVENT, REACTION)
        if not isinstance(card[half], str)
    ]
    found = (
        Card(
            card["id"],
            _half_of(card, EVENT),
            _half_of(card, REACTION),
            tuple(sorted((int(least), tuple(icons)) for least, icons in card["table"].items())),
        )
        for card in cards
    )
    known = {line["id"]: _effect(line) for line in (*effects, *written)}
    return Deck({card.id: card for card in found}, known)


def _half_of(card: Mapping[str, Any], half: str) -> str:
    """Return the id of a card's event or reaction; one that is written out on it is called after it."""
    return str(card[half]) if isinstance(card[half], str) else f"card-{card['id']}-{half}"


def _effect(line: Mapping[str, Any]) -> Effect:
    return Effect(
        line["id"],
        line["name"],
        line["half"],
        line["text"],
        tuple(line["when"]["phase"]),
        line["when"]["moment"],
        line["on"],
        tuple(line["does"]),
        line.get("nation", ""),
        line.get("lasts", "roll"),
    )

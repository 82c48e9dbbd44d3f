"""The numbers of the rulebook, read once from the data files; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from engines.core.data.tabledata import read_data
from engines.core.data.text import Text, named
from engines.core.show.explain import Modifier

PACKAGE = "engines.eagle"


@cache
def tables() -> dict[str, Any]:
    """Return the raw tables, every value as text."""
    return read_data(PACKAGE, "tables.yaml", "tables")


@cache
def rows(table: str) -> tuple[dict[str, Any], ...]:
    """Return the rows of a table."""
    return tuple(tables()[table]["rows"])


@cache
def _by_key(table: str) -> dict[str, dict[str, Any]]:
    first = tables()[table]["columns"][0]
    return {row[first]: row for row in rows(table)}


def row(table: str, key: str) -> Mapping[str, Any]:
    """Return the row of a table that its first column names."""
    return _by_key(table)[key]


def has_row(table: str, key: str) -> bool:
    """Whether the first column of a table has this word."""
    return key in _by_key(table)


@cache
def number(name: str) -> int:
    """Return one number of the rules, as in `number("ugc_move")`."""
    return int(row("constants", name)["value"])


@cache
def value(table: str, name: str) -> int:
    """Return the fixed value of a row of a modifier table, as in `value("melee_modifiers", "flank")`."""
    return int(row(table, name)["value"])


@cache
def named_row(table: str, name: str) -> Text:
    """Return what a row is called."""
    return named("term", str(row(table, name)["name"]))


def modifier(table: str, name: str, worth: int | None = None) -> Modifier:
    """Return a modifier of a table: its own value, or `worth` where the card or the count gives it."""
    found = row(table, name)
    rule = str(found.get("rule") or tables()[table]["rule"])
    return Modifier(value(table, name) if worth is None else worth, named_row(table, name), rule)


# -- order counters and the deck ---------------------------------------------------------------


@cache
def counters() -> dict[str, dict[str, int]]:
    """[command.counter] Return the initiative numbers of each counter by order."""
    pool: Any = read_data(PACKAGE, "orders.yaml", "pool")
    return {line["id"]: {order: int(line[order]) for order in ORDERS} for line in pool}


ORDERS = ("attack", "maneuver", "defend", "reserve")


def initiative(counter: str, order: str) -> int:
    """[command.initiative] Return the number that a counter shows below an order."""
    return counters()[counter][order]


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

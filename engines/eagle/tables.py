"""The numbers of the rulebook, read once from the data files; no number of a rule lives in code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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


@cache
def deck() -> dict[str, Card]:
    """[comp.cards] Return the cards by id."""
    lines: Any = read_data(PACKAGE, "cards.yaml", "deck")
    return {
        line["id"]: Card(
            line["id"], half_of(line, "event"), half_of(line, "reaction"), _table(line["table"])
        )
        for line in lines
    }


def half_of(card: Mapping[str, Any], half: str) -> str:
    """Return the id of a card's event or reaction; one that is written out on it is called after it."""
    return str(card[half]) if isinstance(card[half], str) else f"card-{card['id']}-{half}"


def _table(plain: Mapping[str, list[str]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(sorted((int(least), tuple(icons)) for least, icons in plain.items()))

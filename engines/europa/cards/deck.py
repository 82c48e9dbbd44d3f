"""[16.1.decks] The event cards, read once from `cards.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.europa.tables import PACKAGE, number

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Instruction:
    """[16.1.timing] What a card says to a player: its text, the phase in which it is done, what it does."""

    text: str
    when: str
    does: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """[16.1.two] [16.1.single] A card: its deck, its instructions by side; `single`: it has but one."""

    id: str
    name: str
    deck: int
    single: bool
    halves: Mapping[str, Instruction] = field(default_factory=dict)

    def instruction(self, side: str) -> Instruction | None:
        """[16.1.two] Return what the card says to the side that plays it, None if nothing."""
        if self.single:
            return next(iter(self.halves.values()))
        return self.halves.get(side)

    def carrier(self, side: str) -> str:
        """[16.1.timing] Return who carries the card out: the one its single instruction refers to, or its player."""
        half = next(iter(self.halves)) if self.single else side
        return side if half == "both" else half


@cache
def deck() -> dict[str, Card]:
    """[16.1.decks] Return the cards by number."""
    lines: Any = read_data(PACKAGE, "cards.yaml", "deck")
    return {line["id"]: _card(line) for line in lines}


def _card(line: Record) -> Card:
    halves = {
        half: Instruction(line[half]["text"], line[half]["when"], tuple(line[half]["does"]))
        for half in ("both", "french", "russian")
        if half in line
    }
    return Card(line["id"], line["name"], int(line["deck"]), line.get("single") == "yes", halves)


def deck_of(turn: int) -> int:
    """[16.1.decks] Return the deck from which cards are drawn on a turn."""
    return 2 if turn >= number("second_deck") else 1

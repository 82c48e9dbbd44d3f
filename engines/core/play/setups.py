"""What every scenario tells of itself, and what every game's set-up has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from grognard.engines.core.data.problems import Problem

Rule: TypeAlias = Mapping[str, Any]
"""The record of a special rule, as its schema has read it."""

PERSON = "person"
"""Who plays a seat that no computer player plays."""
AWAY = "away"
"""Who plays a seat of a game by post from another computer."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: a player and the side he plays."""

    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule or table setting a scenario offers: `values` are its legal words."""

    id: str
    title: str
    default: str
    values: tuple[str, ...] = ("yes", "no")
    rule: str = ""


DIFFICULTIES = ("first", "easy", "medium", "hard")
"""How hard a scenario is: a first game, then by how many rules meet in it at once."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """What the library page shows of a scenario without loading its map.

    `problems`: why it cannot be played; nothing else but its id and path is then sure. `idle` are options
    that would change nothing in it: they are not offered, but a save or a case may name them.
    `difficulty`: one of DIFFICULTIES; "": nobody said. `teaches`: what one learns there, a sentence.
    `author`: who made it, "" for nobody named.
    """

    id: str
    game: str
    title: str
    summary: str
    date: str
    turns: int
    minutes: int
    seats: tuple[Seat, ...]
    options: tuple[Option, ...] = ()
    path: str = ""
    problems: tuple[Problem, ...] = ()
    idle: tuple[Option, ...] = ()
    difficulty: str = ""
    teaches: str = ""
    author: str = ""


class AnySetup(Protocol):
    """A loaded scenario of whatever game: what the rest of the program may ask of it.

    `text` is the full YAML needed to load it again from a save, references included; `options` are
    all those of the scenario, as chosen or by default.
    """

    @property
    def info(self) -> ScenarioInfo: ...

    @property
    def options(self) -> Mapping[str, str]: ...

    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True, eq=False)
class LoadedSetup:
    """What a game's own set-up begins with: it is told of the scenario, and knows who plays what.

    Nothing in it changes during a game; it is compared by identity, since answers are kept by it.
    `special` are the records of the scenario's special rules, by their words: the rules read them there.
    """

    info: ScenarioInfo
    text: str
    options: Mapping[str, str]
    special: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict, kw_only=True)

    def every(self, rule: str) -> tuple[Rule, ...]:
        """Return the records of a special rule that a scenario may bring in more than once."""
        return self.special.get(rule, ())

    def says(self, rule: str) -> Rule | None:
        """Return the record of a special rule, None if it is not in force."""
        return next(iter(self.every(rule)), None)

    @property
    def turns(self) -> int:
        """How many turns the scenario has."""
        return self.info.turns

    def uses(self, rule: str) -> bool:
        """Whether an optional or a special rule is in force: an option of its word goes before the scenario."""
        if rule in self.options:
            return self.options[rule] == "yes"
        row = self.says(rule)
        return row is not None and row.get("used", True) is not False

    def seat_of(self, side: str) -> str:
        """Return the seat that plays a side."""
        return next(seat.id for seat in self.info.seats if seat.side == side)

    def acting(self, side: str) -> str | None:
        """Return the seat that plays a side, None where that is nobody's."""
        return next((seat.id for seat in self.info.seats if seat.side == side), None)

    def side_of(self, seat: str | None) -> str | None:
        """Return the side a seat plays, None for the public."""
        for one in self.info.seats:
            if one.id == seat:
                return one.side
        return None

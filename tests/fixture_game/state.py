"""State and set-up of the fixture game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from grognard.engines.core.play.setups import LoadedSetup
from grognard.engines.core.play.table import Table

SEATS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its name is hidden from the other seat until `seen`; at "" it is not placed."""

    owner: str
    name: str
    at: str = ""
    seen: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A position. `gun` is a pose: 1/1000 cm, 1/1000 cm, 1/100 degree."""

    blocks: dict[str, Block]
    pool: tuple[str, ...]
    gun: tuple[int, int, int]
    cursor: str = "placement"
    active: str = "red"
    turn: int = 0
    hands: dict[str, tuple[str, ...]] = field(default_factory=lambda: {"red": (), "blue": ()})
    orders: dict[str, str] = field(default_factory=dict)
    sealed: dict[str, Any] = field(default_factory=dict)

    def of(self, seat: str, at: str | None = None) -> list[str]:
        """Return the placed blocks of a seat (in an area), by id."""
        return [
            key
            for key, block in sorted(self.blocks.items())
            if block.owner == seat and block.at and (at is None or block.at == at)
        ]

    def with_block(self, key: str, **changes: object) -> dict[str, Block]:
        """Return the blocks with one of them changed."""
        return {**self.blocks, key: replace(self.blocks[key], **changes)}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class Setup(LoadedSetup):
    """A loaded scenario."""

    links: dict[str, tuple[str, ...]]
    places: dict[str, tuple[int, int]]
    homes: dict[str, tuple[str, ...]]
    blocks: tuple[str, ...]
    cards: dict[str, int]
    gun: tuple[int, int, int]


Board = Table[Setup, State]
"""What the procedures of this game play on."""


def other(seat: str) -> str:
    """Return the opponent."""
    return "blue" if seat == "red" else "red"

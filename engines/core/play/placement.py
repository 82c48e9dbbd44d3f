"""Where pieces begin: one type for a line of a set-up, for what a seat chooses, and for what arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FIXED = ("at", "pose", "box", "attached")
"""Ways that leave nothing to choose."""
WAYS = ("at", "among", "within", "zone", "anywhere", "pose", "box", "attached")


@dataclass(frozen=True, slots=True)
class Placement:
    """Where some pieces begin, and how.

    Attributes:
        way: one of WAYS; "" for a line that only says more of pieces that have a place.
        places: the spaces of `at` and `among`, the zone, the box, the pieces or spaces that
            `within` counts from, the piece it is `attached` to.
        distance: how far `within` reaches; None for the range that the rules give.
        first: where the pieces stand before the seat chooses, one place each.
        by: the seat that chooses, "" for the owner.
        extra: what the game's grammar adds.
    """

    pieces: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    way: str = ""
    places: tuple[str, ...] = ()
    distance: int | None = None
    pose: tuple[float, float] | None = None
    heading: float | None = None
    facing: int | None = None
    formation: str = ""
    state: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    by: str = ""
    rule: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, piece: str, space: str, facing: int | None = None) -> Placement:
        """Return a piece's place in a space."""
        return cls((piece,), way="at", places=(space,), facing=facing)

    @property
    def fixed(self) -> bool:
        """Whether nothing is left to choose."""
        return self.way in FIXED

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces it names to stand in."""
        return self.places if self.way in ("at", "among") else ()

    @property
    def begins(self) -> str:
        """The space it stands in before its seat chooses, "" for none."""
        return (*self.first, *self.spaces, "")[0]

    @property
    def within(self) -> tuple[str, ...]:
        """What it has to stand in the range of."""
        return self.places if self.way == "within" else ()

    @property
    def box(self) -> str:
        """The box off the map it lies in, "" for none."""
        return self.places[0] if self.way == "box" and self.places else ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What comes later: on which turn (0 where the rules say when), where, and on what condition."""

    placement: Placement
    turn: int = 0
    condition: Any = None

"""What can change at the table, and who wants to be told of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar


@dataclass(frozen=True)
class Change:
    """Something at the table is no longer what it was."""


@dataclass(frozen=True)
class Shown(Change):
    """The position that is shown: a choice, undo, replay, the curtain."""


@dataclass(frozen=True)
class Awaited(Change):
    """Who must answer now: `TableModel.awaited` names the computer's seat, if it is one."""


@dataclass(frozen=True)
class Touched(Change):
    """The gesture: something picked, turned or taken back."""


@dataclass(frozen=True)
class Planned(Change):
    """The plan that is shown before it is carried out."""


@dataclass(frozen=True)
class Pointed(Change):
    """The choice that is pointed at, under the mouse or in a list."""


@dataclass(frozen=True)
class Refused(Change):
    """The reason why what is pointed at is not possible."""


@dataclass(frozen=True)
class Looked(Change):
    """What is lit up to be looked at."""


@dataclass(frozen=True)
class Inspected(Change):
    """What is told of in full: one thing, or several that were gathered."""


@dataclass(frozen=True)
class Drawn(Change):
    """The geometry that is drawn over the board."""


@dataclass(frozen=True)
class Weighed(Change):
    """The odds of the choice that was asked about last are worked out."""


@dataclass(frozen=True)
class Advised(Change):
    """What a computer player says of a decision: a hint, a judgement, what it was thinking."""


@dataclass(frozen=True)
class Seated(Change):
    """The next player has lifted the curtain."""


@dataclass(frozen=True)
class Kept(Change):
    """The game is being saved here now."""

    where: str


@dataclass(frozen=True)
class NotKept(Change):
    """A choice could not be kept; the game goes on in memory."""

    words: str


@dataclass(frozen=True)
class Trouble(Change):
    """Something went wrong: a title, and how to mend it."""

    title: str
    words: str


C = TypeVar("C", bound=Change)


class Changes:
    """Tells of changes to those who watch for their kind, in the order in which they began to."""

    def __init__(self) -> None:
        self._watchers: defaultdict[type[Change], list[Callable[[Any], object]]] = defaultdict(list)

    def watch(self, kind: type[C], act: Callable[[C], object]) -> None:
        """Call `act` with each change of a kind."""
        self._watchers[kind].append(act)

    def tell(self, change: Change) -> None:
        """Tell everybody; a fault of one of them is raised when all the others have been told."""
        faults: list[Exception] = []
        for act in tuple(self._watchers[type(change)]):
            try:
                act(change)
            except Exception as fault:  # noqa: BLE001 - raised again below
                faults.append(fault)
        if faults:
            raise faults[0]

    def clear(self) -> None:
        """Nobody watches any more."""
        self._watchers.clear()

"""Orders of battle: the pieces of both sides, read one by one from files or from a scenario itself.

A game says what it calls a piece, what its fields must agree in, and what is made of them:

    class Army(Roll[UnitType]):
        what = "unit"

        def check(self, row: Row, fault: Fault) -> None: ...
        def make(self, row: Row, side: str) -> UnitType: ...

`Roll.read` adds a piece, and notes whatever is wrong with it at its line.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from engines.core.data.schema import Path, Record, Source
from engines.core.data.yamlio import Node, Problems

KindT = TypeVar("KindT")
Row: TypeAlias = dict[str, Any]
"""A piece as its schema has read it."""


class Fault(Protocol):
    """Notes what is wrong with a piece: where in it, the message, how to mend it."""

    def __call__(self, path: Path, message: str, mend: str = "") -> None: ...


@dataclass(slots=True)
class Roll(Generic[KindT]):
    """What the orders of battle offer; `broken` are the ids of pieces with faults: known, but of no use."""

    what: ClassVar[str]
    types: dict[str, KindT] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    @abstractmethod
    def check(self, row: Row, fault: Fault) -> None:
        """Note what does not fit together in a piece whose fields are sound, each alone."""

    @abstractmethod
    def make(self, row: Row, side: str) -> KindT:
        """Return what a sound row describes."""

    def read(self, node: Node | None, schema: Record, side: str, problems: Problems) -> str:
        """Add a piece and return its id, "" where it is of no use. Its `side` is that of its file, or its own."""
        if node is None:
            return ""
        before = len(problems)
        row = schema.read(node, problems, f"the {self.what}")
        uid = row.get("id") if row else None
        if row is None or uid is None:
            return ""

        def fault(path: Path, message: str, mend: str = "") -> None:
            problems.append(Source(node).problem(path, message, mend))

        if uid in self.types or uid in self.broken:
            fault(("id",), f"{self.what} {uid} is described twice", "keep one")
            return ""
        if len(problems) == before:
            self.check(row, fault)
        if len(problems) > before:
            self.broken.add(uid)
            return ""
        self.types[uid] = self.make(row, side or row.get("side", ""))
        return str(uid)

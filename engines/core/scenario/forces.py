"""Orders of battle: the pieces of both sides, read one by one from files or from a scenario itself.

A game says what it calls a piece, what a file of them and a piece hold, what the fields of one must
agree in, and what record is made of it:

    class Army(Roll[UnitType]):
        what, kind = "unit", UnitType
        each, alone = UNIT, INLINE_UNIT
        file = force_file("mygame", SIDE, "units", UNIT)
        called = {"class": "weight"}

        def check(self, row: Row, fault: Fault) -> None: ...

`Roll.read_force` adds the pieces of a file, or one that a scenario writes out, and notes whatever is wrong
with them at its line. A field of the record is what the key of its name says, or the key that is `called` otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from grognard.engines.core.data.schema import (
    Anything,
    Int,
    ListOf,
    Path,
    Record,
    Schema,
    Source,
    Str,
)
from grognard.engines.core.data.text import Text, text, tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Node, Problems
from grognard.engines.core.scenario.fields import ID, PROVENANCE, Fields

T = TypeVar("T")
KindT = TypeVar("KindT")
Row: TypeAlias = dict[str, Any]
"""A piece as its schema has read it."""
STANDS_FOR: Mapping[str, Schema] = {
    "men": Int(0, 100_000).says(text("Of how many it stands for.")),
    "guns": Int(0, 1000).says(text("Of how many it stands for.")),
    "formation": Str(max_length=400).says(text("What it stands for.")),
    "provenance": Str(max_length=400).says(text("What of it is known, what derived.")),
}
"""What a piece may tell of the troops that it stands for."""


def classed(key: str, classes: Mapping[str, Sequence[str]]) -> dict[str, Schema]:
    """Return how a piece says of what arm it is, under a key, and which of its arm, under `class`."""
    words = dict.fromkeys(word for row in classes.values() for word in row)
    return {
        key: Str(choices=tuple(classes)).says(text("Its arm.")),
        "class": Str(choices=tuple(words)).says(text("Which of its arm.")),
    }


def force_file(
    game: str, side: Schema, many: str, each: Record, more: Mapping[str, Schema]
) -> Record:
    """Return what an order of battle holds: `many` pieces of a side, and `more` of the game's own."""
    return Record(
        {"forces": ID, "side": side, many: ListOf(Anything(each))},
        {"game": Str(choices=(game,)), "provenance": PROVENANCE, **more},
    )


def made(kind: type[T], row: Fields, called: Mapping[str, str] | None = None, **more: object) -> T:
    """Return the record of a sound row: of each key the field of that name, or as it is `called`."""
    names = {each.name for each in fields(kind)}  # type: ignore[arg-type]  # records are dataclasses
    given = {(called or {}).get(key, key): value for key, value in row.items()}
    said = {name: value for name, value in given.items() if name in names}
    listed = {name: tuple(value) for name, value in said.items() if isinstance(value, list)}
    return kind(**{**said, **listed, **more})


class Fault(Protocol):
    """Notes what is wrong with a piece: where in it, the message, how to mend it."""

    def __call__(self, path: Path, message: str, mend: str = "") -> None: ...


@dataclass(slots=True)
class Roll(Generic[KindT]):
    """What the orders of battle offer.

    Attributes:
        what, kind: what a piece is called, and the record of one.
        file, many: what an order of battle holds, and the key of its pieces.
        each, alone: what a piece of it holds, and one that a scenario writes out by itself.
        arm, classes: the key of its arm, and which classes there are of each.
        called: the field that a key of a piece sets, where that is called otherwise.
        types, broken: the pieces by id; the ids of those with faults, which are known but of no use.
        inline: the pieces that the scenario writes out.
    """

    what: ClassVar[Text]
    kind: ClassVar[type]
    file: ClassVar[Record]
    each: ClassVar[Record]
    alone: ClassVar[Record]
    many: ClassVar[str] = "units"
    arm: ClassVar[str] = "arm"
    classes: ClassVar[Mapping[str, Sequence[str]]] = {}
    called: ClassVar[Mapping[str, str]] = {}
    types: dict[str, KindT] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    inline: list[str] = field(default_factory=list)

    @abstractmethod
    def check(self, row: Row, fault: Fault) -> None:
        """Note what does not fit together in a piece whose fields are sound, each alone."""

    def make(self, row: Row, side: str) -> KindT:
        """Return what a sound row describes."""
        kind: KindT = made(self.kind, row, self.called, side=side)
        return kind

    def add(self, doc: Row) -> None:
        """Note what an order of battle says besides its pieces; it comes before them."""

    def by(self, name: str) -> dict[str, list[str]]:
        """Return the pieces by what they have in a field, without those that have nothing there."""
        found: dict[str, list[str]] = {}
        for uid, kind in self.types.items():
            if getattr(kind, name):
                found.setdefault(getattr(kind, name), []).append(uid)
        return found

    def read_force(self, node: MapNode, problems: Problems) -> None:
        """Add an order of battle, or one piece that a scenario writes out, with every fault noted."""
        if not node.entries.keys() & {self.many, "forces"}:
            self.inline += [uid for uid in [self.read(node, self.alone, "", problems)] if uid]
            return
        doc = self.file.read(node, problems, tr("the order of battle"))
        if doc is None:
            return
        self.add(doc)
        source = Source(node)
        for index, _ in enumerate(doc.get(self.many) or ()):
            self.read(source.node((self.many, index)), self.each, doc.get("side") or "", problems)

    def read(self, node: Node | None, schema: Record, side: str, problems: Problems) -> str:
        """Add a piece and return its id, "" where it is of no use. Its `side` is that of its file, or its own."""
        if node is None:
            return ""
        before = len(problems)
        row = schema.read(node, problems, str(self.what))
        uid = row.get("id") if row else None
        if row is None or uid is None:
            return ""

        def fault(path: Path, message: str, mend: str = "") -> None:
            problems.append(Source(node).problem(path, message, mend))

        if uid in self.types or uid in self.broken:
            fault(
                ("id",),
                tr("{what} {uid} is described twice", what=self.what, uid=verbatim(uid)),
                tr("keep one"),
            )
            return ""
        if len(problems) == before:
            self._check_class(row, fault)
            self.check(row, fault)
        whose = side or row.get("side") or ""
        # Without its side, which is a fault of the file around it, no piece can be made.
        if len(problems) > before or (not whose and "side" in self.file.required):
            self.broken.add(uid)
            return ""
        self.types[uid] = self.make(row, whose)
        return str(uid)

    def _check_class(self, row: Row, fault: Fault) -> None:
        if self.classes and row["class"] not in self.classes[row[self.arm]]:
            arm, known = row[self.arm], ", ".join(self.classes[row[self.arm]])
            fault(
                ("class",),
                tr(
                    "class {kind} is no class of {arm}",
                    kind=verbatim(row["class"]),
                    arm=verbatim(arm),
                ),
                tr("{arm} is {known}", arm=verbatim(arm), known=verbatim(known)),
            )

"""Where pieces begin, in the same words in every game: the lines of a set-up, and arrivals.

    - {piece: teste-a, at: "4308", facing: 1}                  # one space
    - {piece: [a, b], among: ["4108", "4109"], by: french}     # the seat chooses, of these
    - {group: ru-2, within: baggovut}                          # in the range of a piece
    - {group: guard, within: berlin, distance: 3}              # or so far from a piece or space
    - {piece: scouts, zone: north}                             # in a part of the map that has a name
    - {piece: kutuzov, anywhere: "yes"}
    - {piece: novara, pose: [26, 43.6], heading: 8, formation: line}
    - {piece: guns, box: reserve}
    - {piece: drummer, attached: novara}
    - {piece: [a, c], state: reduced}                          # says more of pieces placed elsewhere

A line that names a piece goes before one that names its group. Where the seat chooses, `first` says
where each piece stands before it does; without it they begin in its hand. An arrival is such a line
with the `turn` it comes and the condition (`if`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    Number,
    Path,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.text import Text, text, tr, verbatim
from grognard.engines.core.data.yamlio import Problems
from grognard.engines.core.play.placement import FIXED, Arrival, Placement
from grognard.engines.core.scenario.fields import ID, RULE, Fields

NAMING = frozenset(("piece", "group", "at", "among", "zone", "hold"))
"""Keys that name what is to be there, in lines and in any other record."""
PIECE, GROUP, SPACE = text("piece"), text("group"), text("space")
COORDINATE = Number(-10_000, 10_000)


@dataclass(frozen=True)
class Placing:
    """What a game's lines of a set-up may say.

    Attributes:
        ways: those of WAYS it knows.
        piece, group, space: what it calls these in messages.
        place: what a space is written like; `facing` and `condition` likewise, where there are any.
        formations, states, boxes: their words.
        absent: the box of what is not in the battle, where there is one.
        extra: keys of the game's own.
        arriving: what an arrival cannot do without.
        firsts: whether a line that leaves a choice must say where the pieces stand before it.
    """

    ways: tuple[str, ...] = ("at",)
    piece: Text = PIECE
    group: Text = GROUP
    space: Text = SPACE
    place: Schema = ID
    facing: Schema | None = None
    condition: Schema | None = None
    formations: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    absent: str = ""
    extra: Mapping[str, Schema] = field(default_factory=dict)
    arriving: tuple[str, ...] = ()
    firsts: bool = False

    @cached_property
    def line(self) -> Record:
        """What a line of a set-up may hold."""
        ways: dict[str, Schema] = {
            "at": self.place.says(text("The {space} it begins in.", space=self.space)),
            "among": ListOf(self.place, 1, 500, single=True).says(
                text("The seat chooses one of these.")
            ),
            "within": ListOf(self.place, 1, 50, single=True).says(
                text("In the range of one of these.")
            ),
            "zone": ID.says(text("In this part of the map.")),
            "anywhere": Bool().says(text("Wherever it may stand.")),
            "pose": ListOf(COORDINATE, 2, 2).says(text("Where its centre is on the table.")),
            "box": Str(choices=self.boxes).says(text("Off the map.")),
            "attached": ID.says(text("With this piece.")),
        }
        more: dict[str, Schema] = {
            "piece": ListOf(ID, 1, 500, single=True).says(
                text("One {piece} or more.", piece=self.piece)
            ),
            "group": ListOf(ID, 1, 100, single=True).says(
                text("All of a {group} but what has a line of its own.", group=self.group)
            ),
            **{way: schema for way, schema in ways.items() if way in self.ways},
        }
        if "within" in self.ways:
            more["distance"] = Int(0, 1000).says(
                text("How far within reaches, if not as the rules say.")
            )
        if "pose" in self.ways:
            more["heading"] = Number(-360, 360)
        if self.facing is not None:
            more["facing"] = self.facing
        if self.formations:
            more["formation"] = Str(choices=self.formations)
        if self.states:
            more["state"] = ListOf(Str(choices=self.states), 1, 20, single=True)
        if not {*self.ways} <= {*FIXED}:
            more["first"] = ListOf(self.place, 1, 500, single=True).says(
                text("Where each piece stands before the seat chooses.")
            )
        return Record(
            optional={
                **more,
                "by": ID.says(text("The seat that chooses.")),
                "rule": RULE,
                **self.extra,
            }
        )

    @cached_property
    def arrival(self) -> Record:
        """What an arrival may hold."""
        more: dict[str, Schema] = {"turn": Int(0, 999).says(text("When it comes."))}
        if self.condition is not None:
            more["if"] = self.condition.says(text("It comes on this condition alone."))
        parts = {**more, **self.line.optional}
        return Record({key: parts.pop(key) for key in self.arriving}, parts)


@dataclass(frozen=True, slots=True)
class Known:
    """What the lines of a scenario may name, None where it could not be read.

    `broken` is known and of no use; without pieces nothing is said of groups either. `coming` are
    the groups that may arrive, where those are others than may be placed, `edge` the spaces that
    arrivals enter at, where they are those of the edge of the map.
    """

    pieces: Mapping[str, object] | None
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    spaces: Collection[str] | None = None
    zones: Collection[str] | None = ()
    broken: Collection[str] = ()
    coming: Collection[str] | None = None
    edge: Collection[str] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read, and where it stands."""

    path: Path
    placement: Placement


def _texts(value: Any) -> tuple[str, ...]:
    """Return what was read as text, or as a list of it, without what could not be read."""
    return tuple(one for one in (value if isinstance(value, list) else [value]) if one is not None)


@dataclass(slots=True)
class PlacementReader:
    """Makes placements of what the schema let through; every fault is noted at its line.

    Attributes:
        placed: what the lines that are read name as pieces: none of it is proposed for another name.
    """

    placing: Placing
    known: Known
    source: Source
    problems: Problems
    placed: frozenset[str] = frozenset()

    def lines(self, path: Path, rows: Sequence[Fields | None]) -> list[Line]:
        """Read the lines at a path."""
        self.placed = frozenset(name for row in rows if row for name in _texts(row.get("piece")))
        return [
            Line((*path, index), self._read((*path, index), row))
            for index, row in enumerate(rows)
            if row is not None
        ]

    def arrivals(self, path: Path, rows: Sequence[Fields | None]) -> list[Arrival]:
        """Read the arrivals at a path."""
        groups = self.known.groups if self.known.coming is None else self.known.coming
        known = replace(self.known, groups=dict.fromkeys(groups, ()))
        lines = replace(self, known=known).lines(path, rows)
        if self.known.edge is not None:
            self._check_edge(lines, self.known.edge)
        return [
            Arrival(line.placement, row.get("turn") or 0, row.get("if"))
            for line in lines
            if (row := rows[int(line.path[-1])]) is not None
        ]

    def _check_edge(self, lines: Sequence[Line], edge: Collection[str]) -> None:
        for line in lines:
            for at in line.placement.spaces:
                if at not in edge:
                    message = tr(
                        "{space} {at} is not on the edge of the map",
                        space=self.placing.space,
                        at=at,
                    )
                    path = (*line.path, line.placement.way)
                    self._fault(path, message, tr("what arrives enters at the edge"))

    def check(self, path: Path, row: Fields) -> None:
        """Note what a record names that is not there: pieces, groups, spaces, a zone."""
        for key in NAMING.intersection(row):
            values = row[key] if isinstance(row[key], list) else [row[key]]
            if all(value is None or isinstance(value, str) for value in values):
                self._named(path, row, key)

    def _named(self, path: Path, row: Fields, key: str) -> tuple[str, ...]:
        """Return what a key names and is there; note what is not."""
        unread = self.known.pieces is None
        what, known = {
            "piece": (self.placing.piece, self.known.pieces),
            "group": (self.placing.group, None if unread else self.known.groups),
            "zone": (text("zone"), self.known.zones),
        }.get(key, (self.placing.space, self.known.spaces))
        return self._all(path, key, row[key], what, known) if key in row else ()

    def _read(self, path: Path, row: Fields) -> Placement:
        if ("piece" in row) == ("group" in row):
            self._fault(path, tr("a line of a set-up has either piece or group"), tr("give one"))
        way = self._way(path, row)
        given = row.get(way) if way else None
        return Placement(
            pieces=self._named(path, row, "piece"),
            groups=self._named(path, row, "group"),
            way=way,
            places=() if way in ("", "pose", "anywhere") else self._places(path, row, way),
            distance=row.get("distance"),
            pose=(given[0], given[1]) if way == "pose" and given else None,
            heading=row.get("heading"),
            facing=row.get("facing"),
            formation=row.get("formation") or "",
            state=_texts(row.get("state")),
            first=self._first(path, row),
            by=row.get("by") or "",
            rule=row.get("rule") or "",
            extra={key: row[key] for key in self.placing.extra if key in row},
        )

    def _way(self, path: Path, row: Fields) -> str:
        """Return how a line says where: in one way, or not at all where it says something else."""
        given = [way for way in self.placing.ways if way in row]
        more = row.keys() - {*self.placing.ways, "piece", "group", "rule", "turn", "if"}
        if len(given) > 1 or not (given or more):
            mend = tr("give one of {known}", known=verbatim(", ".join(self.placing.ways)))
            self._fault(path, tr("a line of a set-up says where in one way"), mend)
        return given[0] if given else ""

    def _places(self, path: Path, row: Fields, way: str) -> tuple[str, ...]:
        if way in NAMING:
            return self._named(path, row, way)
        if way == "box":
            return _texts(row[way])
        pieces, spaces = self.known.pieces, self.known.spaces
        near = None
        if pieces is not None and spaces is not None:
            near = {*pieces, *(spaces if way == "within" else ())}
        return self._all(path, way, row[way], self.placing.piece, near)

    def _all(
        self, path: Path, key: str, given: object, what: Text, known: Collection[str] | None
    ) -> tuple[str, ...]:
        """Return what is named and there; note what is not."""
        found = []
        for index, name in enumerate(given if isinstance(given, list) else [given]):
            if name is None:
                continue
            if known is None or name in known:
                found.append(name)
            elif name not in self.known.broken:
                free = {*known} - self.placed if key == "piece" else known
                mend = did_you_mean(name, sorted(free))
                self._fault(
                    (*path, key, index),
                    tr("there is no {what} {name}", what=what, name=verbatim(name)),
                    mend,
                )
        return tuple(found)

    def _first(self, path: Path, row: Fields) -> tuple[str, ...]:
        """Read where pieces stand before their seat chooses: one place each, of those it may choose."""
        if "first" not in row:
            if self.placing.firsts and row.keys() & {"among", "anywhere"}:
                message = tr("a line with a choice says where they stand first")
                self._fault(path, message, tr("add first"))
            return ()
        first, pieces = row.get("first") or [], row.get("piece") or []
        if len(first) != len(pieces):
            message = tr(
                "first gives {places} places to {pieces} pieces",
                places=len(first),
                pieces=len(pieces),
            )
            self._fault((*path, "first"), message, tr("give each piece one"))
        for index, name in enumerate(first):
            if name is not None and name not in (row.get("among") or first):
                message = tr("{name} is not among the places to choose of", name=verbatim(name))
                self._fault((*path, "first", index), message)
        return self._named(path, row, "first")

    def _fault(self, path: Path, message: str, mend: str = "") -> None:
        self.problems.append(self.source.problem(path, message, mend))

    # one placement a piece

    def settle(self, lines: Sequence[Line]) -> dict[str, Line]:
        """Return the place of each piece, in the order of the lines."""
        own: dict[str, Line] = {}
        shared: dict[str, Line] = {}
        placing = [line for line in lines if line.placement.way]
        for line in placing:
            found = own if line.placement.pieces else shared
            for uid, placement in self._each(line.placement):
                if uid in found:
                    self._fault(
                        line.path,
                        tr("{uid} has a place in the set-up already", uid=verbatim(uid)),
                        tr("keep one"),
                    )
                found[uid] = Line(line.path, placement)
        either = {**shared, **own}
        order = {line.path: index for index, line in enumerate(placing)}
        settled = {uid: either[uid] for uid in sorted(either, key=lambda u: order[either[u].path])}
        for line in lines:
            if not line.placement.way:
                self._add(line, settled)
        return settled

    def _each(self, line: Placement) -> Iterator[tuple[str, Placement]]:
        """Give a placement to each piece of a line, or of the groups it names."""
        firsts = line.first if len(line.first) == len(line.pieces) else ()
        members = [uid for group in line.groups for uid in self.known.groups.get(group, ())]
        for index, uid in enumerate((*line.pieces, *members)):
            first = firsts[index : index + 1]
            yield uid, replace(line, pieces=(uid,), groups=(), first=first)

    def _add(self, line: Line, settled: dict[str, Line]) -> None:
        """Say more of pieces that have a place."""
        for uid, more in self._each(line.placement):
            if uid not in settled:
                self._fault(line.path, tr("{uid} has no place in the set-up", uid=verbatim(uid)))
                continue
            before = settled[uid].placement
            merged = replace(
                before,
                state=(*before.state, *more.state),
                facing=before.facing if more.facing is None else more.facing,
                formation=more.formation or before.formation,
                extra={**before.extra, **more.extra},
            )
            settled[uid] = Line(line.path if more.state else settled[uid].path, merged)

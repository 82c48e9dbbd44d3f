"""The reader of the scenarios of a game, made of its envelope: a file, a text of a case, or a bundle."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path, Schema, Source, did_you_mean
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import (
    MapNode,
    Node,
    Plain,
    Problems,
    Scalar,
    load_file,
    load_json,
)
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.scenario.envelope import Clock, Envelope, Stage, references
from grognard.engines.core.scenario.fields import Fields
from grognard.engines.core.scenario.migrating import Older
from grognard.engines.core.scenario.placing import Known, PlacementReader
from grognard.engines.core.scenario.scenariofile import open_scenario, referable, refuse, shipped
from grognard.engines.core.scenario.scenariolist import choose_options

SetupT = TypeVar("SetupT")
MapT = TypeVar("MapT")
_REFERENCE = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\.yaml", re.ASCII)
_TO_ESCAPE = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


class Muster(Protocol):
    """What orders of battle are read into, one after another: a `forces.Roll`, or a roll of the game's own."""

    def read_force(self, node: MapNode, problems: Problems) -> None: ...


class EnvelopeReader(ABC, Generic[SetupT, MapT]):
    """Reads a scenario of a game; every fault goes to `problems` with its line.

    Attributes:
        envelope: the grammar.
        older: the grammar of before, which is made over into it.
        musters: the roll of pieces that orders of battle are read into, if the game has one.
        inline: whether it is given as text (a save, or a case's board).
        doc: the scenario by its schema; what could not be read is left out.
        info, chosen: what the library shows, and every option's value: there before the map is read.
        map_plain, plain_forces: the map and the orders of battle as plain data, for the bundle.
        given: the text that was read, when it is a bundle already.
        opened: files that it may refer to as they stand in an editor, by their names.
        drawn: a map that is not sound, as far as it can be shown to whoever mends it.
        advice: what it had better say, though it can be played without: told by `validate` alone.
    """

    envelope: ClassVar[Envelope]
    older: ClassVar[Older | None] = None
    musters: ClassVar[type[Muster] | None] = None
    info: ScenarioInfo
    chosen: dict[str, str]
    army: Any

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        self.node = self.older.made_over(node) if self.older else node
        self.problems = Problems()
        self.advice = Problems()
        self.folder = folder
        self.inline = inline
        self.source = Source(self.node)
        schema = self.envelope.inline if inline else self.envelope.schema
        self.doc: dict[str, Any] = schema.read(self.node, self.problems, tr("the scenario")) or {}
        self.map_plain: Plain | None = None
        self.plain_forces: list[Any] = []
        self.given = ""
        self.opened: Mapping[str, Node] = {}
        self.drawn: MapT | None = None
        if self.musters is not None:
            self.army = self.musters()

    @classmethod
    def shipped(cls) -> tuple[ScenarioInfo, ...]:
        """List the shipped scenarios by length."""
        return cls.envelope.shipped

    @classmethod
    def kinds(cls) -> Mapping[str, Schema]:
        """Return what the files of the game's scenarios hold, by kind."""
        return cls.envelope.kinds

    @classmethod
    def map_layers(cls) -> tuple[Layer, ...]:
        """Return what the game's maps are drawn of."""
        return cls.envelope.map_layers

    @classmethod
    def load(
        cls,
        source: FilePath | Traversable | str,
        options: Mapping[str, str],
        file: str = "scenario",
    ) -> SetupT:
        """Read a scenario: a file, or its whole text (`file` is the name its problems then carry).

        Raises:
            ScenarioError: with every problem at once.
        """
        quick = cls._quickly(source, options, file) if isinstance(source, str) else None
        if quick is not None:
            return quick
        is_text = isinstance(source, str)
        node, problems = open_scenario(source, file)
        folder = source.parent if isinstance(source, FilePath) else None
        reading = cls(node, folder, inline=is_text)
        setup = reading.read(options, "" if is_text else str(source))
        refuse(problems + reading.problems)
        if setup is None:
            raise ScenarioError([Problem(file, 0, 0, tr("the scenario has no map"))])
        return setup

    @classmethod
    def faults(cls, source: FilePath | Traversable | str) -> list[Problem]:
        """Return every problem of a scenario, or of a map as the board of one, and what it had better say."""
        node, problems = open_scenario(source, "scenario")
        folder = source.parent if isinstance(source, FilePath) else None
        reading = cls(node, folder, inline=isinstance(source, str))
        reading.read({}, "" if isinstance(source, str) else str(source))
        return [*problems, *reading.problems, *reading.advice]

    @classmethod
    def _quickly(cls, source: str, options: Mapping[str, str], file: str) -> SetupT | None:
        """Read a bundle, which is JSON; None if it is another text, or has faults to be told with places."""
        node = load_json(source, file)
        if not isinstance(node, MapNode):
            return None
        reading = cls(node, None, inline=True)
        reading.given = source
        setup = reading.read(options, "")
        return None if reading.problems else setup

    def home(self) -> Traversable:
        """Return the folder of the game's shipped scenarios."""
        return self.envelope.home or shipped(self.envelope.game)

    def pruned(self, used: Mapping[str, Collection[str]]) -> list[Any]:
        """Return the orders of battle with what the scenario uses: of each of some lists, these ids.

        A piece that is written out by itself stays as it is.
        """
        return [
            {
                key: [row for row in part if isinstance(row, dict) and _id(row) in used[key]]
                if key in used and isinstance(part, list)
                else part
                for key, part in force.items()
            }
            for force in self.plain_forces
        ]

    def bundle(self, forces: object, **others: object) -> str:
        """Return the scenario, its map, forces and other files written in, as YAML that is also JSON."""
        plain: Any = self.node.plain()
        apart = [key for key in plain if key in self.envelope.map_keys and key != "board"]
        written = {"board": self.map_plain, "forces": forces, **others}
        if self.given and not apart and all(plain.get(k) == v for k, v in written.items()):
            return self.given
        full = {key: value for key, value in plain.items() if key not in self.envelope.map_keys}
        full |= {
            key: value for key, value in written.items() if key == "board" or value is not None
        }
        text = json.dumps(full, ensure_ascii=False, indent=1)
        return _TO_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)

    def fault(
        self, path: tuple[str | int, ...], message: str, mend: str = "", rule: str = ""
    ) -> None:
        """Note a problem at a path of the scenario; `rule` is what forbids it, if a rule does."""
        self.problems.append(self.source.problem(path, message, mend, rule=rule))

    def advise(self, path: tuple[str | int, ...], message: str, mend: str = "") -> None:
        """Note at a path of the scenario what it had better say."""
        self.advice.append(self.source.problem(path, message, mend))

    # what a game adds

    @abstractmethod
    def read_map(self, node: Node) -> MapT | None:
        """Read the map."""

    def if_sound(self, read: Callable[[Node, Problems], MapT | None], node: Node) -> MapT | None:
        """Read a map; one with faults is there to be shown, and nobody is to stand on it."""
        found = Problems()
        self.drawn = read(node, found)
        self.problems.extend(found)
        return None if found else self.drawn

    def read_force(self, node: MapNode) -> None:
        """Read one order of battle, a file or written out."""
        self.army.read_force(node, self.problems)

    def all_placed(self, stage: Stage, pieces: Iterable[str], placed: Collection[str]) -> None:
        """Note the pieces that have no place."""
        for uid in pieces:
            if uid not in placed:
                self.fault(
                    (*stage.path, "setup"),
                    tr("{uid} has no place", uid=verbatim(uid)),
                    tr("give it a place in the set-up"),
                )

    @abstractmethod
    def known(self, board: MapT | None) -> Known:
        """Return what a line of the set-up may name; the map and the forces are read."""

    @abstractmethod
    def setup(self, board: MapT | None, stages: tuple[Stage, ...]) -> SetupT | None:
        """Return the set-up, None without a map; what does not fit together is noted."""

    def named(self, stage: Fields) -> Mapping[str, Collection[str]]:
        """Return what a stage names for its records to refer to (`fields.Ref`), by what it is."""
        return {}

    def joined_map(self) -> MapT | None:
        """Join the boards to a map; see boards.HexReader."""
        return None

    def absent_map(self) -> Node | None:
        """Return the map of a scenario that names none, None to refuse it."""
        return None

    def absent_forces(self) -> Sequence[str]:
        """Return the shipped orders of battle of a scenario that names none."""
        return ()

    # together

    def read(self, options: Mapping[str, str], path: str) -> SetupT | None:
        """Return the set-up, or None when there is no telling what it would be."""
        self.info = self.envelope.info(self.doc, path, self.problems, self.source)
        self.chosen = choose_options(self.info, options, self.problems)
        board = self._map()
        self._forces()
        placements = PlacementReader(
            self.envelope.placing, self.known(board), self.source, self.problems
        )
        rows = enumerate(self.doc.get("stages") or ())
        stages = tuple(self._stage(index, row, placements) for index, row in rows if row)
        return self.setup(board, stages)

    def _map(self) -> MapT | None:
        """Return the map: a file, written out, or joined."""
        if self.doc.keys() & {"map", "board", "boards"} == {"boards"}:
            return self.joined_map()
        node = self._map_node()
        if node is None:
            return None
        self.map_plain = node.plain()
        return self.read_map(node)

    def _map_node(self) -> Node | None:
        given = self.doc.keys() & {"map", "board", "boards"}
        if given == {"map"}:
            name = self.doc["map"]
            return self._refer(("map",), name) if name is not None else None
        if given == {"board"}:
            return self.source.node(("board",))
        node = None if given else self.absent_map()
        if node is None:
            message = text("a scenario has either map (a file) or board (written out)")
            if self.envelope.hexes:
                message = text(
                    "a scenario has either map (a file) or board (written out) or boards (joined)"
                )
            self.fault((), str(message), tr("give one"))
        return node

    def _forces(self) -> None:
        if "forces" not in self.doc:
            for name in self.absent_forces():
                self._force(("board",), self._refer(("board",), name))
        for index, _ in enumerate(self.doc.get("forces") or ()):
            path: Path = ("forces", index)
            node: Node | None = self.source.node(path)
            if isinstance(node, Scalar):
                node = self._refer(path, node.value)
            self._force(path, node)

    def _force(self, path: Path, node: Node | None) -> None:
        if isinstance(node, MapNode):
            self.plain_forces.append(node.plain())
            self.read_force(node)
        elif node is not None:
            self.fault(path, tr("forces must name orders of battle or describe them"))

    def _refer(self, path: tuple[str | int, ...], name: str) -> Node | None:
        """Open a file named in the scenario: beside it, or shipped; never elsewhere."""
        if not _REFERENCE.fullmatch(name):
            mend = tr("name a .yaml file beside the scenario or among the shipped ones")
            self.fault(
                path,
                tr("{name} is not a file this scenario may use", name=verbatim(repr(name[:80]))),
                mend,
            )
            return None
        if name in self.opened:
            return self.opened[name]
        found = self._beside(name) or self.home().joinpath(*name.split("/"))
        if not found.is_file():
            known = referable(self.home())
            mend = did_you_mean(name, known) or "shipped: " + ", ".join(known)
            self.fault(path, tr("there is no file {name}", name=verbatim(name)), mend)
            return None
        node, problems = load_file(found)
        self.problems += problems
        return node

    def _beside(self, name: str) -> FilePath | None:
        if self.folder is None:
            return None
        root = self.folder.resolve()
        found = (root / name).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None

    def _stage(self, index: int, row: Fields, placements: PlacementReader) -> Stage:
        path: Path = ("stages", index)
        lines = placements.lines((*path, "setup"), row.get("setup") or ())
        for key in ("special", "victory"):
            for place, record in enumerate(row.get(key) or ()):
                placements.check((*path, key, place), record or {})
        arrivals = placements.arrivals((*path, "arrivals"), row.get("arrivals") or ())
        seats = [seat.id for seat in self.info.seats]
        for line in lines:
            if line.placement.by not in ("", *seats):
                mend = did_you_mean(line.placement.by, seats) or tr(
                    "seats: {known}", known=verbatim(", ".join(seats))
                )
                self.fault(
                    (*line.path, "by"),
                    tr("there is no seat {by}", by=verbatim(line.placement.by)),
                    mend,
                )
        names = self.named(row)
        for where, of, name in references(self.envelope.stage_schema, row, path):
            if name not in names.get(of, ()):
                known = names.get(of, ())
                mend = did_you_mean(name, known) or tr(
                    "known: {known}", known=verbatim(", ".join(known))
                )
                self.fault(
                    where,
                    tr("there is no {what} {name}", what=verbatim(of), name=verbatim(name)),
                    mend,
                )
        clock = Clock.of(row.get("clock"))
        if clock.names and clock.turns != len(clock.names):
            message = tr(
                "{n} names are given for {turns} turns",
                n=len(clock.names),
                turns=verbatim(clock.turns),
            )
            self.fault((*path, "clock", "names"), message)
        return Stage(
            path=path,
            id=row.get("id") or "",
            row=row,
            clock=clock,
            lines=tuple(lines),
            places=placements.settle(lines),
            arrivals=tuple(arrivals),
            special=self._special((*path, "special"), row.get("special") or ()),
            victory=tuple(record for record in row.get("victory") or () if record),
        )

    def _special(self, path: Path, rows: Sequence[Fields | None]) -> dict[str, tuple[Fields, ...]]:
        often = {rule.word for rule in self.envelope.special if rule.often}
        found: dict[str, tuple[Fields, ...]] = {}
        for index, row in enumerate(rows):
            if not row or not row.get("rule"):
                continue
            word = row["rule"]
            if word in found and word not in often:
                self.fault(
                    (*path, index),
                    tr("there is a rule called {word} already", word=verbatim(word)),
                    tr("keep one"),
                )
            found[word] = (*found.get(word, ()), row)
        return found


def _id(row: Mapping[str, Any]) -> str:
    """Return the id of a row as it is written, "" where what is written is no word."""
    found = row.get("id")
    return found if isinstance(found, str) else ""

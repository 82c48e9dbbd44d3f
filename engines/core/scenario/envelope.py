"""The envelope: what the scenarios of all games hold, and the reader that is made of it.

    scenario: shevardino
    game: columbia
    title / summary / date / minutes / provenance
    seats: [{id: french, name: French, side: french}, ...]
    map: maps/borodino.yaml            # a file, or board: the map written out
    forces: [forces/french.yaml, ...]  # files, or written out
    options: [{id: bid, default: "no"}]
    stages:                            # one for a battle, more for a campaign
    - id: day-5
      clock: {turns: 7, first: 2 PM}
      setup: [...]                     # see placing
      arrivals: [...]
      special: [{rule: stacking, side: russian}]
      victory: [...]

A game declares what is its own (`Envelope`) and makes a set-up of what was read (`EnvelopeReader`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engines.core.data.layers import Layer
from engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    ListOf,
    OneOf,
    Path,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from engines.core.data.yamlio import MapNode, Node, Problems, Scalar
from engines.core.play.placement import Arrival, Placement
from engines.core.play.setups import Option, ScenarioInfo
from engines.core.scenario.fields import ID, NAME, PROVENANCE, RULE, WORD, Fields, Ref
from engines.core.scenario.hexmaps import HEX, HexWords
from engines.core.scenario.migrating import Older
from engines.core.scenario.placing import Known, Line, PlacementReader, Placing
from engines.core.scenario.scenariofile import ScenarioReader, read_scenario
from engines.core.scenario.scenariolist import (
    TAKE_BACK,
    choose_options,
    list_shipped,
    read_options,
    read_seats,
)

SetupT = TypeVar("SetupT")
MapT = TypeVar("MapT")
FILE = Str(max_length=200)
LAID = ("tiles", "ground", "field")
"""What a scenario on hexes says of its map besides which it is."""
CLOCK: dict[str, Schema] = {
    "turns": Int(1, 200).says("How many turns it has."),
    "first": WORD.says("What the first turn is called."),
    "step": WORD.says("How long a turn is, as in 1 h."),
    "names": ListOf(WORD, 1, 200).says("What each turn is called, where no step leads to it."),
}


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule that a scenario may bring in: its word, what it says besides, what it does."""

    word: str
    what: str
    required: Mapping[str, Schema] = field(default_factory=dict)
    optional: Mapping[str, Schema] = field(default_factory=dict)
    often: bool = False
    """Whether a stage may say it more than once."""
    switch: bool = False
    """Whether a stage may say that it is not in force: with `used: no`."""

    @property
    def schema(self) -> Record:
        """What its record may hold."""
        used = {"used": Bool().says("Whether it is in force, as it is without this.")}
        optional = {**(used if self.switch else {}), **self.optional}
        required = {"rule": Str(choices=(self.word,)), **self.required}
        return Record(required, optional).says(self.what)


class SpecialRules(OneOf):
    """The record of one of some special rules, told apart by `rule`."""

    wanted = "a mapping with rule"

    def __init__(self, rules: Sequence[SpecialRule]) -> None:
        super().__init__(*(rule.schema for rule in rules))
        self.rules = {rule.word: rule.schema for rule in rules}
        self.word = Str(choices=tuple(self.rules))

    def read(self, node: Node, problems: Problems, what: str = "the value") -> Any:
        if not isinstance(node, MapNode) or "rule" not in node.entries:
            self._mismatch(node, problems, what, f"begin with rule: {', '.join(self.rules)}")
            return None
        word = self.word.read(node.entries["rule"], problems, "rule")
        return None if word is None else self.rules[word].read(node, problems, what)


def references(schema: Schema | None, value: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
    """Give all references in what a schema has read: where one stands, what it is of, and the name."""
    if isinstance(schema, SpecialRules) and isinstance(value, dict):
        schema = schema.rules.get(value.get("rule", ""))
    if isinstance(schema, Ref) and value is not None:
        yield path, schema.of, value
    elif isinstance(schema, ListOf):
        for index, item in enumerate(value or ()):
            yield from references(schema.item, item, (*path, index))
    elif isinstance(schema, Record) and isinstance(value, dict):
        for key, part in value.items():
            yield from references(schema.known.get(key), part, (*path, key))


@dataclass(frozen=True)
class Envelope:
    """What a game's scenarios hold: all of it that is not the same in every game.

    Attributes:
        options: what a scenario may offer; `always` are offered by any, `unlisted` by one without
            a list of options.
        placing: what a line of a set-up may say.
        clock: fields of the clock that differ from CLOCK.
        stage, more: keys of a stage, and of the scenario, that are the game's own; `needs` those
            of a stage that it cannot do without.
        stages: how many there may be.
        turns: how many a scenario has that does not say.
        hexes: the words of its hex maps; a game without them says what a map holds in `board`, and
            what it is drawn of in `layers`.
        forces: what an order of battle holds, a file's first, then what else may be written out in
            its stead.
        home: the folder of the shipped scenarios, if it is not that of the game in `scenarios`.
    """

    game: str
    sides: tuple[str, ...]
    options: tuple[Option, ...] = (TAKE_BACK,)
    always: tuple[str, ...] = (TAKE_BACK.id,)
    unlisted: tuple[str, ...] = (TAKE_BACK.id,)
    placing: Placing = field(default_factory=Placing)
    clock: Mapping[str, Schema] = field(default_factory=dict)
    special: tuple[SpecialRule, ...] = ()
    victory: Schema | None = None
    needs: Mapping[str, Schema] = field(default_factory=dict)
    stage: Mapping[str, Schema] = field(default_factory=dict)
    more: Mapping[str, Schema] = field(default_factory=dict)
    stages: int = 1
    turns: int = 10
    board: Schema | None = None
    layers: tuple[Layer, ...] = ()
    hexes: HexWords | None = None
    forces: tuple[Schema, ...] = ()
    home: Traversable | None = None

    @cached_property
    def kinds(self) -> Mapping[str, Schema]:
        """The kinds of files that the game's scenarios are made of."""
        tiles = self.hexes.tile_file if self.hexes and self.hexes.tiles else None
        forces = self.forces[0] if self.forces else None
        more = {"map": self._board, "tiles": tiles, "forces": forces}
        return {"scenario": self.schema} | {kind: part for kind, part in more.items() if part}

    @property
    def map_layers(self) -> tuple[Layer, ...]:
        """What a map is drawn of."""
        return self.hexes.layers if self.hexes else self.layers

    @property
    def _board(self) -> Schema | None:
        """What a map holds."""
        return self.hexes.schema if self.hexes else self.board

    @cached_property
    def joining(self) -> dict[str, Schema]:
        """What a scenario on hexes may say of the boards its map is joined of, and of what lies on it."""
        if self.hexes is None:
            return {}
        board = Record(
            {"at": HEX.says("The hex of the map on which the first hex of the board comes.")},
            {
                "face": FILE.says("The side of the board that is up: a map file."),
                "board": Anything(self._board).says("The board written out, in place of face."),
                "turned": Bool().says("Whether it lies the other way up."),
            },
        )
        tile = Record({"tile": ID, "at": ListOf(HEX, 1, 7).says("Its hexes, in its order.")})
        tiles = {"tiles": ListOf(tile, 0, 50).says("Tiles laid on the map.")}
        return {
            "boards": ListOf(board, 1, 30).says("Boards joined to one map, in place of map."),
            **(tiles if self.hexes.tiles else {}),
            "ground": Record(optional=self.hexes.ground).says(
                "What lies on the map besides; it goes before what tiles and boards show."
            ),
            "field": ListOf(HEX, 2, 2).says("From this hex to this; the rest is out of play."),
        }

    @property
    def map_keys(self) -> tuple[str, ...]:
        """The keys of a scenario that make its map: a bundle has `board` in their stead."""
        return ("map", "board", *self.joining)

    @cached_property
    def stage_schema(self) -> Record:
        """What a stage may hold."""
        own: dict[str, Schema] = {
            "clock": Record(optional={**CLOCK, **self.clock}),
            "setup": ListOf(self.placing.line, 0, 1000).says("Where pieces begin."),
            "arrivals": ListOf(self.placing.arrival, 0, 200).says("What comes later."),
        }
        if self.special:
            own["special"] = ListOf(SpecialRules(self.special), 0, 100).says("Special rules.")
        if self.victory is not None:
            own["victory"] = ListOf(self.victory, 0, 100).says("What wins.")
        return Record({"id": ID, **self.needs}, {**own, **self.stage})

    @cached_property
    def _keys(self) -> tuple[dict[str, Schema], dict[str, Schema]]:
        seat = Record({"id": ID, "name": NAME, "side": Str(choices=self.sides)})
        option = Record(
            {"id": Str(choices=tuple(option.id for option in self.options))},
            {"default": WORD, "title": NAME, "values": ListOf(WORD, 1, 20), "rule": RULE},
        )
        required: dict[str, Schema] = {
            "scenario": ID,
            "game": Str(choices=(self.game,)),
            "title": NAME,
            "summary": Str(max_length=2000),
            "minutes": Int(0, 6000).says(
                "How long it takes two people: some ten seconds for each decision of games played."
            ),
            "seats": ListOf(seat, len(self.sides), len(self.sides)).says("One for each side."),
            "forces": ListOf(
                Anything(OneOf(FILE, *self.forces)) if self.forces else Anything(), 1, 1000
            ).says("Orders of battle: files, or written out."),
            "stages": ListOf(self.stage_schema, 1, self.stages).says(
                "One for a battle, more for a campaign."
            ),
        }
        optional: dict[str, Schema] = {
            "date": NAME,
            "map": FILE.says("The map: a file beside the scenario, or a shipped one."),
            "board": Anything(self._board).says("The map written out, in place of map."),
            **self.joining,
            "options": ListOf(option).says("Optional rules that it offers."),
            "provenance": PROVENANCE,
            **self.more,
        }
        return required, optional

    @cached_property
    def schema(self) -> Record:
        """What a scenario file holds."""
        return Record(*self._keys)

    @cached_property
    def inline(self) -> Record:
        """What a scenario given as text holds (a case's board): what is left out is filled in."""
        required, optional = self._keys
        empty = {
            key: ListOf(part.item, 0, part.max)
            for key, part in required.items()
            if isinstance(part, ListOf)
        }
        return Record(optional={**required, **empty, **optional})

    def info(self, doc: Fields, path: str, problems: Problems, source: Source) -> ScenarioInfo:
        """Build what the library page shows, and check that each side has one seat."""
        stages = [row for row in doc.get("stages") or () if row]
        always = self.always if "options" in doc else self.unlisted
        return ScenarioInfo(
            id=doc.get("scenario") or "board",
            game=self.game,
            title=doc.get("title") or "Board",
            summary=doc.get("summary") or "",
            date=doc.get("date") or "",
            turns=sum(Clock.of(row.get("clock")).turns for row in stages) or self.turns,
            minutes=doc.get("minutes") or 0,
            seats=read_seats(doc, self.sides, problems, source),
            options=read_options(doc, self.options, always, problems, source),
            path=path,
        )

    @cached_property
    def shipped(self) -> tuple[ScenarioInfo, ...]:
        """The shipped scenarios by length, read without their maps and forces."""
        return list_shipped(self.game, self.schema, self.info, self.home)


@dataclass(frozen=True, slots=True)
class Clock:
    """The turns of a stage (0: it does not say), what the first is called and how long each is."""

    turns: int = 0
    first: str = ""
    step: str = ""
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, row: Fields | None) -> Clock:
        """Make a clock of its record."""
        given = row or {}
        names = tuple(name for name in given.get("names") or () if name)
        turns = given.get("turns") or len(names)
        return cls(turns, given.get("first") or "", given.get("step") or "", names)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as it was read: `row` holds what the game's own keys say."""

    path: Path
    id: str
    row: Fields
    clock: Clock = Clock()
    lines: tuple[Line, ...] = ()
    places: Mapping[str, Line] = field(default_factory=dict)
    """Where each piece begins, with the line that says so."""
    arrivals: tuple[Arrival, ...] = ()
    special: Mapping[str, tuple[Fields, ...]] = field(default_factory=dict)
    victory: tuple[Fields, ...] = ()

    def says(self, rule: str) -> Fields | None:
        """Return the record of a special rule, None if it is not in force."""
        found = self.special.get(rule)
        return found[0] if found else None

    @property
    def starts(self) -> dict[str, Placement]:
        """Where each piece begins."""
        return {uid: line.placement for uid, line in self.places.items()}


class Muster(Protocol):
    """What orders of battle are read into, one after another: a `forces.Roll`, or a roll of the game's own."""

    def read_force(self, node: MapNode, problems: Problems) -> None: ...


class EnvelopeReader(ScenarioReader[SetupT], Generic[SetupT, MapT]):
    """Reads a scenario of a game; every fault goes to `problems` with its line.

    Attributes:
        envelope: the grammar.
        older: the grammar of before, which is made over into it.
        musters: the roll of pieces that orders of battle are read into, if the game has one.
        info, chosen: what the library shows, and every option's value: there before the map is read.
        plain_forces: the orders of battle as plain data, for the bundle.
    """

    envelope: ClassVar[Envelope]
    older: ClassVar[Older | None] = None
    musters: ClassVar[type[Muster] | None] = None
    info: ScenarioInfo
    chosen: dict[str, str]
    army: Any

    def __init_subclass__(cls) -> None:
        if "envelope" in cls.__dict__:
            cls.game, cls.map_keys = cls.envelope.game, cls.envelope.map_keys
            cls.schema, cls.inline_schema = cls.envelope.schema, cls.envelope.inline

    def __init__(self, node: MapNode, folder: FilePath | None, *, inline: bool) -> None:
        node = self.older.made_over(node) if self.older else node
        super().__init__(node, folder, inline=inline)
        self.plain_forces: list[Any] = []
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
        return read_scenario(cls, source, options, file)

    def home(self) -> Traversable:
        """Return the folder of the game's shipped scenarios."""
        return self.envelope.home or super().home()

    def pruned(self, used: Mapping[str, Collection[str]]) -> list[Any]:
        """Return the orders of battle with what the scenario uses: of each of some lists, these ids.

        A piece that is written out by itself stays as it is.
        """
        return [
            {
                key: [row for row in part if isinstance(row, dict) and row.get("id") in used[key]]
                if key in used and isinstance(part, list)
                else part
                for key, part in force.items()
            }
            for force in self.plain_forces
        ]

    # what a game adds

    @abstractmethod
    def read_map(self, node: Node) -> MapT | None:
        """Read the map."""

    def read_force(self, node: MapNode) -> None:
        """Read one order of battle, a file or written out."""
        self.army.read_force(node, self.problems)

    def all_placed(self, stage: Stage, pieces: Iterable[str], placed: Collection[str]) -> None:
        """Note the pieces that have no place."""
        for uid in pieces:
            if uid not in placed:
                self.fault((*stage.path, "setup"), f"{uid} has no place", "add a line")

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
            boards = " or boards (joined)" if self.envelope.hexes else ""
            message = f"a scenario has either map (a file) or board (written out){boards}"
            self.fault((), message, "give one")
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
            self.fault(path, "forces must name orders of battle or describe them")

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
                mend = did_you_mean(line.placement.by, seats) or f"seats: {', '.join(seats)}"
                self.fault((*line.path, "by"), f"there is no seat {line.placement.by}", mend)
        names = self.named(row)
        for where, of, name in references(self.envelope.stage_schema, row, path):
            if name not in names.get(of, ()):
                known = names.get(of, ())
                mend = did_you_mean(name, known) or f"known: {', '.join(known)}"
                self.fault(where, f"there is no {of} {name}", mend)
        clock = Clock.of(row.get("clock"))
        if clock.names and clock.turns != len(clock.names):
            message = f"{len(clock.names)} names are given for {clock.turns} turns"
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
                self.fault((*path, index), f"the rule {word} is there already", "keep one")
            found[word] = (*found.get(word, ()), row)
        return found

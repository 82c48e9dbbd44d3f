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

A game declares what is its own (`Envelope`) and makes a set-up of what was read
(`envelopereader.EnvelopeReader`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.schema import (
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
)
from grognard.engines.core.data.text import Text, text, tr, verbatim
from grognard.engines.core.data.yamlio import MapNode, Node, Problems
from grognard.engines.core.play.placement import Arrival, Placement
from grognard.engines.core.play.setups import DIFFICULTIES, Option, ScenarioInfo
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE, RULE, WORD, Fields, Ref
from grognard.engines.core.scenario.hexmaps import HEX, HexWords
from grognard.engines.core.scenario.placing import Line, Placing
from grognard.engines.core.scenario.scenariolist import (
    TAKE_BACK,
    list_shipped,
    read_options,
    read_seats,
)

FILE = Str(max_length=200)
LAID = ("tiles", "ground", "field")
"""What a scenario on hexes says of its map besides which it is."""
CLOCK: dict[str, Schema] = {
    "turns": Int(1, 200).says(text("How many turns it has.")),
    "first": WORD.says(text("What the first turn is called.")),
    "step": WORD.says(text("How long a turn is, as in 1 h.")),
    "names": ListOf(WORD, 1, 200).says(
        text("What each turn is called, where no step leads to it.")
    ),
}


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule that a scenario may bring in: its word, what it says besides, what it does.

    `rules` are those of the rulebook that it rests on, or changes.
    """

    word: str
    what: Text
    required: Mapping[str, Schema] = field(default_factory=dict)
    optional: Mapping[str, Schema] = field(default_factory=dict)
    often: bool = False
    """Whether a stage may say it more than once."""
    switch: bool = False
    """Whether a stage may say that it is not in force: with `used: no`."""
    rules: tuple[str, ...] = ()
    lays: str = ""
    """The symbol of the counters of its `side` that lie at the places `at`, one in each."""

    @property
    def schema(self) -> Record:
        """What its record may hold."""
        used = {"used": Bool().says(text("Whether it is in force, as it is without this."))}
        optional = {**(used if self.switch else {}), **self.optional}
        required = {"rule": Str(choices=(self.word,)), **self.required}
        return Record(required, optional).says(self.what)


class SpecialRules(OneOf):
    """The record of one of some special rules, told apart by `rule`."""

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        return tr("a mapping with {known}", known=verbatim("rule"))

    def __init__(self, rules: Sequence[SpecialRule]) -> None:
        super().__init__(*(rule.schema for rule in rules))
        self.rules = {rule.word: rule.schema for rule in rules}
        self.rests = {rule.word: rule.rules for rule in rules}
        self.word = Str(choices=tuple(self.rules))

    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        if not isinstance(node, MapNode) or "rule" not in node.entries:
            self._mismatch(
                node,
                problems,
                what,
                tr("begin with rule: {known}", known=verbatim(", ".join(self.rules))),
            )
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
        idle: which of the options would change nothing in a scenario, by what it holds: they are not offered.
        placing: what a line of a set-up may say.
        clock: fields of the clock that differ from CLOCK.
        victory, won_by: what decides a battle, and the rules of the rulebook that say how.
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
    idle: Callable[[Fields], Collection[str]] = lambda _doc: ()
    placing: Placing = field(default_factory=Placing)
    clock: Mapping[str, Schema] = field(default_factory=dict)
    special: tuple[SpecialRule, ...] = ()
    victory: Schema | None = None
    won_by: tuple[str, ...] = ()
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
            {"at": HEX.says(text("The hex of the map on which the first hex of the board comes."))},
            {
                "face": FILE.says(text("The side of the board that is up: a map file.")),
                "board": Anything(self._board).says(
                    text("The board written out, in place of face.")
                ),
                "turned": Bool().says(text("Whether it lies the other way up.")),
            },
        )
        tile = Record({"tile": ID, "at": ListOf(HEX, 1, 7).says(text("Its hexes, in its order."))})
        tiles = {"tiles": ListOf(tile, 0, 50).says(text("Tiles laid on the map."))}
        return {
            "boards": ListOf(board, 1, 30).says(text("Boards joined to one map, in place of map.")),
            **(tiles if self.hexes.tiles else {}),
            "ground": Record(optional=self.hexes.ground).says(
                text("What lies on the map besides; it goes before what tiles and boards show.")
            ),
            "field": ListOf(HEX, 2, 2).says(
                text("From this hex to this; the rest is out of play.")
            ),
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
            "setup": ListOf(self.placing.line, 0, 1000).says(text("Where pieces begin.")),
            "arrivals": ListOf(self.placing.arrival, 0, 200).says(text("What comes later.")),
        }
        if self.special:
            own["special"] = ListOf(SpecialRules(self.special), 0, 100).says(text("Special rules."))
        if self.victory is not None:
            own["victory"] = ListOf(self.victory, 0, 100).says(text("What wins."))
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
                text(
                    "How long it takes two people: some ten seconds for each decision of games played."
                )
            ),
            "seats": ListOf(seat, len(self.sides), len(self.sides)).says(
                text("One for each side.")
            ),
            "forces": ListOf(
                Anything(OneOf(FILE, *self.forces)) if self.forces else Anything(), 1, 1000
            ).says(text("Orders of battle: files, or written out.")),
            "stages": ListOf(self.stage_schema, 1, self.stages).says(
                text("One for a battle, more for a campaign.")
            ),
        }
        optional: dict[str, Schema] = {
            "date": NAME,
            "difficulty": Str(choices=DIFFICULTIES).says(text("How hard it is.")),
            "teaches": Str(max_length=200).says(text("What one learns in it, a sentence.")),
            "author": NAME.says(text("Who made it.")),
            "licence": Str(max_length=200).says(
                text("What others may do with it, as in Creative Commons Attribution 4.0.")
            ),
            "version": WORD.says(
                text("Which one it is, as in 1.2: changed whenever it is given away.")
            ),
            "notes": Str(max_length=2000).says(
                text("What its author wants to say to whoever plays it.")
            ),
            "map": FILE.says(text("The map: a file beside the scenario, or a shipped one.")),
            "board": Anything(self._board).says(text("The map written out, in place of map.")),
            **self.joining,
            "options": ListOf(option).says(text("Optional rules that it offers.")),
            "provenance": PROVENANCE,
            "history": ListOf(self._history).says(
                text("What was lost in the battle itself: the lab compares its games with that.")
            ),
            **self.more,
        }
        return required, optional

    @property
    def _history(self) -> Record:
        """What a side, or one of its pieces, lost in the battle itself."""
        lost = Int(0, 100_000).says(text("In steps of the game, 1 for a piece without steps."))
        side = Str(choices=self.sides)
        return Record(
            {"side": side, "lost": lost},
            {"piece": ID.says(text("Whose loss it is, if not the whole side's.")), "source": Str()},
        )

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
        options = read_options(doc, self.options, always, problems, source)
        idle = self.idle(doc)
        return ScenarioInfo(
            id=doc.get("scenario") or "board",
            game=self.game,
            title=doc.get("title") or "Board",
            summary=doc.get("summary") or "",
            date=doc.get("date") or "",
            turns=sum(Clock.of(row.get("clock")).turns for row in stages) or self.turns,
            minutes=doc.get("minutes") or 0,
            seats=read_seats(doc, self.sides, problems, source),
            options=tuple(option for option in options if option.id not in idle),
            path=path,
            idle=tuple(option for option in options if option.id in idle),
            difficulty=doc.get("difficulty") or "",
            teaches=doc.get("teaches") or "",
            author=doc.get("author") or "",
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

"""The contract between one game's engine and everything else: table, saves, cases, bots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from threading import RLock
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from grognard.engines.core.data.codec import decode, encode
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Schema
from grognard.engines.core.data.text import Text, named, text, verbatim
from grognard.engines.core.play.handling import Handling, handling_of
from grognard.engines.core.play.homes import GROUP
from grognard.engines.core.play.inquiries import Inquiry
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.play.setups import AnySetup, ScenarioInfo
from grognard.engines.core.play.table import Table
from grognard.engines.core.play.turn import Turn
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.explain import LogEntry, Refusal, Verdict
from grognard.engines.core.show.fieldwords import FIELDS
from grognard.engines.core.show.terms import ITS, TERMS
from grognard.engines.core.show.views import BoardView, CardView, TableView

SetupT = TypeVar("SetupT", bound=AnySetup)
ReadT_co = TypeVar("ReadT_co", covariant=True)
S = TypeVar("S")
Migration: TypeAlias = Callable[[Any], Any]


class ScenarioError(Exception):
    """A scenario, map or case could not be used; `problems` names everything that is wrong."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class Reads(Protocol[ReadT_co]):
    """What reads the scenarios of a game (`grognard.engines.core.scenario.envelopereader.EnvelopeReader`)."""

    def shipped(self) -> tuple[ScenarioInfo, ...]: ...

    def kinds(self) -> Mapping[str, Schema]: ...

    def map_layers(self) -> tuple[Layer, ...]: ...

    def load(
        self, source: Path | Traversable | str, options: Mapping[str, str], file: str = ...
    ) -> ReadT_co: ...

    def faults(self, source: Path | Traversable | str) -> list[Problem]: ...


class Arranging(Protocol[SetupT, S]):
    """What a game declares of its positions (`grognard.engines.core.scenario.positions`)."""

    def arrange(self, setup: SetupT, state: S, edits: Mapping[str, object]) -> tuple[SetupT, S]:
        """Return set-up and State with the `set:` section of a case."""

    def facts(self, setup: SetupT, state: S, piece: str) -> dict[str, object]:
        """Return the checkable facts of a piece."""

    def told(self, setup: SetupT, state: S) -> dict[str, object]:
        """Return the checkable facts of the position as a whole."""

    def unsound(self, setup: SetupT, state: S) -> Iterable[str]:
        """Give what is wrong with where the pieces are, in words."""


class Wording(Protocol):
    """What a game declares of how cases write choices (`grognard.engines.core.scenario.choosing`)."""

    @property
    def usual(self) -> Mapping[str, Choice]:
        """What answers a kind of question that a case goes past without a word."""

    def expand(self, setup: object, ask: Ask, wanted: Mapping[str, Choice]) -> list[Choice]:
        """Translate a case's choice into those of this and the following asks."""


class Game(ABC, Generic[SetupT, S]):
    """One rulebook's engine. Stateless: all that changes is in the State it is handed.

    Attributes:
        id: short id, also the folder of its scenarios and rulebook.
        state: the class of its State.
        reader: what reads its scenarios.
        schema: version of the State's JSON, raised with each change of its fields.
        migrations: for each older schema what makes its data those of the next one.
        turns: the sequences of play, one where all scenarios share it.
        side_names: display names of the sides.
        positions: what cases may set and check of its positions.
        wording: how cases write its choices.
    """

    id: str
    title: str
    edition: str
    manner: Text | None = None
    """What kind of table it is, in a line: what it is played on, and what its rules are about."""
    alone: Text | None = None
    """How well one person can play both sides, where that is worth saying."""
    state: type[S]
    reader: Reads[SetupT]
    schema: int = 1
    migrations: Mapping[int, Migration] = {}
    package: str
    positions: Arranging[SetupT, S] | None = None
    wording: Wording | None = None
    turns: tuple[Turn[Table[SetupT, S]], ...] = ()
    inquiries: Mapping[str, Inquiry] = {}
    faces: bool = True
    """Whether its pieces face somewhere, and are turned."""
    results: Mapping[str, Text] = {}
    """What the results of rolls are called; a number needs no name."""
    tallies: Mapping[str, Text] = {}
    """Phrases that count what dice scored: by the result that counts, or by the rule of a roll whose results are numbers."""
    terms: Mapping[str, Text] = {}
    """What the ids that are shown are called (see `grognard.engines.core.show.terms`)."""
    passed_by: Mapping[str, tuple[str, Text]] = {}
    """Why a question passes a piece by (see `grognard.engines.core.show.passing`)."""
    closed: Mapping[str, tuple[str, Text]] = {}
    """What a place lacks that a question does not offer (see `grognard.engines.core.show.barring`)."""
    levels: Mapping[str, Text] = {"draw": text("Nobody wins"), "victory": text("Victory")}
    """What the levels of a verdict are called, as a sentence begins."""
    margin: Text | None = None
    """What a victory "by 12" is called, where the level of a verdict says by how much."""
    players: Mapping[str, Callable[[str], object]] = {}
    """Computer players of this game alone, by name: subclasses of `grognard.engines.core.play.bots.Bot`."""

    @property
    def kinds(self) -> Mapping[str, Schema]:
        """What the files that people write for this game hold, by kind: scenario, map, forces."""
        return self.reader.kinds()

    @property
    def map_layers(self) -> tuple[Layer, ...]:
        """What the maps of this game are drawn of, for whoever draws one."""
        return self.reader.map_layers()

    @property
    def handling(self) -> tuple[Handling, ...]:
        """Actions whose clicks and drags are counted."""
        return handling_of(self.package)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """List the shipped scenarios."""
        return self.reader.shipped()

    def load(self, source: Path | Traversable | str, options: Mapping[str, str]) -> SetupT:
        """Read a scenario (a path, or its YAML text as str) into an immutable setup.

        Raises:
            ScenarioError: with every problem at once.
        """
        return self.reader.load(source, options)

    def faults(self, source: Path | Traversable | str) -> list[Problem]:
        """Return every problem of a scenario, or of a map as the board of one, and what it had better say."""
        return self.reader.faults(source)

    @abstractmethod
    def initial(self, setup: SetupT, seed: str) -> S:
        """Return the State before the first ask."""

    def turn(self, setup: SetupT) -> Turn[Table[SetupT, S]]:
        """Return the sequence of play of a scenario."""
        return self.turns[0]

    def resume(self, table: Table[SetupT, S]) -> Procedure[None]:
        """Play on from `table.state` until `table.end`; the only entry."""
        return self.turn(table.setup).play(table)

    @abstractmethod
    def board(self, setup: SetupT) -> BoardView:
        """Return the map for drawing."""

    @abstractmethod
    def view(self, setup: SetupT, state: S, seat: str | None) -> TableView:
        """Return what `seat` may see (ask and log are filled in by the session)."""

    def encode(self, state: S) -> Any:
        """Return the State as plain JSON data."""
        return encode(state)

    def decode(self, setup: SetupT, data: Any) -> S:
        """Rebuild a State from `encode`'s data."""
        return decode(self.state, data)

    def called(self, result: str) -> Text:
        """Return what the result of a roll is called."""
        return self.results.get(result) or named("term", result)

    def term(self, word: str) -> Text:
        """Return what an id is called where it is shown: a state, a value, a side, a field."""
        known = self.terms.get(word) or TERMS.get(word) or FIELDS.get(word)
        if known is not None:
            return known
        if word.endswith(ITS):
            return self.term(word.removesuffix(ITS))
        number = not any(map(str.isalpha, word))
        return verbatim(word) if number else named("term", word.replace("_", " "))

    def won(self, verdict: Verdict) -> Text:
        """Return what the level of a victory is called."""
        _, by, margin = verdict.level.partition("by ")
        if by and self.margin is not None:
            return self.margin.fill(n=int(margin))
        return self.levels.get(verdict.level) or named("term", verdict.level)

    def why_not_stand(
        self, setup: SetupT, state: S, piece: str, place: Placement
    ) -> Refusal | None:
        """Return why a piece may not be set up at a fixed place, as the others stand in `state`.

        Set-up by hand, the check of a scenario's file and the editor all ask this.
        """
        return None

    def hopeless(self, setup: SetupT) -> Mapping[str, Refusal]:
        """Return the seats for which a scenario leaves no way to win, and why; the editor asks this."""
        return {}

    def violations(self, setup: SetupT, state: S) -> list[str]:
        """Return broken invariants of the position, in words (empty when sound).

        What the game's own rules want is looked at where every piece is in its one place.
        """
        unsound = () if self.positions is None else self.positions.unsound(setup, state)
        return list(unsound) or list(self.broken(setup, state))

    def broken(self, setup: SetupT, state: S) -> Iterable[str]:
        """Give the broken invariants of a position at rest that only this game has, in words."""
        return ()

    def resample(self, setup: SetupT, state: S, seat: str, rng: Random) -> S:
        """Deal hidden facts anew, consistent with what `seat` has seen (nothing hidden: same).

        Sealed answers of others are hidden facts too. What is dealt hangs on what `seat` knows and
        on `rng` alone, never on what is really hidden: sort before shuffling.
        """
        return state

    def value(self, setup: SetupT, state: S, seat: str) -> float:
        """Judge a position for `seat`, higher is better: what the greedy computer player wants."""
        return 0.0

    def turn_now(self, state: S) -> str:
        """Return a word for the turn that a State is in: no other turn of the game has it."""
        return str(getattr(state, "turn", ""))

    def turn_told(self, word: str) -> Text:
        """Return what `turn_now` said as a person reads it."""
        return text("Turn {turn}", turn=verbatim(word))

    def turned_up(self, setup: SetupT, entry: LogEntry) -> CardView | None:
        """Return the card that a line of the log tells of: played face up, or drawn for a fight (none: None)."""
        return None

    def measures(self, setup: SetupT) -> bool:
        """Whether distances may be measured before an order is given; most games do not ask."""
        return True

    def arrange(self, setup: SetupT, state: S, edits: Mapping[str, object]) -> tuple[SetupT, S]:
        """Return set-up and State with the `set:` section of a case; neither is changed itself.

        Raises:
            ValueError: for unknown pieces, spaces, cursors or fields (message says how to mend).
        """
        if self.positions is None:
            raise ValueError(f"{self.id} cases cannot set a position")
        return self.positions.arrange(setup, state, edits)

    def facts(self, setup: SetupT, state: S, piece: str) -> dict[str, object]:
        """Return the checkable facts of a piece for a case's `expect: units:`."""
        return {} if self.positions is None else self.positions.facts(setup, state, piece)

    def told(self, setup: SetupT, state: S) -> dict[str, object]:
        """Return the checkable facts of a position as a whole for a case's `facts:`."""
        return {} if self.positions is None else self.positions.told(setup, state)

    def expand(
        self, setup: SetupT, state: S, ask: Ask, wanted: Mapping[str, Choice]
    ) -> list[Choice]:
        """Translate a case's `choose:` mapping into the choices of this and the following asks.

        Where no wording is declared {verb: piece, ...rest} is the piece first, then the rest.
        """
        if self.wording is not None:
            return self.wording.expand(setup, ask, wanted)
        first, *_ = wanted.values()
        rest = dict(list(wanted.items())[1:])
        return [first, rest] if rest else [first]

    def data(self) -> Traversable:
        """The folder of the engine package (rules.yaml, tables.yaml)."""
        return files(self.package)


AnyGame: TypeAlias = Game[Any, Any]
"""A game of which nothing is known but the contract."""


class Installed(Mapping[str, AnyGame]):
    """Games by id, in order of their ids; each is imported when it is first asked for."""

    def __init__(self, points: Iterable[EntryPoint]) -> None:
        self._points = {point.name: point for point in sorted(points, key=lambda one: one.name)}
        self._loaded: dict[str, AnyGame] = {}
        self._lock = RLock()

    def __getitem__(self, game: str) -> AnyGame:
        with self._lock:
            if game not in self._loaded:
                self._loaded[game] = self._points[game].load()()
            return self._loaded[game]

    def __contains__(self, game: object) -> bool:
        return game in self._points

    def __iter__(self) -> Iterator[str]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)


@dataclass
class Registry:
    """The installed games, found through the entry-point group `grognard.games`."""

    group: str = GROUP

    def games(self) -> Mapping[str, AnyGame]:
        """Return the games by id, in order of their ids."""
        return self._installed

    @cached_property
    def _installed(self) -> Installed:
        return Installed(entry_points(group=self.group))

    def __getitem__(self, game: str) -> AnyGame:
        return self.games()[game]


registry = Registry()

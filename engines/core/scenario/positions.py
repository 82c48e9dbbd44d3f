"""Positions as cases write them: `set:` becomes a State, and a piece becomes facts to check.

A game declares what pieces there are and which fields of its State may be written (`Positions`);
putting a position up, refusing all that is wrong with it, the stacks, the facts of a piece and the
sound occupancy of a State follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from grognard.engines.core.data.codec import encode
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.schema import Int, Record, Str
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Problems, Scalar
from grognard.engines.core.scenario.reading import (
    WHOLE,
    Declared,
    Fault,
    Faults,
    Fields,
    Here,
    Reader,
    Spot,
    flag,
    items,
    names_within,
    nearest,
    word,
)

SetupT = TypeVar("SetupT")
S = TypeVar("S")

Fact: TypeAlias = Callable[[Spot], Any]
"""What is told of a piece: a function of Here."""
Changes: TypeAlias = Mapping[str, Any]


def stated(*flags: str) -> Fact:
    """Return a fact of a piece: which of some of its fields are on."""
    return lambda here: [name for name in flags if getattr(here.piece, name)]


class Placed(Protocol):
    """A piece as a State holds it: a frozen dataclass that says where the piece is."""

    @property
    def at(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Bound:
    """A field of a piece that stays within 0 and what its printed kind has at most."""

    field: str
    most: Callable[[Any], int]
    rule: str


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Pieces that cannot stand as they do: in a position of a case, and in any other."""

    pieces: tuple[str, ...]
    words: str
    rule: str

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"


@dataclass(frozen=True)
class Pieces:
    """One sort of piece, and what the lines of `place:` may say of one.

    `held` is the field of the State that has them by their ids, `printed_in` that of the set-up which
    has their printed kinds. `fields` and `printed` say how their fields are written, `faces` which more of
    the printed kind are, as their types say, `leave` those
    that are neither written nor told, `flags` and `states` the words of `state:` (a flag that is not
    named is off). `reset` are fields that are as new on a piece that is placed. `settle` makes the
    changes that hang on several values of a line. `others` is what `only: yes` makes of those not
    placed: changes, "out" of play, or "stay". With `stacks` the State lists in that field who is at
    each place that is none of `boxes`; `spaces` are the places there are. `facts` are told besides the
    fields, `shown` are fields of the printed kind that are told, `bounds` what no sound position passes.
    `values` is what the orders of battle let a piece have: what a line says of the same is held to it.
    """

    kind: type
    held: str
    what: str = "unit"
    printed_in: str = ""
    printed_kind: type | None = None
    fields: Mapping[str, Declared] = field(default_factory=dict)
    leave: tuple[str, ...] = ()
    printed: Mapping[str, Declared] = field(default_factory=dict)
    faces: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    states: Mapping[str, tuple[str, object]] = field(default_factory=dict)
    reset: tuple[str, ...] = ()
    settle: Callable[[Mapping[str, Any], Spot], Changes] | None = None
    others: Changes | Literal["out", "stay"] = "out"
    stacks: str = ""
    boxes: Collection[str] = ()
    spaces: Callable[[Any], Collection[str]] | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    bounds: tuple[Bound, ...] = ()
    values: Record | None = None

    @cached_property
    def known(self) -> Fields:
        """How the fields of a piece are written."""
        stated = (to for to, _ in self.states.values())
        leave = {"id", *self.leave, *self.flags, *stated}
        return Fields(self.kind, self.fields, leave)

    @cached_property
    def face(self) -> Fields:
        """How the fields of its printed kind are written."""
        kind = self.printed_kind or self.kind
        return Fields(kind, self.printed, typed=self.faces)

    @cached_property
    def words(self) -> dict[str, tuple[str, object]]:
        """The words of `state:`, each with the field it sets and to what."""
        return {name: (name, True) for name in self.flags} | dict(self.states)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All that a line may say of a piece."""
        stated = ("state",) if self.words else ()
        return tuple(dict.fromkeys(("unit", *self.known.known, *stated, *self.face.known)))

    @cached_property
    def told(self) -> tuple[str, ...]:
        """All facts of a piece: its own fields, states and stack, what is shown and what is added."""
        own = [f.name for f in fields(self.kind) if f.name not in ("id", *self.leave)]
        derived = [name for name, on in (("state", self.words), ("stack", self.stacks)) if on]
        return tuple(dict.fromkeys((*own, *derived, *self.shown, *self.facts)))

    def of(self, holder: object) -> Mapping[str, Placed]:
        """Return the pieces of a State by id."""
        held: Mapping[str, Placed] = getattr(holder, self.held)
        return held

    def kinds(self, setup: object) -> Mapping[str, object]:
        """Return the printed kinds by id."""
        return getattr(setup, self.printed_in) if self.printed_in else {}

    def takes_out(self, piece: str, setup: object) -> bool:
        """Whether a piece that the State does not have is one that was taken out of play."""
        return self.others == "out" and (not self.printed_in or piece in self.kinds(setup))

    def is_out(self, piece: Placed) -> bool:
        """Whether a piece stands in no place of the map."""
        return not piece.at or piece.at in self.boxes


# -- a line of `place:` --------------------------------------------------------------------------


def printed(pieces: Pieces, line: Mapping[str, object], here: Spot) -> Any:
    """Return the kind of a piece with the face that the line gives it."""
    said = {name: line[name] for name in pieces.face.known if name in line}
    changes = pieces.face.changes(pieces.face.read(said, here))
    return evolve(here.kind, **changes) if changes else here.kind


def placed(pieces: Pieces, line: Mapping[str, object], here: Spot) -> Any:
    """Return a piece as the line has it."""
    faults, found, changes = Faults(), {}, {}
    states: tuple[str, ...] = ()
    with faults.kept():
        found = pieces.known.read(line, here, pieces.names)
    with faults.kept():
        states = _states(pieces, line.get("state"), here.below("state"))
    faults.end()
    fresh = {to for to, _ in pieces.words.values()} | set(pieces.reset)
    changes = {f.name: f.default for f in fields(pieces.kind) if f.name in fresh}
    changes |= dict(pieces.words[name] for name in pieces.words if name in states)
    changes |= pieces.known.changes(found)
    if pieces.settle is not None:
        changes |= pieces.settle(found, here)
    return evolve(here.piece, **changes)


def beyond_values(pieces: Pieces, line: Mapping[str, object], here: Spot) -> Iterator[Fault]:
    """Give what a line says of a piece that no order of battle could."""
    known = pieces.values.known if pieces.values is not None else {}
    for name, value in line.items():
        schema, problems = known.get(name), Problems()
        if isinstance(schema, Int) and not WHOLE.fullmatch(str(value)):
            continue
        if isinstance(schema, Int | Str) and not isinstance(value, list | dict):
            schema.read(Scalar("", 0, 0, str(value)), problems, name)
            for problem in problems:
                yield from here.below(name).wrong(problem.message, problem.mend).faults


def _states(pieces: Pieces, value: object, here: Spot) -> tuple[str, ...]:
    faults = Faults()
    found: tuple[str, ...] = items(word)(value, here)
    for name in found:
        if name not in pieces.words:
            faults += here.wrong(
                tr("unknown state {name}", name=verbatim(name)), nearest(name, pieces.words)
            ).faults
    faults.end()
    return found


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of `place:` for one of the pieces it names."""

    pieces: Pieces
    id: str
    says: Mapping[str, object]
    here: Spot


# -- the whole position --------------------------------------------------------------------------


@dataclass(frozen=True)
class Positions(Generic[SetupT, S]):
    """What a case may set of a game's State, and what it may check of its pieces.

    `fields` says how fields of the State are written where their types do not say it, `leave` names
    those that are not; of `merged` ones what is not written stays. `parts` are fields whose own
    fields are written as if they were the State's. `besides` reads what is no field; `finish` makes
    of that, and of the position so far, the one that is meant. `tells` are facts of the position that
    a case may check besides what it may set. `misplaced` tells which pieces cannot stand as they do:
    a line of `place:` that puts one so is refused. `without` takes those whom `only: yes` has left
    out of play off the lists of the set-up. `wants` has fields without which some steps cannot be
    played, each with what tells of a position whether it stands at one.
    """

    state: type[S]
    pieces: tuple[Pieces, ...]
    fields: Mapping[str, Declared] = field(default_factory=dict)
    leave: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    parts: Mapping[str, Fields] = field(default_factory=dict)
    besides: Mapping[str, Reader] = field(default_factory=dict)
    tells: Mapping[str, Fact] = field(default_factory=dict)
    misplaced: Callable[[SetupT, S], Iterable[Misplaced]] | None = None
    finish: Callable[[Mapping[str, Any], Here[SetupT, S]], S] | None = None
    without: Callable[[SetupT, S], SetupT] | None = None
    wants: Mapping[str, Callable[[S], bool]] = field(default_factory=dict)

    @cached_property
    def known(self) -> Fields:
        """How the fields of the State are written."""
        held = [name for p in self.pieces for name in (p.held, p.stacks) if name]
        return Fields(self.state, self.fields, {*self.leave, *held, *self.parts})

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All keys of `set:`."""
        parts = (name for part in self.parts.values() for name in part.known)
        return ("only", "place", *self.known.known, *parts, *self.besides)

    @property
    def within(self) -> frozenset[str]:
        """All names in the records of `set:`."""
        parts = (self.known, *self.parts.values(), *(pieces.known for pieces in self.pieces))
        told = (each.read for part in parts for each in part.known.values())
        readers = (*told, *self.besides.values())
        return frozenset(name for read in readers for name in names_within(read))

    # -- a position from a case ------------------------------------------------------------------

    def arrange(self, setup: SetupT, state: S, edits: Mapping[str, object]) -> tuple[SetupT, S]:
        """Return set-up and State with the `set:` section of a case; neither is changed itself.

        Raises:
            PositionError: with everything that does not fit, and where it stands.
        """
        faults, here = Faults(), Here(setup, state)
        for name in edits:
            if name not in self.names:
                mend = nearest(name, self.names)
                faults += (
                    here.below(name)
                    .wrong(tr("unknown field {name}", name=verbatim(name)), mend)
                    .faults
                )
        lines: list[_Line] = []
        with faults.kept():
            lines = list(self._lines(edits.get("place"), here.below("place"), faults))
        here = replace(here, setup=self._printed(lines, setup, faults))
        here = replace(here, state=self._placed(lines, edits, here, faults))
        if self.without is not None and "only" in edits:
            here = replace(here, setup=self.without(here.setup, here.state))
        here = replace(here, state=self._set(edits, here, faults))
        found = {}
        for name, read in self.besides.items():
            with faults.kept():
                if name in edits:
                    found[name] = read(edits[name], here.below(name))
        if self.finish is not None and not faults:
            with faults.kept():
                here = replace(here, state=self.finish(found, here))
        if not faults and "phase" in edits:
            faults += self._wanting(here)
        if not faults:
            faults += self._impossible(lines, here)
        faults.end()
        return here.setup, here.state

    def _wanting(self, here: Here[SetupT, S]) -> Iterator[Fault]:
        """Give the fields that the step wants and that are empty: it is somebody's, and nobody is named."""
        for name, wants in self.wants.items():
            if wants(here.state) and not getattr(here.state, name):
                words = f"this step is played with somebody {name}, and nobody is"
                yield from here.below("phase").wrong(words, f"write {name}: besides").faults

    def _impossible(self, lines: list[_Line], here: Here[SetupT, S]) -> Iterator[Fault]:
        """Give what is wrong with where the lines put their pieces, as all stand together."""
        for line in lines:
            for words in _beyond(line.pieces, here.setup, here.state, (line.id,)):
                yield from line.here.wrong(words).faults
        wrong = self.misplaced(here.setup, here.state) if self.misplaced is not None else ()
        for each in wrong:
            by = [line for line in lines if line.id in each.pieces]
            if by:
                yield from by[-1].here.wrong(str(each)).faults

    def _lines(self, value: object, here: Spot, faults: Faults) -> Iterator[_Line]:
        """Give each line of `place:` for each piece that it names."""
        if value is not None and not isinstance(value, list | tuple):
            raise here.wrong(
                tr("{value} is no list", value=verbatim(str(value))),
                tr("write [{{unit: name, at: place}}]"),
            )
        for index, line in enumerate(value or ()):
            spot = here.below(index)
            if not isinstance(line, Mapping):
                faults += spot.wrong(
                    tr("{line} is no mapping", line=line), tr("write {{unit: name}}")
                ).faults
                continue
            with faults.kept():
                names = items(word)(line.get("unit"), spot.below("unit"))
                if not names:
                    raise spot.wrong(tr("it does not name a unit"), tr("write {{unit: name}}"))
                for name in names:
                    with faults.kept():
                        yield self._line(name, line, spot)

    def _line(self, name: str, line: Mapping[str, object], here: Spot) -> _Line:
        pieces = self._sort_of(name, here.state)
        if pieces is None:
            known = [uid for pieces in self.pieces for uid in pieces.of(here.state)]
            what = " or ".join(pieces.what for pieces in self.pieces)
            raise here.below("unit").wrong(
                tr("there is no {what} {name}", what=verbatim(what), name=verbatim(name)),
                nearest(name, known),
            )
        spot = replace(here, where=f"{here.where}[{name}]", id=name)
        beyond = Faults(beyond_values(pieces, line, spot))
        beyond.end()
        return _Line(pieces, name, line, spot)

    def _sort_of(self, name: str, state: S) -> Pieces | None:
        return next((pieces for pieces in self.pieces if name in pieces.of(state)), None)

    def _printed(self, lines: list[_Line], setup: SetupT, faults: Faults) -> SetupT:
        """Return the set-up with the faces that lines give to their pieces."""
        for pieces in self.pieces:
            kinds = before = pieces.kinds(setup)
            for line in lines:
                if line.pieces is pieces and line.id in kinds:
                    with faults.kept():
                        here = replace(line.here, kind=kinds[line.id])
                        kinds = {**kinds, line.id: printed(pieces, line.says, here)}
            if kinds != before:
                setup = cast("SetupT", replace(cast("Any", setup), **{pieces.printed_in: kinds}))
        return setup

    def _placed(
        self, lines: list[_Line], edits: Mapping[str, object], here: Here[SetupT, S], faults: Faults
    ) -> S:
        """Put the pieces where the lines have them, and the others aside if they are the only ones."""
        alone = False
        with faults.kept():
            alone = flag(edits.get("only", "no"), here.below("only"))
        changes: dict[str, object] = {}
        for pieces in self.pieces:
            mine = [line for line in lines if line.pieces is pieces]
            there = dict(pieces.of(here.state))
            for line in mine:
                spot = replace(line.here, setup=here.setup, piece=there[line.id])
                spot = replace(spot, kind=pieces.kinds(here.setup).get(line.id))
                with faults.kept():
                    there[line.id] = placed(pieces, line.says, spot)
            first = dict.fromkeys(line.id for line in mine)
            if alone:
                there = set_aside(pieces, there, first)
            changes[pieces.held] = there
            if pieces.stacks:
                changes[pieces.stacks] = stacks_of(pieces, there, first)
        return evolve(here.state, **changes)

    def _set(self, edits: Mapping[str, object], here: Here[SetupT, S], faults: Faults) -> S:
        """Return the State with its fields, and those of its parts, as written."""
        for name, part in (("", self.known), *self.parts.items()):
            of = getattr(here.state, name) if name else here.state
            said = {key: edits[key] for key in part.known if key in edits}
            for key, value in said.items():
                with faults.kept():
                    found = part.read({key: value}, here)
                    changes = self._merged(part.changes(found), here.state)
                    of = evolve(of, **changes)
            here = replace(here, state=evolve(here.state, **{name: of}) if name else of)
        return here.state

    def _merged(self, changes: dict[str, Any], state: S) -> dict[str, Any]:
        """Keep what is not written of merged fields."""
        for name in self.merged:
            if name in changes:
                changes[name] = {**getattr(state, name), **changes[name]}
        return changes

    # -- facts and invariants --------------------------------------------------------------------

    def facts(self, setup: SetupT, state: S, piece: str) -> dict[str, object]:
        """Return what may be checked of a piece: its fields, its states and what the game adds.

        Raises:
            KeyError: for a piece that there is not.
        """
        pieces = self._sort_of(piece, state)
        if pieces is None:
            if any(p.takes_out(piece, setup) for p in self.pieces):
                return {"at": "removed"}
            raise KeyError(tr("there is no {name}", name=verbatim(piece)))
        of, kind = pieces.of(state)[piece], pieces.kinds(setup).get(piece)
        here = Here(setup, state, where="facts", id=piece, piece=of, kind=kind)
        found = {name: getattr(of, name, None) for name in pieces.told}
        if pieces.words:
            stated = pieces.words.items()
            found["state"] = [name for name, (to, on) in stated if getattr(of, to) == on]
        if pieces.stacks:
            stack = getattr(state, pieces.stacks).get(of.at, ())
            found["stack"] = stack.index(piece) if piece in stack else None
        found |= {name: getattr(kind, name) for name in pieces.shown}
        return found | {name: tell(here) for name, tell in pieces.facts.items()}

    def told(self, setup: SetupT, state: S) -> dict[str, object]:
        """Return what may be checked of a position as a whole: all that may be set of it, and `tells`."""
        here = Here(setup, state, where="facts")
        fields = {name: told.to for name, told in self.known.known.items() if told.to}
        found = {name: getattr(state, to) for name, to in fields.items()}
        for part, known in self.parts.items():
            of = getattr(state, part)
            found |= {name: getattr(of, told.to) for name, told in known.known.items() if told.to}
        besides = (name for name in self.besides if hasattr(state, name))
        found |= {name: getattr(state, name) for name in besides}
        found |= {name: tell(here) for name, tell in self.tells.items()}
        return {name: encode(value) for name, value in found.items()}

    @property
    def tellable(self) -> frozenset[str]:
        """The names of all that may be checked of a position as a whole."""
        own = {f.name for f in fields(cast("Any", self.state))}
        parts = (
            name for part in self.parts.values() for name, told in part.known.items() if told.to
        )
        set_so = (name for name, told in self.known.known.items() if told.to)
        return frozenset((*set_so, *parts, *(own & self.besides.keys()), *self.tells))

    def unsound(self, setup: SetupT, state: S) -> Iterator[str]:
        """Give what is wrong with where the pieces are and what they have, in words."""
        for pieces in self.pieces:
            strangers = list(_unknown(pieces, setup, state))
            if strangers:
                yield from strangers
                continue
            yield from _nowhere(pieces, setup, state)
            yield from _misplaced(pieces, state)
            yield from _beyond(pieces, setup, state, pieces.of(state))
        if self.misplaced is not None:
            yield from map(str, self.misplaced(setup, state))


def set_aside(
    pieces: Pieces, there: Mapping[str, Placed], placed: Collection[str]
) -> dict[str, Placed]:
    """Return the pieces with those that were not placed out of the way."""
    others = pieces.others
    if others == "stay":
        return dict(there)
    if others == "out":
        return {uid: piece for uid, piece in there.items() if uid in placed}
    return {
        uid: piece if uid in placed else evolve(piece, **others) for uid, piece in there.items()
    }


def stacks_of(
    pieces: Pieces, there: Mapping[str, Placed], first: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Return who is at each place, those placed first before the others."""
    inside = {uid: there[uid] for uid in dict.fromkeys([*first, *there]) if uid in there}
    return stacked(inside, ("", *pieces.boxes))


def stacked(pieces: Mapping[str, Placed], boxes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return who is at each place that is none of some boxes, in the order of the pieces."""
    stacks: dict[str, tuple[str, ...]] = {}
    for uid, piece in pieces.items():
        if piece.at not in boxes:
            stacks[piece.at] = (*stacks.get(piece.at, ()), uid)
    return stacks


def _unknown(pieces: Pieces, setup: object, state: object) -> Iterator[str]:
    """Pieces that the scenario does not have, or that went missing."""
    there, kinds = pieces.of(state), pieces.kinds(setup)
    if pieces.printed_in and there.keys() - kinds.keys():
        yield f"the {pieces.what}s in play are not those of the scenario"
    elif pieces.printed_in and pieces.others != "out" and kinds.keys() - there.keys():
        yield f"not all {pieces.what}s of the scenario are there"


def _nowhere(pieces: Pieces, setup: object, state: object) -> Iterator[str]:
    """Pieces in a place that there is not."""
    if pieces.spaces is not None:
        spaces = pieces.spaces(setup)
        for uid, piece in pieces.of(state).items():
            if not pieces.is_out(piece) and piece.at not in spaces:
                yield f"{uid} is at {piece.at}, which is no place"


def _misplaced(pieces: Pieces, state: object) -> Iterator[str]:
    """Every piece is in one place, and the stacks say the same."""
    there, listed = pieces.of(state), dict[str, str]()
    stacks = getattr(state, pieces.stacks) if pieces.stacks else {}
    for at, stack in stacks.items():
        if not stack:
            yield f"{at} is listed and empty"
        for uid in stack:
            if uid in listed:
                yield f"{uid} stands in {listed[uid]} and in {at}"
            listed[uid] = at
    for uid in sorted(listed.keys() - there.keys()):
        yield f"{uid} is listed at {listed[uid]} and not there"
    for uid, piece in there.items() if pieces.stacks else ():
        if listed.get(uid) != (None if pieces.is_out(piece) else piece.at):
            yield f"{uid} is at {piece.at} but listed at {listed.get(uid)}"


def _beyond(pieces: Pieces, setup: object, state: object, ids: Iterable[str]) -> Iterator[str]:
    """Fields of some pieces that are below 0 or above what is printed."""
    kinds, there = pieces.kinds(setup), pieces.of(state)
    for bound in pieces.bounds:
        for uid in ids:
            value, most = getattr(there[uid], bound.field), bound.most(kinds.get(uid))
            if not 0 <= value <= most:
                yield f"{uid} has {bound.field} {value}, from 0 to {most} are possible ({bound.rule})"

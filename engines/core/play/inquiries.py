"""Named questions about a position; what they are asked about is read once, alike in all games.

An inquiry is a function of (setup, state, seat, ...). The types of its further arguments say what a
table or a case may write there and what the function is handed:

    Piece = Annotated[Unit, Named("unit", lambda setup, state, seat: state.units)]

    def reach(setup: Setup, state: State, seat: str | None, unit: Piece) -> Answer: ...

A list of such a type takes one word or several; an argument with a default may be left out.

Each chapter of a game declares its own beside its rules, in `INQUIRIES = inquiries(reach, move_cost)` of
a file `inquiries.py` of its room; the game's `table` gathers them with `gathered(movement.INQUIRIES, ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import Parameter, signature
from itertools import islice
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from grognard.engines.core.show.views import Answer

Reading: TypeAlias = Callable[[object, object, "str | None", object], object]
"""How an argument is read: (setup, state, seat, what was written) to what the function is handed."""
Stands: TypeAlias = Callable[[Any, Any], object]
"""Returns the set-up as a position has left it."""
Known: TypeAlias = Callable[[Any, Any, "str | None"], Any]
"""Returns a State as a seat knows it: what is hidden from it is as if it were not there."""
ASKED_OF_ALL = ("setup", "state", "seat")
FEW = 5
"""So many names are listed for someone who wrote an unknown one; of more there is one example."""


class NoAnswer(ValueError):  # noqa: N818 - an inquiry that is refused, in words
    """An inquiry was asked of something that it tells nothing of; the message says what to ask."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that has a name: a piece, a place, a side. A name is written, the thing handed on.

    `known` are all there are, things by their names or names alone. `unless` says why a seat is told
    nothing of one, after its name ("is not on the map"), "" where it is.
    """

    noun: str
    known: Callable[[Any, Any, str | None], Collection[str]]
    unless: Callable[[Any, Any, str | None, Any], str] | None = None

    def __call__(self, setup: object, state: object, seat: str | None, said: object) -> Any:
        """Return what was named.

        Raises:
            NoAnswer: nothing is called so, or the seat is told nothing of it.
        """
        known = self.known(setup, state, seat)
        if not isinstance(said, str) or said not in known:
            example = ", ".join(islice(self._open(setup, state, seat), FEW + 1))
            if example.count(",") == FEW:
                example = f"such as {example.partition(',')[0]}"
            known_are = f"; known are {example}" if example else ""
            raise NoAnswer(f"there is no {self.noun} {said} to ask about{known_are}")
        why = self._why_not(setup, state, seat, known, said)
        if why:
            raise NoAnswer(f"{said} {why}")
        return known[said] if isinstance(known, Mapping) else said

    def _why_not(
        self, setup: object, state: object, seat: str | None, known: Collection[str], name: str
    ) -> str:
        thing = known[name] if isinstance(known, Mapping) else name
        return self.unless(setup, state, seat, thing) if self.unless else ""

    def _open(self, setup: object, state: object, seat: str | None) -> Iterator[str]:
        """Give the names that the seat may ask about."""
        known = self.known(setup, state, seat)
        return (name for name in known if not self._why_not(setup, state, seat, known, name))


@dataclass(frozen=True, slots=True)
class Attacking:
    """A choice {"pieces": [who attacks, ...], "at": whom or where}; a word alone is handed on as it is.

    `who` reads each of the pieces, `what` reads what is attacked.
    """

    who: Named
    what: Named

    def __call__(self, setup: Any, state: Any, seat: str | None, said: object) -> object:
        """Return the choice as it was written.

        Raises:
            NoAnswer: it has another form, or names something that is not there.
        """
        if isinstance(said, str):
            return said
        if not isinstance(said, dict) or not {"pieces", "at"} <= said.keys():
            raise NoAnswer(f"choice must be {{pieces: [{self.who.noun}], at: {self.what.noun}}}")
        pieces = several(said["pieces"])
        if not pieces:
            raise NoAnswer(f"pieces must name a {self.who.noun}")
        for name in pieces:
            self.who(setup, state, seat, name)
        self.what(setup, state, seat, said["at"])
        return said


def several(said: object) -> Sequence[object]:
    """Return a list as it is, a single word or number as a list of one."""
    return said if isinstance(said, Sequence) and not isinstance(said, str) else [said]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of an inquiry: how it is read, whether it must be given, whether it is a list."""

    read: Reading
    needed: bool
    many: bool = False

    def of(self, setup: object, state: object, seat: str | None, said: object) -> object:
        """Return what the function is handed for what was written."""
        if not self.many:
            return self.read(setup, state, seat, said)
        return [self.read(setup, state, seat, one) for one in several(said)]


@dataclass(frozen=True)
class Inquiry:
    """A named question about a position: a pure function of (setup, state, seat, arguments).

    `measures`: withheld before commitment when the table plays without measuring. `slow`: it takes
    its time (it samples), so that the table asks it in a thread of its own. `stands` returns the
    set-up as the position has left it, where the map changes; `known` the position as the seat knows
    it, so that no answer hangs on what is hidden from it. What cannot be asked is refused with
    NoAnswer; any other exception is a fault of the engine.
    """

    name: str
    asks: Callable[..., Answer]
    measures: bool = False
    slow: bool = False
    stands: Stands | None = None
    known: Known | None = None

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """What is asked about, by name."""
        hints = get_type_hints(self.asks, include_extras=True)
        parameters = signature(self.asks).parameters
        return {
            name: _argument(hints.get(name), parameter)
            for name, parameter in parameters.items()
            if name not in ASKED_OF_ALL
        }

    def ask(self, setup: object, state: object, seat: str | None, **said: object) -> Answer:
        """Return the answer for what was written: words, numbers, lists or a choice.

        Raises:
            NoAnswer: it is refused, in words.
        """
        given = {name: one for name, one in said.items() if one not in ("", None)}
        needed = {name for name, argument in self.arguments.items() if argument.needed}
        if (unknown := given.keys() - self.arguments) or not needed <= given.keys():
            wrong = f"knows no {', '.join(sorted(unknown))}" if unknown else "lacks an argument"
            raise NoAnswer(
                f"{self.name} {wrong}; ask it with {', '.join(self.arguments) or 'none'}"
            )
        if self.stands is not None:
            setup = self.stands(setup, state)
        if self.known is not None:
            state = self.known(setup, state, seat)
        read = {
            name: self.arguments[name].of(setup, state, seat, one) for name, one in given.items()
        }
        return self.asks(setup, state, seat, **read)


def inquiries(
    *asks: Callable[..., Answer],
    measures: Sequence[Callable[..., Answer]] = (),
    slow: Sequence[Callable[..., Answer]] = (),
) -> dict[str, Inquiry]:
    """Return the inquiries that some functions are, by their names."""
    return {one.__name__: Inquiry(one.__name__, one, one in measures, one in slow) for one in asks}


def gathered(
    *chapters: Mapping[str, Inquiry], stands: Stands | None = None, known: Known | None = None
) -> dict[str, Inquiry]:
    """Return the inquiries of all chapters of a game, each asked of the set-up as it `stands`.

    `known`: and of the position as whoever asks knows it.
    """
    return {
        name: replace(one, stands=stands, known=known)
        for chapter in chapters
        for name, one in chapter.items()
    }


def _argument(hint: object, parameter: Parameter) -> Argument:
    """Return how the type of an argument says that it is read."""
    readings = _readings(hint)
    # A list that may be left out is a list beside None.
    many = any(get_origin(one) in (list, Sequence) for one in (hint, *get_args(hint)))
    read = readings[0] if readings else _word if hint is str else _plain
    return Argument(read, parameter.default is parameter.empty, many and bool(readings))


def _readings(hint: object) -> list[Reading]:
    """Return what is annotated in a type: that of the type itself, of its items, or beside None."""
    if get_origin(hint) is Annotated:
        return [reading for reading in get_args(hint)[1:] if callable(reading)]
    return [reading for part in get_args(hint) for reading in _readings(part)]


def _plain(_setup: object, _state: object, _seat: str | None, said: object) -> object:
    """Hand on what was written: a choice, which is judged where it is understood."""
    return said


def _word(_setup: object, _state: object, _seat: str | None, said: object) -> str:
    if not isinstance(said, str):
        raise NoAnswer(f"{said} must be a word")
    return said

"""Why a choice is none that a question knows: the first of its parts that no choice on offer has.

A choice names pieces, places and a facing. A piece is another seat's, or passed by for a reason that the
game declares (see `passing`); a place fails the condition that all places on offer meet, which the game
declares by the kind of the question; parts that are on offer may not go together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, UNORDERED, Ask, Choice
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.passing import Passing, why_passed_by
from grognard.engines.core.show.views import PieceView, SpaceView, TableView

MOST = 20_000
"""So many choices are looked through for what is on offer."""
FACING = "facing"
PLACE, TURNED, TOGETHER = "", ":facing", ":together"
"""What is declared of a kind of question besides: a facing there, and parts that do not go together."""
_VEILED = text("That piece")
_OURS = text("{piece} is under another command: it is not yours to choose.")
_THEIRS = text("{piece} is your own: a piece of the other side is chosen.")
_NEEDED = text("This has to be decided: it cannot be declined.")
_PLACE = text("{place} is none of the places that this question is about.")
_FACING = text("That facing is not possible in {place}.")
_ORDER = text("Name each once, in the order in which they are listed.")
_TOGETHER = text("What was chosen does not go together.")


@dataclass
class Barring:
    """Judges what an Ask does not know; `view` is what its seat sees, made when it is needed.

    Args:
        passing, closed: what the game declares of pieces and of places, by the kind of the question.
        side: the side of the seat that is asked.
        view, spaces: what the seat sees, and the spaces of the board.
    """

    ask: Ask
    passing: Passing
    closed: Passing
    side: str
    view: Callable[[], TableView]
    spaces: Callable[[], tuple[SpaceView, ...]]

    def __call__(self, choice: Choice) -> Refusal | None:
        """Return what bars a choice, None where no part of it is known on the board."""
        if choice == PASS:
            return self.ask.choices.why_not_pass() or Refusal(self.ask.rules[0], _NEEDED)
        parts = [*_parts(choice)]
        found = (self._why(name, word, choice) for name, word in parts)
        why = next((why for why in found if why is not None), None)
        known = parts and all(part in self._offered for part in parts)
        return why or (self._unfit(choice) if known else None)

    @cached_property
    def _pieces(self) -> dict[str, PieceView]:
        return {piece.id: piece for piece in self.view().pieces}

    @cached_property
    def _spaces(self) -> dict[str, SpaceView]:
        return {space.id: space for space in self.spaces()}

    @cached_property
    def _offered(self) -> frozenset[tuple[str, str]]:
        """Every part of the choices on offer, with the field that it stands in."""
        choices, items = self.ask.choices, getattr(self.ask.choices, "items", ())
        listed = islice(choices, MOST) if choices.finite else ()
        found = {part for choice in listed for part in _parts(choice)}
        return frozenset(found | {("subset", item) for item in items})

    def _why(self, name: str, word: str, choice: Choice) -> Refusal | None:
        if (name, word) in self._offered:
            return None
        if word in self._pieces:
            return self._why_piece(name, self._pieces[word])
        return self._why_place(name, word, choice) if word in self._spaces else None

    def _why_piece(self, name: str, piece: PieceView) -> Refusal:
        """Return why no choice on offer has a piece where this one has it."""
        known = (self._pieces.get(word) for field, word in self._offered if field == name)
        sides = {other.side for other in known if other is not None}
        if piece.side == self.side and (not sides or self.side in sides):
            return why_passed_by(self.passing, self.ask, piece)
        words = _THEIRS if piece.side == self.side else _OURS
        if piece.side in sides:  # another of that side would do, or those of all sides
            return why_passed_by(self.passing, self.ask, piece)
        called = named("unit", piece.name) if piece.name else _VEILED
        return Refusal(self.ask.rules[0], words.fill(piece=called), (piece.id,))

    def _why_place(self, name: str, place: str, choice: Choice) -> Refusal:
        """Return why no choice on offer has a place: of who stands there and could act, else of the place."""
        if self.ask.acts:
            here = (p for p in self._pieces.values() if p.at == place and p.side == self.side)
            piece = next((p for p in here if not p.hidden), None)
            if piece is not None:
                return why_passed_by(self.passing, self.ask, piece)
        # The choices are asked of the place alone: all else in the choice is on offer.
        others = [part for part in _parts(choice) if part[1] != place]
        asked = all(part in self._offered for part in others)
        why = self.ask.choices.why_not_place(place, choice) if asked else None
        of_field = f".{name}" if f"{self.ask.kind}.{name}" in self.closed else PLACE
        return why or self._closed(of_field, _PLACE, place)

    def _unfit(self, choice: Choice) -> Refusal:
        """Return why parts that are on offer are not on offer together."""
        place = next((word for _, word in _parts(choice) if word in self._spaces), "")
        why = self.ask.choices.why_not_place(place, choice) if place else None
        if why is not None:
            return why
        if isinstance(choice, Mapping) and UNORDERED & choice.keys():
            return Refusal(self.ask.rules[0], _ORDER)
        if isinstance(choice, Mapping) and FACING in choice:
            return self._closed(TURNED, _FACING, place)
        return self._closed(TOGETHER, _TOGETHER, place)

    def _closed(self, what: str, otherwise: Text, place: str) -> Refusal:
        declared = self.closed.get(f"{self.ask.kind}{what}")
        rule, words = declared or (self.ask.rules[0], otherwise)
        space = self._spaces.get(place)
        label = space.called or named("place", space.label or place) if space else text("there")
        return Refusal(rule, words.fill(place=label), (place,) if place else ())


def _parts(choice: Choice) -> Iterator[tuple[str, str]]:
    """Give the words of a choice with the field that each stands in."""
    if isinstance(choice, str):
        yield "", choice
    fields = choice.items() if isinstance(choice, Mapping) else ()
    for name, value in fields:
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, list):
            yield from ((name, word) for word in value if isinstance(word, str))


def vague() -> frozenset[str]:
    """Return the keys of what is said where a game declares nothing: no condition is named in it."""
    return frozenset(words.key for words in (_PLACE, _FACING, _TOGETHER))

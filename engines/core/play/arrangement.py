"""Arranging many pieces in free order: set-up and redeployment.

One Ask of form `arrange` is put again after each placing until its seat says "done", so that every
placing is journalled, rests, and can be retracted: by placing the piece elsewhere, by taking it back
in hand (at ""), or by undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from grognard.engines.core.data.text import Text, counted, text, verbatim
from grognard.engines.core.show.asks import NOT_LISTED, Choice, Choices
from grognard.engines.core.show.explain import Refusal

DONE = "done"
AUTO = "auto"
HAND = ""
GIVEN_UP = 0.02
"""How often a sampled arrangement that may not stay as it stands is placed all at once."""
SETTLED = 0.5
"""How often a sampled arrangement is left as it is once all pieces stand."""


class Arrangement(Choices):
    """What may be done with the pieces of a set-up: place, shift, take back, be done.

    Args:
        rule: the rule that refuses.
        where: where each piece stands now, "" in hand; the pieces are listed in this order.
        places: the spaces each piece may be set up in, in the order they are listed.
        why_not_at: why a piece may not stand in one of its places as the others stand now.
        open_to: the places that do not refuse a piece, where they are found faster all at once.
        facings: the facings a piece may have in any place; () where pieces have none.
        facing: how each piece faces now.
        why_not_done: why it may not stay as it stands, once every piece is placed.
        names: what the pieces are called in labels; `compass` the facings, `called` the places.
        auto: what placing them all at once is called (the choice "auto"), None where it is not
            offered; `is_set` tells whether they all stand so.
    """

    def __init__(  # noqa: PLR0913 - a set-up is made of these
        self,
        rule: str,
        where: Mapping[str, str],
        places: Mapping[str, Sequence[str]],
        *,
        why_not_at: Callable[[str, str], Refusal | None] = lambda _piece, _space: None,
        open_to: Callable[[str], Sequence[str]] | None = None,
        facings: Sequence[int] = (),
        facing: Mapping[str, int] | None = None,
        why_not_done: Callable[[], Refusal | None] = lambda: None,
        names: Mapping[str, str] | None = None,
        compass: Sequence[Text] = (),
        called: Callable[[str], Text] = verbatim,
        auto: Text | None = None,
        is_set: Callable[[], bool] = lambda: False,
    ) -> None:
        self.rule = rule
        self.where = where
        self.places = places
        self.why_not_at = why_not_at
        self.open_to = open_to or self._unrefused
        self.facings = tuple(facings)
        self.facing = facing or {}
        self.why_not_done = why_not_done
        self.names = names or {}
        self.compass = compass
        self.called = called
        self.auto = auto
        self.is_set = is_set

    def __iter__(self) -> Iterator[Choice]:
        if self.auto is not None and not self.is_set():
            yield AUTO
        for piece in self.where:
            yield from self._placings(piece)
        for piece, space in self.where.items():
            if space != HAND:
                yield {"piece": piece, "at": HAND}
        if self._unfinished() is None:
            yield DONE

    def _placings(self, piece: str) -> Iterator[Choice]:
        """Give every change of where and how a piece stands."""
        for space in self.open_to(piece):
            stays = space == self.where[piece]
            if not self.facings and not stays:
                yield {"piece": piece, "at": space}
            for facing in self.facings:
                if not (stays and facing == self.facing.get(piece)):
                    yield {"piece": piece, "at": space, "facing": facing}

    def _unrefused(self, piece: str) -> list[str]:
        """Return where a piece may stand: where it does, and wherever nothing is against it."""
        here = self.where[piece]
        places = self.places[piece]
        return [at for at in places if at == here or self.why_not_at(piece, at) is None]

    def _unfinished(self) -> Refusal | None:
        left = tuple(piece for piece, space in self.where.items() if space == HAND)
        if left:
            words = counted(
                "{n} piece is still to be placed.",
                "{n} pieces are still to be placed.",
                n=len(left),
            )
            return Refusal(self.rule, words, left)
        return self.why_not_done()

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == DONE:
            return self._unfinished()
        if not isinstance(choice, dict) or not self._formed(choice):
            return None if choice == AUTO and self.auto is not None else NOT_LISTED
        piece, space = choice["piece"], choice["at"]
        if space == HAND:
            return None if self.where[piece] != HAND else NOT_LISTED
        if space not in self.places[piece]:
            words = text("{piece} may not be placed there.", piece=self._name(piece))
            return Refusal(self.rule, words, (space,))
        if space != self.where[piece]:
            return self.why_not_at(piece, space)
        turned = self.facings and choice["facing"] != self.facing.get(piece)
        words = text("{piece} stands there already.", piece=self._name(piece))
        return None if turned else Refusal(self.rule, words, (space,))

    def _formed(self, choice: dict[str, Choice]) -> bool:
        """Whether a choice has the right keys and names a piece of this arrangement."""
        piece, space = choice.get("piece"), choice.get("at")
        if not (isinstance(piece, str) and piece in self.where and isinstance(space, str)):
            return False
        if space == HAND or not self.facings:
            return choice.keys() == {"piece", "at"}
        facing = choice.get("facing")
        return choice.keys() == {"piece", "at", "facing"} and (
            type(facing) is int and facing in self.facings
        )

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        why = self._unfinished()
        if why is not None:
            yield DONE, why

    def sample(self, rng: Random) -> Choice:
        """Go one step towards a full arrangement: the piece with the fewest places goes first.

        Once all stand, what keeps them from being done is mended: the pieces that it names are
        shifted, or else all are placed at once. So it ends, whatever a rule asks of the whole.
        """
        left = {
            piece: list(self._placings(piece))
            for piece, space in self.where.items()
            if space == HAND
        }
        if left:
            fewest = min(map(len, left.values()))
            if fewest == 0:
                return self._make_room(rng, left)
            return rng.choice(rng.choice([o for o in left.values() if len(o) == fewest]))
        why = self._unfinished()
        finished = why is None
        if finished and rng.random() < SETTLED:
            return DONE
        if not finished and self.auto is not None and rng.random() < GIVEN_UP:
            return AUTO
        named = self._named(why.where) if why is not None else []
        shifts = [choice for piece in named or self.where for choice in self._placings(piece)]
        if shifts:
            return rng.choice(shifts)
        return DONE if finished else self._make_room(rng, {})

    def _named(self, where: Sequence[str]) -> list[str]:
        """Return the pieces that a reason names, or the places that they stand in."""
        return [piece for piece, at in self.where.items() if piece in where or at in where]

    def _make_room(self, rng: Random, left: Mapping[str, list[Choice]]) -> Choice:
        """Take back a piece that stands where one without a place could stand."""
        wanted = {
            space for piece, found in left.items() if not found for space in self.places[piece]
        }
        standing = [piece for piece, space in self.where.items() if space != HAND]
        blocking = [piece for piece in standing if self.where[piece] in wanted]
        return {"piece": rng.choice(blocking or standing), "at": HAND}

    def label(self, choice: Choice) -> Text:
        if not isinstance(choice, dict):
            return self.auto if choice == AUTO and self.auto is not None else text("Done")
        name = self._name(choice["piece"])
        if choice["at"] == HAND:
            return text("Take {piece} back", piece=name)
        at = self.called(choice["at"])
        if self.compass and "facing" in choice:
            way = self.compass[choice["facing"]]
            return text("{piece} to {at}, facing {way}", piece=name, at=at, way=way)
        return text("{piece} to {at}", piece=name, at=at)

    def _name(self, piece: str) -> str:
        return self.names.get(piece, piece)

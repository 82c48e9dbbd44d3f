"""Where things are and what they are called, in one position as a seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from grognard.app.table.gestures.gesture import mentions
from grognard.app.table.model.called import TABLE
from grognard.engines.core.data.text import Text, named, spell
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import BoardView, PieceView, TableView


class Lookup:
    """Pieces and places of one view, by their ids."""

    def __init__(
        self,
        board: BoardView,
        view: TableView,
        seats: Mapping[str, str],
        term: Callable[[str], Text],
    ) -> None:
        self.board, self.view, self._seats, self._term = board, view, seats, term
        self.pieces: dict[str, PieceView] = {piece.id: piece for piece in view.pieces}
        self._labels = {space.id: space.label for space in board.spaces}
        self._called = {space.id: space.called for space in board.spaces if space.called}
        self._here: dict[str, list[PieceView]] = {}
        for piece in view.pieces:
            if piece.at is not None:
                self._here.setdefault(piece.at, []).append(piece)

    def place_of(self, piece: str) -> str:
        """Return the space a piece is in."""
        found = self.pieces.get(piece)
        return (found.at or "") if found is not None else ""

    def pieces_at(self, space: str) -> list[str]:
        """Return the pieces in a space, top first."""
        return [p.id for p in sorted(self._here.get(space, ()), key=lambda p: p.stack)]

    def names(self, piece: str = "", space: str = "") -> list[str]:
        """Return all that a click there may mean, the most telling first."""
        if self.board.kind == TABLE:
            return [piece] if piece else []  # bare ground is no place that anything is asked of
        # A stack may reach over into the next space: what is pointed at is the piece, where it stands.
        space = self.place_of(piece) or space
        found = [piece] if piece else []
        found += [space] if space else []
        others = [name for name in self.pieces_at(space) if name != piece] if space else []
        return found + others

    def label(self, space: str) -> str:
        """Return the name of a place, "" for none."""
        return self._labels.get(space, "")

    def name_of(self, name: str) -> str:
        """Return the printed name of a piece, space or seat."""
        piece = self.pieces.get(name)
        if piece is not None and piece.name:
            return spell("unit", piece.name)
        if name in self._called:
            return str(self._called[name])
        if self.label(name):
            return spell("place", self.label(name))
        return str(named("seat", self._seats[name]) if name in self._seats else self._term(name))

    def printed(self, choice: Choice | None, words: str) -> str:
        """Return the words of a choice, with printed names where they are but its bare ids."""
        if isinstance(choice, dict) and words == str(choice) and "facing" not in choice:
            return ", ".join(self.name_of(name) for name in mentions(choice)) or words
        if isinstance(choice, str) and words == choice:
            return self.name_of(choice)
        return words

    def spots(self) -> dict[str, tuple[float, float]]:
        """Return the middle of each space, and of each piece that stands free, in board units."""
        found = {p.id: p.pose[:2] for p in self.view.pieces if p.pose is not None}
        return found | {space.id: space.centre for space in self.board.spaces}

    def find(self) -> dict[str, str]:
        """Return everything on the board that has a name, by that name."""
        found = {
            spell("unit", p.name): p.id for p in self.view.pieces if p.name and (p.at or p.pose)
        }
        for space in self.board.spaces:
            for name in space.search:
                found.setdefault(spell("place", name), space.id)
            if space.label:
                found.setdefault(spell("place", space.label), space.id)
        return found

    def nearest(self, words: str) -> str:
        """Return the piece or place that is called so, or much like it; "" if none is.

        A name that is spelt so comes first, then a space's number, a name that holds the words, and
        one that is spelt nearly so, as a whole or in one of its words.
        """
        wanted = words.strip().casefold()
        called = {name.casefold(): found for name, found in self.find().items()}
        if wanted in called or not wanted:
            return called.get(wanted, "")
        if wanted in self._labels:
            return wanted
        holding = next((found for name, found in called.items() if wanted in name), "")
        if holding:
            return holding
        spelt = {word: found for name, found in called.items() for word in name.split()} | called
        return next((spelt[name] for name in get_close_matches(wanted, spelt, 1)), "")

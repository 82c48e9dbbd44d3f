"""move, arrange: first the piece, then where it goes. Plain objects; no widget in here."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.app.table.gestures.facing import heading_of, stepped
from grognard.app.table.gestures.gesture import DECLINING, Gesture, Marks
from grognard.engines.core.data.text import Text, spell, text
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.choices import facing_of, fields_of, number_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import TableView

HAND = ""
"""Where a piece is that is taken back off the board."""


class Moving(Gesture):
    """A piece is picked with a click, a second one marks where to and a third there sends it; a drag does it all.

    Pieces with their places are sorted once, so that a click among hundreds of choices is found
    at once. Where several choices lead a piece to one place (whose order it moves at, how it
    faces) the list and the turn keys tell them apart.
    """

    carries = True
    from_hand = True
    """Whether a click on a place brings a piece there that stands nowhere yet."""

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.index = 0
        self.ways: dict[str, dict[str, list[Choice]]] = {}
        self._where = {piece.id: piece.at or "" for piece in view.pieces}
        for choice in self.all:
            if self._stays_away(choice):
                self.extras.append(choice)
            elif isinstance(choice, dict) and "piece" in choice:
                ways = self.ways.setdefault(choice["piece"], {})
                ways.setdefault(choice["at"], []).append(choice)
            elif choice not in DECLINING:
                self.extras.append(choice)
        self.tokens = [one for one in self.ways if self.from_hand and not self._where.get(one)]
        """The pieces that are on no board, as counters in the hand: the place may be clicked first."""
        self._names = {piece.id: spell("unit", piece.name) or piece.id for piece in view.pieces}
        self._bys = list(
            dict.fromkeys(
                by
                for ways in self.ways.values()
                for choices in ways.values()
                for choice in choices
                if isinstance(by := fields_of(choice).get("by"), str)
            )
        )

    def _stays_away(self, choice: Choice) -> bool:
        """Whether a choice leaves a counter in the hand where it is: a button says so, no place."""
        fields = fields_of(choice)
        named = self.from_hand and "piece" in fields and fields.get("at") == HAND
        return named and not self._where.get(word_of(choice, "piece"))

    def _refused(self) -> Iterable[tuple[Choice, Refusal]]:
        """What is refused is asked of one piece and place at a time, when they are pointed at."""
        return ()

    # -- what is picked ------------------------------------------------------------------------

    @property
    def piece(self) -> str:
        """The piece that is picked, "" for none."""
        return self.picked[0] if self.picked else ""

    @property
    def place(self) -> str | None:
        """The place that is picked for it."""
        return self.picked[1] if len(self.picked) > 1 else None

    def places(self) -> dict[str, list[Choice]]:
        """Return where the picked piece may go, with the choices that lead there."""
        return self.ways.get(self.piece, {})

    def candidates(self) -> list[Choice]:
        if not self.piece:
            return [c for ways in self.ways.values() for way in ways.values() for c in way]
        if self.place is None:
            return [choice for way in self.places().values() for choice in way]
        return self.places().get(self.place, [])

    def _bound_for(self, place: str) -> list[str]:
        """The counters in the hand that may go to a place."""
        return [one for one in self.tokens if place in self.ways[one]]

    def listed(self) -> list[Choice]:
        if not self.piece:
            return [*self.ways]
        if self.place is None or self.piece not in self.tokens:
            return self.candidates()
        others = [one for one in self._bound_for(self.place) if one != self.piece]
        meant = self.candidates() if self.chosen() is None else []  # else Done says it
        return [*meant, *(choice for one in others for choice in self.ways[one][self.place])]

    @property
    def heading(self) -> Text | None:
        placed = self.tokens and len(self.tokens) == len(self.ways) and not self.piece
        return text("Choose a piece to place, then click where it goes:") if placed else None

    def is_step(self, choice: Choice) -> bool:
        return isinstance(choice, str) and choice in self.ways

    def settle(self, choice: Choice) -> Choice | None:
        if isinstance(choice, str) and choice in self.ways:
            self.lift(choice)
            return None
        return choice

    def label(self, choice: Choice) -> str:
        if isinstance(choice, str) and choice in self.ways:
            return self._names.get(choice, choice)
        return super().label(choice)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if isinstance(choice, str):
            return ()
        return super().describe(choice)

    def chosen(self) -> Choice | None:
        if self.place is None:
            return None
        left = self.candidates()
        faced = all("facing" in fields_of(choice) for choice in left)
        if not left or not (faced or len(left) == 1):
            return None
        return left[(self.as_it_faces(left) + self.index) % len(left)]

    # -- clicks --------------------------------------------------------------------------------

    def lift(self, piece: str) -> bool:
        if piece not in self.ways:
            return False
        self.picked, self.index = [piece], 0
        self.let_go()
        return True

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        for name in names:
            if name == self.place:
                return self.chosen()
            if self.piece and name in self.places():
                turned = self.facing is not None and self.turned_at == name
                self.picked, self.index = [self.piece, name], 0
                return self.chosen() if turned else None
            if name != self.piece and self.lift(name):
                return None
            if bound := self._bound_for(name):
                self.picked, self.index = [bound[0], name], 0
                return None
        return None

    def hover(self, names: Iterable[str]) -> Choice | None:
        for name in names:
            bound = [self.piece] if name in self.places() else self._bound_for(name)
            if bound:
                return self.over(self.ways[bound[0]][name])
        self.pointed_at = []
        return None

    def back(self) -> bool:
        self.index = 0
        had = self.let_go()
        return super().back() or had

    def turn(self, steps: int) -> bool:
        left = self.candidates()
        if self.place is None:
            return self._turn_over(steps) or self._turns_where_it_stands(steps)
        now = self.chosen()
        if now is None or len(left) < 2:
            return False
        to = stepped(left, left.index(now), steps, self.bearing)
        self.index = (self.index + to - left.index(now)) % len(left)
        return True

    def mark(self, choice: Choice) -> bool:
        left = self.candidates()
        if self.place is None or choice not in left:
            return False
        self.index = (left.index(choice) - self.as_it_faces(left)) % len(left)
        return True

    def _turns_where_it_stands(self, steps: int) -> bool:
        """A picked piece that may stay where it is turns there, on from the way it faces."""
        home = self._where.get(self.piece, HAND)
        ways = self.places().get(home, []) if home else []
        faces = next((heading_of(p) for p in self.view.pieces if p.id == self.piece), None)
        if len(ways) < 2 or faces is None or None in map(facing_of, ways):
            return False
        sign = 1 if steps > 0 else -1
        turns = [
            ((self.bearing(number_of(way, "facing")) or 0.0) - faces) * sign % 360 for way in ways
        ]
        found = turns.index(min(turns)) - self.as_it_faces(ways)
        self.picked, self.index = [self.piece, home], found % len(ways)
        return True

    # -- marks and refusals --------------------------------------------------------------------

    def marks(self) -> Marks:
        legal = self.places() if self.piece else self.ways
        open_to = (name for one in self.tokens for name in self.ways[one])
        return Marks(tuple(dict.fromkeys((*filter(None, legal), *open_to))), (), tuple(self.picked))

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        """Why the picked piece cannot go there, or why the piece pointed at cannot be picked."""
        listed = list(names)
        if self.piece:
            spaces = [name for name in listed if name not in self._where]
            if not spaces or spaces[0] == self._where.get(self.piece):
                return None
            return self._why(self.piece, spaces[0])
        if any(name in self.ways for name in listed):
            return None
        misread = None
        for name in listed:
            why = self._why(name, self._where[name]) if self._where.get(name) else None
            if why is not None and not why.misread:
                return why
            misread = misread or why
        return self._passed_by(listed) or misread

    def _why(self, piece: str, at: str) -> Refusal | None:
        plain: dict[str, Choice] = {"piece": piece, "at": at}
        tried = [{**plain, "by": by} for by in ("", *self._bys)] if self._bys else [plain]
        for choice in (*tried, {**plain, "facing": 0}):
            why = self.ask.why_not(choice)
            if why is not None and why.rule:
                return why
        return None


class Arranging(Moving):
    """arrange: pieces come out of a tray, go to their places, and back into the tray."""

    from_hand = False

    def in_hand(self) -> list[str]:
        """Return the pieces that stand nowhere yet."""
        return [piece for piece in self.ways if not self._where.get(piece)]

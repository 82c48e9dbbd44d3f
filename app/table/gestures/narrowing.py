"""pick, piece, place, pose, target: each click narrows down what may be meant. No widget in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grognard.app.table.gestures.facing import facing_in, heading_of, stepped
from grognard.app.table.gestures.gesture import Gesture, Marks, mentions
from grognard.engines.core.show.asks import Ask, Choice, actors
from grognard.engines.core.show.choices import fields_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import TableView


def _acting(choice: Choice) -> list[str]:
    """Return the pieces that act by a choice."""
    by = choice.get("pieces") if isinstance(choice, dict) else None
    return [name for name in by if isinstance(name, str)] if isinstance(by, list) else []


class Narrowing(Gesture):
    """pick, piece, place, pose, target: each click narrows what may be meant, none commits by itself.

    When several choices remain at one spot they differ by facing or by their labels: Q, E, the
    wheel and the list walk through them.
    """

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.index = 0
        self._loose = self._turned = False
        spots = {c.get("at") for c in super().candidates() if isinstance(c, dict)}
        self._given = [str(spot) for spot in spots] if self._one_spot(spots) else []
        self.picked = [*self._given]

    def _one_spot(self, spots: set[Choice | None]) -> bool:
        """Whether there is but one place to turn in: that one is meant from the beginning."""
        return self.ask.form == "pose" and len(spots) == 1

    def candidates(self) -> list[Choice]:
        left = super().candidates()
        for name in self.picked:
            left = [choice for choice in left if name in self.meant(choice)]
        return left

    def marks(self) -> Marks:
        found = super().marks()
        if self.ask.form == "pose" and self.picked:
            # A click elsewhere marks another place: the reach stays in sight.
            whole = dict.fromkeys(n for c in super().candidates() for n in self.meant(c))
            found = replace(found, legal=tuple(whole))
        # A question about pieces shows which; where pieces are to be clicked these keep their own mark.
        about = self.ask.form == "pick" or self.ask.interrupt
        # What may be chosen keeps the mark of that, though the question is about it.
        where = (name for name in self.ask.where if name not in found.legal)
        return replace(found, chosen=(*self.ask.subject, *where, *found.chosen)) if about else found

    @property
    def _open(self) -> bool:
        """Whether more targets are legal than are listed, and those who are to act are picked."""
        if self.ask.form != "target" or self.ask.choices.finite or not self.picked:
            return False
        return any(self.picked[0] in _acting(choice) for choice in self.all)

    @property
    def explains(self) -> bool:
        return super().explains or self._open

    def _unlisted(self, names: Iterable[str]) -> Choice | None:
        """Return the choice of a legal target that no line of the list names."""
        tried = [choice for name in names for choice in self._aimed(name)]
        return next((choice for choice in tried if choice in self.ask.choices), None)

    def _aimed(self, name: str) -> list[Choice]:
        """Return the choice that aims those picked at a piece of another side."""
        sides = {piece.id: piece.side for piece in self.view.pieces}
        mine = {sides.get(one) for one in self.picked}
        if not self._open or name not in sides or sides[name] in mine:
            return []
        return [{"pieces": list(self.picked), "at": name}]

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        if not self._open:
            return super().refusal(names)
        tried = [self.ask.why_not(choice) for name in names for choice in self._aimed(name)]
        return next((why for why in tried if why is not None and why.rule), None)

    def _step(self, names: Iterable[str]) -> str | None:
        """Return the one of `names` that narrows the candidates."""
        left = self.candidates()
        for name in names:
            if name not in self.picked and any(name in self.meant(choice) for choice in left):
                return name
        return None

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        """Mark what is clicked; a second click on it makes the choice that is marked."""
        listed = list(names)
        if self._loose and self._again(listed):
            return self.chosen()
        self._loose = False
        if self._again(listed):
            return self.chosen()
        name = self._step(listed)
        if name is None and (aimed := self._unlisted(listed)) is not None:
            self.all.append(aimed)
            name = word_of(aimed, "at")
        if name is None and self.picked:
            self.picked = [*self._given]
            name = self._step(listed)
        if name is None:
            return None
        turned = self.turned_at in (name, *self._given) and self.facing is not None
        self.picked.append(name)
        self.index, self._turned = 0, False
        return self.chosen() if turned and self._same_spot(self.candidates()) else None

    def take(self, names: Iterable[str]) -> None:
        listed = list(names)
        if not self._again(listed):
            self.click(listed)

    def drop(self, names: Iterable[str]) -> Choice | None:
        """Let go of what was dragged: of several choices that this may mean the plainest is marked."""
        listed = list(names)
        if not self.picked or self._step(listed) is None:
            return super().drop(listed)
        choice = super().drop(listed)
        self._loose = choice is None and len(self.candidates()) > 1
        return choice

    def _plainest(self) -> list[Choice]:
        """Return what may be meant: what those picked do themselves, and that which names the least.

        Others may act through the hex that was picked, as those do who charge through friends.
        """

        def distance(choice: Choice) -> tuple[bool, int]:
            return not set(actors(choice)) & set(self.picked), len(mentions(choice))

        return sorted(self.candidates(), key=distance)

    def _again(self, names: list[str]) -> bool:
        """Whether what was picked is clicked again: nothing that could be picked lies above it."""
        fresh = {name for choice in super().candidates() for name in self.meant(choice)}
        first = next((name for name in names if name in fresh or name in self.picked), None)
        return first is not None and first in self.picked

    def hover(self, names: Iterable[str]) -> Choice | None:
        listed = list(names)
        if self.picked != self._given and self._again(listed):
            return self.chosen()  # as a second click would
        name = self._step(listed)
        fits = [c for c in self.candidates() if name in self.meant(c)] if name is not None else []
        if len(fits) > 1 and self._same_spot(fits):
            meant = self.over(fits)
            return None if self._must_turn(fits, listed) else meant
        self.pointed_at = []
        return next(iter(fits), None) if name is not None else self._unlisted(listed)

    def chosen(self) -> Choice | None:
        left = self.candidates()
        if not self._turned and self._must_turn(left, self.picked):
            return None
        if self._loose and left:
            return self._plainest()[self.index % len(left)]
        if not self.picked or not left or not self._same_spot(left):
            # What names just the things picked is meant, though others name more besides.
            exact = [c for c in left if set(mentions(c)) == set(self.picked)]
            meant = left if len(left) == 1 else exact
            return meant[0] if len(meant) == 1 and self.picked else None
        return left[(self.as_it_faces(left) + self.index) % len(left)]

    def _must_turn(self, left: list[Choice], at: list[str]) -> bool:
        """Whether the piece that is asked about turns where it stands: until it is turned no facing is meant."""
        mover = next((p for p in self.view.pieces if p.id in self.ask.subject), None)
        if mover is None or self.ask.form != "pose" or not left or self.facing is not None:
            return False
        heading = heading_of(mover) if mover.at in at else None
        return heading is not None and heading not in [
            self.bearing(facing) for choice in left if (facing := facing_in(choice)) is not None
        ]

    def mark(self, choice: Choice) -> bool:
        left = self.candidates()
        if choice not in left or not self._same_spot(left):
            return False
        self.index, self._turned = (left.index(choice) - self.as_it_faces(left)) % len(left), True
        return True

    @staticmethod
    def _same_spot(left: list[Choice]) -> bool:
        """Whether what is left differs in nothing but where a piece looks."""
        spots = {(c.get("at"), c.get("piece")) for c in left if isinstance(c, dict)}
        if len(spots) == 1 and all(isinstance(c, dict) and "facing" in c for c in left):
            return True
        deeds = [{**fields_of(c), "facing": None} for c in left if isinstance(c, dict)]
        return len(deeds) == len(left) > 1 and all(deed == deeds[0] for deed in deeds)

    def turn(self, steps: int) -> bool:
        left, now = self.candidates(), self.chosen()
        if now is None and self._must_turn(left, self.picked):
            return self.mark(self._turned_from_here(left, steps))
        if now is None or len(left) < 2:
            return self._turn_over(steps)
        to = stepped(left, left.index(now), steps, self.bearing, self._looks_on(left))
        self.index = (self.index + to - left.index(now)) % len(left)
        return True

    def _turned_from_here(self, left: list[Choice], steps: int) -> Choice:
        """Return the facing that is the first as the piece turns where it stands."""
        mover = next(p for p in self.view.pieces if p.id in self.ask.subject)
        heading, sign = heading_of(mover) or 0.0, 1 if steps > 0 else -1

        def turn(choice: Choice) -> float:
            to = self.bearing(facing_in(choice) or 0)
            return ((to or 0.0) - heading) * sign % 360

        return min(left, key=turn)

    def back(self) -> bool:
        turned, self.index, self._loose = self.index != 0, 0, False
        turned, self._turned = self.let_go() or turned or self._turned, False
        return turned if self.picked == self._given else super().back()

    def attempts(self, name: str) -> list[Choice]:
        if self.ask.form == "pose":
            return [{"at": name, "facing": 0}]
        return [name]

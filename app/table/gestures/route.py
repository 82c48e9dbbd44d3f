"""route: where a piece goes, along which way, and which way it looks there. No widget in here."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.app.table.gestures.facing import facing_in, heading_of
from grognard.app.table.gestures.gesture import DECLINING, Gesture, Marks, mentions, path_of
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import TableView

FACINGS = range(12)


class Route(Gesture):
    """route: hovering shows the cheapest path, a click marks it, a second one takes it.

    Shift+click sets way points. What is pointed at can be turned before the click, which then takes
    way and facing together.
    """

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.turns: list[Choice] = []
        self.index = 0
        self.fixed: list[str] = []
        self.home = next((p.at for p in view.pieces if p.id in ask.subject), None)
        self._over: Choice | None = None

    def listed(self) -> list[Choice]:
        if self.turns:
            return self.turns
        ends = {path_of(c)[-1:]: c for c in reversed(self.candidates())}
        return [c for c in self.candidates() if ends[path_of(c)[-1:]] is c]

    def settle(self, choice: Choice) -> Choice | None:
        if self.turns or len(self._facings(choice)) < 2:
            return choice
        self._open(choice)
        return None

    def candidates(self) -> list[Choice]:
        return self.turns or self._ways()

    def _ways(self) -> list[Choice]:
        """Return the routes through the way points, whichever of them is marked."""
        left = super().candidates()
        if self.fixed:
            size = len(self.fixed)
            left = [c for c in left if list(path_of(c))[:size] == self.fixed]
        return left

    def _toward(self, names: Iterable[str]) -> Choice | None:
        for name in names:
            if name == self.home and not self.fixed:
                found = next((c for c in self.candidates() if not path_of(c)), None)
            elif self.fixed:
                found = next((c for c in self.candidates() if path_of(c)[-1:] == (name,)), None)
                found = found if found is not None else self._extended(name)
            else:
                found = self.ask.choices.toward(name)
            if found is not None:
                return found
        return None

    def _extended(self, name: str) -> Choice | None:
        """Return the route through the way points and one step on, when that is legal."""
        for extra in ({}, *({"facing": facing} for facing in FACINGS)):
            choice: Choice = {"route": [*self.fixed, name], **extra}
            if choice in self.ask.choices:
                return choice
        return None

    def hover(self, names: Iterable[str]) -> Choice | None:
        self._over = None if self.turns else self._faced(self._toward(names))
        return self._over

    def _faced(self, choice: Choice | None) -> Choice | None:
        """Return a route with the facing that the wheel has chosen, where it is legal there."""
        if self.facing is None or not isinstance(choice, dict):
            return choice
        turned: Choice = {**choice, "facing": self.facing}
        return turned if turned in self.ask.choices else choice

    def face(self, facing: int) -> Choice | None:
        turned: Choice = {"route": list(path_of(self._over)), "facing": facing}
        if self.turns or self._over is None or turned not in self.ask.choices:
            return None
        self.facing, self._over = facing, turned
        return turned

    def facings(self) -> list[int]:
        way = list(path_of(self._over))
        if self._over is None or self._over in DECLINING:
            return []
        return [f for f in FACINGS if {"route": way, "facing": f} in self.ask.choices]

    def _turn_over(self, steps: int) -> bool:
        """Turn the piece where it is pointed to, on from the way it faces there or now."""
        open_to = self.facings()
        if len(open_to) < 2:
            return False
        if self.facing not in open_to:
            now = self._stands()
            self.facing = now if now in open_to else open_to[0 if steps < 0 else -1]
        where = open_to.index(self.facing) + steps
        return self.face(open_to[where % len(open_to)]) is not None

    def _stands(self) -> int | None:
        """Return the number of the facing that the piece has now."""
        piece = next((p for p in self.view.pieces if p.id in self.ask.subject), None)
        shown = heading_of(piece) if piece is not None else None
        return {self.bearing(facing): facing for facing in reversed(FACINGS)}.get(shown)

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        listed = list(names)
        if self.turns:
            end = (path_of(self.turns[0]) or (self.home,))[-1]
            if any(name == end for name in listed):
                return self.chosen()
            self.turns = []
        choice = self._faced(self._toward(listed))
        if choice is None:
            return None
        if self.facing is not None and not extend:
            return choice  # it was turned before
        if extend:
            self.fixed = list(path_of(choice))
            self.picked = [*self.picked, self.fixed[-1]] if self.fixed else self.picked
            return None
        self._open(choice)
        return None

    def _open(self, choice: Choice) -> None:
        """Mark a route, and let the facing be chosen where there is more than one."""
        variants = self._facings(choice)
        self.turns, self.index = variants, variants.index(choice)
        if self.facing is None and facing_in(choice) is not None:
            self.index = self.as_it_faces(variants)
        self.picked.append((path_of(choice) or (self.home or "",))[-1])

    def _facings(self, choice: Choice) -> list[Choice]:
        """Return a route with every way to look at its end; one that names none keeps the present one."""
        if not isinstance(choice, dict):
            return [choice]
        tried: list[Choice] = [{**choice, "facing": facing} for facing in FACINGS]
        open_to = [c for c in tried if c == choice or c in self.ask.choices]
        if "facing" in choice or not open_to:
            return open_to or [choice]
        now = self._stands()
        kept = [choice if facing_in(c) == now else c for c in open_to]
        return kept if choice in kept else [choice, *kept]

    def chosen(self) -> Choice | None:
        return self.turns[self.index % len(self.turns)] if self.turns else None

    def looks(self, choice: Choice) -> int | None:
        return super().looks(choice) if facing_in(choice) is not None else self._stands()

    def turned_there(self) -> Choice | None:
        turned = isinstance(self._over, dict) and self._over.get("facing") == self.facing
        return self._over if self.facing is not None and turned and not self.turns else None

    def turn(self, steps: int) -> bool:
        if not self.turns:
            return self._turn_over(steps)
        self.index = (self.index + steps) % len(self.turns)
        return True

    def mark(self, choice: Choice) -> bool:
        if choice not in self.turns:
            return False
        self.index = self.turns.index(choice)
        return True

    def back(self) -> bool:
        had = bool(self.picked or self.turns or self.fixed)
        self.facing = None
        self.turns, self.fixed, self.picked = [], [], []
        return had

    def marks(self) -> Marks:
        # A click elsewhere marks another end: the reach stays in sight once one is marked.
        ways = self._ways()
        ends = dict.fromkeys(p[-1] for c in ways if (p := path_of(c)))
        others = {n: None for c in ways if not path_of(c) for n in mentions(c)}
        here = any(isinstance(c, dict) and not path_of(c) for c in ways)
        home = (self.home,) if here and self.home else ()
        legal = (*ends, *others, *home)
        refused = tuple(name for name in self.refusals if name not in legal)
        path = path_of(self.chosen()) or tuple(self.fixed)
        return Marks(legal, refused, (*self.ask.subject, *self.picked), path)

    def refusal(self, names: Iterable[str]) -> Refusal | None:
        listed = list(names)
        place = self._asked_of(listed) if not self.fixed else ""
        why = self.ask.choices.why_not_toward(place) if place else None
        return why or super().refusal(listed)

    def attempts(self, name: str) -> list[Choice]:
        return [{"route": [*self.fixed, name]}, {"route": [*self.fixed, name], "facing": 0}]

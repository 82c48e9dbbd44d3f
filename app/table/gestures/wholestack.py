"""target, where any part of a stack may act: the whole of it is meant until somebody is left out.

Plain objects; no widget in here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from grognard.app.table.gestures.gesture import MOST_LISTED, Marks
from grognard.app.table.gestures.narrowing import Narrowing
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import TableView

ACTING = "pieces"
"""Where a choice names those who act."""


class WholeStack(Narrowing):
    """Clicks narrow down which stack acts on what; check boxes leave out some of the stack.

    Attributes:
        called: names those who act where they are no pieces; None here.
    """

    called = None

    def __init__(self, ask: Ask, view: TableView) -> None:
        self._out: list[str] = []
        super().__init__(ask, view)
        for choice, refusal in islice(self._refused(), MOST_LISTED):
            for name in words_of(choice, ACTING) if isinstance(choice, dict) else ():
                self.refusals.setdefault(name, refusal)

    def _list(self, limit: int) -> list[Choice]:
        may_pass = self.ask.choices.why_not(PASS) is None
        return [*([PASS] if may_pass else ()), *self.ask.choices.wholes()][:limit]

    @property
    def whole(self) -> Choice | None:
        """The stack with its target that is meant, with everybody in it."""
        return super().chosen()

    @property
    def items(self) -> tuple[str, ...]:
        """Those who may take part in what is meant."""
        whole = self.whole
        return tuple(words_of(whole, ACTING)) if isinstance(whole, dict) else ()

    @property
    def taking_part(self) -> list[str]:
        """Those of them who are not left out."""
        return [name for name in self.items if name not in self._out]

    def toggle(self, name: str) -> None:
        """Leave somebody out, or take him in again."""
        if name in self._out:
            self._out.remove(name)
        elif name in self.items:
            self._out.append(name)

    def chosen(self) -> Choice | None:
        whole = self.whole
        if not isinstance(whole, dict) or not set(self._out) & set(self.items):
            return whole
        choice = {**whole, ACTING: self.taking_part}
        return choice if self.ask.choices.why_not(choice) is None else None

    def why_not(self) -> Refusal | None:
        """Return why those who are left may not act so."""
        whole = self.whole
        if not isinstance(whole, dict) or self.chosen() is not None:
            return None
        return self.ask.why_not({**whole, ACTING: self.taking_part})

    def pick(self, choice: Choice) -> None:
        """Take up a line of the list: now some of the stack can be left out."""
        self.picked, self.index, self._out = [], 0, []
        if isinstance(choice, dict):
            self.picked = [str(choice["at"]), *words_of(choice, ACTING)[:1]]

    def listed(self) -> list[Choice]:
        now = self.chosen()
        if self.whole is None:
            return super().listed()
        return [now] if now is not None else []

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        before = self.whole
        choice = super().click(names, extend=extend)
        if self.whole != before:
            self._out = []
        return choice

    def drop(self, names: Iterable[str]) -> Choice | None:
        """Let go of what was dragged: it is marked, so that its odds are seen before it is confirmed."""
        self.click(names)
        return None

    def back(self) -> bool:
        if self._out:
            self._out.pop()
            return True
        return super().back()

    def marks(self) -> Marks:
        found = super().marks()
        if not self._out:
            return found
        out = set(self._out)
        return Marks(
            tuple(name for name in found.legal if name not in out),
            found.refused,
            tuple(name for name in found.chosen if name not in out),
            found.path,
        )

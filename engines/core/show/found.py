"""Choices that are found one by one and kept, for phases that end when there are none."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import islice
from threading import Lock

from grognard.engines.core.show.asks import PASS, Choice, Choices


class Found(Choices):
    """`look` gives every choice but "pass"; each is worked out once, and not before it is needed.

    A replay only asks whether there is `any`, which finds the first and leaves the others. The window
    and the odds ask in threads of their own: one looks, the others wait for what it finds.
    """

    def __init__(self) -> None:
        self._found: list[Choice] = []
        self._left = self.look()
        self._looking = Lock()

    @abstractmethod
    def look(self) -> Iterator[Choice]:
        """Give every choice but "pass"."""

    def any(self) -> bool:
        """Whether there is anything to choose besides "pass"."""
        with self._looking:
            if not self._found:
                self._found.extend(islice(self._left, 1))
            return bool(self._found)

    def entries(self) -> list[Choice]:
        """Return every choice but "pass"."""
        with self._looking:
            self._found.extend(self._left)
            return self._found

    def __iter__(self) -> Iterator[Choice]:
        return iter([PASS, *self.entries()])

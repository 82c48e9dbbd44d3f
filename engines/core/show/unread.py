"""A log that is read only when somebody looks into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import overload

from grognard.engines.core.show.explain import LogEntry


class Unread(Sequence[LogEntry]):
    """The lines that `read` gives; most views are looked at without their log."""

    def __init__(self, read: Callable[[], tuple[LogEntry, ...]]) -> None:
        self._read = read

    @cached_property
    def _lines(self) -> tuple[LogEntry, ...]:
        return self._read()

    @overload
    def __getitem__(self, at: int) -> LogEntry: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[LogEntry, ...]: ...

    def __getitem__(self, at: int | slice) -> LogEntry | tuple[LogEntry, ...]:
        return self._lines[at]

    def __len__(self) -> int:
        return len(self._lines)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sequence) and self._lines == tuple(other))

    def __hash__(self) -> int:
        return hash(self._lines)

    def __repr__(self) -> str:
        return repr(self._lines)

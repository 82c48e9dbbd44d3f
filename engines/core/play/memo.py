"""The one way to keep what has been worked out: bounded, shared by threads, whole or not there.

The window, the odds and the computer players ask the engines at the same time, each in a thread of
its own, about the same Setup. What they share must never be seen half made.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from itertools import islice
from threading import Lock
from typing import Any, Final, Generic, ParamSpec, TypeVar, overload
from weakref import WeakSet

T = TypeVar("T")
P = ParamSpec("P")
D = TypeVar("D")
Key = tuple[Any, ...]


class Missing(Enum):
    """What `get` may be told to return for a key that is not kept, where None is an answer."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
OWNERS = 8
"""So many set-ups (or maps) have their answers kept by a Memo: the last ones asked about."""
SHARE = 8
"""A full Memo drops one answer in so many, the oldest."""


class Memo(Generic[T]):
    """Answers by key. The first part of a key is the owner, whose answers they are.

    An owner is a set-up, a map or the like: something compared by identity that never changes. It
    is held with its answers, so that nothing else can take its place in memory; of a set-up that
    is no longer asked about all answers go together. At most `limit` answers are kept.

    An answer is worked out without the lock and kept when it is complete. So two threads may work
    out the same one at once, but neither waits for the other and neither sees a part of it.
    """

    __slots__ = ("__weakref__", "_kept", "_limit", "_lock", "_owners", "get")

    get: _Get[T]
    """Return what is kept for a key, else a default (None)."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: dict[Key, T] = {}
        self._owners: dict[object, None] = {}
        self._lock = Lock()
        # Reading a dict is one step that no other thread can divide, so it needs no lock; the
        # dict's own method is what costs least.
        self.get = self._kept.get  # type: ignore[assignment]
        with _ALL_LOCK:
            _ALL.add(self)

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, key: Key, answer: T) -> T:
        """Keep a complete answer, instead of one kept before; return it."""
        with self._lock:
            if key[0] not in self._owners:
                self._admit(key[0])
            if len(self._kept) >= self._limit and key not in self._kept:
                self._drop(list(islice(self._kept, max(1, self._limit // SHARE))))
            self._kept[key] = answer
        return answer

    def of(self, key: Key, make: Callable[[], T]) -> T:
        """Return the answer kept for a key; make it and keep it where there is none yet."""
        found = self._kept.get(key, MISSING)
        return self.keep(key, make()) if found is MISSING else found

    def forget(self) -> None:
        """Let go of all owners and their answers; what is asked again is worked out again."""
        with self._lock:
            self._kept.clear()
            self._owners.clear()

    def _admit(self, owner: object) -> None:
        """Make room for a new owner: all answers of the one that came first go."""
        if len(self._owners) >= OWNERS:
            oldest = next(iter(self._owners))
            del self._owners[oldest]
            self._drop([key for key in self._kept if key[0] is oldest])
        self._owners[owner] = None

    def _drop(self, keys: list[Key]) -> None:
        for key in keys:
            del self._kept[key]


_ALL: WeakSet[Memo[Any]] = WeakSet()
_ALL_LOCK = Lock()


def forget_all() -> None:
    """Let go of whatever any Memo keeps: the games it was about are over, or left.

    An owner goes from a Memo only when others push it out, and those of another game never do.
    """
    with _ALL_LOCK:
        memos = list(_ALL)
    for memo in memos:
        memo.forget()


class _Get(Generic[T]):
    """How `dict.get` is called, for the type checker alone."""

    @overload
    def __call__(self, key: Key, /) -> T | None: ...
    @overload
    def __call__(self, key: Key, default: D, /) -> T | D: ...
    def __call__(self, key: Key, default: object = None, /) -> object: ...


def kept(limit: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have a function's answers kept: its first argument is the owner, all of them are the key."""

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        memo: Memo[T] = Memo(limit)

        @wraps(make)
        def answer(*args: P.args, **named: P.kwargs) -> T:
            return memo.of((*args, *named.values()), lambda: make(*args, **named))

        return answer

    return keeping

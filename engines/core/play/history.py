"""The log of a game as it is told: written on as the game goes on, and never told anew from its start.

A long game must not be slower at the table than a short one, so whoever looks reads what is new.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from grognard.engines.core.play.journal import PASSED, Note
from grognard.engines.core.show.deeds import Line
from grognard.engines.core.show.explain import ASIDE, LogEntry


class Chronicle:
    """The lines of a log with the notes between them, each with the number of choices that led to it.

    Notes stand where the game then went on. One that is made later may belong before the last lines:
    these, and no others, are taken back and told again.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._entries: list[LogEntry] = []
        self._read = 0  # how many of the entries are told
        self._notes: list[Note] = []
        self._noted = 0  # how many of the notes
        self._seen: dict[str | None, Seen] = {}
        self._passed: tuple[list[Note], int, set[int]] = [], 0, set()

    def follow(
        self, entries: list[LogEntry], marks: Sequence[int], notes: list[Note]
    ) -> Sequence[Line]:
        """Tell what is new, and return the whole log.

        `marks` are the lengths of the log before each choice. Entries are only ever added to their
        list: where the game has gone back, it is another list.
        """
        if entries is not self._entries or notes[: self._noted] != self._notes[: self._noted]:
            self._forget(entries)
        fresh = notes[self._noted :]
        if fresh:
            fresh = sorted(
                [*self._take_back(min(note.at for note in fresh), marks), *fresh], key=_at
            )
        self._notes, self._noted = notes, len(notes)
        if fresh or self._read < len(entries):
            self.lines.extend(_merged(entries, self._read, marks, fresh))
            self._read = len(entries)
        return self.lines

    def seen_by(self, seat: str | None) -> Seen:
        """Return what a seat may read of the lines told so far."""
        seen = self._seen.setdefault(seat, Seen(seat))
        seen.read_on(self.lines)
        return seen

    def passed(self, notes: list[Note]) -> Collection[int]:
        """Return which choices were none, as the notes say: each by the number of choices before it."""
        known, count, none = self._passed
        if notes is not known or count != len(notes):
            if notes[:count] != known[:count]:
                count, none = 0, set()
            none.update(note.at for note in notes[count:] if note.kind == PASSED)
            self._passed = notes, len(notes), none
        return none

    def _forget(self, entries: list[LogEntry]) -> None:
        """The game has gone back: tell the log from its start."""
        self.lines, self._entries, self._read = [], entries, 0
        self._notes, self._noted = [], 0
        self._seen.clear()

    def _take_back(self, count: int, marks: Sequence[int]) -> list[Note]:
        """Take back the lines of all but the first `count` choices; return the notes among them."""
        lines = self.lines
        while lines and lines[-1][0] > count:
            lines.pop()
        for seen in self._seen.values():
            seen.take_back(count, len(lines))
        if count + 1 < len(marks):
            self._read = min(self._read, marks[count + 1])
        return [note for note in self._notes[: self._noted] if note.at > count]


class Seen:
    """What one seat (None: the public) may read of a log.

    Attributes:
        entries: all of it.
        lines: those the table shows, each with the number of choices that led to it.
    """

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.entries: list[LogEntry] = []
        self.lines: list[Line] = []
        self._counts: list[int] = []  # of all entries, how many choices led to each
        self._read = 0

    def read_on(self, told: Sequence[Line]) -> None:
        """Read what was told since."""
        for at in range(self._read, len(told)):
            count, entry = told[at]
            seen = entry.seen_by(self.seat)
            if seen is None:
                continue
            self.entries.append(seen)
            self._counts.append(count)
            if seen.kind != ASIDE:
                self.lines.append((count, seen))
        self._read = len(told)

    def take_back(self, count: int, left: int) -> None:
        """Forget the lines of all but the first `count` choices; of the log `left` lines are left."""
        while self._counts and self._counts[-1] > count:
            self._counts.pop()
            self.entries.pop()
        while self.lines and self.lines[-1][0] > count:
            self.lines.pop()
        self._read = min(self._read, left)


def _at(note: Note) -> int:
    return note.at


def _merged(
    entries: Sequence[LogEntry], first: int, marks: Sequence[int], notes: Sequence[Note]
) -> Iterator[Line]:
    """Give the entries from number `first` on, and between them the notes, oldest first."""
    waiting = iter(notes)
    note = next(waiting, None)
    for number in range(first, len(entries)):
        count = bisect_right(marks, number) - 1
        while note is not None and note.at < count:
            yield note.at, note.line
            note = next(waiting, None)
        yield count, entries[number]
    while note is not None:
        yield note.at, note.line
        note = next(waiting, None)

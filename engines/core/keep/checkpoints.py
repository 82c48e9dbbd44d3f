"""The positions that a save keeps, so that opening it need not replay the whole game.

Each carries a seal over all that is taken from it - position, dice counts, marks, the lines of the
log - and over the running hash of the journal when it was written: a checkpoint in which anything
was changed, or that belongs to another game, is left aside.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from grognard.engines.core.data.codec import (
    canonical,
    data_hash,
    decode_each,
    encode_briefly,
    ordered,
)
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.saveformat import Header, Journal, digest
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import LogEntry

CHECKPOINT_EVERY = 25
KEEP_CHECKPOINTS = 4
COLUMNS = {1: 7, 2: 9}
"""How many columns the table has in each format."""


class LogHash:
    """A running hash over the lines of the log, as they stand in the file."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.count = 0
        self._hash = blake2b(digest_size=12)
        for line in lines:
            self.add(line)

    def add(self, line: str) -> None:
        """Go on by one line."""
        self._hash.update(line.encode("utf-8", "surrogatepass") + b"\n")
        self.count += 1

    def copy(self) -> LogHash:
        """Return one that goes on by itself."""
        other = LogHash()
        other.count, other._hash = self.count, self._hash.copy()
        return other

    def value(self) -> str:
        """Return the hash so far."""
        return self._hash.hexdigest()


@dataclass(frozen=True, slots=True)
class Kept:
    """A row of the table of checkpoints. `rows` of the journal were written when it was."""

    at: int
    state: str
    hash: str
    schema: int
    counts: str
    entries: int
    marks: str
    rows: int = 0
    seal: str = ""

    def sealed(self, root: str, chain: str, log: LogHash) -> str:
        """Return the seal that all this should carry."""
        facts = (self.at, self.hash, self.schema, self.counts, self.entries, self.marks, self.rows)
        return digest([root, chain, *facts, log.value()])


@dataclass(frozen=True, slots=True)
class Point:
    """A sound checkpoint: `data` is the position, of schema `schema`; `log` its lines."""

    at: int
    data: Any
    schema: int
    counts: dict[str, int]
    marks: list[int]
    entries: list[LogEntry]
    log: LogHash


def kept_positions(db: sqlite3.Connection, header: Header) -> Iterator[Kept]:
    """Give the rows of the table, the newest first."""
    try:
        found = db.execute("SELECT * FROM checkpoint ORDER BY at DESC").fetchall()
    except sqlite3.Error:
        return  # they only spare time: without them the game is replayed from its start
    for row in found:
        if len(row) == COLUMNS[header.format]:
            yield Kept(*row)


def unsealed(
    db: sqlite3.Connection, header: Header, journal: Journal, kept: Kept, live: list[Row]
) -> Point:
    """Return what a checkpoint holds.

    Raises:
        Exception: of whatever kind, where anything in it is not as it was written.
    """
    found = db.execute("SELECT entry FROM log WHERE n < ? ORDER BY n", (kept.entries,)).fetchall()
    lines = [line for (line,) in found]
    log = LogHash(lines)
    data = json.loads(kept.state)
    counts = json.loads(kept.counts)
    later = [row.cut for row in journal.rows[kept.rows :] if row.cut is not None]
    sound = (
        0 <= kept.at <= len(live)
        and len(lines) == kept.entries
        and data_hash(data) == kept.hash
        and (kept.at == len(live) or live[kept.at].dice == sum(counts.values()))
    )
    if header.format > 1:
        chain = journal.chain(kept.rows)
        sound = sound and kept.seal == kept.sealed(header.root(), chain, log)
        sound = sound and all(cut >= kept.at for cut in later)
    if not sound:
        message = tr("the position kept after choice {at} is damaged", at=kept.at)
        raise ValueError(message)
    entries = decode_each(LogEntry, map(json.loads, lines))
    return Point(kept.at, data, kept.schema, counts, json.loads(kept.marks), entries, log)


class CheckpointTable:
    """Writes the checkpoints of a save that is open, and the log that goes with them.

    Args:
        db: the file.
        root: what `Header.root` says.
        base: the checkpoint from which the game was opened: it stays, lest the way back to it
            leads over choices that no longer fit.
        log: the lines of the log that are sound in the file.
    """

    def __init__(
        self, db: sqlite3.Connection, root: str, base: int = 0, log: LogHash | None = None
    ) -> None:
        self._db = db
        self._root = root
        self._base = base
        self._log = log or LogHash()

    def remember(self) -> LogHash:
        """Return what must be recalled when what is written now does not come to stay."""
        return self._log.copy()

    def recall(self, log: LogHash) -> None:
        """Go back to what the file holds after a write that failed."""
        self._log = log

    def write(self, session: Session, limit: int, rows: int, chain: str) -> None:
        """Keep the newest resting position after at most `limit` choices.

        `rows` and `chain` tell how long the journal is, this write included.
        """
        point = next((each for each in reversed(session.checkpoints) if each.index <= limit), None)
        if point is None:
            return
        self._write_log(session.table.entries[: point.entries])
        # Reopened, the game must list pieces and spaces in the order in which it listed them here.
        state = ordered(session.game.encode(point.state))
        hashed = data_hash(json.loads(state))
        marks = canonical(session.marks[: point.index + 1])
        counts = canonical(dict(point.counts))
        facts = (
            point.index,
            state,
            hashed,
            session.game.schema,
            counts,
            point.entries,
            marks,
            rows,
        )
        seal = Kept(*facts).sealed(self._root, chain, self._log)
        self._db.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*facts, seal)
        )
        self._db.execute(
            "DELETE FROM checkpoint WHERE at != ? AND at NOT IN "
            "(SELECT at FROM checkpoint ORDER BY at DESC LIMIT ?)",
            (self._base, KEEP_CHECKPOINTS),
        )

    def _write_log(self, entries: list[LogEntry]) -> None:
        if self._log.count > len(entries):
            self._shorten(len(entries))
        for number in range(self._log.count, len(entries)):
            line = canonical(encode_briefly(entries[number]))
            self._db.execute("INSERT OR REPLACE INTO log VALUES (?, ?)", (number, line))
            self._log.add(line)

    def forget_after(self, cut: int) -> None:
        """Drop checkpoints, and log lines, of choices that were taken back."""
        self._db.execute("DELETE FROM checkpoint WHERE at > ?", (cut,))
        kept = self._db.execute("SELECT coalesce(max(entries), 0) FROM checkpoint").fetchone()[0]
        self._shorten(min(kept, self._log.count))

    def _shorten(self, count: int) -> None:
        self._db.execute("DELETE FROM log WHERE n >= ?", (count,))
        found = self._db.execute("SELECT entry FROM log ORDER BY n").fetchall()
        self._log = LogHash(line for (line,) in found)

    def renew(self) -> None:
        """Begin anew without a checkpoint and without a log."""
        self._db.execute("DELETE FROM log")
        self._log = LogHash()

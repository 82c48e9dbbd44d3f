"""Saved games: one SQLite file a game, to which every choice is added before it is shown.

A save belongs to one opener at a time: a mark beside it says who that is, and before each write
the journal is compared with what this opener knows of it. It is readable by whoever has the file.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from errno import EACCES
from pathlib import Path

from grognard.engines.core.data.codec import canonical, data_hash, encode, ordered
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.checkpoints import CHECKPOINT_EVERY, CheckpointTable, LogHash
from grognard.engines.core.keep.saveformat import (
    APPLICATION_ID,
    FORMAT,
    MAGIC,
    SAVING,
    SUFFIX,
    TABLES,
    TAILS,
    Header,
    SaveError,
    Summary,
    connect,
    link,
    live_rows,
    look_at,
    make_durable,
    read_header,
    read_verdict,
    reading,
    save_error,
    summary,
    translated,
)
from grognard.engines.core.keep.savelock import Held, Holder, SaveLock
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.journal import Row, with_notes
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.play.standing import said_row

__all__ = [
    "APPLICATION_ID",
    "FORMAT",
    "MAGIC",
    "SUFFIX",
    "TAILS",
    "Header",
    "Holder",
    "Loaded",
    "Row",
    "SaveError",
    "SaveFile",
    "Summary",
    "live_rows",
    "look_at",
    "read_header",
    "read_verdict",
    "reading",
    "save_error",
    "state_hash",
    "summary",
    "translated",
]


@dataclass(slots=True)
class Loaded:
    """An opened save.

    `save` is None when nothing can be written to the file: where `problems` are told the journal
    is damaged, and the session stands at the last good position; where `held_by` is told somebody
    else has it open. `told` has what the player ought to know, a sentence each.
    """

    session: Session
    header: Header
    save: SaveFile | None
    problems: list[Problem]
    told: list[str] = field(default_factory=list)
    held_by: Holder | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What an opener has read of a file, and so may go on from.

    `rows` of the journal, ended by `chain`; `base` is the checkpoint the game was opened from and
    `log` the sound lines of the log; after a change of the rules only `standing` choices stand.
    """

    header: Header
    rows: int = 0
    chain: str = ""
    base: int = 0
    log: LogHash | None = None
    standing: int | None = None


def program_version() -> str:
    """Return the version of the program, as its package names it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("grognard")
    except PackageNotFoundError:
        return "uninstalled"


def state_hash(game: AnyGame, state: object) -> str:
    """Return the sha256 of the canonical JSON of a State."""
    return data_hash(game.encode(state))


class SaveFile:
    """A save that is open for writing, by nobody else.

    Made by `create`, `save_as` or `open`. `append` is what a Session calls with each row; `follow`
    ties the two together and lets the save keep checkpoints at rests by itself.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, known: Known, lock: SaveLock) -> None:
        self.path = path
        self._db = db
        self._lock = lock
        self._file = path.stat()
        self._rows, self._chain = known.rows, known.chain
        self._standing, self._base = known.standing, known.base
        self._old = known.header.format != FORMAT
        self._checkpoints = CheckpointTable(db, known.header.root(), known.base, known.log)
        self._pins = dict(known.header.pins)
        self.remark = known.header.remark
        self.came_from = dict(known.header.came_from)
        self._session: Session | None = None
        self._since = 0

    @classmethod
    def create(  # noqa: PLR0913 - a header has these facts
        cls,
        path: Path,
        game: AnyGame,
        setup: AnySetup,
        seed: str,
        seats: Mapping[str, str] | None = None,
        rows: Iterable[Row] = (),
        pins: Mapping[str, str] | None = None,
        came_from: Mapping[str, str] | None = None,
        dice: Iterable[tuple[int, str]] = (),
    ) -> SaveFile:
        """Start a save at `path`, which must not exist, with `rows` already played.

        Raises:
            SaveError: the file exists or cannot be written.
        """
        header = Header(
            FORMAT,
            program_version(),
            game.id,
            game.edition,
            game.schema,
            setup.info.title,
            setup.info.id,
            setup.text,
            dict(setup.options),
            seed,
            dict(seats or {}),
            datetime.now(UTC).isoformat(timespec="seconds"),
            dict(pins or {}),
            came_from=dict(came_from or {}),
            dice={str(at): other for at, other in dice},
        )
        with translated(path, SAVING):
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
            except FileExistsError:
                raise save_error(
                    path, tr("there is a file of this name"), tr("choose another")
                ) from None
            try:
                return cls._begin(path, header, list(rows))
            except BaseException:
                path.unlink(missing_ok=True)
                raise

    @classmethod
    def _begin(cls, path: Path, header: Header, rows: list[Row]) -> SaveFile:
        """Make the tables in an empty file, and write the first rows."""
        lock = _taken(path)
        try:
            db = connect(path)
        except BaseException:
            lock.free()
            raise
        try:
            _fill(db, header)
            make_durable(db)
            save = cls(path, db, Known(header), lock)
            save._write(rows)
            _sync_folder(path.parent)
        except BaseException:
            db.close()
            lock.free()
            raise
        return save

    @classmethod
    def save_as(
        cls,
        path: Path,
        session: Session,
        seats: Mapping[str, str] | None = None,
        pins: Mapping[str, str] | None = None,
        came_from: Mapping[str, str] | None = None,
    ) -> SaveFile:
        """Save a running game to a new file and keep following it there."""
        game, setup = session.game, session.setup
        rows = with_notes(session.choices, session.notes)
        rows += [said_row(seat, said, len(session.choices)) for seat, said in session.said.items()]
        save = cls.create(
            path, game, setup, session.seed, seats, rows, pins, came_from, session.reseeds
        )
        before = session.on_row
        try:
            save.follow(session)
            save.checkpoint(session)
        except BaseException:
            save.close()
            session.on_row = before
            path.unlink(missing_ok=True)
            raise
        return save

    @classmethod
    def go_on(cls, path: Path, known: Known, lock: SaveLock) -> SaveFile:
        """Write on to a save of which `known` was read; `lock` is the one held while reading.

        Raises:
            SaveError: the file has changed meanwhile.
            sqlite3.Error, OSError: it cannot be written.
        """
        effective = os.access in os.supports_effective_ids
        if not os.access(path, os.W_OK, effective_ids=effective):
            raise PermissionError(EACCES, os.strerror(EACCES))  # SQLite would only say it later
        db = connect(path)
        try:
            make_durable(db)
            save = cls(path, db, known, lock)
            with save._all_or_nothing():
                pass  # it compares what was read with what is there
        except BaseException:
            db.close()
            raise
        return save

    def follow(self, session: Session) -> None:
        """Receive the rows of `session` from now on, and keep checkpoints at its rests."""
        self._session = session
        session.on_row = self.append

    def append(self, row: Row) -> None:
        """Make one row durable; when this returns it survives a kill and a power cut.

        Raises:
            SaveError: it could not be written; nothing was, and the game stands unharmed.
        """
        with translated(self.path, SAVING):
            self._write([row])

    def _write(self, rows: list[Row]) -> None:
        with self._all_or_nothing():
            if rows and self._old:
                self._bring_up()
            if rows and self._standing is not None:
                rows = [Row("", "", 0, None, cut=self._standing), *rows]
            number, chain = self._rows, self._chain
            if rows:  # a game that was over goes on; the end says so again
                self._db.execute("DELETE FROM header WHERE key = 'verdict'")
            for row in rows:
                chain = self._insert(number, chain, row)
                number += 1
            due = self._old or self._since + len(rows) > CHECKPOINT_EVERY
            if self._session is not None and due:
                last = rows[-1].cut if rows[-1].cut is not None else len(self._session.choices)
                for limit in (min(self._base, last), last) if self._old else (last,):
                    self._checkpoints.write(self._session, limit, number, chain)
            if self._session is not None and rows:
                self._note_stand(self._session)
        self._since = 0 if due else self._since + len(rows)
        self._rows, self._chain = number, chain
        if rows:
            self._old, self._standing = False, None

    def _note_stand(self, session: Session) -> None:
        """Note which turn it is and whose decision: the library tells it without the game's rules."""
        asked = session.ask.seat if session.ask is not None else ""
        stand = canonical({"turn": session.game.turn_now(session.table.state), "seat": asked})
        self._db.execute("INSERT OR REPLACE INTO header VALUES ('stand', ?)", (stand,))

    def _insert(self, number: int, chain: str, row: Row) -> str:
        chain = link(chain, row)
        values = (number, row.seat, row.kind, row.dice, ordered(row.choice), row.cut, chain)
        self._db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        if row.cut is not None:
            self._checkpoints.forget_after(row.cut)
        return chain

    def _bring_up(self) -> None:
        """Make a file of format 1 one of today's: its checkpoints carry no seal and go."""
        self._db.execute("DROP TABLE IF EXISTS checkpoint")
        self._db.execute(TABLES["checkpoint"])
        self._checkpoints.renew()
        self._db.execute("UPDATE header SET value = ? WHERE key = 'format'", (str(FORMAT),))

    def seat(self, seats: Mapping[str, str]) -> None:
        """Note who plays each seat from now on.

        Raises:
            SaveError: it could not be written.
        """
        self._keep("seats", dict(seats))

    @property
    def pins(self) -> dict[str, str]:
        """What is kept of the PIN of each seat that has one."""
        return dict(self._pins)

    def keep_pin(self, seat: str, hashed: str) -> None:
        """Keep the PIN of a seat, as `hash_pin` made it.

        Raises:
            SaveError: it could not be written.
        """
        pins = {**self._pins, seat: hashed}
        self._keep("pins", pins)
        self._pins = pins

    def keep_remark(self, words: str) -> None:
        """Keep what the players note on the game.

        Raises:
            SaveError: it could not be written.
        """
        self._keep("remark", words)
        self.remark = words

    def _keep(self, key: str, value: object) -> None:
        """Write one fact of the header."""
        with translated(self.path, SAVING), self._all_or_nothing():
            words = (key, canonical(value))
            self._db.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", words)

    def checkpoint(self, session: Session) -> None:
        """Keep the newest resting position and, at the end, the verdict.

        Raises:
            SaveError: it could not be written; nothing is lost but time at the next opening.
        """
        if self._standing is not None or self._old:
            return  # nothing was played since it was opened: the file stays as it is
        with translated(self.path, SAVING), self._all_or_nothing():
            self._checkpoints.write(session, len(session.choices), self._rows, self._chain)
            self._note_stand(session)
            if session.verdict is not None:
                verdict = canonical(encode(session.verdict))
                self._db.execute("INSERT OR REPLACE INTO header VALUES ('verdict', ?)", (verdict,))
        self._since = 0

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """All that is written within is in the file at the end, or, after an error, none of it.

        Nothing is written where the file is not as this opener left it.
        """
        log = self._checkpoints.remember()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._compare()
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            self._checkpoints.recall(log)
            raise

    def _compare(self) -> None:
        """Look whether the journal ends as this opener knows it, in the file it has opened."""
        mend = tr("open it again to see how it stands, or save this game elsewhere")
        try:
            same = os.path.samestat(self._file, self.path.stat())
        except FileNotFoundError:
            same = False
        if not same:
            message = tr(
                "the file was removed or replaced while it was open; nothing is written to it"
            )
            raise save_error(self.path, message, mend)
        query = "SELECT n + 1, chain FROM journal ORDER BY n DESC LIMIT 1"
        found = self._db.execute(query).fetchone() or (0, "")
        if tuple(found) != (self._rows, self._chain):
            message = tr("somebody else has written to this save; nothing of this game was written")
            raise save_error(self.path, message, mend)

    def close(self) -> None:
        """Close the file; a session that follows it plays on in memory."""
        if self._session is not None and self._session.on_row == self.append:
            self._session.on_row = None
        self._session = None
        try:
            self._db.close()
        finally:
            self._lock.free()


def _taken(path: Path) -> SaveLock:
    """Hold a save that is being made."""
    try:
        return SaveLock.take(path)
    except Held as held:
        raise save_error(path, str(held), tr("choose another name")) from None


def _fill(db: sqlite3.Connection, header: Header) -> None:
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("BEGIN IMMEDIATE")
    for statement in TABLES.values():
        db.execute(statement)
    words = ((key, canonical(value)) for key, value in encode(header).items())
    db.executemany("INSERT INTO header VALUES (?, ?)", words)
    db.execute("COMMIT")


def _sync_folder(folder: Path) -> None:
    """Make the names of new files durable too; Windows neither can nor needs to."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

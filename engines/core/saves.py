"""Saved games: one SQLite file a game, to which every choice is added before it is shown.

Four tables: `header` (words about the game), `journal` (append-only: a row a choice, or a cut),
`checkpoint` and `log`, which only spare the replay and can be thrown away. Each journal row
carries a running hash, so that a damaged or edited row is found at once.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from engines.core.codec import (
    canonical,
    data_hash,
    decode,
    decode_each,
    encode,
    encode_briefly,
    ordered,
)
from engines.core.explain import LogEntry, Verdict
from engines.core.game import Game, ScenarioError, registry
from engines.core.problems import Problem
from engines.core.savelock import Holder
from engines.core.session import TAKE_BACK, Row, Session

FORMAT = 1
APPLICATION_ID = 0x47524F47  # "GROG", stored in the file's own header by SQLite
MAGIC = b"SQLite format 3\x00"
CHECKPOINT_EVERY = 25
KEEP_CHECKPOINTS = 4
SUFFIX = ".grognard"

TABLES = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (
    n INTEGER PRIMARY KEY, seat TEXT NOT NULL, kind TEXT NOT NULL, dice INTEGER NOT NULL,
    choice TEXT NOT NULL, cut INTEGER, chain TEXT NOT NULL);
CREATE TABLE checkpoint (
    at INTEGER PRIMARY KEY, state TEXT NOT NULL, hash TEXT NOT NULL, schema INTEGER NOT NULL,
    counts TEXT NOT NULL, entries INTEGER NOT NULL, marks TEXT NOT NULL);
CREATE TABLE log (n INTEGER PRIMARY KEY, entry TEXT NOT NULL);
"""


class SaveError(Exception):
    """A save could not be read or written; `problems` says what is wrong and how to mend it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def save_error(path: Path, message: str, mend: str = "") -> SaveError:
    """Return a SaveError about one file as a whole."""
    return SaveError([Problem(str(path), 0, 0, message, mend)])


@contextmanager
def translated(path: Path, what: str) -> Iterator[None]:
    """Turn every way in which a file can fail into a SaveError."""
    try:
        yield
    except (SaveError, ScenarioError):
        raise
    except (sqlite3.Error, OSError, OverflowError, MemoryError) as wrong:
        mend = "look at the free space and the rights of its folder, or save elsewhere"
        raise save_error(path, f"the game could not be {what}: {wrong}", mend) from wrong
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as wrong:
        raise save_error(path, f"the game could not be {what}: damaged data ({wrong})") from wrong


@dataclass(frozen=True, slots=True)
class Header:
    """What a save says of its game. `scenario` is the full text, `seats` who plays each seat.

    `pins` has what `hash_pin` made of the PIN of each seat that has one.
    """

    format: int
    program: str
    game: str
    edition: str
    schema: int
    title: str
    scenario_id: str
    scenario: str
    options: dict[str, str]
    seed: str
    seats: dict[str, str]
    created: str
    pins: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the library shows of a save without loading its game."""

    path: Path
    header: Header
    choices: int
    saved: float
    finished: bool


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


def program_version() -> str:
    """Return the version of the program, as its package names it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("grognard")
    except PackageNotFoundError:
        return "uninstalled"


def state_hash(game: Game[Any], state: Any) -> str:
    """Return the sha256 of the canonical JSON of a State."""
    return data_hash(game.encode(state))


def _link(chain: str, row: Row) -> str:
    """Return the running hash after `row`."""
    data = canonical([chain, row.seat, row.kind, row.dice, row.choice, row.cut])
    return blake2b(data.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def live_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the choices that stand once every cut of a journal is applied."""
    standing: list[Row] = []
    for row in rows:
        if row.cut is None:
            standing.append(row)
        elif 0 <= row.cut <= len(standing):
            del standing[row.cut :]
        else:
            message = f"a cut to {row.cut} of {len(standing)} choices"
            raise ValueError(message)
    return standing


def _with_notes(choices: list[Row], notes: Iterable[int]) -> list[Row]:
    """Return the choices with a cut that cuts nothing wherever one was taken back by agreement."""
    rows: list[Row] = []
    done = 0
    for count in sorted(notes):
        rows += [*choices[done:count], Row("", TAKE_BACK, 0, None, cut=count)]
        done = count
    return [*rows, *choices[done:]]


class SaveFile:
    """A save that is open for writing.

    Made by `create`, `save_as` or `open`. `append` is what a Session calls with each row; `follow`
    ties the two together and lets the save keep checkpoints at rests by itself.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, rows: int, chain: str) -> None:
        self.path = path
        self._db = db
        self._rows = rows
        self._chain = chain
        self._session: Session | None = None
        self._since = 0
        self._logged = int(db.execute("SELECT count(*) FROM log").fetchone()[0])
        found = db.execute("SELECT value FROM header WHERE key = 'pins'").fetchone()
        self._pins: dict[str, str] = json.loads(found[0]) if found else {}

    @classmethod
    def create(  # noqa: PLR0913 - a header has these facts
        cls,
        path: Path,
        game: Game[Any],
        setup: Any,
        seed: str,
        seats: Mapping[str, str] | None = None,
        rows: Iterable[Row] = (),
        pins: Mapping[str, str] | None = None,
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
        )
        with translated(path, "saved"):
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
            except FileExistsError:
                raise save_error(path, "there is a file of this name", "choose another") from None
            db = _connect(path)
            try:
                _fill(db, header)
                _make_durable(db)
                save = cls(path, db, 0, "")
                save._write(list(rows))
                _sync_folder(path.parent)
            except BaseException:
                db.close()
                path.unlink(missing_ok=True)
                raise
        return save

    @classmethod
    def save_as(
        cls,
        path: Path,
        session: Session,
        seats: Mapping[str, str] | None = None,
        pins: Mapping[str, str] | None = None,
    ) -> SaveFile:
        """Save a running game to a new file and keep following it there."""
        game, setup = session.game, session.setup
        rows = _with_notes(session.choices, session.notes)
        save = cls.create(path, game, setup, session.seed, seats, rows, pins)
        save.follow(session)
        save.checkpoint(session)
        return save

    @classmethod
    def open(
        cls,
        path: Path,
        games: Mapping[str, Game[Any]] | None = None,
        *,
        read_only: bool = False,
    ) -> Loaded:
        """Open a save: the newest sound checkpoint, then the tail of the journal.

        Where somebody else has it open, `Loaded.held_by` says who, and it can only be looked at.
        `read_only`: only look at it, whoever has it open; nothing is written beside it either.

        Raises:
            SaveError: this is no save, or of a game or version that is not here.
        """
        from engines.core.loading import load

        known = games if games is not None else registry.games()
        return load(cls, path, known, read_only=read_only)

    def follow(self, session: Session) -> None:
        """Receive the rows of `session` from now on, and keep checkpoints at its rests."""
        self._session = session
        session.on_row = self.append

    def append(self, row: Row) -> None:
        """Make one row durable; when this returns it survives a kill and a power cut.

        Raises:
            SaveError: it could not be written; nothing was, and the game stands unharmed.
        """
        with translated(self.path, "saved"):
            self._write([row])

    def _write(self, rows: list[Row]) -> None:
        number, chain = self._rows, self._chain
        with self._all_or_nothing():
            if self._session is not None and self._since >= CHECKPOINT_EVERY:
                self._write_checkpoint(self._session)
            for row in rows:
                chain = self._insert(number, chain, row)
                number += 1
        self._rows, self._chain = number, chain
        self._since += len(rows)

    def _insert(self, number: int, chain: str, row: Row) -> str:
        chain = _link(chain, row)
        values = (number, row.seat, row.kind, row.dice, ordered(row.choice), row.cut, chain)
        self._db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        if row.cut is not None:
            self._forget_after(row.cut)
        return chain

    def _forget_after(self, cut: int) -> None:
        """Drop checkpoints, and log lines, of choices that were taken back."""
        self._db.execute("DELETE FROM checkpoint WHERE at > ?", (cut,))
        kept = self._db.execute("SELECT coalesce(max(entries), 0) FROM checkpoint").fetchone()[0]
        self._db.execute("DELETE FROM log WHERE n >= ?", (kept,))
        self._logged = -1

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

    def _keep(self, key: str, value: Any) -> None:
        """Write one fact of the header."""
        with translated(self.path, "saved"), self._all_or_nothing():
            words = (key, canonical(value))
            self._db.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", words)

    def checkpoint(self, session: Session) -> None:
        """Keep the newest resting position and, at the end, the verdict.

        Raises:
            SaveError: it could not be written; nothing is lost but time at the next opening.
        """
        with translated(self.path, "saved"), self._all_or_nothing():
            self._write_checkpoint(session)
            if session.verdict is not None:
                verdict = canonical(encode(session.verdict))
                self._db.execute("INSERT OR REPLACE INTO header VALUES ('verdict', ?)", (verdict,))

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """All that is written within is in the file at the end, or, after an error, none of it."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            self._logged = -1
            raise

    def _write_checkpoint(self, session: Session) -> None:
        if not session.checkpoints:
            return
        point = session.checkpoints[-1]
        if self._logged < 0:
            self._logged = int(self._db.execute("SELECT count(*) FROM log").fetchone()[0])
        entries = session.table.entries[: point.entries]
        self._db.executemany(
            "INSERT OR REPLACE INTO log VALUES (?, ?)",
            (
                (number, canonical(encode_briefly(entries[number])))
                for number in range(self._logged, len(entries))
            ),
        )
        self._logged = max(self._logged, len(entries))
        # Reopened, the game must list pieces and spaces in the order in which it listed them here.
        state = ordered(session.game.encode(point.state))
        hashed = data_hash(json.loads(state))
        self._db.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                point.index,
                state,
                hashed,
                session.game.schema,
                canonical(point.counts),
                point.entries,
                canonical(session.marks[: point.index + 1]),
            ),
        )
        self._db.execute(
            "DELETE FROM checkpoint WHERE at NOT IN "
            "(SELECT at FROM checkpoint ORDER BY at DESC LIMIT ?)",
            (KEEP_CHECKPOINTS,),
        )
        self._since = 0

    def close(self) -> None:
        """Close the file; a session that follows it plays on in memory."""
        if self._session is not None and self._session.on_row == self.append:
            self._session.on_row = None
        self._session = None
        self._db.close()


def _connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    mode = "ro" if read_only else "rw"
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=2,
    )
    db.execute("PRAGMA trusted_schema = OFF")
    return db


def connect_for_writing(path: Path) -> sqlite3.Connection:
    """Open a save so that each commit is durable."""
    db = _connect(path)
    _make_durable(db)
    return db


def _make_durable(db: sqlite3.Connection) -> None:
    """Make every commit of the write-ahead log reach the disk before it returns.

    On macOS only F_FULLFSYNC does. The mode is set after the tables are made, so that the mark of
    our saves stands in the file itself and not only in its log.
    """
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")


def _fill(db: sqlite3.Connection, header: Header) -> None:
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("BEGIN IMMEDIATE")
    for statement in TABLES.split(";"):
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


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a save for reading alone, having looked first whether it is one.

    Raises:
        SaveError: it is not, or it cannot be read.
    """
    with translated(path, "read"):
        with path.open("rb") as file:
            start = file.read(100)
        if not start:
            raise save_error(path, "the file is empty")
        if not start.startswith(MAGIC) or start[68:72] != APPLICATION_ID.to_bytes(4, "big"):
            raise save_error(path, "this is not a saved game")
        db = _connect(path, read_only=True)
        try:
            try:
                db.execute("SELECT 1 FROM header")
            except sqlite3.OperationalError:
                # In a folder that cannot be written SQLite cannot share the file; reading it as
                # unchanging is right there, for nobody can change it.
                db.close()
                db = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
            yield db
        finally:
            db.close()


def read_header(db: sqlite3.Connection, path: Path) -> Header:
    """Read and judge the header of a save.

    Raises:
        SaveError: it is of another format or misses something.
    """
    words = {key: json.loads(value) for key, value in db.execute("SELECT * FROM header")}
    if words.get("format") != FORMAT:
        raise save_error(
            path,
            f"the save has format {words.get('format')}, this program reads {FORMAT}",
            "open it with the version of the program that wrote it",
        )
    words.pop("verdict", None)
    return decode(Header, words)


def read_rows(db: sqlite3.Connection, path: Path) -> tuple[list[Row], str, list[Problem]]:
    """Read the journal up to its first damaged row: rows, running hash, what is wrong."""
    rows: list[Row] = []
    chain = ""
    query = "SELECT n, seat, kind, dice, choice, cut, chain FROM journal ORDER BY n"
    try:
        for number, seat, kind, dice, choice, cut, link in db.execute(query):
            row = Row(seat, kind, dice, json.loads(choice), cut)
            if number != len(rows) or link != _link(chain, row):
                problem = Problem(str(path), 0, 0, f"row {len(rows) + 1} of the journal is damaged")
                return rows, chain, [problem]
            rows.append(row)
            chain = link
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as wrong:
        message = f"the journal is damaged after {len(rows)} rows ({wrong})"
        return rows, chain, [Problem(str(path), 0, 0, message)]
    return rows, chain, []


def read_verdict(db: sqlite3.Connection) -> Verdict | None:
    """Return the verdict of a finished game."""
    found = db.execute("SELECT value FROM header WHERE key = 'verdict'").fetchone()
    return decode(Verdict, json.loads(found[0])) if found else None


def read_log(db: sqlite3.Connection, count: int) -> list[LogEntry]:
    """Return the first `count` log lines.

    Raises:
        ValueError: they are not all there.
    """
    found = db.execute("SELECT entry FROM log WHERE n < ? ORDER BY n", (count,)).fetchall()
    if len(found) != count:
        message = f"{len(found)} of {count} log lines"
        raise ValueError(message)
    return decode_each(LogEntry, (json.loads(entry) for (entry,) in found))


def summary(path: Path) -> Summary:
    """Return what the library shows of a save.

    Raises:
        SaveError: it cannot be read.
    """
    with reading(path) as db:
        header = read_header(db, path)
        count = int(db.execute("SELECT count(*) FROM journal").fetchone()[0])
        return Summary(path, header, count, path.stat().st_mtime, read_verdict(db) is not None)

"""The file of a saved game: its tables, its header, its journal, and reading them with suspicion.

Four tables: `header` (words about the game), `journal` (append-only: a row a choice, or a cut),
`checkpoint` and `log`, which only spare the replay and can be thrown away. Each journal row
carries a running hash, so that a damaged or edited row is found at once.

A save is an ordinary SQLite file: it is readable by whoever has it, hidden pieces and all.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.engines.core.data.codec import canonical, decode
from grognard.engines.core.data.plainfile import is_alone, read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import Text, text, tr, verbatim
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.play.journal import PASSED, Row
from grognard.engines.core.show.explain import Verdict

FORMAT = 2
FORMATS = (1, FORMAT)
"""What can be read. Of format 1 the checkpoints carry no seal; the first write brings it up."""
APPLICATION_ID = 0x47524F47  # "GROG", stored in the file's own header by SQLite
MAGIC = b"SQLite format 3\x00"
SUFFIX = ".grognard"
WAL = "-wal"
TAILS = (WAL, "-shm")
"""What SQLite adds to the name of a save for the files beside it."""
MOST_BYTES = 1 << 28
MOST_ROWS = 1_000_000
LONGEST = 1 << 25
"""Bounds of a whole file, of its journal and of one value, far beyond any game that was played."""
SAVING = text("the game could not be saved: {wrong}")
READING = text("the game could not be read: {wrong}")
NO_ROOM = text("look at the free space and the rights of its folder, or save elsewhere")
DAMAGED = text(
    "what is in it is damaged: look for a copy of it, the bin and the folder of autosaves among them"
)


TABLES = {
    "header": "CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "journal": """CREATE TABLE journal (
    n INTEGER PRIMARY KEY, seat TEXT NOT NULL, kind TEXT NOT NULL, dice INTEGER NOT NULL,
    choice TEXT NOT NULL, cut INTEGER, chain TEXT NOT NULL)""",
    "checkpoint": """CREATE TABLE checkpoint (
    at INTEGER PRIMARY KEY, state TEXT NOT NULL, hash TEXT NOT NULL, schema INTEGER NOT NULL,
    counts TEXT NOT NULL, entries INTEGER NOT NULL, marks TEXT NOT NULL,
    rows INTEGER NOT NULL, seal TEXT NOT NULL)""",
    "log": "CREATE TABLE log (n INTEGER PRIMARY KEY, entry TEXT NOT NULL)",
}
OLD_CHECKPOINT = """CREATE TABLE checkpoint (
    at INTEGER PRIMARY KEY, state TEXT NOT NULL, hash TEXT NOT NULL, schema INTEGER NOT NULL,
    counts TEXT NOT NULL, entries INTEGER NOT NULL, marks TEXT NOT NULL)"""


class SaveError(Exception):
    """A save could not be read or written; `problems` says what is wrong and how to mend it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def save_error(path: Path, message: str, mend: str = "") -> SaveError:
    """Return a SaveError about one file as a whole."""
    return SaveError([Problem(str(path), 0, 0, message, mend)])


def _is_damage(wrong: BaseException) -> bool:
    """Whether what the file holds is at fault, and not the disk or its rights."""
    broken = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return getattr(wrong, "sqlite_errorcode", 0) & 0xFF in broken


@contextmanager
def translated(path: Path, failing: Text) -> Iterator[None]:
    """Turn every way in which a file can fail into a SaveError: `failing` says what was to be done."""
    try:
        yield
    except (SaveError, ScenarioError):
        raise
    except (sqlite3.Error, OSError, OverflowError, MemoryError) as wrong:
        mend = DAMAGED if _is_damage(wrong) else NO_ROOM
        words = failing.fill(wrong=verbatim(str(wrong)))
        raise save_error(path, str(words), str(mend)) from wrong
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as wrong:
        damage = text("damaged data ({wrong})", wrong=verbatim(str(wrong)))
        raise save_error(path, str(failing.fill(wrong=damage))) from wrong


@dataclass(frozen=True, slots=True)
class Header:
    """What a save says of its game. `scenario` is the full text, `seats` who plays each seat.

    `pins` has what `hash_pin` made of the PIN of each seat that has one, `remark` what the players noted.
    `came_from` tells of a game that branched off another one which that was, and after how many choices;
    `dice` after how many choices its dice follow from another seed, and from which.
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
    remark: str = ""
    came_from: dict[str, str] = field(default_factory=dict)
    dice: dict[str, str] = field(default_factory=dict)

    def root(self) -> str:
        """Return a hash of what the whole game follows from, besides its choices."""
        other = [self.dice] if self.dice else []
        return digest([self.game, self.scenario, self.options, self.seed, *other])


@dataclass(frozen=True, slots=True)
class Summary:
    """What the library shows of a save without loading its game; `verdict` where that is over.

    `choices` counts the rows of the journal; `passed` those of them that nobody decided. `turn` and
    `seat` say how a running game stands and whose decision it is; "" where the file does not tell.
    """

    path: Path
    header: Header
    choices: int
    saved: float
    verdict: Verdict | None = None
    passed: int = 0
    turn: str = ""
    seat: str = ""

    @property
    def decisions(self) -> int:
        """How many of the rows are choices that somebody made, taken back or not."""
        return self.choices - self.passed

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.verdict is not None


@dataclass(frozen=True, slots=True)
class Journal:
    """The rows up to the first damaged one, the running hash after each, and what is wrong."""

    rows: list[Row]
    links: list[str]
    problems: list[Problem]

    def chain(self, count: int) -> str:
        """Return the running hash after `count` rows."""
        return self.links[count - 1] if count else ""


def digest(data: object) -> str:
    """Return a short hash of plain data."""
    return blake2b(canonical(data).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def link(chain: str, row: Row) -> str:
    """Return the running hash after `row`."""
    return digest([chain, row.seat, row.kind, row.dice, row.choice, row.cut])


def live_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the choices that stand once every cut of a journal is applied."""
    standing: list[Row] = []
    for row in rows:
        if row.cut is None:
            standing.append(row)
        elif 0 <= row.cut <= len(standing):
            del standing[row.cut :]
        else:
            message = tr("a cut to {cut} of {n} choices", cut=verbatim(row.cut), n=len(standing))
            raise ValueError(message)
    return standing


# -- opening -----------------------------------------------------------------------------------


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a file as SQLite, without trust in what it says of itself."""
    mode = "ro" if read_only else "rw"
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=2,
    )
    db.execute("PRAGMA trusted_schema = OFF")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    return db


def make_durable(db: sqlite3.Connection) -> None:
    """Make every commit of the write-ahead log reach the disk before it returns.

    On macOS only F_FULLFSYNC does. The mode is set after the tables are made, so that the mark of
    our saves stands in the file itself and not only in its log.
    """
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")


def look_at(path: Path) -> None:
    """Look whether a file may be a save at all, before anything opens it as one.

    Raises:
        SaveError: it is none.
    """
    with translated(path, READING):
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise save_error(path, tr("this is no file, and so no saved game"))
        if facts.st_size > MOST_BYTES:
            raise save_error(path, tr("the file is too large for a saved game"))
        start = read_plain(path, 99)
        for tail in TAILS:
            _judge_beside(path.with_name(path.name + tail))
    if not start:
        raise save_error(path, tr("the file is empty"))
    if start.startswith(MAGIC) and len(start) < 100:
        raise save_error(
            path, tr("the file is cut short, and nothing of a game is left in it"), str(DAMAGED)
        )
    if not start.startswith(MAGIC) or start[68:72] != APPLICATION_ID.to_bytes(4, "big"):
        raise save_error(path, tr("this is not a saved game"))


def cut_short(path: Path) -> Problem:
    """Return what is told of a save of which `missing` finds some bytes missing."""
    message = tr("the file is cut short: the last choices may be missing")
    return Problem(str(path), 0, 0, message, tr("it is opened as far as it goes"))


def _judge_beside(path: Path) -> None:
    """Look at what lies beside a save, into which SQLite writes without a look.

    Raises:
        SaveError: it is a link, or no plain file.
    """
    with suppress(FileNotFoundError):
        if not is_alone(path.lstat()):
            raise save_error(path, tr("this is a link, or no plain file"), tr("take it away"))


def missing(path: Path) -> int:
    """Return how many bytes a save lacks that its own beginning speaks of; 0 where it can be read.

    What is not yet merged into it may have them.
    """
    lacks, beside = _shorter(path), path.with_name(path.name + WAL)
    if lacks and beside.is_file() and beside.stat().st_size:
        db = connect(path, read_only=True)
        try:
            db.execute("SELECT 1 FROM sqlite_master")
        except sqlite3.DatabaseError:
            return lacks
        finally:
            db.close()
        return 0
    return lacks


def _shorter(path: Path) -> int:
    """Return how many bytes a file is shorter than its own beginning says."""
    try:
        with path.open("rb") as file:
            start = file.read(100)
            length = file.seek(0, 2)
    except OSError:
        return 0
    page, pages = int.from_bytes(start[16:18], "big"), int.from_bytes(start[28:32], "big")
    known = start[24:28] == start[92:96]  # else the count of pages is not kept up
    whole = (page if page != 1 else 1 << 16) * pages
    return max(0, min(whole, MOST_BYTES) - length) if known else 0


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a save for reading alone, having looked first whether it is one.

    Raises:
        SaveError: it is not, or it cannot be read.
    """
    look_at(path)
    with translated(path, READING):
        short = missing(path)
        db = connect(path, read_only=True)
        try:
            if not short and _can_be_read(db):
                _judge_tables(db, path)
                yield db
                return
            db.close()
            with _copied(path, short) as copy:
                db = connect(copy)
                _judge_tables(db, path)
                yield db
                db.close()
        finally:
            db.close()


def _can_be_read(db: sqlite3.Connection) -> bool:
    """Whether SQLite reads a file where it lies; where it cannot write, it may not."""
    try:
        db.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError:
        return False
    return True


@contextmanager
def _copied(path: Path, short: int = 0) -> Iterator[Path]:
    """Copy a save with what is not yet merged into it: SQLite reads none where it cannot write.

    It reads none either that is `short` of some bytes: in the copy they are there, and empty.
    """
    with TemporaryDirectory(prefix="grognard-") as folder:
        copy = Path(folder) / "copy"
        for tail in ("", WAL):
            part = path.with_name(path.name + tail)
            if part.is_file() and part.stat().st_size <= MOST_BYTES:
                shutil.copyfile(part, copy.with_name(copy.name + tail))
        if short:
            os.truncate(copy, copy.stat().st_size + short)
        yield copy


def _judge_tables(db: sqlite3.Connection, path: Path) -> None:
    """Refuse what only looks like our tables: a view or a trigger can do anything, for ever.

    Raises:
        SaveError: one is not as this program makes it.
    """
    ours = {name: {_plain(sql)} for name, sql in TABLES.items()}
    ours["checkpoint"].add(_plain(OLD_CHECKPOINT))
    for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_master LIMIT 100"):
        good = kind == "table" and _plain(str(sql)) in ours.get(name, ())
        if not good and (name in ours or kind != "index"):
            raise save_error(
                path,
                tr(
                    "this is not a saved game: it has a {kind} {name} of its own",
                    kind=verbatim(kind),
                    name=verbatim(name),
                ),
            )


def _plain(sql: str) -> str:
    return " ".join(sql.split())


# -- reading -----------------------------------------------------------------------------------


def read_header(db: sqlite3.Connection, path: Path) -> Header:
    """Read and judge the header of a save.

    Raises:
        SaveError: it is of another format or misses something.
    """
    words = {key: json.loads(value) for key, value in db.execute("SELECT * FROM header LIMIT 100")}
    if words.get("format") not in FORMATS:
        raise save_error(
            path,
            tr(
                "the save has format {format}, this program reads {newest}",
                format=verbatim(str(words.get("format"))),
                newest=FORMAT,
            ),
            tr("open it with the version of the program that wrote it"),
        )
    for beside in ("verdict", "stand"):
        words.pop(beside, None)
    return decode(Header, words)


def read_journal(db: sqlite3.Connection, path: Path) -> Journal:
    """Read the journal up to its first damaged row."""
    rows: list[Row] = []
    links: list[str] = []
    chain = ""
    query = "SELECT n, seat, kind, dice, choice, cut, chain FROM journal ORDER BY n LIMIT ?"
    try:
        for number, seat, kind, dice, choice, cut, given in db.execute(query, (MOST_ROWS,)):
            row = Row(seat, kind, dice, json.loads(choice), cut)
            if number != len(rows) or given != link(chain, row):
                problem = Problem(
                    str(path), 0, 0, tr("row {n} of the journal is damaged", n=len(rows) + 1)
                )
                return Journal(rows, links, [problem])
            rows.append(row)
            links.append(given)
            chain = given
    except (sqlite3.Error, ValueError, TypeError, RecursionError) as wrong:
        message = tr(
            "the journal is damaged after {n} rows ({wrong})",
            n=len(rows),
            wrong=verbatim(str(wrong)),
        )
        return Journal(rows, links, [Problem(str(path), 0, 0, message)])
    return Journal(rows, links, [])


def read_verdict(db: sqlite3.Connection) -> Verdict | None:
    """Return the verdict of a finished game."""
    found = db.execute("SELECT value FROM header WHERE key = 'verdict'").fetchone()
    return decode(Verdict, json.loads(found[0])) if found else None


def summary(path: Path) -> Summary:
    """Return what the library shows of a save.

    Raises:
        SaveError: it cannot be read.
    """
    with reading(path) as db:
        header = read_header(db, path)
        try:
            count = int(db.execute("SELECT count(*) FROM journal").fetchone()[0])
        except sqlite3.DatabaseError:  # of what is damaged or cut short, as far as it goes
            count = len(read_journal(db, path).rows)
        verdict, passed = read_verdict(db), _passed(db)
        turn, seat = _stand(db)
        return Summary(path, header, count, path.stat().st_mtime, verdict, passed, turn, seat)


def _stand(db: sqlite3.Connection) -> tuple[str, str]:
    """Return the turn and the seat that is asked, as the file notes them."""
    found = db.execute("SELECT value FROM header WHERE key = 'stand'").fetchone()
    told = json.loads(found[0]) if found else {}
    return str(told.get("turn", "")), str(told.get("seat", ""))


def _passed(db: sqlite3.Connection) -> int:
    """Return how many rows are no decisions: cuts and notes, and the choices that were passed."""
    query = "SELECT count(*) FROM journal WHERE cut IS NOT NULL UNION ALL SELECT count(*) FROM journal WHERE kind = ?"
    try:
        return sum(int(count) for (count,) in db.execute(query, (PASSED,)))
    except sqlite3.DatabaseError:
        return 0

"""Opening and verifying saved games, and the rotating autosaves."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engines.core.codec import data_hash
from engines.core.game import Game, ScenarioError, registry
from engines.core.problems import Problem
from engines.core.saves import (
    SUFFIX,
    Header,
    Loaded,
    SaveError,
    SaveFile,
    connect_for_writing,
    live_rows,
    read_header,
    read_log,
    read_rows,
    reading,
    save_error,
    state_hash,
    translated,
)
from engines.core.session import Row, Session, notes_after

KEEP_AUTOSAVES = 12


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of playing a whole journal again: equal to what the save holds, or not."""

    ok: bool
    choices: int
    state_hash: str
    problems: tuple[Problem, ...]


def load(
    kind: type[SaveFile], path: Path, games: Mapping[str, Game[Any]], *, read_only: bool = False
) -> Loaded:
    """Open a save for playing on; see `SaveFile.open`."""
    with _without_collecting(), reading(path) as db:
        header = read_header(db, path)
        game, setup = _game_of(header, path, games)
        rows, chain, problems = read_rows(db, path)
        with translated(path, "read"):
            live = live_rows(rows)
        session = _newest(game, setup, header.seed, db, live)
        for row in rows:
            session.notes = notes_after(session.notes, row)
        problems += _replay(session, live, path)
    save = None
    if not problems and not read_only:
        with translated(path, "opened for writing"):
            save = kind(path, connect_for_writing(path), len(rows), chain)
        save.follow(session)
    return Loaded(session, header, save, problems)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Hold the garbage collector off: all that is read is kept, and going through it costs a third.

    At the end all goes straight to the old objects, lest the next allocation look through it at once.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _game_of(header: Header, path: Path, games: Mapping[str, Game[Any]]) -> tuple[Game[Any], Any]:
    game = games.get(header.game)
    if game is None:
        raise save_error(path, f"the game {header.game!r} is not installed", "install its package")
    if header.schema > game.schema:
        mend = "install the newer version of the program"
        raise save_error(path, "the save was written by a newer version of the game", mend)
    try:
        return game, game.load(header.scenario, header.options)
    except ScenarioError as wrong:
        raise SaveError(list(wrong.problems)) from wrong


def _newest(
    game: Game[Any], setup: Any, seed: str, db: sqlite3.Connection, live: list[Row]
) -> Session:
    """Stand at the newest sound checkpoint; they only spare time, so the start will do as well."""
    query = "SELECT * FROM checkpoint WHERE at <= ? ORDER BY at DESC"
    # A broken checkpoint may fail in any way a game's decoder can; the journal has it all.
    with suppress(Exception):
        for at, text, hashed, schema, counts, entries, marks in db.execute(query, (len(live),)):
            data = json.loads(text)
            if data_hash(data) != hashed:
                continue
            data = migrated(game, data, schema)
            state = game.decode(setup, data)
            if state_hash(game, state) != data_hash(data):
                continue
            session = Session(game, setup, seed)
            log = read_log(db, entries)
            session.resume_at(at, state, json.loads(counts), live, log, json.loads(marks))
            return session
    return Session(game, setup, seed)


def migrated(game: Game[Any], data: Any, schema: int) -> Any:
    """Bring the data of a State from an older schema to the game's, step by step.

    Raises:
        LookupError: a step is missing, or the data are of a newer schema.
        ValueError, TypeError, AttributeError: the data are not of the schema they claim.
    """
    if schema > game.schema:
        message = f"schema {schema} is newer than {game.schema}"
        raise LookupError(message)
    for step in range(schema, game.schema):
        data = game.migrations[step](data)
    return data


def _replay(session: Session, live: list[Row], path: Path) -> list[Problem]:
    """Replay the tail; return why it stopped short, the session then standing before that."""
    for number in range(len(session.choices), len(live)):
        try:
            session.replay(live[number])
        except Exception as wrong:  # noqa: BLE001 - a damaged choice may break the game anywhere
            message = f"choice {number + 1} of {len(live)} does not fit the game: {wrong}"
            mend = "the game stands before that choice; the file is kept as it is"
            del session.choices[number:]
            session.rewind(number)
            return [Problem(str(path), 0, 0, message, mend)]
    return []


def verify(path: Path, games: Mapping[str, Game[Any]] | None = None) -> Verification:
    """Play the journal of a save from its start, asking at each choice whether it was legal.

    Compares every kept checkpoint with the position then reached.

    Raises:
        SaveError: this is no save that can be read.
    """
    with reading(path) as db:
        header = read_header(db, path)
        game, setup = _game_of(header, path, games if games is not None else registry.games())
        rows, _, problems = read_rows(db, path)
        with translated(path, "read"):
            live = live_rows(rows)
            kept = _kept(game, db)
    session = Session(game, setup, header.seed)
    problems += _play_again(session, live, kept, path)
    reached = state_hash(game, session.table.state)
    return Verification(not problems, len(session.choices), reached, tuple(problems))


def _kept(game: Game[Any], db: sqlite3.Connection) -> dict[int, str]:
    """Return the hash of each checkpoint by the choices before it, as this version would write it.

    One of an older version that cannot be brought up is left out: it says nothing of this one.
    """
    found = {}
    for at, text, hashed, schema in db.execute("SELECT at, state, hash, schema FROM checkpoint"):
        found[at] = hashed
        if schema != game.schema:
            del found[at]
            with suppress(LookupError, ValueError, TypeError, AttributeError):
                found[at] = data_hash(migrated(game, json.loads(text), schema))
    return found


def _play_again(
    session: Session, live: list[Row], kept: Mapping[int, str], path: Path
) -> list[Problem]:
    for number, row in enumerate([*live, None]):
        reached = session.table.state
        if number in kept and state_hash(session.game, reached) != kept[number]:
            message = f"the position kept after choice {number} differs from the one replayed"
            return [Problem(str(path), 0, 0, message)]
        if row is None:
            break
        try:
            refusal = session.why_not(row.seat, row.choice)
            if refusal is not None:
                message = f"choice {number + 1} is refused: {refusal.message} {refusal.rule}"
                return [Problem(str(path), 0, 0, message)]
            session.replay(row)
        except Exception as wrong:  # noqa: BLE001 - a damaged choice may break the game anywhere
            message = f"choice {number + 1} does not fit the game: {wrong}"
            return [Problem(str(path), 0, 0, message)]
    return []


def autosaves(folder: Path) -> list[Path]:
    """Return the autosaved games of a folder, newest first."""
    try:
        found = list(folder.glob(f"*{SUFFIX}"))
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError:
        return []


def new_autosave(folder: Path, scenario: str, keep: int = KEEP_AUTOSAVES) -> Path:
    """Return a free path for a new autosaved game; the oldest beyond `keep` are removed.

    Raises:
        SaveError: the folder cannot be made.
    """
    with translated(folder, "saved"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in autosaves(folder)[max(keep - 1, 0) :]:
            for part in (old, Path(f"{old}-wal"), Path(f"{old}-shm")):
                part.unlink(missing_ok=True)
    plain = "".join(letter if letter.isalnum() else "-" for letter in scenario)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (f"{stamp}-{plain}{tail}{SUFFIX}" for tail in ("", *(f"-{n}" for n in range(1, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())

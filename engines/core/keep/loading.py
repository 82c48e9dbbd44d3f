"""Opening and verifying saved games."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.engines.core.data.codec import data_hash
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.keep.checkpoints import Point, kept_positions, unsealed
from grognard.engines.core.keep.saveformat import (
    READING,
    Header,
    Journal,
    SaveError,
    cut_short,
    live_rows,
    look_at,
    missing,
    read_header,
    read_journal,
    reading,
    save_error,
    translated,
)
from grognard.engines.core.keep.savelock import Held, Holder, SaveLock
from grognard.engines.core.keep.saves import Known, Loaded, SaveFile, state_hash
from grognard.engines.core.play.game import AnyGame, ScenarioError, registry
from grognard.engines.core.play.journal import Row, notes_after
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.play.standing import said_after

CANNOT_WRITE = text(
    "The file of this game cannot be written: it can be looked at, but what is played is not kept in it."
)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of playing a whole journal again: equal to what the save holds, or not."""

    ok: bool
    choices: int
    state_hash: str
    problems: tuple[Problem, ...]


def load_save(
    path: Path, games: Mapping[str, AnyGame] | None = None, *, read_only: bool = False
) -> Loaded:
    """Open a save for playing on: the newest sound checkpoint, then the tail of the journal.

    Where somebody else has it open, `Loaded.held_by` says who, and it can only be looked at.
    `read_only`: only look at it, whoever has it open, and leave no mark.

    Raises:
        SaveError: this is no save, or of a game or version that is not here.
    """
    look_at(path)
    lock, holder, told = (None, None, []) if read_only else _held(path)
    loaded = None
    try:
        loaded, known = _read(path, games if games is not None else registry.games())
        loaded.held_by = holder
        loaded.told += told
        if lock is not None and not loaded.problems:
            _go_on(loaded, path, known, lock)
    finally:
        if lock is not None and (loaded is None or loaded.save is None):
            lock.free()
    return loaded


def _held(path: Path) -> tuple[SaveLock | None, Holder | None, list[str]]:
    """Hold a save, or tell why it can only be looked at, and who has it."""
    try:
        return SaveLock.take(path), None, []
    except Held as held:
        words = tr(
            "This game is open already: {holder}. It can only be looked at here.",
            holder=verbatim(str(held.holder)),
        )
        return None, held.holder, [words]
    except OSError as wrong:
        return None, None, [f"{CANNOT_WRITE} ({wrong.strerror})"]


def _read(path: Path, games: Mapping[str, AnyGame]) -> tuple[Loaded, Known]:
    """Read a save: how far its game can be followed, and what is known of the file."""
    with _without_collecting(), reading(path) as db:
        header = read_header(db, path)
        game, setup = _game_of(header, path, games)
        journal = read_journal(db, path)
        if missing(path):  # what else is wrong with it follows from that
            journal.problems[:] = [cut_short(path)]
        with translated(path, READING):
            live = live_rows(journal.rows)
        session, point = _newest(game, setup, header, db, journal, live)
        for row in journal.rows:
            session.notes = notes_after(session.notes, row)
            session.said = said_after(session.said, row)
        fits = _replay(session, live)
    loaded = Loaded(session, header, None, list(journal.problems))
    standing = None if fits else len(session.choices)
    if standing is not None:
        loaded.told.append(
            tr(
                "The rules have changed since this game was saved: choice {n} of {all} no longer fits, so the game stands before it and goes on from there; what came after stays in the file.",
                n=standing + 1,
                all=len(live),
            )
        )
    base, log = (point.at, point.log) if point is not None else (0, None)
    rows, chain = len(journal.rows), journal.chain(len(journal.rows))
    if header.format == 1:
        log = None
    return loaded, Known(header, rows, chain, base, log, standing)


def _go_on(loaded: Loaded, path: Path, known: Known, lock: SaveLock) -> None:
    """Tie the session to the file, or tell why that cannot be."""
    try:
        loaded.save = SaveFile.go_on(path, known, lock)
    except (sqlite3.Error, OSError) as wrong:
        loaded.told.append(f"{CANNOT_WRITE} ({wrong})")
        return
    loaded.save.follow(loaded.session)


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


def _game_of(header: Header, path: Path, games: Mapping[str, AnyGame]) -> tuple[AnyGame, AnySetup]:
    game = games.get(header.game)
    if game is None:
        raise save_error(
            path,
            tr("the game {game} is not installed", game=verbatim(repr(header.game))),
            tr("install its package"),
        )
    if header.schema > game.schema:
        mend = tr("install the newer version of the program")
        raise save_error(path, tr("the save was written by a newer version of the game"), mend)
    try:
        return game, game.load(header.scenario, header.options)
    except ScenarioError as wrong:
        raise SaveError(list(wrong.problems)) from wrong


def _newest(  # noqa: PLR0913 - what is read of a save
    game: AnyGame,
    setup: AnySetup,
    header: Header,
    db: sqlite3.Connection,
    journal: Journal,
    live: list[Row],
) -> tuple[Session, Point | None]:
    """Stand at the newest sound checkpoint; they only spare time, so the start will do as well."""
    for kept in kept_positions(db, header):
        # A broken checkpoint may fail in any way a game's decoder can; the journal has it all.
        with suppress(Exception):
            point = unsealed(db, header, journal, kept, live)
            data = migrated(game, point.data, point.schema)
            state = game.decode(setup, data)
            if state_hash(game, state) != data_hash(data):
                continue
            _look_at(game, setup, state)
            session = _fresh(game, setup, header)
            session.resume_at(point.at, state, point.counts, live, point.entries, point.marks)
            return session, point
    return _fresh(game, setup, header), None


def _fresh(game: AnyGame, setup: AnySetup, header: Header) -> Session:
    """Return the start of a game, with the dice that fall in it, where it branched off with others too."""
    session = Session(game, setup, header.seed)
    session.reseed((int(at), seed) for at, seed in header.dice.items())
    return session


def _look_at(game: AnyGame, setup: AnySetup, state: Any) -> None:
    """Show a position to everybody: one that cannot be shown, whoever sealed it, is none to go on from.

    Raises:
        Exception: of whatever kind, where the position names what the game does not know.
    """
    for seat in (None, *(seat.id for seat in setup.info.seats)):
        game.view(setup, state, seat)


def migrated(game: AnyGame, data: object, schema: int) -> Any:
    """Bring the data of a State from an older schema to the game's, step by step.

    Raises:
        LookupError: a step is missing, or the data are of a newer schema.
        ValueError, TypeError, AttributeError: the data are not of the schema they claim.
    """
    if schema > game.schema:
        message = tr(
            "schema {schema} is newer than {newest}",
            schema=verbatim(schema),
            newest=verbatim(game.schema),
        )
        raise LookupError(message)
    for step in range(schema, game.schema):
        data = game.migrations[step](data)
    return data


def _replay(session: Session, live: list[Row]) -> bool:
    """Replay the tail; where a choice no longer fits the session stands before it, and it is False.

    `grognard replay --verify` tells why.
    """
    for number in range(len(session.choices), len(live)):
        try:
            session.replay(live[number])
        except Exception:  # noqa: BLE001 - what the rules no longer allow may fail anywhere
            del session.choices[number:]
            session.rewind(number)
            return False
    return True


def verify(path: Path, games: Mapping[str, AnyGame] | None = None) -> Verification:
    """Play the journal of a save from its start, asking at each choice whether it was legal.

    Compares every kept checkpoint with the position then reached.

    Raises:
        SaveError: this is no save that can be read.
    """
    with reading(path) as db:
        header = read_header(db, path)
        game, setup = _game_of(header, path, games if games is not None else registry.games())
        journal = read_journal(db, path)
        problems = [cut_short(path)] if missing(path) else list(journal.problems)
        with translated(path, READING):
            live = live_rows(journal.rows)
            kept = _kept(game, db, header)
        if not problems:
            problems += _broken(db, header, journal, live, path)
    session = _fresh(game, setup, header)
    problems += _play_again(session, live, kept, path)
    reached = state_hash(game, session.table.state)
    return Verification(not problems, len(session.choices), reached, tuple(problems))


def _kept(game: AnyGame, db: sqlite3.Connection, header: Header) -> dict[int, str]:
    """Return the hash of each checkpoint by the choices before it, as this version would write it.

    One of an older version that cannot be brought up is left out: it says nothing of this one.
    """
    found = {}
    for kept in kept_positions(db, header):
        found[kept.at] = kept.hash
        if kept.schema != game.schema:
            del found[kept.at]
            with suppress(LookupError, ValueError, TypeError, AttributeError):
                found[kept.at] = data_hash(migrated(game, json.loads(kept.state), kept.schema))
    return found


def _broken(
    db: sqlite3.Connection, header: Header, journal: Journal, live: list[Row], path: Path
) -> list[Problem]:
    """Return which checkpoints are not as they were written."""
    found = []
    for kept in kept_positions(db, header):
        try:
            unsealed(db, header, journal, kept, live)
        except Exception:  # noqa: BLE001 - a damaged checkpoint may fail in any way
            message = tr("the position kept after choice {at} is damaged", at=kept.at)
            found.append(Problem(str(path), 0, 0, message))
    return found


def _play_again(
    session: Session, live: list[Row], kept: Mapping[int, str], path: Path
) -> list[Problem]:
    for number, row in enumerate([*live, None]):
        reached = session.table.state
        if number in kept and state_hash(session.game, reached) != kept[number]:
            message = tr(
                "the position kept after choice {number} differs from the one replayed",
                number=number,
            )
            return [Problem(str(path), 0, 0, message)]
        if row is None:
            break
        try:
            refusal = session.why_not(row.seat, row.choice)
            if refusal is not None:
                message = tr(
                    "choice {n} is refused: {message} {rule}",
                    n=number + 1,
                    message=refusal.message,
                    rule=verbatim(refusal.rule),
                )
                return [Problem(str(path), 0, 0, message)]
            session.replay(row)
        except Exception as wrong:  # noqa: BLE001 - a damaged choice may break the game anywhere
            message = tr(
                "choice {n} does not fit the game: {wrong}",
                n=number + 1,
                wrong=verbatim(str(wrong)),
            )
            return [Problem(str(path), 0, 0, message)]
    return []

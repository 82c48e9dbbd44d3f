"""Kept games are renamed, put into a bin and taken out of it again; nothing is deleted unasked.

The bin is a folder. Beside each game in it lies where it came from. Whatever is moved is held
meanwhile, so that a game that is open somewhere stays where it is.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.keep.autosaves import note_renamed, remove
from grognard.engines.core.keep.saveformat import (
    SAVING,
    SUFFIX,
    TAILS,
    SaveError,
    connect,
    look_at,
    save_error,
    summary,
    translated,
)
from grognard.engines.core.keep.savelock import Held, SaveLock, mark_of

CAME_FROM = ".from"
"""What is added to the name of a game in the bin for the file that says where it came from."""
LONGEST_PATH = 4096


def rename(path: Path, name: str) -> Path:
    """Give a kept game another name, in its folder; return where it is now.

    Raises:
        SaveError: there is a file of this name, the game is open somewhere, or it cannot be moved.
    """
    plain = name if name.casefold().endswith(SUFFIX) else name + SUFFIX
    if plain != Path(plain).name or plain.startswith("."):
        raise save_error(path, tr("{name} is no name for a file", name=verbatim(repr(name))))
    target = path.with_name(plain)
    if target == path:
        return path
    with _held(path), translated(path, SAVING):
        if target.exists() or target.is_symlink():
            raise save_error(target, tr("there is a file of this name"), tr("choose another name"))
        _move(path, target)
    note_renamed(path, target)
    return target


def throw_away(path: Path, into: Path) -> Path:
    """Put a kept game into the bin; return where it lies now.

    Raises:
        SaveError: it is open somewhere, or it cannot be moved.
    """
    with _held(path), translated(path, SAVING):
        into.mkdir(parents=True, exist_ok=True)
        target = _free(into / path.name)
        _note(target).write_text(str(path.absolute()), encoding="utf-8")
        _move(path, target)
    return target


def put_back(path: Path, otherwise: Path) -> Path:
    """Take a game out of the bin, to where it came from, or into the folder `otherwise`.

    Raises:
        SaveError: it cannot be moved.
    """
    home = _came_from(path) or otherwise / path.name
    with _held(path), translated(path, SAVING):
        if not home.parent.is_dir():
            home = otherwise / home.name
            otherwise.mkdir(parents=True, exist_ok=True)
        target = _free(home)
        _move(path, target)
        with suppress(OSError):
            _note(path).unlink(missing_ok=True)
    return target


def binned(folder: Path) -> list[Path]:
    """Return the games in the bin, by name."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.casefold().endswith(SUFFIX))
    except OSError:
        return []


def empty(folder: Path) -> None:
    """Delete all games in the bin for good, but for those that are open somewhere."""
    for path in binned(folder):
        delete(path)


def delete(path: Path) -> None:
    """Delete a game in the bin for good, unless it is open somewhere."""
    with suppress(SaveError, OSError), _held(path):
        remove(path)
        _note(path).unlink(missing_ok=True)


def prune(paths: Iterable[Path], into: Path, older: timedelta, now: datetime) -> list[Path]:
    """Put the finished games not played for longer than that into the bin; return where they lie.

    A game that goes on stays, however old it is; so does one that is or was left open.
    """
    gone = []
    for path in paths:
        with suppress(SaveError):
            found = summary(path)
            played = datetime.fromtimestamp(found.saved, now.tzinfo)
            if found.finished and now - played > older and not mark_of(path).exists():
                gone.append(throw_away(path, into))
    return gone


def _free(path: Path) -> Path:
    """Return a path of this name where there is no file, with a number if need be."""
    stem = path.name[: -len(SUFFIX)] if path.name.casefold().endswith(SUFFIX) else path.name
    names = (f"{stem}{tail}{SUFFIX}" for tail in ("", *(f" ({n})" for n in range(2, 1000))))
    paths = (path.with_name(name) for name in names)
    return next(free for free in paths if not free.exists() and not free.is_symlink())


def _note(path: Path) -> Path:
    return path.with_name(path.name + CAME_FROM)


def _came_from(path: Path) -> Path | None:
    """Return where a game in the bin came from, if that can be told."""
    try:
        said = Path(read_plain(_note(path), LONGEST_PATH).decode("utf-8"))
    except (OSError, ValueError):
        return None
    return said if said.is_absolute() and said.name.casefold().endswith(SUFFIX) else None


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep everybody else from opening a game while it is moved.

    Raises:
        SaveError: somebody has it open.
    """
    try:
        with translated(path, SAVING):
            lock = SaveLock.take(path)
    except Held as held:
        raise save_error(path, str(held), tr("leave that table first")) from held
    try:
        yield
    finally:
        lock.free()


def _move(path: Path, target: Path) -> None:
    """Move a game; what a crash has left beside it is merged into it first, or goes along."""
    with suppress(SaveError, sqlite3.Error):
        look_at(path)
        db = connect(path)
        try:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            db.close()
    shutil.move(path, target)
    for tail in TAILS:
        beside = path.with_name(path.name + tail)
        if beside.exists():
            shutil.move(beside, target.with_name(target.name + tail))

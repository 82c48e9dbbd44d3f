"""Where a running game is kept: an autosave nobody has to think of, or the file it was saved to."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.settings import autosave_folder
from engines.core.saves import SUFFIX, SaveError, SaveFile
from engines.core.session import Session

OPEN_MARK = ".open"
KEEP_AUTOSAVES = 20
TAILS = ("-wal", "-shm")
"""What SQLite adds to the name of a save for the files beside it."""


def _mark(path: Path) -> Path:
    return path.with_name(path.name + OPEN_MARK)


def _alive(pid: int) -> bool:
    if pid == os.getpid():
        return True
    if os.name != "posix":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def autosaves() -> list[Path]:
    """Return the autosaved games, newest first."""
    try:
        found = list(autosave_folder().glob(f"*{SUFFIX}"))
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def crashed(named: Iterable[Path] = ()) -> list[Path]:
    """Return the games, autosaved or `named` by the player, that were not closed; newest first."""
    found: list[Path] = []
    for path in {*autosaves(), *named}:
        try:
            pid = int(_mark(path).read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if not _alive(pid) and path.exists():
            found.append(path)
    return sorted(found, key=lambda path: (path.stat().st_mtime, str(path)), reverse=True)


def forget_crash(path: Path) -> None:
    """Offer this game no more."""
    try:
        _mark(path).unlink(missing_ok=True)
    except OSError:
        return


class Keeper:
    """The save of the running game.

    Attributes:
        path: where the game is kept now, None when it is in memory alone.
        named: whether the player gave the file its name (an autosave otherwise).
    """

    def __init__(self, save: SaveFile | None = None, *, named: bool = False) -> None:
        self.save = save
        self.named = named

    @property
    def path(self) -> Path | None:
        """Where the game is kept."""
        return self.save.path if self.save is not None else None

    @classmethod
    def autosave(cls, session: Session, players: Mapping[str, str]) -> Keeper:
        """Start keeping a new game in the folder of autosaves.

        Raises:
            SaveError: the folder cannot be written.
        """
        folder = autosave_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise _cannot(folder, wrong) from wrong
        _rotate()
        stamp = time.strftime("%Y%m%d-%H%M%S")
        name = session.setup.info.id
        path = folder / f"{name}-{stamp}{SUFFIX}"
        number = 1
        while path.exists():
            number += 1
            path = folder / f"{name}-{stamp}-{number}{SUFFIX}"
        keeper = cls(SaveFile.save_as(path, session, dict(players)))
        keeper.sign()
        return keeper

    def sign(self) -> None:
        """Leave a mark that this program has the file open."""
        if self.path is not None:
            try:
                _mark(self.path).write_text(str(os.getpid()), encoding="ascii")
            except OSError:
                return

    def seat(self, players: Mapping[str, str]) -> None:
        """Note who plays each seat from now on; a file that cannot be written says so later."""
        if self.save is not None:
            with suppress(SaveError):
                self.save.seat(players)

    def let_go(self, session: Session) -> None:
        """Play on in memory: the file can no longer be written."""
        session.on_row = None
        save, self.save = self.save, None
        if save is not None:
            try:
                save.close()
            except Exception:  # noqa: BLE001 - the disk is at fault already; the game goes on
                session.on_row = None

    def move(self, path: Path, session: Session, players: Mapping[str, str]) -> None:
        """Keep the game at another place from now on; an older file there is replaced.

        Raises:
            SaveError: it cannot be written; the old place stays in use.
        """
        if self.path is not None and path.absolute() == self.path.absolute():
            self.save_now(session)
            return
        fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            fresh.unlink(missing_ok=True)
        except OSError as wrong:
            raise _cannot(path, wrong) from wrong
        SaveFile.save_as(fresh, session, dict(players)).close()
        try:
            for tail in TAILS:
                path.with_name(path.name + tail).unlink(missing_ok=True)
            fresh.replace(path)
        except OSError as wrong:
            _remove(fresh)
            self._again(session)
            raise _cannot(path, wrong) from wrong
        old = self.save
        opened = SaveFile.open(path, {session.game.id: session.game})
        if opened.save is None:
            self._again(session)
            raise SaveError(opened.problems)
        self.save, self.named = opened.save, True
        self.save.follow(session)
        self._retire(old)

    def _again(self, session: Session) -> None:
        if self.save is not None:
            self.save.follow(session)

    def _retire(self, old: SaveFile | None) -> None:
        if old is not None:
            forget_crash(old.path)
            old._session = None
            old.close()
        self.sign()

    def save_now(self, session: Session) -> None:
        """Keep the newest resting position too, so that opening is quick.

        Raises:
            SaveError: it cannot be written.
        """
        if self.save is not None:
            self.save.checkpoint(session)

    def finish(self, session: Session) -> None:
        """Keep the verdict; a fault here loses nothing."""
        try:
            self.save_now(session)
        except SaveError:
            return

    def close(self, session: Session) -> None:
        """Close the file properly."""
        if self.save is not None:
            self.finish(session)
            path = self.save.path
            self.save.close()
            forget_crash(path)
            self.save = None
            if not session.choices and not self.named:
                _remove(path)


def _cannot(path: Path, wrong: OSError) -> SaveError:
    from engines.core.problems import Problem

    mend = "choose another folder in Game > Save as"
    return SaveError([Problem(str(path), 0, 0, f"it cannot be written: {wrong}", mend)])


def _rotate() -> None:
    """Delete the oldest autosaves beyond KEEP_AUTOSAVES; those left open stay."""
    for path in autosaves()[KEEP_AUTOSAVES - 1 :]:
        if not _mark(path).exists():
            _remove(path)
    for tail in TAILS:
        for left in autosave_folder().glob(f"*{SUFFIX}{tail}"):
            if not left.with_name(left.name.removesuffix(tail)).exists():
                left.unlink(missing_ok=True)


def _remove(path: Path) -> None:
    """Delete a save with the files that SQLite keeps beside it, as far as that can be."""
    for name in (path.name, *(path.name + tail for tail in TAILS)):
        try:
            path.with_name(name).unlink(missing_ok=True)
        except OSError:
            continue

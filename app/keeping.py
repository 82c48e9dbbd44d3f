"""Where a running game is kept: an autosave nobody has to think of, or the file it was saved to.

A game is kept from the first decision on: a table at which nobody decided anything leaves no file,
whatever was passed or what the computer did there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from grognard.app.settings import autosave_folder
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep import autosaves as kept
from grognard.engines.core.keep.autosaves import new_autosave, note_played, prepare, remove
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.savelock import forget, holder_of, was_left_open
from grognard.engines.core.keep.saves import TAILS, SaveError, SaveFile, save_error
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.play.standing import STANDING


def autosaves() -> list[Path]:
    """Return the autosaved games, the one played last first."""
    return kept.autosaves(autosave_folder())


def crashed(named: Iterable[Path] = ()) -> list[Path]:
    """Return the games, autosaved or `named` by the player, that were not closed; newest first."""
    paths = dict.fromkeys([*autosaves(), *named])
    return [path for path in paths if path.exists() and was_left_open(path)]


def forget_crash(path: Path) -> None:
    """Offer this game no more."""
    forget(path)


class Keeper:
    """The save of the running game.

    Attributes:
        path: where the game is kept now, None when it is in memory alone, or waits for the first decision.
        named: whether the player gave the file its name (an autosave otherwise).
    """

    def __init__(
        self,
        save: SaveFile | None = None,
        *,
        named: bool = False,
        pins: Mapping[str, str] | None = None,
    ) -> None:
        self.save = save
        self.named = named
        self._pins = dict(pins or {})
        self._players: Mapping[str, str] = {}
        self._remark = ""
        self._came_from: dict[str, str] = {}
        self._waits = False

    @property
    def path(self) -> Path | None:
        """Where the game is kept."""
        return self.save.path if self.save is not None else None

    @property
    def pins(self) -> dict[str, str]:
        """What is kept of the PIN of each seat that has one, in the file or in memory."""
        return self.save.pins if self.save is not None else dict(self._pins)

    def keep_pin(self, seat: str, hashed: str) -> None:
        """Keep the PIN of a seat, as `hash_pin` made it.

        Raises:
            SaveError: it cannot be written; it holds while this game is open.
        """
        self._pins = {**self.pins, seat: hashed}
        if self.save is not None:
            self.save.keep_pin(seat, hashed)

    @property
    def remark(self) -> str:
        """What the players noted on the game."""
        return self.save.remark if self.save is not None else self._remark

    def keep_remark(self, words: str) -> None:
        """Keep what the players note on the game.

        Raises:
            SaveError: it cannot be written; it holds while this game is open.
        """
        self._remark = words
        if self.save is not None and words != self.save.remark:
            self.save.keep_remark(words)

    @classmethod
    def autosave(
        cls,
        session: Session,
        players: Mapping[str, str],
        pins: Mapping[str, str] | None = None,
        came_from: Mapping[str, str] | None = None,
    ) -> Keeper:
        """Keep a new game in the folder of autosaves, from the first decision on.

        Raises:
            SaveError: there is no such folder, and it cannot be made.
        """
        prepare(autosave_folder())
        keeper = cls(pins=pins)
        keeper._players, keeper._waits = dict(players), True
        keeper._came_from = dict(came_from or {})
        keeper._follow(session)
        return keeper

    def _follow(self, session: Session) -> None:
        """Be told of each row of the game, or have the save be told."""
        if self.save is not None:
            self.save.follow(session)
        elif self._waits:
            session.on_row = partial(self._begin, session)

    def _begin(self, session: Session, row: Row) -> None:
        """Make the save, with all that led here, once somebody decides something.

        Raises:
            SaveError: it cannot be written.
        """
        if not self._is_decision(session, row):
            return
        path = new_autosave(autosave_folder(), session.setup.info.id)
        save = SaveFile.save_as(path, session, dict(self._players), self._pins, self._came_from)
        try:
            if row.cut is not None:  # the session notes it only when it is written
                save.append(row)
        except SaveError:
            save.close()
            remove(path)
            self._follow(session)
            raise
        self.save, self._waits = save, False

    def _is_decision(self, session: Session, row: Row) -> bool:
        """Whether a person decides here; where computers play alone, they are who decides."""
        if row.cut is not None:
            return row.kind == STANDING
        seats = [seat.id for seat in session.setup.info.seats]
        persons = [seat for seat in seats if self._players.get(seat, PERSON) == PERSON]
        return not session.unasked and (row.seat in persons or not persons)

    def sign(self) -> None:
        """Note that this game is the one played last."""
        if self.path is not None and self.path.parent == autosave_folder():
            note_played(self.path)

    def seat(self, players: Mapping[str, str]) -> None:
        """Note who plays each seat from now on; a file that cannot be written says so later."""
        self._players = dict(players)
        if self.save is not None:
            with suppress(SaveError):
                self.save.seat(players)

    def let_go(self, session: Session) -> None:
        """Play on in memory: the file can no longer be written."""
        session.on_row, self._waits = None, False
        self._pins = {**self._pins, **self.pins}
        save, self.save = self.save, None
        if save is not None:
            with suppress(sqlite3.Error):  # the disk is at fault already; the game goes on
                save.close()

    def move(self, path: Path, session: Session, players: Mapping[str, str]) -> None:
        """Keep the game at another place from now on; an older file there is replaced.

        Raises:
            SaveError: it cannot be written; the old place stays in use.
        """
        if self.path is not None and path.absolute() == self.path.absolute():
            self.save_now(session)
            return
        holder = holder_of(path)
        if holder is not None:
            raise save_error(
                path,
                tr("it is already open: {holder}", holder=str(holder)),
                tr("choose another name"),
            )
        fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            fresh.unlink(missing_ok=True)
        except OSError as wrong:
            raise _cannot(path, wrong) from wrong
        origin = self.save.came_from if self.save is not None else self._came_from
        SaveFile.save_as(fresh, session, dict(players), self.pins, origin).close()
        try:
            for tail in TAILS:
                path.with_name(path.name + tail).unlink(missing_ok=True)
            fresh.replace(path)
        except OSError as wrong:
            remove(fresh)
            self._follow(session)
            raise _cannot(path, wrong) from wrong
        old = self.save
        opened = load_save(path, {session.game.id: session.game})
        if opened.save is None:
            self._follow(session)
            raise save_error(path, " ".join(map(str, (*opened.problems, *opened.told))))
        self.save, self.named, self._waits = opened.save, True, False
        self.save.follow(session)
        with suppress(SaveError):
            self.keep_remark(old.remark if old is not None else self._remark)
        self._retire(old)

    def _retire(self, old: SaveFile | None) -> None:
        """Close the old file; an autosave goes, for all of it is in the new one: a game is listed once."""
        if old is not None:
            old._session = None
            old.close()
            if old.path.parent == autosave_folder():
                remove(old.path)
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
            self.save.close()
            self.save = None
        elif self._waits:
            session.on_row = None


def _cannot(path: Path, wrong: OSError) -> SaveError:
    return save_error(
        path,
        tr("it cannot be written: {reason}", reason=str(wrong)),
        tr("choose another folder in Game > Save as"),
    )

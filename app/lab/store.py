"""The file of a run: each game's result is kept as it comes, so that a run can be taken up again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.app.lab.task import Refused, Task
from grognard.engines.core.data.text import tr, verbatim

NAME = "run.sqlite"
FORMAT = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS plan (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    key TEXT PRIMARY KEY, result TEXT NOT NULL, took TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: its arm and seed, what came of it, and what it took."""

    arm: str
    seed: int
    result: dict[str, Any]
    took: dict[str, Any]


class Store:
    """What a run has come to so far.

    Raises:
        Refused: the file is none of ours, or cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        with self._told():
            folder.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(self.path)
            self._base.executescript(f"PRAGMA journal_mode=WAL;{_TABLES}")
        if self.read("format") not in (None, FORMAT):
            path = verbatim(str(self.path))
            raise Refused(
                tr("{path} comes from another version of the lab: name another folder", path=path)
            )
        self.write("format", FORMAT)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell what the disk or the file has against it; what was kept before stays.

        Raises:
            Refused: the disk is full, or the file is none of the lab.
        """
        path = verbatim(str(self.path))
        try:
            yield
        except (sqlite3.Error, OSError) as wrong:
            reason = verbatim(str(wrong))
            words = tr("{path} cannot be read or written: {reason}", path=path, reason=reason)
            raise Refused(words) from wrong
        except (ValueError, TypeError, KeyError, RecursionError) as wrong:
            words = tr("{path} holds files that are not of a lab: name another folder", path=path)
            raise Refused(words) from wrong

    def close(self) -> None:
        """Leave the file as one that holds everything."""
        with suppress(sqlite3.Error):
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(sqlite3.Error):
            self._base.close()

    def write(self, name: str, value: object) -> None:
        """Keep something about the run."""
        with self._told(), self._base:
            self._base.execute("REPLACE INTO plan VALUES (?, ?)", (name, json.dumps(value)))

    def read(self, name: str) -> Any:
        """Return something about the run, None if it was never kept."""
        with self._told():
            row = self._base.execute("SELECT value FROM plan WHERE name = ?", (name,)).fetchone()
            return None if row is None else json.loads(row[0])

    def plan(self, tasks: Iterable[Task], about: Mapping[str, Any]) -> None:
        """Keep which games the run consists of; those played before stay, whatever they were for."""
        arms: dict[str, dict[str, Any]] = {}
        games: list[tuple[str, int, str]] = []
        for task in tasks:
            arm = task.arm
            games.append((arm.id, task.seed, task.key))
            arms[arm.id] = {
                "id": arm.id,
                "scenario": arm.bundle.scenario,
                "bundle": arm.bundle.hash,
                "options": dict(arm.options),
                "players": dict(arm.players),
                "tables": dict(arm.tables),
                "changed": dict(arm.changed),
                "source": arm.source,
                "code": task.code,
            }
        self.write("about", dict(about))
        self.write("arms", list(arms.values()))
        self.write("games", games)

    def add(self, key: str, result: Mapping[str, Any], took: Mapping[str, Any]) -> None:
        """Keep a game that was played."""
        row = (key, json.dumps(result, ensure_ascii=False), json.dumps(took))
        with self._told(), self._base:
            self._base.execute("REPLACE INTO games VALUES (?, ?, ?)", row)

    def played(self) -> set[str]:
        """Return the keys of the games that were played."""
        with self._told():
            return {key for (key,) in self._base.execute("SELECT key FROM games")}

    def games(self) -> list[Game]:
        """Return the games of the plan that were played, in the plan's order."""
        plan = self.read("games") or []
        with self._told():
            rows = {
                key: (_result(result), _mapping(took))
                for key, result, took in self._base.execute("SELECT key, result, took FROM games")
            }
            return [Game(str(arm), int(seed), *rows[key]) for arm, seed, key in plan if key in rows]

    def arms(self) -> list[dict[str, Any]]:
        """Return the arms of the plan, each with all that it is played from."""
        kept = self.read("arms") or []
        with self._told():
            return [
                {name: _kind_of(arm[name], kind) for name, kind in _ARM.items()} for arm in kept
            ]


_ARM = {
    "id": str,
    "scenario": str,
    "options": dict,
    "players": dict,
    "changed": dict,
    "source": str,
}
"""What is read of an arm again."""


def _kind_of(value: Any, kind: type) -> Any:
    """Return a value that is of a kind."""
    if not isinstance(value, kind):
        raise TypeError(value)
    return value


_RESULT = {"winner", "level", "points", "turns", "began", "losses", "standing", "rules", "dice"}
"""What there is of a game that has come to its end."""


def _result(written: str) -> dict[str, Any]:
    """Return what came of a game."""
    found = _mapping(written)
    if "winner" not in found or ("fault" not in found and found.keys() < _RESULT):
        raise KeyError("winner")
    return found


def _mapping(written: str) -> dict[str, Any]:
    """Return a mapping that is written as JSON."""
    found: dict[str, Any] = _kind_of(json.loads(written), dict)
    return found


def opened(folder: Path) -> Store:
    """Open a run that is there already.

    Raises:
        Refused: there is none.
    """
    home = folder.parent if folder.name == NAME else folder
    if not (home / NAME).is_file():
        path, name = verbatim(str(folder)), verbatim(NAME)
        raise Refused(tr("{path} holds no run of the lab: it has no {name}", path=path, name=name))
    return Store(home)

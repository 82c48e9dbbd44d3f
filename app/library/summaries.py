"""What the library knows of kept games: each is looked into once, until its file changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engines.core.data.text import spell, tr, trn
from engines.core.keep.autosaves import STAMP
from engines.core.keep.saveformat import SUFFIX, WAL
from engines.core.keep.saves import SaveError, Summary, summary
from engines.core.play.game import AnyGame


class Summaries:
    """The summaries of saves, kept as long as their files are as they were."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[object, Summary | SaveError]] = {}

    def of(self, path: Path) -> Summary:
        """Return what is known of a save.

        Raises:
            SaveError: it cannot be read.
        """
        sign = (_sign(path), _sign(path.with_name(path.name + WAL)))
        known = self._known.get(path)
        if known is None or known[0] != sign:
            known = self._known[path] = (sign, _read(path))
        if isinstance(known[1], SaveError):
            raise known[1]
        return known[1]


def _sign(path: Path) -> object:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino


def _read(path: Path) -> Summary | SaveError:
    try:
        return summary(path)
    except SaveError as wrong:
        return wrong


def name_of(path: Path) -> str:
    """Return the name that a person gave a save; "" where the program named it."""
    stem = path.name[: -len(SUFFIX)] if path.name.casefold().endswith(SUFFIX) else path.name
    return "" if STAMP.search(stem) else stem


def outcome(found: Summary, games: Mapping[str, AnyGame]) -> str:
    """Return who has won, or how far the game is."""
    verdict, game = found.verdict, games.get(found.header.game)
    if verdict is None:
        return trn("{n} decision", "{n} decisions", n=found.decisions)
    if verdict.winner == "draw":
        return tr("A draw")
    infos = game.scenarios() if game is not None else ()
    seats = (seat for one in infos if one.id == found.header.scenario_id for seat in one.seats)
    name = next((seat.name for seat in seats if seat.id == verdict.winner), "")
    won = tr("{seat} victory", seat=spell("seat", name))
    return won if name else tr("finished")

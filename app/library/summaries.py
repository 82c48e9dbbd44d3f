"""What the library knows of kept games: each is looked into once, until its file changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.app.folders import sign_of
from grognard.engines.core.data.text import spell, tr, trn, verbatim
from grognard.engines.core.keep.autosaves import STAMP
from grognard.engines.core.keep.saveformat import SUFFIX, WAL
from grognard.engines.core.keep.saves import SaveError, Summary, summary
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import PERSON


class Summaries:
    """The summaries of saves, kept as long as their files are as they were."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[object, Summary | SaveError]] = {}

    def of(self, path: Path) -> Summary:
        """Return what is known of a save.

        Raises:
            SaveError: it cannot be read.
        """
        sign = (sign_of(path), sign_of(path.with_name(path.name + WAL)))
        known = self._known.get(path)
        if known is None or known[0] != sign:
            known = self._known[path] = (sign, _read(path))
        if isinstance(known[1], SaveError):
            raise known[1]
        return known[1]


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
    """Return who has won, or which turn it is; of a game whose file does not tell, how far it is."""
    verdict, game = found.verdict, games.get(found.header.game)
    if verdict is None and found.turn and game is not None:
        return str(game.turn_told(found.turn))
    if verdict is None:
        return trn("{n} decision", "{n} decisions", n=found.decisions)
    if verdict.winner == "draw":
        return tr("A draw")
    name = _names(found, games).get(verdict.winner, "")
    won = tr("{seat} victory", seat=verbatim(name))
    return won if name else tr("finished")


def _names(found: Summary, games: Mapping[str, AnyGame]) -> dict[str, str]:
    """Return what the seats of a game are called, as far as its scenario is known here."""
    game = games.get(found.header.game)
    infos = game.scenarios() if game is not None else ()
    seats = (seat for one in infos if one.id == found.header.scenario_id for seat in one.seats)
    return {seat.id: spell("seat", seat.name) for seat in seats}


def deciding(found: Summary, games: Mapping[str, AnyGame]) -> str:
    """Return whose decision it is; "" where nobody's, or the file does not tell."""
    name = _names(found, games).get(found.seat, "") if found.verdict is None else ""
    return tr("{seat} to decide", seat=verbatim(name)) if name else ""


def seated(found: Summary, games: Mapping[str, AnyGame]) -> str:
    """Return who plays each seat; "" where the file does not tell or the scenario is not known."""
    from grognard.engines.core.play.bots import players_of

    game, names = games.get(found.header.game), _names(found, games)
    kinds = players_of(game) if game is not None else {}
    told = []
    for seat, player in found.header.seats.items():
        if seat not in names:
            continue
        who = tr("a person") if player == PERSON else tr("the computer")
        if player in kinds:
            who = str(kinds[player].called)
        told.append(tr("{seat}: {who}", seat=verbatim(names[seat]), who=verbatim(who)))
    return ", ".join(told)

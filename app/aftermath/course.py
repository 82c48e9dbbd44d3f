"""The course of a game as somebody may tell it: the positions its turns began with, and its log. No widget in here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import AnySetup, Seat
from grognard.engines.core.show.deeds import Line
from grognard.engines.core.show.explain import ASIDE, LogEntry
from grognard.engines.core.show.views import TableView

TURNS = "turns"
"""The track on which every game shows its turns."""


@dataclass(frozen=True)
class Eyes:
    """Who tells: a seat, nobody (what everybody may know), or, once a game is over, all seats together."""

    seat: str | None = None
    whole: bool = False


def eyes_for(session: Session, seat: str | None) -> Eyes:
    """Return the eyes with which a game is told to a seat, or, of None, to everybody.

    What is hidden is told to everybody once the game is over, and not before.
    """
    return Eyes(seat, whole=seat is None and session.verdict is not None)


@dataclass(frozen=True)
class Stage:
    """The position with which a turn began; of the last stage, the one that the game has come to.

    `at` is how many choices had been made, `turn` what the turn is called, `printed` what the track of
    turns calls it ("": it has no such track).
    """

    turn: str
    printed: str
    at: int
    state: Any
    view: TableView


def stages(session: Session, eyes: Eyes) -> list[Stage]:
    """Return the first position of every turn, and the present one."""
    session.reaches(0)  # what was before the save was opened is played again
    found: list[Stage] = []
    seen = ""
    for point in session.checkpoints:
        turn = session.game.turn_now(point.state)
        if turn != seen:
            seen = turn
            found.append(_stage(session, point.state, point.index, eyes))
    found.append(_stage(session, session.table.state, len(session.choices), eyes))
    return _without_preludes(found)


def _without_preludes(found: list[Stage]) -> list[Stage]:
    """Leave out what comes before the first turn, where that is called as the turn is."""
    while len(found) > 2 and found[0].printed and found[0].printed == found[1].printed:
        del found[1 if found[0].at == 0 else 0]
    return found


def _stage(session: Session, state: Any, at: int, eyes: Eyes) -> Stage:
    view = view_of(session, state, eyes)
    track = next((one for one in view.tracks if one.id == TURNS and one.steps), None)
    printed = str(track.steps[min(track.current, len(track.steps) - 1)]) if track else ""
    return Stage(str(view.turn), printed, at, state, view)


def view_of(session: Session, state: Any, eyes: Eyes) -> TableView:
    """Return what is seen of a position."""
    game, setup = session.game, session.setup
    if not eyes.whole:
        return game.view(setup, state, eyes.seat)
    public = game.view(setup, state, None)
    own = {seat.side: game.view(setup, state, seat.id) for seat in setup.info.seats}
    pieces = [piece for piece in public.pieces if piece.side not in own]
    roster = [line for line in public.roster if line.side not in own]
    for side, view in own.items():
        pieces += [piece for piece in view.pieces if piece.side == side]
        roster += [line for line in view.roster if line.side == side]
    return replace(public, pieces=tuple(pieces), roster=tuple(roster), trays=(), cards=())


def lines_of(session: Session, eyes: Eyes) -> Sequence[Line]:
    """Return the log as it may be told."""
    if not eyes.whole:
        return list(session.seen(eyes.seat).lines)
    return [(at, _opened(entry)) for at, entry in session.history() if entry.kind != ASIDE]


def _opened(entry: LogEntry) -> LogEntry:
    """Return a line as those read it who know most of it."""
    knows = next(iter((*entry.private_to, *entry.visible_to)), None)
    return entry.seen_by(knows) or entry


def seats_of(setup: AnySetup) -> dict[str, Seat]:
    """Return the seats by their ids."""
    return {seat.id: seat for seat in setup.info.seats}


def by_turn(lines: Sequence[Line], told: Sequence[Stage]) -> Iterator[list[Line]]:
    """Give the lines of each turn.

    A turn begins within what comes of a choice: with the line that names it, else with the first
    line of that choice that opens a phase of nobody's.
    """
    begins = [0, *(_begin(lines, stage) for stage in told[1:-1]), len(lines)]
    for first, last in pairwise(begins):
        yield list(lines[first : max(first, last)])


def _begin(lines: Sequence[Line], stage: Stage) -> int:
    """Return the number of the first line of a turn."""
    here = [n for n, (at, _) in enumerate(lines) if at == stage.at]
    opening = [n for n in here if lines[n][1].kind == "phase" and lines[n][1].seat is None]
    named = [n for n in opening if _names(lines[n][1].text, stage)]
    fallback = next((n for n, (at, _) in enumerate(lines) if at > stage.at), len(lines))
    return next(iter((*named, *opening)), fallback)


def _names(words: Text, stage: Stage) -> bool:
    told = str(words)
    return bool(stage.printed and stage.printed in told) or bool(stage.turn and stage.turn in told)

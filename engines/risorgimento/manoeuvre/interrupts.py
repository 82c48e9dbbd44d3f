"""[E.2.1.who] Where a move may be interrupted by cavalry of the other side.

Every move may meet with a charge, and a charge rides with the legs and manoeuvres of every other
move: so the turn hands the reactions down to the table (`hand_down`), and a move calls what it finds
there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.core.show.asks import Procedure
from engines.risorgimento.setup import Board


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who watches the moves of the other side: one procedure for each moment of a move."""

    quarter_over: Callable[[Board, str, int], Procedure[None]]
    entered_zoc: Callable[[Board, str, str], Procedure[None]]
    move_over: Callable[[Board, str], Procedure[None]]


def hand_down(table: Board, watchers: Watchers) -> None:
    """Give the table those who watch the moves that are made on it."""
    table.handed = watchers


def _watchers(table: Board) -> Watchers:
    if not isinstance(table.handed, Watchers):
        message = "nobody watches the moves on this table: hand_down was not called"
        raise TypeError(message)
    return table.handed


def quarter_over(table: Board, uid: str, quarter: int) -> Procedure[None]:
    """[E.1.quarters] A quarter of a unit's move is over (0: none yet): cavalry may react, and rides."""
    yield from _watchers(table).quarter_over(table, uid, quarter)


def entered_zoc(table: Board, uid: str, rider: str) -> Procedure[None]:
    """[E.2.1.infantry_in_zoc] Infantry has entered the ZOC of cavalry, which may react."""
    yield from _watchers(table).entered_zoc(table, uid, rider)


def move_over(table: Board, uid: str) -> Procedure[None]:
    """[E.2.1.residual] A unit's move is at its end: reacting cavalry rides the quarters it has left."""
    yield from _watchers(table).move_over(table, uid)

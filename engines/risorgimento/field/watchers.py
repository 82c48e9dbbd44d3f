"""What happens far above the procedures that set it off, handed down to the table when a game begins.

Every move may meet with a charge, a charge rides with the legs of every other move, and any of them
may cost a unit, whose brigade then tests at once: so the turn hands these procedures down to the table
(`hand_down`), and whoever sets one off calls what it finds there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.setup import Board


@dataclass(frozen=True, slots=True)
class Watchers:
    """What follows from moves and losses: one procedure for each occasion."""

    quarter_over: Callable[[Board, str, int], Procedure[None]]
    entered_zoc: Callable[[Board, str, str], Procedure[None]]
    move_over: Callable[[Board, str], Procedure[None]]
    at_guns: Callable[[Board, str, str], Procedure[None]]
    charges_on: Callable[[Board, str, str, float], Procedure[str]]
    lost: Callable[[Board, str], None]


def hand_down(table: Board, watchers: Watchers) -> None:
    """Give the table those who watch what is done on it."""
    table.handed = watchers


def watchers(table: Board) -> Watchers:
    """Return those who watch a table.

    Raises:
        TypeError: nobody does.
    """
    if not isinstance(table.handed, Watchers):
        message = "nobody watches this table: hand_down was not called"
        raise TypeError(message)
    return table.handed


def unit_lost(table: Board, uid: str) -> None:
    """[H.2.demoralised] Somebody is gone: his brigade is seen to at once, on a table that is played on."""
    if table.handed is not None:
        watchers(table).lost(table, uid)

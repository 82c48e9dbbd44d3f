"""[E.2.1.who] [E.2.3.test] Where a move may be interrupted by the other side."""

from __future__ import annotations

from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.field.watchers import watchers
from grognard.engines.risorgimento.setup import Board


def quarter_over(table: Board, uid: str, quarter: int) -> Procedure[None]:
    """[E.1.quarters] A quarter of a unit's move is over (0: none yet): cavalry may react, and rides."""
    yield from watchers(table).quarter_over(table, uid, quarter)


def entered_zoc(table: Board, uid: str, rider: str) -> Procedure[None]:
    """[E.2.1.infantry_in_zoc] Infantry has entered the ZOC of cavalry, which may react."""
    yield from watchers(table).entered_zoc(table, uid, rider)


def move_over(table: Board, uid: str) -> Procedure[None]:
    """[E.2.1.residual] A unit's move is at its end: reacting cavalry rides the quarters it has left."""
    yield from watchers(table).move_over(table, uid)


def at_guns(table: Board, rider: str, guns: str) -> Procedure[None]:
    """[E.2.3.test] Cavalry comes upon a battery in its move: the crew's nerve is tested."""
    yield from watchers(table).at_guns(table, rider, guns)

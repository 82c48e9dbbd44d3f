"""[E.2.1.who] Where a move may be interrupted by cavalry of the other side.

Charges ride with the same legs and manoeuvres as every other move, and every move may meet with a
charge: the two parts of the rules call each other, so this one is looked up when it is needed.
"""

from __future__ import annotations

from engines.core.asks import Procedure
from engines.risorgimento.effects import Board


def quarter_over(table: Board, uid: str, quarter: int) -> Procedure[None]:
    """[E.1.quarters] A quarter of a unit's move is over (0: none yet): cavalry may react, and rides."""
    from engines.risorgimento.reactions import offer

    yield from offer(table, uid, quarter)


def entered_zoc(table: Board, uid: str, rider: str) -> Procedure[None]:
    """[E.2.1.infantry_in_zoc] Infantry has entered the ZOC of cavalry, which may react."""
    from engines.risorgimento.reactions import entered_zoc as react

    yield from react(table, uid, rider)


def move_over(table: Board, uid: str) -> Procedure[None]:
    """[E.2.1.residual] A unit's move is at its end: reacting cavalry rides the quarters it has left."""
    from engines.risorgimento.reactions import finish

    yield from finish(table, uid)

"""[order.reserve.test] [order.maneuver.attacked] Groups that are attacked or approached."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def attacked(table: Board, uid: str) -> Procedure[None]:  # noqa: ARG001 - to be written
    """[order.reserve.test] A unit has been attacked."""
    yield from ()


def approached(table: Board, uid: str) -> Procedure[None]:  # noqa: ARG001 - to be written
    """[order.reserve.test] A unit has moved, maybe next to enemies in Reserve."""
    yield from ()

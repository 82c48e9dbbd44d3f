"""[rally] Rally attempts and rout moves."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def rally_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[rally.sequence] Each side in turn rallies, then moves what is routed."""
    return None

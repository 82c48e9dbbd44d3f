"""[cmd.replacement.draw] [cmd.cc.elimination] What follows the loss of a commander."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.field.effects import change_commander
from engines.eagle.setup import Board
from engines.eagle.state import ELIMINATED


def commander_dies(table: Board, cid: str) -> Procedure[None]:
    """[cmd.replacement.draw] A commander is lost."""
    change_commander(table, cid, at=ELIMINATED)
    yield from ()

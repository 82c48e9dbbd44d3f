"""[11.1.combat] The combat under way: reading and replacing it in the State."""

from __future__ import annotations

from typing import cast

from grognard.engines.core.data.frozen import evolve
from grognard.engines.europa.setup import Board
from grognard.engines.europa.state import Battle, State


def of(state: State) -> Battle:
    """Return the combat under way. Only asked while there is one."""
    return cast("Battle", state.battle)


def put(table: Board, **changes: object) -> None:
    """Replace fields of the combat under way."""
    table.update(battle=evolve(of(table.state), **changes))

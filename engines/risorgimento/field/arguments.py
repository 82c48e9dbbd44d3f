"""What an inquiry may be asked about: units on the table, commanders where they are told of, attacks."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.play.inquiries import Attacking, Named
from grognard.engines.core.show.asks import Choice
from grognard.engines.risorgimento.field.boardview import TABLE
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def _off_table(_setup: Setup, state: State, _seat: str | None, name: str) -> str:
    unit = state.units.get(name)
    return "" if unit is None or on_table(unit) else f"is not on the table (it is {unit.place})"


UNIT = Named("unit", lambda _setup, state, _seat: state.units.keys(), _off_table)


UnitId: TypeAlias = Annotated[str, UNIT]
AttackOf: TypeAlias = Annotated[Choice, Attacking(UNIT, UNIT)]
PieceId: TypeAlias = Annotated[
    str,
    Named(
        "unit or commander",
        lambda _setup, state, _seat: (*state.units, *state.commanders),
        _off_table,
    ),
]
PatchId: TypeAlias = Annotated[
    str,
    Named(
        "piece of ground",
        lambda setup, _state, _seat: {TABLE, *(one.id for one in setup.table.patches)},
    ),
]


def name_of(setup: Setup, name: str) -> str:
    """Return what a unit or a commander is called."""
    return setup.types[name].name if name in setup.types else setup.posts[name].name

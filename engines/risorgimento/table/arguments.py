"""What an inquiry may be asked about: units on the table, and commanders where they are told of."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from engines.core.play.inquiries import Named
from engines.risorgimento.field.footprint import on_table
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import State


def _off_table(_setup: Setup, state: State, _seat: str | None, name: str) -> str:
    unit = state.units.get(name)
    return "" if unit is None or on_table(unit) else f"is not on the table (it is {unit.place})"


UnitId: TypeAlias = Annotated[
    str, Named("unit", lambda _setup, state, _seat: state.units.keys(), _off_table)
]
PieceId: TypeAlias = Annotated[
    str,
    Named(
        "unit or commander",
        lambda _setup, state, _seat: (*state.units, *state.commanders),
        _off_table,
    ),
]

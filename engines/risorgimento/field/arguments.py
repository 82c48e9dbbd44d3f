"""What an inquiry may be asked about: units on the table, commanders where they are told of, attacks."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from engines.core.play.inquiries import Named, NoAnswer, several
from engines.core.show.asks import Choice
from engines.risorgimento.field.footprint import on_table
from engines.risorgimento.setup import Setup
from engines.risorgimento.state import State


def _off_table(_setup: Setup, state: State, _seat: str | None, name: str) -> str:
    unit = state.units.get(name)
    return "" if unit is None or on_table(unit) else f"is not on the table (it is {unit.place})"


UNIT = Named("unit", lambda _setup, state, _seat: state.units.keys(), _off_table)


def _attack(setup: Setup, state: State, seat: str | None, said: object) -> object:
    """Read who fires at or charges whom; a word is judged where it is understood."""
    if isinstance(said, str):
        return said
    if not isinstance(said, dict) or not {"pieces", "at"} <= said.keys():
        raise NoAnswer("choice must be {pieces: [unit, ...], at: unit}")
    pieces = several(said["pieces"])
    if not pieces:
        raise NoAnswer("pieces must name a unit")
    for name in (*pieces, said["at"]):
        UNIT(setup, state, seat, name)
    return said


UnitId: TypeAlias = Annotated[str, UNIT]
AttackOf: TypeAlias = Annotated[Choice, _attack]
PieceId: TypeAlias = Annotated[
    str,
    Named(
        "unit or commander",
        lambda _setup, state, _seat: (*state.units, *state.commanders),
        _off_table,
    ),
]


def name_of(setup: Setup, name: str) -> str:
    """Return what a unit or a commander is called."""
    return setup.types[name].name if name in setup.types else setup.posts[name].name

"""What an inquiry may be asked about: units, hexes, sides, and strength as a number or by units."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from engines.core.play.inquiries import Named, several
from engines.gmt.field.position import on_map
from engines.gmt.movement.movement import entry_hex
from engines.gmt.setup import Setup
from engines.gmt.state import RESERVE, State, Unit


def _off_map(_setup: Setup, _state: State, _seat: str | None, unit: Unit) -> str:
    return "" if on_map(unit) else f"is not on the map (it is in the box {unit.at})"


def _never_moves(setup: Setup, state: State, seat: str | None, unit: Unit) -> str:
    """[7.41] A Reinforcement moves from the hex where it enters."""
    if unit.at != RESERVE:
        return _off_map(setup, state, seat, unit)
    enters = entry_hex(setup, state, unit.id)
    return "" if enters else "has no entry hex: its command enters nowhere"


UNIT = Named("unit", lambda _setup, state, _seat: state.units)
PLACED = Named("unit", UNIT.known, _off_map)
HEX = Named("hex", lambda setup, _state, _seat: setup.map.grid)
AnyUnit: TypeAlias = Annotated[Unit, UNIT]
Placed: TypeAlias = Annotated[Unit, PLACED]
Mover: TypeAlias = Annotated[Unit, Named("unit", UNIT.known, _never_moves)]
Hex: TypeAlias = Annotated[str, HEX]
Side: TypeAlias = Annotated[str, Named("side", lambda setup, _state, _seat: setup.sides)]


def _strength(setup: Setup, state: State, seat: str | None, said: object) -> int:
    """[9.51] Read strength points, or those of one or several units."""
    if isinstance(said, int):
        return said
    if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) <= len("9999"):
        return int(said)
    return sum(setup.types[UNIT(setup, state, seat, uid).id].shock for uid in several(said))


Strength: TypeAlias = Annotated[int, _strength]

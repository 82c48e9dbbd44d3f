"""What an inquiry may be asked about: units, hexes, sides."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.play.inquiries import Named
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State, Unit


def _off_map(_setup: Setup, _state: State, _seat: str | None, unit: Unit) -> str:
    return "" if on_map(unit) else f"is not on the map (it is in the box {unit.at})"


UNIT = Named("unit", lambda _setup, state, _seat: state.units)


PLACED = Named("unit", UNIT.known, _off_map)


HEX = Named("hex", lambda setup, _state, _seat: setup.map.grid)


AnyUnit: TypeAlias = Annotated[Unit, UNIT]


Placed: TypeAlias = Annotated[Unit, PLACED]


Hex: TypeAlias = Annotated[str, HEX]


Side: TypeAlias = Annotated[str, Named("side", lambda setup, _state, _seat: setup.sides)]

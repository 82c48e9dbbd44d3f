"""What an inquiry may be asked about: units, commanders, hexes, sides, attacks as they might be declared."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.play.inquiries import Attacking, Named
from grognard.engines.eagle.field.position import occupied
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import Commander, State, Unit


def _off_map(_setup: Setup, _state: State, _seat: str | None, piece: Unit | Commander) -> str:
    return "" if piece.on_map else f"is not on the map (it is in the box {piece.at})"


def _named_off_map(setup: Setup, state: State, seat: str | None, uid: str) -> str:
    return _off_map(setup, state, seat, state.units[uid]) if uid in state.units else ""


UNIT = Named("unit", lambda _setup, state, _seat: state.units.keys(), _named_off_map)
TARGET = Named("hex with a unit", lambda setup, state, _seat: occupied(setup, state).units.keys())
PLACED = Named("unit", lambda _setup, state, _seat: state.units, _off_map)
Placed: TypeAlias = Annotated[Unit, PLACED]
Officer: TypeAlias = Annotated[
    Commander, Named("commander", lambda _setup, state, _seat: state.commanders, _off_map)
]
Hex: TypeAlias = Annotated[str, Named("hex", lambda setup, _state, _seat: setup.map.grid)]
Side: TypeAlias = Annotated[str, Named("side", lambda _setup, _state, _seat: SIDES)]
UnitOf: TypeAlias = Annotated[str, UNIT]
ATTACK = Attacking(UNIT, TARGET)

"""Words that every inquiry of this game knows: a hex, a side, and whose seat it is."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from grognard.engines.core.play.inquiries import Named
from grognard.engines.europa.setup import SIDES, Setup

Hex: TypeAlias = Annotated[str, Named("hex", lambda setup, _state, _seat: setup.map.grid)]
Side: TypeAlias = Annotated[str, Named("side", lambda _setup, _state, _seat: SIDES)]


def side_of_seat(setup: Setup, seat: str | None) -> str:
    """Return the side that a seat plays; for onlookers the first."""
    return next((s.side for s in setup.info.seats if s.id == seat), SIDES[0])

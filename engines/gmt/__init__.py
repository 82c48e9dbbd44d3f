"""Borodino (Triumph & Glory): files are named after the chapters of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.gmt.game import Borodino


def game() -> Borodino:
    """Return the engine (entry point of the group `grognard.games`)."""
    from engines.gmt.game import Borodino

    return Borodino()

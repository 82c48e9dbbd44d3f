"""[action.second] Melees and charges of the acting group, step by step."""

from __future__ import annotations

from engines.core.show.asks import Procedure
from engines.eagle.setup import Board


def declare_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[combat.simultaneous] [charge.declare] Melees and charges are declared."""
    return None


def square_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[charge.square] Infantry tries to form square."""
    return None


def charge_move_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[charge.advance] Charging units go forward."""
    return None


def late_square_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[charge.square_late] Infantry that had not seen the charge tries to form square."""
    return None


def target_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[charge.target] Charging units choose their targets."""
    return None


def artillery_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[charge.artillery_reaction] Guns react."""
    return None


def attack_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[melee.resolve] [charge.automatic] Melees and charges are resolved."""
    return None


def advance_step(table: Board) -> Procedure[None] | None:  # noqa: ARG001 - to be written
    """[melee.advance] Units advance after melee."""
    return None

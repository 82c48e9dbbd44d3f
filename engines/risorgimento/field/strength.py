"""[scale.strength] Strength as it is shown: in points, halves as fractions, and in figures."""

from __future__ import annotations

from grognard.engines.risorgimento.army.units import Unit
from grognard.engines.risorgimento.tables import number


def strength_text(unit: Unit) -> str:
    """[scale.strength] Return the SP, with the half point where there is one."""
    whole, half = divmod(unit.halves, number("halves_a_point"))
    return f"{whole}½" if half else str(whole)


def halves_of(shown: str) -> int:
    """[scale.strength] Return the half points of a strength as it is shown."""
    points = int(shown.removesuffix("½") or "0")
    return points * number("halves_a_point") + int(shown.endswith("½"))


def figures(unit: Unit) -> int:
    """How many figures stand on the base: one for each strength point, at least one."""
    return max(1, round(unit.halves / number("halves_a_point")))

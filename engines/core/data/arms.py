"""The three arms, by which every rulebook of the period tells its units apart."""

from __future__ import annotations

from typing import Protocol


class _HasArm(Protocol):
    """A unit as printed, which names its arm."""

    @property
    def arm(self) -> str:
        """The word for its arm: infantry, cavalry, artillery, or another that the game knows."""


class OfAnArm:
    """What is of an arm: a printed unit, which has a field `arm`."""

    __slots__ = ()

    @property
    def is_infantry(self: _HasArm) -> bool:
        """Whether it is infantry of any kind."""
        return self.arm == "infantry"

    @property
    def is_cavalry(self: _HasArm) -> bool:
        """Whether it is cavalry of any kind."""
        return self.arm == "cavalry"

    @property
    def is_artillery(self: _HasArm) -> bool:
        """Whether it is artillery of any kind."""
        return self.arm == "artillery"

"""[geo.range] [D.3.value] How far weapons reach, and by what guns multiply their strength."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.tables import rows

BANDS = ("short", "medium", "long")
BAND_NAMES = {
    "short": text("short range"),
    "medium": text("medium range"),
    "long": text("long range"),
}


@dataclass(frozen=True, slots=True)
class Ranges:
    """[geo.range] The ranges of a weapon in cm."""

    short: float
    medium: float
    long: float

    def band(self, distance: float, tolerance: float) -> str:
        """Return the range band of a distance, "" out of range."""
        limits = zip(BANDS, (self.short, self.medium, self.long), strict=True)
        return next((name for name, limit in limits if distance <= limit + tolerance), "")


@cache
def ranges(weapon: str, scale: int = 1) -> Ranges | None:
    """[F.2.value] [D.3.value] Return the ranges of a weapon or gun, None without one."""
    row = rows("infantry_weapons").get(weapon) or rows("guns").get(weapon)
    if row is None:
        return None
    short, medium, long = (scale * float(row[band]) for band in BANDS)
    return Ranges(short, medium, long)


def multiplier(weapon: str) -> int:
    """[D.3.value] Return what the SP of a battery with these guns are multiplied by, 1 for small arms."""
    gun = rows("guns").get(weapon)
    return int(gun["multiplier"]) if gun else 1

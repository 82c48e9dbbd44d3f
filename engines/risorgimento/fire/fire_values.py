"""[D.3.value] [F.2.value] Tables 2: the fire value of a strength at a range."""

from __future__ import annotations

from functools import cache

from grognard.engines.risorgimento.tables import tables


@cache
def fire_value(table: str, strength: int, band: str) -> int:
    """[D.3.value] Return the fire value of a strength: rows below count, the rest is added.

    `table` is infantry_fire or artillery_fire; below the first row the value is 0.
    """
    listed = [(int(row["strength"]), int(row[band])) for row in tables()[table]["rows"]]
    last, top = listed[-1]
    whole, rest = divmod(strength, last)
    found = top * whole
    fitting = [value for least, value in listed if least <= rest]
    return found + (fitting[-1] if fitting else 0)

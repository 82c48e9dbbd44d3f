"""[6.5.roll] Exact chances of dice, by enumeration."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from grognard.engines.columbia.tables import number

Counts = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@lru_cache(maxsize=512)
def throws(dice: int, need: int, own: int = 0) -> tuple[tuple[Fraction, ...], ...]:
    """[4.13.hit] Return the chances of a throw: row h, column o for h hits and o own hits.

    `need` is the number a die must not exceed, `own` the face that hits the thrower's own side
    (6.52.effect, 5.3.contested), 0 for none. Rows and columns go from 0 to `dice`; without own hits
    there is one column. Every combination of faces is counted.
    """
    sides = number("dice_sides")
    faces = np.arange(1, sides + 1)
    found: Counts = np.ones((1, 1), dtype=np.int64)
    one = np.zeros((2, 2 if own else 1), dtype=np.int64)
    for face in faces:
        one[int(face <= need), int(face == own) if own else 0] += 1
    for _ in range(dice):
        found = _convolved(found, one)
    whole = sides**dice
    return tuple(tuple(Fraction(int(n), whole) for n in row) for row in found)


def _convolved(a: Counts, b: Counts) -> Counts:
    """Return the counts of the sum of two throws."""
    rows, columns = a.shape[0] + b.shape[0] - 1, a.shape[1] + b.shape[1] - 1
    found = np.zeros((rows, columns), dtype=np.int64)
    for (row, column), count in np.ndenumerate(b):
        found[row : row + a.shape[0], column : column + a.shape[1]] += count * a
    return found


@lru_cache(maxsize=512)
def hits(dice: int, need: int) -> tuple[Fraction, ...]:
    """[6.5.roll] Return the chances of 0, 1, ... hits."""
    return tuple(row[0] for row in throws(dice, need))

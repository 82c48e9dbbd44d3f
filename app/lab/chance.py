"""What is chance and what is not: intervals, paired differences, and how sure a standing makes one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, erfc, exp, log, sqrt
from typing import TypeAlias

Z = 1.959964
"""Of 95 % of what is normally distributed."""
Interval: TypeAlias = tuple[float, float, float]
"""A mean, and the ends of its interval of 95 %."""
BEYOND = 0.05
"""What comes about by chance more seldom than this is not put down to it."""


def wilson(won: float, of: int) -> tuple[float, float]:
    """Return the interval (Wilson's, 95 %) of a share of which `won` in `of` were seen."""
    if of == 0:
        return 0.0, 1.0
    share, square = won / of, Z * Z
    middle = share + square / (2 * of)
    reach = Z * sqrt(share * (1 - share) / of + square / (4 * of * of))
    whole = 1 + square / of
    low, high = (middle - reach) / whole, (middle + reach) / whole
    return min(share, max(0.0, low)), max(share, min(1.0, high))


def mean_of(values: Sequence[float]) -> Interval:
    """Return a mean with its interval of 95 %."""
    count = len(values)
    if count == 0:
        return 0.0, 0.0, 0.0
    mean = sum(values) / count
    if count == 1:
        return mean, mean, mean
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    reach = student(count - 1) * sqrt(spread / count)
    return mean, mean - reach, mean + reach


def student(freedom: int) -> float:
    """Return how many errors of a mean make 95 %, by Cornish and Fisher."""
    z, n = Z, max(1, freedom)
    if n < 4:
        return (12.706, 4.303, 3.182)[n - 1]
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)


def mcnemar(more: int, fewer: int) -> float:
    """Return how likely chance alone parts `more + fewer` pairs at least so unevenly (McNemar, exact)."""
    count = more + fewer
    if count == 0:
        return 1.0
    tail = sum(comb(count, k) for k in range(min(more, fewer) + 1)) / 2.0**count
    return min(1.0, 2.0 * tail)


def unlike(mean: float, low: float, high: float) -> float:
    """Return how likely chance alone moves a mean so far from nothing."""
    error = (high - low) / 2 / Z
    if error <= 0:
        return 1.0 if mean == 0 else 0.0
    return erfc(abs(mean) / error / sqrt(2))


def nearer(moved: Interval, summed: Interval) -> int:
    """Return -1 where a share has surely come nearer to a half, 1 where farther from it, 0 where nobody can say.

    Of shares a before and b now, `moved` is b - a and `summed` a + b - 1: b is nearer to a half where these
    have unlike signs, since (b - 1/2)^2 - (a - 1/2)^2 is their product. Both have to be surely off nothing.
    """
    if _covers_nothing(moved) or _covers_nothing(summed):
        return 0
    return 1 if moved[0] * summed[0] > 0 else -1


def _covers_nothing(interval: Interval) -> bool:
    _, low, high = interval
    return low <= 0 <= high


def fisher(won: tuple[int, int], of: tuple[int, int]) -> float:
    """Return how likely chance alone parts two shares so far (Fisher, exact)."""
    whole, wins = sum(of), sum(won)
    if 0 in of:
        return 1.0

    def likely(first: int) -> float:
        return comb(of[0], first) * comb(of[1], wins - first) / comb(whole, wins)

    seen = likely(won[0])
    least, most = max(0, wins - of[1]), min(of[0], wins)
    found = [likely(first) for first in range(least, most + 1)]
    return min(1.0, sum(one for one in found if one <= seen * (1 + 1e-9)))


def holm(chances: Mapping[str, float]) -> dict[str, float]:
    """Return the chances of several questions, each raised for there being so many (Holm)."""
    found: dict[str, float] = {}
    least = 0.0
    for rank, name in enumerate(sorted(chances, key=lambda name: chances[name])):
        least = max(least, min(1.0, chances[name] * (len(chances) - rank)))
        found[name] = least
    return found


def surely(standings: Sequence[float], won: Sequence[float]) -> list[float]:
    """Return how likely each standing wins, as these games went: a logistic curve, held back a little.

    Where nothing is known but who won, all are as likely as the games say.
    """
    count = len(standings)
    if count == 0:
        return []
    middle = sum(standings) / count
    spread = sqrt(sum((x - middle) ** 2 for x in standings) / count) or 1.0
    xs = [(x - middle) / spread for x in standings]
    share = (sum(won) + 0.5) / (count + 1)
    a, b = log(share / (1 - share)), 0.0
    for _ in range(30):
        ps = [1 / (1 + exp(-max(-30.0, min(30.0, a + b * x)))) for x in xs]
        ws = [max(1e-6, p * (1 - p)) for p in ps]
        ga = sum(y - p for y, p in zip(won, ps, strict=True)) - 0.01 * a
        gb = sum((y - p) * x for y, p, x in zip(won, ps, xs, strict=True)) - b
        haa = sum(ws) + 0.01
        hab = sum(w * x for w, x in zip(ws, xs, strict=True))
        hbb = sum(w * x * x for w, x in zip(ws, xs, strict=True)) + 1
        whole = haa * hbb - hab * hab
        da, db = (ga * hbb - gb * hab) / whole, (gb * haa - ga * hab) / whole
        a, b = a + max(-2.0, min(2.0, da)), b + max(-2.0, min(2.0, db))
        if abs(da) + abs(db) < 1e-9:
            break
    return [1 / (1 + exp(-max(-30.0, min(30.0, a + b * x)))) for x in xs]


def together(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return how far two things go together, from -1 to 1."""
    count = len(ones)
    if count < 3:
        return 0.0
    a, b = sum(ones) / count, sum(others) / count
    both = sum((x - a) * (y - b) for x, y in zip(ones, others, strict=True))
    spread = sqrt(sum((x - a) ** 2 for x in ones) * sum((y - b) ** 2 for y in others))
    return both / spread if spread else 0.0

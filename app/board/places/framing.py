"""Which parts of a board are looked at: what lies near together in one frame, what lies far apart in two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations

from PySide6.QtCore import QRectF, QSizeF

MOST = 2
EASE, OVERLAP = 1.25, 1.8
"""One frame may be so much wider than its room: better a little smaller than torn in two, or seen twice."""
MANY = 24
"""More spots than these are all shown in one."""


def frames(spots: Sequence[QRectF], room: QSizeF) -> list[QRectF]:
    """Return the frames around some spots: one where all of them fit into `room`, else at most two.

    The one with most spots comes first.
    """
    found = [(QRectF(spot), 1) for spot in spots]
    if len(found) > MANY:
        return [reduce(QRectF.united, spots)]
    while len(found) > 1:
        pairs = list(combinations(range(len(found)), 2))
        first, second = min(pairs, key=lambda pair: _size(found[pair[0]][0], found[pair[1]][0]))
        whole = found[first][0].united(found[second][0])
        ease = OVERLAP if found[first][0].intersects(found[second][0]) else EASE
        if len(found) <= MOST and not _fits(whole, room * ease):
            break
        count = found[first][1] + found[second][1]
        found = [one for n, one in enumerate(found) if n not in (first, second)]
        found.append((whole, count))
    return [frame for frame, _ in sorted(found, key=lambda one: -one[1])]


def _size(one: QRectF, other: QRectF) -> float:
    whole = one.united(other)
    return whole.width() + whole.height()


def _fits(frame: QRectF, room: QSizeF) -> bool:
    return frame.width() <= room.width() and frame.height() <= room.height()

"""Where names go: each to the spot that hides least, until none lies on another; of two that cannot both be, the greater stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]
Floats = NDArray[np.float64]
ROUNDS = 6
"""How often names that lie on others look for other spots."""
SLIGHT = 1e-9
ABSENT = (0.0, 0.0, -1.0, -1.0)
"""The box of a name that is nowhere."""


@dataclass(slots=True)
class Wish:
    """The spots of one name, each (left, top, right, bottom), with what each costs by itself.

    Attributes:
        clash: what it costs to lie on another name, for each unit of area.
        astray: which spots are nearer to the place of another name than to its own.
        weight: of two names that cannot both stand, the lighter one is left out.
        last, slack: the spot that it had, -1 for none, and by how much another must be better.
        needed: whether it is never left out.
    """

    spots: Boxes
    cost: Floats
    clash: float
    astray: NDArray[np.bool_]
    weight: float = 1.0
    last: int = -1
    slack: float = 0.0
    needed: bool = False


def overlap(boxes: Boxes, taken: Boxes) -> Floats:
    """How much of each box lies under others, in board units squared."""
    if not len(taken):
        return np.zeros(len(boxes))
    low = np.maximum(taken[None, :, :2], boxes[:, None, :2])
    high = np.minimum(taken[None, :, 2:], boxes[:, None, 2:])
    sides = np.clip(high - low, 0.0, None)
    return np.asarray((sides[:, :, 0] * sides[:, :, 1]).sum(axis=1))


def settle(wishes: Sequence[Wish], fixed: Boxes) -> list[int]:
    """Return which spot each name has, -1 for one that is left out; `fixed` are letters that stay.

    First every name takes its best spot beside those before it; then those that lie on another look
    again, knowing where all are; what still cannot stand is left out, the lightest first.
    """
    chosen = [-1] * len(wishes)
    boxes = np.tile(np.array(ABSENT), (len(wishes), 1))
    order = sorted(range(len(wishes)), key=lambda k: (-wishes[k].weight, k))
    for k in order:
        _take(k, wishes, chosen, boxes, fixed)
    for _ in range(ROUNDS):
        over = _lying(boxes, fixed)
        lying = [k for k in order if over[k]]
        moved = [_take(k, wishes, chosen, boxes, fixed) for k in reversed(lying)]
        if not any(moved):
            break
    over = _lying(boxes, fixed)
    for k in sorted(order, key=lambda k: (wishes[k].weight, -k)):
        wish = wishes[k]
        if not wish.needed and (over[k] or wish.astray[chosen[k]]):
            chosen[k], boxes[k] = -1, ABSENT
            over = _lying(boxes, fixed)
    for k in order:  # what was left out may have made room
        if chosen[k] < 0:
            free = _free(wishes[k], boxes, fixed)
            if free >= 0:
                chosen[k], boxes[k] = free, wishes[k].spots[free]
    return chosen


def _take(k: int, wishes: Sequence[Wish], chosen: list[int], boxes: Boxes, fixed: Boxes) -> bool:
    """Give a name its best spot among the others; return whether that is another one."""
    wish, before = wishes[k], chosen[k]
    boxes[k] = ABSENT
    cost = wish.cost + wish.clash * overlap(wish.spots, _near(wish.spots, boxes, fixed))
    best = int(np.argmin(np.round(cost, 9)))
    kept = before if before >= 0 else wish.last
    if 0 <= kept < len(cost) and cost[kept] <= cost[best] + wish.slack:
        best = kept
    chosen[k], boxes[k] = best, wish.spots[best]
    return best != before


def _near(spots: Boxes, *groups: Boxes) -> Boxes:
    low, high = spots[:, :2].min(axis=0), spots[:, 2:].max(axis=0)
    every = np.vstack(groups)
    return np.asarray(every[((every[:, :2] < high) & (every[:, 2:] > low)).all(axis=1)])


def _lying(boxes: Boxes, fixed: Boxes) -> NDArray[np.bool_]:
    """Return which names lie on another one."""
    every = np.vstack((boxes, fixed))
    low = np.maximum(every[None, :, :2], boxes[:, None, :2])
    high = np.minimum(every[None, :, 2:], boxes[:, None, 2:])
    areas = np.clip(high - low, 0.0, None).prod(axis=2)
    areas[np.arange(len(boxes)), np.arange(len(boxes))] = 0.0
    return np.asarray((areas > SLIGHT).any(axis=1))


def _free(wish: Wish, boxes: Boxes, fixed: Boxes) -> int:
    """Return the best spot of a name that lies on no other one and does not stray, -1 for none."""
    clear = (overlap(wish.spots, _near(wish.spots, boxes, fixed)) <= SLIGHT) & ~wish.astray
    if not clear.any():
        return -1
    return int(np.argmin(np.where(clear, wish.cost, np.inf)))

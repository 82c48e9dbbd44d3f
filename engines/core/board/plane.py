"""Rectangles, lines and convex shapes in the plane, one pair at a time: the one place where they are measured.

Plain floats and tuples, for one pair as for many: what is asked of many is asked of each, so that no
answer hangs on how many were asked about together, be it in its last digit. Whole shapes of ground are
another matter (`shapely`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Rect: TypeAlias = tuple[float, float, float, float, float, float]
"""The centre, the unit vector ahead, half of the depth and half of the width."""
STILL = 1e-12
"""What moves slower than this toward another stays as far from it as it is."""


def shrunk(one: Rect, by: float) -> Rect:
    """Return a rectangle with so much taken off all round."""
    x, y, fx, fy, deep, wide = one
    return x, y, fx, fy, deep - by, wide - by


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two closed rectangles meet: they do unless one of their four axes has them apart."""
    x, y, fx, fy, deep, wide = one
    u, v, gx, gy, far, broad = other
    dx, dy = u - x, v - y
    along, across = abs(fx * gx + fy * gy), abs(fx * gy - fy * gx)
    return (
        abs(dx * fx + dy * fy) <= deep + along * far + across * broad
        and abs(dy * fx - dx * fy) <= wide + across * far + along * broad
        and abs(dx * gx + dy * gy) <= far + along * deep + across * wide
        and abs(dy * gx - dx * gy) <= broad + across * deep + along * wide
    )


def passage(one: Rect, ux: float, uy: float, other: Rect) -> tuple[float, float]:
    """Return when a rectangle that slides along a unit vector meets another, and when it leaves it.

    In cm along the line, negative behind; infinite, and infinitely early, where they never overlap. By
    separating axes: along each of the four their shadows overlap from one time to another, and they
    overlap while all four do.
    """
    x, y, fx, fy, deep, wide = one
    u, v, gx, gy, far, broad = other
    dx, dy = u - x, v - y
    if abs(dx * uy - dy * ux) > deep + wide + far + broad:
        return inf, -inf  # so far aside that neither can reach the other
    along, across = abs(fx * gx + fy * gy), abs(fx * gy - fy * gx)
    enter, leave = -inf, inf
    for ax, ay, reach in (
        (fx, fy, deep + along * far + across * broad),
        (-fy, fx, wide + across * far + along * broad),
        (gx, gy, far + along * deep + across * wide),
        (-gy, gx, broad + across * deep + along * wide),
    ):
        offset, speed = dx * ax + dy * ay, ux * ax + uy * ay
        if speed < 0.0:
            offset, speed = -offset, -speed
        if speed < STILL:
            if abs(offset) >= reach:
                return inf, -inf
            continue
        first, last = (offset - reach) / speed, (offset + reach) / speed
        enter, leave = max(enter, first), min(leave, last)
    return (inf, -inf) if enter >= leave else (enter, leave)


def gap_to(p: Point, q: Point, other: Rect) -> float:
    """Return the least distance from a segment to a rectangle, 0 where it meets it."""
    x, y, fx, fy, deep, wide = other
    a = ((p[0] - x) * fx + (p[1] - y) * fy, (p[1] - y) * fx - (p[0] - x) * fy)
    b = ((q[0] - x) * fx + (q[1] - y) * fy, (q[1] - y) * fx - (q[0] - x) * fy)
    if _enters(a, b, (deep, wide)):
        return 0.0
    ends = min(_off(a, deep, wide), _off(b, deep, wide))
    corners = ((deep, wide), (deep, -wide), (-deep, -wide), (-deep, wide))
    return min(ends, *(_to_segment(corner, a, b) for corner in corners))


def _off(point: Point, deep: float, wide: float) -> float:
    """How far a point lies outside a rectangle, in the rectangle's frame."""
    return hypot(max(0.0, abs(point[0]) - deep), max(0.0, abs(point[1]) - wide))


def _to_segment(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a segment."""
    u, v, m, n = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    long = u * u + v * v
    at = min(1.0, max(0.0, (m * u + n * v) / long)) if long else 0.0
    return hypot(m - at * u, n - at * v)


def _enters(a: Point, b: Point, halves: Point) -> bool:
    """Whether a segment meets a rectangle, in the rectangle's frame."""
    low, high = 0.0, 1.0
    for start, end, half in zip(a, b, halves, strict=True):
        step = end - start
        if abs(step) < STILL:
            if abs(start) > half:
                return False
            continue
        one, two = (-half - start) / step, (half - start) / step
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return low <= high


def run_to(start: Point, ux: float, uy: float, other: Rect, corners: Sequence[Point]) -> float:
    """Return how far a line runs to a rectangle, or until it is abreast of its nearest corner if it misses it."""
    x, y, fx, fy, deep, wide = other
    dx, dy = x - start[0], y - start[1]
    hit, far = -inf, inf
    for ax, ay, half in ((fx, fy, deep), (-fy, fx, wide)):
        offset, speed = dx * ax + dy * ay, ux * ax + uy * ay
        if speed < 0.0:
            offset, speed = -offset, -speed
        if speed < STILL:
            if abs(offset) > half:
                hit, far = inf, -inf
            continue
        hit, far = max(hit, (offset - half) / speed), min(far, (offset + half) / speed)
    if hit <= far and far >= 0.0:
        return max(0.0, hit)
    return max(0.0, min((a - start[0]) * ux + (b - start[1]) * uy for a, b in corners))


def meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two closed convex shapes meet: they do unless a side of one has them apart."""
    return not (_apart(one, other) or _apart(other, one))


def inset(shape: Sequence[Point], by: float) -> list[Point]:
    """Return a convex shape with so much taken off along every side, nothing where nothing is left of it."""
    sides = list(zip(shape, (*shape[1:], shape[0]), strict=True))
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
    left = list(shape) if turn else []
    for (ax, ay), (bx, by_) in sides:
        long = hypot(bx - ax, by_ - ay)
        if long and left:
            inward = (1.0 if turn > 0 else -1.0) / long
            nx, ny = (ay - by_) * inward, (bx - ax) * inward
            left = _cut(left, [(x - ax) * nx + (y - ay) * ny - by for x, y in left])
    return left if len(left) > 2 else []


def _cut(shape: Sequence[Point], over: Sequence[float]) -> list[Point]:
    """The part of a convex shape on the right side of a line that its corners lie so far over."""
    found: list[Point] = []
    for at, (point, deep) in enumerate(zip(shape, over, strict=True)):
        before, shallow = shape[at - 1], over[at - 1]
        if (deep >= 0.0) != (shallow >= 0.0):
            share = shallow / (shallow - deep)
            across = (point[0] - before[0]) * share, (point[1] - before[1]) * share
            found.append((before[0] + across[0], before[1] + across[1]))
        if deep >= 0.0:
            found.append(point)
    return found


def _apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether some side of one shape, made longer, runs between the two."""
    for (ax, ay), (bx, by) in zip(one, (*one[1:], one[0]), strict=True):
        nx, ny = ay - by, bx - ax
        own = [(x - ax) * nx + (y - ay) * ny for x, y in one]
        its = [(x - ax) * nx + (y - ay) * ny for x, y in other]
        if min(its) > max(own) or max(its) < min(own):
            return True
    return False

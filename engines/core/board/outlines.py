"""Outlines and courses put together from lines that are given once each, in whatever direction."""

from __future__ import annotations

from typing import TypeAlias

from grognard.engines.core.show.views import Point

Ring: TypeAlias = tuple[Point, ...]


def close(lines: list[Ring]) -> tuple[Ring, Point | None]:
    """Join lines end to end to a ring; where that fails, give a point at which one is left loose."""
    rest = list(lines)
    if not rest:
        return (), None
    ring = rest.pop(0)
    while rest and ring[0] != ring[-1]:
        joined = next(((i, j) for i, line in enumerate(rest) if (j := _after(ring, line))), None)
        if joined is None:
            return (), ring[-1]
        index, ring = joined
        rest.pop(index)
    if ring[0] != ring[-1]:
        return (), ring[-1]
    # More lines than the ring takes: they bound something else.
    return (ring[:-1], None) if not rest else ((), rest[0][0])


def _after(ring: Ring, line: Ring) -> Ring | None:
    """Put a line, either way round, after the end of another."""
    if line[0] == ring[-1]:
        return (*ring, *line[1:])
    return (*ring, *line[-2::-1]) if line[-1] == ring[-1] else None


def join(course: Ring, line: Ring) -> Ring | None:
    """Put a line after a course, which may be turned as long as it is the first line."""
    return line if not course else _after(course, line) or _after(course[::-1], line)

"""`grognard bench --tabletop`: what a measured table costs, on a table made for the purpose.

One base among 120 others and 60 pieces of ground: the fan of runs that shows where it can come to.
And 60 bases firing at 60 others: all lines of fire with what stands in them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import shapely
from shapely import STRtree

from grognard.engines.core.board.runs import Runs, crossings, region, stretches
from grognard.engines.core.board.sightlines import FULL, corridors
from grognard.engines.core.board.tabletop import Base, Bases, Pose

BASES, GROUND, RAYS, LINES, LONGEST = 120, 60, 72, 60, 24.0
MOST_REACH_MS = 20.0
"""Bound of the median time to work out where one base can come to."""
_SIZE, _RUN, _AROUND, _RUNS = (120.0, 80.0), 15.0, 40, 3


def measure_tabletop(seed: int = 1) -> dict[str, Any]:
    """Time the reach of single bases (median, worst) and all lines of fire at once, in ms."""
    rng = Random(seed)
    bases = [_base(rng) for _ in range(BASES)]
    shapes = np.array([_patch(rng) for _ in range(GROUND)])
    tree = STRtree(shapes)
    reach = [_timed(_reach, one, bases, shapes, tree) for one in bases[:_AROUND]]
    median = statistics.median(reach)
    return {
        "bases": BASES,
        "ground": GROUND,
        "reach_ms_median": round(median, 2),
        "reach_ms_worst": round(max(reach), 2),
        "lines": LINES * LINES,
        "lines_ms": round(_timed(_lines, bases), 2),
        "within_bounds": median <= MOST_REACH_MS,
    }


def _base(rng: Random) -> Base:
    width, depth = rng.choice(((3.5, 2.0), (2.0, 3.5), (2.0, 2.0)))
    pose = Pose.of(rng.uniform(3, _SIZE[0] - 3), rng.uniform(3, _SIZE[1] - 3), rng.uniform(0, 360))
    return Base(pose, width, depth)


def _patch(rng: Random) -> shapely.Polygon:
    """A rounded piece of ground, a few cm across."""
    x, y, size = rng.uniform(0, _SIZE[0]), rng.uniform(0, _SIZE[1]), rng.uniform(2, 8)
    angles = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    radii = np.array([size * rng.uniform(0.6, 1.0) for _ in angles])
    points = np.stack((x + radii * np.cos(angles), y + radii * np.sin(angles)), axis=-1)
    return shapely.Polygon(points)


def _timed(job: Callable[..., object], *arguments: Any) -> float:
    """Return the milliseconds of a job, in the quickest of a few runs."""
    times = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        job(*arguments)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def _reach(one: Base, bases: list[Base], shapes: Any, tree: STRtree) -> shapely.Geometry:
    """Where a base comes to: what it meets, over what ground, and the region of it all."""
    others = Bases(base for base in bases if base is not one)
    directions = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
    runs = Runs(one, directions, np.full(RAYS, np.radians(one.heading)), np.full(RAYS, _RUN))
    stretches(RAYS, runs.lengths, crossings(runs.lines(), shapes, tree))
    blocked, _ = runs.meeting(others)
    met, _ = runs.touching(others)
    return region(runs, np.minimum(np.minimum(blocked, met.min(axis=1)), runs.lengths))


def _lines(bases: list[Base]) -> int:
    """All lines of fire from the first sixty bases at the last sixty, and what blocks them."""
    everyone, pairs = Bases(bases), [(s, t) for s in range(LINES) for t in range(LINES)]
    shooters = [(one, (FULL,), LONGEST) for one in bases[:LINES]]
    found = corridors(shooters, bases[LINES:], pairs, 15.0)
    tree = STRtree(everyone.eroded)
    slim = [shapely.Polygon(one.slim) for one in found]
    rows, _ = tree.query(slim, predicate="intersects")
    return len(rows)

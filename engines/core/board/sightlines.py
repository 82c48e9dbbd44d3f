"""Lines of fire between bases: corridors, what stands in them, sight through terrain.

A corridor is the quadrilateral between two parallel lines from the two ends of a firing edge to the
target. All corridors of many shooters at many targets are made and tested together on arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from grognard.engines.core.board.tabletop import FUZZ, Bases, Floats

FULL, LEFT_HALF, RIGHT_HALF, LEFT_FLANK, RIGHT_FLANK = range(5)
VARIANTS = ("full", "left half", "right half", "left flank", "right flank")
"""The firing edges in the order in which they are preferred."""
SQUARE_SIDES = ("front", "right", "rear", "left")
TINY = 1e-9
"""What rounding may add to a length or an angle."""


@dataclass(frozen=True, slots=True)
class Corridors:
    """Corridors that can be drawn at all, one a row.

    `shooter`, `target` index the bases asked about; `variant` is an index into VARIANTS; `quads`
    (m, 4, 2) are P, P-end, Q-end, Q; `middles` (m, 2, 2) the middle line from the middle of the
    edge; `ranges` (m,) the least distance from the edge (of a half front: the whole) to the target, in
    cm; `eps` (m,) the tolerance of the shooter.
    """

    shooter: NDArray[np.intp]
    target: NDArray[np.intp]
    variant: NDArray[np.intp]
    quads: Floats
    middles: Floats
    ranges: Floats
    eps: Floats

    def __len__(self) -> int:
        return len(self.shooter)

    def only(self, rows: NDArray[np.bool_] | NDArray[np.intp]) -> Corridors:
        """Return some of the rows."""
        return Corridors(
            self.shooter[rows],
            self.target[rows],
            self.variant[rows],
            self.quads[rows],
            self.middles[rows],
            self.ranges[rows],
            self.eps[rows],
        )

    def polygons(self) -> NDArray[np.object_]:
        """Return the corridors shrunk by the tolerance, what an obstacle must meet to block."""
        whole = np.asarray(shapely.polygons(self.quads))
        shrunk: NDArray[np.object_] = np.asarray(
            shapely.buffer(whole, -self.eps, join_style="mitre", quad_segs=1)
        )
        return shrunk


def firing_edges(bases: Bases) -> Floats:
    """Return the firing edge of every variant of every base: (n, 5, 2, 2), ends P and Q."""
    fl, fr, rr, rl = (bases.corners[:, i] for i in range(4))
    fm = (fl + fr) / 2
    ends = ((fl, fr), (fl, fm), (fm, fr), (rl, fl), (fr, rr))
    return np.stack([np.stack(pair, axis=1) for pair in ends], axis=1)


def edge_normals(bases: Bases) -> Floats:
    """Return the outward direction of every variant's edge, in radians: (n, 5)."""
    turns = np.array([0.0, 0.0, 0.0, np.pi / 2, -np.pi / 2])
    found: Floats = bases.headings[:, None] + turns[None, :]
    return found


def corridors(  # noqa: PLR0913 - who, at whom, how far and how wide
    shooters: Bases,
    targets: Bases,
    pairs: NDArray[np.intp],
    variants: NDArray[np.intp],
    limit: float,
    longest: Floats,
) -> Corridors:
    """Return every corridor that reaches its target within the arc and within range.

    Args:
        shooters: the bases that fire.
        targets: the bases fired at.
        pairs: (m, 2) indices of a shooter and a target.
        variants: (v,) the variants to try.
        limit: how far the lines may turn from the edge's normal, in degrees.
        longest: (n,) the longest range of each shooter, in cm.
    """
    s = np.repeat(pairs[:, 0], len(variants))
    t = np.repeat(pairs[:, 1], len(variants))
    v = np.tile(variants, len(pairs))
    every = firing_edges(shooters)
    edges, normals = every[s, v], edge_normals(shooters)[s, v]
    # A half front is no nearer or farther than the front it is half of.
    whole = np.where((v == LEFT_HALF) | (v == RIGHT_HALF), FULL, v)
    gaps = _ranges(every[s, whole], targets, t)
    eps = shooters.eps[:, 0]
    near = gaps <= longest[s] + eps[s] + TINY
    s, t, v, edges, normals, gaps = (
        s[near],
        t[near],
        v[near],
        edges[near],
        normals[near],
        gaps[near],
    )
    angles, valid = _aim(edges, normals, targets, t, (np.radians(limit), eps[s]))
    s, t, v = s[valid], t[valid], v[valid]
    quads, middles = _quads(edges[valid], angles[valid], targets, t)
    return Corridors(s, t, v, quads, middles, gaps[valid], eps[s])


def _ranges(edges: Floats, targets: Bases, t: NDArray[np.intp]) -> Floats:
    """Least distance from each edge to its target's footprint: (m,)."""
    lines = shapely.linestrings(edges)
    found: Floats = shapely.distance(lines, targets.polygons[t])
    return found


def _aim(
    edges: Floats,
    normals: Floats,
    targets: Bases,
    t: NDArray[np.intp],
    bounds: tuple[float, Floats],
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the direction of each corridor (radians), and whether the arc allows it.

    The lines aim at the target's centre; beyond the limit they run at the limit, and then one
    width must cover the other when both are seen along the lines.
    """
    limit, eps = bounds
    middles = edges.mean(axis=1)
    to = targets.centres[t] - middles
    turn = _wrapped(np.arctan2(to[:, 1], to[:, 0]) - normals)
    within = np.abs(turn) <= limit + TINY
    angles = normals + np.clip(turn, -limit, limit)
    ahead = np.einsum("mi,mi->m", to, _unit(angles)) > 0
    across = _unit(angles + np.pi / 2)
    mine = np.einsum("mpi,mi->mp", edges, across)
    theirs = np.einsum("mpi,mi->mp", targets.corners[t], across)
    low, high = mine.min(axis=1), mine.max(axis=1)
    far_low, far_high = theirs.min(axis=1), theirs.max(axis=1)
    inside = (far_low >= low - eps - FUZZ) & (far_high <= high + eps + FUZZ)
    around = (far_low <= low + eps + FUZZ) & (far_high >= high - eps - FUZZ)
    return angles, within | (ahead & (inside | around))


def _quads(
    edges: Floats, angles: Floats, targets: Bases, t: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Return the corridors (m, 4, 2) and their middle lines (m, 2, 2)."""
    p, q = edges[:, 0], edges[:, 1]
    along = _unit(angles)
    p_end = p + along * _length(p, angles, targets, t)[:, None]
    q_end = q + along * _length(q, angles, targets, t)[:, None]
    m = (p + q) / 2
    m_end = m + along * _length(m, angles, targets, t)[:, None]
    return np.stack((p, p_end, q_end, q), axis=1), np.stack((m, m_end), axis=1)


def _length(starts: Floats, angles: Floats, targets: Bases, t: NDArray[np.intp]) -> Floats:
    """How far a line runs: to the grown target, or abreast of its nearest corner if it misses."""
    heading, halves = targets.headings[t], targets.halves[t] + targets.eps[t]
    gap = targets.centres[t] - starts
    hit, far = np.full(len(starts), -np.inf), np.full(len(starts), np.inf)
    for axis_angle, half in ((heading, halves[:, 0]), (heading + np.pi / 2, halves[:, 1])):
        axis = _unit(axis_angle)
        offset = np.einsum("mi,mi->m", gap, axis)
        speed = np.cos(angles - axis_angle)
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (offset - np.sign(speed) * half) / speed
            last = (offset + np.sign(speed) * half) / speed
        still = np.abs(speed) < 1e-12
        outside = still & (np.abs(offset) > half)
        hit = np.maximum(hit, np.where(still, np.where(outside, np.inf, -np.inf), first))
        far = np.minimum(far, np.where(still, np.where(outside, -np.inf, np.inf), last))
    met = (hit <= far) & (far >= 0)
    corners = targets.corners[t] - starts[:, None, :]
    abreast = np.einsum("mpi,mi->mp", corners, _unit(angles)).min(axis=1)
    found: Floats = np.maximum(0.0, np.where(met, hit, abreast))
    return found


def _unit(angles: Floats) -> Floats:
    return np.stack((np.cos(angles), np.sin(angles)), axis=-1)


def _wrapped(angles: Floats) -> Floats:
    found: Floats = (angles + np.pi) % (2 * np.pi) - np.pi
    return found


# -- what stands in a corridor -----------------------------------------------------------------


def blockers(
    found: Corridors, obstacles: NDArray[np.object_], tree: shapely.STRtree
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which obstacle stands in which corridor: rows of `found`, indices of obstacles.

    Sorted by row, then by obstacle. A corridor of zero length is clear.
    """
    polygons = found.polygons()
    rows, which = tree.query(polygons, predicate="intersects")
    real = ~shapely.is_empty(polygons[rows]) & ~shapely.is_empty(obstacles[which])
    order = np.lexsort((which[real], rows[real]))
    return rows[real][order], which[real][order]


def in_cone(
    shooters: Bases, targets: Bases, pairs: NDArray[np.intp], half: float
) -> NDArray[np.bool_]:
    """Return for each pair whether the target is partly in the cone from the shooter's centre.

    `half` is the angle to each side of the heading, in degrees.
    """
    s, t = pairs[:, 0], pairs[:, 1]
    reach = np.hypot(*(targets.centres[t] - shooters.centres[s]).T) * 2 + 10.0
    spread = np.radians(half)
    sides = [shooters.headings[s] + spread, shooters.headings[s] - spread]
    # The far side of a wedge this long lies beyond the target: reach / cos(half) on both arms.
    arms = [shooters.centres[s] + _unit(a) * (reach / np.cos(spread))[:, None] for a in sides]
    wedges = shapely.polygons(np.stack((shooters.centres[s], *arms), axis=1))
    met: NDArray[np.bool_] = np.asarray(shapely.intersects(wedges, targets.eroded[t]))
    return met


def enfilade_share(edge: Floats, target_front_middle: Floats, target_heading: Floats) -> Floats:
    """Return which part of each firing edge lies behind the line of the target's front: (m,).

    `edge` (m, 2, 2), `target_front_middle` (m, 2), `target_heading` (m,) in radians.
    """
    facing = _unit(target_heading)
    depth = np.einsum("mpi,mi->mp", edge - target_front_middle[:, None, :], facing)
    p, q = depth[:, 0], depth[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = np.abs(p) / (np.abs(p) + np.abs(q))
    share = np.where((p < 0) & (q < 0), 1.0, 0.0)
    share = np.where((p < 0) & (q >= 0), cut, share)
    found: Floats = np.where((q < 0) & (p >= 0), 1.0 - cut, share)
    return found

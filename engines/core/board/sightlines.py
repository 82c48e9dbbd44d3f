"""Lines of fire between bases: corridors, what stands in them, which part of an edge lies behind a front.

A corridor is the quadrilateral between two parallel lines from the two ends of a firing edge to the
target. Each is measured by itself (`plane`), be it asked about alone or with many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, hypot, pi, radians, sin

from grognard.engines.core.board.plane import Point, gap_to, inset, meet, run_to, shrunk
from grognard.engines.core.board.tabletop import FUZZ, Base, Segment, middle
from grognard.engines.core.data.frozen import record

FULL, LEFT_HALF, RIGHT_HALF, LEFT_FLANK, RIGHT_FLANK = range(5)
VARIANTS = ("full", "left half", "right half", "left flank", "right flank")
"""The firing edges in the order in which they are preferred."""
SQUARE_SIDES = ("front", "right", "rear", "left")
TINY = 1e-9
"""What rounding may add to a length or an angle."""
TURNS = (0.0, 0.0, 0.0, pi / 2, -pi / 2)
"""How far the outward direction of each edge is turned from the heading, in radians."""


@record
class Corridor:
    """A corridor that can be drawn at all.

    `shooter`, `target` are the places of the two bases among those asked about; `variant` is an index
    into VARIANTS; `quad` is P, P-end, Q-end, Q and `middle` the middle line from the middle of the edge;
    `range` the least distance from the edge (of a half front: the whole) to the target, in cm; `eps` the
    tolerance of the shooter.
    """

    shooter: int
    target: int
    variant: int
    quad: tuple[Point, Point, Point, Point]
    middle: Segment
    range: float
    eps: float

    @property
    def slim(self) -> list[Point]:
        """The corridor shrunk by the tolerance, what an obstacle must meet to block; nothing without length."""
        return inset(self.quad, self.eps)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least and the greatest x and y of its corners: x, y, x, y."""
        (a, b), (c, d), (e, f), (g, h) = self.quad
        return min(a, c, e, g), min(b, d, f, h), max(a, c, e, g), max(b, d, f, h)


def firing_edge(base: Base, variant: int) -> Segment:
    """Return the firing edge of a variant of a base, its ends P and Q."""
    fl, fr, rr, rl = base.corners
    if variant == FULL:
        return fl, fr
    if variant == LEFT_FLANK:
        return rl, fl
    if variant == RIGHT_FLANK:
        return fr, rr
    half = middle((fl, fr))
    return (fl, half) if variant == LEFT_HALF else (half, fr)


def corridors(
    shooters: Sequence[tuple[Base, Iterable[int], float]],
    targets: Sequence[Base],
    pairs: Iterable[tuple[int, int]],
    limit: float,
) -> Iterator[Corridor]:
    """Give every corridor that reaches its target within the arc and within range, pair by pair.

    Args:
        shooters: the bases that fire, each with the variants that it may fire from and its longest
            range, in cm.
        targets: the bases fired at.
        pairs: the places of a shooter and of a target.
        limit: how far the lines may turn from the edge's normal, in degrees.
    """
    turn = radians(limit)
    for shooter, target in pairs:
        base, variants, longest = shooters[shooter]
        for variant in variants:
            found = _corridor(base, targets[target], variant, turn, longest)
            if found is not None:
                quad, line, gap = found
                yield Corridor(shooter, target, variant, quad, line, gap, base.eps)


def _corridor(
    base: Base, target: Base, variant: int, limit: float, longest: float
) -> tuple[tuple[Point, Point, Point, Point], Segment, float] | None:
    """The corridor from one edge to a target, its middle line and its range, None if there is none."""
    edge, normal = firing_edge(base, variant), radians(base.heading) + TURNS[variant]
    angle = _aim(edge, normal, target, limit, base.eps)
    if angle is None:
        return None
    # A half front is no nearer or farther than the front it is half of.
    whole = firing_edge(base, FULL) if variant in (LEFT_HALF, RIGHT_HALF) else edge
    gap = gap_to(*whole, target.rect)
    if gap > longest + base.eps + TINY:
        return None
    ux, uy = cos(angle), sin(angle)
    grown, corners, (p, q) = shrunk(target.rect, -target.eps), target.corners, edge

    def end(start: Point) -> Point:
        run = run_to(start, ux, uy, grown, corners)
        return start[0] + ux * run, start[1] + uy * run

    m = middle(edge)
    return (p, end(p), end(q), q), (m, end(m)), gap


def _aim(edge: Segment, normal: float, target: Base, limit: float, eps: float) -> float | None:
    """Return the direction of a corridor (radians), None where the arc does not allow it.

    The lines aim at the target's centre; beyond the limit they run at the limit, and then one
    width must cover the other when both are seen along the lines.
    """
    (mx, my), (x, y) = middle(edge), target.centre
    turn = (atan2(y - my, x - mx) - normal + pi) % (2 * pi) - pi
    angle = normal + min(limit, max(-limit, turn))
    if abs(turn) <= limit + TINY:
        return angle
    ux, uy = cos(angle), sin(angle)
    if (x - mx) * ux + (y - my) * uy <= 0:
        return None
    mine = [b * ux - a * uy for a, b in edge]
    theirs = [b * ux - a * uy for a, b in target.corners]
    low, high, far_low, far_high = min(mine), max(mine), min(theirs), max(theirs)
    inside = far_low >= low - eps - FUZZ and far_high <= high + eps + FUZZ
    around = far_low <= low + eps + FUZZ and far_high >= high - eps - FUZZ
    return angle if inside or around else None


# -- what stands in a corridor -----------------------------------------------------------------


def in_cone(shooter: Base, target: Base, half: float) -> bool:
    """Whether a target is partly in the cone from a shooter's centre, `half` degrees to each side of its heading."""
    (x, y), (u, v) = shooter.centre, target.centre
    spread, heading = radians(half), radians(shooter.heading)
    # The far side of a wedge this long lies beyond the target: reach / cos(half) on both arms.
    arm = (hypot(u - x, v - y) * 2 + 10.0) / cos(spread)
    ends = (heading + spread, heading - spread)
    wedge = ((x, y), *((x + arm * cos(angle), y + arm * sin(angle)) for angle in ends))
    return meet(wedge, target.slim_corners)


def enfilade_share(edge: Segment, target: Base) -> float:
    """Return which part of a firing edge lies behind the line of the target's front."""
    deep = target.depth / 2
    p, q = (target.ahead(point)[0] - deep for point in edge)
    if p < 0 and q < 0:
        return 1.0
    if p >= 0 and q >= 0:
        return 0.0
    cut = abs(p) / (abs(p) + abs(q))
    return cut if p < 0 else 1.0 - cut

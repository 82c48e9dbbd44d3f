"""Bases at random, and the motions of a whole table under which nothing may change."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from hypothesis import strategies as st

from grognard.engines.core.board.tabletop import EDGES, Base, Pose, flush

Motion = Callable[[Base], Base]

SIZES = st.sampled_from([(3.5, 2.0), (2.0, 3.5), (2.0, 2.0), (2.5, 2.0)])


def base(x: float, y: float, heading: float, size: tuple[float, float] = (3.5, 2.0)) -> Base:
    """A base of a front and a depth."""
    return Base(Pose.of(x, y, heading), *size)


@st.composite
def bases(
    draw: st.DrawFn, reach: int = 6000, headings: st.SearchStrategy[int] | None = None
) -> Base:
    """A base within `reach` thousandths of a cm of the middle."""
    at = st.integers(-reach, reach)
    turn = headings if headings is not None else st.integers(0, 35999)
    return Base(Pose(draw(at), draw(at), draw(turn)), *draw(SIZES))


TURNED = dict(zip(EDGES, (0.0, 90.0, 180.0, -90.0), strict=True))
"""What a base turns by to show an edge where its front was."""


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Base, Base]:
    """Two bases edge to edge: exactly, within the tolerance, a little apart, or at a slant.

    Two bases at random hardly ever touch, so what is said of contact must be asked of these.
    """
    b, (width, depth) = draw(bases()), draw(SIZES)
    mine, slide = draw(st.sampled_from(("front", *EDGES))), draw(st.integers(-2600, 2600)) / 1000
    sideways = mine in ("left", "right")
    size = (depth, width) if sideways else (width, depth)
    facing = flush(Base(b.pose, *size), b, draw(st.sampled_from(EDGES)), slide)
    gap = draw(st.sampled_from([0.0, 0.0, 0.0, 0.005, 0.02, 0.4]))
    turn = draw(st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.5, 1.5, 20.0]))
    back = facing.pose.moved(gap, facing.heading + 180.0)
    return Base(back.turned(TURNED[mine] + turn), width, depth), b


def spun(a: Base, angle: float) -> Base:
    """A base after the whole table has turned about the middle by any angle, in degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = a.centre
    return a.at(Pose.of(x * c - y * s, x * s + y * c, a.heading + angle))


def shifted(dx: int, dy: int) -> Motion:
    """The whole table moved by thousandths of a cm."""
    return lambda b: b.at(Pose(b.pose.x + dx, b.pose.y + dy, b.pose.h))


def quarter_turned(times: int) -> Motion:
    """The whole table turned by quarter turns: poses stay whole numbers."""

    def turn(b: Base) -> Base:
        x, y, h = b.pose.x, b.pose.y, b.pose.h
        for _ in range(times % 4):
            x, y, h = -y, x, (h + 9000) % 36000
        return b.at(Pose(x, y, h))

    return turn


def mirrored(b: Base) -> Base:
    """The whole table seen in a mirror: left and right change places."""
    return b.at(Pose(-b.pose.x, b.pose.y, (18000 - b.pose.h) % 36000))


MOTIONS = st.one_of(
    st.builds(shifted, st.integers(-90000, 90000), st.integers(-90000, 90000)),
    st.builds(quarter_turned, st.integers(1, 3)),
)

"""Bases at random, and the motions of a whole table under which nothing may change."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from engines.core.tabletop import Base, Pose

Motion = Callable[[Base], Base]

SIZES = st.sampled_from([(3.5, 2.0), (2.0, 3.5), (2.0, 2.0), (2.5, 2.0)])


def base(x: float, y: float, heading: float, size: tuple[float, float] = (3.5, 2.0)) -> Base:
    """A base of a front and a depth."""
    return Base(Pose.of(x, y, heading), *size)


@st.composite
def bases(draw: st.DrawFn, reach: int = 6000, headings: st.SearchStrategy[int] | None = None) -> Base:
    """A base within `reach` thousandths of a cm of the middle."""
    at = st.integers(-reach, reach)
    turn = headings if headings is not None else st.integers(0, 35999)
    return Base(Pose(draw(at), draw(at), draw(turn)), *draw(SIZES))


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

"""[5.1] The strength of both armies, noted as each turn begins: what the chart of the campaign is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engines.core.show.views import Overlay, Point
from engines.europa.field.position import stacks
from engines.europa.setup import SIDES, Board, Setup
from engines.europa.state import Muster, State

BREADTH = 0.02
"""Half the breadth of the band for each unit, in hexes."""
STYLES = {
    "french": ("army_advance", "army_retreat"),
    "russian": ("army_russian", "army_russian"),
}
"""How the band is drawn, eastward and westward: as Minard drew that of the Grande Armée."""


def note_muster(table: Board) -> None:
    """[5.1] Note how many units each side has, and where most of them are."""
    setup, state = table.setup, table.state
    found = tuple(_muster(setup, state, side) for side in SIDES)
    table.update(muster=(*state.muster, *found))


def _muster(setup: Setup, state: State, side: str) -> Muster:
    found = stacks(setup, state, side)
    units = sum(len(units) for units in found.values())
    good = sum(not unit.disrupted for units in found.values() for unit in units)

    def around(at: str) -> int:
        return sum(len(found.get(one, ())) for one in (at, *setup.map.grid.adjacent(at)))

    main = max(sorted(found), key=around, default="")
    return Muster(state.turn, side, units, good, main)


def band(setup: Setup, musters: Sequence[Muster]) -> Iterator[Overlay]:
    """Draw an army's way from turn to turn, as broad as it was strong, with its units where it stood."""
    known = [one for one in musters if one.at]
    for one, other in pairwise(known):
        if one.at != other.at:
            a, b = setup.map.grid.centre(one.at), setup.map.grid.centre(other.at)
            east, west = STYLES[one.side]
            style = east if b[0] >= a[0] else west
            yield Overlay("area", style, points=_leg(a, b, one.units, other.units))
    last = {one.at: str(one.units) for one in known}
    yield Overlay("labels", STYLES["russian"][0], labels=tuple(last.items()))


def _leg(a: Point, b: Point, before: int, after: int) -> tuple[Point, ...]:
    """Return the outline of the band between two places."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = (x * x + y * y) ** 0.5
    x, y = -y / length * BREADTH, x / length * BREADTH
    return (
        (a[0] + x * before, a[1] + y * before),
        (b[0] + x * after, b[1] + y * after),
        (b[0] - x * after, b[1] - y * after),
        (a[0] - x * before, a[1] - y * before),
    )

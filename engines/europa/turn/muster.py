"""[5.1] The strength of both armies, noted as each turn begins: what the chart of the campaign is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grognard.engines.core.show.views import Overlay, Point
from grognard.engines.europa.field.position import Stacks, stacks
from grognard.engines.europa.setup import SIDES, Board, Setup
from grognard.engines.europa.state import Muster, State

BREADTH = 0.01
"""Half the breadth of the band for each unit, in hexes."""
STYLES = {
    "french": ("army_advance", "army_retreat"),
    "russian": ("army_russian", "army_russian"),
}
"""How the band is drawn on the way there and on the way back: as Minard drew that of the Grande Armée."""


def note_muster(table: Board) -> None:
    """[5.1] Note how many units each side has, and where its heart is."""
    setup, state = table.setup, table.state
    found = tuple(_muster(setup, state, side) for side in SIDES)
    table.update(muster=(*state.muster, *found))


def _muster(setup: Setup, state: State, side: str) -> Muster:
    found = stacks(setup, state, side)
    units = sum(len(units) for units in found.values())
    good = sum(not unit.disrupted for units in found.values() for unit in units)

    return Muster(state.turn, side, units, good, _heart(setup, found, side))


def _heart(setup: Setup, found: Stacks, side: str) -> str:
    """Return the hex of that stack which is nearest to all units; of the French to those in Russia, if there are any."""
    abroad = [at for at in found if side == "french" and setup.map.in_russia(at)]
    held, grid = sorted(abroad or found), setup.map.grid

    def away(at: str) -> int:
        return sum(len(found[one]) * grid.distance(at, one) ** 2 for one in held)

    return min(held, key=away, default="")


def band(setup: Setup, musters: Sequence[Muster]) -> Iterator[Overlay]:
    """Draw an army's way from turn to turn, as broad as it was strong, with its units where it stood.

    As Minard drew it, the return of the French lies below their advance.
    """
    known = [one for one in musters if one.at]
    if not known:
        return
    places = [setup.map.grid.centre(one.at) for one in known]
    halves = [one.units * BREADTH for one in known]
    there, back = STYLES[known[0].side]
    last = len(known) - 1
    if there != back:
        last = max(range(len(known)), key=lambda n: places[n][0])
    below = [
        (x, y + max(halves) + half)
        for (x, y), half in zip(places[last:], halves[last:], strict=True)
    ]
    yield from _leg(there, places[: last + 1], halves[: last + 1])
    yield from _leg(back, [places[last], *below[1:]], halves[last:])
    told = {one.at: str(one.units) for one in known}
    yield Overlay("labels", STYLES["russian"][0], labels=tuple(told.items()))


def _leg(style: str, places: Sequence[Point], halves: Sequence[float]) -> Iterator[Overlay]:
    """Draw the band along some places, turn by turn; where the army stayed there is nothing to draw."""
    for (a, before), (b, after) in pairwise(zip(places, halves, strict=True)):
        x, y = b[0] - a[0], b[1] - a[1]
        length = (x * x + y * y) ** 0.5
        if length:
            x, y = -y / length, x / length
            points = (
                (a[0] + x * before, a[1] + y * before),
                (b[0] + x * after, b[1] + y * after),
                (b[0] - x * after, b[1] - y * after),
                (a[0] - x * before, a[1] - y * before),
            )
            yield Overlay("area", style, points=points)

"""[3.3] What the borders let through, told for one border or drawn for all of them."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from itertools import pairwise

from grognard.engines.columbia.battle.retreat import crossed_over
from grognard.engines.columbia.field.arguments import Edge
from grognard.engines.columbia.map.crossing import (
    artillery_may_cross,
    kinds,
    limit,
    passable,
    road_between,
)
from grognard.engines.columbia.map.ground import Border, Ground
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.core.data.text import Text, all_of, counted, named, text
from grognard.engines.core.show.views import Answer, Overlay, Point

OVER_WATER = ("3.2.crossings", "3.33.fords")
CITES = {
    "bridge": OVER_WATER,
    "dam": OVER_WATER,
    "ford": OVER_WATER,
    "slope_up": ("3.2.slope",),
    "slope_down": ("3.2.slope",),
}
"""The rules of a kind of border; one crossing or several, the limit is the same (3.33.fords)."""

ASIDE = 0.16
"""How far from its border a limit is written, as a part of the way to the middle of the area."""

BORDERS = {
    "clear": named("term", "clear border"),
    "woods": text("woods"),
    "swamp": text("swamp"),
    "stream": text("stream"),
    "river": text("river"),
    "bridge": text("bridge"),
    "dam": text("dam"),
    "ford": text("ford"),
    "slope_up": text("slope up"),
    "slope_down": text("slope down"),
    "road": text("road"),
}
"""What a border is called, by its kinds."""


def border(setup: Setup, state: State, seat: str | None, edge: Edge) -> Answer:
    """[3.33.border] Of one border ("gor|sto"): what it is, its limits both ways, what is used."""
    areas = setup.ground.areas
    names = {"a": areas[edge.a].name, "b": areas[edge.b].name}
    if not passable(setup.ground, state, edge.a, edge.b):
        words = text("{a} - {b}: the river cannot be crossed", **names)
        return Answer({"limits": {edge.a: 0, edge.b: 0}}, ("3.2.river",), (words,))
    most = {into: limit(setup.ground, state, edge.key, into) for into in (edge.a, edge.b)}
    used = used_over(state, edge.key)
    lines = [text("{a} - {b}: {what}", what=_what(setup, state, edge), **names)]
    lines += [
        counted(
            "Into {area}: {n} block",
            "Into {area}: {n} blocks",
            area=areas[into].name,
            n=most[into],
        )
        for into in (edge.b, edge.a)
    ]
    lines.append(text("Used in this phase: {n}", n=used))
    if edge.key in state.bombarded:
        lines.append(text("Bombardment across it does not count towards this."))
    for into in (edge.b, edge.a):
        if not artillery_may_cross(setup.ground, state, edge.key, into):
            lines.append(text("No guns into {area}", area=areas[into].name))
    value: dict[str, object] = {"limits": most, "used": used}
    overlay = Overlay(
        "labels",
        "legal",
        points=_sides(setup.ground, edge),
        labels=(("", str(most[edge.a])), ("", str(most[edge.b]))),
    )
    rules = ("3.33.border", "3.32.when", "3.32.scope", *_cites(setup, state, edge))
    return Answer(value, rules, tuple(lines), (overlay,))


def _cites(setup: Setup, state: State, one: Border) -> tuple[str, ...]:
    """Return the rules of all that a border has."""
    rules: list[str] = []
    for into in (one.a, one.b):
        for kind in kinds(state, one, into):
            rules += CITES.get(kind, (f"3.2.{kind}",))
    if road_between(setup.ground, state, one.a, one.b):
        rules.append("3.2.road")
    if one.key in state.bombarded:
        rules.append("3.32.bombard")
    return tuple(dict.fromkeys(rules))


def borders(setup: Setup, state: State, seat: str | None) -> Answer:
    """[3.33.border] The limits of all borders, on the side that is entered where the sides differ.

    Where some of it is used in this phase, what is left stands before it.
    """
    points: list[Point] = []
    labels: list[tuple[str, str]] = []
    rows: dict[str, object] = {}
    closed: list[Point] = []
    for key, one in setup.ground.borders.items():
        sides: tuple[Point, ...] = _sides(setup.ground, one)
        if not passable(setup.ground, state, one.a, one.b):
            rows[key] = {one.a: 0, one.b: 0}
            line = setup.ground.map.borders[key].line
            closed += [p for pair in pairwise(line) for p in pair]
            continue
        used = used_over(state, key)
        most = {into: limit(setup.ground, state, key, into) for into in (one.a, one.b)}
        rows[key] = most
        if most[one.a] == most[one.b]:
            sides = (middle_of(setup.ground.map.borders[key].line),)
        for into, at in zip((one.a, one.b), sides, strict=False):
            points.append(at)
            left = max(0, most[into] - used)
            labels.append(("", f"{left}/{most[into]}" if used else str(most[into])))
    overlays = (
        Overlay("hexsides", "danger", points=tuple(closed)),
        Overlay("labels", "legal", points=tuple(points), labels=tuple(labels)),
    )
    words = text(
        "How many blocks may cross each border; where there are two numbers, each is for its own area."
    )
    rules = ("3.33.border", "3.32.scope", "3.2.river")
    return Answer({"borders": rows}, rules, (words,), overlays)


def used_over(state: State, key: str) -> int:
    """[3.32.scope] [6.71.limit] Return how many blocks have crossed a border in this phase."""
    battle = state.battle
    if battle is not None and battle.at in key.split("|"):
        return crossed_over(battle, key)
    return state.crossed.get(key, 0)


def _what(setup: Setup, state: State, one: Border) -> Text:
    found = list(kinds(state, one, one.b)) or ["clear"]
    if road_between(setup.ground, state, one.a, one.b):
        found.append("road")
    return all_of(BORDERS[kind] for kind in found)


def _sides(ground: Ground, one: Border) -> tuple[Point, Point]:
    """The points beside the middle of a border, first in area `a`, then in `b`."""
    return entering(ground, one.key, one.a), entering(ground, one.key, one.b)


def entering(ground: Ground, key: str, into: str) -> Point:
    """Return the point beside the middle of a border on the side of one of its areas."""
    (x, y), (cx, cy) = middle_of(ground.map.borders[key].line), ground.map.areas[into].label
    return (x + ASIDE * (cx - x), y + ASIDE * (cy - y))


def middle_of(line: tuple[Point, ...]) -> Point:
    """Return the point at half the length of a line."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(line)]
    left = sum(lengths) / 2
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if left <= length and length:
            part = left / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        left -= length
    return line[-1]

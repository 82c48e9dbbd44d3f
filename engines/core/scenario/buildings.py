"""What was built on a hex map: roofs, yards, gardens, walls, by a plan with a name or part by part.

    buildings:
    - {plan: walled-farm, at: "0706", turned: "1"}
    - {at: "0304", parts: {tile: ["-11,-7 11,-7 11,7 -11,7"], wall: ["-20,-16 20,-16"]}}

Points are in hundredths of the width of a hex from its middle, x east, y south; `turned` counts
sixths of a turn, clockwise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.schema import Int, ListOf, MapOf, Record, Str
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.data.yamlio import Plain, load_text
from grognard.engines.core.scenario.fields import ID, NAME
from grognard.engines.core.show.views import BuildingView, Point

ROOFS = ("tile", "slate", "thatch", "church", "mill")
SURFACES = ("yard", "garden", "pond", "pit")
COURSES = ("wall", "hedge", "gate")
KINDS = (*SURFACES, *ROOFS, *COURSES)
"""What parts there are, in the order in which they lie over each other."""
REACH = 120
"""How far from the middle of its hex a point may lie, in hundredths of the width of a hex."""
_POINT = r"-?[0-9]{1,3},-?[0-9]{1,3}"
_POINTS = Str(
    pattern=rf"{_POINT}( {_POINT}){{1,39}}",
    max_length=400,
    wanted=text("points in hundredths of a hex from its middle, as in -10,-5 10,-5 10,5"),
)
PARTS = MapOf(Str(choices=KINDS), ListOf(_POINTS, 1, 60))
PLAN = Record({"id": ID, "name": NAME, "parts": PARTS})
PLANS = Record({"plans": ListOf(PLAN, 1)})


@dataclass(frozen=True, slots=True)
class Building:
    """What stands in one hex: a plan by name, or parts of its own as (kind, points)."""

    at: str
    plan: str = ""
    turned: int = 0
    parts: tuple[tuple[str, str], ...] = ()

    def plain(self) -> Plain:
        """Return it as a file would say it."""
        said: dict[str, Plain] = {"at": self.at}
        if self.plan:
            said["plan"] = self.plan
        if self.turned:
            said["turned"] = str(self.turned)
        if self.parts:
            kinds = dict.fromkeys(kind for kind, _ in self.parts)
            said["parts"] = {
                kind: [points for one, points in self.parts if one == kind] for kind in kinds
            }
        return said


@lru_cache(maxsize=1)
def plans() -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped plans by their ids."""
    source = files(__package__).joinpath("plans.yaml")
    node, problems = load_text(source.read_text(encoding="utf-8"), "plans.yaml")
    found = PLANS.read(node, problems, tr("the plans")) if node is not None else None
    if found is None or problems:
        raise ValueError(problems)
    return {plan["id"]: plan for plan in found["plans"]}


def building_schema() -> Record:
    """Return what a record of `buildings` holds."""
    return Record(
        {"at": Str(pattern="[0-9]{4}|[0-9]{6}", wanted=text("a hex number such as 4008"))},
        {
            "plan": Str(choices=tuple(plans())).says(text("A shipped plan.")),
            "turned": Int(0, 5).says(text("By how many sixths of a turn it is turned, clockwise.")),
            "parts": PARTS.says(
                text(
                    "Its own outlines (yards, gardens, ponds, roofs) and courses (walls, hedges, gates)."
                )
            ),
        },
    )


def parts_of(parts: Mapping[str, Iterable[str | None] | None]) -> tuple[tuple[str, str], ...]:
    """Return the sound parts of a record, each with its kind."""
    return tuple((kind, row) for kind, rows in parts.items() for row in rows or () if kind and row)


def points_of(words: str) -> tuple[Point, ...]:
    """Read points as a map writes them."""
    pairs = (pair.split(",") for pair in words.split())
    return tuple((int(x) / 100, int(y) / 100) for x, y in pairs)


def too_far(words: str) -> str:
    """Return the first point that lies too far from its hex, "" if there is none."""
    pairs = re.findall(r"(-?\d+),(-?\d+)", words)
    return next((f"{x},{y}" for x, y in pairs if max(abs(int(x)), abs(int(y))) > REACH), "")


def built(
    found: Iterable[Building], grid: HexGrid, ground: Mapping[str, str], terrain: Mapping[str, str]
) -> Iterator[BuildingView]:
    """Give every part of what stands on a map where it lies.

    `terrain` is the ground of each hex, and `ground` the plan of a kind of ground on which a map
    builds nothing of its own.
    """
    rows = list(found)
    own = {row.at for row in rows}
    rows += [
        Building(at, ground[kind])
        for at, kind in sorted(terrain.items())
        if kind in ground and at not in own
    ]
    for row in rows:
        parts = row.parts
        if row.plan:
            parts += parts_of(plans()[row.plan]["parts"])
        for kind, words in sorted(parts, key=lambda part: KINDS.index(part[0])):
            yield BuildingView(row.at, kind, _laid(points_of(words), row, grid))


def _laid(points: Iterable[Point], row: Building, grid: HexGrid) -> tuple[Point, ...]:
    (x, y), turn = grid.centre(row.at), math.radians(60 * row.turned)
    c, s, wide = math.cos(turn), math.sin(turn), width_of(grid)
    return tuple(
        (round(x + (a * c - b * s) * wide, 6), round(y + (a * s + b * c) * wide, 6))
        for a, b in points
    )


@lru_cache(maxsize=16)
def width_of(grid: HexGrid) -> float:
    """Return the width of a hex from side to side."""
    first = next(iter(grid))
    (x, y), ring = grid.centre(first), grid.corners(first)
    (a, b), (c, d) = ring[0], ring[1]
    return 2 * math.hypot((a + c) / 2 - x, (b + d) / 2 - y)

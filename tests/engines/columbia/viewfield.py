"""Seven areas and two dozen blocks made by hand, for the tests of what a seat sees.

west - mill - hill - east          mill, hill, wood and ford touch as drawn; hill is a redoubt,
  \\     |  \\  |      |            mill a village, wood is woods, bog is swamp
  wood - ford - bog --+
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grognard.engines.columbia.map.ground import Area, Border, Ground, border_key
from grognard.engines.columbia.setup import Day, Setup
from grognard.engines.columbia.state import BOXES, Block, BlockType, State
from grognard.engines.core.board import areas as core
from grognard.engines.core.play.setups import ScenarioInfo, Seat

SEATS = (Seat("fr", "French", "french"), Seat("ru", "Russian", "russian"))
INFO = ScenarioInfo("field", "columbia", "Field", "", "", 2, 10, SEATS)
PLACES = {
    "west": (0, 0),
    "mill": (1, 0),
    "hill": (2, 0),
    "east": (3, 0),
    "wood": (0, 1),
    "ford": (1, 1),
    "bog": (2, 1),
}
TERRAIN = {"wood": "woods", "bog": "swamp"}
BORDERS: Mapping[tuple[str, str], dict[str, Any]] = {
    ("west", "mill"): {"roads": ("high road",)},
    ("mill", "hill"): {"roads": ("high road",), "uphill": "hill"},
    ("hill", "east"): {"roads": ("high road",)},
    ("west", "wood"): {"cover": "woods"},
    ("mill", "ford"): {"water": "stream"},
    ("wood", "ford"): {"water": "river", "crossing": "ford"},
    ("ford", "bog"): {"cover": "swamp"},
    ("mill", "bog"): {},
    ("hill", "bog"): {},
    ("bog", "east"): {"water": "river", "crossing": "bridge"},
}


def _ground() -> Ground:
    areas = {
        name: Area(
            name,
            name.capitalize(),
            TERRAIN.get(name, "clear"),
            village=name == "mill",
            redoubt=name == "hill",
            edge={"west": "french", "east": "russian"}.get(name, ""),
            symbols=1 if name in ("west", "east") else 0,
            source={"west": "french", "east": "russian"}.get(name, ""),
        )
        for name in PLACES
    }
    borders = {}
    for (a, b), fields in BORDERS.items():
        key = border_key(a, b)
        first, second = key.split("|")
        borders[key] = Border(key, first, second, **fields)
    near: dict[str, list[str]] = {name: [] for name in PLACES}
    for border in borders.values():
        near[border.a].append(border.b)
        near[border.b].append(border.a)
    drawn = core.AreaMap(
        {
            name: core.Area(
                name,
                name.capitalize(),
                ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),
                (x + 0.5, y + 0.5),
                (areas[name].terrain,),
            )
            for name, (x, y) in PLACES.items()
        },
        {
            key: core.Border(key, b.a, b.b, (), None, ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0)))
            for key, b in borders.items()
        },
    )
    return Ground(
        areas, borders, {k: tuple(sorted(v)) for k, v in near.items()}, drawn, ("high road",)
    )


def kind(uid: str, arm: str, weight: str, power: str, ladder: str, **more: Any) -> BlockType:
    """A block type; ids of French blocks begin with f."""
    side = "french" if uid.startswith("f") else "russian"
    values = {"corps": "fr-1" if side == "french" else "ru-2", "vp": 2, **more}
    steps = tuple(int(step) for step in ladder.split("-"))
    return BlockType(
        uid,
        f"Block {uid}",
        side,
        arm,
        weight,
        letter=power[0],
        number=int(power[1:]),
        ladder=steps,
        **values,
    )  # type: ignore[arg-type]


KINDS = (
    kind("f-hq", "hq", "corps", "B2", "3-2-1-0", reach=2, rank=6, vp=4),
    kind("f-army", "hq", "army", "B2", "3-2-1-0", reach=3, rank=1, vp=6, corps="french"),
    kind("f-foot", "infantry", "line", "C2", "4-3-2-1"),
    kind("f-big", "infantry", "line", "C2", "6-4-2-1"),
    kind("f-horse", "cavalry", "heavy", "B3", "3-2-1"),
    kind("f-gun", "artillery", "light", "A2", "3-2-1"),
    kind("f-heavy", "artillery", "heavy", "A3", "2-1"),
    kind("f-light", "infantry", "light", "B2", "2-1", corps=""),
    kind("r-hq", "hq", "corps", "B2", "2-1-0", reach=1, rank=9, army=1),
    kind("r-army", "hq", "army", "B2", "2-1-0", reach=2, rank=1, vp=3, corps="russian"),
    kind("r-foot", "infantry", "line", "C2", "3-2-1", army=1),
    kind("r-guard", "infantry", "guard", "C4", "3-2-1", guard=True, army=1),
    kind("r-horse", "cavalry", "line", "B2", "2-1", army=1),
    kind("r-cossack", "cavalry", "cossack", "B1", "2-1", army=1),
    kind("r-gun", "artillery", "light", "A2", "2-1", army=1),
    kind("r-heavy", "artillery", "heavy", "A3", "2-1", army=1),
    kind("r-militia", "infantry", "militia", "C1", "4-3-2-1", corps=""),
)
GROUND = _ground()
SETUP = Setup(
    INFO,
    "",
    {},
    GROUND,
    {k.id: k for k in KINDS},
    (Day(7, ("6 AM", "7 AM"), bridge=True),),
    corps_names={"fr-1": "I Corps", "ru-2": "II Corps", "french": "Army", "russian": "Armies"},
)
HOMES = {
    "west": ("f-hq", "f-army", "f-heavy"),
    "mill": ("f-foot", "f-gun", "f-horse"),
    "wood": ("f-big", "f-light"),
    "hill": ("r-foot", "r-guard", "r-gun", "r-hq"),
    "east": ("r-army", "r-militia"),
    "bog": ("r-cossack", "r-horse"),
    "eliminated": ("r-heavy",),
}


def position(
    homes: Mapping[str, Sequence[str]] = HOMES,
    blocks: Mapping[str, Mapping[str, Any]] | None = None,
    **fields: Any,
) -> State:
    """A State with blocks placed by area or box; blocks not named are absent."""
    at = {uid: place for place, uids in homes.items() for uid in uids}
    edits = blocks or {}
    made = {k.id: Block(k.id, at.get(k.id, "absent"), **edits.get(k.id, {})) for k in KINDS}
    areas = {place: tuple(uids) for place, uids in homes.items() if place not in BOXES}
    commands = {"french": "f-army", "russian": "r-army"}
    return replace(State(made, areas, phase="move", active="french", commands=commands), **fields)

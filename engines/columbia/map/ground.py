"""[3] The map as the rules meet it: areas, borders, limits, roads, supply symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engines.core.board.areas import AreaMap
from grognard.engines.core.show.views import LabelView, LineView


@dataclass(frozen=True, slots=True)
class Area:
    """[3.1] An area. `terrain` is its predominant terrain (3.33.area): clear, woods, swamp.

    `line` is the side of the start line it lies on: french, russian or "" (3.1.line); `edge` the
    side whose map edge it touches ("" none); `symbols` the supply symbols printed in it and
    `source` whose they are; `village` counts only where the rules let it (3.33.area); `level` is
    the height it is drawn at.
    """

    id: str
    name: str
    terrain: str
    village: bool = False
    redoubt: bool = False
    line: str = ""
    edge: str = ""
    symbols: int = 0
    source: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True)
class Border:
    """[3.3] A border between areas `a` and `b`.

    `water` is "", stream or river; `crossing` "", bridge, dam or ford; `cover` "", woods or swamp;
    `uphill` the area on the upper side of a slope, "both" for slopes both ways, "" none; `roads`
    the ids of the roads that cross it; `optional_bridge` that its bridge exists only once it is
    built (the French Bridge, 9.1.bridge).
    """

    key: str
    a: str
    b: str
    water: str = ""
    crossing: str = ""
    cover: str = ""
    uphill: str = ""
    roads: tuple[str, ...] = ()
    optional_bridge: bool = False

    def other(self, area: str) -> str:
        """Return the area on the other side."""
        return self.b if area == self.a else self.a


def border_key(a: str, b: str) -> str:
    """Return the id of the border between two areas, the same from both sides."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map: `near` lists the neighbours of each area, in order of their ids.

    `main_roads` are the three from west to east (3.2.road), `road_names` the names of all roads by
    id; `lines` (roads and waters) and `labels` only draw.
    """

    areas: Mapping[str, Area]
    borders: Mapping[str, Border]
    near: Mapping[str, tuple[str, ...]]
    map: AreaMap
    main_roads: tuple[str, ...] = ()
    road_names: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[LineView, ...] = ()
    labels: tuple[LabelView, ...] = ()
    id: str = "board"
    title: str = "Board"

    def border(self, a: str, b: str) -> Border | None:
        """Return the border between two areas, None if they do not touch."""
        return self.borders.get(border_key(a, b))

"""[tec] The map of a scenario as the table draws it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.engines.core.board.hexes import HexGrid, side_key
from grognard.engines.core.show.views import BoardView, EdgeView, LineView, SpaceView
from grognard.engines.gmt.field.features import TERRAIN
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.terrain.terrain import BattleMap

_MARGIN = 0.25


def board_view(setup: Setup) -> BoardView:
    """Return spaces, edges, lines and names of the map; the same for the whole game."""
    battle_map = setup.map
    width, height = battle_map.grid.size
    return BoardView(
        id=battle_map.id,
        title=battle_map.title,
        kind="hex",
        spaces=tuple(_spaces(battle_map)),
        edges=(*_edges(battle_map), *_ruins(setup)),
        lines=tuple(_lines(battle_map)),
        labels=setup.map.labels,
        bounds=(-_MARGIN, -_MARGIN, width + _MARGIN, height + _MARGIN),
        seed=sum(battle_map.id.encode()),
        buildings=battle_map.buildings,
    )


def _spaces(battle_map: BattleMap) -> Iterator[SpaceView]:
    grid = battle_map.grid
    for hex_id in grid.hexes:
        yield SpaceView(
            id=hex_id,
            centre=grid.centre(hex_id),
            polygon=grid.corners(hex_id),
            terrain=battle_map.at(hex_id),
            level=battle_map.level(hex_id),
            label=hex_id,
        )


def _edges(battle_map: BattleMap) -> Iterator[EdgeView]:
    """Water, bridges and fords have no direction; slopes point to the lower hex, works to theirs."""
    grid = battle_map.grid
    for key, kinds in battle_map.sides.items():
        for kind in kinds:
            yield _edge(grid, kind, *key.split("/"))
    for (lower, upper), kind in battle_map.rises.items():
        yield _edge(grid, kind, lower, upper, toward=lower)
    for (outside, own), kind in battle_map.works.items():
        yield _edge(grid, kind, outside, own, toward=own)


def _ruins(setup: Setup) -> Iterator[EdgeView]:
    """[sch.limits] The bridges that are down: drawn, and not to be crossed."""
    for row in setup.every("bridge_out"):
        yield _edge(setup.map.grid, "bridge_destroyed", *sorted(row["between"].split("/")))


def _edge(grid: HexGrid, kind: str, one: str, other: str, toward: str = "") -> EdgeView:
    a, b = grid.side_ends(one, other)
    return EdgeView(
        f"{kind}:{side_key(one, other)}", kind, a, b, grid.centre(toward) if toward else None
    )


def _lines(battle_map: BattleMap) -> Iterator[LineView]:
    """Roads and paths as polylines from hex centre to hex centre, each piece in one line."""
    grid = battle_map.grid
    for kind in ("road", "path"):
        pairs = [key.split("/") for key, found in battle_map.roads.items() if found == kind]
        for chain in chains((a, b) for a, b in pairs):
            yield LineView(kind, "", tuple(grid.centre(hex_id) for hex_id in chain))


def chains(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Join pairs into the longest chains: they break only at ends and junctions."""
    joined: dict[str, list[str]] = {}
    for a, b in pairs:
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    used: set[str] = set()
    ends = [hex_id for hex_id, others in joined.items() if len(others) != 2]
    found = []
    for start in [*ends, *joined]:
        for other in joined[start]:
            if side_key(start, other) not in used:
                found.append(_follow(start, other, joined, used))
    return found


def _follow(start: str, second: str, joined: dict[str, list[str]], used: set[str]) -> list[str]:
    """Walk on until the line ends, forks or comes back to where it began."""
    chain = [start, second]
    used.add(side_key(start, second))
    while len(joined[chain[-1]]) == 2 and chain[-1] != start:
        here, before = chain[-1], chain[-2]
        following = next(other for other in joined[here] if other != before)
        used.add(side_key(here, following))
        chain.append(following)
    return chain


def features(battle_map: BattleMap, changed: Mapping[str, str]) -> Iterator[EdgeView]:
    """[bor.5] Destroyed bridges, keyed by hexside; burning villages and rubble, by hex."""
    grid = battle_map.grid
    for key, what in changed.items():
        if "/" in key:
            a, b = grid.side_ends(*key.split("/"))
            yield EdgeView(f"{what}:{key}", f"bridge_{what}", a, b)
        else:
            middle = grid.centre(key)
            kind = TERRAIN[what]
            yield EdgeView(f"{kind}:{key}", kind, middle, middle, line=tuple(grid.corners(key)))

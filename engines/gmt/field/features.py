"""[bor.5] The map as it stands: burning villages, rubble, bridges that were destroyed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grognard.engines.core.play.memo import Memo
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.terrain.terrain import BattleMap

BURNING, RUBBLE, DESTROYED = "burning", "rubble", "destroyed"
TERRAIN = {BURNING: "burning_village", RUBBLE: "rubble"}


_STANDING: Memo[Setup] = Memo(32)


def standing(setup: Setup, features: Mapping[str, str]) -> Setup:
    """Return the set-up with the map as `features` leave it (kept; itself without any).

    Features are keyed by hex (burning, rubble) or by hexside "AAAA/BBBB" (destroyed).
    """
    if not features:
        return setup
    key = (setup, *sorted(features.items()))
    found = _STANDING.get(key)
    if found is None:
        found = _STANDING.keep(key, replace(setup, map=changed(setup.map, features)))
    return found


def changed(battle_map: BattleMap, features: Mapping[str, str]) -> BattleMap:
    """[bor.5] [sch.limits] Return a map with what was burnt, and without the bridges that are down."""
    terrain, sides, roads = dict(battle_map.terrain), dict(battle_map.sides), dict(battle_map.roads)
    for key, what in features.items():
        if what == DESTROYED and key in sides:
            sides[key] = tuple(kind for kind in sides[key] if kind != "bridge")
            roads.pop(key, None)
        elif what in TERRAIN and key in battle_map.grid:
            terrain[key] = TERRAIN[what]
    grid = battle_map.grid
    touched = frozenset(
        near
        for key in features
        for hex_id in key.split("/")
        if hex_id in grid
        for near in (hex_id, *grid.adjacent(hex_id))
    )
    return replace(
        battle_map, terrain=terrain, sides=sides, roads=roads, printed=battle_map, touched=touched
    )

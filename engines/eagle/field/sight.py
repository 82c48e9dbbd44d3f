"""[los] Lines of sight: along hexes and over hexsides, to the first hex past them."""

from __future__ import annotations

from functools import cache

from grognard.engines.core.data.text import text
from grognard.engines.core.play.memo import MISSING, Memo
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import unit_at
from grognard.engines.eagle.field.terrain import crossed
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import row

_GROUND: Memo[Refusal | None] = Memo(100_000)


@cache
def _blocks(terrain: str, how: str) -> bool:
    return bool(row("terrain_effects", terrain)["sight"] == how)


def why_no_sight(setup: Setup, state: State, a: str, b: str, *, past_units: bool) -> Refusal | None:
    """[los.definition] Return what hides one hex from another, None where there is LOS.

    `past_units`: units between do not hide, as for rallying and squares (los.block_units).
    """
    found = _GROUND.get((setup.map, a, b), MISSING)
    if found is MISSING:
        found = _GROUND.keep((setup.map, a, b), _ground(setup, a, b))
    if found is not None or past_units:
        return found
    for step in setup.map.grid.line(a, b):
        if len(step.hexes) == (2 if step.along else 1) and all(
            unit_at(setup, state, hex_id) for hex_id in step.hexes
        ):
            return Refusal("los.block_units", text("A unit stands between."), step.hexes)
    return None


def _ground(setup: Setup, a: str, b: str) -> Refusal | None:
    """[los.adjacent] [los.block_hexes] [los.block_sides] [los.own_hex] [los.along_side] What the ground hides."""
    if setup.map.grid.distance(a, b) <= 1:
        return None
    for step in setup.map.grid.line(a, b):
        if len(step.hexes) == (2 if step.along else 1) and all(
            _blocks(setup.map.at(hex_id), "blocks") for hex_id in step.hexes
        ):
            return Refusal("los.block_hexes", text("The ground between hides it."), step.hexes)
    # The side of the viewer's own hex hides nothing, and that of the target's hex only what is past it.
    for pairs in list(crossed(setup, a, b))[1:-1]:
        if pairs and all(_hides(setup, *pair) for pair in pairs):
            words = text("A hedge, crest, wall or redoubt hides what lies beyond the first hex.")
            return Refusal("los.block_sides", words, pairs[0])
    return None


def _hides(setup: Setup, a: str, b: str) -> bool:
    """[los.block_sides] Whether a hexside hides what lies behind the first hex past it."""
    if (a, b) in setup.map.crests or (b, a) in setup.map.crests:
        return True
    return any(_blocks(kind, "beyond_first") for kind in setup.map.between(a, b))

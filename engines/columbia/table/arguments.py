"""What an inquiry is asked about: own blocks by id, areas, and what they are called in its answer."""

from __future__ import annotations

from collections.abc import Iterable

from engines.columbia.field.position import on_map
from engines.columbia.field.situation import Situation, situation
from engines.columbia.setup import Setup
from engines.columbia.state import Block, Side, State
from engines.core.data.text import Text, all_of, named, text
from engines.core.play.game import NoAnswer
from engines.core.show.views import Point


def side_of(setup: Setup, seat: str | None) -> Side:
    """Return the side of the player who asks."""
    side = setup.side_of(seat)
    if side is None:
        raise NoAnswer("only a player can ask this; say for which seat")
    return side


def own(setup: Setup, state: State, seat: str | None, unit: str) -> Block:
    """Return an own block; of enemy blocks, hidden or not, nothing is said (0.fog)."""
    side = side_of(setup, seat)
    kind = setup.types.get(str(unit))
    if kind is None or kind.side != side:
        raise NoAnswer(f"{unit} is none of your blocks; give a block's id such as napoleon")
    return state.blocks[kind.id]


def placed(setup: Setup, state: State, seat: str | None, unit: str) -> Block:
    """Return an own block that stands on the map."""
    block = own(setup, state, seat, unit)
    if not on_map(block):
        raise NoAnswer(f"{unit} is not on the map (it is in the box {block.at})")
    return block


def area_of(setup: Setup, at: str) -> str:
    """Return the id of an area of this map."""
    if at not in setup.ground.areas:
        raise NoAnswer(f"there is no area {at} on this map; give an area's id such as gor")
    return str(at)


def seen_by(setup: Setup, state: State, side: Side) -> Situation:
    """Return the position as a side meets it."""
    return situation(setup, state) if side == state.active else Situation(setup, state, side)


def name_of(setup: Setup, area: str) -> Text:
    """Return what an area, or what lies off the map, is called."""
    known = setup.ground.areas.get(area)
    return named("place", known.name) if known else text("off the map")


def names_of(setup: Setup, areas: Iterable[str]) -> Text:
    """Return what some areas are called."""
    return all_of(name_of(setup, area) for area in areas)


def blocks_named(setup: Setup, uids: Iterable[str]) -> Text:
    """Return what some blocks are called."""
    return all_of(setup.types[uid].name for uid in uids)


def points_of(setup: Setup, areas: Iterable[str]) -> tuple[Point, ...]:
    """Return where the names of some areas stand on the map."""
    drawn = setup.ground.map.areas
    return tuple(drawn[area].label for area in areas if area in drawn)

"""What an inquiry may be asked about: own blocks, areas, borders; what they are called in its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from grognard.engines.columbia.field.fog_of_war import sees
from grognard.engines.columbia.field.position import on_map
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.map.ground import Area, Border
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Block, Side, State
from grognard.engines.core.data.text import Text, all_of, named, text
from grognard.engines.core.play.inquiries import Named, NoAnswer
from grognard.engines.core.show.views import Point


def side_of(setup: Setup, seat: str | None) -> Side:
    """Return the side of the player who asks."""
    side = setup.side_of(seat)
    if side is None:
        raise NoAnswer("only a player can ask this; say for which seat")
    return side


def _own(setup: Setup, state: State, seat: str | None) -> dict[str, Block]:
    """[0.fog] Of enemy blocks, hidden or not, nothing is said."""
    side = side_of(setup, seat)
    return {uid: block for uid, block in state.blocks.items() if setup.types[uid].side == side}


def _seen(setup: Setup, state: State, seat: str | None) -> dict[str, Block]:
    return {uid: one for uid, one in state.blocks.items() if sees(setup, state, seat, uid)}


def _off_map(_setup: Setup, _state: State, _seat: str | None, block: Block) -> str:
    return "" if on_map(block) else f"is not on the map (it is in the box {block.at})"


OWN = Named("block", _own)
SEEN = Named("block", _seen)
Placed: TypeAlias = Annotated[Block, Named("block", _own, _off_map)]
Seen: TypeAlias = Annotated[Block, SEEN]
AreaId: TypeAlias = Annotated[str, Named("area", lambda setup, *_: setup.ground.areas.keys())]
Ground: TypeAlias = Annotated[Area, Named("area", lambda setup, *_: setup.ground.areas)]
Edge: TypeAlias = Annotated[Border, Named("border", lambda setup, *_: setup.ground.borders)]
OfSide: TypeAlias = Annotated[Side, Named("side", lambda setup, *_: setup.sides)]


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

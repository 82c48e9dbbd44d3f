"""[E.4.list] [E.5.cost] [geo.overlap] Where a base of the set-up stands, and whether it may."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist, hypot

from grognard.engines.core.board.tabletop import Base, Bases, Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.posts import Post
from grognard.engines.risorgimento.army.units import BATTERY, LINE, OPEN, Side, UnitType
from grognard.engines.risorgimento.field.footprint import base_at, footprint
from grognard.engines.risorgimento.ground.allowance import formations_of
from grognard.engines.risorgimento.ground.ground import may_stand
from grognard.engines.risorgimento.map.tablemap import slots
from grognard.engines.risorgimento.map.tabletop import TableTop
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State

Placed = dict[str, tuple[Pose, str]]
_CHIEF_STANDS = 1.5
"""In cm from the corner: the commander in chief of a case."""


def ahead(home: Mapping[str, float], side: Side) -> float:
    """Return the heading away from a side's own edge."""
    return (home[side] + 180.0) % 360.0


def place_of(
    line: Placement, table: TableTop, kind: UnitType | Post, heading: float
) -> tuple[Pose, str]:
    """Return the pose and formation that a line gives a unit or a commander.

    Without a `heading` of its own it looks so; a place in a sector has one.
    """
    house = next((sector for sector in table.sectors if sector.id in line.places), None)
    if house is not None:
        pose = slots(house)[line.extra.get("slot", "0")]
    else:
        x, y = (table.scale * cm for cm in line.pose or (0.0, 0.0))
        pose = Pose.of(x, y, heading if line.heading is None else line.heading)
    if isinstance(kind, Post):
        return pose, ""
    plain = {"artillery": BATTERY, "infantry": OPEN if house else LINE}.get(kind.arm, LINE)
    return pose, line.formation or plain


def cornered(table: TableTop, home: Mapping[str, float], side: Side) -> tuple[Pose, str]:
    """Return where a commander stands that a case leaves without a place: behind his own edge."""
    aside = table.scale * _CHIEF_STANDS
    west = 90.0 < home[side] % 360.0 < 270.0
    return Pose.of(aside if west else table.size[0] - aside, aside, ahead(home, side)), ""


def placed_at(setup: Setup, piece: str, place: Placement) -> tuple[Pose, str]:
    """Return the pose and formation that a place gives a piece of the set-up."""
    kind = setup.types.get(piece) or setup.posts[piece]
    return place_of(place, setup.table, kind, ahead(setup.home, kind.side))


def why_not_stand(setup: Setup, state: State, piece: str, place: Placement) -> Refusal | None:
    """[E.4.list] [E.5.cost] [geo.overlap] Return why a base may not begin at a place as the others stand."""
    pose, formation = placed_at(setup, piece, place)
    kind = setup.types.get(piece)
    if kind is None:
        stand = Base(pose, *footprint("commander", setup.scale))
        return _off(setup, piece, stand)
    stand = base_at(kind, formation, pose)
    if formation not in formations_of(setup, piece):
        return Refusal("E.4.list", text("It cannot be in that formation."), (piece,))
    if not may_stand(setup, state, kind, formation, pose.centre):
        return Refusal("E.5.cost", text("That is ground it cannot enter."), (piece,))
    return _off(setup, piece, stand) or _on_others(setup, state, piece, stand)


def _off(setup: Setup, piece: str, stand: Base) -> Refusal | None:
    """[geo.frame] Whether a corner lies beyond the edge of the table."""
    width, height = setup.table.size
    if all(
        -setup.eps <= x <= width + setup.eps and -setup.eps <= y <= height + setup.eps
        for x, y in stand.corners
    ):
        return None
    x, y = stand.centre
    words = text("It would stand off the table, at [{x}, {y}].", x=f"{x:g}", y=f"{y:g}")
    return Refusal("geo.frame", words, (piece,))


def _on_others(setup: Setup, state: State, piece: str, stand: Base) -> Refusal | None:
    """[geo.overlap] Whether a base lies on another that is there, or comes on, when it does."""
    turn, reach = setup.comes(piece), hypot(stand.width, stand.depth)
    near = {
        uid: base_at(setup.types[uid], unit.formation, unit.pose)
        for uid, unit in state.units.items()
        if uid != piece
        and unit.pose is not None
        and dist(unit.pose.centre, stand.centre) <= 2 * reach
        and setup.comes(uid) == turn
    }
    met = Bases(near.values()).overlapping(stand).tolist() if near else ()
    if not met:
        return None
    other = list(near)[met[0]]
    words: Text = text("It would stand on {unit}.", unit=setup.types[other].name)
    return Refusal("geo.overlap", words, (piece, other))


def put(setup: Setup, state: State, piece: str, place: Placement) -> State:
    """Put a unit where a line has it; commanders are in nobody's way."""
    if piece not in state.units:
        return state
    pose, formation = placed_at(setup, piece, place)
    unit = evolve(state.units[piece], pose=pose, formation=formation)
    return evolve(state, units={**state.units, piece: unit})

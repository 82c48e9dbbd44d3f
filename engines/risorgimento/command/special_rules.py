"""Special rules of scenarios (`scenario.ENVELOPE` lists them), whose records the set-up has.

They stand apart from the rulebook's chapters, which call them where they touch a rule.
"""

from __future__ import annotations

import shapely

from grognard.engines.core.board.tabletop import Point, distance
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.risorgimento.army.units import LEFT, Side
from grognard.engines.risorgimento.command.succession import attached_to, behind
from grognard.engines.risorgimento.field.effects import (
    change,
    change_commander,
    name_of,
    take_off,
)
from grognard.engines.risorgimento.field.footprint import base, crowd, enemies, everyone, on_table
from grognard.engines.risorgimento.map.tabletop import Bridge
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

DESTROYED = "destroyed"
_TRIED, _GONE = "mine:", "gone:"


# -- command ---------------------------------------------------------------------------------------


def command_modifiers(setup: Setup, state: State, side: Side) -> tuple[Modifier, ...]:
    """[A.1.test] What weighs on a side's initiative tests from some turn on (Magenta)."""
    found = setup.says("command_penalty")
    if not found or found["side"] != side or state.turn < found["from"]:
        return ()
    return (Modifier(found["add"], text("Special rule of the scenario"), "A.1.test"),)


# -- leaving by a road -----------------------------------------------------------------------------


def leave_by_road(table: Board) -> None:
    """[I.clock] Units at the end of their road leave the table, and are not lost (Melegnano).

    `exit` gives points for each unit; by `withdrawal` one brigade a turn leaves (San Martino).
    """
    setup = table.setup
    found = setup.says("exit")
    if found and table.state.turn > found["after"]:
        for uid in _at_road_end(setup, table.state, found["side"], found["point"]):
            _depart(table, uid, found["points"])
    found = setup.says("withdrawal")
    if found and table.state.turn >= found["from"]:
        there = _at_road_end(setup, table.state, found["side"], found["point"])
        for uid in _one_brigade(setup, there):
            _depart(table, uid, 0)


def _at_road_end(setup: Setup, state: State, side: Side, end: Point) -> list[str]:
    """Units of a side in order, near the end of the road and touched by no enemy."""
    own = crowd(setup, state, (u for u in state.units if setup.types[u].side == side))
    foes = enemies(setup, state, side)
    near, found = shapely.Point(setup.scale * end[0], setup.scale * end[1]), []
    for uid, stand in zip(own.ids, own.items, strict=True):
        if (
            state.units[uid].routed
            or stand.polygon.distance(near) > setup.cm["road_end_cm"] + setup.eps
        ):
            continue
        if not any(distance(stand, foe) <= setup.eps for foe in foes.items):
            found.append(uid)
    return found


def _one_brigade(setup: Setup, uids: list[str]) -> list[str]:
    """Units of the brigade that has most of them there, the first of several."""
    brigades = [setup.types[uid].brigade for uid in uids]
    if not brigades:
        return []
    most = max(dict.fromkeys(brigades), key=brigades.count)
    return [uid for uid in uids if setup.types[uid].brigade == most]


def _depart(table: Board, uid: str, points: int) -> None:
    setup = table.setup
    side = setup.types[uid].side
    take_off(table, uid, LEFT, stirred=True)
    total = {**table.state.points, side: table.state.points.get(side, 0) + points}
    features = {**table.state.features, f"{_GONE}{uid}": "road"}
    table.update(points=total, features=features)
    words = counted(
        "{unit} leaves by the road: {n} point",
        "{unit} leaves by the road: {n} points",
        unit=name_of(table, uid),
        n=points,
    )
    table.log("move", words, "I.clock", seat=setup.seat_of(side), pieces=(uid,))


def departed(state: State, uid: str) -> bool:
    """Whether a unit has left by its road: it is neither lost nor routed."""
    return f"{_GONE}{uid}" in state.features


# -- mines -----------------------------------------------------------------------------------------


def mines(table: Board, uid: str) -> None:
    """A mined bridge that an enemy unit comes upon may be blown: the die decides once (Magenta).

    The unit that stands on it by then is back where it last stood on firm ground.
    """
    setup = table.setup
    mined = setup.says("mines")
    if (
        mined is None
        or setup.types[uid].side == mined["side"]
        or not on_table(table.state.units[uid])
    ):
        return
    for bridge in setup.table.bridges:
        tried = f"{_TRIED}{bridge.id}" in table.state.features
        if bridge.mined and not tried and _comes_upon(table, uid, bridge):
            _blow(table, uid, bridge, setup.seat_of(mined["side"]))


def _comes_upon(table: Board, uid: str, bridge: Bridge) -> bool:
    """Whether the way of a unit, or its base where it stands, touches a bridge."""
    way = [pose.centre for pose in table.state.trail]
    touched = base(table.setup, table.state.units[uid]).polygon.intersects(bridge.strip)
    return touched or (len(way) > 1 and shapely.LineString(way).intersects(bridge.strip))


def _blow(table: Board, uid: str, bridge: Bridge, seat: str) -> None:
    roll = table.roll(
        seat=seat,
        rule="geo.bridge",
        purpose="mine",
        subject=bridge.id,
        sides=number("die"),
        first=1,
        target=bridge.mined,
        result=lambda total: "blown" if total <= bridge.mined else "stands",
        says=text("The mine at {bridge}", bridge=bridge.name),
    )
    features = {**table.state.features, f"{_TRIED}{bridge.id}": "tried"}
    if roll.result == "blown":
        features[bridge.id] = DESTROYED
    table.update(features=features)
    if roll.result == "blown":
        table.log("result", text("{bridge} is blown.", bridge=bridge.name), "geo.bridge", seat=seat)
        _back_to_the_bank(table, uid, bridge)


def _back_to_the_bank(table: Board, uid: str, bridge: Bridge) -> None:
    unit = table.state.units[uid]
    if unit.pose is None or not bridge.strip.intersects(shapely.Point(unit.pose.centre)):
        return
    others = everyone(table.setup, table.state, but=(uid,))
    stand = base(table.setup, unit)
    firm = (
        pose
        for pose in reversed(table.state.trail)
        if not bridge.strip.intersects(shapely.Point(pose.centre))
        and not len(others.overlapping(stand.at(pose)))
    )
    change(table, uid, pose=next(firm, unit.pose))
    name = attached_to(table.state, uid)
    if name:
        change_commander(table, name, pose=behind(table.setup, table.state, uid))

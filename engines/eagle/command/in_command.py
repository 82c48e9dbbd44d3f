"""[command.in_command] Who is in command, found out once a turn."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.eagle.command.chiefs import cc_of, ugc_of
from grognard.engines.eagle.field.position import group_units
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State

RULE, ARTILLERY = "command.in_command", "command.in_command.artillery"
MEANS = ("command.in_command.duration", "command.ooc.limits", "command.ooc.keeps")


def check_command(table: Board) -> None:
    """[command.in_command.duration] The check holds until the same segment of the next turn."""
    setup, state = table.setup, table.state
    commanded = {uid for gid in setup.groups for uid in in_command(setup, state, gid)}
    units = {
        uid: evolve(unit, ooc=unit.on_map and uid not in commanded)
        for uid, unit in state.units.items()
    }
    table.update(units=units)
    lost = [uid for uid, unit in units.items() if unit.ooc]
    if not lost:
        table.log("result", text("All units are in command."), RULE, ARTILLERY)
        return
    names = all_of(named("unit", setup.units[uid].name) for uid in lost)
    words = text("Out of command: {units}.", units=names)
    table.log("result", words, RULE, ARTILLERY, *MEANS, pieces=tuple(lost))


def in_command(setup: Setup, state: State, gid: str) -> set[str]:
    """[command.in_command] [command.in_command.artillery] Return the units of a group that are in command."""
    if setup.groups[gid].arm == "artillery":
        return {unit.id for unit in group_units(setup, state, gid)}
    return {*chain(setup, state, gid)}


def chain(setup: Setup, state: State, gid: str) -> dict[str, str]:
    """[command.in_command] Return the units of a group in command, each with the hex it is led from.

    In the hex of the UGC or CC, next to the UGC, or next to a unit of the group that is in command.
    Rifles pass nothing on: they are in command with their parent, those that stand alone always.
    """
    group = list(group_units(setup, state, gid))
    units = {unit.id: unit.at for unit in group if not setup.units[unit.id].rifles}
    ugc, cc = ugc_of(state, gid), cc_of(setup, state, setup.groups[gid].side)
    grid, found = setup.map.grid, dict[str, str]()
    for uid, at in units.items():
        if ugc is not None and grid.distance(ugc.at, at) <= 1:
            found[uid] = ugc.at
        elif cc is not None and cc.at == at:
            found[uid] = at
    edge = [*found]
    while edge:
        here = units[edge.pop(0)]
        joined = [
            uid for uid, at in units.items() if uid not in found and grid.distance(at, here) <= 1
        ]
        found |= dict.fromkeys(joined, here)
        edge += joined
    figures = (unit for unit in group if unit.id not in units)
    return found | {one.id: one.at for one in figures if one.parent in ("", *found)}

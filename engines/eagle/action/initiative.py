"""[command.initiative] [action.segments] Which group acts next: the lowest initiative of both sides."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.cards.steps import lapse
from grognard.engines.eagle.command.chiefs import precedence
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.field.position import group_units
from grognard.engines.eagle.results.coming import regain
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import Charging, State

RULE = "command.initiative"


def begin_segment(table: Board) -> None:
    """[action.per_segment] No group has acted in the new segment, and no unit."""
    units = {
        uid: evolve(unit, acted="") if unit.acted else unit
        for uid, unit in table.state.units.items()
    }
    table.update(units=units, done=(), active="")


def end_action(table: Board) -> None:
    """[combat.once] What a group declared and attacked is forgotten when its action ends."""
    lapse(table, "action")
    regain(table)
    done = (*table.state.done, table.state.active) if table.state.active else table.state.done
    table.update(done=done, active="", declared=(), charging=Charging(), struck=(), vacated=())


def number_of(state: State, group: str) -> int:
    """[command.counter] Return the initiative of a group; without a counter it comes last."""
    found = state.groups[group]
    return initiative(found.counter, found.order) if found.counter else 100


def waiting(setup: Setup, state: State) -> list[str]:
    """[action.segments] Return the groups that have not acted in this segment and have a unit left."""
    return [
        gid
        for gid in setup.groups
        if gid not in state.done and next(group_units(setup, state, gid), None) is not None
    ]


def next_groups(setup: Setup, state: State) -> list[str]:
    """[command.initiative] Return the groups of lowest initiative, of one side; their owner chooses.

    Of equal numbers the army whose CC has the higher Command Ability goes first, then the French.
    """
    left = waiting(setup, state)
    if not left:
        return []
    least = min(number_of(state, gid) for gid in left)
    equal = [gid for gid in left if number_of(state, gid) == least]
    sides = [side for side in precedence(setup, state) if _of(setup, equal, side)]
    return _of(setup, equal, sides[0])


def _of(setup: Setup, groups: list[str], side: str) -> list[str]:
    return [gid for gid in groups if setup.groups[gid].side == side]


def group_step(table: Board) -> Procedure[None]:
    """[command.initiative] The group of lowest initiative becomes the acting one."""
    end_action(table)
    groups = next_groups(table.setup, table.state)
    if not groups:
        return
    chosen = groups[0]
    if len(groups) > 1:
        names = [(gid, named("unit", table.setup.groups[gid].name)) for gid in groups]
        seat = table.setup.seat_of(table.setup.groups[chosen].side)
        prompt = text("Which group acts first?")
        chosen = word_of(
            (yield Ask(seat, "next_group", prompt, (RULE,), Listed(names), resting=True))
        )
    table.update(active=chosen)
    words = text("{group} acts.", group=named("unit", table.setup.groups[chosen].name))
    table.log("phase", words, RULE)

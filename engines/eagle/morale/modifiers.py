"""[morale.test] What is added to the die of a morale test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.field.position import command, commanders_with
from grognard.engines.eagle.field.terrain import special
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.tables import modifier


@dataclass(frozen=True, slots=True)
class Cause:
    """[morale.when] Why a unit tests: the rule that says so, what for, and what that adds.

    `purpose` is what the die is called: result, square, artillery, death, recall, alarm, rally,
    withdrawal. `by` are the units whose attack causes the test, `without` commanders who do not help.
    """

    rule: str
    purpose: str
    more: tuple[Modifier, ...] = ()
    by: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def morale_modifiers(setup: Setup, state: State, uid: str, cause: Cause) -> tuple[Modifier, ...]:
    """[morale.cumulative] All that applies is added together."""
    return (
        *_of_the_unit(setup, state, uid, cause.without),
        *_of_its_state(setup, state, uid),
        *cause.more,
    )


def _of_the_unit(
    setup: Setup, state: State, uid: str, without: tuple[str, ...]
) -> Iterator[Modifier]:
    """[morale.value] [morale.mod.figures] [morale.mod.commander] Quality, numbers, a commander."""
    table = "morale_modifiers"
    yield modifier(table, "morale", setup.units[uid].morale)
    yield modifier(table, "figures", state.units[uid].figures)
    chiefs = [cid for cid in helpers(setup, state, uid) if cid not in without]
    if chiefs:
        best = max(command(setup, state, cid, "morale") for cid in chiefs)
        yield modifier(table, "commander", best)
    worth = special(setup, state, state.units[uid].at, "morale")
    if worth:
        yield Modifier(worth, text("Special terrain"), "terrain.fortress")


def helpers(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[morale.mod.commander] [melee.mod.commander] The CC and the unit's own UGC, if in its hex."""
    groups = ("", setup.units[uid].group)
    return tuple(
        cid for cid in commanders_with(setup, state, uid) if state.commanders[cid].group in groups
    )


def _of_its_state(setup: Setup, state: State, uid: str) -> Iterator[Modifier]:
    """[morale.mod.disordered] [morale.mod.routed] [morale.mod.maneuver] How the unit stands."""
    unit = state.units[uid]
    if unit.is_disordered:
        yield modifier("morale_modifiers", "disordered")
    if unit.is_routed:
        yield modifier("morale_modifiers", "routed")
    if state.groups[setup.units[uid].group].order == "maneuver":
        yield modifier("morale_modifiers", "maneuver")

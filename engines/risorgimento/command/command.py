"""[A.1] The chain of command: radii, initiative tests, markers, command by contact."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grognard.engines.core.board.tabletop import Base, distance
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.army.posts import Post
from grognard.engines.risorgimento.army.units import (
    BLUE,
    BROWN,
    GREEN,
    MARKERS,
    NONE,
    TABLE,
    YELLOW,
    Unit,
)
from grognard.engines.risorgimento.command import special_rules
from grognard.engines.risorgimento.field.effects import change, change_commander
from grognard.engines.risorgimento.field.footprint import base, commander_base, crowd, on_table
from grognard.engines.risorgimento.field.names import MARKER_NAMES
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

LEVELS = ("cic", "corps", "division", "brigade")
FAILED = "failed"
"""[A.1.corps] A corps commander out of radius who failed his test: his divisions get blue."""


def in_action(state: State, name: str) -> bool:
    """[loss.dead] Whether a commander commands now: on the table and not out of action."""
    commander = state.commanders[name]
    return commander.place == TABLE and commander.pose is not None and not commander.fate


def superior_of(setup: Setup, state: State, post: Post) -> str:
    """[commanders.levels] [loss.dead] Return the next commander above; one lost for good is skipped."""
    above = post.superior
    while above and state.commanders[above].fate == "replaced":
        above = setup.posts[above].superior
    return above


def commander_of(setup: Setup, state: State, formation: str) -> str:
    """[commanders.levels] Return who commands a formation directly: its own, or the next above."""
    here: str | None = formation
    while here:
        for post in setup.posts.values():
            if post.formation == here and state.commanders[post.id].fate != "replaced":
                return post.id
        here = setup.above.get(here)
    return ""


def within(setup: Setup, state: State, name: str, other: Base) -> bool:
    """[geo.command] Whether a base is within a commander's radius, base to base."""
    own = commander_base(setup, state.commanders[name])
    return own is not None and distance(own, other) <= state.commanders[name].radius + setup.eps


# -- commanders (A.1.check) --------------------------------------------------------------------


def check_commanders(table: Board) -> None:
    """[A.1.check] Work down from the top; whoever is out of radius tests his initiative."""
    setup = table.setup
    status: dict[str, str] = {}
    for level in LEVELS:
        for post in setup.posts.values():
            if post.level == level and post.id in table.state.commanders:
                status[post.id] = _status(table, post, status)
    for name, found in status.items():
        marker = BLUE if found == FAILED else found
        change_commander(table, name, marker=marker)
        if marker != NONE and in_action(table.state, name):
            words = text(
                "{name}: {marker} command marker.",
                name=setup.posts[name].name,
                marker=MARKER_NAMES[marker],
            )
            table.log(
                "note",
                words,
                "A.1.markers",
                "A.1.test",
                "A.1.check",
                seat=setup.seat_of(setup.posts[name].side),
            )


def _status(table: Board, post: Post, status: dict[str, str]) -> str:
    """Return a command marker, NONE in command, or FAILED."""
    state = table.state
    superior = superior_of(table.setup, state, post)
    if state.commanders[post.id].fate and post.level == "corps":
        return FAILED
    if not superior or not on_the_table(state, post.id):
        return NONE
    own = commander_base(table.setup, state.commanders[post.id])
    near = (
        own is not None and in_action(state, superior) and within(table.setup, state, superior, own)
    )
    above = status.get(superior, NONE)
    if post.level == "corps":
        return NONE if near or _ordered(table, post) or _test(table, post, "A.1.corps") else FAILED
    if post.level == "division":
        return _division(table, post, near=near, above=above)
    return _brigade(table, post, near=near, above=above)


def on_the_table(state: State, name: str) -> bool:
    """Whether a commander stands on the table."""
    commander = state.commanders[name]
    return commander.pose is not None and commander.place == TABLE


def _ordered(table: Board, post: Post) -> bool:
    """[A.2.orders] A corps commander with valid written orders needs no test."""
    ordered = table.setup.written_orders and post.id in table.state.orders
    if ordered:
        table.log(
            "note", text("{name} acts on his orders.", name=post.name), "A.2.orders", "A.1.corps"
        )
    return bool(ordered)


def _division(table: Board, post: Post, *, near: bool, above: str) -> str:
    """[A.1.division] [A.1.corps] A division commander's status."""
    if above == FAILED:
        return BLUE if near or _test(table, post, "A.1.division") else BROWN
    if near:
        return above
    return NONE if _test(table, post, "A.1.division") else BROWN


def _brigade(table: Board, post: Post, *, near: bool, above: str) -> str:
    """[A.1.brigade] A brigade commander's status: his division's, or by his own test."""
    if near:
        return BLUE if above == FAILED else above
    return YELLOW if _test(table, post, "A.1.brigade") else GREEN


def _test(table: Board, post: Post, rule: str) -> bool:
    """[A.1.test] d10 not above the initiative; no penalty counts."""
    goal = table.state.commanders[post.id].initiative
    roll = table.roll(
        seat=table.setup.seat_of(post.side),
        rule=rule,
        purpose="initiative_test",
        subject=post.id,
        sides=number("die"),
        first=1,
        target=goal,
        modifiers=special_rules.command_modifiers(table.setup, table.state, post.side),
        result=lambda total: "passed" if total <= goal else "failed",
        says=text("{name} tests his initiative", name=post.name),
    )
    return roll.result == "passed"


# -- units (A.1.touch, A.1.single) -------------------------------------------------------------


def mark_units(table: Board) -> None:
    """[A.1.markers] Give every unit on the table the marker that holds for it this turn."""
    setup = table.setup
    own = {
        uid: own_marker(setup, table.state, uid)
        for uid, unit in table.state.units.items()
        if on_table(unit)
    }
    for side in setup.sides:
        uids = [uid for uid in own if setup.types[uid].side == side]
        for cluster in clusters(setup, table.state, uids):
            best = min((own[uid] for uid in cluster), key=MARKERS.index)
            for uid in cluster:
                if table.state.units[uid].marker != best:
                    change(table, uid, marker=best)
                if best != own[uid]:
                    table.log(
                        "note",
                        text("{unit}: command by contact.", unit=setup.types[uid].name),
                        "A.1.touch",
                        pieces=(uid,),
                    )
                elif best:
                    _tell_marker(table, uid, best)


def _tell_marker(table: Board, uid: str, marker: str) -> None:
    rule = "A.1.single" if marker == GREEN else "A.1.chain"
    words = text(
        "{unit}: {marker} command marker.",
        unit=table.setup.types[uid].name,
        marker=MARKER_NAMES[marker],
    )
    table.log("note", words, rule, "A.1.markers", pieces=(uid,))


def own_marker(setup: Setup, state: State, uid: str) -> str:
    """[A.1.chain] [A.1.single] Return a unit's marker by its own commander alone."""
    name = commander_of(setup, state, setup.types[uid].brigade)
    if not name or not in_action(state, name):
        return GREEN
    if not within(setup, state, name, base(setup, state.units[uid])):
        return GREEN
    return state.commanders[name].marker


def clusters(setup: Setup, state: State, uids: Iterable[str]) -> list[list[str]]:
    """[A.1.touch] Return the groups of units that touch each other, in listed order."""
    group = crowd(setup, state, uids)
    count = len(group)
    if not count:
        return []
    left, right = group.tree.query(group.polygons, predicate="dwithin", distance=setup.eps)
    leader = np.arange(count)
    changed = True
    while changed:
        least = leader.copy()
        np.minimum.at(least, left, leader[right])
        changed = bool((least != leader).any())
        leader = least
    found: dict[int, list[str]] = {}
    for index in range(count):
        found.setdefault(int(leader[index]), []).append(group.ids[index])
    return list(found.values())


def in_command(unit: Unit) -> bool:
    """[B.3.requirement] Whether a unit is in command: no marker, blue included."""
    return unit.marker == NONE

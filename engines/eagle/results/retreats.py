"""[result.push_back] [result.rout.move] The ways back: push backs and rout moves."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.data.text import Text, text
from engines.core.show.asks import Ask, Listed, Procedure
from engines.core.show.choices import word_of
from engines.eagle.command.flight import driven_off
from engines.eagle.field.effects import change, enter
from engines.eagle.field.position import edge_distance, enemy_zoc
from engines.eagle.field.telling import is_interrupt, log_of
from engines.eagle.field.terrain import why_not_enter
from engines.eagle.results.losses import eliminate, lose_figure
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State

HOMEWARD = {"french": 2, "british": 5}
"""[result.rout.move] The vertex towards each side's own edge, away from the enemy."""


def open_hexes(setup: Setup, state: State, uid: str) -> tuple[list[str], list[str]]:
    """Return the hexes a unit can enter that are nearer to its own edge, and those as near."""
    unit, side = state.units[uid], setup.units[uid].side
    here = edge_distance(setup, side, unit.at)
    nearer: list[str] = []
    level: list[str] = []
    for hex_id in setup.map.grid.adjacent(unit.at):
        gap = edge_distance(setup, side, hex_id)
        if gap <= here and why_not_enter(setup, state, uid, unit.at, hex_id) is None:
            (nearer if gap < here else level).append(hex_id)
    return nearer, level


# -- pushed back -------------------------------------------------------------------------------


def push_back(table: Board, uid: str) -> Procedure[None]:
    """[result.push_back] The unit retreats one hex towards its own lines; its owner says where."""
    hexes = retreats(table.setup, table.state, uid)
    if not hexes:
        words = text("{unit} cannot go back.", unit=table.setup.units[uid].name)
        log_of(table, "result", words, uid, "result.push_back.impossible")
        yield from lose_figure(table, uid, "result.push_back.impossible")
        return
    prompt = text("{unit} is pushed back: where to?", unit=table.setup.units[uid].name)
    at = yield from _choose(table, uid, hexes, "push_back", prompt, "result.push_back")
    watched = at in enemy_zoc(table.setup, table.state, table.setup.units[uid].side)
    words = text("{unit} is pushed back to {hex}.", unit=table.setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, "result.push_back", "result.push_back.formation")
    enter(table, uid, at)
    change(table, uid, parted=True)
    yield from driven_off(table, uid)
    if watched:
        yield from lose_figure(table, uid, "result.push_back.zoc")


def retreats(setup: Setup, state: State, uid: str) -> list[str]:
    """[result.push_back] [result.push_back.zoc] Nearer before level, free of enemy ZOC before that."""
    if state.units[uid].formation == "unlimbered":
        return []
    nearer, level = open_hexes(setup, state, uid)
    watched = enemy_zoc(setup, state, setup.units[uid].side)
    tiers = (
        [at for at in nearer if at not in watched],
        [at for at in level if at not in watched],
        nearer,
        level,
    )
    return next((tier for tier in tiers if tier), [])


# -- rout moves --------------------------------------------------------------------------------


def rout_move(table: Board, uid: str, hexes: int) -> Procedure[None]:
    """[result.rout.move] A routed unit runs for its own edge, hex by hex; blocked, it loses figures."""
    passed = [table.state.units[uid].at]
    for _ in range(hexes):
        if not table.state.units[uid].on_map:
            return
        yield from _rout_step(table, uid, passed)
    if table.state.units[uid].on_map:
        change(table, uid, facing=HOMEWARD[table.setup.units[uid].side], parted=True)


def _rout_step(table: Board, uid: str, passed: list[str]) -> Procedure[None]:
    setup, unit, kind = table.setup, table.state.units[uid], table.setup.units[uid]
    if edge_distance(setup, kind.side, unit.at) == 0:
        yield from _leave_the_map(table, uid)
        return
    nearer, level = open_hexes(setup, table.state, uid)
    hexes = nearer or [at for at in level if at not in passed]
    if not hexes:
        yield from lose_figure(table, uid, "result.rout.blocked")
        return
    prompt = text("{unit} routs: which way?", unit=kind.name)
    at = yield from _choose(table, uid, hexes, "rout", prompt, "result.rout.move")
    watched = at in enemy_zoc(setup, table.state, kind.side)
    log_of(
        table,
        "move",
        text("{unit} runs to {hex}.", unit=kind.name, hex=at),
        uid,
        "result.rout.move",
    )
    enter(table, uid, at)
    passed.append(at)
    yield from driven_off(table, uid)
    if watched:
        yield from lose_figure(table, uid, "result.rout.zoc_loss")


def _leave_the_map(table: Board, uid: str) -> Procedure[None]:
    """[result.rout.off_map] Whoever routs off the map counts as eliminated."""
    words = text("{unit} runs off the map.", unit=table.setup.units[uid].name)
    log_of(table, "loss", words, uid, "result.rout.off_map")
    yield from eliminate(table, uid, "result.rout.off_map")


def _choose(  # noqa: PLR0913 - what is asked, and of whom
    table: Board, uid: str, hexes: Sequence[str], kind: str, prompt: Text, rule: str
) -> Procedure[str]:
    """Ask the owner which hex, where there is a choice."""
    if len(hexes) == 1:
        return hexes[0]
    side = table.setup.units[uid].side
    choice = yield Ask(
        table.setup.seat_of(side),
        kind,
        prompt,
        (rule,),
        Listed([(at, text("To {hex}", hex=at)) for at in hexes]),
        form="place",
        subject=(uid,),
        where=tuple(hexes),
        interrupt=is_interrupt(table, side),
    )
    return word_of(choice)

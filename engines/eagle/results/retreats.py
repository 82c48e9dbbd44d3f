"""[result.push_back] [result.rout.move] The ways back: where push backs and rout moves may lead."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.field.position import edge_distance, enemy_zoc
from grognard.engines.eagle.field.telling import is_interrupt
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State


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


def rout_hexes(setup: Setup, state: State, uid: str, passed: Sequence[str]) -> list[str]:
    """[result.rout.move] Return where a routed unit may run: nearer to its edge, else as near; never back."""
    nearer, level = open_hexes(setup, state, uid)
    return nearer or [at for at in level if at not in passed]


def ask_where(  # noqa: PLR0913 - what is asked, and of whom
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

"""[6.4.a] [6.4.b] [6.4.c] [6.4.d] [6.5] General Supply and Attrition: all stacks at once."""

from __future__ import annotations

from itertools import groupby

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted, named, text
from grognard.engines.europa.field.effects import disrupt, eliminate
from grognard.engines.europa.field.position import is_winter
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.supply.forage import forage_rolls
from grognard.engines.europa.supply.lines import unsupplied

RIGA = "Riga"


def check_step(table: Board) -> None:
    """[6.5] Find who is out of supply, forage included, then apply what follows to all at once."""
    failed = forage_rolls(table)
    setup, state = table.setup, table.state
    hungry = [
        unit.id
        for unit in state.units.values()
        if unit.at in failed and setup.units[unit.id].side == "french"
    ]
    starving = (*unsupplied(setup, state, "russian"), *unsupplied(setup, state, "french"))
    cut = list(dict.fromkeys((*starving, *hungry)))
    table.update(
        forage=(),
        units={
            uid: evolve(unit, cut=uid in cut) if unit.cut != (uid in cut) else unit
            for uid, unit in state.units.items()
        },
    )

    def place_of(uid: str) -> str:
        return state.units[uid].at

    if not cut:
        words = text("All stacks are in supply.")
        table.log("note", words, "6.1", "6.5")
    else:
        words = counted("{n} unit is out of supply.", "{n} units are out of supply.", n=len(cut))
        table.log("note", words, "6.1", "6.5", "6.6")
    by_hex = groupby(sorted(cut, key=place_of), place_of)  # the lines follow no names (15.1)
    for _, here in by_hex:
        suffer(table, tuple(here))


def suffer(table: Board, uids: tuple[str, ...]) -> None:
    """[6.4.a] The units of a hex out of supply are disrupted; a French one that was so already may be lost."""
    setup, state = table.setup, table.state
    fresh = tuple(
        uid for uid in uids if not state.units[uid].disrupted and not is_in_riga(setup, state, uid)
    )
    if fresh:
        disrupt(table, fresh, "6.4.a", "6.5")
    for uid in uids:
        if uid not in fresh:
            _suffer_more(table, uid)


def _suffer_more(table: Board, uid: str) -> None:
    """[6.4.b] [6.4.c] [6.4.d] A unit that was disrupted already is lost or stays so; Riga holds out."""
    setup, unit = table.setup, table.state.units[uid]
    if is_in_riga(setup, table.state, uid):
        words = text("The garrison of Riga holds out without supply.")
        side = setup.units[uid].side
        log_at(table, "note", words, unit.at, "6.4.d", side=side, pieces=(uid,), veiled=words)
    elif starves(setup, table.state, uid):
        eliminate(table, uid, "6.4.b", "6.5")
    else:
        rule = "6.4.c" if setup.units[uid].side == "russian" else "6.4.b"
        name = named("unit", setup.units[uid].name)
        words = text("{unit} is out of supply and stays disrupted.", unit=name)
        veiled = text("A unit at {place} is out of supply.", place=called(setup, unit.at))
        side = setup.units[uid].side
        log_at(table, "note", words, unit.at, rule, side=side, pieces=(uid,), veiled=veiled)


def starves(setup: Setup, state: State, uid: str) -> bool:
    """[6.4.b] [6.4.c] Whether a disrupted unit out of supply is eliminated: French, Veterans in winter alone."""
    card = setup.units[uid]
    return card.side == "french" and (card.grade != "veteran" or is_winter(setup, state))


def is_in_riga(setup: Setup, state: State, uid: str) -> bool:
    """[6.4.d] Whether a Russian unit stands in Riga."""
    at = state.units[uid].at
    return setup.units[uid].side == "russian" and at == setup.map.city_named(RIGA)


def is_shut_in(setup: Setup, state: State, uid: str) -> bool:
    """[6.4.d] Whether a unit in Riga may neither move nor attack, being out of supply."""
    return state.units[uid].cut and is_in_riga(setup, state, uid)


def clear_turn(table: Board) -> None:
    """[5.2] [8.4.2] A new turn: marches, moves of Commanders and battles of the one before are forgotten."""
    units = {
        uid: evolve(unit, moved=False, forced=False, battles=0, pinned=False)
        if unit.moved or unit.forced or unit.battles or unit.pinned
        else unit
        for uid, unit in table.state.units.items()
    }
    commanders = {
        cid: evolve(one, moved=False) if one.moved else one
        for cid, one in table.state.commanders.items()
    }
    table.update(units=units, commanders=commanders)

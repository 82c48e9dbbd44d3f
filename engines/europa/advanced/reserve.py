"""[16.7.losses] [16.7.trains] The Cavalry Reserve wastes away, and what is left of it burdens the supply."""

from __future__ import annotations

from grognard.engines.core.data.text import counted, named, text
from grognard.engines.core.show.asks import Ask, Procedure, Subset
from grognard.engines.core.show.choices import words_of
from grognard.engines.europa.advanced.leaving import leave
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number, rows

RESERVE = "Reserve"


def victims(setup: Setup, state: State) -> tuple[list[str], list[str]]:
    """[16.7.losses] Return the divisions of the Reserve, and other cavalry of French nationality."""
    horse = [
        uid
        for uid, unit in sorted(state.units.items())
        if unit.on_map and setup.units[uid].side == "french" and setup.units[uid].is_cavalry
    ]
    first = [uid for uid in horse if setup.units[uid].corps == RESERVE]
    return first, [uid for uid in horse if uid not in first and not setup.units[uid].is_contingent]


def reserve_step(table: Board) -> Procedure[None] | None:
    """[16.7.losses] [6.7] On turns 1 and 2 the French roll, and lose so many divisions of cavalry."""
    setup, state = table.setup, table.state
    if not setup.option("reserve") or state.turn > number("reserve_wastage"):
        return None
    return _waste(table)


def _waste(table: Board) -> Procedure[None]:
    setup = table.setup
    roll = table.roll(
        seat=setup.seat_of("french"),
        rule="16.7.losses",
        purpose="reserve",
        subject="reserve",
        sides=number("die"),
        first=1,
        says=text("Wastage of the Cavalry Reserve"),
    )
    first, others = victims(setup, table.state)
    gone = 0
    for units in (first, others):
        count = min(roll.natural - gone, len(units))
        chosen = units
        if 0 < count < len(units):
            chosen = words_of((yield _ask(setup, units, count)), "subset")
        for uid in chosen[:count]:
            leave(table, uid, "16.7.losses")
        gone += count
    before = int(table.state.flags.get("wasted", "0"))
    table.update(flags={**table.state.flags, "wasted": str(before + gone)})
    if table.state.turn == number("reserve_wastage"):
        _burden(table)


def _ask(setup: Setup, units: list[str], count: int) -> Ask:
    return Ask(
        setup.seat_of("russian"),
        "waste",
        counted(
            "Which unit of the French cavalry is lost?",
            "Which {n} units of the French cavalry are lost?",
            n=count,
        ),
        ("16.7.losses",),
        Subset(units, count, count, called=lambda uid: named("unit", setup.units[uid].name)),
        form="subset",
        interrupt=True,
    )


def _burden(table: Board) -> None:
    """[16.7.trains] The more of the cavalry is left, the fewer Supply Trains have the French from turn 3."""
    wasted = int(table.state.flags["wasted"])
    change = 0
    for line in rows("reserve_train_penalty"):
        if wasted >= int(line["eliminated"]):
            change = int(line["trains"])
    words = text(
        "{n} cavalry units are gone: Supply Trains {trains} from turn 3.", n=wasted, trains=change
    )
    table.log("result", words, "16.7.trains")
    if change:
        table.update(flags={**table.state.flags, "burden french": str(-change)})

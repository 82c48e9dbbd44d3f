"""[7.13] [7.42] Extended Movement, and how reinforcements come in."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import enemy_hexes, on_map
from grognard.engines.gmt.orders.orders import (
    UNDER_ORDERS,
    own_command_of,
    part_name,
    part_of,
    status,
)
from grognard.engines.gmt.setup import Board, Command, Setup
from grognard.engines.gmt.state import RESERVE, State
from grognard.engines.gmt.tables import number

ENTRY_ORDERS = "reinforcement_orders"
FEW = 3
"""So many units of a command are named one by one."""


def is_used(setup: Setup, side: str) -> bool:
    """[bor.8] [sch.turn] Whether the scenario lets a side use Extended Movement."""
    allowed = setup.says("extended_movement")
    return allowed is not None and side in (allowed.get("side") or setup.sides)


_WATCHED: Memo[tuple[frozenset[str], frozenset[str]]] = Memo(32)


def watched(setup: Setup, state: State, side: str) -> frozenset[str]:
    """[7.13.elig] Return the hexes within three hexes of an enemy combat unit."""
    enemies = enemy_hexes(setup, state, side)
    last = _WATCHED.get((setup, side))
    if last is None or last[0] != enemies:
        near = number("extended_bar_distance")
        found: set[str] = set()
        for hex_id in enemies:
            found.update(setup.map.grid.within(hex_id, near))
        last = _WATCHED.keep((setup, side), (enemies, frozenset(found)))
    return last[1]


def why_not_extended(setup: Setup, state: State, uids: tuple[str, ...]) -> Refusal | None:
    """[7.13.elig] Return what bars an Orders Command from Extended Movement, or None."""
    rule, side = "7.13.elig", setup.types[uids[0]].side
    if not is_used(setup, side):
        return Refusal("bor.8", text("This side may not use Extended Movement here."), uids)
    near = watched(setup, state, side)
    for uid in uids:
        unit, name = state.units[uid], setup.types[uid].name
        if status(state, uid) != UNDER_ORDERS:
            return Refusal(rule, text("{unit} is not Under Orders.", unit=name), (uid,))
        if unit.at in near:
            words = text("{unit} is within 3 hexes of the enemy.", unit=name)
            return Refusal(rule, words, (uid, unit.at))
        if unit.fired:
            return Refusal("7.36.em", text("{unit} has fired.", unit=name), (uid,))
    return None


def choose_types(table: Board) -> Procedure[None]:
    """[7.11] [7.13.one] Each Orders Command moves in one way: Normal, or Extended as a whole."""
    setup = table.setup
    if not is_used(setup, table.state.active):
        return
    asked: set[str] = {mark[5:] for mark in table.state.done if mark.startswith("type:")}
    # Who enters in this activation has no choice here: it comes in by 7.42.
    began = {uid for uid, start in table.state.began.items() if start.at != RESERVE}
    for uid in list(table.state.began):
        if uid in asked or uid not in began or not on_map(table.state.units[uid]):
            continue
        members = tuple(u for u in own_command_of(setup, table.state, uid) if u in began)
        asked.update(members)
        yield from _choose_type(table, members)


def _choose_type(table: Board, members: tuple[str, ...]) -> Procedure[None]:
    setup = table.setup
    table.update(done=(*table.state.done, *(f"type:{uid}" for uid in members)))
    barred = why_not_extended(setup, table.state, members)
    if barred is not None:
        return
    choices = Listed([("normal", text("Normal Movement")), ("extended", text("Extended Movement"))])
    name = _name(setup, members)
    prompt = text("How do {units} move?", units=name)
    if len(members) == 1:
        prompt = text("How does {unit} move?", unit=name)
    rules = ("5.26", "7.11", "7.13.elig", "7.13.one", "5.12.member")
    seat = setup.seat_of(table.state.active)
    choice = yield Ask(seat, "movement_type", prompt, rules, choices, subject=members)
    if choice == "extended":
        table.update(extended=(*table.state.extended, *members))
        table.log(
            "choice", text("{units}: Extended Movement", units=name), "7.13.one", pieces=members
        )


def _name(setup: Setup, members: tuple[str, ...]) -> Text:
    """Name the units of an Orders Command: by their names as long as they are few."""
    if len(members) <= FEW:
        return all_of(setup.types[uid].name for uid in members)
    command = part_name(setup, members[0], part_of(setup, members[0]))
    return counted(
        "the {n} unit of {command}", "the {n} units of {command}", n=len(members), command=command
    )


# -- reinforcements (7.42, 7.43) ---------------------------------------------------------------


def choose_entry(table: Board, command: Command) -> Procedure[None]:
    """[7.42] [5.25] Entering units have No Orders, or use Reinforcement Extended Movement.

    Being put Under Orders costs an Orders Point and belongs to the Orders Phase (5.21).
    """
    setup = table.setup
    waiting = tuple(uid for uid in command.units if table.state.units[uid].at == RESERVE)
    mark = f"entry:{command.id}"
    if not setup.uses(ENTRY_ORDERS) or not waiting or mark in table.state.arrived:
        return
    choices = Listed(
        [
            ("extended", text("Reinforcement Extended Movement, by road")),
            ("none", text("No Orders")),
        ]
    )
    prompt = text("How does {command} enter?", command=command.name)
    rules = ("7.42", "7.43", "5.25")
    seat = setup.seat_of(command.side)
    choice = yield Ask(seat, "reinforcement_orders", prompt, rules, choices, subject=waiting)
    table.update(arrived=(*table.state.arrived, mark))
    if choice == "extended":
        table.update(
            extended=(*table.state.extended, *waiting), column=(*table.state.column, *waiting)
        )
    else:
        table.update(orders={**table.state.orders, **dict.fromkeys(waiting, "none")})


def end_window(table: Board) -> None:
    """[7.43] [7.42] After its activation of entry a column has No Orders."""
    column = table.state.column
    if column:
        table.update(orders={**table.state.orders, **dict.fromkeys(column, "none")}, column=())

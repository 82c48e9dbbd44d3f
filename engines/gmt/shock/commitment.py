"""[9.4] Commitment: one die for every attacking stack before any Shock is resolved."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.explain import Modifier
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.attack.declared_attacks import (
    answer,
    answered,
    drop,
    live,
    occupied_targets,
    present,
    put,
    widen,
)
from grognard.engines.gmt.attack.declared_attacks import names as names_of
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.position import defended_front, fighters, on_map, top_unit
from grognard.engines.gmt.orders.orders import (
    HELD,
    NO_ORDERS,
    UNDER_ORDERS,
    command_rating,
    leader_in_range,
    own_command_of,
    status,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock import retreat_before as before
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import number


def commit_all(table: Board) -> Procedure[None]:
    """[9.41] [9.46] Every stack that still has an enemy to attack rolls; then 9.22 is applied."""
    while pending := live(table.state, ("declared",)):
        attack = pending[0]
        if not occupied_targets(table.setup, table.state, attack):
            drop(table, attack.id, "vacated", text("No unit is left to attack."), "9.72")
        elif not present(table.setup, table.state, attack):
            drop(table, attack.id, "cancelled", text("The stack can no longer attack."), "9.24")
        else:
            yield from commit(table, attack)
    widen(table)


def commit(table: Board, attack: Attack) -> Procedure[None]:
    """[9.43.pass] [9.43.fail] [9.45] Roll Commitment for one stack, by its top unit."""
    modifiers = list(commitment_modifiers(table.setup, table.state, attack))
    help_ = command_modifier(table.setup, table.state, attack)
    aid = attack.id
    if help_:
        choice = yield Ask(
            table.setup.seat_of(attack.side),
            "command_drm",
            text("Apply the Command Rating of {drm}?", drm=f"{help_.value:+d}"),
            ("9.42.command",),
            Listed([("apply", text("Apply it")), (PASS, text("Leave it out"))]),
            resting=True,
            subject=attack.units,
            where=(attack.at,),
            odds="commitment_odds",
            weighs={"attack": aid},
        )
        if choice != PASS:
            modifiers.insert(0, help_)
    top = present(table.setup, table.state, attack)[0]
    if not attack.charge:
        _say_who_defends(table, attack)
    if roll_commitment(table, top, modifiers):
        targets = occupied_targets(table.setup, table.state, attack)
        put(
            table,
            aid,
            status="committed",
            targets=targets,
            units=present(table.setup, table.state, attack),
        )
        for uid in attack.units:
            effects.change(table, uid, fought=True)
        stacked = ("9.45",) if len(attack.units) > 1 else ()
        words = text(
            "{units}: committed. The Shock is resolved after all Commitment rolls.",
            units=names_of(table.setup, attack.units),
        )
        table.log(
            "note", words, "9.43.pass", *stacked, "9.46", pieces=attack.units, where=(attack.at,)
        )
        yield from slip_away(table, targets)
    else:
        drop(table, aid, "failed", text("The stack does not commit itself."), "9.43.fail")


def roll_commitment(table: Board, uid: str, modifiers: list[Modifier]) -> bool:
    """[9.41] Roll whether a stack commits itself, by its top unit."""
    names = ("committed", "failed")
    return effects.cohesion_check(
        table, uid, "9.41", "commitment", modifiers=modifiers, names=names
    )


def slip_away(table: Board, targets: tuple[str, ...]) -> Procedure[None]:
    """[11.2.defence] After the roll the Jaegers attacked may leave their hex, once each."""
    for target in targets:
        for uid in jaegers.slips_away(table.setup, table.state, target):
            word = f"slip {uid}"
            if not answered(table.state, word):
                answer(table, word)
                yield from before.give_way(table, uid)


def _say_who_defends(table: Board, attack: Attack) -> None:
    """[6.23.def] Of several defenders in a hex the top one alone counts: say which it is."""
    for target in attack.targets:
        top = top_unit(table.setup, table.state, target)
        if top is not None and len(fighters(table.setup, table.state, target)) > 1:
            words = text(
                "{unit} defends {hex} from the top of its stack.",
                unit=effects.name_of(table, top.id),
                hex=table.setup.map.place(target),
            )
            table.log("note", words, "6.23.def", pieces=(top.id,), where=(target,))


def command_modifier(setup: Setup, state: State, attack: Attack) -> Modifier | None:
    """[9.42.command] Return the Command Rating the player may apply, if any."""
    top = attack.units[0]
    if not state.leaders or status(state, top) != UNDER_ORDERS:
        return None
    command = [uid for uid in own_command_of(setup, state, top) if on_map(state.units[uid])]
    leader = leader_in_range(setup, state, command)
    if leader is None:
        return None
    return Modifier(command_rating(setup, leader), text("Command Rating"), "9.42.command")


def commitment_modifiers(setup: Setup, state: State, attack: Attack) -> tuple[Modifier, ...]:
    """[9.42.noorders] [9.42.fire] Return the modifiers no one chooses."""
    found: list[Modifier] = []
    top = attack.units[0]
    if status(state, top) in (NO_ORDERS, HELD) and leader_in_range(setup, state, (top,)) is None:
        value = number("no_orders_commitment_drm")
        found.append(Modifier(value, text("No Orders"), "9.42.noorders"))
    if attack.charge:
        return tuple(found)
    fire = [
        Modifier(value, text("Defensive Fire from {hex}", hex=setup.map.place(target)), "9.42.fire")
        for target in attack.targets
        if (value := defensive_fire(setup, state, attack.at, target))
    ]
    help_ = jaegers.commitment_help(setup, attack.units)
    if fire and help_:
        fire.append(Modifier(-help_, text("Jaegers on top of the stack"), "11.2.attack"))
    return (*found, *fire)


def defensive_fire(setup: Setup, state: State, at: str, target: str) -> int:
    """[9.42.fire] [6.23.def] Return the Defensive Fire met by an attack on `target` from `at`."""
    top = top_unit(setup, state, target)
    if top is None or setup.types[top.id].arm != "infantry" or at not in defended_front(setup, top):
        return 0
    return setup.types[top.id].defensive_fire

"""[9.85] [9.86] What those who are charged may do: form Square, Counter-Charge."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure, Reaction
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.position import (
    defended_front,
    enemy_of,
    fighters,
    side_at,
    top_unit,
)
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import Attack, State
from grognard.engines.gmt.tables import number


def squares_and_counter_charges(table: Board) -> Procedure[None]:
    """[9.81.steps] Step 4: each hex charged answers once."""
    for target in book.target_hexes(charges_on(table.state)):
        yield from answer_charge(table, target)


def charges_on(state: State, target: str = "") -> tuple[Attack, ...]:
    """Return the committed Charges that have reached their targets (of one hex)."""
    return tuple(
        attack
        for attack in book.live(state, ("committed",))
        if attack.charge and (not target or target in attack.targets)
    )


def answer_charge(table: Board, target: str, round_: int = 0) -> Procedure[None]:
    """[9.85] [9.86] Let the defenders of one hex answer the Charge."""
    word = f"answer {target} {round_}"
    if book.answered(table.state, word) or side_at(table.setup, table.state, target) is None:
        return
    if why_not_square(table.setup, table.state, target) is None:
        yield from _form_square(table, target)
    else:
        sources = counter_sources(table.setup, table.state, target)
        if sources:
            yield from _counter_charge(table, target, sources)
    book.answer(table, word)


def why_not_square(setup: Setup, state: State, target: str) -> Refusal | None:
    """[9.85] [9.85.limits] Refuse a stack that may not try to form Square."""
    stack = fighters(setup, state, target)
    infantry = [uid for uid in stack if setup.types[uid].arm == "infantry"]
    if not infantry or not jaegers.may_form_square(setup, state, target):
        return Refusal("9.85", text("Only infantry forms Square."), (target,))
    if not charges_on(state, target):
        return Refusal("9.85", text("No cavalry charges it."), (target,))
    if any(state.units[uid].square for uid in infantry):
        return Refusal("9.85", text("It is already in Square."), (target,))
    shaken = tuple(
        u for u in infantry if state.units[u].disordered and not jaegers.is_jaeger(setup, u)
    )
    if shaken:
        return Refusal("9.85.limits", text("Disordered infantry prevents it."), shaken)
    held = tuple(uid for uid in infantry if uid in state.battle.in_zoc_at_declaration)
    if held:
        return Refusal("9.85", text("It stood in an enemy ZOC."), held)
    return None


def _form_square(table: Board, target: str) -> Procedure[None]:
    """[9.85] Ask whether a stack that is charged tries to form Square."""
    top = top_unit(table.setup, table.state, target)
    uid = top.id if top else ""
    side = table.setup.types[uid].side
    choice = yield Ask(
        table.setup.seat_of(side),
        "form_square",
        text("Try to form Square in {hex}?", hex=table.setup.map.place(target)),
        ("9.85", "9.85.limits"),
        Listed([("square", text("Form Square")), (PASS, text("Do not"))]),
        resting=table.state.phase == "shock.square",
        interrupt=side != table.state.active,
        where=(target,),
        subject=table.state.stacks[target],
        reaction=Reaction(text("forming Square"), book.attacking(table.state, target)),
        odds="square_odds",
        weighs={"at": target},
    )
    if choice != PASS:
        try_square(table, target)


def try_square(table: Board, target: str) -> None:
    """[9.85] Roll by the top unit: passed, the stack is in Square; failed, all of it is Disordered."""
    top = top_unit(table.setup, table.state, target)
    uid = top.id if top else ""
    names = ("square", "failed")
    if effects.cohesion_check(table, uid, "9.85", "form_square", names=names):
        for member in table.state.stacks[target]:
            effects.change(table, member, square=True)
        effects.log_result(table, text("The stack forms Square."), "9.85", uid)
        return
    for member in table.state.stacks[target]:
        effects.disorder(table, member, "9.85", twice=False)


def counter_sources(setup: Setup, state: State, target: str) -> tuple[str, ...]:
    """[9.86] [9.86.multi] Return the hexes of chargers that the cavalry of a hex may charge."""
    return tuple(
        attack.at
        for attack in charges_on(state, target)
        if any(
            why_not_counter(setup, state, u, attack) is None for u in _horse(setup, state, target)
        )
    )


def _horse(setup: Setup, state: State, target: str) -> tuple[str, ...]:
    return tuple(u for u in fighters(setup, state, target) if setup.types[u].arm == "cavalry")


def why_not_counter(setup: Setup, state: State, uid: str, attack: Attack) -> Refusal | None:
    """[9.86] Refuse a Counter-Charge by a unit against one Charge."""
    unit, where = state.units[uid], (uid,)
    if unit.disordered or uid in state.battle.disordered_at_declaration:
        return Refusal("9.86", text("Disordered cavalry may not Counter-Charge."), where)
    if uid in state.battle.in_front_zoc_at_declaration:
        return Refusal("9.86", text("It stood in the Frontal ZOC of an enemy."), where)
    if attack.at not in defended_front(setup, unit):
        return Refusal("9.86", text("It is not being charged through its front."), (attack.at,))
    return None


def _counter_charge(table: Board, target: str, sources: tuple[str, ...]) -> Procedure[None]:
    """[9.86] Ask which charger to meet."""
    side = side_at(table.setup, table.state, target) or ""
    choice = yield Ask(
        table.setup.seat_of(side),
        "counter_charge",
        text("Counter-Charge from {hex}?", hex=table.setup.map.place(target)),
        ("9.86", "9.86.multi"),
        Listed([*dict.fromkeys(sources), PASS]),
        form="place",
        resting=table.state.phase == "shock.square",
        interrupt=side != table.state.active,
        where=sources,
        subject=_horse(table.setup, table.state, target),
        reaction=Reaction(text("Counter-Charges"), book.attacking(table.state, target)),
        odds="counter_charge_odds",
        weighs={"at": target},
    )
    if choice != PASS:
        meet(table, target, str(choice))


def meet(table: Board, target: str, source: str) -> None:
    """[9.86] Roll for the cavalry of a hex that Counter-Charges a charger, and remember success."""
    state, setup = table.state, table.setup
    met = [attack for attack in charges_on(state, target) if attack.at == source]
    units = tuple(
        u for u in _horse(setup, state, target) if why_not_counter(setup, state, u, met[0]) is None
    )
    names = ("counter_charge", "failed")
    modifiers = counter_modifiers(setup, units, met)
    if effects.cohesion_check(
        table, units[0], "9.86", "counter_charge", modifiers=modifiers, names=names
    ):
        pairs = tuple((uid, attack.id) for attack in met for uid in units)
        battle = table.state.battle
        book.remember(
            table,
            counter_charges=(*battle.counter_charges, *pairs),
            chargers=(*battle.chargers, *units),
        )


def counter_modifiers(
    setup: Setup, units: tuple[str, ...], met: list[Attack]
) -> tuple[Modifier, ...]:
    """[9.86] Light cavalry finds it harder to meet heavy cavalry."""
    heavy = any(book.strong(setup, attack.units) for attack in met)
    if not heavy or book.strong(setup, units):
        return ()
    value = number("counter_charge_light_vs_heavy")
    return (Modifier(value, text("Light cavalry against heavy"), "9.86"),)


def counter_by(setup: Setup, state: State, attack: Attack) -> tuple[str, ...]:
    """[9.86] Return the cavalry that has met an attack, as far as it still stands in a target."""
    foe = enemy_of(attack.side)
    return tuple(
        uid
        for uid, aid in state.battle.counter_charges
        if aid == attack.id
        and state.units[uid].at in attack.targets
        and setup.types[uid].side == foe
        and not (attack.charge is False and state.units[uid].disordered)
    )

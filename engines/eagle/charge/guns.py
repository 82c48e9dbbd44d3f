"""[charge.artillery_reaction] Guns that are charged from the front fire at the charge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.eagle.field.position import arc, front, zoc_of
from grognard.engines.eagle.fire.combat import strike
from grognard.engines.eagle.fire.steps import blow_of, spend_shot
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import fail
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import UNLIMBERED, Attack, State

RULE = "charge.artillery_reaction"


def reactions(table: Board) -> Procedure[None]:
    """[charge.artillery_reaction] Each gun charged from the front may fire, once.

    The fire of one may drive off who was to charge another: it is looked anew at who still does.
    """
    for gun in [attack.target for attack in table.state.declared if attack.kind == "charge"]:
        left = (attack for attack in table.state.declared if attack.target == gun)
        attack = next(left, None)
        if attack is not None and may_react(table.setup, table.state, attack):
            yield from _react(table, attack)


def may_react(setup: Setup, state: State, attack: Attack) -> bool:
    """[charge.artillery_reaction] Whether the target is a gun in good order, charged from the front."""
    gun = state.units[attack.target]
    if gun.formation != UNLIMBERED or not gun.is_good or gun.id in state.charging.answered:
        return False
    return any(True for _ in shot_at(setup, state, attack))


def shot_at(setup: Setup, state: State, attack: Attack) -> Iterator[str]:
    """[charge.artillery_reaction] Give the units of a charge that are in front of the gun."""
    gun = state.units[attack.target]
    for uid in (attack.by, *attack.support):
        at = state.units[uid].at
        if at in zoc_of(setup, gun) and arc(setup, state, gun.id, at) == "front":
            yield uid


def _react(table: Board, attack: Attack) -> Procedure[None]:
    """[charge.artillery_reaction] The gun tests; passed, it fires at range 1 before the attack."""
    setup, gun = table.setup, attack.target
    name = setup.units[gun].name
    chargers: list[Choice] = [*shot_at(setup, table.state, attack)]
    choice = yield Ask(
        setup.seat_of(setup.units[gun].side),
        "artillery",
        text("{unit} is charged: fire at the cavalry?", unit=name),
        (RULE,),
        Listed([PASS, *chargers]),
        form="piece",
        interrupt=True,
        subject=(gun,),
        odds="reaction_odds",
        reaction=Reaction(text("fire of charged guns"), (attack.by, *attack.support)),
    )
    charging = table.state.charging
    table.update(charging=replace(charging, answered=(*charging.answered, gun)))
    if choice == PASS:
        return
    if not (yield from morale_test(table, gun, Cause(RULE, "artillery", by=(attack.by,)))):
        yield from fail(table, gun, RULE)
        return
    yield from strike(table, blow_of(setup, table.state, reaction(table.state, gun, choice)))
    spend_shot(table, gun)
    yield from struck(table, word_of(choice))


def reaction(state: State, gun: str, choice: Choice) -> Attack:
    """[charge.artillery_reaction] Return the fire of a gun at a unit that charges it."""
    target = word_of(choice)
    return Attack(gun, state.units[target].at, target, "fire")


def struck(table: Board, uid: str) -> Procedure[None]:
    """[charge.artillery_reaction] A charging unit has been struck before its attacks: see to each of them.

    Of a mass a unit may have named several enemies: driven off, it attacks none of them.
    """
    for attack in table.state.declared:
        if attack.kind == "charge" and uid in (attack.by, *attack.support):
            yield from fall_out(table, attack, uid)


def fall_out(table: Board, attack: Attack, uid: str) -> Procedure[None]:
    """[charge.artillery_reaction] Who is driven off attacks no more; a supporter may take his place."""
    unit = table.state.units[uid]
    if unit.on_map and not unit.is_routed and attack.at in front(table.setup, unit):
        _instead(table, attack, _without_disordered(table.state, attack))
        return
    _leaves_the_mass(table, uid)
    left = tuple(one for one in attack.support if one != uid)
    if uid != attack.by:
        _instead(table, attack, replace(attack, support=left))
        return
    lead = yield from _successor(table, attack, left)
    rest = tuple(one for one in left if one != lead)
    _instead(table, attack, replace(attack, by=lead, support=rest) if lead else None)


def _leaves_the_mass(table: Board, uid: str) -> None:
    """[opt.mass_charge.attack] Who is driven off no longer takes part in a mass charge."""
    charging = table.state.charging
    mass = tuple(one for one in charging.mass if one != uid)
    table.update(charging=replace(charging, mass=mass))


def _without_disordered(state: State, attack: Attack) -> Attack:
    """[charge.support] Disordered units do not support."""
    return replace(attack, support=tuple(one for one in attack.support if state.units[one].is_good))


def _successor(table: Board, attack: Attack, left: tuple[str, ...]) -> Procedure[str]:
    """[charge.artillery_reaction] The owner may name a supporter that attacks in his place."""
    if not left:
        return ""
    names = table.setup.units
    options = [(uid, named("unit", names[uid].name)) for uid in left]
    choice = yield Ask(
        table.setup.seat_of(names[attack.by].side),
        "charge_successor",
        text("{unit} is driven off: which unit attacks in its place?", unit=names[attack.by].name),
        (RULE,),
        Listed([PASS, *options]),
        form="piece",
        subject=left,
    )
    return "" if choice == PASS else word_of(choice)


def _instead(table: Board, attack: Attack, other: Attack | None) -> None:
    """Put another attack in the place of a declared one, or none."""
    found = (other if one == attack else one for one in table.state.declared)
    table.update(declared=tuple(one for one in found if one is not None))

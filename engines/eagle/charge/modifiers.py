"""[charge.automatic] [charge.normal_procedure] How a charge counts: by itself, or as a melee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.field.position import arc
from grognard.engines.eagle.fire.combat import Blow, hit_of
from grognard.engines.eagle.melee.modifiers import commander, melee_modifiers, support
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import SQUARE, Attack, State
from grognard.engines.eagle.tables import modifier


def blow_of(setup: Setup, state: State, attack: Attack) -> Blow:
    """[charge.automatic] What a charge counts with, as things stand before any is resolved."""
    hit, routed = hit_of(setup, state, attack), state.units[attack.target].is_routed
    rule = procedure_of(setup, state, attack)
    if rule != "charge.automatic":
        modifiers = melee_modifiers(setup, state, attack)
        roll = "melee" if rule == "charge.disordered" else "charge"
        return Blow(attack, hit, modifiers, roll, rule, routed=routed)
    modifiers = tuple(charge_modifiers(setup, state, attack))
    return Blow(attack, hit, modifiers, "charge", rule, sure=True, routed=routed)


def procedure_of(setup: Setup, state: State, attack: Attack) -> str:
    """[charge.disordered] [charge.normal_procedure] [charge.automatic] The rule a charge goes by."""
    target = state.units[attack.target]
    if not state.units[attack.by].is_good:
        return "charge.disordered"
    if target.formation == SQUARE:
        return "charge.normal_procedure"
    side = arc(setup, state, attack.target, state.units[attack.by].at)
    if setup.units[attack.target].is_cavalry and target.is_good and side == "front":
        return "charge.normal_procedure"
    return "charge.automatic"


def charge_modifiers(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[charge.automatic] [opt.mass_charge.attack] Ten, figures, melee value, commander, support."""
    table = "charge_modifiers"
    yield modifier(table, "charge")
    if attack.by in state.charging.mass:
        figures = sum(state.units[uid].figures for uid in state.charging.mass)
        yield replace(modifier(table, "figures", figures), rule="opt.mass_charge.attack")
    else:
        yield modifier(table, "figures", state.units[attack.by].figures)
    yield modifier(table, "melee", setup.units[attack.by].melee)
    yield from commander(setup, state, attack.by, table)
    yield from support(attack, table)

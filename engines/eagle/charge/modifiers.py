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
        modifiers = tuple(_of_a_melee(setup, state, attack, rule))
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


def _of_a_melee(setup: Setup, state: State, attack: Attack, rule: str) -> Iterator[Modifier]:
    """[charge.normal_procedure] [opt.mass_charge.attack] As in a melee; of a mass all figures, but at a square.

    Who is disordered has nothing of the charge any more, nor of the mass.
    """
    square = state.units[attack.target].formation == SQUARE
    mass = None if square or rule == "charge.disordered" else _mass(state, attack)
    for one in melee_modifiers(setup, state, attack):
        yield mass if mass is not None and one.rule == "melee.figures" else one


def _mass(state: State, attack: Attack) -> Modifier | None:
    """[opt.mass_charge.attack] The figures of all units that still charge as one mass, None where there is none."""
    if attack.by not in state.charging.mass:
        return None
    units = (state.units[uid] for uid in state.charging.mass)
    figures = sum(unit.figures for unit in units if unit.is_good)
    counted = modifier("charge_modifiers", "figures", figures)
    return replace(counted, rule="opt.mass_charge.attack")


def charge_modifiers(setup: Setup, state: State, attack: Attack) -> Iterator[Modifier]:
    """[charge.automatic] [opt.mass_charge.attack] Ten, figures, melee value, commander, support."""
    table = "charge_modifiers"
    yield modifier(table, "charge")
    yield _mass(state, attack) or modifier(table, "figures", state.units[attack.by].figures)
    yield modifier(table, "melee", setup.units[attack.by].melee)
    yield from commander(setup, state, attack.by, table)
    yield from support(attack, table)

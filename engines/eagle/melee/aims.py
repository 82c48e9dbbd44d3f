"""[melee.who] [melee.infantry_cavalry] Who may attack whom in melee."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import front, is_cadre, unit_at
from grognard.engines.eagle.field.terrain import why_not_cross, why_not_ground
from grognard.engines.eagle.fire.aims import members
from grognard.engines.eagle.orders.allowed import why_not as why_not_ordered
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import SQUARE, State

DONE = {"melee": "melee.once", "support": "combat.support_action"}


def why_not_melees(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[melee.who] [melee.once] Return what keeps a unit from attacking in melee at all, or None."""
    unit, kind = state.units[uid], setup.units[uid]
    if uid not in members(setup, state):
        return Refusal("combat.who", text("{unit} does not act now.", unit=kind.name), (uid,))
    if kind.rifles:
        return Refusal("opt.rifles.actions", text("Rifles do not attack in melee."), (uid,))
    if kind.is_artillery:
        return Refusal("melee.who", text("Artillery does not attack in melee."), (uid,))
    if unit.formation == SQUARE:
        return Refusal("melee.who", text("A square does not attack in melee."), (uid,))
    if unit.is_routed:
        return Refusal("melee.who", text("{unit} is routed.", unit=kind.name), (uid,))
    if is_cadre(setup, unit):
        words = text("{unit} is reduced to cadre.", unit=kind.name)
        return Refusal("result.cadre.limits", words, (uid,))
    if unit.acted:
        rule = DONE.get(unit.acted, "action.second")
        return Refusal(rule, text("{unit} has acted.", unit=kind.name), (uid,))
    return why_not_ordered(setup, state, uid, "melee")


def why_not_reach(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, uid: str, at: str
) -> Refusal | None:
    """[zoc.attack] [combat.once] Return what keeps a unit from attacking a hex hand to hand."""
    kind, target = setup.units[uid], unit_at(setup, state, at)
    if target is None or setup.units[target].side == kind.side:
        return Refusal("melee.once", text("No enemy unit stands at {hex}.", hex=at), (at,))
    if state.units[target].sheltered:
        return Refusal("scen.structure", text("The crew has left its gun."), (at,))
    if at not in front(setup, state.units[uid]):
        words = text("{hex} is not in the zone of control of {unit}.", hex=at, unit=kind.name)
        return Refusal("zoc.attack", words, (at,))
    if any(attack.at == at for attack in state.declared):
        words = text("{hex} has been attacked by this group.", hex=at)
        return Refusal("combat.once", words, (at,))
    if kind.is_infantry and setup.units[target].is_cavalry:
        words = text("Infantry never attacks cavalry in melee.")
        return Refusal("melee.infantry_cavalry", words, (at,))
    here = state.units[uid].at
    shut = why_not_ground(setup, uid, at) or why_not_cross(setup, uid, here, at)
    if kind.is_cavalry and shut is not None:
        return Refusal("melee.cavalry_impassable", shut.message, shut.where)
    return None


def why_not_help(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[combat.support] Who could not make this melee, or is disordered, does not support it."""
    if not state.units[uid].is_good:
        words = text("{unit} is not in good order.", unit=setup.units[uid].name)
        return Refusal("combat.support", words, (uid,))
    return why_not_melees(setup, state, uid) or why_not_reach(setup, state, uid, at)


def melee_targets(setup: Setup, state: State, uid: str) -> Iterator[str]:
    """Give the hexes that a unit may attack in melee."""
    for at in front(setup, state.units[uid]):
        if unit_at(setup, state, at) and why_not_reach(setup, state, uid, at) is None:
            yield at

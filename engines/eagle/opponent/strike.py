"""What attacks are worth on the average: fire, melee and charge by the cards, and what a hex is exposed to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.think.temper import tempered
from grognard.engines.eagle.charge.modifiers import charge_modifiers
from grognard.engines.eagle.deck.deck import Deck
from grognard.engines.eagle.field.position import front, unit_at
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.field.terrain import (
    is_open,
    why_not_cross,
    why_not_enter,
    why_not_ground,
)
from grognard.engines.eagle.fire.aims import cone
from grognard.engines.eagle.fire.modifiers import fire_modifiers
from grognard.engines.eagle.melee.modifiers import melee_modifiers
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import OPEN_ORDER, SQUARE, UNLIMBERED, Attack, State, Unit
from grognard.engines.eagle.tables import number

OUT_OF_HAND = 2
"""Harm to a unit is counted as if it had so many figures at most: a cadre is soon gone."""


def weights() -> Mapping[str, float]:
    """Return the weights by name, as they are in the temper of who plays."""
    return tempered(_weights())


@cache
def _weights() -> Mapping[str, float]:
    raw = read_data("grognard.engines.eagle.opponent", "weights.yaml", "weights")
    return {name: float(value) for name, value in raw.items()}


@cache
def harm(deck: Deck, change: int, *, sure: bool = False) -> float:
    """[combat.roll] [combat.table] Return what a blow does on the average, in figures, with this on its die.

    It is remembered, and so the same in every temper.
    """
    total, faces = 0.0, number("die")
    for face in range(1, faces + 1):
        if sure or face + change >= number("pass"):
            total += sum(_worth(card.icons(face + change)) for card in deck.cards.values())
    return total / faces / len(deck.cards)


def _worth(icons: tuple[str, ...]) -> float:
    return sum(_weights()[icon] for icon in icons)


def placed(state: State, unit: Unit) -> State:
    """Return the position with a unit as it would be."""
    return evolve(state, units={**state.units, unit.id: unit})


# -- single blows ------------------------------------------------------------------------------


def fire_sum(setup: Setup, state: State, attack: Attack) -> int:
    """[fire.resolve] Return what is added to the die of a fire."""
    return sum(modifier.value for modifier in fire_modifiers(setup, state, attack))


def melee_sum(setup: Setup, state: State, attack: Attack) -> int:
    """[melee.resolve] Return what is added to the die of a melee."""
    return sum(modifier.value for modifier in melee_modifiers(setup, state, attack))


def charge_sum(setup: Setup, state: State, attack: Attack) -> int:
    """[charge.automatic] Return what is added to the die of a charge that succeeds by itself."""
    return sum(modifier.value for modifier in charge_modifiers(setup, state, attack))


def aims_of(setup: Setup, state: State, unit: Unit) -> Iterator[str]:
    """Give the hexes with an enemy that a unit could fire at from where it is; a gun as if unlimbered."""
    return (at for at in _covered(setup, unit) if _is_aim(setup, state, unit, at))


def _covered(setup: Setup, unit: Unit) -> tuple[str, ...]:
    """[fire.who] Return the hexes that a unit could fire into if there were somebody to be seen."""
    card = setup.units[unit.id]
    if card.is_cavalry or unit.is_routed:
        return ()
    return cone(setup, unit.at, unit.facing) if card.is_artillery else front(setup, unit)


def _is_aim(setup: Setup, state: State, unit: Unit, at: str) -> bool:
    """Whether an enemy stands in a hex whom a unit sees from where it is."""
    target = unit_at(setup, state, at)
    if target is None or setup.units[target].side == setup.units[unit.id].side:
        return False
    near = setup.map.grid.distance(unit.at, at) == 1
    return near or why_no_sight(setup, state, unit.at, at, past_units=False) is None


def melees_of(setup: Setup, state: State, unit: Unit) -> Iterator[str]:
    """[melee.who] Give the hexes with an enemy that a unit could attack hand to hand from where it is."""
    card = setup.units[unit.id]
    if card.is_artillery or unit.formation == SQUARE or unit.figures <= number("cadre"):
        return
    for at in front(setup, unit):
        target = unit_at(setup, state, at)
        if target is None or setup.units[target].side == card.side:
            continue
        if card.is_infantry and setup.units[target].is_cavalry:
            continue
        shut = why_not_ground(setup, unit.id, at) or why_not_cross(setup, unit.id, unit.at, at)
        if card.is_cavalry and shut is not None:
            continue
        yield at


def charges_of(setup: Setup, state: State, unit: Unit) -> Iterator[str]:
    """[charge.target] Give the hexes with an enemy that cavalry could charge from where it is."""
    card = setup.units[unit.id]
    if not card.is_cavalry or not unit.is_good or state.groups[card.group].order != "attack":
        return
    ahead = [unit.at]
    ahead += [
        at
        for at in front(setup, unit)
        if is_open(setup, at) and why_not_enter(setup, state, unit.id, unit.at, at) is None
    ]
    for start in ahead:
        for at in setup.map.grid.frontal(start, unit.facing):
            target = unit_at(setup, state, at)
            if target is None or setup.units[target].side == card.side or not is_open(setup, at):
                continue
            if why_not_cross(setup, unit.id, start, at) is None:
                yield at


# -- what a place gives, and what it costs -----------------------------------------------------


def offence(setup: Setup, state: State, unit: Unit) -> float:
    """Return the best blow that a unit can strike from where it is; friends who help make it better."""
    card = setup.units[unit.id]
    if card.is_artillery:
        return _shot(setup, state, unit)
    best = max(
        (_charge_at(setup, state, unit, at) for at in charges_of(setup, state, unit)), default=0.0
    )
    for at in melees_of(setup, state, unit):
        target = str(unit_at(setup, state, at))
        if state.units[target].is_routed:
            best = max(best, weights()["chase"])
            continue
        change = melee_sum(setup, state, Attack(unit.id, at, target, "melee"))
        others = helpers(setup, state, unit, at)
        # What this unit adds: a whole blow where it is alone, less where others are there already.
        worth = harm(setup.deck, change + number("support") * others) / (
            1 + weights()["crowd"] * others
        )
        best = max(best, worth * _value(setup, state, target))
    return best


def helpers(setup: Setup, state: State, unit: Unit, at: str) -> int:
    """[combat.support] Return how many of its group could support a unit against a hex."""
    group = setup.groups[setup.units[unit.id].group].units
    return sum(
        other != unit.id and state.units[other].is_good and at in front(setup, state.units[other])
        for other in group
    )


def _value(setup: Setup, state: State, target: str) -> float:
    """Return how much more it is worth to hit a unit that is nearly done for, or a gun."""
    foe, worth = state.units[target], weights()
    if setup.units[target].is_artillery:
        return worth["gun_worth"]
    return worth["shaken"] if foe.is_disordered or foe.figures <= OUT_OF_HAND else 1.0


def _shot(setup: Setup, state: State, gun: Unit) -> float:
    """[fire.who] Return the best shot of a gun from where it is, counted as unlimbered."""
    ready = evolve(gun, formation=UNLIMBERED)
    then = placed(state, ready)
    return max(
        (
            harm(
                setup.deck,
                fire_sum(setup, then, Attack(gun.id, at, str(unit_at(setup, then, at)), "fire")),
            )
            for at in aims_of(setup, then, ready)
        ),
        default=0.0,
    )


def danger(setup: Setup, state: State, unit: Unit, foes: tuple[Unit, ...]) -> float:
    """Return what the enemy could do to a unit where it is: his fire, his melees, his charges."""
    shots, blows, grid = 0.0, 0.0, setup.map.grid
    for foe in foes:
        far = grid.distance(foe.at, unit.at)
        if far > number("artillery_range"):
            continue
        card = setup.units[foe.id]
        acts_yet = not (state.phase.startswith("action-1") and card.group in state.done)
        fires = acts_yet and _may_fire(setup, state, foe) and unit.at in _covered(setup, foe)
        if fires and _is_aim(setup, state, foe, unit.at):
            attack = Attack(foe.id, unit.at, unit.id, "fire")
            shots += harm(setup.deck, fire_sum(setup, state, attack))
        ahead = far == 1 and unit.at in front(setup, foe)
        if ahead and unit.at in melees_of(setup, state, foe):
            blows = max(
                blows,
                harm(
                    setup.deck, melee_sum(setup, state, Attack(foe.id, unit.at, unit.id, "melee"))
                ),
            )
        if card.is_cavalry and foe.is_good and far <= 1 + number("charge_move"):
            blows = max(blows, _charge(setup, state, foe, unit))
    return shots + blows


def _may_fire(setup: Setup, state: State, foe: Unit) -> bool:
    """Whether the enemy's order lets a unit fire, as far as it is known; a limbered gun does not."""
    card = setup.units[foe.id]
    if card.is_artillery and foe.formation != UNLIMBERED:
        return False
    return state.groups[card.group].order != "maneuver" and foe.acted in ("", "fire")


def _charge_at(setup: Setup, state: State, unit: Unit, at: str) -> float:
    """[charge.automatic] [charge.normal_procedure] Return what a charge at a hex is worth."""
    target = str(unit_at(setup, state, at))
    foe, attack = state.units[target], Attack(unit.id, at, target, "charge")
    if foe.is_routed:
        return weights()["chase"]
    if foe.formation == SQUARE or (setup.units[target].is_cavalry and foe.is_good):
        return harm(setup.deck, melee_sum(setup, state, attack))
    open_to_it = setup.units[target].is_infantry and foe.is_good
    likely = weights()["caught"] if open_to_it else 1.0
    return likely * harm(setup.deck, charge_sum(setup, state, attack), sure=True)


def _charge(setup: Setup, state: State, foe: Unit, unit: Unit) -> float:
    """[charge.automatic] Return what a charge at a unit would do; a square may still be formed."""
    if setup.units[unit.id].is_cavalry or unit.formation in (SQUARE, OPEN_ORDER):
        return 0.0
    if not is_open(setup, unit.at) or state.groups[setup.units[foe.id].group].order != "attack":
        return 0.0
    worth = harm(
        setup.deck, charge_sum(setup, state, Attack(foe.id, unit.at, unit.id, "charge")), sure=True
    )
    return worth * weights()["caught"]

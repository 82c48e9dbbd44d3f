"""[action.second] Melees and charges of the acting group, step by step."""

from __future__ import annotations

from dataclasses import replace

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.charge.aims import Targets, can_charge, why_not_charges, why_not_forward
from grognard.engines.eagle.charge.guns import reactions, struck
from grognard.engines.eagle.charge.mass import declare_mass, mass_move
from grognard.engines.eagle.charge.modifiers import blow_of as charge_blow
from grognard.engines.eagle.charge.riding import Chargers
from grognard.engines.eagle.charge.shelter import shelters
from grognard.engines.eagle.charge.squares import sees_charge, squares
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import front, is_finished, units_of
from grognard.engines.eagle.field.telling import acting_side, log_of
from grognard.engines.eagle.fire.aims import members
from grognard.engines.eagle.fire.combat import Blow, resolve
from grognard.engines.eagle.fire.declaring import attack_of
from grognard.engines.eagle.melee.advance import advances
from grognard.engines.eagle.melee.melee import blow_of as melee_blow
from grognard.engines.eagle.melee.melee import call_in, costs, declare_melees, pay
from grognard.engines.eagle.results.coming import advance
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import Attack, State

# -- declarations ------------------------------------------------------------------------------


def declare_step(table: Board) -> Procedure[None]:
    """[combat.simultaneous] [charge.declare] All charges and melees of the group are declared."""
    if is_finished(table.state):
        return
    if not table.state.charging.closed:
        yield from declare_charges(table)
    yield from declare_melees(table)


def declare_charges(table: Board) -> Procedure[None]:
    """[charge.declare] The owner names the units that charge, without targets."""
    setup = table.setup
    while able := can_charge(setup, table.state):
        choice = yield Ask(
            setup.seat_of(acting_side(setup, table.state)),
            "charge",
            text("Declare charges, or finish declaring them."),
            ("charge.declare", "charge.who", "opt.fatigue.effects"),
            Chargers(setup, table.state, able, refusals=lambda: _no_chargers(setup, table.state)),
            form="piece",
            resting=True,
            odds="charge_reach",
        )
        if choice == PASS:
            break
        uid = word_of(choice)
        charging = table.state.charging
        table.update(charging=replace(charging, units=(*charging.units, uid)))
        change(table, uid, acted="charge")
        words = text("{unit} charges.", unit=setup.units[uid].name)
        log_of(table, "note", words, uid, "charge.declare")
    yield from _close(table)


def _no_chargers(setup: Setup, state: State) -> list[tuple[Choice, Refusal]]:
    found = ((uid, why_not_charges(setup, state, uid)) for uid in members(setup, state))
    return [(uid, why) for uid, why in found if why is not None]


def _close(table: Board) -> Procedure[None]:
    """[opt.mass_charge.declare] [charge.square_late] Charges are declared: as a mass, and who sees it."""
    if not table.state.charging.units:
        table.update(charging=replace(table.state.charging, closed=True))
        return
    yield from declare_mass(table)
    side = enemy_of(acting_side(table.setup, table.state))
    seen = tuple(
        unit.id
        for unit in units_of(table.setup, table.state, side)
        if sees_charge(table.setup, table.state, unit.id)
    )
    table.update(charging=replace(table.state.charging, seen=seen, closed=True))


# -- squares and charge moves ------------------------------------------------------------------


def declared_step(table: Board) -> Procedure[None]:
    """[cards.event] Charges are declared: a moment for cards."""
    if table.state.charging.units:
        yield from cards.moment(table, "charge", charging=table.state.charging.units)


def square_step(table: Board) -> Procedure[None]:
    """[charge.square] Infantry that sees the charge tries to form square."""
    yield from squares(table, late=False)


def shelter_step(table: Board) -> Procedure[None]:
    """[scen.structure] Crews may go into a square beside their gun, where a scenario says so."""
    yield from shelters(table)


def charge_move_step(table: Board) -> Procedure[None]:
    """[charge.advance] Charging units go forward a hex, all before any attack."""
    if table.state.charging.mass and not table.state.charging.moved:
        hexes = yield from mass_move(table)
        yield from _go_together(table, hexes)
    while options := _moves(table.setup, table.state):
        choice = yield Ask(
            table.setup.seat_of(acting_side(table.setup, table.state)),
            "charge_move",
            text("Move a charging unit forward, or go on."),
            ("charge.advance",),
            Listed(
                [PASS, *options],
                refusals=lambda: _no_moves(table.setup, table.state),
                elsewhere=lambda at, choice: why_not_forward(
                    table.setup, table.state, word_of(choice, "piece"), at
                ),
            ),
            form="move",
            resting=not table.state.charging.mass,
        )
        if choice == PASS:
            return
        yield from _go_forward(table, word_of(choice, "piece"), word_of(choice, "at"))


def _moves(setup: Setup, state: State) -> list[Choice]:
    """[charge.advance] Return the charge moves that are left; those of a mass are made as one."""
    return [
        {"piece": uid, "at": at}
        for uid in state.charging.units
        if uid not in state.charging.mass and state.units[uid].on_map
        for at in front(setup, state.units[uid])
        if why_not_forward(setup, state, uid, at) is None
    ]


def _no_moves(setup: Setup, state: State) -> list[tuple[Choice, Refusal]]:
    return [
        ({"piece": uid, "at": at}, why)
        for uid in state.charging.units
        if uid not in state.charging.mass and state.units[uid].on_map
        for at in setup.map.grid.adjacent(state.units[uid].at)
        if (why := why_not_forward(setup, state, uid, at)) is not None
    ]


def _go_forward(table: Board, uid: str, at: str) -> Procedure[None]:
    """[charge.advance] A unit goes forward; who is near may be alarmed by it."""
    charging = table.state.charging
    table.update(charging=replace(charging, moved=(*charging.moved, uid)))
    words = text("{unit} charges to {hex}.", unit=table.setup.units[uid].name, hex=at)
    yield from advance(table, uid, at, None, words, "charge.advance")


def _go_together(table: Board, hexes: dict[str, str]) -> Procedure[None]:
    """[opt.mass_charge.move] The units of a mass go one after the other, the foremost first.

    Who is in its way by then (a unit that its alarm has put to flight) stops a unit, and who follows it.
    """
    left = dict(hexes)
    while left:
        places = {unit.at for unit in table.state.units.values() if unit.on_map}
        uid = next((one for one, at in left.items() if at not in places), "")
        if not uid:
            return
        log = text("{unit} charges with the mass.", unit=table.setup.units[uid].name)
        log_of(table, "move", log, uid, "opt.mass_charge.move")
        yield from _go_forward(table, uid, left.pop(uid))


def late_square_step(table: Board) -> Procedure[None]:
    """[charge.square_late] Infantry that had not seen the charge tries to form square."""
    return squares(table, late=True)


# -- targets -----------------------------------------------------------------------------------


def target_step(table: Board) -> Procedure[None]:
    """[charge.target] Each charging unit may choose a target, alone or with others."""
    setup = table.setup
    while table.state.charging.units:
        targets = Targets(setup, table.state)
        if not targets.any():
            break
        choice = yield Ask(
            setup.seat_of(acting_side(setup, table.state)),
            "charge_target",
            text("Choose the targets of the charge, or go on."),
            ("charge.target", "charge.support", "opt.mass_charge.attack"),
            targets,
            form="target",
            resting=True,
            odds="charge_odds",
        )
        if choice == PASS:
            break
        attack = attack_of(setup, table.state, choice, "charge")
        table.update(declared=(*table.state.declared, attack))
        call_in(table, attack.target)
    charges = [attack for attack in table.state.declared if attack.kind == "charge"]
    for attack in charges:
        everybody = (attack.by, *attack.support)
        yield from cards.moment(table, "charged", target=(attack.target,), attacking=everybody)
        yield from struck(table, attack.by)


def artillery_step(table: Board) -> Procedure[None]:
    """[charge.artillery_reaction] Guns that are charged from the front may fire."""
    return reactions(table)


# -- attacks and what follows ------------------------------------------------------------------


def attack_step(table: Board) -> Procedure[None]:
    """[melee.resolve] [charge.automatic] Melees and charges are resolved, and what they cost is paid."""
    setup, state = table.setup, table.state
    owed = costs(setup, state, state.declared)
    yield from resolve(table, [blow_of(setup, state, attack) for attack in state.declared])
    yield from pay(table, owed)
    _tire(table)


def blow_of(setup: Setup, state: State, attack: Attack) -> Blow:
    """Return what a melee or a charge counts with."""
    return (charge_blow if attack.kind == "charge" else melee_blow)(setup, state, attack)


def _tire(table: Board) -> None:
    """[opt.fatigue.gain] Cavalry that has charged is fatigued when the charges are over."""
    if not table.setup.uses("fatigue"):
        return
    for uid in table.state.charging.units:
        if table.state.units[uid].on_map:
            change(table, uid, fatigued=True)
            words = text("{unit} is fatigued.", unit=table.setup.units[uid].name)
            log_of(table, "result", words, uid, "opt.fatigue.gain")


def advance_step(table: Board) -> Procedure[None]:
    """[melee.advance] Units advance after melee."""
    return advances(table)

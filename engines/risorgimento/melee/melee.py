"""[G] The melee phase: turning to face, brigade by brigade, dice, losses, morale, retreats."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.risorgimento.army.units import SQUARE
from grognard.engines.risorgimento.field.effects import enemy_of, name_of, tell
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.field.support import (
    melees,
)
from grognard.engines.risorgimento.melee.advances import ADVANCE, advance
from grognard.engines.risorgimento.melee.facing import turn_to_face
from grognard.engines.risorgimento.melee.melee_result import break_off, give_way, struck, tired
from grognard.engines.risorgimento.melee.melee_roll import (
    Side,
    attacked_from,
    fixed,
    part_in,
    roll,
    sides_of,
)
from grognard.engines.risorgimento.morale.heart import regain
from grognard.engines.risorgimento.ride.charge_account import CONTACT_MADE, OVER, alter
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Melee, State

CHARGE = "charge"
LED, TOOK, YIELDS = "led:", "took:", "yields"
"""In `State.answered`: brigades whose melees the winner of the initiative had fought first, those of
the alternation, and that the winner lets the other begin."""


def melee_phase(table: Board) -> Procedure[None]:
    """[G.contact] [G.3.order] Units in contact must fight, brigade by brigade."""
    if "met" not in table.state.answered:
        yield from turn_to_face(table)
        table.update(melees=all_melees(table), answered=(*table.state.answered, "met"))
    while any(not melee.fought for melee in table.state.melees):
        yield from _next_brigade(table)
    table.update(melees=())


def all_melees(table: Board) -> tuple[Melee, ...]:
    """[G.contact] [E.1.inconclusive] The melees of a position; those of cavalry that reacted are charges."""
    rode = {charge.unit for charge in table.state.charges if charge.status == "contact"}
    found = (fixed(table.setup, table.state, one) for one in melees(table.setup, table.state))
    return tuple(evolve(one, kind=CHARGE) if part_in(one) & rode else one for one in found)


# -- the order of melees (G.3.order) -----------------------------------------------------------


def _next_brigade(table: Board) -> Procedure[None]:
    """[G.3.order] The player whose turn it is names a brigade; its melees are fought."""
    setup = table.setup
    side, leads = _whose_turn(table.state, setup.sides[0])
    brigades = _brigades(setup, table.state, side)
    chosen = brigades[0]
    if sum(not melee.fought for melee in table.state.melees) > 1:
        labels = [(b, text("{name}", name=setup.formation_names.get(b, b))) for b in brigades]
        labels += [(PASS, text("Let the enemy begin"))] if leads else []
        if len(labels) > 1:
            answer = yield Ask(
                setup.seat_of(side),
                "melee_next",
                text("Which brigade fights next?"),
                ("G.3.order",),
                Listed(labels),
                resting=True,
                odds="brigade_odds",
            )
            chosen = word_of(answer)
    if chosen == PASS:
        table.update(answered=(*table.state.answered, YIELDS))
        return
    table.update(answered=(*table.state.answered, f"{LED if leads else TOOK}{chosen}"))
    for index, melee in enumerate(table.state.melees):
        if not melee.fought and chosen in brigades_of(setup, melee):
            yield from fight(table, index)


def brigades_of(setup: Setup, melee: Melee) -> tuple[str, str]:
    """[G.3.order] Return the brigades of the two units that fight."""
    return setup.types[melee.attacker].brigade, setup.types[melee.defender].brigade


def _brigades(setup: Setup, state: State, side: str) -> list[str]:
    """The brigades of a side that have melees still to fight, in listed order."""
    found = [
        setup.types[uid].brigade
        for melee in state.melees
        if not melee.fought
        for uid in (melee.attacker, melee.defender)
        if setup.types[uid].side == side
    ]
    return list(dict.fromkeys(found))


def _whose_turn(state: State, first: str) -> tuple[str, bool]:
    """[G.3.order] Return whose brigade fights next, and whether it is one the initiative has won.

    The winner may have as many first as he could move first; then by turns from the loser.
    """
    winner = state.initiative or first
    led = sum(mark.startswith(LED) for mark in state.answered)
    if led < state.lead and YIELDS not in state.answered and not _begun(state):
        return winner, True
    taken = sum(mark.startswith(TOOK) for mark in state.answered)
    return (enemy_of(winner) if taken % 2 == 0 else winner), False


def _begun(state: State) -> bool:
    """Whether the alternation has begun."""
    return any(mark.startswith(TOOK) for mark in state.answered)


# -- one melee (G.3) ---------------------------------------------------------------------------


def fight(table: Board, index: int) -> Procedure[None]:
    """[G.3.roll] [G.3.losses] Both sides roll, both results strike, then both may have to retire."""
    melee = table.state.melees[index]
    _put(table, index, evolve(melee, fought=True))
    if not all(on_table(table.state.units[u]) for u in (melee.attacker, melee.defender)):
        return
    one, other = sides_of(melee)
    stood = {
        side.unit: (table.state.units[side.unit].sector, table.state.units[side.unit].slot)
        for side in (one, other)
    }
    names = (name_of(table, one.unit), name_of(table, other.unit))
    village = any(stood[side.unit][0] for side in (one, other))
    square = any(table.state.units[side.unit].formation == SQUARE for side in (one, other))
    rules = ["G.contact", "G.3.losses", "G.3.column"]
    rules += ["G.5.melee"] if village else []
    rules += ["E.4.square"] if square else []
    table.log(
        "phase",
        text("Melee: {a} against {b}", a=names[0], b=names[1]),
        *rules,
        pieces=(one.unit, other.unit),
    )
    for side in (one, other):
        _tell_company(table, side)
    rolls = (roll(table, melee, one), roll(table, melee, other))
    first = yield from struck(table, one, rolls[1])
    second = yield from struck(table, other, rolls[0])
    tired(table, (one, other))
    _charges_are_over(table, melee)
    beaten = [first, second]
    yield from _aftermath(table, melee, (one, other), beaten, stood)


def _charges_are_over(table: Board, melee: Melee) -> None:
    """[E.1.bonus] A charge counts in the one melee that it led to, not in a pursuit from it."""
    fought = part_in(melee)
    for charge in table.state.charges:
        if charge.status == CONTACT_MADE and charge.unit in fought:
            alter(table, charge.unit, status=OVER)


def _tell_company(table: Board, side: Side) -> None:
    """[G.1.strength] [G.2.flank] [G.2.rear] Say who supports a unit, and who is on its flank or rear."""
    setup = table.setup
    for uid in side.helpers:
        words = text(
            "{unit} supports {friend}.", unit=name_of(table, uid), friend=name_of(table, side.unit)
        )
        guns = setup.types[uid].arm == "artillery"
        rules = ("G.7.adjacent",) if guns else ("G.1.support", "G.1.strength", "geo.beside")
        tell(table, words, *rules, uid=uid)
    where = attacked_from(setup, table.state, side)
    if where == "rear":
        words = text("{unit} is attacked in the rear.", unit=name_of(table, side.unit))
        tell(table, words, "G.2.rear", "geo.rear_attack", uid=side.unit)
    elif where == "flank":
        words = text("{unit} is attacked on the flank.", unit=name_of(table, side.unit))
        tell(table, words, "G.2.flank", "geo.flank_attack", uid=side.unit)


def _put(table: Board, index: int, melee: Melee) -> None:
    listed = list(table.state.melees)
    listed[index] = melee
    table.update(melees=tuple(listed))


# -- who goes, who follows ---------------------------------------------------------------------


def _aftermath(
    table: Board,
    melee: Melee,
    sides: tuple[Side, Side],
    beaten: list[bool],
    stood: dict[str, tuple[str, str]],
) -> Procedure[None]:
    """[G.3.both] [G.4.advance] The beaten retire; a winner that stands advances and takes heart.

    `stood`: the sector and place in it where each of the two fought, both "" in the open.
    """
    yield from give_way(table, *(side for side, lost in zip(sides, beaten, strict=True) if lost))
    if all(beaten):
        table.log("result", text("Both sides retire."), "G.3.both")
    elif any(beaten):
        winner = sides[beaten.index(False)]
        held = table.state.units[winner.unit]
        if on_table(held) and not held.routed:
            regain(table, winner.unit)
            if table.state.phase == "E.charges":
                mark = f"{ADVANCE}{winner.unit}:{winner.enemy}"
                table.update(answered=(*table.state.answered, mark))
            else:
                yield from advance(table, melee, winner, stood[winner.enemy])
    elif melee.kind == CHARGE:
        yield from break_off(table, sides)

"""[stack] [form] What is true of every sound position: stacking, ground, formations, commanders, cards.

A position is looked at where play rests: what is under way in the middle of an action (a commander who
is just driven off, Rifles whose parent has gone ahead) is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.engines.core.scenario.positions import Misplaced
from grognard.engines.eagle.command.pool import counters
from grognard.engines.eagle.field.position import rifles_at, unit_at
from grognard.engines.eagle.field.standing import FORM_RULES, OF_ARM
from grognard.engines.eagle.field.terrain import is_open, why_not_ground
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import OPEN_ORDER, SQUARE, Charging, State, Unit


def broken(setup: Setup, state: State) -> Iterator[str]:
    """Give what is wrong with a position at rest."""
    yield from _stacking(setup, state)
    for uid, unit in state.units.items():
        if unit.on_map and not setup.units[uid].rifles:
            yield from _formation(setup, state, uid)
            yield from _left_behind(setup, state, unit)
        elif unit.on_map:
            yield from _rifles(setup, state, unit)
    yield from _commanders(setup, state)
    yield from _groups(setup, state)
    yield from _paper(setup, state)


# -- who stands where --------------------------------------------------------------------------


def _stacking(setup: Setup, state: State) -> Iterator[str]:
    """[move.difficult.impassable] None stands in ground that is closed to it; `misplaced` sees to one in a hex."""
    for uid, unit in state.units.items():
        if not unit.on_map:
            continue
        if unit.figures < 1:
            yield f"{uid} stands on the map without a figure (result.icons)"
        if not setup.units[uid].rifles and why_not_ground(setup, uid, unit.at) is not None:
            yield f"{uid} stands in {unit.at}, which is closed to it (move.difficult.impassable)"


def _formation(setup: Setup, state: State, uid: str) -> Iterator[str]:
    unit, card = state.units[uid], setup.units[uid]
    if unit.is_routed != (not unit.formation):
        yield f"{uid} is routed with a formation, or has none in order (result.rout.effects)"
    difficult = not is_open(setup, unit.at)
    if card.is_infantry and unit.formation:
        if difficult and unit.formation != OPEN_ORDER:
            yield f"{uid} is in {unit.formation} at {unit.at} (form.open_order)"
        if unit.formation == SQUARE and unit.skirmisher:
            yield f"{uid} is in square with a skirmisher out (opt.skirm.auto_return)"
    if unit.troops and sum(dict(unit.troops).values()) != unit.figures:
        yield f"{uid} has {unit.figures} figures, of which {unit.troops} (opt.composition)"


def _left_behind(setup: Setup, state: State, unit: Unit) -> Iterator[str]:
    """What has outlived its cause: a screen before a rout, a crew in a square that is gone, tired infantry."""
    uid, card = unit.id, setup.units[unit.id]
    if unit.skirmisher and (unit.is_routed or not card.is_infantry):
        yield f"{uid} has a skirmisher out (opt.skirm.fate)"
    if unit.fatigued and not card.is_cavalry:
        yield f"{uid} is fatigued and no cavalry (opt.fatigue.gain)"
    if unit.sheltered:
        haven = state.units[unit.sheltered]
        near = haven.on_map and setup.map.grid.distance(haven.at, unit.at) == 1
        if haven.formation != SQUARE or not near:
            yield f"the crew of {uid} is in a square that is gone (scen.structure)"


def _rifles(setup: Setup, state: State, unit: Unit) -> Iterator[str]:
    """[opt.rifles.figure] [opt.rifles.stack] Rifles are with their parent, alone of their kind in the hex."""
    uid, card = unit.id, setup.units[unit.id]
    if len(rifles_at(setup, state, unit.at)) > 1:
        yield f"{uid} stands in {unit.at} with other Rifles (opt.rifles.stack)"
    here = unit_at(setup, state, unit.at)
    if here is not None and setup.units[here].side != card.side:
        yield f"{uid} and {here} stand in {unit.at} (opt.rifles.single)"
    if here is not None and state.units[here].skirmisher:
        yield f"{uid} stands in {unit.at} with a skirmisher (opt.rifles.stack)"
    may_wait = state.phase == "action-1.movement" and card.group == state.active
    if not card.alone and unit.parent != (here or "") and not may_wait:
        yield f"{uid} at {unit.at} is not with its parent {unit.parent} (opt.rifles.figure)"


def misplaced(setup: Setup, state: State) -> Iterator[Misplaced]:
    """[stack.one_unit] [form] Give who stands in an occupied hex, or in a formation that is not his."""
    stands: dict[str, str] = {}
    for uid, unit in state.units.items():
        card = setup.units[uid]
        if not unit.on_map or card.rifles:
            continue
        if unit.at in stands:
            both = (stands[unit.at], uid)
            yield Misplaced(both, f"{uid} and {both[0]} stand in {unit.at}", "stack.one_unit")
        stands[unit.at] = uid
        if unit.formation and unit.formation not in OF_ARM[card.arm]:
            words = f"{uid} is {card.arm} and in {unit.formation}"
            yield Misplaced((uid,), words, FORM_RULES[card.arm])
        elif unit.formation == OPEN_ORDER and is_open(setup, unit.at):
            words = f"{uid} is in open order in the open, at {unit.at}"
            yield Misplaced((uid,), words, "form.open_order")


# -- commanders and groups ---------------------------------------------------------------------


def _commanders(setup: Setup, state: State) -> Iterator[str]:
    """[cmd.levels] [cmd.alone_eliminated] One CC a side, one UGC a group, none of them with the enemy."""
    there = [one for one in state.commanders.values() if one.on_map]
    for side in SIDES:
        ccs = [one.id for one in there if not one.group and setup.chiefs[one.id].side == side]
        if len(ccs) > 1:
            yield f"{ccs} are all CC (cmd.levels)"
    for gid, n in Counter(one.group for one in there if one.group).items():
        if n > 1:
            yield f"{gid} has {n} UGCs (cmd.levels)"
    for card, n in Counter(one.card for one in there).items():
        if n > 1:
            yield f"{n} commanders have the card {card} (cmd.replacement.draw)"
    for one in there if not (state.active or state.deciding) else ():
        here = unit_at(setup, state, one.at)
        if here is not None and setup.units[here].side != setup.chiefs[one.id].side:
            yield f"{one.id} is alone with {here} in {one.at} (cmd.alone_eliminated)"


def _groups(setup: Setup, state: State) -> Iterator[str]:
    """[order.maneuver.attacked] [order.reserve.switch] An alarm is of Maneuver or Reserve; guns have no Maneuver."""
    for gid, group in state.groups.items():
        if group.alarmed and group.order not in ("maneuver", "reserve"):
            yield f"{gid} is alarmed with {group.order} (order.reserve.switch)"
        if setup.groups[gid].arm == "artillery" and group.order == "maneuver" and group.counter:
            yield f"{gid} is artillery with Manoeuvre (order.maneuver.who)"
    if state.active:
        return
    if state.declared or state.vacated or state.charging != Charging():
        yield "attacks are left of a group that acts no more (combat.once)"


# -- cards and counters ------------------------------------------------------------------------


def _paper(setup: Setup, state: State) -> Iterator[str]:
    """[cards.discard_pile] [command.counter] Each card and each counter is in one place."""
    hands = (card for hand in state.hands.values() for card in hand)
    if sorted((*state.deck, *state.discards, *hands)) != sorted(setup.deck.cards):
        yield "the cards are not the deck (cards.discard_pile)"
    dealt = (group.counter for group in state.groups.values() if group.counter)
    drawn = (counter for side in state.drawn.values() for counter in side)
    if sorted((*state.counters, *dealt, *drawn)) != sorted(counters()):
        yield "the order counters are not the pool (setup.pools)"
    for goal, side in state.holders.items():
        if side not in ("", *SIDES):
            yield f"{goal} is held by {side} (turn.objectives)"

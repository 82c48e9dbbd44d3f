"""[9.7] [9.87] Advance after Shock, Breakthrough, Counter-Shock and Pursuit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.attack import jaegers
from grognard.engines.gmt.charge import charge, countercharge
from grognard.engines.gmt.field import effects
from grognard.engines.gmt.field.closed_hexes import is_beyond, why_not_there
from grognard.engines.gmt.field.position import (
    cohesion,
    enemy_of,
    fighters,
    frontal,
    on_map,
    side_at,
    unburdened,
    why_not_stack,
)
from grognard.engines.gmt.retreat.retreat import place
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shock import reaction_fire as reaction
from grognard.engines.gmt.state import Attack, State, Unit
from grognard.engines.gmt.tables import number

Resolve: TypeAlias = Callable[[Board, tuple[str, ...]], Procedure[None]]
"""[9.5] What resolves the Shock of some attacks, with everything that follows from it."""


def advances(
    table: Board,
    ids: tuple[str, ...],
    totals: Mapping[str, int],
    fled: Mapping[str, tuple[str, ...]],
    beaten: tuple[str, ...],
) -> Procedure[None]:
    """[9.71] Into every hex of those `beaten` that the Shock has emptied one attacking stack must advance.

    A hex that the defender left of his own accord, to Counter-Shock, was not emptied by the Shock.
    """
    spent: list[str] = []
    open_ = [t for t in beaten if side_at(table.setup, table.state, t) is None]
    while open_:
        target = yield from _which_hex(table, ids, open_, spent)
        open_.remove(target)
        ready = [a for a in candidates(table, ids, target) if a not in spent]
        if not ready or side_at(table.setup, table.state, target) is not None:
            continue
        charging = book.attack_of(table.state, ready[0]).charge
        broke = totals.get(target, 0) >= number("pursuit_roll")
        able = tuple(aid for aid in ready if chasing(table, aid))
        if charging and broke and able and quarry(table, target, fled.get(target, ())):
            spent += ready
            yield from pursue(table, able, target, fled[target])
            continue
        aid = yield from _which_stack(table, ready)
        spent.append(aid)
        yield from _advance(table, aid, target, broke=broke and not charging)


def _which_hex(
    table: Board, ids: tuple[str, ...], open_: list[str], spent: list[str]
) -> Procedure[str]:
    """[9.71] One stack that has emptied two hexes chooses between them."""
    left = [a for a in ids if a not in spent]
    rivals = [t for t in open_ if set(candidates(table, tuple(left), t))]
    shared = [
        t
        for t in rivals
        if any(
            set(candidates(table, tuple(left), t)) & set(candidates(table, tuple(left), o))
            for o in rivals
            if o != t
        )
    ]
    if len(shared) < 2:
        return open_[0]
    side = book.attack_of(table.state, ids[0]).side
    choice = yield Ask(
        table.setup.seat_of(side),
        "advance_hex",
        text("Which hex is entered first?"),
        ("9.71",),
        Listed(shared),
        form="place",
        where=tuple(shared),
        interrupt=side != table.state.active,
    )
    return str(choice)


def candidates(table: Board, ids: tuple[str, ...], target: str) -> list[str]:
    """[9.71] [sch.limits] Return the attacks on a hex whose stack can enter it, or dies of having to."""
    setup, state = table.setup, table.state
    found = []
    for aid in ids:
        attack = book.attack_of(state, aid)
        units = standing(setup, state, attack)
        arms = {setup.types[uid].arm for uid in units}
        ways = bool(units) and all(setup.map.passable(attack.at, target, arm) for arm in arms)
        if target in attack.targets and ways:
            lost = is_beyond(setup, attack.side, target)
            if lost or why_not_there(setup, state, attack.side, target) is None:
                found.append(aid)
    return found


def standing(setup: Setup, state: State, attack: Attack) -> tuple[str, ...]:
    """[9.71] Return the units of an attack that can advance: all that did not have to go back, Disordered or not."""
    return tuple(uid for uid in fighters(setup, state, attack.at) if uid in attack.units)


def best(table: Board, aid: str) -> int:
    """[9.71.tie] Return the highest Cohesion in an attacking stack."""
    units = standing(table.setup, table.state, book.attack_of(table.state, aid))
    return max(cohesion(table.setup, table.state.units[uid]) for uid in units)


def _which_stack(table: Board, ready: list[str]) -> Procedure[str]:
    """[9.71] [9.71.tie] The stack with the highest Cohesion; on a tie the attacker chooses."""
    top = max(best(table, aid) for aid in ready)
    tied = [aid for aid in ready if best(table, aid) == top]
    if len(tied) == 1:
        return tied[0]
    side = book.attack_of(table.state, tied[0]).side
    options: list[tuple[str, Text]] = [
        (
            aid,
            text(
                "The stack in {hex}", hex=table.setup.map.place(book.attack_of(table.state, aid).at)
            ),
        )
        for aid in tied
    ]
    choice = yield Ask(
        table.setup.seat_of(side),
        "advance_tie",
        text("Which stack advances?"),
        ("9.71", "9.71.tie"),
        Listed(options),
        interrupt=side != table.state.active,
    )
    return str(choice)


def enter(table: Board, units: tuple[str, ...], target: str, rule: str) -> tuple[str, ...]:
    """[9.71] [tec.disorder] [sch.limits] Move units into a hex and return those that are there.

    Units obliged to enter a hex beyond their limits are eliminated instead.
    """
    if is_beyond(table.setup, table.setup.types[units[0]].side, target):
        words = text(
            "{units} must advance into {hex}, beyond the limits of this side.",
            units=book.names(table.setup, units),
            hex=table.setup.map.place(target),
        )
        table.log("result", words, rule, "sch.limits", pieces=units, where=(target,))
        for uid in units:
            effects.eliminate(table, uid, "sch.limits")
        return ()
    came_from = {uid: table.state.units[uid].at for uid in units}
    words = counted(
        "{units} advances into {hex}.",
        "{units} advance into {hex}.",
        n=len(units),
        units=book.names(table.setup, units),
        hex=table.setup.map.place(target),
    )
    table.log(
        "move", words, rule, pieces=units, where=(target,), path=(came_from[units[0]], target)
    )
    for uid in units:
        place(table, uid, came_from[uid], target, table.state.units[uid].facing)
    return tuple(uid for uid in units if table.state.units[uid].at == target)


def _advance(table: Board, aid: str, target: str, *, broke: bool) -> Procedure[None]:
    """[9.71] [9.73.break] Advance one stack, then Breakthrough or a new facing."""
    attack = book.attack_of(table.state, aid)
    units = enter(table, standing(table.setup, table.state, attack), target, "9.71")
    if not units:
        return
    if broke and may_break_through(table, units):
        done = yield from breakthrough(table, attack.side, units, target)
        if done:
            return
    yield from charge.choose_facing(table, units, attack.side, "9.71")


# -- Secondary Shock (9.73) ---------------------------------------------------------------------


def may_break_through(table: Board, units: tuple[str, ...]) -> bool:
    """[9.73] [9.73.break] Whether infantry may Shock once more from the hex it has entered."""
    battle = table.state.battle
    infantry = all(table.setup.types[uid].arm == "infantry" for uid in units)
    fresh = not any(uid in battle.secondary for uid in units)
    ordered = not any(table.state.units[uid].disordered for uid in units)
    return infantry and fresh and ordered and bool(in_front(table, units))


def in_front(table: Board, units: tuple[str, ...], at: str = "") -> tuple[str, ...]:
    """[9.22.all] Return the enemy hexes a stack would attack from a hex, facing as it does."""
    setup, state = table.setup, table.state
    unit: Unit = state.units[units[0]]
    kind = setup.types[unit.id]
    here = at or unit.at
    return tuple(
        h
        for h in frontal(setup, evolve(unit, at=here))
        if side_at(setup, state, h) == enemy_of(kind.side) and setup.map.passable(here, h, kind.arm)
    )


def breakthrough(table: Board, side: str, units: tuple[str, ...], at: str) -> Procedure[bool]:
    """[9.73.break] Ask whether to Shock all enemies in front again; return whether it was done."""
    targets = in_front(table, units)
    choice = yield Ask(
        table.setup.seat_of(side),
        "breakthrough",
        text("Breakthrough: Shock {hex} at once?", hex=all_of(map(table.setup.map.place, targets))),
        ("9.73.break", "9.73"),
        Listed([("shock", text("Shock again")), (PASS, text("Stop here"))]),
        interrupt=side != table.state.active,
        subject=units,
        where=(at, *targets),
        odds="shock_again_odds",
        weighs={"units": list(units)},
    )
    if choice == PASS:
        return False
    yield from _secondary(table, side, units, targets, "breakthrough", "9.73.break")
    return True


def declare_again(
    table: Board, side: str, units: tuple[str, ...], targets: tuple[str, ...], kind: str
) -> Attack:
    """[9.73] Enter a second Shock in the book: it is committed without a roll."""
    book.remember(table, secondary=(*table.state.battle.secondary, *units))
    unit = table.state.units[units[0]]
    return book.add(
        table,
        side=side,
        units=units,
        origin=unit.at,
        at=unit.at,
        targets=targets,
        facing=unit.facing,
        status="committed",
        kind=kind,
    )


def _secondary(  # noqa: PLR0913 - the facts of an attack
    table: Board, side: str, units: tuple[str, ...], targets: tuple[str, ...], kind: str, rule: str
) -> Procedure[None]:
    """[9.73] Shock without Commitment; a unit does so once in a phase."""
    attack = declare_again(table, side, units, targets, kind)
    words = counted(
        "{units} Shocks again.",
        "{units} Shock again.",
        n=len(units),
        units=book.names(table.setup, units),
    )
    table.log("note", words, rule, pieces=units, where=targets)
    yield from _fight_now(table, attack.id)


def _fight_now(table: Board, aid: str) -> Procedure[None]:
    """[8.6] [9.73] Reaction Fire, then resolution at once, before any other Shock.

    An advance is part of the Shock that led to it: `resolution.resolve` hands itself down.
    """
    resolve: Resolve = table.handed
    for target in book.attack_of(table.state, aid).targets:
        yield from reaction.fire_from(table, target)
    attack = book.attack_of(table.state, aid)
    if attack.status == "committed" and book.present(table.setup, table.state, attack):
        yield from resolve(table, (aid,))
    elif attack.status == "committed":
        book.put(table, aid, status="cancelled")


def counter_shock(table: Board, target: str, ids: tuple[str, ...]) -> Procedure[None]:
    """[9.73.counter] The defender may move into a hex left by an attacker, and Shock."""
    units = counter_units(table.setup, table.state, target)
    if not units:
        return
    options = counter_options(table, units, target, ids)
    if not options:
        return
    side = table.setup.types[units[0]].side
    choice = yield Ask(
        table.setup.seat_of(side),
        "counter_shock",
        text("Counter-Shock from {hex}?", hex=table.setup.map.place(target)),
        ("9.73.counter", "9.73"),
        Listed(
            [*((o, _counter_label(table.setup, target, o)) for o in options), (PASS, text("Stand"))]
        ),
        form="target",
        interrupt=side != table.state.active,
        subject=units,
        where=(target,),
        odds="shock_again_odds",
        weighs={"units": list(units)},
    )
    if choice == PASS:
        return
    if word_of(choice, "at") != target:
        units = enter(table, units, word_of(choice, "at"), "9.73.counter")
        book.remember(table, secondary=(*table.state.battle.secondary, *units))
    if units and words_of(choice, "targets"):
        targets = tuple(words_of(choice, "targets"))
        yield from _secondary(table, side, units, targets, "counter_shock", "9.73.counter")


def _counter_label(setup: Setup, target: str, option: dict[str, Any]) -> Text:
    """Name a Counter-Shock by the hex it is made from and those it strikes."""
    at, struck = option["at"], setup.map.places(option["targets"])
    if not option["targets"]:
        return text("Enter {at}", at=setup.map.place(at))
    if at == target:
        return text("Shock {struck}", struck=struck)
    return text("Enter {at} and Shock {struck}", at=setup.map.place(at), struck=struck)


def counter_units(setup: Setup, state: State, target: str) -> tuple[str, ...]:
    """[9.73.counter] Return the defenders able to Counter-Shock: ordered, not in Square."""
    units = tuple(
        uid
        for uid in unburdened(setup, state, target)
        if not state.units[uid].square
        and not setup.types[uid].is_militia
        and uid not in state.battle.secondary
    )
    return () if jaegers.why_not_shock(setup, units) else units


def counter_options(
    table: Board, units: tuple[str, ...], target: str, ids: tuple[str, ...]
) -> list[dict[str, Any]]:
    """[9.73.counter] List the ways to Counter-Shock: from where it stands, or after one hex."""
    setup, state = table.setup, table.state
    kind = setup.types[units[0]]
    options: list[dict[str, Any]] = []
    here = in_front(table, units)
    if here:
        options.append({"at": target, "targets": list(here)})
    left = dict.fromkeys(book.attack_of(state, aid).at for aid in ids)
    for hex_id in left:
        shut = side_at(setup, state, hex_id) is not None
        shut = shut or setup.map.grid.direction(target, hex_id) is None
        if shut or not setup.map.passable(target, hex_id, kind.arm):
            continue
        if why_not_there(setup, state, kind.side, hex_id) is None:
            beyond = in_front(table, units, hex_id)
            options.append({"at": hex_id, "targets": list(beyond)})
    return options


# -- Pursuit (9.87) -----------------------------------------------------------------------------


def quarry(table: Board, target: str, fled: tuple[str, ...]) -> tuple[str, ...]:
    """[9.87] Return the hexes next to the one emptied where those who retreated now stand."""
    units = table.state.units
    near = table.setup.map.grid.adjacent(target)
    hexes = (units[uid].at for uid in fled if on_map(units[uid]))
    return tuple(dict.fromkeys(h for h in hexes if h in near))


def chasing(table: Board, aid: str) -> tuple[str, ...]:
    """[9.24] Return the chargers of an attack that may charge again: Disordered by guns alone, if at all."""
    setup, state = table.setup, table.state
    return tuple(
        uid
        for uid in standing(setup, state, book.attack_of(state, aid))
        if not state.units[uid].disordered or uid in state.battle.no_bonus
    )


def pursuers(table: Board, ids: tuple[str, ...]) -> tuple[str, ...]:
    """[9.87.stack] Return who pursues: as many as may stack, heavy first, then higher Cohesion."""
    setup, state = table.setup, table.state
    able = [uid for aid in ids for uid in chasing(table, aid)]
    able.sort(key=lambda u: (not setup.types[u].is_heavy, -cohesion(setup, state.units[u])))
    chosen: list[str] = []
    for uid in able:
        if why_not_stack(setup, [*chosen, uid]) is None:
            chosen.append(uid)
    left = tuple(uid for uid in able if uid not in chosen)
    if left:
        words = counted(
            "{units} stays: stacking limits the Pursuit.",
            "{units} stay: stacking limits the Pursuit.",
            n=len(left),
            units=book.names(setup, left),
        )
        table.log("note", words, "9.87.stack", pieces=left)
    return tuple(chosen)


def pursue(
    table: Board, ids: tuple[str, ...], target: str, fled: tuple[str, ...]
) -> Procedure[None]:
    """[9.87] Advance, face those who retreat, and charge them again at once."""
    runs = 1 + max(book.attack_of(table.state, aid).pursuits for aid in ids)
    side = book.attack_of(table.state, ids[0]).side
    units = enter(table, pursuers(table, ids), target, "9.87")
    if not units:
        return
    preys = quarry(table, target, fled)
    yield from charge.choose_facing(table, units, side, "9.87", _facings(table, target, preys))
    targets = tuple(
        h
        for h in in_front(table, units)
        if charge.why_not_charge_over(table.setup, target, h) is None
    )
    if not set(targets) & set(preys):
        words = text("The Pursuit stops at ground it cannot charge.")
        table.log("note", words, "9.81.terrain", pieces=units, where=preys)
        return
    if _others(table, targets, fled):
        stop = yield from _may_stop(table, side, units, targets)
        if stop:
            return
    attack = book.add(
        table,
        side=side,
        units=units,
        origin=target,
        at=target,
        targets=targets,
        charge=True,
        facing=table.state.units[units[0]].facing,
        status="committed",
        kind="pursuit",
        pursuits=runs,
    )
    words = counted(
        "{units} pursues.", "{units} pursue.", n=len(units), units=book.names(table.setup, units)
    )
    table.log("note", words, "9.87", pieces=units, where=targets)
    for hex_id in targets:
        yield from countercharge.answer_charge(table, hex_id, int(attack.id[1:]))
    yield from _fight_now(table, attack.id)


def _facings(table: Board, target: str, preys: tuple[str, ...]) -> tuple[int, ...]:
    """[9.87] Return the facings that have most of those who retreated in front."""
    grid = table.setup.map.grid
    seen = {f: len(set(grid.frontal(target, f)) & set(preys)) for f in range(6)}
    most = max(seen.values())
    return tuple(f for f, count in seen.items() if count == most)


def _others(table: Board, targets: tuple[str, ...], fled: tuple[str, ...]) -> bool:
    """[9.87.optional] Whether anyone but those who retreated would be charged as well."""
    return any(uid not in fled for h in targets for uid in table.state.stacks[h])


def _may_stop(
    table: Board, side: str, units: tuple[str, ...], targets: tuple[str, ...]
) -> Procedure[bool]:
    """[9.87.optional] Ask whether to charge all in front or to stop."""
    choice = yield Ask(
        table.setup.seat_of(side),
        "pursuit",
        text("Pursue and charge {hex}?", hex=all_of(map(table.setup.map.place, targets))),
        ("9.87.optional", "9.87"),
        Listed([("charge", text("Charge them all")), (PASS, text("Stop"))]),
        interrupt=side != table.state.active,
        subject=units,
        where=targets,
    )
    return bool(choice == PASS)

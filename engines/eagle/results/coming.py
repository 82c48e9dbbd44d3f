"""[move.out_of_sequence] A unit comes into a hex, whatever brought it, and what follows from that.

Who is in its way is driven off, Reserve groups beside it are alarmed, cavalry may withdraw before it.
An alarm may disorder or rout a unit, and one that routs comes into hexes again: these rules call each
other, and so they have one room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure, Reaction, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Modifier
from grognard.engines.eagle.command.flight import driven_off
from grognard.engines.eagle.field.effects import change, change_commander, change_group, enter
from grognard.engines.eagle.field.position import (
    commanders_with,
    edge_distance,
    enemies_next_to,
    enemy_zoc,
    group_units,
    homeward,
    in_touch,
    rear_at,
    rifles_at,
    rifles_of,
    zoc_of,
)
from grognard.engines.eagle.field.telling import acting_side, is_interrupt, log_of
from grognard.engines.eagle.field.terrain import why_not_enter
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.losses import eliminate, lose_figure
from grognard.engines.eagle.results.retreats import ask_where, retreats, rout_hexes
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import DISORDERED, ELIMINATED, GOOD, ROUTED, State, Unit
from grognard.engines.eagle.tables import number

ESCORT = ("cmd.cc.accompany", "move.commander.cc", "move.commander.ugc")

# -- coming into a hex -------------------------------------------------------------------------


def advance(  # noqa: PLR0913 - who goes where, how it faces, with whom, and what comes of it
    table: Board,
    uid: str,
    at: str,
    facing: int | None,
    words: Text,
    *rules: str,
    escort: tuple[str, ...] | None = None,
    disorders: str = "",
) -> Procedure[tuple[str, ...]]:
    """[cmd.cc.accompany] [melee.advance] A unit goes on, out of sequence; return who has gone along.

    The commanders of its hex go along or stay, as their owner likes; `escort`: those who do, where
    he has been asked. `words` say what the unit does, `disorders` is a rule that disorders it by it.
    """
    before = table.state.units[uid]
    may = commanders_with(table.setup, table.state, uid) if escort is None else ()
    enter(table, uid, at, facing, escort)
    log_of(table, "move", words, uid, *rules)
    if disorders:
        yield from disorder(table, uid, disorders, twice=False)
    if may:
        escort = yield from _who_follows(table, uid, may)
        for cid in may:
            if cid not in escort:
                change_commander(table, cid, at=before.at)
    yield from arrived(table, uid, before)
    return escort or ()


def _who_follows(table: Board, uid: str, may: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    """[cmd.cc.accompany] Ask which commanders go along with a unit that goes on."""
    side = table.setup.units[uid].side
    answer = yield Ask(
        table.setup.seat_of(side),
        "escort",
        text("Who goes along with {unit}?", unit=table.setup.units[uid].name),
        ESCORT,
        Subset(may),
        form="subset",
        subject=(uid, *may),
        interrupt=is_interrupt(table, side),
    )
    return tuple(words_of(answer, "subset"))


def arrived(table: Board, uid: str, before: Unit) -> Procedure[None]:
    """[move.out_of_sequence] What follows when a unit has come into a hex; `before` is how it stood."""
    _walk_over(table, uid)
    yield from driven_off(table, uid)
    yield from _approached(table, uid)
    yield from _withdrawals(table, before)


def _walk_over(table: Board, uid: str) -> None:
    """[opt.rifles.single] Rifles of the enemy that stand in the hex alone are removed."""
    unit, side = table.state.units[uid], table.setup.units[uid].side
    for figure in rifles_at(table.setup, table.state, unit.at):
        if table.setup.units[figure].side != side:
            words = text(
                "{unit} is walked over by {other}.",
                unit=table.setup.units[figure].name,
                other=table.setup.units[uid].name,
            )
            log_of(table, "loss", words, figure, "opt.rifles.single")
            change(table, figure, at=ELIMINATED, figures=0)


# -- alarms ------------------------------------------------------------------------------------

TEST = "order.reserve.test"


def _approached(table: Board, uid: str) -> Procedure[None]:
    """[order.reserve.test] An enemy unit, `uid`, has come: each Reserve group beside it is alarmed."""
    unit, side = table.state.units[uid], table.setup.units[uid].side
    if not unit.on_map:
        return
    beside = [
        table.setup.units[other].group
        for other in enemies_next_to(table.setup, table.state, side, unit.at)
    ]
    for gid in dict.fromkeys(beside):
        yield from alarm(table, gid)


def alarm(
    table: Board, gid: str, struck: Mapping[str, tuple[Modifier, ...]] | None = None
) -> Procedure[None]:
    """[order.reserve.test] [order.reserve.switch] Once a turn every unit of a Reserve group tests its morale.

    `struck`: the unit whose attack is the alarm, and what that adds to its own test (morale.mod.flank).
    """
    group = table.state.groups[gid]
    if group.order != "reserve" or group.tested:
        return
    change_group(table, gid, tested=True, alarmed=True)
    words = text("{group} is alarmed.", group=named("unit", table.setup.groups[gid].name))
    table.log("result", words, TEST)
    for uid in [unit.id for unit in group_units(table.setup, table.state, gid)]:
        unit = table.state.units[uid]
        if unit.is_routed or not unit.on_map or table.setup.units[uid].rifles:
            continue
        more = (struck or {}).get(uid, ())
        passed = yield from morale_test(table, uid, Cause(TEST, "alarm", more))
        if not passed:
            yield from fail(table, uid, TEST)


# -- cavalry that withdraws before the enemy -----------------------------------------------------

RULE = "opt.withdraw.enemy_move"


def may_withdraw(setup: Setup, state: State, uid: str) -> bool:
    """[opt.withdraw.basic] Cavalry in good order, in command, where the option is in use."""
    unit = state.units[uid]
    able = setup.uses("withdrawal") and setup.units[uid].is_cavalry
    return able and unit.on_map and unit.is_good and not unit.ooc


def rear_hexes(setup: Setup, state: State, uid: str, *, was_held: bool) -> list[str]:
    """[opt.withdraw.basic] Return the rear hexes that cavalry can enter; from enemy ZOC none in enemy ZOC."""
    unit = state.units[uid]
    watched = enemy_zoc(setup, state, setup.units[uid].side) if was_held else set()
    return [
        at
        for at in rear_at(setup, unit.at, unit.facing)
        if at not in watched and why_not_enter(setup, state, uid, unit.at, at) is None
    ]


def withdraw(
    table: Board, uid: str, at: str, rule: str, *, escort: tuple[str, ...] | None = None
) -> Procedure[None]:
    """[opt.withdraw.basic] Cavalry goes back a hex and keeps its facing; `escort`: who goes along."""
    words = text("{unit} withdraws to {hex}.", unit=table.setup.units[uid].name, hex=at)
    yield from advance(table, uid, at, None, words, "opt.withdraw.basic", rule, escort=escort)


def _withdrawals(table: Board, before: Unit) -> Procedure[None]:
    """[opt.withdraw.enemy_move] Cavalry may withdraw at once from infantry or guns that come next to it."""
    setup, mover = table.setup, before.id
    side = setup.units[mover].side
    if not setup.uses("withdrawal") or setup.units[mover].is_cavalry:
        return
    at = table.state.units[mover].at
    if acting_side(setup, table.state) != side or not table.state.units[mover].on_map:
        return
    for uid in tuple(enemies_next_to(setup, table.state, side, at)):
        if may_withdraw(setup, table.state, uid):
            yield from _offer(table, uid, before)


def _offer(table: Board, uid: str, before: Unit) -> Procedure[None]:
    setup, mover = table.setup, before.id
    side = setup.units[uid].side
    held = was_held(setup, table.state, uid, before)
    found = rear_hexes(setup, table.state, uid, was_held=held)
    if not found:
        return
    answer = yield Ask(
        setup.seat_of(side),
        "withdraw",
        text("Does {unit} withdraw?", unit=setup.units[uid].name),
        (RULE,),
        Listed([(PASS, text("Stay")), *((at, text("To {hex}", hex=at)) for at in found)]),
        form="place",
        subject=(uid,),
        where=tuple(found),
        interrupt=True,
        reaction=Reaction(text("withdrawals before the enemy"), (mover,)),
    )
    if answer != PASS:
        yield from withdraw(table, uid, word_of(answer), RULE)


def was_held(setup: Setup, state: State, uid: str, mover: Unit) -> bool:
    """[opt.withdraw.enemy_move] Whether cavalry was in enemy ZOC before a unit, `mover` then, moved."""
    unit, side = state.units[uid], setup.units[uid].side
    others = (
        state.units[other]
        for other in enemies_next_to(setup, state, side, unit.at)
        if other != mover.id
    )
    return any(unit.at in zoc_of(setup, other) for other in (mover, *others))


# -- disorder and rout -------------------------------------------------------------------------


def fail(table: Board, uid: str, rule: str) -> Procedure[None]:
    """[morale.fail.ordered] [morale.fail.disordered] A failure disorders, a second one routs."""
    was = table.state.units[uid].state
    if was == GOOD:
        yield from disorder(table, uid, rule, "morale.fail.ordered")
    elif was == DISORDERED:
        yield from rout(table, uid, rule, "morale.fail.disordered")


def disorder(table: Board, uid: str, *rules: str, twice: bool = True) -> Procedure[None]:
    """[result.disorder.effects] A unit is disordered; one that was already routs.

    `twice=False` for disorder that does no more to one that was (melee.line_disorder and others).
    """
    unit = table.state.units[uid]
    if not unit.on_map or unit.is_routed:
        return
    if unit.is_disordered:
        if twice:
            yield from rout(table, uid, *rules)
        return
    change(table, uid, state=DISORDERED)
    words = text("{unit} is disordered.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, *rules, "result.disorder.effects")


def rout(table: Board, uid: str, *rules: str) -> Procedure[None]:
    """[result.rout.trigger] A unit routs and makes its rout move; an unlimbered gun is lost."""
    unit, kind = table.state.units[uid], table.setup.units[uid]
    if unit.formation == "unlimbered":
        yield from eliminate(table, uid, *rules, "result.rout.artillery")
        return
    words = text("{unit} routs.", unit=kind.name)
    log_of(table, "result", words, uid, *rules, "result.rout.trigger", "result.rout.effects")
    change(table, uid, state=ROUTED, formation="", skirmisher=False)
    for figure in rifles_of(table.setup, table.state, uid):
        words = text("{unit} routs with its parent.", unit=table.setup.units[figure].name)
        log_of(table, "result", words, figure, "opt.rifles.forced")
    yield from rout_move(table, uid, number("rout_first"))


# -- ways back ---------------------------------------------------------------------------------


def push_back(table: Board, uid: str) -> Procedure[None]:
    """[result.push_back] The unit retreats one hex towards its own lines; its owner says where.

    [order.attack.rejoin] It has left its group only where it stands next to nobody of it any more.
    """
    hexes = retreats(table.setup, table.state, uid)
    if not hexes:
        words = text("{unit} cannot go back.", unit=table.setup.units[uid].name)
        log_of(table, "result", words, uid, "result.push_back.impossible")
        yield from lose_figure(table, uid, "result.push_back.impossible")
        return
    prompt = text("{unit} is pushed back: where to?", unit=table.setup.units[uid].name)
    at = yield from ask_where(table, uid, hexes, "push_back", prompt, "result.push_back")
    watched = at in enemy_zoc(table.setup, table.state, table.setup.units[uid].side)
    words = text("{unit} is pushed back to {hex}.", unit=table.setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, "result.push_back", "result.push_back.formation")
    before = table.state.units[uid]
    enter(table, uid, at)
    parted = not in_touch(table.setup, table.state, table.state.units[uid])
    change(table, uid, parted=parted)
    yield from arrived(table, uid, before)
    if watched:
        yield from lose_figure(table, uid, "result.push_back.zoc")


def rout_move(table: Board, uid: str, hexes: int) -> Procedure[None]:
    """[result.rout.move] A routed unit runs for its own edge, hex by hex; blocked, it loses figures."""
    passed = [table.state.units[uid].at]
    for _ in range(hexes):
        if not table.state.units[uid].on_map:
            return
        yield from _rout_step(table, uid, passed)
    if table.state.units[uid].on_map:
        change(table, uid, facing=homeward(table.setup, table.setup.units[uid].side), parted=True)


def _rout_step(table: Board, uid: str, passed: list[str]) -> Procedure[None]:
    setup, unit, kind = table.setup, table.state.units[uid], table.setup.units[uid]
    if edge_distance(setup, kind.side, unit.at) == 0:
        yield from _leave_the_map(table, uid)
        return
    hexes = rout_hexes(setup, table.state, uid, passed)
    if not hexes:
        yield from lose_figure(table, uid, "result.rout.blocked")
        return
    prompt = text("{unit} routs: which way?", unit=kind.name)
    at = yield from ask_where(table, uid, hexes, "rout", prompt, "result.rout.move")
    watched = at in enemy_zoc(setup, table.state, kind.side)
    words = text("{unit} runs to {hex}.", unit=kind.name, hex=at)
    log_of(table, "move", words, uid, "result.rout.move")
    passed.append(at)
    enter(table, uid, at)
    yield from arrived(table, uid, unit)
    if watched:
        yield from lose_figure(table, uid, "result.rout.zoc_loss")


def _leave_the_map(table: Board, uid: str) -> Procedure[None]:
    """[result.rout.off_map] Whoever routs off the map counts as eliminated."""
    words = text("{unit} runs off the map.", unit=table.setup.units[uid].name)
    log_of(table, "loss", words, uid, "result.rout.off_map")
    yield from eliminate(table, uid, "result.rout.off_map")


def regain(table: Board, units: Iterable[Unit] | None = None) -> None:
    """[order.attack.rejoin] [move.reorganize] Who stands next to its group is free of its duty to rejoin.

    What a push back or a rout has left behind does not outlive the contact that a unit has again.
    """
    among: Iterator[Unit] | Iterable[Unit] = table.state.units.values() if units is None else units
    free = {
        unit.id
        for unit in among
        if (unit.parted or unit.rallied) and unit.on_map and not unit.is_routed
        if in_touch(table.setup, table.state, unit)
    }
    for uid in free:
        change(table, uid, parted=False, rallied=False)

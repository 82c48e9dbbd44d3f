"""[melee.advance] Who has driven his target off must follow."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import number_of, word_of
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.field.position import unit_at
from grognard.engines.eagle.field.telling import told
from grognard.engines.eagle.field.terrain import is_open, why_not_enter
from grognard.engines.eagle.fire.advance import facings, go_forward
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import OPEN_ORDER, State
from grognard.engines.eagle.tables import row


def advances(table: Board) -> Procedure[None]:
    """[melee.advance] When all attacks of the group are done, those with Attack advance, each once.

    [opt.mass_charge.attack] A unit of a mass that has emptied several hexes goes into one of them.
    """
    for uid in dict.fromkeys(uid for uid, _ in table.state.vacated):
        hexes = _emptied(table.setup, table.state, uid)
        if not hexes:
            continue
        helpers = tuple(
            dict.fromkeys(one for at in hexes for one in _helpers(table.state, uid, at))
        )
        yield from cards.moment(table, "advance", advancing=(uid,), supporting=helpers)
        if cards.marked(table.setup, table.state, "forbid", "advance", uid):
            continue
        left = table.state.units[uid].at
        at = yield from _advance(table, uid, hexes)
        for helper in _helpers(table.state, uid, at):
            yield from _second_wave(table, helper, (left, at))
    table.update(vacated=())


def _emptied(setup: Setup, state: State, uid: str) -> list[str]:
    """[melee.advance] Return the hexes that a unit has emptied and must advance into one of."""
    hexes = dict.fromkeys(at for by, at in state.vacated if by == uid)
    return [at for at in hexes if must_advance(setup, state, uid, at)]


def _helpers(state: State, uid: str, at: str) -> tuple[str, ...]:
    """Return the units that supported an attack."""
    return next((a.support for a in state.declared if a.by == uid and a.at == at), ())


def _second_wave(table: Board, uid: str, hexes: tuple[str, str]) -> Procedure[None]:
    """[cards.binding] By a card a supporting unit may advance, into the hex left or the one taken."""
    setup, unit = table.setup, table.state.units[uid]
    if not cards.marked(setup, table.state, "allow", "advance_support", uid) or not unit.on_map:
        return
    options: list[Choice] = [
        {"at": at, "facing": facing}
        for at in hexes
        if setup.map.grid.distance(unit.at, at) == 1
        and why_not_enter(setup, table.state, uid, unit.at, at) is None
        for facing in facings(setup, table.state, uid, at)
    ]
    if not options:
        return
    choice = yield Ask(
        setup.seat_of(setup.units[uid].side),
        "second_wave",
        text("{unit} may advance too.", unit=setup.units[uid].name),
        ("cards.event",),
        Listed([PASS, *told(options)]),
        form="pose",
        subject=(uid,),
    )
    if choice != PASS:
        at, facing = word_of(choice, "at"), number_of(choice, "facing")
        yield from go_forward(table, uid, at, facing, "cards.event")


def must_advance(setup: Setup, state: State, uid: str, at: str) -> bool:
    """[melee.advance] Whether a unit has an Attack order, an empty hex before it, and can go there."""
    unit, kind = state.units[uid], setup.units[uid]
    follows = row("orders", state.groups[kind.group].order)["advance_melee"] == "must"
    if not follows or kind.group != state.active or kind.is_artillery:
        return False
    if not unit.on_map or unit.is_routed or setup.map.grid.distance(unit.at, at) != 1:
        return False
    if unit_at(setup, state, at) is not None:
        return False
    return why_not_enter(setup, state, uid, unit.at, at) is None


def _advance(table: Board, uid: str, hexes: list[str]) -> Procedure[str]:
    """[melee.advance] It goes into a hex that it has emptied, and may wheel one vertex; return the hex."""
    setup = table.setup
    poses = [(at, facing) for at in hexes for facing in facings(setup, table.state, uid, at)] or [
        (at, table.state.units[uid].facing) for at in hexes
    ]
    at, facing = poses[0]
    if len(poses) > 1:
        choice = yield Ask(
            setup.seat_of(setup.units[uid].side),
            "advance_melee",
            text("{unit} advances to {hex}: facing?", unit=setup.units[uid].name, hex=at)
            if len(hexes) == 1
            else text("{unit} advances: where to?", unit=setup.units[uid].name),
            ("melee.advance", "move.wheel"),
            Listed(told({"at": hex_id, "facing": one} for hex_id, one in poses)),
            form="pose",
            subject=(uid,),
            where=tuple(hexes),
        )
        at, facing = word_of(choice, "at"), number_of(choice, "facing")
    loose = table.state.units[uid].formation == OPEN_ORDER
    opened = is_open(setup, at)
    rules = () if opened or not setup.units[uid].is_infantry else ("melee.advance.difficult",)
    disorders = "melee.advance.leaving" if loose and opened else ""
    yield from go_forward(table, uid, at, facing, "melee.advance", *rules, disorders=disorders)
    yield from cards.moment(table, "advanced", advancing=(uid,))
    return at

"""[16.8] [16.9.declare] [16.11] The Ukraine revolts, the western territories, contingents that desert."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.europa.advanced.leaving import contingents, leave
from grognard.engines.europa.advanced.recovery import keep_source
from grognard.engines.europa.field.effects import change_commander
from grognard.engines.europa.field.position import freed, occupies
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import OFF_MAP, WAITING, State
from grognard.engines.europa.tables import number, row, rows

REVOLT, INDEPENDENCE, FREED = "revolt", "independence", "freed"
ARMY, LEADER, CORPS = "3", "tormasov", "V"


def _flag(table: Board, word: str, value: str) -> None:
    table.update(flags={**table.state.flags, word: value})


# -- the revolt (16.8) -----------------------------------------------------------------------------


def check_revolt(table: Board) -> None:
    """[16.8] The first time that a unit of V Corps is in Kiev a die tells whether the Ukraine revolts."""
    setup, state = table.setup, table.state
    kiev = setup.map.city_named("Kiev")
    if not setup.option(REVOLT) or REVOLT in state.flags or not kiev:
        return
    there = any(
        unit.at == kiev
        and setup.units[unit.id].corps == CORPS
        and setup.units[unit.id].side == "french"
        for unit in state.units.values()
    )
    if not there:
        return
    least = revolt_from(state.turn)
    roll = table.roll(
        seat=setup.seat_of("french"),
        rule="16.8",
        purpose="revolt",
        subject=kiev,
        sides=number("die"),
        first=1,
        says=text("Revolt in the Ukraine"),
        result=lambda total: "revolt" if total >= least else "quiet",
        target=least,
        upward=True,
    )
    _flag(table, REVOLT, str(state.turn) if roll.result == "revolt" else "none")
    if roll.result == "revolt":
        _disband(table)


def revolt_from(turn: int) -> int:
    """[16.8] Return the least die that makes the Ukraine revolt on a turn."""
    found = 0
    for line in rows("ukraine_revolt"):
        if turn >= int(line["turn"]):
            found = int(line["least"])
    return found


def _disband(table: Board) -> None:
    """[16.8] All units of the 3rd Army leave the game, those still to come included, and Tormasov."""
    setup = table.setup
    for uid, unit in sorted(table.state.units.items()):
        if setup.units[uid].army == ARMY and (unit.on_map or unit.at == WAITING):
            leave(table, uid, "16.8")
    leader = table.state.commanders.get(LEADER)
    if leader is not None and (leader.on_map or leader.at == WAITING):
        change_commander(table, LEADER, at=OFF_MAP)


# -- independence (16.9) ---------------------------------------------------------------------------


def may_declare(setup: Setup, state: State) -> bool:
    """[16.9.declare] Whether it is the start of the turn after the revolt."""
    del setup
    since = state.flags.get(REVOLT, "none")
    return since.isdigit() and int(since) + 1 == state.turn and INDEPENDENCE not in state.flags


def politics_step(table: Board) -> Procedure[None]:
    """[16.9.declare] [16.11] At the start of a turn: independence, then contingents that desert."""
    setup = table.setup
    if may_declare(setup, table.state) and "independence" not in table.state.done:
        yes = yield Ask(
            setup.seat_of("french"),
            "independence",
            text("Declare the western territories independent?"),
            ("16.9.declare", "16.9.victory"),
            Listed([("declare", text("Declare independence")), (PASS, text("Do not"))]),
            resting=True,
            lead=text("You then win only by holding every city that counts."),
        )
        table.update(done=(*table.state.done, "independence"))
        if yes != PASS:
            _flag(table, INDEPENDENCE, str(table.state.turn))
            words = text("The western territories of Russia are declared independent.")
            table.log("phase", words, "16.9.declare")
            free_cities(table)
    yield from desert(table)


def is_western(setup: Setup, at: str) -> bool:
    """[16.9.declare] Whether a city lies in the western territories: far enough west, south of the Dvina."""
    line = int(row("western_cities", "column")["value"])
    if at not in setup.map.cities or not setup.map.in_russia(at) or int(at[:2]) < line:
        return False
    return not _north_of(setup, str(row("western_cities", "river")["value"]), at)


def _north_of(setup: Setup, river: str, at: str) -> bool:
    """[16.9.declare] Whether a hex lies north of a river: straight south of it there is one of its hexsides."""
    course = next((one for one in setup.map.courses if one.name == river), None)
    if course is None:
        return False
    banks = {end for key in course.sides for end in key.split("/")}
    column = sorted(one for one in banks if one[:2] == at[:2])
    if not column:
        return False
    if at not in banks:
        return at < column[0]
    return _is_right_bank(setup, course.sides, at)


def _is_right_bank(setup: Setup, sides: tuple[str, ...], at: str) -> bool:
    """Whether a hex on the river has the river to its south rather than to its north."""
    others = [end for key in sides for end in key.split("/") if at in key.split("/") and end != at]
    rows_ = [_height(setup, end) for end in others]
    return bool(rows_) and sum(rows_) / len(rows_) > _height(setup, at)


def _height(setup: Setup, at: str) -> float:
    """Return how far south a hex stands; even columns stand half a hex lower."""
    del setup
    return int(at[2:]) + (0.5 if int(at[:2]) % 2 == 0 else 0)


def free_cities(table: Board) -> None:
    """[16.9.declare] Western cities that the French hold become theirs for good."""
    setup, state = table.setup, table.state
    if INDEPENDENCE not in state.flags:
        return
    known = freed(state)
    new = [
        at
        for at in sorted(setup.map.cities)
        if at not in known and is_western(setup, at) and occupies(setup, state, "french", at)
    ]
    if new:
        _flag(table, FREED, " ".join((*known, *new)))
        for at in new:
            words = text("{city} is friendly to the French from now on.", city=called(setup, at))
            table.log("result", words, "16.9.declare", "1.1.friendly", where=(at,))


# -- contingents (16.11) ---------------------------------------------------------------------------


def hold_capital(setup: Setup, state: State) -> bool:
    """[16.11] Whether the French hold Moscow or St Petersburg."""
    hexes = (setup.map.city_named(name) for name in ("Moscow", "St Petersburg"))
    return any(at and occupies(setup, state, "french", at) for at in hexes)


def desert(table: Board) -> Procedure[None]:
    """[16.11] From turn 11 a unit of a contingent, chosen by the Russian, leaves the game each turn."""
    setup, state = table.setup, table.state
    if (
        not setup.option("contingents")
        or state.turn < number("defection")
        or "desert" in state.done
    ):
        return
    units = contingents(setup, state)
    table.update(done=(*state.done, "desert"))
    if hold_capital(setup, state):
        words = text("The French hold a capital: no contingent deserts.")
        table.log("note", words, "16.11")
        return
    if not units:
        return
    uid = units[0]
    if len(units) > 1:
        ask = Ask(
            setup.seat_of("russian"),
            "desert",
            text("Which unit of a contingent leaves the game?"),
            ("16.11",),
            Listed([(one, named("unit", setup.units[one].name)) for one in units]),
            form="piece",
        )
        uid = word_of((yield ask))
    leave(table, uid, "16.11")


def occupied(table: Board) -> None:
    """[16.8] [16.9.declare] [16.13.f-uss] Units have come somewhere: Kiev may revolt, a city be freed, a source be lost."""
    check_revolt(table)
    free_cities(table)
    keep_source(table)

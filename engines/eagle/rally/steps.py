"""[rally.sequence] Each side in turn makes its rally attempts, then its rout moves."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.command.cc_movement import who_is_first
from grognard.engines.eagle.command.chiefs import called
from grognard.engines.eagle.field.distance import within
from grognard.engines.eagle.field.effects import change, change_commander, take
from grognard.engines.eagle.field.position import command, units_of
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.field.terrain import is_open
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.morale import morale_test
from grognard.engines.eagle.results.coming import rout_move
from grognard.engines.eagle.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.eagle.state import CAVALRY, COLUMN, DISORDERED, LIMBERED, OPEN_ORDER, State
from grognard.engines.eagle.tables import number

RULE, WHO = "rally.sequence", "rally.who"
ORDERED = "order of rally"


def rally_step(table: Board) -> Procedure[None]:
    """[rally.sequence] The player whose CC has the higher Command Ability says who is first."""
    setup = table.setup
    if ORDERED not in table.state.done:
        routed = [side for side in SIDES if list(routed_of(setup, table.state, side))]
        if len(routed) > 1:
            yield from who_is_first(table, "rally_order", RULE)
        else:
            table.update(first=routed[0] if routed else SIDES[0])
        table.update(done=(*table.state.done, ORDERED))
    for side in (table.state.first, enemy_of(table.state.first)):
        if f"over {side}" not in table.state.done:
            table.update(deciding=side)
            yield from _attempts(table, side)
            yield from _rout_moves(table, side)
            table.update(done=(*table.state.done, f"over {side}"), deciding="")


def routed_of(setup: Setup, state: State, side: str) -> Iterator[str]:
    """Give the routed units of a side that are on the map."""
    return (unit.id for unit in units_of(setup, state, side) if unit.is_routed)


# -- attempts ----------------------------------------------------------------------------------


def _attempts(table: Board, side: str) -> Procedure[None]:
    """[rally.who] Attempts one by one, in any order, until the owner is done."""
    setup = table.setup
    while options := list(attempts(setup, table.state, side)):
        choice = yield Ask(
            setup.seat_of(side),
            "rally",
            text("Who rallies whom?"),
            (WHO, "rally.radius", "rally.los", "rally.limit", "rally.once", "cmd.ability_ugc"),
            Listed(
                [*options, (PASS, text("No more rally attempts"))],
                refusals=lambda: why_no_attempts(setup, table.state, side),
            ),
            form="target",
            subject=tuple(routed_of(setup, table.state, side)),
            resting=True,
            odds="rally_odds",
        )
        if choice == PASS:
            return
        yield from _attempt(table, word_of(choice, "unit"), word_of(choice, "leader"))


def attempts(setup: Setup, state: State, side: str) -> Iterator[tuple[Choice, Text]]:
    """[rally.who] Give every attempt that a side may still make."""
    for uid in routed_of(setup, state, side):
        for cid in _commanders(setup, state, side):
            if why_not_rally(setup, state, uid, cid) is None:
                words = text(
                    "{leader} rallies {unit}",
                    leader=called(setup, state, cid),
                    unit=named("unit", setup.units[uid].name),
                )
                yield {"unit": uid, "leader": cid}, words


def why_no_attempts(setup: Setup, state: State, side: str) -> Iterator[tuple[Choice, Refusal]]:
    """Give the attempts that are not allowed, with the reasons."""
    for uid in routed_of(setup, state, side):
        for cid in _commanders(setup, state, side):
            if why := why_not_rally(setup, state, uid, cid):
                yield {"unit": uid, "leader": cid}, why


def _commanders(setup: Setup, state: State, side: str) -> list[str]:
    found = state.commanders.values()
    return [c.id for c in found if c.on_map and setup.chiefs[c.id].side == side]


def why_not_rally(setup: Setup, state: State, uid: str, cid: str) -> Refusal | None:
    """[rally] Refuse a commander who may not try to rally a unit."""
    unit, chief, card = state.units[uid], state.commanders[cid], setup.units[uid]
    where, most = (uid, cid), command(setup, state, cid, "ability")
    if uid in state.done:
        return Refusal("rally.once", text("It has already made its one attempt."), where)
    if chief.group not in ("", card.group):
        return Refusal(WHO, text("A group commander rallies only units of his own group."), where)
    if chief.rallies >= most:
        words = text("{leader} makes no more attempts this turn.", leader=called(setup, state, cid))
        return Refusal("rally.limit", words, where)
    if not within(setup, state, card.side, chief.at, unit.at, most):
        words = text("{unit} is out of his radius.", unit=card.name)
        return Refusal("rally.radius", words, where)
    if hidden := why_no_sight(setup, state, chief.at, unit.at, past_units=True):
        return Refusal("rally.los", hidden.message, (*where, *hidden.where))
    return None


def _attempt(table: Board, uid: str, cid: str) -> Procedure[None]:
    """[rally.test] [rally.fail] The unit tests; one that fails makes a rout move at once."""
    table.update(done=(*table.state.done, uid))
    change_commander(table, cid, rallies=table.state.commanders[cid].rallies + 1)
    yield from cards.moment(table, "rally", tested=(uid,))
    passed = yield from morale_test(table, uid, Cause("rally.test", "rally"))
    if passed:
        _rally(table, uid)
    else:
        yield from _run_on(table, uid)


def _rally(table: Board, uid: str) -> None:
    """[rally.success] No longer routed but disordered, in the formation of its arm; it keeps its facing."""
    formation = {"cavalry": CAVALRY, "artillery": LIMBERED}.get(table.setup.units[uid].arm, COLUMN)
    at = table.state.units[uid].at
    if formation == COLUMN and not is_open(table.setup, at):
        formation = OPEN_ORDER
    change(table, uid, state=DISORDERED, formation=formation, rallied=True)
    words = text("{unit} rallies.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, "rally.success")
    take(table, uid)


# -- rout moves --------------------------------------------------------------------------------


def _rout_moves(table: Board, side: str) -> Procedure[None]:
    """[rally.fail] Whoever is still routed and was not tried moves one hex."""
    for uid in list(routed_of(table.setup, table.state, side)):
        if uid not in table.state.done:
            table.update(done=(*table.state.done, uid))
            yield from _run_on(table, uid)


def _run_on(table: Board, uid: str) -> Procedure[None]:
    """[rally.fail] [morale.fail.exception] A unit that stays routed makes a rout move of one hex."""
    words = text("{unit} stays routed.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, "rally.fail", "morale.fail.exception")
    yield from rout_move(table, uid, number("rout_later"))

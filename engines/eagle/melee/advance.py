"""[melee.advance] Who has driven his target off must follow."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.asks import Ask, Listed, Procedure
from engines.core.show.choices import number_of
from engines.eagle.cards import moments as cards
from engines.eagle.field.position import unit_at
from engines.eagle.field.terrain import is_open, why_not_enter
from engines.eagle.fire.advance import facings, go_forward
from engines.eagle.results.states import disorder
from engines.eagle.setup import Board, Setup
from engines.eagle.state import OPEN_ORDER, State
from engines.eagle.tables import row


def advances(table: Board) -> Procedure[None]:
    """[melee.advance] When all attacks of the group are done, those with Attack advance."""
    for uid, at in table.state.vacated:
        if must_advance(table.setup, table.state, uid, at):
            yield from cards.moment(table, "advance", advancing=(uid,))
            if not cards.marked(table.setup, table.state, "forbid", "advance", uid):
                yield from _advance(table, uid, at)
    table.update(vacated=())


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


def _advance(table: Board, uid: str, at: str) -> Procedure[None]:
    """[melee.advance] It goes there and may wheel one vertex."""
    setup, options = table.setup, facings(table.setup, table.state, uid, at)
    facing = options[0]
    if len(options) > 1:
        choice = yield Ask(
            setup.seat_of(setup.units[uid].side),
            "advance_melee",
            text("{unit} advances to {hex}: facing?", unit=setup.units[uid].name, hex=at),
            ("melee.advance", "move.wheel"),
            Listed([{"at": at, "facing": one} for one in options]),
            form="pose",
            subject=(uid,),
            where=(at,),
        )
        facing = number_of(choice, "facing")
    loose = table.state.units[uid].formation == OPEN_ORDER
    opened = is_open(setup, at)
    rules = () if opened or not setup.units[uid].is_infantry else ("melee.advance.difficult",)
    yield from go_forward(table, uid, at, facing, "melee.advance", *rules)
    if loose and opened:
        yield from disorder(table, uid, "melee.advance.leaving", twice=False)
    yield from cards.moment(table, "advanced", advancing=(uid,))

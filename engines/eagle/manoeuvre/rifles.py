"""[opt.rifles] The movement of Rifles figures."""

from __future__ import annotations

from engines.core.data.text import text
from engines.core.show.asks import Ask, Listed, Procedure
from engines.core.show.choices import word_of
from engines.eagle.field.effects import change
from engines.eagle.field.position import rifles_at, unit_at
from engines.eagle.field.telling import log_of
from engines.eagle.manoeuvre.formation import acting_seat
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State

RULE = "opt.rifles.move"


def hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """[opt.rifles.move] [opt.rifles.melee] Return where Rifles may go: to a unit of the group next to them.

    To come forward again from behind their parent is a movement in their own hex.
    """
    unit = state.units[uid]
    if setup.units[uid].alone:
        return []
    found = [unit.at] if unit.passive else []
    for at in setup.map.grid.adjacent(unit.at):
        other = unit_at(setup, state, at)
        if other is not None and _may_join(setup, state, uid, other) is not None:
            found.append(at)
    return found


def _may_join(setup: Setup, state: State, uid: str, other: str) -> str | None:
    """[opt.rifles.stack] Return the unit that Rifles may join: infantry of the group, alone in its hex."""
    parent, card = state.units[other], setup.units[other]
    fits = card.group == setup.units[uid].group and card.is_infantry and not parent.is_routed
    crowded = parent.skirmisher or bool(rifles_at(setup, state, parent.at))
    return other if fits and not crowded else None


def move(table: Board, uid: str) -> Procedure[None]:
    """[opt.rifles.move] Rifles go to another unit of the group, which is then their parent."""
    found = hexes(table.setup, table.state, uid)
    at = found[0]
    if len(found) > 1:
        at = word_of(
            (
                yield Ask(
                    acting_seat(table),
                    "rifles_move",
                    text("Where does {unit} go?", unit=table.setup.units[uid].name),
                    (RULE,),
                    Listed([(h, text("To {hex}", hex=h)) for h in found]),
                    form="place",
                    subject=(uid,),
                    where=tuple(found),
                )
            )
        )
    parent = unit_at(table.setup, table.state, at) or ""
    change(table, uid, at=at, parent=parent, passive=False, acted="move")
    words = text("{unit} goes to {hex}.", unit=table.setup.units[uid].name, hex=at)
    log_of(table, "move", words, uid, RULE)

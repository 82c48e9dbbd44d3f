"""[5.4.normal] What a move does: limits are used up, enemies met, sources taken, and what is told."""

from __future__ import annotations

from grognard.engines.columbia.field.border_ways import CONTESTED, ENEMY, mobility
from grognard.engines.columbia.field.effects import log_move, move_to
from grognard.engines.columbia.field.fog_of_war import is_open
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES
from grognard.engines.columbia.field.situation import Situation
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.state import Entry
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.choices import word_of


def go(table: Board, where: Situation, choice: Choice, rule: str, by: str = "") -> tuple[str, str]:
    """[5.4.normal] Carry out a legal move: limits are used up, enemies met.

    Return the areas left and entered, which may have changed hands (`capture.changed`).

    `where` is the position in which it was chosen; steps lost and orders given since do not matter.
    """
    state = table.state
    uid, to = word_of(choice, "piece"), word_of(choice, "at")
    kind, at = table.setup.types[uid], state.blocks[uid].at
    way = where.way((at, mobility(kind)), to)
    fights, leaves = where.codes[to] >= ENEMY, where.codes[at] == CONTESTED
    if fights or leaves:
        key = where.net.keys[at, to]
        entries = state.entries
        if fights:
            waits = where.side != state.first and to in where.started_by_first
            entry = Entry(uid, kind.side, key, to, number("reserves_round") if waits else 1)
            entries = (*entries, entry)
        used = state.crossed.get(key, 0) + 1
        table.update(crossed={**state.crossed, key: used}, entries=entries)
    move_to(table, uid, to, moved=True)
    _log(table, uid, way, rule, _verb(where, to, leaves=leaves), by=by)
    return at, to


PUBLIC = {
    "move": text("A {side} block moves from {a} to {b}."),
    "attack": text("A {side} block attacks {b} from {a}."),
    "join": text("A {side} block joins the attack on {b} from {a}."),
    "reinforce": text("A {side} block reinforces {b} from {a}."),
    "leave": text("A {side} block leaves {a} for {b}."),
}
PRIVATE = {
    "move": text("{block} moves from {a} to {b}."),
    "attack": text("{block} attacks {b} from {a}."),
    "join": text("{block} joins the attack on {b} from {a}."),
    "reinforce": text("{block} reinforces {b} from {a}."),
    "leave": text("{block} leaves {a} for {b}."),
}


CITES = {
    "attack": ("5.4.attack",),
    "join": ("5.4.attack",),
    "reinforce": ("5.4.attack", "5.6.reserve", "6.4.who"),
    "leave": ("5.5.leave",),
}
"""The rules a move cites besides that of its phase, by what it is."""


def _verb(where: Situation, to: str, *, leaves: bool) -> str:
    code = where.codes[to]
    if code == ENEMY:
        return "attack"
    if code == CONTESTED:
        own = where.side == where.state.first or to not in where.started_by_first
        return "join" if own else "reinforce"
    return "leave" if leaves else "move"


def _log(  # noqa: PLR0913 - a line of the log has these facts
    table: Board,
    uid: str,
    way: tuple[str, ...],
    rule: str,
    verb: str,
    *,
    by: str,
) -> None:
    setup = table.setup
    areas, kind = setup.ground.areas, setup.types[uid]
    a, b = (named("place", areas[at].name) for at in (way[0], way[-1]))
    own = PRIVATE[verb].fill(block=kind.name, a=a, b=b)
    if is_open(table.state, uid):
        table.log(
            "move",
            own,
            rule,
            *CITES.get(verb, ()),
            seat=setup.seat_of(kind.side),
            pieces=(uid,),
            where=way[-1:],
            path=way,
        )
        return
    words = PUBLIC[verb].fill(side=SIDE_ADJECTIVES[kind.side], a=a, b=b)
    if by:
        own = text("{move} Ordered by {hq}.", move=own, hq=setup.types[by].name)
    # The road it took would tell guns, which must keep to one, from the others (0.fog).
    log_move(table, uid, words, own, rule, way[0], way[-1], also=CITES.get(verb, ()))

"""[flank] Flank attacks (optional) and when those who entered a battle join it (6.4)."""

from __future__ import annotations

from grognard.engines.columbia.battle.fighters import battle_of, joins, put
from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ELIMINATED, Entry, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Modifier


def attacker_in(setup: Setup, state: State, at: str) -> Side:
    """[6.1.roles] Return the side that entered where the other one already was.

    A side attacks when all of its blocks there came in this turn. If that is true of both (those
    who stood there are gone), Player 2 attacks if he came into an area that was the enemy's then;
    who came to help those who were still there is a Reserve (6.4.who).
    """
    second = enemy_of(state.first)
    begun = any((e.at, e.side, e.round) == (at, second, 1) for e in state.entries)
    return second if begun and _all_entered(setup, state, at, second) else state.first


def _all_entered(setup: Setup, state: State, at: str, side: Side) -> bool:
    came = {entry.block for entry in state.entries if entry.at == at}
    return all(uid in came for uid in state.areas.get(at, ()) if setup.types[uid].side == side)


def main_border(state: State, at: str, side: Side) -> str:
    """[flank.main] Return the border of the Main Attack of a side into an area, "" for none."""
    return next((border for area, who, border in state.main if (area, who) == (at, side)), "")


def round_of(state: State, entry: Entry, attacker: Side) -> int:
    """[6.4.enter] [flank.delay] [flank.p2] Return the round in which an entered block joins.

    Player 1 has no Reserves: where he does not attack any more he is there already.
    """
    if entry.side == state.first != attacker:
        return 1
    first = 1 if entry.side == attacker else number("reserves_round")
    main = main_border(state, entry.at, entry.side)
    late = bool(main) and entry.border != main
    return first + number("flank_delay_rounds") * late


def settle(table: Board, at: str, attacker: Side) -> None:
    """[6.4.who] Note for each block that entered the area in which round it joins."""
    state = table.state
    entries = tuple(
        _joining(entry, round_of(state, entry, attacker)) if entry.at == at else entry
        for entry in state.entries
    )
    table.update(entries=entries)


def _joining(entry: Entry, joins: int) -> Entry:
    """Return an entry with another round of joining."""
    return entry if entry.round == joins else evolve(entry, round=joins)


def flank_rule(state: State, uid: str) -> str:
    """[flank.p2] Return the rule by which a flank block surprises: attack or reinforcement."""
    reinforces = joins(state, battle_of(state).at, uid) > number("reserves_round")
    return "flank.p2" if reinforces else "flank.bonus"


def surprise(table: Board, joining: tuple[str, ...]) -> None:
    """[flank.bonus] [flank.p2] Give the flank bonus to blocks that join now, if it is not lost."""
    state = table.state
    battle = battle_of(state)
    from_flank = tuple(uid for uid in joining if _came_by_flank(state, battle.at, uid))
    bonus = tuple(uid for uid in from_flank if not lost(table.setup, state, uid))
    put(table, bonus=bonus)
    for rule in dict.fromkeys(flank_rule(state, uid) for uid in from_flank if uid not in bonus):
        words = text("The Main Attack is destroyed: no surprise from the flank.")
        table.log("note", words, rule, where=(battle.at,))


def _came_by_flank(state: State, at: str, uid: str) -> bool:
    entry = next((e for e in state.entries if e.block == uid and e.at == at), None)
    main = main_border(state, at, entry.side) if entry else ""
    return entry is not None and bool(main) and entry.border != main


def lost(setup: Setup, state: State, uid: str) -> bool:
    """[flank.bonus] Whether every block of the Main Attack has been eliminated (not retreated)."""
    at = battle_of(state).at
    side = setup.types[uid].side
    main = main_border(state, at, side)
    led = [e.block for e in state.entries if (e.at, e.side, e.border) == (at, side, main)]
    return bool(led) and all(state.blocks[block].at == ELIMINATED for block in led)


def bonus_of(state: State, uid: str) -> Modifier | None:
    """[flank.bonus] Return what surprise adds to the firepower of a block in this round."""
    if uid not in battle_of(state).bonus:
        return None
    return Modifier(number("flank_bonus"), text("From the flank"), flank_rule(state, uid))

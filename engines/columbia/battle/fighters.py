"""[6.1] Who is in the battle being fought: roles, rounds of joining, squares, double defense."""

from __future__ import annotations

from typing import Any

from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import RUSSIAN, Battle, Entry, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, text
from grognard.engines.core.play.memo import Memo

LETTERS = "ABC"
SHELTERED_LETTER = "C"


def battle_of(state: State) -> Battle:
    """Return the battle being fought.

    Raises:
        LookupError: no battle is being fought.
    """
    if state.battle is None:
        raise LookupError("no battle is being fought")
    return state.battle


def put(table: Board, **fields: Any) -> Battle:
    """Replace fields of the battle being fought and return it."""
    battle = evolve(battle_of(table.state), **fields)
    table.update(battle=battle)
    return battle


def defender_of(battle: Battle) -> Side:
    """[6.1.roles] Return the side that defends."""
    return enemy_of(battle.attacker)


def attacks(setup: Setup, battle: Battle, uid: str) -> bool:
    """[6.1.roles] Whether a block fights for the attacker."""
    return setup.types[uid].side == battle.attacker


def entries_into(state: State, at: str) -> dict[str, Entry]:
    """Return how each block that entered an area by fighting its way came there."""
    return {entry.block: entry for entry in state.entries if entry.at == at}


def joins(state: State, at: str, uid: str) -> int:
    """[6.4.enter] Return the battle round in which a block joins: 1 for those already there."""
    return next((e.round for e in state.entries if e.block == uid and e.at == at), 1)


def fighters(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[6.4.idle] Return the blocks of a side that fight now: in the area and no Reserves."""
    return _present(setup, state, side)[0]


def reserves(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[6.4.who] Return the blocks of a side that wait to join the battle."""
    return _present(setup, state, side)[1]


Present = tuple[tuple[str, ...], tuple[str, ...]]
_PRESENT: Memo[tuple[object, object, tuple[str, int], Present]] = Memo(32)


def _present(setup: Setup, state: State, side: Side) -> Present:
    """Return who of a side fights and who waits; kept until somebody moves or the round ends."""
    battle = battle_of(state)
    kept = _PRESENT.get((setup, side))
    # The State replaces `areas` and `entries` whenever they change: the same objects say the same.
    if (
        kept is not None
        and kept[0] is state.areas
        and kept[1] is state.entries
        and kept[2] == (battle.at, battle.round)
    ):
        return kept[3]
    entered = entries_into(state, battle.at)
    here = [uid for uid in state.areas.get(battle.at, ()) if setup.types[uid].side == side]
    waiting = tuple(uid for uid in here if uid in entered and entered[uid].round > battle.round)
    found = (tuple(uid for uid in here if uid not in waiting), waiting)
    when = (battle.at, battle.round)
    return _PRESENT.keep((setup, side), (state.areas, state.entries, when, found))[3]


def square_sheltering(battle: Battle, uid: str) -> str:
    """[6.61.shelter] Return the square that shelters a block, "" for none."""
    return next((square for square, inside in battle.sheltered if inside == uid), "")


def in_square(battle: Battle, uid: str) -> bool:
    """[6.61.effect] Whether a block is in square, or sheltered by one."""
    return uid in battle.squares or any(inside == uid for _, inside in battle.sheltered)


def letter(setup: Setup, battle: Battle, uid: str) -> str:
    """[4.13.order] [6.63.sheltered] Return the letter by which a block takes its battle turn."""
    return SHELTERED_LETTER if square_sheltering(battle, uid) else setup.types[uid].letter


def pursued(battle: Battle) -> bool:
    """[6.3.round4] Whether this is the round in which the attackers must retreat."""
    return battle.round >= number("pursuit_round")


def double_defense(setup: Setup, state: State, side: Side) -> bool:
    """[6.51.who] Whether the blocks of a side have double defense in the battle being fought."""
    battle = state.battle
    if battle is None or side != RUSSIAN or battle.attacker == side:
        return False
    return setup.ground.areas[battle.at].redoubt


def tidy(table: Board) -> None:
    """[6.61.shelter] Forget squares, shelter and half-hits of blocks no longer in the battle."""
    battle = battle_of(table.state)
    here = table.state.areas.get(battle.at, ())
    squares = tuple(uid for uid in battle.squares if uid in here)
    sheltered = tuple(pair for pair in battle.sheltered if pair[0] in squares and pair[1] in here)
    half = tuple(uid for uid in battle.half if uid in here)
    if (squares, sheltered, half) != (battle.squares, battle.sheltered, battle.half):
        put(table, squares=squares, sheltered=sheltered, half=half)


def outcome(setup: Setup, state: State) -> Side | None:
    """[6.3.end] Return the winner, "" where nobody is left, None while the battle goes on.

    Reserves still to come keep their side in the battle.
    """
    battle = battle_of(state)
    attacker, defender = battle.attacker, defender_of(battle)
    attacking = fighters(setup, state, attacker) or reserves(setup, state, attacker)
    defending = fighters(setup, state, defender) or reserves(setup, state, defender)
    if attacking and defending:
        return None
    if attacking:
        return attacker
    return defender if defending else ""


def names(setup: Setup, blocks: tuple[str, ...]) -> Text:
    """Return the names of blocks for a sentence."""
    return all_of(setup.types[uid].name for uid in blocks)


def place_name(setup: Setup, at: str) -> Text:
    """Return the name of an area, or what lies off the map."""
    area = setup.ground.areas.get(at)
    return text("{area}", area=area.name) if area else text("off the map")

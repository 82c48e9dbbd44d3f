"""[6.3] How everybody is taken to act where the odds of a battle are reckoned."""

from __future__ import annotations

from grognard.engines.columbia.battle.battleturn import FIRE, REST, RETREAT, Turns
from grognard.engines.columbia.battle.firing import fire_of, targets, why_not_fire
from grognard.engines.columbia.battle.mainattack import declared, entered_over
from grognard.engines.columbia.battle.retreat import retreats
from grognard.engines.columbia.field.position import enemy_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ELIMINATED, Entry, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Procedure
from grognard.engines.core.show.choices import word_of

ASSUMED = (
    text("Every block fires; none forms square or retreats unless it must."),
    text("Of equally strong blocks, the one with most steps left is hit."),
    text("Only blocks in the area take part."),
)
LOSSES = ("hit", "bombard_loss")


def answered(board: Board, procedure: Procedure[None]) -> None:
    """Carry a procedure out; every question is answered as assumed."""
    try:
        ask = next(procedure)
        while True:
            ask = procedure.send(answer(board.setup, board.state, ask))
    except StopIteration:
        return


def answer(setup: Setup, state: State, ask: Ask) -> Choice:
    """Answer a question as assumed."""
    if isinstance(ask.choices, Turns) and (turn := turn_of(setup, state, ask.choices)) is not None:
        return turn
    if ask.kind == "square":
        return {"subset": []}
    if ask.kind in LOSSES:
        able = [word_of(choice) for choice in ask.choices]
        return max(able, key=lambda uid: (steps_left(setup, state, uid), -able.index(uid)))
    return PASS if PASS in ask.choices else next(iter(ask.choices))


def turn_of(setup: Setup, state: State, turns: Turns) -> Choice | None:
    """[6.31.turn] Fire if one can, at the target that promises most; retreat only if one must.

    None where an attacker that must retreat has no way out (6.73.stuck).
    """
    if turns.must_retreat:
        ways = ((uid, retreats(setup, state, uid)) for uid in turns.blocks)
        return next(({"piece": uid, "do": RETREAT, "at": to[0]} for uid, to in ways if to), None)
    for uid in turns.blocks:
        aim = best_aim(setup, state, uid)
        if aim is not None:
            return {"piece": uid, "do": FIRE, **({"target": aim} if aim else {})}
    return {"piece": turns.blocks[0], "do": REST}


def best_aim(setup: Setup, state: State, uid: str) -> str | None:
    """[6.62.target] Return the target that promises most hits, None where it cannot fire."""
    able = [
        aim for aim in targets(setup, state, uid) if why_not_fire(setup, state, uid, aim) is None
    ]
    if len(able) <= 1:
        return able[0] if able else None
    fires = [fire_of(setup, state, uid, aim) for aim in able]
    # Of equal promises the later is taken: the units in the open.
    best = max(range(len(able)), key=lambda n: (fires[n].dice * fires[n].firepower, n))
    return able[best]


def steps_left(setup: Setup, state: State, uid: str) -> int:
    """[4.12] Return how many hits (steps) a block can still take."""
    block = state.blocks[uid]
    return 0 if block.at == ELIMINATED else len(setup.types[uid].ladder) - block.step


def expected(setup: Setup, state: State, at: str, joining: Side | None = None) -> dict[Side, str]:
    """[flank.main] Return the Main Attacks into an area that will still be named, as expected.

    Each is expected over the border with most of its side's blocks, of equal ones over that which
    was crossed first: all can count them. `joining` is a side that is thought to bring another block.
    """
    if not setup.flank_attacks:
        return {}
    found: dict[Side, str] = {}
    for side in setup.sides:
        borders = entered_over(state, side).get(at, ())
        open_yet = side == joining or _names_later(state, side)
        if open_yet and len(borders) >= number("flank_borders") and not declared(state, at, side):
            came = [e.border for e in state.entries if e.side == side and _is_there(state, e, at)]
            found[side] = max(borders, key=lambda border: (came.count(border), -came.index(border)))
    return found


def _names_later(state: State, side: Side) -> bool:
    """[2.2.order] Whether a side's Action Phase of this Game Turn goes on or is still to come."""
    return TURN.within(state, "action") and side in (state.active, enemy_of(state.first))


def _is_there(state: State, entry: Entry, at: str) -> bool:
    return entry.at == at == state.blocks[entry.block].at

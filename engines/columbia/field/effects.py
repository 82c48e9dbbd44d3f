"""[4.12] What happens to blocks: moving, losing steps, elimination, being seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engines.columbia.field.fog_of_war import is_open
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES
from grognard.engines.columbia.field.succession import replace
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.state import BOXES, ELIMINATED, State
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text


def change(table: Board, uid: str, **fields: Any) -> None:
    """Replace fields of one block (not `at`: see `move_to`)."""
    block = evolve(table.state.blocks[uid], **fields)
    table.update(blocks={**table.state.blocks, uid: block})


def change_all(table: Board, uids: Iterable[str], **fields: Any) -> None:
    """Replace the same fields of many blocks at once (not `at`: see `move_to`)."""
    blocks = table.state.blocks
    table.update(blocks=blocks | {uid: evolve(blocks[uid], **fields) for uid in uids})


def move_to(table: Board, uid: str, at: str, **fields: Any) -> None:
    """[5.1.instant] Put a block into an area, last in the order of arrival, or into a box.

    `fields` of the block may change with it.
    """
    state = table.state
    blocks = {**state.blocks, uid: evolve(state.blocks[uid], at=at, **fields)}
    table.update(blocks=blocks, areas=areas_after(state, uid, at))


def areas_after(state: State, uid: str, at: str) -> dict[str, tuple[str, ...]]:
    """[5.1.instant] Return who stands where once a block is in another area or box."""
    areas = dict(state.areas)
    before = state.blocks[uid].at
    if before not in BOXES:
        left = tuple([other for other in areas[before] if other != uid])
        if left:
            areas[before] = left
        else:
            del areas[before]
    if at not in BOXES:
        areas[at] = (*areas.get(at, ()), uid)
    return areas


def log_move(  # noqa: PLR0913 - a line of the log has these facts
    table: Board,
    uid: str,
    words: Text,
    private: Text,
    rule: str,
    *path: str,
    also: tuple[str, ...] = (),
) -> None:
    """Log a move in two ways: `words` for everybody (no face in it), `private` for the owner.

    `also` are rules that had a part in it besides `rule`.
    """
    setup = table.setup
    seat = setup.seat_of(setup.types[uid].side)
    table.log(
        "move",
        words,
        rule,
        *also,
        seat=seat,
        where=path[-1:],
        path=path,
        private=private,
        private_to=(seat,),
        private_pieces=(uid,),
    )


def lose_step(table: Board, uid: str, rule: str) -> bool:
    """[4.12] Turn a block one step down; return whether that eliminated it (6.5.eliminate)."""
    block = table.state.blocks[uid]
    if block.step + 1 < len(table.setup.types[uid].ladder):
        change(table, uid, step=block.step + 1)
        return False
    eliminate(table, uid, rule)
    return True


def eliminate(table: Board, uid: str, rule: str) -> None:
    """[6.9] Remove a block for good; a face nobody saw is set aside hidden (8.2.hidden).

    A block that was open when it fell stays `known`: the enemy has seen what he destroyed.
    """
    setup = table.setup
    side = setup.types[uid].side
    block = table.state.blocks[uid]
    seen = is_open(table.state, uid)
    move_to(table, uid, ELIMINATED)
    change(table, uid, active=False, pinned=False, known=seen)
    if not seen:
        # That a hidden block was at its last step is shown when it falls: undo stops here.
        table.dice.learn()
    seat = setup.seat_of(side)
    named = text("{block} is eliminated.", block=setup.types[uid].name)
    words = text("A {side} block is eliminated.", side=SIDE_ADJECTIVES[side])
    table.log(
        "loss",
        named if seen else words,
        rule,
        seat=seat,
        pieces=(uid,) if seen else (),
        where=(block.at,),
        private=named,
        private_to=(seat,),
        private_pieces=(uid,),
    )
    if setup.types[uid].is_hq:
        replace(table, uid)

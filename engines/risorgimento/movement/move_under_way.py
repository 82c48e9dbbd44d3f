"""[geo.allowance] The move under way: its account, its place, its beginning and its end.

`State.mover` is the unit that moves; `account`, `turned`, `trail` and `progress` are its move so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grognard.engines.core.board.tabletop import Base, Pose
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.risorgimento.army.units import TABLE, Unit
from grognard.engines.risorgimento.command.special_rules import mines
from grognard.engines.risorgimento.command.succession import behind
from grognard.engines.risorgimento.field.contact import in_contact
from grognard.engines.risorgimento.field.effects import change, change_commander, name_of, tell
from grognard.engines.risorgimento.field.footprint import base, enemies, everyone, on_table, side_of
from grognard.engines.risorgimento.morale.heart import reach_objectives
from grognard.engines.risorgimento.movement.movement import Stop
from grognard.engines.risorgimento.movement.mover import Mover, road_move
from grognard.engines.risorgimento.movement.zoc import holders
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import Progress, State
from grognard.engines.risorgimento.victory.victory import hold_objectives

ZOC_OPTIONS, WITHDRAW, OVER = "zoc", "withdraw", "over"
"""What `Progress.pending` may say."""


def begin(table: Board, uid: str) -> None:
    """[E.phase.individual] A unit begins its move: its account is empty."""
    setup, state = table.setup, table.state
    unit = state.units[uid]
    held = bool(holders(setup, state, uid, base(setup, unit)))
    engaged = bool(engaged_with(setup, state, uid))
    progress = Progress(
        pending="withdraw" if engaged else "zoc" if held else "",
        by_road=road_move(setup, state, uid),
        began_held=held or engaged,
    )
    trail = (unit.pose,) if unit.pose else ()
    table.update(mover=uid, account=0, turned=0, trail=trail, progress=progress)


def end(table: Board) -> None:
    """[E.3.1.fatigue] [I.1.objectives] The move is over: a forced march tires, a place may be taken.

    The unit has had its move.
    """
    uid = table.state.mover
    mines(table, uid)
    step_off(table, uid)
    state = table.state
    unit = state.units[uid]
    stirred = state.account > 0 or len(state.trail) > 1
    if stirred and on_table(unit):
        change(table, uid, moved=True, stirred=True)
        reach_objectives(table, uid, state.trail[0] if state.trail else None)
        if state.progress.forced and state.account > Mover(table.setup, state, uid).single:
            change(table, uid, fatigue=unit.fatigue + 1)
            words = text("{unit} has made a forced march.", unit=table.setup.types[uid].name)
            tell(table, words, "E.3.1.fatigue", "B.2.gain", uid=uid)
    close(table, uid)
    hold_objectives(table)


def step_off(table: Board, uid: str) -> None:
    """[E.7.forbidden] A unit cut short while it passes a friend ends its move at its last clear place."""
    unit = table.state.units[uid]
    if not on_table(unit) or unit.routed:
        return
    stand, others = base(table.setup, unit), everyone(table.setup, table.state, but=(uid,))
    if not len(others.overlapping(stand)):
        return
    clear = (
        pose for pose in reversed(table.state.trail) if not len(others.overlapping(stand.at(pose)))
    )
    pose = next(clear, None)
    if pose is not None:
        put(table, uid, pose)
        words = text("{unit} may not end its move on another unit.", unit=name_of(table, uid))
        table.shortfall("E.7.forbidden", uid, words)


def close(table: Board, uid: str) -> None:
    """Nobody is moving any more."""
    table.update(
        mover="",
        account=0,
        turned=0,
        trail=(),
        progress=Progress(),
        acted=(*table.state.acted, uid),
    )


def note(table: Board, **changes: Any) -> None:
    """Note something about the move under way."""
    table.update(progress=evolve(table.state.progress, **changes))


def over(table: Board) -> bool:
    """Whether the moving unit can do nothing more."""
    state = table.state
    unit = state.units.get(state.mover)
    if unit is None or not on_table(unit) or unit.routed or unit.moved:
        return True
    if state.progress.pending:
        return state.progress.pending == OVER
    return Mover(table.setup, state, state.mover).left <= 0


def engaged_with(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[geo.contact] Return the enemy units a unit is in contact with."""
    stand, foes = base(setup, state.units[uid]), enemies(setup, state, side_of(setup, uid))
    if not len(foes):
        return ()
    near = sorted(foes.within(stand, setup.eps).tolist())
    return tuple(
        foes.ids[i]
        for i in near
        if not state.units[foes.ids[i]].routed
        and in_contact(setup, state.units[uid], state.units[foes.ids[i]])
    )


def short(table: Board, uid: str, stop: Stop) -> bool:
    """[scale.premeasure] An order that proves impossible is spent: the rest is not carried out."""
    words = text("{unit}: {why}", unit=name_of(table, uid), why=stop.words)
    table.shortfall(stop.rule, ",".join(stop.where), words)
    return False


def put(table: Board, uid: str, pose: Pose) -> None:
    """Set a unit down at a pose, and with it the commander attached to it (commanders.attach)."""
    unit = table.state.units[uid]
    if unit.pose == pose:
        return
    change(table, uid, pose=pose, stirred=True, sector="", slot="")
    if table.state.mover == uid:
        table.update(trail=(*table.state.trail, pose))
    for name, commander in table.state.commanders.items():
        if commander.attached == uid and commander.place == TABLE:
            change_commander(table, name, pose=behind(table.setup, table.state, uid))


def pay(table: Board, price: int) -> None:
    """[geo.allowance] Add to the account of the move, with the road bonus and without."""
    table.update(account=table.state.account + price)
    note(table, plain=table.state.progress.plain + price)


def goes_on(table: Board, uid: str) -> bool:
    """Whether a unit is still moving: on the table, in order of march, its move not at its end."""
    unit = table.state.units[uid]
    mine = table.state.mover == uid and on_table(unit) and not unit.routed and not unit.moved
    return mine and table.state.progress.pending != OVER


def still(table: Board, uid: str, now: Unit) -> bool:
    """Whether the moving unit stands where it was put, able to go on."""
    unit = table.state.units[uid]
    return goes_on(table, uid) and unit.pose == now.pose and unit.formation == now.formation


def stand_as_before(before: State, now: State) -> bool:
    """Whether nobody stands, is formed or flees otherwise than before: what was found of a way holds."""
    if now.units is before.units:
        return True
    return all(
        unit is (was := before.units[uid]) or _standing(unit) == _standing(was)
        for uid, unit in now.units.items()
    )


def _standing(unit: Unit) -> tuple[object, ...]:
    """What others and its own way depend on; its losses are not among it."""
    return unit.place, unit.pose, unit.formation, unit.routed, unit.disorder, unit.marker, unit.spot


def on_board(setup: Setup, stand: Base) -> bool:
    """Whether a base lies wholly on the table."""
    corners = np.array(stand.corners)
    return bool(
        (corners >= -setup.eps).all() and (corners <= np.array(setup.table.size) + setup.eps).all()
    )


def edge(uid: str) -> Stop:
    """Return what keeps a base on the table."""
    return Stop("edge", "geo.frame", (uid,), text("The edge of the table is in the way."))

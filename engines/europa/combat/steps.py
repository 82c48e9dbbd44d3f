"""[10.7] [10.8] [10.9] The Combat phase: the sides attack by turns until both have finished."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.europa.combat.commands import first_attacker
from grognard.engines.europa.combat.fight import FIGHT
from grognard.engines.europa.combat.orders import Attacks
from grognard.engines.europa.field.position import units_at
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import SIDES, Board, enemy_of
from grognard.engines.europa.state import Battle


def begin_attacks(table: Board) -> None:
    """[9.4] The side with more CC attacks first."""
    first = first_attacker(table.state)
    table.update(deciding=first, done=(), battle=None)
    table.log("phase", text("{side} attack first.", side=NAMES[first]), "9.4")


def attacks_step(table: Board) -> Procedure[None]:
    """[10.7] [10.8] Each side orders an attack when its turn comes, or has finished."""
    if not table.state.deciding:
        begin_attacks(table)
    while True:
        if table.state.battle is not None:
            yield from FIGHT.play(table)
        if len(table.state.done) == len(SIDES):
            break
        side = table.state.deciding
        if side in table.state.done:
            table.update(deciding=enemy_of(side))
            continue
        attacks = Attacks(table.setup, table.state, side)
        if not attacks.any():
            decline(table, side)
            continue
        choice = yield _ask(table, side, attacks)
        if choice == PASS:
            decline(table, side)
        else:
            order(table, side, words_of(choice, "pieces"), word_of(choice, "at"))
    end_attacks(table)


def _ask(table: Board, side: str, attacks: Attacks) -> Ask:
    return Ask(
        table.setup.seat_of(side),
        "attack",
        text("Order an attack, or finish attacking for this turn."),
        ("10.1", "10.7"),
        attacks,
        form="target",
        resting=True,
        odds="attack_odds",
    )


def decline(table: Board, side: str) -> None:
    """[10.7] A side that orders no attack has finished for this turn."""
    table.update(done=(*table.state.done, side), deciding=enemy_of(side))
    table.log("phase", text("{side} have finished attacking.", side=NAMES[side]), "10.7")


def order(table: Board, side: str, pieces: list[str], target: str) -> None:
    """[10.1] [4.3] Units of one stack are ordered to attack a stack beside them."""
    setup, state = table.setup, table.state
    start = state.units[pieces[0]].at
    defenders = tuple(unit.id for unit in units_at(setup, state, enemy_of(side), target))
    ours = tuple(u.id for u in units_at(setup, state, side, start) if u.id in pieces)
    battle = Battle(side, start, target, ours, defenders, step="commit")
    table.update(battle=battle)
    words = text(
        "{start} attacks {target}.", start=called(setup, start), target=called(setup, target)
    )
    again = ("10.8",) if any(state.units[uid].battles for uid in pieces) else ()
    log_at(table, "choice", words, target, "10.1", "4.2", "4.3", *again, side=side, pieces=pieces)


def end_attacks(table: Board) -> None:
    """[10.9] Both have finished: the Forced March markers go."""
    units = {
        uid: evolve(unit, forced=False) if unit.forced else unit
        for uid, unit in table.state.units.items()
    }
    table.update(units=units, done=(), deciding="")
    table.log("phase", text("Combat is over; Forced March markers go."), "10.9")

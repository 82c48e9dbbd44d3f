"""[G.3.result] [G.3.retreat] What a melee does to those who fought it: losses, tests, giving way."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import number_of
from grognard.engines.core.show.explain import Modifier, Roll
from grognard.engines.risorgimento.field.effects import change, disorder, name_of, remove, tell
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.melee.melee_roll import (
    UPHILL,
    Side,
    attacked_from,
    stands_above,
)
from grognard.engines.risorgimento.melee.villages import retire_in_village, why_not_hold
from grognard.engines.risorgimento.morale.losses import suffer
from grognard.engines.risorgimento.morale.morale import (
    fail,
    lose_heart,
    modifier_row,
    morale_modifiers,
    roll_morale,
    rout,
)
from grognard.engines.risorgimento.morale.retreats import column_move, retire
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.tables import number

HOLD, LEAVE = "hold", "leave"


def tired(table: Board, sides: tuple[Side, Side]) -> None:
    """[G.3.fatigue] [B.2.gain] Everyone who took part gains a fatigue point as the round is over.

    The tests of the round itself are not the harder for it.
    """
    for uid in (uid for side in sides for uid in (side.unit, *side.helpers)):
        unit = table.state.units[uid]
        if on_table(unit):
            change(table, uid, fatigue=unit.fatigue + 1, stirred=True)
    table.log(
        "note",
        text("Every unit that fought gains one point of fatigue."),
        "G.3.fatigue",
        "B.2.gain",
    )


def struck(table: Board, side: Side, result: Roll) -> Procedure[bool]:
    """[G.3.result] Let the enemy's result strike a side; return whether it has to retire."""
    word = result.result
    if word == "-":
        return False
    harder = int(word[-1]) if word.startswith("M") else 2
    if not word.startswith("M"):
        suffer(table, side.unit, int(word), "G.3.losses")
    unit = table.state.units[side.unit]
    if not on_table(unit) or unit.routed:
        return True
    if table.setup.types[side.unit].arm == "artillery" and not side.helpers:
        words = text("{unit} is overrun.", unit=name_of(table, side.unit))
        tell(table, words, "G.7.alone", uid=side.unit)
        remove(table, side.unit, "G.7.alone")
        return True
    if _passes(table, side, harder):
        return False
    return not (yield from _holds(table, side))


def _passes(table: Board, side: Side, harder: int) -> bool:
    """[G.3.retreat] [morale.test] The frontal unit tests for its side, the easier where it stands above the enemy."""
    more = [Modifier(harder, text("Result of the melee"), "G.3.result")]
    where = attacked_from(table.setup, table.state, side)
    above = UPHILL if stands_above(table.setup, table.state, side) else ""
    more += [modifier_row(row) for row in (where, above) if row]
    rolled = roll_morale(table, side.unit, "melee", more=more)
    _guns_beside(table, side, rolled.natural, more)
    return rolled.result == "passed"


def _guns_beside(table: Board, side: Side, die: int, shared: list[Modifier]) -> None:
    """[G.7.adjacent] A battery beside the friend that is fought uses the same die; failing, it is lost.

    `shared` are the modifiers of the melee's result, which strike both.
    """
    setup = table.setup
    for uid in side.helpers:
        unit = table.state.units[uid]
        if setup.types[uid].arm != "artillery" or not on_table(unit):
            continue
        own = morale_modifiers(setup, table.state, uid)
        total = die + sum(modifier.value for modifier in (*own, *shared))
        lost = text("{unit} is lost: the same die comes to {n} ({goal} or less).")
        held = text("{unit} holds: the same die comes to {n} ({goal} or less).")
        said = lost if total > unit.vm else held
        said = said.fill(unit=name_of(table, uid), n=total, goal=unit.vm)
        tell(table, said, "G.7.adjacent", uid=uid)
        if total > unit.vm:
            remove(table, uid, "G.7.adjacent")


def _holds(table: Board, side: Side) -> Procedure[bool]:
    """[G.5.hold] A defender in a village may stay at a price."""
    setup = table.setup
    if why_not_hold(setup, table.state, side.unit) is not None:
        return False
    choices = Listed(
        [(LEAVE, text("Leave the village side")), (HOLD, text("Hold: 2 loss points, 1 morale"))]
    )
    seat = setup.seat_of(setup.types[side.unit].side)
    prompt = text("{unit} failed its test: hold the village?", unit=name_of(table, side.unit))
    choice = yield Ask(seat, "village_hold", prompt, ("G.5.hold",), choices, subject=(side.unit,))
    if choice != HOLD:
        return False
    # One morale for the failed test and one for staying: the second can rout it as the first can.
    for _ in range(2):
        if fail(table, side.unit, "G.5.hold"):
            return False
    suffer(table, side.unit, number("hold_losses"), "G.5.hold")
    unit = table.state.units[side.unit]
    return on_table(unit) and not unit.routed


# -- giving way (G.3.retreat, E.1.inconclusive) ------------------------------------------------


def give_way(table: Board, *sides: Side) -> Procedure[None]:
    """[G.3.retreat] All units of the beaten sides fall back half their column move, Disordered, morale down.

    Where both are beaten both failures count before anything follows from either (G.3.both). A battery
    beside a beaten unit has had its test and stays (G.7.adjacent).
    """
    setup = table.setup
    beaten = [uid for side in sides for uid in _that_retire(table, side)]
    routs = [uid for uid in beaten if lose_heart(table, uid, "G.3.retreat")]
    for uid in beaten:
        unit = table.state.units[uid]
        if not on_table(unit) or unit.routed:
            continue
        if uid in routs:
            rout(table, uid, "G.3.retreat", beaten=beaten)
            continue
        disorder(table, uid, "G.3.retreat")
        if unit.sector:
            yield from retire_in_village(table, uid)
        else:
            retire(table, uid, column_move(setup, uid) / 2, "G.3.retreat")


def _that_retire(table: Board, side: Side) -> list[str]:
    """Who of a beaten side is still there to retire."""
    guns = [uid for uid in side.helpers if table.setup.types[uid].arm == "artillery"]
    return [
        uid
        for uid in (side.unit, *side.helpers)
        if on_table(table.state.units[uid])
        and not table.state.units[uid].routed
        and uid not in guns
    ]


def break_off(table: Board, sides: tuple[Side, Side]) -> Procedure[None]:
    """[E.1.inconclusive] Cavalry whose charge decided nothing goes back and is Disordered."""
    setup = table.setup
    for side in sides:
        for uid in (side.unit, *side.helpers):
            if setup.types[uid].arm != "cavalry" or not on_table(table.state.units[uid]):
                continue
            whole = round(column_move(setup, uid))
            choices = Listed(
                [(cm, text("{n} cm", n=cm)) for cm in range((whole + 1) // 2, whole + 1)]
            )
            prompt = text("{unit} breaks off: how far back?", unit=name_of(table, uid))
            seat = setup.seat_of(setup.types[uid].side)
            answer = yield Ask(
                seat,
                "charge_return",
                prompt,
                ("E.1.inconclusive",),
                choices,
                form="number",
                subject=(uid,),
            )
            back = number_of(answer)
            disorder(table, uid, "E.1.inconclusive")
            retire(table, uid, back, "E.1.inconclusive")

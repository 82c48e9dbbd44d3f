"""[6.7] Retreats: where attackers (6.72) and defenders (6.74) may go, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.battle.fighters import (
    attacks,
    battle_of,
    in_square,
    place_name,
    pursued,
    put,
    tidy,
)
from grognard.engines.columbia.battle.hits import elimination_rule
from grognard.engines.columbia.field.border_ways import mobility, ways
from grognard.engines.columbia.field.choice_shapes import Options
from grognard.engines.columbia.field.effects import change, eliminate, lose_step, move_to
from grognard.engines.columbia.field.position import enemy_of, holder, room
from grognard.engines.columbia.map.crossing import why_no_artillery
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import OFF_MAP, Battle, BlockType, Side, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import TABLES, crossing_limit, number
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.asks import Ask, Choice, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal


def road_off(at: str) -> str:
    """[3.4.retreat] Return what stands for the map edge of an area where borders are counted."""
    return f"{at}|{OFF_MAP}"


def crossed_over(battle: Battle, key: str) -> int:
    """[6.71.limit] Return how many blocks have gone over a border in this round."""
    return next((count for border, count in battle.crossed if border == key), 0)


def count_crossing(table: Board, key: str) -> None:
    """[6.71.limit] Count one more block over a border."""
    battle = battle_of(table.state)
    others = tuple(pair for pair in battle.crossed if pair[0] != key)
    put(table, crossed=(*others, (key, crossed_over(battle, key) + 1)))


def entered_over(state: State, at: str, side: Side) -> frozenset[str]:
    """[6.72.where] [6.74.where] Return the borders a side used to enter the battle."""
    return frozenset(e.border for e in state.entries if e.at == at and e.side == side)


# -- where to (6.71, 6.72, 6.74, 3.4) --------------------------------------------------------------


def retreats(
    setup: Setup, state: State, uid: str, judged: dict[str, bool] | None = None
) -> tuple[str, ...]:
    """[6.7.retreat] Return where a block may retreat now: areas, and off the map.

    `judged` keeps what was found of an area for other blocks of the same side in the same State.
    """
    if why_not_at_all(setup, state, uid):
        return ()
    battle = battle_of(state)
    near = ways(setup, state).steps[mobility(setup.types[uid])][battle.at]
    known = {} if judged is None else judged
    for there in (*near, OFF_MAP):
        if there not in known:
            known[there] = _why_not_place(setup, state, uid, there) is None
    return tuple(there for there in (*near, OFF_MAP) if known[there])


def why_not_at_all(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[6.7.artillery] Refuse any retreat of light and heavy artillery in round 1."""
    kind = setup.types[uid]
    slow = kind.is_artillery and kind.weight != "horse"
    if slow and battle_of(state).round <= number("artillery_stays_round"):
        words = text("Light and heavy artillery may not retreat in the first round.")
        return Refusal("6.7.artillery", words, (uid,))
    return None


def why_not(setup: Setup, state: State, uid: str, there: str) -> Refusal | None:
    """[6.7.retreat] Return what keeps a block from retreating to a place."""
    why = why_not_at_all(setup, state, uid)
    if why is not None:
        return why
    if there != OFF_MAP:
        why = why_no_step(setup, state, setup.types[uid], battle_of(state).at, there)
    return why or _why_not_place(setup, state, uid, there)


def _why_not_place(setup: Setup, state: State, uid: str, there: str) -> Refusal | None:
    """[6.71.dest] [3.4.retreat] Refuse a place its side may not retreat to, whoever goes."""
    if there == OFF_MAP:
        return _why_not_off(setup, state, uid)
    return _why_not_area(setup, state, uid, there)


def why_no_step(setup: Setup, state: State, kind: BlockType, at: str, there: str) -> Refusal | None:
    """[5.4.normal] [3.2.river] [3.2.stream] Refuse a step the ground does not allow."""
    net = ways(setup, state)
    if there in net.steps[mobility(kind)][at]:
        return None
    if setup.ground.border(at, there) is None:
        rule, words = "5.4.normal", text("{area} is not adjacent.", area=place_name(setup, there))
    elif there not in net.open[at]:
        rule, words = "3.2.river", text("The river cannot be crossed there.")
    else:
        rule = why_no_artillery(setup.ground, state, border_key(at, there), there)
        words = text("Artillery cannot pass there.")
    return Refusal(rule, words, (there,))


def _why_not_area(setup: Setup, state: State, uid: str, there: str) -> Refusal | None:
    """[6.71.dest] [6.72.where] [6.74.where] [6.71.limit] Refuse an area that can be reached."""
    battle, side = battle_of(state), setup.types[uid].side
    key = ways(setup, state).keys[battle.at, there]
    held = holder(setup, state, there)
    why = why_held(setup, there, held, side)
    if why is not None:
        return why
    attacking = attacks(setup, battle, uid)
    if key in entered_over(state, battle.at, enemy_of(side)):
        rule = "6.72.where" if attacking else "6.74.where"
        return Refusal(rule, text("The enemy came over that border."), (key,))
    if attacking and held != side and key not in entered_over(state, battle.at, side):
        words = text("Attackers retreat over borders they came by, or to friendly areas.")
        return Refusal("6.72.where", words, (key,))
    most = ways(setup, state).limits[battle.at, there]
    return why_full_border(battle, key, most, "6.71.limit")


def why_held(setup: Setup, there: str, held: str, side: Side) -> Refusal | None:
    """[6.71.dest] [6.2.block] Refuse an area in which the enemy stands."""
    if held == "contested":
        words = text("The battle there has not been fought yet.")
        return Refusal("6.2.block", words, (there,))
    if held and held != side:
        words = text("{area} is held by the enemy.", area=place_name(setup, there))
        return Refusal("6.71.dest", words, (there,))
    return None


def why_full_border(battle: Battle, key: str, most: int, rule: str) -> Refusal | None:
    """[6.71.limit] [6.8.limits] Refuse a border over which no more blocks may go."""
    if crossed_over(battle, key) < most:
        return None
    words = counted(
        "No more than {n} block may cross that border.",
        "No more than {n} blocks may cross that border.",
        n=most,
    )
    return Refusal(rule, words, (key,))


def _why_not_off(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[3.4.retreat] Refuse a retreat off the map except over the owner's edge."""
    battle = battle_of(state)
    area = setup.ground.areas[battle.at]
    if area.edge != setup.types[uid].side:
        words = text("Only areas at your own map edge lead off the map.")
        return Refusal("3.4.retreat", words, (battle.at,))
    most = crossing_limit(area.terrain)
    return why_full_border(battle, road_off(battle.at), most, "6.71.limit")


# -- the retreat -----------------------------------------------------------------------------------


def retreat(table: Board, uid: str, there: str) -> Procedure[None]:
    """[6.7.retreat] Take a block out of the battle to an area, or off the map."""
    setup = table.setup
    battle = battle_of(table.state)
    if in_square(battle, uid) and straggles(table, uid):
        return
    off = there == OFF_MAP
    full = not off and room(setup, table.state, there, setup.types[uid].side) <= 0
    key = road_off(battle.at) if off else ways(setup, table.state).keys[battle.at, there]
    count_crossing(table, key)
    _log_retreat(table, uid, there)
    # In a full area it stays open until it has moved on: the enemy sees what becomes of it.
    move_to(table, uid, there, known=full)
    tidy(table)
    if full:
        _overfill(table, uid)
        yield from pending(table)
        return
    if not off:
        yield from capture.changed(table, there)


def _log_retreat(table: Board, uid: str, there: str) -> None:
    setup = table.setup
    kind = setup.types[uid]
    battle = battle_of(table.state)
    words = text("{block} retreats to {area}.", block=kind.name, area=place_name(setup, there))
    if there == OFF_MAP:
        words = text("{block} retreats off the map.", block=kind.name)
    where = "6.72.where" if attacks(setup, battle, uid) else "6.74.where"
    rules = ["6.7.retreat", "3.4.retreat" if there == OFF_MAP else where]
    if pursued(battle) and attacks(setup, battle, uid):
        rules.append("6.3.round4")
    table.log(
        "move",
        words,
        *rules,
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
        where=(there,),
        path=(battle.at, there),
    )


def straggler_steps(total: int) -> int:
    """[5.7.roll] Return the steps a Straggler Roll costs."""
    for row in TABLES.rows("straggler_roll"):
        if not row["max"] or total <= int(row["max"]):
            return int(row["steps"])
    raise LookupError(total)


def straggles(table: Board, uid: str) -> bool:
    """[6.63.retreat] Roll for a block that retreats out of a square; True: that eliminated it."""
    setup = table.setup
    kind = setup.types[uid]
    roll = table.roll(
        seat=setup.seat_of(kind.side),
        rule="6.63.retreat",
        purpose="straggler",
        subject=uid,
        sides=number("dice_sides"),
        first=1,
        result=lambda total: "loses a step" if straggler_steps(total) else "no loss",
        read_in=("straggler_roll", ""),
        says=text("{block} leaves its square: Straggler Roll", block=kind.name),
    )
    if not straggler_steps(roll.total):
        return False
    table.log(
        "loss",
        text("{block} loses a step.", block=kind.name),
        "5.7.square",
        "6.63.retreat",
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
    )
    gone = lose_step(table, uid, elimination_rule(setup, uid))
    tidy(table)
    return gone


# -- a full area (6.75) ----------------------------------------------------------------------------


def _overfill(table: Board, uid: str) -> None:
    """[6.75.penalty] Let a block pay for entering a full area; if it lives it must move on."""
    setup = table.setup
    kind = setup.types[uid]
    words = text("{block} finds the area full and loses a step.", block=kind.name)
    table.log(
        "loss",
        words,
        "6.75.penalty",
        "3.31.retreat",
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
        where=(table.state.blocks[uid].at,),
    )
    for _ in range(number("full_area_steps")):
        if lose_step(table, uid, elimination_rule(setup, uid)):
            return
    put(table, displaced=uid)


def pending(table: Board) -> Procedure[None]:
    """[6.75.penalty] Move the block on that found its area full; without a way it is lost."""
    setup = table.setup
    uid = battle_of(table.state).displaced
    if not uid:
        return
    onward = onward_from(setup, table.state, uid)
    if not onward:
        put(table, displaced="")
        eliminate(table, uid, "6.75.penalty")
        return
    there = onward[0]
    if len(onward) > 1:
        there = word_of((yield _ask_onward(setup, table.state, uid, onward)))
    at = table.state.blocks[uid].at
    count_crossing(table, ways(setup, table.state).keys[at, there])
    kind = setup.types[uid]
    words = text("{block} moves on to {area}.", block=kind.name, area=place_name(setup, there))
    table.log(
        "move",
        words,
        "6.75.penalty",
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
        where=(there,),
        path=(at, there),
    )
    move_to(table, uid, there)
    change(table, uid, known=False)
    put(table, displaced="")
    yield from capture.changed(table, there)


def onward_from(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[6.75.penalty] Return where a block in a full area may move on to."""
    kind = setup.types[uid]
    at = state.blocks[uid].at
    near = ways(setup, state).steps[mobility(kind)][at]
    return tuple(there for there in near if why_not_onward(setup, state, uid, there) is None)


def why_not_onward(setup: Setup, state: State, uid: str, there: str) -> Refusal | None:
    """[6.75.penalty] Refuse an area to move on to: it must be vacant, or friendly with room."""
    kind, at, net = setup.types[uid], state.blocks[uid].at, ways(setup, state)
    why = why_no_step(setup, state, kind, at, there)
    why = why or why_held(setup, there, holder(setup, state, there), kind.side)
    if why is not None:
        return why
    if room(setup, state, there, kind.side) <= 0:
        return Refusal("6.75.penalty", text("There is no room there either."), (there,))
    return why_full_border(
        battle_of(state), net.keys[at, there], net.limits[at, there], "6.71.limit"
    )


def _ask_onward(setup: Setup, state: State, uid: str, onward: tuple[str, ...]) -> Ask:
    kind, at = setup.types[uid], state.blocks[uid].at

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for there in setup.ground.near[at]:
            why = why_not_onward(setup, state, uid, there)
            if why is not None:
                yield there, why

    return Ask(
        setup.seat_of(kind.side),
        "displaced",
        text(
            "{area} is full: where does {block} move on to?",
            block=kind.name,
            area=place_name(setup, at),
        ),
        ("6.75.penalty",),
        Options("6.75.penalty", [(to, place_name(setup, to)) for to in onward], refusals),
        form="place",
        resting=True,
        subject=(uid,),
        where=(at,),
    )


def destroy(table: Board, uid: str) -> None:
    """[6.73.stuck] Remove an attacker that cannot retreat in round 4."""
    kind = table.setup.types[uid]
    words = text("{block} cannot retreat.", block=kind.name)
    table.log(
        "loss",
        words,
        "6.73.stuck",
        seat=table.setup.seat_of(kind.side),
        pieces=(uid,),
        where=(battle_of(table.state).at,),
    )
    eliminate(table, uid, "6.73.stuck")
    tidy(table)

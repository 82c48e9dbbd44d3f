"""[6.3] A battle from its start to its regroup: the steps of its rounds, in order.

`Battle.step` is the cursor of FIGHT.
"""

from __future__ import annotations

from collections import Counter

from grognard.engines.columbia.battle import flank, hits, retreat, squares
from grognard.engines.columbia.battle.battleturn import battle_turn
from grognard.engines.columbia.battle.fighters import (
    attacks,
    battle_of,
    defender_of,
    fighters,
    joins,
    letter,
    names,
    outcome,
    place_name,
    pursued,
    put,
    reserves,
)
from grognard.engines.columbia.battle.regroup import regroup
from grognard.engines.columbia.field.effects import change_all
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, SIDE_NAMES, enemy_of
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import all_of, counted, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import Procedure

# -- the start (6.1, 6.2) --------------------------------------------------------------------------


def start(table: Board) -> None:
    """[6.1.roles] [6.2.reveal] Tell who attacks, who waits, and lay the others open."""
    setup = table.setup
    battle = battle_of(table.state)
    attacker = flank.attacker_in(setup, table.state, battle.at)
    flank.settle(table, battle.at, attacker)
    main = tuple((side, border) for at, side, border in table.state.main if at == battle.at)
    put(table, attacker=attacker, main=main)
    words = text(
        "Battle of {area}: the {attacker} attack, the {defender} defend.",
        area=place_name(setup, battle.at),
        attacker=SIDE_NAMES[attacker],
        defender=SIDE_NAMES[enemy_of(attacker)],
    )
    table.log("phase", words, "6.1.roles", "2.3", where=(battle.at,))
    _tell_ways(table)
    _announce(table)
    here = (
        *fighters(setup, table.state, enemy_of(attacker)),
        *fighters(setup, table.state, attacker),
    )
    _reveal(table, here, "6.2.reveal")


def _tell_ways(table: Board) -> None:
    """[6.1.how] Tell over which borders each side came, and how many over each."""
    setup = table.setup
    at = battle_of(table.state).at
    for side in setup.sides:
        came = Counter(e.border for e in table.state.entries if (e.at, e.side) == (at, side))
        ways = [
            text(
                "{area} ({n})",
                area=setup.ground.areas[setup.ground.borders[key].other(at)].name,
                n=came[key],
            )
            for key in sorted(came)
        ]
        if ways:
            words = text("The {side} came from {ways}.", side=SIDE_NAMES[side], ways=all_of(ways))
            table.log("note", words, "6.1.how", where=tuple(sorted(came)))


def _announce(table: Board) -> None:
    """[6.4.who] [flank.delay] [6.6.terrain] Tell who comes later, and what the ground forbids."""
    setup = table.setup
    battle = battle_of(table.state)
    for side in setup.sides:
        later: dict[int, int] = {}
        for uid in reserves(setup, table.state, side):
            came = joins(table.state, battle.at, uid)
            later[came] = later.get(came, 0) + 1
        for came, count in sorted(later.items()):
            words = counted(
                "{n} {side} block waits and joins in round {round}.",
                "{n} {side} blocks wait and join in round {round}.",
                n=count,
                side=SIDE_ADJECTIVES[side],
                round=came,
            )
            table.log(
                "note", words, *_waiting_rules(battle.attacker == side, came), where=(battle.at,)
            )
    if not squares.possible(setup, battle.at):
        table.log(
            "note",
            text("Squares are not formed in woods or swamp."),
            "6.6.terrain",
            where=(battle.at,),
        )


def _waiting_rules(attacking: bool, came: int) -> tuple[str, ...]:
    """[6.4.who] [flank.delay] [flank.p2] Return the rules that keep blocks waiting."""
    if attacking:
        return ("flank.delay", "6.4.idle")
    if came > number("reserves_round"):
        return ("6.4.who", "6.4.idle", "flank.p2")
    return ("6.4.who", "6.4.idle")


def _reveal(table: Board, blocks: tuple[str, ...], rule: str) -> None:
    """[6.2.reveal] Lay blocks open to both players; undo stops here."""
    if not blocks:
        return
    change_all(table, blocks, known=True)
    battle = battle_of(table.state)
    put(table, took_part=tuple(dict.fromkeys((*battle.took_part, *blocks))))
    table.reveal(text("Revealed: {blocks}.", blocks=names(table.setup, blocks)), rule)


# -- a round ---------------------------------------------------------------------------------------


def new_round(table: Board) -> str:
    """[6.3.rounds] [6.3.end] A round is opened; the battle ends at once where one side is gone."""
    return "square" if outcome(table.setup, table.state) is None else "end"


def open_round(table: Board) -> None:
    """[6.3.rounds] Open a round: nobody has acted in it."""
    battle = battle_of(table.state)
    words = text(
        "Round {round} in {area}", round=battle.round, area=place_name(table.setup, battle.at)
    )
    rules = ("6.3.rounds", "6.3.round4") if pursued(battle) else ("6.3.rounds",)
    table.log("phase", words, *rules, where=(battle.at,))
    put(table, acted=(), crossed=(), declared=(), sheltered=())


def join(table: Board) -> None:
    """[6.4.enter] Let the Reserves of this round join; without defenders the roles are swapped."""
    battle = battle_of(table.state)
    joining = tuple(
        uid
        for side in (defender_of(battle), battle.attacker)
        for uid in fighters(table.setup, table.state, side)
        if joins(table.state, battle.at, uid) == battle.round
    )
    _swap(table, joining)
    _reveal(table, joining, "6.4.enter")
    flank.surprise(table, joining)


def _swap(table: Board, joining: tuple[str, ...]) -> None:
    """[6.4.swap] Swap the roles where the Reserves of the defender find none of their own left."""
    battle = battle_of(table.state)
    defender = defender_of(battle)
    there = fighters(table.setup, table.state, defender)
    if not there or any(uid not in joining for uid in there):
        return
    put(table, attacker=defender)
    words = text("No defender is left: the {side} attack now.", side=SIDE_NAMES[defender])
    table.log("note", words, "6.4.swap", where=(battle.at,))


def declare_defender(table: Board) -> Procedure[None]:
    """[6.6.both] The defender declares squares first."""
    yield from squares.declare(table, defender_of(battle_of(table.state)))


def declare_attacker(table: Board) -> Procedure[None]:
    """[6.6.both] Then the attacker."""
    yield from squares.declare(table, battle_of(table.state).attacker)


def next_to_act(setup: Setup, state: State) -> tuple[Side, tuple[str, ...]] | None:
    """[6.31.order] Return the side and the blocks of which one acts now, None after the last.

    A before B before C, and the defender first within a letter.
    """
    battle = battle_of(state)
    waiting: dict[tuple[str, bool], list[str]] = {}
    for side in (defender_of(battle), battle.attacker):
        for uid in fighters(setup, state, side):
            if uid not in battle.acted:
                key = (letter(setup, battle, uid), attacks(setup, battle, uid))
                waiting.setdefault(key, []).append(uid)
    if not waiting:
        return None
    blocks = tuple(waiting[min(waiting)])
    return setup.types[blocks[0]].side, blocks


def turns(table: Board) -> Procedure[None]:
    """[6.31.turn] Take the battle turns of a round."""
    while True:
        yield from hits.pending(table)
        yield from retreat.pending(table)
        now = next_to_act(table.setup, table.state)
        if now is None or outcome(table.setup, table.state) is not None:
            return
        yield from battle_turn(table, *now)


def after_turns(table: Board) -> str:
    """[6.3.rounds] [6.3.round4] The next round; after the pursuit the battle is over."""
    battle = battle_of(table.state)
    if outcome(table.setup, table.state) is not None or pursued(battle):
        return "end"
    put(table, round=battle.round + 1, bonus=())
    return "reserves"


# -- the end (6.3.end, 6.2.hide, 6.8) --------------------------------------------------------------


def end(table: Board) -> Procedure[None]:
    """[6.3.end] [6.51.clear] [6.2.hide] Name the winner, clear the markers, stand blocks up."""
    setup = table.setup
    battle = battle_of(table.state)
    winner = outcome(setup, table.state) or ""
    words = (
        text(
            "The {side} win the battle of {area}.",
            side=SIDE_NAMES[winner],
            area=place_name(setup, battle.at),
        )
        if winner
        else text("No block is left in {area}.", area=place_name(setup, battle.at))
    )
    rules = ["6.3.end", "6.2.hide", *(["6.51.clear"] if battle.half else [])]
    table.log(
        "result", words, *rules, where=(battle.at,), seat=setup.seat_of(winner) if winner else None
    )
    change_all(table, table.state.areas.get(battle.at, ()), known=False)
    put(
        table,
        step="regroup",  # what is left of this step is resumed from there (7.33.capture)
        winner=winner,
        half=(),
        squares=(),
        sheltered=(),
        bonus=(),
        acted=(),
        crossed=(),
    )
    contested = tuple(at for at in table.state.contested if at != battle.at)
    table.update(contested=contested)
    yield from capture.changed(table, battle.at)


def after(table: Board) -> Procedure[None]:
    """[6.8.who] Let the winner regroup, then leave the battle behind."""
    yield from regroup(table)
    table.update(battle=None)


FIGHT = Turn(
    text("A battle"),
    Step("start", text("The battle begins"), "6.2.reveal", start, then=new_round),
    Step(
        "round",
        part=text("Each round"),
        rule="6.3.rounds",
        steps=(
            Step("reserves", text("Reserves join"), "6.4.enter", join, then=new_round),
            Step(
                "square",
                text("Squares are formed"),
                "6.6.form",
                steps=(
                    Step(
                        "square.defender",
                        part=text("The defender's"),
                        rule="6.6.both",
                        enter=open_round,
                        play=declare_defender,
                    ),
                    Step(
                        "square.attacker",
                        part=text("The attacker's"),
                        rule="6.6.both",
                        play=declare_attacker,
                    ),
                ),
            ),
            Step("turns", text("Battle turns"), "6.31.order", turns, then=after_turns),
        ),
    ),
    Step("end", text("The battle is over"), "6.3.end", end),
    Step("regroup", text("Regroup"), "6.8.who", after),
    field="battle.step",
)
"""[6.3] The steps of a battle in their order; `Battle.step` names the one that is played."""

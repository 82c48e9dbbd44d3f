"""The captain of Borodino 1812: it beats chance and greed, and what it plays hangs on what it sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from grognard.engines.columbia.field.border_ways import HEAVY
from grognard.engines.columbia.map.crossing import limit
from grognard.engines.columbia.opponent.assault import Assaults
from grognard.engines.columbia.opponent.captain import Captain, Marshal
from grognard.engines.columbia.opponent.judge import Judge
from grognard.engines.columbia.state import State
from grognard.engines.core.board.areas import border_key
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Bot, Eyes, GreedyBot, RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.think.thought import Thought

GAME = registry["columbia"]
INFO = next(info for info in GAME.scenarios() if info.id == "shevardino")
SETUP = GAME.load(Path(INFO.path), {})
SEATS = ("french", "russian")


def won(seed: int, seat: str, other: type[Bot]) -> bool:
    """Whether the captain wins with a seat."""
    session = Session(GAME, SETUP, str(seed))
    bots: dict[str, Bot] = {
        one: Captain(f"c{seed}") if one == seat else other(f"o{seed}") for one in SEATS
    }
    play(session, bots)
    return session.verdict is not None and session.verdict.winner == seat


@pytest.mark.parametrize("seat", SEATS)
def test_it_beats_chance_from_either_seat(seat: str) -> None:
    assert won(1, seat, RandomBot)


@pytest.mark.soak
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(("other", "least"), [(RandomBot, 95), (GreedyBot, 85)])
def test_how_strong_it_is(seat: str, other: type[Bot], least: int) -> None:
    assert sum(won(seed, seat, other) for seed in range(100)) >= least


def test_the_same_view_is_the_same_choice() -> None:
    """Another deal of what the seat cannot know changes nothing of what it chooses."""
    session = Session(GAME, SETUP, "3")
    compared = 0
    bots = {seat: Captain(seat) for seat in SEATS}
    while session.ask is not None and compared < 12:
        ask, seat = session.ask, session.ask.seat
        other = session.imagine(seat, "another deal")
        if ask.resting and ask.kind in ("activate_hq", "move") and other and other.ask:
            dealt = GAME.resample(SETUP, session.table.state, seat, Random("x"))
            assert session.view(seat).pieces == other.view(seat).pieces
            assert dealt is not None
            chosen = [
                Captain("same").decide(Eyes(game, seat, asked), list(asked.choices))
                for game, asked in ((session, ask), (other, other.ask))
            ]
            assert chosen[0] == chosen[1]
            compared += 1
        play(session, bots, limit=1)
    assert compared == 12


def test_the_marshal_says_what_decided() -> None:
    session = Session(GAME, SETUP, "2")
    play(session, {seat: Captain(seat) for seat in SEATS}, limit=30)
    while session.ask is not None and session.ask.kind != "move":
        play(session, {seat: Captain(seat) for seat in SEATS}, limit=1)
    ask = session.ask
    assert ask is not None
    thoughts: list[Thought | None] = []
    for _ in range(2):
        marshal = Marshal("m")
        marshal.seconds, marshal.trials = None, 10
        marshal.decide(Eyes(session, ask.seat, ask), list(ask.choices))
        thoughts.append(marshal.thought)
    assert thoughts[0] == thoughts[1]
    thought = thoughts[0]
    assert thought is not None
    assert ask.why_not(thought.choice) is None
    assert thought.rival is not None
    assert len(thought.reasons) <= 3


def full_of_chiefs(state: State) -> tuple[State, str]:
    """Return a position with an area at the front that only French HQs stand in, and a battery behind it."""
    judge = Judge(SETUP, state, "french")
    front = next(
        at
        for at in sorted(SETUP.ground.areas)
        if judge.limits[at] == 4 and at not in state.areas and judge.threat(at)
    )
    mine = [
        kind for kind in SETUP.types.values() if kind.side == "french" and kind.id in judge.powers
    ]
    there = [kind.id for kind in mine if kind.is_hq][:4]
    behind = next(at for at in judge.net.steps[HEAVY][front] if not judge.threat(at))
    battery = next(kind.id for kind in mine if kind.is_artillery)
    return posted(state, {**dict.fromkeys(there, front), battery: behind}), front


def posted(state: State, where: Mapping[str, str]) -> State:
    """Return a position with some blocks in other areas."""
    blocks = dict(state.blocks)
    blocks |= {uid: evolve(blocks[uid], at=at) for uid, at in where.items()}
    areas: dict[str, tuple[str, ...]] = {}
    for uid, block in blocks.items():
        if block.at in SETUP.ground.areas:
            areas[block.at] = (*areas.get(block.at, ()), uid)
    return evolve(state, blocks=blocks, areas=areas)


def test_who_stands_in_the_way_of_others_at_the_front_is_sooner_off() -> None:
    """A full area next to the enemy with troops behind it: each of its blocks gives up less by going."""
    start = Session(GAME, SETUP, "2").table.state
    foot = [u for u, kind in SETUP.types.items() if kind.side == "french" and kind.is_infantry]
    away = posted(start, dict.fromkeys(foot, "gry"))
    empty = Judge(SETUP, away, "french")
    front, behind = next(
        (at, b)
        for at in sorted(SETUP.ground.areas)
        if empty.limits[at] == 4 and empty.threat(at) and at not in (*empty.foe, *empty.own)
        for b in sorted(empty.net.open[at])
        if b not in empty.own and not empty.threat(b) and empty.away[b] > empty.away[at]
    )
    full = dict.fromkeys(foot[:4], front)
    jammed = Judge(SETUP, posted(away, {**full, foot[4]: behind}), "french")
    assert jammed.jams == {front}
    nobody_waits = Judge(SETUP, posted(away, full), "french")
    room_left = Judge(SETUP, posted(away, {**full, foot[4]: behind, foot[0]: "gry"}), "french")
    assert not nobody_waits.jams | room_left.jams
    assert all(jammed.staying(uid) < nobody_waits.staying(uid) for uid in full)


def test_nobody_makes_room_for_a_battery_where_only_headquarters_stand() -> None:
    session = Session(GAME, SETUP, "2")
    play(session, {seat: Captain(seat) for seat in SEATS}, limit=60)
    state, front = full_of_chiefs(session.table.state)
    judge = Judge(SETUP, state, "french")
    assert judge.count[front] == judge.limits[front] == 4
    assert judge._waits(front)
    assert not judge.spare & set(state.areas[front])


def test_no_more_come_to_an_attack_than_borders_and_room_let_in() -> None:
    session = Session(GAME, SETUP, "2")
    while session.table.state.turn < 2:
        play(session, {seat: Captain(seat) for seat in SEATS}, limit=10)
    judge, ground = Captain("1").judge(session, "french"), SETUP.ground
    state = session.table.state
    steps = [
        (uid, at)
        for at in judge.foe
        for uid, block in state.blocks.items()
        if block.at in ground.near[at] and SETUP.types[uid].side == "french"
    ]
    assaults, met = Assaults(judge, steps), 0
    for at in judge.foe:
        able = assaults.able(at)
        met += bool(able)
        assert len(able) <= judge.room(at)
        assert assaults.of(at).blocks <= set(able)
        ways = Counter(border_key(state.blocks[uid].at, at) for uid in able)
        assert all(many <= limit(ground, state, key, at) for key, many in ways.items())
    assert met


def test_reserves_are_brought_up_and_areas_are_not_left_too_full() -> None:
    """Over some games Reserves join battles, and hardly anybody straggles out of a full area."""
    reserves = straggled = moved = 0
    for seed in range(2):
        session = Session(GAME, SETUP, str(seed))
        bots = {seat: Captain(f"{seed} {seat}") for seat in SEATS}
        while session.ask is not None:
            play(session, bots, limit=1)
            row = session.choices[-1]
            straggled += row.kind == "straggle" and row.choice != PASS
            moved += row.kind == "move" and row.choice != PASS
            entries = session.table.state.entries
            reserves += row.kind == "move" and bool(entries) and entries[-1].round == 2
    assert reserves
    assert straggled * 20 < moved

"""[8.1.when] The captain on his last turn: he who is behind strikes, he who is ahead lets be, and nobody fears what cannot come."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.columbia.field.position import blocks_of
from grognard.engines.columbia.opponent.assault import Assaults
from grognard.engines.columbia.opponent.captain import Captain
from grognard.engines.columbia.opponent.judge import Judge, policy
from grognard.engines.columbia.opponent.leading import LET_BE, worth_of_a_step
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import ELIMINATED, FRENCH, RUSSIAN, SIDES, Side, State
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

GAME = registry["columbia"]


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    setup = GAME.load(Path(info.path), {})
    assert isinstance(setup, Setup)
    return setup


SETUP = loaded("mill-brook")
TURNS = len(SETUP.days[-1].hours)
REDOUBT = next(area.id for area in SETUP.ground.areas.values() if area.redoubt)


def before_the_redoubt() -> State:
    """Return a position in which the French stand before the redoubt, which is the Russians' still."""
    session, captain = Session(GAME, SETUP, "9001"), Captain("9001")
    while session.ask is not None:
        captain.go_on(session)
        state: State = session.table.state
        french = Judge(SETUP, state, FRENCH)
        if state.turn == TURNS - 1 and session.ask is not None and session.ask.kind == "move":
            assert REDOUBT in french.foe
            assert REDOUBT not in french.own
            return state
    raise AssertionError


FRONT = before_the_redoubt()


def last(side: Side, *, second: bool = True) -> State:
    """Return the position on the last turn, in which a side acts after the other, or before."""
    other: Side = RUSSIAN if side == FRENCH else FRENCH
    return evolve(FRONT, turn=TURNS, first=other if second else side)


def beaten(state: State, side: Side) -> State:
    """Return the position with three of a side's blocks lost: the other is far ahead."""
    gone = [b.id for b in blocks_of(SETUP, state, side) if not SETUP.types[b.id].is_hq][:3]
    blocks = {
        uid: evolve(block, at=ELIMINATED) if uid in gone else block
        for uid, block in state.blocks.items()
    }
    areas = {at: tuple(u for u in uids if u not in gone) for at, uids in state.areas.items()}
    return evolve(state, blocks=blocks, areas={at: uids for at, uids in areas.items() if uids})


def against_the_redoubt(judge: Judge) -> Assaults:
    """Return the attacks on the redoubt by who stands next to it."""
    near = judge.net.open[REDOUBT]
    return Assaults(judge, [(u, REDOUBT) for u in judge.powers if judge.state.blocks[u].at in near])


@pytest.mark.parametrize("side", SIDES)
def test_who_acts_last_of_all_fears_no_neighbour(side: Side) -> None:
    """[8.1.when] No enemy comes any more: to stand next to him costs nothing, to who acts before him it does."""
    first, second = Judge(SETUP, last(side, second=False), side), Judge(SETUP, last(side), side)
    assert (first.last_word, second.last_word) == (False, True)
    bare = [
        (uid, at)
        for uid in sorted(first.powers)
        for at in SETUP.ground.areas
        if at not in first.foe and first.threat(at)
    ]
    gains = [second.stand(uid, at) - first.stand(uid, at) for uid, at in bare]
    assert min(gains) >= 0
    assert sum(gain > 0 for gain in gains) > len(gains) / 3
    away = [at for at in SETUP.ground.areas if not first.threat(at) and at not in first.foe]
    assert all(second.stand(u, at) == first.stand(u, at) for u, _ in bare for at in away)


def test_who_is_behind_goes_at_the_redoubt_on_the_last_turn_with_all_he_has() -> None:
    """[8.1.winner] Beaten is beaten: whatever the odds, the last turn is not waited out before the redoubt."""
    judge = Judge(SETUP, beaten(last(FRENCH), FRENCH), FRENCH)
    early = Judge(SETUP, beaten(FRONT, FRENCH), FRENCH)
    assert judge.desperate
    assert not early.desperate
    attacks, before = against_the_redoubt(judge), against_the_redoubt(early)
    able = attacks.able(REDOUBT)
    assert able
    assert attacks.of(REDOUBT).blocks == frozenset(able)
    assert all(attacks.gain(uid, REDOUBT) >= policy()["last_hope"] for uid in able)
    assert all(
        worth_of_a_step(judge, attacks, uid, REDOUBT) > policy()["least_gain"] for uid in able
    )
    assert before.of(REDOUBT).gain < policy()["last_hope"]


def test_who_is_ahead_when_he_acts_last_begins_no_battle() -> None:
    """[8.1.winner] What is won is not put at risk; one that is fought already may be helped."""
    state = beaten(last(FRENCH), RUSSIAN)
    judge = Judge(SETUP, state, FRENCH)
    assert judge.last_word
    assert not judge.urgent
    attacks = against_the_redoubt(judge)
    able = attacks.able(REDOUBT)
    assert able
    assert {worth_of_a_step(judge, attacks, uid, REDOUBT) for uid in able} == {LET_BE}
    fights = Judge(SETUP, beaten(last(FRENCH), FRENCH), FRENCH)
    assert worth_of_a_step(fights, against_the_redoubt(fights), able[0], REDOUBT) > LET_BE

"""The course of a game: going back and on again, forks, a journal that does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.course import Desync
from grognard.engines.core.play.dice import ScriptedDice
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.journal import Row
from grognard.engines.core.play.session import Session
from tests.engines.core.play.test_session import begin
from tests.fixture_game.state import Setup, State


def test_the_first_state_is_kept_when_going_back(picket: Game[Setup, State], setup: Setup) -> None:
    first = replace(picket.initial(setup, "1"), active="blue")
    session = Session(picket, setup, state=first)
    session.choose("blue", {"pieces": ["blue-1"], "at": "east"})
    fork = session.fork()
    for one in (session, fork):
        one.checkpoints.clear()
        one.rewind(0)
        assert one.table.state == first


def test_scripted_dice_go_back_and_into_forks(picket: Game[Setup, State], setup: Setup) -> None:
    edits: dict[str, Any] = {
        "phase": "resolve",
        "active": "red",
        "turn": "1",
        "orders": {"red": "fire", "blue": "pass"},
        "place": [{"unit": "blue-1", "at": "hill"}],
    }
    _, state = picket.arrange(setup, picket.initial(setup, "1"), edits)
    dice = ScriptedDice([3], ["fire", "fire", "hold", "march"])
    session = Session(picket, setup, state=state, dice=dice)
    session.choose("red", {"at": "hill", "facing": 9000})
    fork = session.fork()
    for one in (session, fork):
        rolls = [entry.roll for entry in one.table.entries if entry.roll]
        assert [roll.natural for roll in rolls if roll.purpose == "fire"] == [3]
        one.rewind(0)
        assert one.table.dice.rolled() == 0
        assert one.redo()
        assert one.table.dice.rolled() == 5


def test_a_fork_with_a_seed_rolls_other_dice_later_alone(
    picket: Game[Setup, State], setup: Setup
) -> None:
    session = begin(picket, setup)
    ends = set()
    for seed in range(12):
        fork = session.fork(str(seed))
        assert fork.table.state == session.table.state
        play(fork, {seat: RandomBot(seat) for seat in ("red", "blue")})
        assert fork.choices[: len(session.choices)] == session.choices
        fork.rewind(len(session.choices))
        assert fork.table.state == session.table.state
        while fork.redo():
            pass
        ends.add(str(fork.verdict))
    assert len(ends) > 1


def test_the_journal_of_another_game_is_found_out(session: Session) -> None:
    with pytest.raises(Desync, match="choice 1 answers aim, the game is at place_block"):
        session.replay(Row("red", "aim", 0, "pass"))
    with pytest.raises(Desync, match="choice 1 was made after 4 dice"):
        session.replay(Row("red", "place_block", 4, "pass"))

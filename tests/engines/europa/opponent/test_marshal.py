"""The captain behind the marshal plays as the captain does, and in a manner of its own where it has one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.think.search import Way
from grognard.engines.core.think.temper import temper_of
from grognard.engines.europa.game import Europa
from grognard.engines.europa.opponent.captain import Captain
from grognard.engines.europa.opponent.marshal import Leaning, Marshal, Voice
from grognard.engines.europa.setup import Setup

GAME = Europa()


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    return GAME.load(Path(info.path), {})


@pytest.mark.parametrize(("name", "choices"), [("two-roads", 200), ("campaign-1812", 150)])
def test_what_the_marshals_captain_remembers_changes_none_of_his_choices(
    name: str, choices: int
) -> None:
    session = Session(GAME, loaded(name), "1")
    captain, voice = Captain("1"), Voice("1")
    made = 0
    while session.ask is not None and made < choices:
        other = session.fork()
        captain.go_on(other)
        voice.go_on(session)
        assert session.choices[-1] == other.choices[-1]
        made += 1
    assert made > 100


def test_a_judge_keeps_what_was_worked_out_until_something_has_moved_or_the_temper_is_another() -> (
    None
):
    session = Session(GAME, loaded("two-roads"), "1")
    voice = Voice("1")
    first, again = (voice.judge(session, "russian") for _ in range(2))
    assert isinstance(first, Leaning)
    at, units = next(iter(first.ours.items()))
    first.worth(at, units)
    again = voice.judge(session, "russian")
    assert vars(again)["_worths"] is vars(first)["_worths"]
    voice.temper = temper_of("= pull 0.5")
    leaning = voice.judge(session, "russian")
    assert vars(leaning)["_worths"] == {}
    assert math.isclose(leaning.pull(at), 0.5 * first.pull(at))
    turn = session.table.state.turn
    while session.table.state.turn == turn:
        voice.go_on(session)
    assert at not in {where for where, _ in vars(voice.judge(session, "russian"))["_worths"]}


def test_as_russian_a_short_game_is_played_in_the_usual_manner_and_a_long_one_is_not() -> None:
    for name, usual in (("two-roads", "= pull 0.5"), ("campaign-1812", "")):
        session = Session(GAME, loaded(name), "1")
        captain = Captain("1")
        while session.ask is not None and session.ask.seat != "russian":
            captain.go_on(session)
        ask = session.ask
        assert ask is not None
        marshal = Marshal("m")
        marshal.seconds, marshal.trials = None, 0
        marshal.decide(Eyes(session, "russian", ask), list(ask.choices))
        assert marshal.manner == usual


def test_of_the_supply_trains_of_a_turn_only_the_first_is_thought_about() -> None:
    session = Session(GAME, loaded("two-roads"), "1")
    captain, marshal = Captain("1"), Marshal("m")
    seen: list[int] = []
    while session.ask is not None and len(seen) < 2:
        ask = session.ask
        if ask.kind == "train" and ask.seat == "french":
            eyes, options = Eyes(session, ask.seat, ask), list(ask.choices)
            given = [Way(captain.decide(eyes, options))]
            seen.append(len(marshal.candidates(given, eyes, options)))
        captain.go_on(session)
    assert seen[0] > 1
    assert seen[1] == 1

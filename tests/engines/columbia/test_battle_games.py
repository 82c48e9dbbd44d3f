"""[6] Battles as they come up in a whole game: legal choices, refusals with rules, restarts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Ask


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return registry["columbia"]


@pytest.fixture(scope="module")
def battle_asks(game: AnyGame) -> list[tuple[Any, Ask, Any]]:
    """Setup, Ask and State of every question of the battles of one game played at random."""
    source = next(info.path for info in game.scenarios() if info.id == "shevardino")
    setup = game.load(Path(source), {"flank_attacks": "yes"})
    session, rng = Session(game, setup, "5"), Random(5)
    asked = []
    while session.ask is not None:
        ask = session.ask
        choice = ask.choices.sample(rng)
        if session.table.state.phase.startswith("battle"):
            asked.append((setup, ask, session.table.state))
        elif choice == PASS:
            # Those who stay where they are fight no battles.
            choice = ask.choices.sample(rng)
        session.choose(ask.seat, choice)
    return asked


def test_all_kinds_of_question_come_up(battle_asks: list[tuple[Any, Ask, Any]]) -> None:
    kinds = {ask.kind for _, ask, _ in battle_asks}
    assert kinds >= {"battle_next", "square", "battle_turn", "regroup"}


def test_listed_choices_are_legal_and_refused_ones_name_a_rule(
    battle_asks: list[tuple[Any, Ask, Any]],
) -> None:
    for _, ask, _ in battle_asks:
        for choice in ask.choices:
            assert ask.choices.why_not(choice) is None
            assert str(ask.choices.label(choice))
        for choice, refusal in ask.choices.refused():
            assert refusal.rule, f"{choice} is refused without a rule"
            assert ask.choices.why_not(choice) is not None, f"{choice} is legal"


def test_the_state_alone_restarts_every_question(
    game: AnyGame, battle_asks: list[tuple[Any, Ask, Any]]
) -> None:
    for setup, ask, state in battle_asks:
        assert ask.resting
        read = game.decode(setup, json.loads(json.dumps(game.encode(state))))
        table = Table(setup, read, HashDice("other"))
        again = next(game.resume(table))
        assert (again.seat, again.kind, again.subject) == (ask.seat, ask.kind, ask.subject)
        assert list(again.choices) == list(ask.choices)
        assert not table.entries, f"{ask.kind}: something was said twice"

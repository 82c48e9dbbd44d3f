"""Whoever clicks a place that counts is told what it counts, and who holds it, in every shipped scenario."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.views import Answer
from tests.contract.test_contract import GAMES

SCENARIOS = [
    (name, info) for name in GAMES if name != "fixture" for info in registry[name].scenarios()
]


def answers(session: Session) -> Mapping[str, Answer]:
    """What is told of each space of a board that counts."""
    ask, state = session.game.inquiries["objective"].ask, session.table.state
    found = {}
    for space in session.game.board(session.setup).spaces:
        try:
            found[space.id] = ask(session.setup, state, None, at=space.id)
        except NoAnswer:
            continue
    return found


def goals(setup: Any) -> dict[str, str]:
    """What is to be told: names of the places that count with their points, "" where they have none."""
    if hasattr(setup, "objective"):
        return {str(setup.map.place(setup.objective)): ""}
    if hasattr(setup, "goals"):
        return {setup.map.cities[at].name: str(points) for at, points in setup.goals.items()}
    if not hasattr(setup, "objectives"):
        return {"redoubt": "2 to the French or 1 to the Russians"}
    return {one.name: "" if one.points is None else str(one.points) for one in setup.objectives}


@pytest.mark.parametrize(("name", "info"), SCENARIOS, ids=lambda one: getattr(one, "id", one))
def test_every_place_that_counts_is_told_where_it_is_clicked(name: str, info: Any) -> None:
    game = registry[name]
    session = Session(game, game.load(Path(info.path), {}), "1")
    found = answers(session)
    said = [str(line) for answer in found.values() for line in answer.lines]
    for place, points in goals(session.setup).items():
        assert any(place in line and points in line for line in said), place
    assert len(found) < len(game.board(session.setup).spaces)
    assert all(answer.rules for answer in found.values())


def test_it_says_who_holds_it_now() -> None:
    game = registry["risorgimento"]
    info = next(one for one in game.scenarios() if one.id == "crossroads")
    session = Session(game, game.load(Path(info.path), {}), "1")
    ask, state = game.inquiries["objective"].ask, session.table.state
    assert "nobody" in str(ask(session.setup, state, None, at="mill-hill").lines[0])
    taken = evolve(state, held={**state.held, "mill-hill": "austrian"})
    answer = ask(session.setup, taken, None, at="mill-hill")
    assert "Austrians" in str(answer.lines[0])
    assert answer.value == {"mill-hill": "austrian"}


def test_a_battle_that_one_place_wins_says_so() -> None:
    game = registry["eagle"]
    info = next(one for one in game.scenarios() if one.id == "cerro-de-medellin")
    session = Session(game, game.load(Path(info.path), {}), "1")
    answer = game.inquiries["objective"].ask(session.setup, session.table.state, None, at="0503")
    assert str(answer.lines[1]) == "French: holding 1 of these places wins, not the points"


def test_after_independence_every_city_is_needed_and_points_are_not() -> None:
    """[16.9.victory] Points no longer give the French the game."""
    game = registry["europa"]
    info = next(one for one in game.scenarios() if one.id == "advanced-1812")
    session = Session(game, game.load(Path(info.path), {}), "1")
    ask, state = game.inquiries["objective"].ask, session.table.state
    city = next(iter(session.setup.goals))
    declared = evolve(state, flags={**state.flags, "independence": "declared"})
    before, after = (ask(session.setup, one, None, at=city) for one in (state, declared))
    assert after.lines[: len(before.lines)] == before.lines
    assert "16.9.victory" in set(after.rules) - set(before.rules)
    assert "every city" in str(after.lines[-1])

"""Why a march does not reach a place is told whole: distance, allowance, and what a forced march would add."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.cases import read_case
from grognard.engines.core.show.asks import Subset
from grognard.engines.europa.game import Europa
from grognard.engines.europa.movement.march import March, Routes
from grognard.engines.europa.state import Train
from tests.conftest import ROOT

GAME = Europa()
SETUP = GAME.load(Path(ROOT / "scenarios/europa/smolensk.yaml"), {})
STATE = GAME.initial(SETUP, "1")


def routes(unit: str) -> Routes:
    return Routes(March(SETUP, STATE, SETUP.units[unit].side, (unit,)))


def test_too_far_says_how_far_and_how_far_they_march() -> None:
    why = routes("morand").why_not_toward("1410")
    assert why is not None
    assert why.rule == "8.4.allowance"
    assert SETUP.map.grid.distance("2207", "1410") == 8  # two more lead round marsh and enemy
    told = "Too far: 10 hexes by the shortest way. They march 3, and by a forced march up to 5."
    assert str(why.message) == told


def test_what_the_place_holds_comes_before_the_distance() -> None:
    why = routes("morand").why_not_toward("1808")
    assert why is not None
    assert (why.rule, str(why.message)) == ("8.4.6", "The enemy stands at Wilno (1808).")


def test_whatever_is_refused_has_a_reason_and_nothing_else_has() -> None:
    for unit in ("morand", "kaptsevich"):
        offered = routes(unit)
        ends = {choice["route"][-1] for choice in offered if isinstance(choice, dict)}
        for at in SETUP.map.grid.hexes:
            why = offered.why_not_toward(at)
            assert (why is None) == (at in ends or at == STATE.units[unit].at), at
            assert why is None or why.rule != "2.3", at


def test_a_route_is_called_by_its_place_and_length() -> None:
    offered = routes("morand")
    told = {str(offered.label(choice)) for choice in offered}
    assert "Kowno (2007): a march of 2 hexes" in told
    assert all(" 0 " not in words for words in told)


def test_the_whole_stack_marches_with_its_commanders_unless_some_are_left() -> None:
    data = read_case(ROOT / "tests/cases/europa/movement/covered-by-a-friend.yaml").data
    info = next(info for info in GAME.scenarios() if info.id == data["scenario"])
    setup = GAME.load(Path(info.path), {})
    setup, state = GAME.arrange(setup, GAME.initial(setup, "1"), data["set"])
    session = Session(GAME, setup, "1", state=state)
    seen = 0
    for step in data["steps"][:2]:
        session.choose(step["seat"], step["choose"])
        ask = session.ask
        if ask is not None and isinstance(ask.choices, Subset):
            seen += 1
            assert ask.choices.ticked == ask.choices.items
    assert seen


def test_a_train_is_told_by_what_it_is_to_its_owner_alone() -> None:
    train = Train("french-1", "french", "2108", genuine=True)
    state = evolve(STATE, trains={train.id: train})
    for seat, name in (("french", "Supply Train"), ("russian", ""), (None, "")):
        shown = [p for p in GAME.view(SETUP, state, seat).pieces if p.id.startswith("train-")]
        assert [piece.name for piece in shown] == [name]

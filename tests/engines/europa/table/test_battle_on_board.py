"""A combat is seen on the map while it is fought, by counters that the seat sees; odds count its test in."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.cases import read_case
from grognard.engines.core.show.views import Overlay
from grognard.engines.europa.combat.fight import Calls
from grognard.engines.europa.game import Europa
from grognard.engines.europa.setup import enemy_of
from tests.conftest import ROOT

CASE = ROOT / "tests/cases/europa/combat/hits-on-the-winner.yaml"


def fighting(heights: str = "no") -> Session:
    """A game in which an attack has just been ordered, and CC are asked for."""
    game, data = Europa(), read_case(CASE).data
    info = next(info for info in game.scenarios() if info.id == data["scenario"])
    setup = game.load(Path(info.path), {"heights": heights})
    setup, state = game.arrange(setup, game.initial(setup, "1"), data["set"])
    session = Session(game, setup, "1", state=state)
    session.choose("french", data["steps"][0]["choose"])
    assert session.ask is not None
    assert session.ask.kind == "commit"
    return session


def drawn(session: Session, seat: str | None, kind: str) -> list[Overlay]:
    return [one for one in session.view(seat).standing if one.kind == kind]


def test_who_attacks_whom_is_drawn_until_it_is_over() -> None:
    session = fighting()
    battle = session.table.state.battle
    assert ("attack", (battle.start, battle.target)) in [
        (one.style, one.spaces) for one in drawn(session, "french", "arrows")
    ]
    ringed = {name for one in drawn(session, "french", "pieces") for name in one.spaces}
    assert ringed == {*battle.units, *battle.defenders}
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.table.state.battle is not None:
        play(session, bots, limit=1)
    assert not drawn(session, "french", "arrows")


@pytest.mark.parametrize("seat", ["french", "russian", None])
def test_hidden_stacks_are_ringed_by_the_counters_one_sees(seat: str | None) -> None:
    session = fighting("yes")
    seen = {piece.id for piece in session.view(seat).pieces}
    ringed = [name for one in drawn(session, seat, "pieces") for name in one.spaces]
    assert ringed
    assert set(ringed) <= seen


def test_odds_of_cc_count_the_test_in() -> None:
    session = fighting()
    ask = session.ask
    assert ask is not None
    for cc in ask.choices:
        inquiry = session.game.inquiries["support_odds"]
        told = inquiry.ask(session.setup, session.table.state, ask.seat, choice=cc)
        assert sum(chance for _, chance in told.shares) == pytest.approx(1)
        stays = {str(name): chance for name, chance in told.shares}
        ahead = 1 - stays.get("the attack does not go ahead", 0)
        assert ahead == pytest.approx(float(Fraction(str(told.value["ahead"]))))


def test_each_number_of_combat_commands_tells_its_chance() -> None:
    ask = fighting().ask
    assert ask is not None
    told = [str(ask.choices.label(choice)) for choice in ask.choices]
    assert told[0].startswith("0 Combat Commands: ")
    assert all(line.endswith("% that it goes ahead") for line in told)
    assert len(told) > 1


def test_support_that_would_add_nothing_says_so() -> None:
    session = fighting()
    state = session.table.state
    shaken = {
        uid: evolve(unit, disrupted=unit.disrupted or uid in state.battle.defenders)
        for uid, unit in state.units.items()
    }
    side = enemy_of(state.battle.attacker)
    for units, adds in ((state.units, False), (shaken, True)):
        calls = Calls(session.setup, evolve(state, units=units), side)
        words = str(calls.called(state.battle.target))
        assert ("all defenders are disrupted" in words) is adds


def test_an_attack_is_told_with_the_fewest_combat_commands_that_do_most() -> None:
    game, data = Europa(), read_case(CASE).data
    info = next(info for info in game.scenarios() if info.id == data["scenario"])
    setup = game.load(Path(info.path), {})
    setup, state = game.arrange(setup, game.initial(setup, "1"), data["set"])
    state = evolve(state, cc={**state.cc, "french": 9})
    inquiry = game.inquiries["attack_odds"]
    told = inquiry.ask(setup, state, "french", choice=data["steps"][0]["choose"])
    ahead = {int(n): Fraction(chance) for n, chance in told.value["ahead"].items()}
    most = [n for n, chance in sorted(ahead.items()) if chance == ahead[9]]
    assert len(most) > 1
    assert f" with {most[0]} Combat Command" in str(told.brief)
    assert " with 9 Combat Commands" not in str(told.brief)

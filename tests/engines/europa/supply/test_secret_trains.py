"""[7.4] Which counters are Supply Trains is told by no question that both players see."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.europa.game import Europa
from grognard.engines.europa.table.view import table_view
from tests.conftest import ROOT

OF_TRAINS = {"train", "depot", "rally", "march", "discard"}
LEAST = 40
"""So many questions about trains a game of random players has at least."""


def random_game(name: str = "smolensk") -> Session:
    game = Europa()
    return Session(game, game.load(Path(ROOT / f"scenarios/europa/{name}.yaml"), {}), "5")


def test_questions_about_trains_fall_behind_the_curtain() -> None:
    session, met = random_game(), 0
    bots = {seat: RandomBot(seat) for seat in ("french", "russian")}
    while session.ask is not None:
        if session.ask.kind in OF_TRAINS:
            met += 1
            assert session.ask.secret
        play(session, bots, limit=1)
    assert met >= LEAST


def test_both_see_alike_where_counters_and_depots_lie_under_a_stack() -> None:
    session, met = random_game(), set()
    bots = {seat: RandomBot(seat) for seat in ("french", "russian")}
    while session.ask is not None:
        seen = [
            {p.id: set(p.badges) & {"with_trains", "on_depot", "forage"} for p in view.pieces}
            for view in (session.view("french"), session.view("russian"))
        ]
        shared = seen[0].keys() & seen[1].keys()
        assert all(seen[0][name] == seen[1][name] for name in shared)
        met |= {badge for badges in seen[0].values() for badge in badges}
        play(session, bots, limit=1)
    assert met >= {"with_trains", "on_depot"}


def test_a_forage_marker_is_seen_by_both() -> None:
    session = random_game()
    state, setup = session.table.state, session.setup
    at = next(u.at for u in state.units.values() if setup.units[u.id].side == "french" and u.on_map)
    marked = evolve(state, forage=tuple(u.id for u in state.units.values() if u.at == at))
    for seat in ("french", "russian", None):
        here = [p for p in table_view(setup, marked, seat).pieces if p.at == at]
        assert any("forage" in piece.badges for piece in here)


@pytest.mark.parametrize("name", ["smolensk", "campaign-1812"])
def test_nobody_is_asked_to_throw_away_trains_that_cannot_be_used(name: str) -> None:
    session, met = random_game(name), 0
    bots = {seat: RandomBot(seat) for seat in ("french", "russian")}
    while session.ask is not None and session.table.state.turn <= 4:
        ask, state = session.ask, session.table.state
        other = "russian" if ask.seat == "french" else "french"
        if ask.kind == "march" and other in state.done:
            met += 1
            assert len(list(ask.choices)) > 1
        play(session, bots, limit=1)
    assert met
    told = [str(entry.text) for _, entry in session.history()]
    assert any("that no stack can march with" in line for line in told)


def test_a_depot_tells_what_it_takes_from_then_on() -> None:
    session = random_game()
    bots = {seat: RandomBot(seat) for seat in ("french", "russian")}
    while session.ask is None or session.ask.kind != "depot" or len(list(session.ask.choices)) < 2:
        play(session, bots, limit=1)
    ask = session.ask
    site = next(choice for choice in ask.choices if choice != "pass")
    (line,) = map(str, ask.choices.describe(site))
    assert line.startswith("Each Depot takes a Supply Train every turn. With this one, ")
    assert not ask.choices.describe("pass")

"""Whole games of The Eagle and the Lion end with a verdict, are sound all the way, and have fights in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import Bot, RandomBot, play
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.scenario.scenariolist import TAKE_BACK
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.scenario.scenario import OPTIONS
from grognard.engines.eagle.state import State

GAME = Eagle()
DECK = 54
OPTIONAL = {option.id: "yes" for option in OPTIONS if option is not TAKE_BACK}


def played(name: str, kind: type[Bot], seed: str) -> Session:
    info = next(info for info in GAME.scenarios() if info.id == name)
    setup = GAME.load(Path(info.path), {})
    players: Mapping[str, Bot] = {seat.id: kind(f"{seed} {seat.id}") for seat in setup.info.seats}
    session = Session(GAME, setup, seed)
    play(session, players)
    return session


def cards_of(state: State) -> Counter[str]:
    hands = (card for hand in state.hands.values() for card in hand)
    return Counter([*state.deck, *state.discards, *hands])


def counters_of(state: State) -> Counter[str]:
    dealt = (group.counter for group in state.groups.values() if group.counter)
    return Counter([*state.counters, *dealt, *(c for side in state.drawn.values() for c in side)])


@pytest.mark.parametrize("kind", [RandomBot, Captain])
@pytest.mark.parametrize("name", ["low-hill", "maida"])
def test_a_game_ends_with_a_verdict_and_no_card_or_counter_is_lost(
    name: str, kind: type[Bot]
) -> None:
    session = played(name, kind, "1")
    state = session.table.state
    assert session.verdict is not None
    assert session.verdict.rule in ("turn.victory", "turn.objectives")
    assert state.turn == session.setup.turns
    assert list(GAME.broken(session.setup, state)) == []
    assert len(cards_of(state)) == DECK
    assert set(cards_of(state).values()) == {1}
    assert set(counters_of(state).values()) == {1}


@pytest.mark.parametrize("name", ["low-hill", "maida"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    one, other = played(name, Captain, "2"), played(name, Captain, "2")
    assert one.table.state == other.table.state
    assert one.verdict == other.verdict


def test_captains_fight() -> None:
    """Chance seldom brings two armies together; what fire, melee and routs do is seen where captains play."""
    found = Counter[str]()
    for seed in "12":
        session = played("maida", Captain, seed)
        found.update(e.roll.purpose for e in session.table.entries if e.roll is not None)
    assert {"fire", "combat_card", "morale_result", "order_change"} <= found.keys()
    assert found["melee"] + found["charge"] > 0


@pytest.mark.parametrize("options", [{}, OPTIONAL], ids=["plain", "with all options"])
@pytest.mark.parametrize("name", ["low-hill", "garcia-hernandez", "les-miserables"])
def test_the_state_alone_starts_the_game_again_where_it_rests(
    name: str, options: Mapping[str, str]
) -> None:
    """Where captains fight a game is taken up at the same question: melees, squares, shelters and all."""
    info = next(info for info in GAME.scenarios() if info.id == name)
    session = Session(GAME, GAME.load(Path(info.path), options), "3")
    bots = {seat.id: Captain(f"3 {seat.id}") for seat in session.setup.info.seats}
    while (ask := session.ask) is not None:
        if ask.resting:
            table = Table(session.setup, session.table.state, HashDice("3"))
            again = next(GAME.resume(table))
            assert (again.kind, again.seat, again.subject) == (ask.kind, ask.seat, ask.subject)
            assert table.state == session.table.state
            assert list(table.entries) == [], ask.kind
        play(session, bots, limit=1)

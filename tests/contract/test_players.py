"""Every computer player of every game plays every scenario: nothing it imagines stops it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.play.bots import play, players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.think.thinker import Thinker
from tests.contract.test_contract import OWN

GAMES = sorted(registry.games())
SCENARIOS = [
    (info, player)
    for name in GAMES
    for info in sorted(registry[name].scenarios(), key=lambda info: info.minutes)
    for player in players_of(registry[name])
]
NAMES = [f"{info.game}/{info.id}-{player}" for info, player in SCENARIOS]
SHORT = 6
"""Decisions of a battle in the ordinary run that is not the shortest of its game: that one is played
to its end there, and all are in the soak."""
DEAR = {
    "columbia/shevardino-greedy": 60,
    "risorgimento/first-brigade-greedy": 40,
    "europa/smolensk-greedy": 60,
}
"""Players who take longer than all the others together: so many decisions in the ordinary run."""
TRIALS = 2
"""Imagined games for a decision of a player who searches, and how far it plays them."""
SEED = "5"
SOAK_SEEDS = ("1", "5", "9")


@cache
def loaded(game: str, path: str) -> Any:
    """Return a scenario as it is read, for all its players."""
    return registry[game].load(Path(path), {})


def opened(info: ScenarioInfo, seed: str) -> Session:
    """Open a scenario anew."""
    return Session(registry[info.game], loaded(info.game, info.path), seed)


def go_on(session: Session, player: str, limit: int | None = None) -> None:
    """Let the player of all seats play on."""
    made = players_of(session.game)[player]
    seats = session.setup.info.seats
    bots = {seat.id: made(f"{session.seed} {seat.id}") for seat in seats}
    for bot in bots.values():
        if isinstance(bot, Thinker):
            bot.seconds, bot.trials, bot.length = None, TRIALS, TRIALS
    play(session, bots, limit=limit)


@pytest.mark.parametrize("name", GAMES)
def test_every_player_says_what_may_be_expected_of_it(name: str) -> None:
    players = players_of(registry[name]).values()
    assert len({str(player.what) for player in players}) == len(players)
    assert len({str(player.called) for player in players}) == len(players)


@pytest.mark.parametrize(("info", "player"), SCENARIOS, ids=NAMES)
def test_every_player_opens_every_scenario_and_ends_the_shortest(
    info: ScenarioInfo, player: str
) -> None:
    others = [one for one in registry[info.game].scenarios() if one.id not in OWN]
    shortest = min(others, key=lambda other: other.minutes)
    session = opened(info, SEED)
    dear = DEAR.get(f"{info.game}/{info.id}-{player}")
    if issubclass(players_of(registry[info.game])[player], Thinker):
        dear = 2
    if dear is not None:
        go_on(session, player, dear)
        assert session.ask is None or len(session.choices) == dear
    elif info.id == shortest.id:
        go_on(session, player)
        assert session.verdict is not None
    else:
        go_on(session, player, SHORT)
        assert session.ask is None or len(session.choices) == SHORT


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK_SEEDS)
@pytest.mark.parametrize(("info", "player"), SCENARIOS, ids=NAMES)
def test_every_player_plays_every_scenario_to_its_end(
    info: ScenarioInfo, player: str, seed: str
) -> None:
    session = opened(info, seed)
    go_on(session, player)
    assert session.verdict is not None

"""Every value of every option that a shipped scenario offers can be chosen: it loads and it plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import ScenarioInfo

DECISIONS = 10


def wishes_of(info: ScenarioInfo) -> Iterator[dict[str, str]]:
    """Each value beside the defaults alone, and all of them together."""
    others = {
        option.id: [value for value in option.values if value != option.default]
        for option in info.options
    }
    for name, values in others.items():
        yield from ({name: value} for value in values)
    yield {name: values[-1] for name, values in others.items() if values}


ALL = [
    pytest.param(game.id, info.path, wish, id=f"{game.id}/{info.id} {wish}")
    for game in registry.games().values()
    for info in game.scenarios()
    for wish in wishes_of(info)
]


@pytest.mark.parametrize(("game", "path", "wish"), ALL)
def test_every_value_that_is_offered_loads_and_plays(
    game: str, path: str, wish: Mapping[str, str]
) -> None:
    played = registry[game]
    session = Session(played, played.load(Path(path), dict(wish)), f"options {sorted(wish)}")
    wrong: list[str] = []
    play(
        session,
        {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats},
        watch=lambda s: wrong.extend(played.violations(s.setup, s.table.state)),
        limit=DECISIONS,
    )
    assert len(session.choices) >= DECISIONS or session.verdict is not None
    assert not wrong

"""A roll that says how much is needed succeeds just when the die comes to that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import Roll
from tests.contract.test_contract import GAMES, OWN

MOST = 600
"""Choices of each game that are looked at."""
BATTLES = 3
"""Scenarios of each game that are played, the small ones first."""


def rolls(name: str) -> Iterator[Roll]:
    """The rolls of some games at random that say what is needed."""
    game = registry[name]
    infos = sorted(game.scenarios(), key=lambda info: info.id not in OWN)
    for info in infos[:BATTLES]:
        session = Session(game, game.load(Path(info.path), {}), info.id)
        bots = {seat.id: RandomBot(info.id) for seat in session.setup.info.seats}
        play(session, bots, limit=MOST)
        found = (entry.roll for _, entry in session.history())
        yield from (roll for roll in found if roll is not None and roll.target is not None)


def met(roll: Roll) -> bool:
    """Whether the die came to what is said to be needed."""
    assert roll.target is not None
    return roll.total >= roll.target if roll.upward else roll.total <= roll.target


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_to_be_needed_is_what_decides(name: str) -> None:
    words: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for roll in rolls(name):
        words[roll.purpose, met(roll)].add(roll.result)
    assert words, "no roll that says what it needs"
    purposes = {purpose for purpose, _ in words}
    both = {one: words[one, True] & words[one, False] for one in purposes}
    assert not {one: sorted(found) for one, found in both.items() if found}

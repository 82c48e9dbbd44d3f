"""A hex in which something with a name lies is called by it wherever a player reads: labels, odds, the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.gmt.game import Borodino
from grognard.engines.gmt.odds.die_odds import _shock
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.shock.advance import _counter_label
from tests.contract.pseudo import texts

CHOICES, WEIGHED = 120, 6
"""So many choices of a random game are read, and the odds of so many answers to each question."""


def loaded(name: str) -> Setup:
    game = Borodino()
    info = next(info for info in game.scenarios() if info.id == name)
    return game.load(Path(info.path), {})


def bare(setup: Setup) -> re.Pattern[str]:
    """The number of a hex that has a name, when it does not stand in brackets behind it."""
    named = [one for one in setup.map.grid if str(setup.map.place(one)) != one]
    return re.compile(rf"(?<![(\d])(?:{'|'.join(named)})(?![\d)])")


def shown(session: Session, rng: Random) -> Iterator[Text]:
    """Give the labels of an open question and the odds of some of its answers."""
    ask = session.ask
    assert ask is not None
    yield from texts(ask.prompt)
    if not ask.choices.finite:
        return
    answers = list(ask.choices)
    for choice in rng.sample(answers, min(WEIGHED, len(answers))):
        yield from texts(ask.choices.label(choice))
        if ask.odds is not None and choice != PASS:
            inquiry = session.game.inquiries[ask.odds]
            state = session.table.state
            yield from texts(
                inquiry.ask(session.setup, state, ask.seat, **dict(ask.weighing(choice)))
            )


@pytest.mark.parametrize("name", ["charge", "shevardino"])
def test_a_random_game_calls_named_hexes_by_their_names(name: str) -> None:
    setup = loaded(name)
    session, rng, number = Session(Borodino(), setup, "3"), Random("3"), bare(setup)
    bots = {seat.id: RandomBot(seat.id) for seat in setup.info.seats}
    found = set()
    while session.ask is not None and len(session.choices) < CHOICES:
        for one in shown(session, rng):
            if number.search(str(one)):
                found.add(f"{one.key}: {one}")
        play(session, bots, limit=1)
    for entry in session.table.entries:
        found |= {f"{one.key}: {one}" for one in texts(entry) if number.search(str(one))}
    assert sorted(found) == []


def test_shocks_and_counter_shocks_name_their_hexes() -> None:
    setup = loaded("shevardino")
    named = next(one for one in setup.map.grid if str(setup.map.place(one)) != one)
    words = str(setup.map.place(named))
    assert f"({named})" in words
    assert str(_counter_label(setup, "0000", {"at": named, "targets": ()})) == f"Enter {words}"
    both = _counter_label(setup, "0000", {"at": named, "targets": (named,)})
    assert str(both) == f"Enter {words} and Shock {words}"
    row = {"target": named, "modifiers": (), "results": {}}
    odds = _shock(setup, [row, row], "9.73")
    assert str(odds.lines[0]) == f"Against {words}:"
    assert str(odds.gist[0]).startswith(f"{words}: ")

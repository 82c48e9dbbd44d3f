"""The marshal keeps its time for what matters, and is lent some where it is held to little."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engines.core.play.bots import Eyes
from engines.core.play.game import registry
from engines.core.play.session import Session
from engines.core.think.search import Way
from engines.gmt.opponent.marshal import LENT, PASSED, Marshal
from engines.gmt.opponent.player import Captain


def begun(kind: str) -> tuple[Session, Eyes]:
    """A game of The windmill hill up to the first question of a kind that leaves a choice."""
    game = registry["gmt"]
    info = next(info for info in game.scenarios() if info.id == "windmill-hill")
    session, captain = Session(game, game.load(Path(info.path), {}), "1"), Captain("1")
    while session.ask is not None:
        if session.ask.kind == kind and len(list(session.ask.choices)) > 1:
            return session, Eyes(session, session.ask.seat, session.ask)
        captain.go_on(session)
    raise AssertionError(kind)


@pytest.mark.parametrize(("kind", "thinks"), [("fire", False), ("route", True)])
def test_who_plays_thinks_of_what_matters_alone(kind: str, thinks: bool) -> None:
    assert (kind in PASSED) is not thinks
    _, eyes = begun(kind)
    marshal, options = Marshal("m"), list(eyes.ask.choices)
    given = [Way(options[0])]
    assert len(marshal.candidates(given, eyes, options)) > 1, "who advises thinks of everything"
    marshal.trials = 6
    marshal.seconds = marshal.purse = None
    marshal.decide(eyes, options)
    assert (len(marshal.candidates(given, eyes, options)) > 1) is thinks


def test_who_is_held_to_little_time_is_lent_some_once() -> None:
    _, eyes = begun("move_piece")
    options = list(eyes.ask.choices)
    held, purse = Marshal("m"), Marshal("m")
    held.purse, held.seconds, held.clock = None, 0.2, time.thread_time
    held.decide(eyes, options)
    purse.decide(eyes, options)
    lent = LENT * held.seconds
    assert lent <= held.saved <= lent + held.seconds
    held.decide(eyes, options)
    assert held.saved <= lent + 2 * held.seconds
    assert purse.saved <= (purse.seconds or 0)

"""The first click marks, whatever is asked: no game takes it for an answer."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.gesture import path_of
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

PLAYED = {
    ("gmt", "charge"): 90,
    ("columbia", "shevardino"): 110,
    ("risorgimento", "first-brigade"): 70,
    ("eagle", "garcia-hernandez"): 70,
    ("europa", "smolensk"): 60,
}
"""How many decisions of a scenario are looked at."""
OF_A_KIND, CLICKED = 2, 12
"""How often a question of one kind is tried, and how many things are clicked each time."""


def begun(game: str, scenario: str) -> Session:
    engine = registry[game]
    path = next(Path(info.path) for info in engine.scenarios() if info.id == scenario)
    return Session(engine, engine.load(path, {}), "3")


@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_a_click_that_settles_what_is_meant_only_marks_it(game: str, scenario: str) -> None:
    session = begun(game, scenario)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    seen: dict[tuple[str, str], int] = {}
    for _ in range(PLAYED[game, scenario]):
        ask = session.ask
        if ask is None:
            break
        kind = (ask.kind, ask.form)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= OF_A_KIND:
            look(session)
        play(session, bots, limit=1)
    assert len(seen) > 3, seen


def look(session: Session) -> None:
    """Click one thing after the other, as one who looks about does."""
    ask = session.ask
    assert ask is not None
    gesture = gesture_for(ask, session.view(ask.seat))
    named = list(gesture.marks().legal)
    for name in Random(ask.kind).sample(named, min(CLICKED, len(named))):
        for then in (name, *islice(gesture.marks().legal, 3)):
            before = gesture.chosen()
            again = then in gesture.picked or then in path_of(before)[-1:]
            choice = gesture.click([then])
            assert choice is None or (again and choice == before), (ask.kind, ask.form, then)
            if choice is not None:
                break
        while gesture.back():
            pass

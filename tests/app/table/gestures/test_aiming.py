"""Fire as a gesture: the battery, then its target; what the mouse says there is what a click would do."""

from __future__ import annotations

from pathlib import Path

from grognard.app.table.gestures.answering import gesture_for
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session


def test_over_what_is_picked_the_mouse_means_what_a_second_click_does() -> None:
    game = registry["gmt"]
    path = next(info.path for info in game.scenarios() if info.id == "charge")
    session = Session(game, game.load(Path(path), {}), "7")
    while session.ask is not None and session.ask.kind != "fire":
        session.choose(session.ask.seat, "pass")
    ask = session.ask
    assert ask is not None
    assert ask.kind == "fire"
    gesture = gesture_for(ask, session.view(ask.seat))
    gesture.click(["ii-cav-ha-1", "0904"])
    there = ["okulov-a", "0504"]
    gesture.click(there)
    plain = gesture.chosen()
    assert plain is not None
    assert "facing" not in plain
    assert gesture.hover(there) == plain
    assert gesture.click(there) == plain

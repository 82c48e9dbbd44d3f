"""Fire as a gesture: the battery, then its target; what the mouse says there is what a click would do."""

from __future__ import annotations

from pathlib import Path

from grognard.app.table.gestures.answering import gesture_for
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session


def first_fire(scenario: str) -> Session:
    game = registry["gmt"]
    path = next(info.path for info in game.scenarios() if info.id == scenario)
    session = Session(game, game.load(Path(path), {}), "7")
    while session.ask is not None and session.ask.kind != "fire":
        session.choose(session.ask.seat, "pass")
    return session


def test_over_what_is_picked_the_mouse_means_what_a_second_click_does() -> None:
    session = first_fire("charge")
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


def test_the_mouse_over_a_target_means_fire_without_a_turn() -> None:
    """What is said before the click is what it marks; from there the guns turn either way, and back."""
    session = first_fire("first-assault")
    ask = session.ask
    assert ask is not None
    view = session.view(ask.seat)
    gesture = gesture_for(ask, view)
    gesture.bearing = lambda facing: 30.0 + 60.0 * (facing - 1)
    gun = next(p for p in view.pieces if p.symbol == "foot_artillery" and p.side == ask.seat)
    gesture.click([gun.id, gun.at or ""])
    there = ["gogel-a", "0504"]
    plain = gesture.hover(there)
    assert plain is not None
    assert "facing" not in plain
    gesture.click(there)
    assert gesture.chosen() == plain
    gesture.turn(1)
    one = gesture.chosen()
    gesture.turn(-1)
    assert gesture.chosen() == plain
    gesture.turn(-1)
    other = gesture.chosen()
    assert one != other
    assert "facing" in (one or {})
    assert "facing" in (other or {})

"""A declared charge is ridden by one drag: at its target, the first way listed; its ghost stops where it stops."""

from __future__ import annotations

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.engines.core.play.session import Session
from grognard.engines.risorgimento.game import Risorgimento
from tests.app.table.bases import begun, placed

GAME = Risorgimento()


def charging(*more: dict[str, object], heading: float = 90) -> tuple[Session, Manoeuvre]:
    """A charge that is revealed: by which way?"""
    session = begun(
        placed("hussars", 30, 20, heading, formation="line"),
        placed("84e-1", 40, 20, 180, formation="line"),
        placed("jager-3", 55, 3, 180, formation="line"),
        placed("ir39-2", 50, 3, 180, formation="line"),
        *more,
        phase="E.charges",
        active="austrian",
        initiative="austrian",
        notes=[["hussars", "84e-1"]],
    )
    while session.ask is not None and session.ask.kind != "charge_path":
        session.choose(session.ask.seat, next(iter(session.ask.choices)))
    assert session.ask is not None
    made = gesture_for(session.ask, session.view(session.ask.seat))
    assert isinstance(made, Manoeuvre)
    return session, made


def drag(gesture: Manoeuvre, to: tuple[float, float]) -> None:
    assert gesture.start is not None
    assert gesture.begin(gesture.start.centre, 0.1)
    gesture.move(to)
    gesture.end()


def test_a_drag_at_the_target_wheels_first() -> None:
    session, gesture = charging()
    drag(gesture, (40, 20))
    assert "turn" in gesture.actions[0]
    assert gesture.chosen() == next(iter(session.ask.choices))


def test_the_ghost_of_a_charge_stops_where_the_charge_stops() -> None:
    """A friend bars the way: the ghost does not stand at the target, and the order says so."""
    session, gesture = charging(placed("ir39-1", 35, 20, 0, formation="line"), heading=0)
    gesture.actions = [{"leg": [10000, 0]}]
    chosen = gesture.chosen()
    assert chosen is not None
    assert "no contact" in str(gesture.describe(chosen)[0])
    (ghost,) = gesture.ghosts()
    session.choose("austrian", chosen)
    while session.ask is not None and session.table.state.charges[0].status == "moving":
        ask = session.ask
        quiet = [one for one in ("pass", "stand") if one in ask.choices]
        session.choose(ask.seat, quiet[0] if quiet else next(iter(ask.choices)))
    unit = session.table.state.units["hussars"]
    assert unit.pose is not None
    assert ghost.pose is not None
    x, y, turned = ghost.pose
    assert abs(x - unit.pose.centre[0]) < 0.01
    assert abs(-y - unit.pose.centre[1]) < 0.01
    assert (90 - turned) % 360 == unit.pose.heading

"""[9.81] [8.1] A move that costs a Charge or a fire says so before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.gmt.game import Borodino
from grognard.engines.gmt.movement.forfeits import forfeits

GAME = Borodino()
CHARGE, FIRE = "may not charge", "may not fire"


def routes(scenario: str, seed: str, most: int) -> Iterator[Session]:
    """The questions where a unit goes, of a random game."""
    info = next(one for one in GAME.scenarios() if one.id == scenario)
    session = Session(GAME, GAME.load(Path(info.path), {}), seed)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    while session.ask is not None and len(session.choices) < most:
        if session.ask.kind == "route":
            yield session
        play(session, bots, limit=1)


def told(session: Session) -> list[str]:
    """What the first way that leads somewhere else costs and forfeits."""
    assert session.ask is not None
    ways = (choice for choice in session.ask.choices if choice != PASS)
    way = next(
        (choice for choice in ways if isinstance(choice, dict) and choice.get("route")), None
    )
    return [str(line) for line in session.ask.choices.describe(way)] if way is not None else []


def test_cavalry_that_could_charge_and_guns_that_could_fire_are_told_so() -> None:
    said: set[str] = set()
    for scenario in ("charge", "first-assault"):
        for session in routes(scenario, "2", 400):
            assert session.ask is not None
            (uid,) = session.ask.subject[:1]
            lines = told(session)
            kind, unit = session.setup.types[uid], session.table.state.units[uid]
            charge = any(CHARGE in line for line in lines)
            fire = any(FIRE in line for line in lines)
            assert not charge or (kind.arm == "cavalry" and not unit.moved and not unit.disordered)
            assert not fire or (kind.is_artillery and not unit.fired)
            said |= {CHARGE} if charge else set()
            said |= {FIRE} if fire else set()
    assert said == {CHARGE, FIRE}


def test_nothing_is_said_where_no_enemy_is_near() -> None:
    session = next(routes("charge", "2", 400))
    assert session.ask is not None
    state = session.table.state
    assert not [line for uid in state.units for line in forfeits(session.setup, state, uid, ())]

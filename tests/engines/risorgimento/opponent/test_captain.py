"""The captain leads his battalions himself: on to the place they are for, by what that is worth."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import Any

from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.opponent.captain import Captain
from grognard.engines.risorgimento.scenario.load import scenario_infos

GAME = Risorgimento()
BATTALIONS = ("84e-1", "84e-2", "84e-3")
COLUMN = 12.0


def played(seed: str, turn: int) -> tuple[Session, dict[str, list[Any]]]:
    """Play a battle of captains up to a turn; the orders each unit was given come with it."""
    info = next(one for one in scenario_infos() if one.id == "first-brigade")
    session = Session(GAME, GAME.load(Path(info.path), {}), "1")
    captains = {seat.id: Captain(f"{seed} {seat.id}") for seat in session.setup.info.seats}
    orders: dict[str, list[Any]] = {}
    while session.ask is not None and session.table.state.turn < turn:
        ask = session.ask
        listed = list(ask.choices) if ask.choices.finite else None
        choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), listed)
        if ask.kind == "manoeuvre":
            orders.setdefault(session.table.state.mover, []).append(choice)
        session.choose(ask.seat, choice)
    return session, orders


def test_orders_are_not_drawn_by_lot() -> None:
    """Two captains whose dice fall otherwise give the same orders where nothing is in doubt."""
    (_, first), (_, second) = played("one", 2), played("another", 2)
    assert any(choice != "pass" for choices in first.values() for choice in choices)
    assert [first[uid][0] for uid in BATTALIONS] == [second[uid][0] for uid in BATTALIONS]


def test_battalions_use_their_movement_on_the_way_to_the_village() -> None:
    session, orders = played("one", 2)
    place = next(one for one in session.setup.objectives if one.id == "village").at
    for uid in BATTALIONS:
        pose = session.table.state.units[uid].pose
        assert pose is not None
        legs = [
            a["leg"][0] / 1000
            for order in orders[uid]
            if order != "pass"
            for a in order["do"]
            if "leg" in a
        ]
        assert sum(legs) > COLUMN * 0.7
        assert hypot(place[0] - pose.centre[0], place[1] - pose.centre[1]) < 28.0

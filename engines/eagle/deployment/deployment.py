"""[setup.forces] Set-up by hand: who has a choice of hexes shares them out before the first turn."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.arrangement import AUTO, DONE, HAND, Arrangement
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.standing import put, why_not_stand
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import WAITING, State

RULE = "setup.forces"


def choosers(setup: Setup, side: str) -> dict[str, Placement]:
    """Return the units of a side that begin in one of several hexes."""
    return {
        uid: place
        for uid, place in setup.starts.items()
        if place.way == "among" and uid in setup.units and setup.units[uid].side == side
    }


def deploy(table: Board, side: str) -> Procedure[None]:
    """[setup.forces] The owner shifts his units among their hexes until he is done."""
    setup = table.setup
    mine = choosers(setup, side)
    while mine:
        choice = yield Ask(
            setup.seat_of(side),
            "deploy",
            text("Place your units in their hexes, or finish."),
            (RULE,),
            deployment(setup, table.state, side),
            form="arrange",
            resting=True,
        )
        if choice == DONE:
            return
        if choice == AUTO:
            for uid in mine:
                _put(table, uid, WAITING)
            for uid, place in mine.items():
                _put(table, uid, place.first[0])
        else:
            _put(table, word_of(choice, "piece"), word_of(choice, "at") or WAITING)


def _put(table: Board, uid: str, at: str) -> None:
    formation = table.setup.starts[uid].formation
    table.state = put(table.setup, table.state, uid, at, formation)


def deployment(setup: Setup, state: State, side: str) -> Arrangement:
    """[setup.forces] What may be done with the units of a side that have a choice."""
    mine = choosers(setup, side)

    def why_not_at(uid: str, at: str) -> Refusal | None:
        return why_not_stand(setup, state, uid, Placement.of(uid, at))

    return Arrangement(
        RULE,
        {uid: state.units[uid].at if state.units[uid].on_map else HAND for uid in mine},
        {uid: place.places for uid, place in mine.items()},
        why_not_at=why_not_at,
        names={uid: setup.units[uid].name for uid in mine},
        auto=text("Set up as the scenario lists it"),
        is_set=lambda: all(state.units[uid].at == place.first[0] for uid, place in mine.items()),
    )


def deploy_french(table: Board) -> Procedure[None]:
    """[setup.forces] The French set up."""
    return deploy(table, "french")


def deploy_british(table: Board) -> Procedure[None]:
    """[setup.forces] The British set up."""
    return deploy(table, "british")

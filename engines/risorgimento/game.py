"""The engine of Risorgimento 1859 as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.bots import Bot
from grognard.engines.core.play.game import Game, Migration
from grognard.engines.core.play.inquiries import Inquiry
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.views import BoardView, TableView
from grognard.engines.risorgimento.army.units import LEFT, NONE, REMOVED
from grognard.engines.risorgimento.field.boardview import board_view
from grognard.engines.risorgimento.field.rollwords import LEVELS, RESULTS, TALLIES
from grognard.engines.risorgimento.ground.standing import why_not_stand
from grognard.engines.risorgimento.manoeuvre.written import WORDING
from grognard.engines.risorgimento.odds.resample import resample
from grognard.engines.risorgimento.opponent.captain import Captain
from grognard.engines.risorgimento.opponent.marshal import Marshal
from grognard.engines.risorgimento.scenario.load import Reader, initial_state
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.table.inquiries import INQUIRIES
from grognard.engines.risorgimento.table.invariants import broken, value
from grognard.engines.risorgimento.table.passed import PASSED_BY
from grognard.engines.risorgimento.table.positions import POSITIONS
from grognard.engines.risorgimento.table.terms import TERMS
from grognard.engines.risorgimento.table.view import table_view
from grognard.engines.risorgimento.turn.turn import TURN, play


def _with_leg_from(data: Any) -> Any:
    """[geo.free_move] From schema 1 to 2: no leg is remembered of a move under way.

    The first States of schema 1 knew neither `lead` (G.3.order) nor `low` (geo.cost).
    """
    progress = {"low": -1, **data["progress"], "leg_from": None}
    charges = [{"low": -1, **charge} for charge in data["charges"]]
    return {"lead": data["bonus"], **data, "progress": progress, "charges": charges}


def _contemporary(data: Any) -> Any:
    """[G.3.order] [I.3.d100] From schema 2 to 3: who came into contact, what melees fix, who has fallen.

    Who is out of action is on the table no more, and the markers of who is gone have gone with him.
    """
    bare = {"disorder": 0, "fatigue": 0, "shaken": False, "marker": NONE, "rested": False}
    units = {
        uid: {**unit, **(bare if unit["place"] in (REMOVED, LEFT) else {}), "attacks": []}
        for uid, unit in data["units"].items()
    }
    leaders = {
        name: {**one, "fallen": 0, "place": REMOVED if one["fate"] else one["place"]}
        for name, one in data["commanders"].items()
    }
    melees = [{**melee, "rows": []} for melee in data["melees"]]
    return {**data, "units": units, "commanders": leaders, "melees": melees}


class Risorgimento(Game[Setup, State]):
    """Risorgimento 1859 on a measured table. Stateless; see `grognard.engines.core.play.game.Game`."""

    id = "risorgimento"
    title = "Risorgimento 1859"
    edition = "Marco Morosi 2005, version 1.1"
    manner = text("A table with a ruler: free movement, lines of fire, brigades that tire")
    alone = text("Little is hidden: it plays well alone.")
    package = "grognard.engines.risorgimento"
    state = State
    reader = Reader
    results: Mapping[str, Text] = RESULTS
    tallies: Mapping[str, Text] = TALLIES
    terms: Mapping[str, Text] = TERMS
    levels: Mapping[str, Text] = LEVELS
    positions = POSITIONS
    passed_by = PASSED_BY
    wording = WORDING
    turns = (TURN,)
    schema = 3
    migrations: Mapping[int, Migration] = {1: _with_leg_from, 2: _contemporary}
    inquiries: Mapping[str, Inquiry] = INQUIRIES
    why_not_stand = staticmethod(why_not_stand)

    players: Mapping[str, type[Bot]] = {"captain": Captain, "marshal": Marshal}

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup, seed)

    def resume(self, table: Board) -> Procedure[None]:
        return play(table)

    def measures(self, setup: Setup) -> bool:
        return setup.measuring

    def board(self, setup: Setup) -> BoardView:
        return board_view(setup)

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        return table_view(setup, state, seat)

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        return resample(setup, state, seat, rng)

    def broken(self, setup: Setup, state: State) -> Iterable[str]:
        return broken(setup, state)

    def value(self, setup: Setup, state: State, seat: str) -> float:
        side = setup.side_of(seat)
        return value(setup, state, side) if side else 0.0

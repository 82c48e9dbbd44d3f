"""The engine of Borodino (Triumph & Glory) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import counting, text
from grognard.engines.core.play.bots import Bot
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.turn import Turn
from grognard.engines.gmt.field.boardview import board_view
from grognard.engines.gmt.field.rollwords import RESULTS
from grognard.engines.gmt.field.standing import why_not_stand
from grognard.engines.gmt.odds.resample import resample
from grognard.engines.gmt.opponent.player import Captain, Marshal
from grognard.engines.gmt.opponent.worth import value
from grognard.engines.gmt.scenario.load import Reader, initial_state
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.shevardino.hopes import hopeless
from grognard.engines.gmt.state import State
from grognard.engines.gmt.table.inquiries import INQUIRIES
from grognard.engines.gmt.table.invariants import broken
from grognard.engines.gmt.table.passed import CLOSED, PASSED_BY
from grognard.engines.gmt.table.positions import POSITIONS, WORDING
from grognard.engines.gmt.table.terms import TERMS
from grognard.engines.gmt.table.view import table_view
from grognard.engines.gmt.turns import TURNS, turn_of


class Borodino(Game[Setup, State]):
    """Triumph & Glory: Borodino. Stateless; see `grognard.engines.core.play.game.Game`."""

    id = "gmt"
    title = "Borodino"
    edition = "Triumph & Glory 2.2"
    manner = text("Hexes and counters: orders, zones of control, shock, cavalry charges")
    alone = text("Nothing is hidden: it plays well alone.")
    package = "grognard.engines.gmt"
    state = State
    reader = Reader
    turns = tuple(TURNS.values())
    results = RESULTS
    terms = TERMS
    passed_by, closed = PASSED_BY, CLOSED
    positions = POSITIONS
    wording = WORDING
    inquiries = INQUIRIES
    margin = counting("Victory by {n} point", "Victory by {n} points")
    players: Mapping[str, type[Bot]] = {"captain": Captain, "marshal": Marshal}

    initial = staticmethod(initial_state)
    board = staticmethod(board_view)
    view = staticmethod(table_view)
    resample = staticmethod(resample)
    broken = staticmethod(broken)
    why_not_stand = staticmethod(why_not_stand)
    hopeless = staticmethod(hopeless)
    value = staticmethod(value)

    def turn(self, setup: Setup) -> Turn[Board]:
        return turn_of(setup)

"""The engine of Borodino 1812 (Columbia) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.columbia.field.boardview import board_view
from grognard.engines.columbia.field.rollwords import RESULTS, TALLIES
from grognard.engines.columbia.field.standing import why_not_stand
from grognard.engines.columbia.odds.resample import resample
from grognard.engines.columbia.opponent.captain import Captain, Marshal
from grognard.engines.columbia.scenario.load import Reader, initial_state
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.columbia.table.inquiries import INQUIRIES
from grognard.engines.columbia.table.invariants import broken, value
from grognard.engines.columbia.table.passed import CLOSED, PASSED_BY
from grognard.engines.columbia.table.positions import POSITIONS, WORDING
from grognard.engines.columbia.table.terms import TERMS
from grognard.engines.columbia.table.view import table_view
from grognard.engines.columbia.turn.turn import TURN
from grognard.engines.core.data.text import Text, text, verbatim
from grognard.engines.core.play.bots import Bot
from grognard.engines.core.play.game import Game, Migration


class Borodino1812(Game[Setup, State]):
    """Borodino 1812 on areas, blocks under fog of war. Stateless; see `grognard.engines.core.play.game.Game`."""

    id = "columbia"
    title = "Borodino 1812"
    edition = "Columbia Games 2012"
    manner = text("Areas and wooden blocks: fog of war, headquarters, supply")
    faces = False
    package = "grognard.engines.columbia"
    state = State
    schema = 2
    migrations: Mapping[int, Migration] = {1: lambda data: {**data, "left": []}}
    reader = Reader
    results = RESULTS
    tallies = TALLIES
    terms = TERMS
    passed_by, closed = PASSED_BY, CLOSED
    positions = POSITIONS
    wording = WORDING
    turns = (TURN,)
    inquiries = INQUIRIES
    players: Mapping[str, type[Bot]] = {"captain": Captain, "marshal": Marshal}

    initial = staticmethod(initial_state)
    board = staticmethod(board_view)
    view = staticmethod(table_view)
    resample = staticmethod(resample)
    broken = staticmethod(broken)
    why_not_stand = staticmethod(why_not_stand)
    value = staticmethod(value)

    def turn_now(self, state: State) -> str:
        """Return the day and its turn."""
        return f"{state.day}.{state.turn}"

    def turn_told(self, word: str) -> Text:
        """Return the day of September 1812 and its turn as a person reads them."""
        day, _, turn = word.partition(".")
        return text("{day} September, turn {turn}", day=verbatim(day), turn=verbatim(turn))

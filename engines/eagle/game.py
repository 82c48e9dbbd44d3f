"""The engine of The Eagle and the Lion as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import Bot
from grognard.engines.core.play.game import Game
from grognard.engines.core.show.asks import Procedure
from grognard.engines.eagle.cards.views import turned_up
from grognard.engines.eagle.command.resample import resample
from grognard.engines.eagle.deployment.beginning import initial_state
from grognard.engines.eagle.field.boardview import board_view
from grognard.engines.eagle.field.rollwords import RESULTS
from grognard.engines.eagle.field.standing import why_not_stand
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.opponent.marshal import Marshal
from grognard.engines.eagle.opponent.worth import value
from grognard.engines.eagle.scenario.load import Reader
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.table.inquiries import INQUIRIES
from grognard.engines.eagle.table.invariants import broken
from grognard.engines.eagle.table.passed import CLOSED, PASSED_BY
from grognard.engines.eagle.table.positions import POSITIONS, WORDING
from grognard.engines.eagle.table.terms import TERMS
from grognard.engines.eagle.table.view import table_view
from grognard.engines.eagle.turn.sequence import TURN
from grognard.engines.eagle.turn.verbs import VERBS
from grognard.engines.eagle.victory.hopes import hopeless


class Eagle(Game[Setup, State]):
    """Battles of Napoleon: The Eagle and the Lion. Stateless; see `grognard.engines.core.play.game.Game`."""

    id = "eagle"
    title = "The Eagle and the Lion"
    edition = "Battles of Napoleon"
    manner = text("Hexes and miniatures: order counters, couriers, cards")
    package = "grognard.engines.eagle"
    state = State
    reader = Reader
    turns = (TURN,)
    results = RESULTS
    terms = TERMS
    passed_by, closed = PASSED_BY, CLOSED
    positions = POSITIONS
    wording = WORDING
    inquiries = INQUIRIES
    players: Mapping[str, type[Bot]] = {"captain": Captain, "marshal": Marshal}

    initial = staticmethod(initial_state)
    board = staticmethod(board_view)
    view = staticmethod(table_view)
    turned_up = staticmethod(turned_up)
    resample = staticmethod(resample)
    broken = staticmethod(broken)
    why_not_stand = staticmethod(why_not_stand)
    hopeless = staticmethod(hopeless)
    value = staticmethod(value)

    def resume(self, table: Board) -> Procedure[None]:
        table.handed = VERBS
        return super().resume(table)

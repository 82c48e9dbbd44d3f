"""The engine of The Eagle and the Lion as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.data.text import Text, text, verbatim
from engines.core.play.game import Game
from engines.core.show.asks import Procedure
from engines.core.show.views import BoardView, TableView
from engines.eagle.scenario.beginning import initial_state
from engines.eagle.scenario.load import Reader
from engines.eagle.scenario.scenario import ENVELOPE
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State
from engines.eagle.table.odds import INQUIRIES
from engines.eagle.table.positions import POSITIONS, WORDING
from engines.eagle.table.words import RESULTS
from engines.eagle.turn.sequence import TURN


class Eagle(Game[Setup, State]):
    """Battles of Napoleon: The Eagle and the Lion. Stateless; see `engines.core.play.game.Game`."""

    id = "eagle"
    title = "The Eagle and the Lion"
    edition = "Battles of Napoleon"
    package = "engines.eagle"
    state = State
    reader = Reader
    kinds = ENVELOPE.kinds
    turns = (TURN,)
    results: Mapping[str, Text] = RESULTS
    positions = POSITIONS
    wording = WORDING
    inquiries = INQUIRIES

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup, seed)

    def resume(self, table: Board) -> Procedure[None]:
        return super().resume(table)

    def board(self, setup: Setup) -> BoardView:
        return BoardView(setup.map.id, setup.map.title, "hex", ())

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        turns = text("Turn {turn} of {turns}", turn=state.turn, turns=verbatim(setup.turns))
        return TableView(seat, turns, TURN.phase(state), state.deciding or None, ())

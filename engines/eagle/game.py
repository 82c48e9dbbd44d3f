"""The engine of The Eagle and the Lion as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engines.core.data.schema import Schema
from engines.core.data.text import Text
from engines.core.play.bots import Bot
from engines.core.play.game import Game
from engines.core.play.inquiries import Inquiry
from engines.core.play.placement import Placement
from engines.core.show.asks import Procedure
from engines.core.show.explain import Refusal, Roll
from engines.core.show.views import BoardView, CardView, TableView
from engines.eagle.field.standing import why_not_stand
from engines.eagle.opponent.captain import Captain
from engines.eagle.scenario.beginning import initial_state
from engines.eagle.scenario.deck import CARDS
from engines.eagle.scenario.load import Reader
from engines.eagle.scenario.scenario import ENVELOPE
from engines.eagle.setup import Board, Setup
from engines.eagle.state import State
from engines.eagle.table.boardview import board_view
from engines.eagle.table.cardviews import turned_up
from engines.eagle.table.inquiries import INQUIRIES
from engines.eagle.table.odds import ODDS
from engines.eagle.table.positions import POSITIONS, WORDING
from engines.eagle.table.resample import resample
from engines.eagle.table.soundness import broken, value
from engines.eagle.table.terms import TERMS
from engines.eagle.table.view import table_view
from engines.eagle.table.words import RESULTS
from engines.eagle.turn.sequence import TURN
from engines.eagle.turn.verbs import VERBS


class Eagle(Game[Setup, State]):
    """Battles of Napoleon: The Eagle and the Lion. Stateless; see `engines.core.play.game.Game`."""

    id = "eagle"
    title = "The Eagle and the Lion"
    edition = "Battles of Napoleon"
    package = "engines.eagle"
    state = State
    reader = Reader
    kinds: Mapping[str, Schema] = {**ENVELOPE.kinds, "cards": CARDS}
    turns = (TURN,)
    results: Mapping[str, Text] = RESULTS
    terms: Mapping[str, Text] = TERMS
    positions = POSITIONS
    wording = WORDING
    players: Mapping[str, type[Bot]] = {"captain": Captain}
    inquiries: Mapping[str, Inquiry] = {**INQUIRIES, **ODDS}

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup, seed)

    def resume(self, table: Board) -> Procedure[None]:
        table.handed = VERBS
        return super().resume(table)

    def board(self, setup: Setup) -> BoardView:
        return board_view(setup)

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        return table_view(setup, state, seat)

    def turned_up(self, setup: Setup, roll: Roll) -> CardView | None:
        return turned_up(setup, roll)

    def broken(self, setup: Setup, state: State) -> Iterator[str]:
        return broken(setup, state)

    def why_not_stand(
        self, setup: Setup, state: State, piece: str, place: Placement
    ) -> Refusal | None:
        return why_not_stand(setup, state, piece, place)

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        return resample(setup, state, seat, rng)

    def value(self, setup: Setup, state: State, seat: str) -> float:
        return value(setup, state, seat)

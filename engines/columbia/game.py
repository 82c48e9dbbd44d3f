"""The engine of Borodino 1812 (Columbia) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from engines.columbia.field.boardview import board_view
from engines.columbia.field.rollwords import RESULTS
from engines.columbia.field.standing import why_not_stand
from engines.columbia.odds.resample import resample
from engines.columbia.scenario.load import Reader, initial_state
from engines.columbia.scenario.scenario import ENVELOPE
from engines.columbia.setup import Board, Setup
from engines.columbia.state import State
from engines.columbia.table.inquiries import INQUIRIES
from engines.columbia.table.invariants import broken, value
from engines.columbia.table.positions import POSITIONS, WORDING
from engines.columbia.table.terms import TERMS
from engines.columbia.table.view import table_view
from engines.columbia.turn.turn import TURN, play
from engines.core.data.text import Text
from engines.core.play.game import Game
from engines.core.play.handling import Handling
from engines.core.play.inquiries import Inquiry
from engines.core.play.placement import Placement
from engines.core.show.asks import Procedure
from engines.core.show.explain import Refusal
from engines.core.show.views import BoardView, TableView


class Borodino1812(Game[Setup, State]):
    """Borodino 1812 on areas, blocks under fog of war. Stateless; see `engines.core.play.game.Game`."""

    id = "columbia"
    title = "Borodino 1812"
    edition = "Columbia Games 2012"
    package = "engines.columbia"
    state = State
    reader = Reader
    kinds = ENVELOPE.kinds
    results: Mapping[str, Text] = RESULTS
    terms: Mapping[str, Text] = TERMS
    positions = POSITIONS
    wording = WORDING
    turns = (TURN,)
    inquiries: Mapping[str, Inquiry] = INQUIRIES

    handling = (
        Handling("a corps goes to another area", "body", "shevardino", "move", 6, "28"),
        Handling(
            "a battle of three rounds",
            "fight",
            "shevardino",
            "battle_turn",
            12,
            "18",
            until=(
                "regroup",
                "battle_next",
                "supply_spend",
                "burn_bridge",
                "activate_hq",
                "arrive",
            ),
            size=3,
            steps=2,
        ),
    )

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup, seed)

    def resume(self, table: Board) -> Procedure[None]:
        return play(table)

    def board(self, setup: Setup) -> BoardView:
        return board_view(setup)

    def turn_now(self, state: State) -> str:
        """Return the day and its turn."""
        return f"{state.day}.{state.turn}"

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        return table_view(setup, state, seat)

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        return resample(setup, state, seat, rng)

    def broken(self, setup: Setup, state: State) -> Iterable[str]:
        return broken(setup, state)

    def why_not_stand(
        self, setup: Setup, state: State, piece: str, place: Placement
    ) -> Refusal | None:
        return why_not_stand(setup, state, piece, place)

    def value(self, setup: Setup, state: State, seat: str) -> float:
        side = setup.side_of(seat)
        return value(setup, state, side) if side else 0.0

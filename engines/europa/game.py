"""The engine of Napoleon's Greatest Gamble as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from grognard.engines.core.data.schema import Schema
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.bots import Bot
from grognard.engines.core.play.game import Game, Migration
from grognard.engines.core.play.inquiries import Inquiry, gathered
from grognard.engines.core.play.opening import question
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import BoardView, TableView
from grognard.engines.europa.advanced import inquiries as advanced
from grognard.engines.europa.advanced.politics import occupied
from grognard.engines.europa.combat import inquiries as combat
from grognard.engines.europa.field.rollwords import RESULTS
from grognard.engines.europa.field.standing import why_not_stand
from grognard.engines.europa.hidden.heights import at_will
from grognard.engines.europa.movement import inquiries as movement
from grognard.engines.europa.opponent.captain import Captain
from grognard.engines.europa.opponent.marshal import Marshal
from grognard.engines.europa.opponent.terms import value
from grognard.engines.europa.scenario.beginning import initial_state
from grognard.engines.europa.scenario.load import Reader
from grognard.engines.europa.scenario.older import markers_on_units
from grognard.engines.europa.scenario.scenario import ENVELOPE
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.supply import inquiries as supply
from grognard.engines.europa.table.boardview import board_view
from grognard.engines.europa.table.cards import turned_up
from grognard.engines.europa.table.inquiries import INQUIRIES
from grognard.engines.europa.table.passed import CLOSED, PASSED_BY
from grognard.engines.europa.table.positions import POSITIONS, WORDING
from grognard.engines.europa.table.resample import resample
from grognard.engines.europa.table.soundness import broken
from grognard.engines.europa.table.terms import TERMS
from grognard.engines.europa.table.view import table_view
from grognard.engines.europa.turn import inquiries as turn
from grognard.engines.europa.turn.sequence import TURN
from grognard.engines.europa.victory import inquiries as victory

DEALS = 30
"""So many deals are tried for one that comes to the question which all see to be open."""


class Europa(Game[Setup, State]):
    """Napoleon's Greatest Gamble: The Invasion of Russia. Stateless; see `grognard.engines.core.play.game.Game`."""

    id = "europa"
    title = "Napoleon's Greatest Gamble"
    edition = "The Invasion of Russia 1812"
    manner = text("The map of Europe: depots and trains, forced marches, attrition")
    faces = False
    package = "grognard.engines.europa"
    state = State
    schema = 3
    migrations: Mapping[int, Migration] = {
        1: lambda data: {**data, "column": [], "muster": []},
        2: markers_on_units,
    }
    reader = Reader
    kinds: Mapping[str, Schema] = ENVELOPE.kinds
    turns = (TURN,)
    results: Mapping[str, Text] = RESULTS
    terms: Mapping[str, Text] = TERMS
    positions = POSITIONS
    passed_by, closed = PASSED_BY, CLOSED
    wording = WORDING
    players: Mapping[str, type[Bot]] = {"captain": Captain, "marshal": Marshal}
    inquiries: Mapping[str, Inquiry] = gathered(
        INQUIRIES,
        supply.INQUIRIES,
        movement.INQUIRIES,
        advanced.INQUIRIES,
        combat.INQUIRIES,
        victory.INQUIRIES,
        turn.INQUIRIES,
    )

    turned_up = staticmethod(turned_up)

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup)

    def resume(self, table: Board) -> Procedure[None]:
        table.handed = occupied
        steps = super().resume(table)
        return at_will(table, steps) if table.setup.option("heights") else steps

    def board(self, setup: Setup) -> BoardView:
        return board_view(setup)

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        return table_view(setup, state, seat)

    def broken(self, setup: Setup, state: State) -> Iterator[str]:
        return broken(setup, state)

    def why_not_stand(
        self, setup: Setup, state: State, piece: str, place: Placement
    ) -> Refusal | None:
        return why_not_stand(setup, state, piece, place)

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        """Deal what a seat cannot know anew, so that the same question is open: who is asked what, all see."""
        asked = question(self, setup, state)
        dealt = resample(setup, state, seat, rng)
        for _ in range(DEALS):
            if dealt is state or question(self, setup, dealt) == asked:
                break
            dealt = resample(setup, state, seat, rng)
        return dealt

    def value(self, setup: Setup, state: State, seat: str) -> float:
        return value(setup, state, seat)

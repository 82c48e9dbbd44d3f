"""The engine of Borodino (Triumph & Glory) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engines.core.data.text import Text, counted
from engines.core.play.bots import Bot
from engines.core.play.game import Game
from engines.core.play.handling import Handling
from engines.core.play.inquiries import Inquiry
from engines.core.play.placement import Placement
from engines.core.play.turn import Turn
from engines.core.show.asks import Procedure
from engines.core.show.explain import Refusal, Verdict
from engines.core.show.views import BoardView, TableView
from engines.gmt.borodino import battle as great_battle
from engines.gmt.field.boardview import board_view
from engines.gmt.field.features import standing
from engines.gmt.field.position import (
    enemy_of,
    fighters,
    is_overstacked,
    on_map,
    units_of,
    why_not_stack,
)
from engines.gmt.field.rollwords import RESULTS
from engines.gmt.field.standing import why_not_ground, why_not_stand
from engines.gmt.odds.resample import resample
from engines.gmt.opponent.player import Captain
from engines.gmt.scenario.load import Reader, initial_state
from engines.gmt.scenario.scenario import ENVELOPE
from engines.gmt.setup import Board, Setup
from engines.gmt.state import RESERVE, State
from engines.gmt.table.inquiries import INQUIRIES
from engines.gmt.table.positions import POSITIONS, WORDING
from engines.gmt.table.terms import TERMS
from engines.gmt.table.view import table_view
from engines.gmt.turns import TURNS, turn_of


class Borodino(Game[Setup, State]):
    """Triumph & Glory: Borodino. Stateless; see `engines.core.play.game.Game`."""

    id = "gmt"
    title = "Borodino"
    edition = "Triumph & Glory 2.2"
    package = "engines.gmt"
    state = State
    reader = Reader
    kinds = ENVELOPE.kinds
    turns = tuple(TURNS.values())
    results: Mapping[str, Text] = RESULTS
    terms: Mapping[str, Text] = TERMS
    positions = POSITIONS
    wording = WORDING
    inquiries: Mapping[str, Inquiry] = INQUIRIES
    players: Mapping[str, type[Bot]] = {"captain": Captain}

    handling = (
        Handling(
            "a unit is moved and turned", "move", "shevardino", "move_piece", 2, "2, not turned"
        ),
        Handling("a stack of three is moved", "stack", "borodino", "move_piece", 2, "6", 3),
        Handling("five stacks by road", "column", "borodino", "move_piece", 4, "20 and more", 5),
        Handling("a fire", "aim", "shevardino", "fire", 2, "2-3"),
        Handling(
            "a Shock, declared to advance",
            "fight",
            "shevardino",
            "declare_shock",
            5,
            "8-10",
            until=("rally", "activate_command", "stack_order", "fire", "move_piece"),
            through="advance_facing",
        ),
        Handling(
            "the order of stacks is left as it is", "order", "shevardino", "stack_order", 0, "1"
        ),
    )

    def initial(self, setup: Setup, seed: str) -> State:
        return initial_state(setup, seed)

    def turn(self, setup: Setup) -> Turn[Board]:
        return turn_of(setup)

    def resume(self, table: Board) -> Procedure[None]:
        if table.setup.structure == "borodino":
            return great_battle.play(table)
        return super().resume(table)

    def board(self, setup: Setup) -> BoardView:
        return board_view(setup)

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        return table_view(standing(setup, state.features), state, seat)

    def won(self, verdict: Verdict) -> Text:
        """Return how a game was won: the great battle by so many points, the others outright."""
        _, by, margin = verdict.level.partition("by ")
        if not by:
            return super().won(verdict)
        return counted("Victory by {n} point", "Victory by {n} points", n=int(margin))

    def broken(self, setup: Setup, state: State) -> Iterator[str]:
        """Give what is wrong with stacking, sides and terrain of a position at rest."""
        return _broken(standing(setup, state.features), state)

    def why_not_stand(
        self, setup: Setup, state: State, piece: str, place: Placement
    ) -> Refusal | None:
        return why_not_stand(standing(setup, state.features), state, piece, place)

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        """Deal the enemy's hidden Orders anew; in the other scenarios nothing is hidden."""
        return resample(setup, state, seat, rng) if setup.structure == "borodino" else state

    def value(self, setup: Setup, state: State, seat: str) -> float:
        """Judge by strength left, Disorder, nearness to the objective, and who holds it."""
        side = next(s.side for s in setup.info.seats if s.id == seat)
        return _worth(setup, state, side) - _worth(setup, state, enemy_of(side))


def _broken(setup: Setup, state: State) -> Iterator[str]:
    for uid, unit in state.units.items():
        if on_map(unit) and why_not_ground(setup, uid, unit.at) is not None:
            yield f"{uid} stands in terrain prohibited to it at {unit.at} (7.23)"
    for at, stack in state.stacks.items():
        if len({setup.types[uid].side for uid in stack}) > 1:
            yield f"both sides stand in {at} (6.22)"
        if len({state.units[uid].facing for uid in fighters(setup, state, at)}) > 1:
            yield f"the units in {at} face several ways (6.11.vertex)"
        why = why_not_stack(setup, stack, at)
        if why is not None and not is_overstacked(setup, stack):
            yield f"{at}: {why.message} ({why.rule})"


def _worth(setup: Setup, state: State, side: str) -> float:
    total = 8.0 if state.holder == side else 0.0
    grid = setup.map.grid
    for unit in units_of(setup, state, side):
        kind = setup.types[unit.id]
        strength = (kind.shock or kind.fire) * (0.6 if unit.disordered else 1.0)
        near = grid.distance(unit.at, setup.objective) if setup.objective in grid else 0
        total += strength - (0.02 * near * strength if not kind.is_artillery else 0.01 * near)
    waiting = (u for u in state.units.values() if u.at == RESERVE)
    total += sum(setup.types[u.id].shock * 0.5 for u in waiting if setup.types[u.id].side == side)
    return total

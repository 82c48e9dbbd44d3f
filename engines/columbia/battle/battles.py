"""[6.2] The Battle Phase: Player 1 chooses which battle is fought next until none is left.

With `State.battle` the step of the battle under way is the cursor (`rounds`). What comes after the
phase is the turn's to say (2.0).
"""

from __future__ import annotations

from grognard.engines.columbia.battle.fighters import place_name
from grognard.engines.columbia.battle.rounds import FIGHT
from grognard.engines.columbia.field.choice_shapes import Options
from grognard.engines.columbia.field.position import holders
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Battle, State
from grognard.engines.columbia.supply import capture
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.choices import word_of


def contested_areas(setup: Setup, state: State) -> tuple[str, ...]:
    """[2.3] Return the areas in which both sides have blocks, in the order of the map."""
    held = holders(setup, state)
    return tuple(at for at in setup.ground.areas if held.get(at) == "contested")


def enter_battles(table: Board) -> None:
    """[2.3] The areas with blocks of both sides are those to be fought for."""
    table.update(contested=contested_areas(table.setup, table.state))


def battle_step(table: Board) -> Procedure[None]:
    """[6.2.order] Fight every battle, one at a time, from wherever the state stands."""
    yield from capture.spend_rewards(table)
    yield from FIGHT.play(table)
    while table.state.contested:
        at = table.state.contested[0]
        if len(table.state.contested) > 1:
            at = word_of((yield _ask(table.setup, table.state)))
        table.update(battle=Battle(at, table.state.first))
        yield from FIGHT.play(table)
    table.update(entries=(), main=(), contested=(), battle=None)


def _ask(setup: Setup, state: State) -> Ask:
    """[6.2.order] Ask Player 1 which battle is fought next."""
    return Ask(
        setup.seat_of(state.first),
        "battle_next",
        text("Which battle is fought next?"),
        ("6.2.order", "6.2.block"),
        Options("6.2.order", [(at, place_name(setup, at)) for at in state.contested]),
        form="place",
        resting=True,
        secret=True,
        where=state.contested,
    )

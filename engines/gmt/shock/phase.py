"""[9.1] The Shock and Charge phase, step by step."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.core.show.asks import Procedure
from grognard.engines.gmt.attack import declared_attacks as book
from grognard.engines.gmt.charge import charge
from grognard.engines.gmt.charge.countercharge import squares_and_counter_charges
from grognard.engines.gmt.field.effects import afresh
from grognard.engines.gmt.setup import Board
from grognard.engines.gmt.shock.commitment import commit_all
from grognard.engines.gmt.shock.reaction_fire import reaction_fire
from grognard.engines.gmt.shock.retreat_before import retreats_before_shock
from grognard.engines.gmt.shock.shock import declare
from grognard.engines.gmt.shock.shock_resolution import resolve_all
from grognard.engines.gmt.state import Battle


def nothing_declared(table: Board) -> bool:
    """[9.1] With no declared attack left the phase ends at once."""
    return not book.live(table.state)


def recall_step(table: Board) -> Procedure[None]:
    """[9.82] Charges are recalled from squares; who is left may be attacked over a wider front."""
    yield from charge.recall_from_squares(table)
    book.widen(table)


def close_shock(table: Board) -> None:
    """[9.1] What the phase has remembered is forgotten."""
    resolved = tuple(attack.id for attack in book.live(table.state, ("resolved",)))
    charge.disorder_chargers(
        table, resolved
    )  # games saved in a phase that began before 9.84 was so read
    table.update(battle=Battle())


SHOCK: Step[Board] = Step(
    "shock",
    text("Shock and Charge"),
    "9.1",
    box=text("Shock"),
    closes=nothing_declared,
    steps=(
        Step("shock.declare", text("Shock: declaration"), "9.1", declare, afresh),
        Step("shock.retreat", text("Shock: retreat before Shock"), "9.31", retreats_before_shock),
        Step("shock.commitment", text("Shock: commitment"), "9.41", commit_all),
        Step(
            "shock.charge_move",
            text("Shock: charging units move"),
            "9.81.route",
            charge.charge_home,
        ),
        Step(
            "shock.square",
            text("Shock: infantry forms square"),
            "9.85",
            squares_and_counter_charges,
        ),
        Step("shock.recall", text("Shock: recall of charges"), "9.82", recall_step),
        Step("shock.reaction", text("Shock: Reaction Fire"), "8.6", reaction_fire),
        Step("shock.resolve", text("Shock: resolution"), "9.51", resolve_all),
        Step("shock.end", text("Shock: end"), "9.1", close_shock),
    ),
)

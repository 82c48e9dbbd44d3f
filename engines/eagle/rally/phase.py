"""[rally.sequence] The Rally Phase as the turn has it."""

from engines.core.data.text import text
from engines.core.play.turn import Step
from engines.eagle.action.initiative import begin_segment
from engines.eagle.cards.steps import begin_phase, lapse
from engines.eagle.rally.steps import rally_step
from engines.eagle.setup import Board


def begin_rally(table: Board) -> None:
    """[rally.sequence] The Rally Phase begins."""
    lapse(table, "segment")
    begin_segment(table)
    begin_phase(table)


RALLY: Step[Board] = Step(
    "rally",
    text("Rally Phase"),
    "rally.sequence",
    rally_step,
    enter=begin_rally,
    box=text("Rally"),
)

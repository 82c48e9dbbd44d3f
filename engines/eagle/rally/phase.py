"""[rally.sequence] The Rally Phase as the turn has it."""

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.eagle.action.initiative import begin_segment
from grognard.engines.eagle.cards.steps import begin_phase, lapse
from grognard.engines.eagle.rally.steps import rally_step
from grognard.engines.eagle.setup import Board


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

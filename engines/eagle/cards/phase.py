"""[cards] The Event/Reaction Card Phase as the turn has it."""

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.eagle.cards.steps import begin_phase, discard_step, draw_step
from grognard.engines.eagle.setup import Board

CARDS: Step[Board] = Step(
    "cards",
    text("Event/Reaction Card Phase"),
    "turn.structure",
    enter=begin_phase,
    box=text("Cards"),
    steps=(
        Step("cards.draw", text("Cards: drawing"), "cards.later_draw", draw_step),
        Step("cards.discard", text("Cards: discarding"), "cards.discard", discard_step),
    ),
)

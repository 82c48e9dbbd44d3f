"""All named questions about a position; each chapter answers those on its rules.

Points of overlays are those of the board (y south). What would measure is left out where the table
plays without measuring (scale.premeasure): radii, ranges and distances.
"""

from grognard.engines.core.play.inquiries import gathered
from grognard.engines.risorgimento.command import inquiries as command
from grognard.engines.risorgimento.fire import inquiries as fire
from grognard.engines.risorgimento.ground import inquiries as ground
from grognard.engines.risorgimento.manoeuvre import inquiries as manoeuvre
from grognard.engines.risorgimento.movement import inquiries as movement
from grognard.engines.risorgimento.odds import inquiries as odds
from grognard.engines.risorgimento.victory import inquiries as victory

INQUIRIES = gathered(
    command.INQUIRIES,
    movement.INQUIRIES,
    fire.INQUIRIES,
    ground.INQUIRIES,
    manoeuvre.INQUIRIES,
    odds.INQUIRIES,
    victory.INQUIRIES,
)

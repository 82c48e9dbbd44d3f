"""All named questions about a position; each chapter answers those on its rules.

Points of overlays are those of the board (y south). What would measure is left out where the table
plays without measuring (scale.premeasure): radii, ranges and distances.
"""

from engines.core.play.inquiries import gathered
from engines.risorgimento.command import inquiries as command
from engines.risorgimento.fire import inquiries as fire
from engines.risorgimento.ground import inquiries as ground
from engines.risorgimento.manoeuvre import inquiries as manoeuvre
from engines.risorgimento.movement import inquiries as movement
from engines.risorgimento.odds import inquiries as odds
from engines.risorgimento.victory import inquiries as victory

INQUIRIES = gathered(
    command.INQUIRIES,
    movement.INQUIRIES,
    fire.INQUIRIES,
    ground.INQUIRIES,
    manoeuvre.INQUIRIES,
    odds.INQUIRIES,
    victory.INQUIRIES,
)

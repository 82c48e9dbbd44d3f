"""All named questions about a position; each chapter answers those on its rules.

Every answer is a function of what the seat sees: own blocks are given by id, enemy ones by number.
"""

from grognard.engines.columbia.battle import inquiries as battle
from grognard.engines.columbia.command import inquiries as command
from grognard.engines.columbia.field import inquiries as field
from grognard.engines.columbia.movement import inquiries as movement
from grognard.engines.columbia.odds import inquiries as odds
from grognard.engines.columbia.supply import inquiries as supply
from grognard.engines.columbia.victory import inquiries as victory
from grognard.engines.core.play.inquiries import gathered

INQUIRIES = gathered(
    field.INQUIRIES,
    command.INQUIRIES,
    movement.INQUIRIES,
    battle.INQUIRIES,
    supply.INQUIRIES,
    victory.INQUIRIES,
    odds.INQUIRIES,
)

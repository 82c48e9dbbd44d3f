"""All named questions about a position; each chapter answers those on its rules."""

from grognard.engines.core.play.inquiries import gathered
from grognard.engines.eagle.charge import inquiries as charge
from grognard.engines.eagle.command import inquiries as command
from grognard.engines.eagle.command.known import as_known
from grognard.engines.eagle.field import inquiries as field
from grognard.engines.eagle.fire import inquiries as fire
from grognard.engines.eagle.manoeuvre import inquiries as manoeuvre
from grognard.engines.eagle.melee import inquiries as melee
from grognard.engines.eagle.rally import inquiries as rally
from grognard.engines.eagle.victory import inquiries as victory

INQUIRIES = gathered(
    manoeuvre.INQUIRIES,
    field.INQUIRIES,
    fire.INQUIRIES,
    command.INQUIRIES,
    melee.INQUIRIES,
    rally.INQUIRIES,
    charge.INQUIRIES,
    victory.INQUIRIES,
    known=as_known,
)

"""All named questions about a position; each chapter answers those on its rules."""

from engines.core.play.inquiries import gathered
from engines.eagle.charge import inquiries as charge
from engines.eagle.command import inquiries as command
from engines.eagle.command.known import as_known
from engines.eagle.field import inquiries as field
from engines.eagle.fire import inquiries as fire
from engines.eagle.manoeuvre import inquiries as manoeuvre
from engines.eagle.melee import inquiries as melee
from engines.eagle.rally import inquiries as rally
from engines.eagle.victory import inquiries as victory

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

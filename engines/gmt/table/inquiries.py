"""All named questions about a position; each chapter answers those on its rules."""

from engines.core.play.inquiries import gathered, inquiries
from engines.gmt.field import inquiries as field
from engines.gmt.field.features import standing
from engines.gmt.fire import inquiries as fire
from engines.gmt.morale import inquiries as morale
from engines.gmt.movement import inquiries as movement
from engines.gmt.odds import die_odds
from engines.gmt.odds.shock_odds import shock_odds
from engines.gmt.orders import inquiries as orders
from engines.gmt.shevardino import inquiries as victory
from engines.gmt.shock import inquiries as shock

INQUIRIES = gathered(
    movement.INQUIRIES,
    field.INQUIRIES,
    fire.INQUIRIES,
    inquiries(shock_odds),
    die_odds.INQUIRIES,
    shock.INQUIRIES,
    orders.INQUIRIES,
    morale.INQUIRIES,
    victory.INQUIRIES,
    # [bor.5] They are asked of the map as burnt villages and lost bridges leave it.
    stands=lambda setup, state: standing(setup, state.features),
)

"""All named questions about a position; each chapter answers those on its rules."""

from grognard.engines.core.play.inquiries import gathered, inquiries
from grognard.engines.gmt.field import inquiries as field
from grognard.engines.gmt.field.features import standing
from grognard.engines.gmt.fire import inquiries as fire
from grognard.engines.gmt.morale import inquiries as morale
from grognard.engines.gmt.movement import inquiries as movement
from grognard.engines.gmt.odds import die_odds
from grognard.engines.gmt.odds.shock_odds import shock_odds
from grognard.engines.gmt.orders import inquiries as orders
from grognard.engines.gmt.shevardino import inquiries as victory
from grognard.engines.gmt.shock import inquiries as shock

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

"""[dice.d10] Named questions about chances."""

from engines.core.play.inquiries import inquiries
from engines.risorgimento.odds.fight_odds import brigade_odds, fire_odds, melee_odds
from engines.risorgimento.odds.odds_of_tests import charge_odds, test_odds
from engines.risorgimento.odds.order_odds import order_odds

INQUIRIES = inquiries(
    fire_odds,
    melee_odds,
    brigade_odds,
    test_odds,
    charge_odds,
    order_odds,
    measures=(fire_odds, charge_odds),
    slow=(brigade_odds,),
)

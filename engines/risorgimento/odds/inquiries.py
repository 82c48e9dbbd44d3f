"""[dice.d10] Named questions about chances."""

from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.risorgimento.odds.fight_odds import brigade_odds, fire_odds, melee_odds
from grognard.engines.risorgimento.odds.odds_of_tests import charge_odds, test_odds
from grognard.engines.risorgimento.odds.order_odds import order_odds

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

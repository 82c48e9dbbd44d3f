"""[5.7.roll] [6.63.retreat] [7.4.roll] The chances of single dice, cast by the very rules that will cast them."""

from __future__ import annotations

from typing import Any

from grognard.engines.columbia.battle.fighters import battle_of, in_square
from grognard.engines.columbia.battle.retreat import straggles
from grognard.engines.columbia.field.arguments import side_of
from grognard.engines.columbia.field.rollwords import RESULTS
from grognard.engines.columbia.field.situation import situation
from grognard.engines.columbia.movement.stragglers import StragglerMoves, roll
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.columbia.supply.bridges import Bridges, burn
from grognard.engines.core.data.text import text
from grognard.engines.core.play.firstdie import die_odds
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.views import Answer

NOTHING = Answer({}, ())
BOTH = 2
"""Bridges whose two ends are a side's own burn without a die."""


def bridge_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[7.4.roll] The chance that a bridge burns; between two own areas it is burnt without a die."""
    side = side_of(setup, seat)
    bridges = Bridges(setup, state, side)
    if choice == PASS or bridges.why_not(choice) is not None:
        return NOTHING
    if bridges.ends(setup.ground.borders[choice]) == BOTH:
        words = text("Both ends are yours: it burns without a roll.")
        return Answer({"exact": True}, ("7.4.burn",), (words,), shares=((RESULTS["burnt"], 1.0),))
    return die_odds(setup, state, lambda table: burn(table, side, choice), RESULTS, ("7.4.burn",))


def roll_odds(setup: Setup, state: State, uid: str, to: str) -> Answer:
    """[5.7.roll] [5.7.attack] What a straggler may lose on its way to an area."""
    if StragglerMoves(situation(setup, state)).why_not({"piece": uid, "at": to}) is not None:
        return NOTHING
    return die_odds(setup, state, lambda table: roll(table, uid, to), RESULTS)


def leaving_odds(setup: Setup, state: State, uid: str) -> Answer:
    """[6.63.retreat] What infantry may lose as it retreats out of its square."""
    if not in_square(battle_of(state), uid):
        return NOTHING
    return die_odds(setup, state, lambda table: straggles(table, uid), RESULTS, ("5.7.square",))

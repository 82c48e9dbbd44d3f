"""[rally.test] The chance that a routed unit rallies."""

from __future__ import annotations

from typing import Any

from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.asks import PASS
from grognard.engines.core.show.choices import fields_of
from grognard.engines.core.show.views import Answer
from grognard.engines.eagle.field.arguments import PLACED
from grognard.engines.eagle.morale.modifiers import Cause
from grognard.engines.eagle.morale.odds import test_odds
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def rally_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[rally.test] The chance that a unit rallies; one that fails runs on."""
    if choice == PASS:
        return Answer({}, ())
    if "unit" not in fields_of(choice):
        raise NoAnswer("choice must be {unit: unit, leader: commander}")
    unit = PLACED(setup, state, seat, choice["unit"])
    return test_odds(setup, state, unit.id, Cause("rally.test", "rally"))


INQUIRIES = inquiries(rally_odds)

"""[fire] Where guns fire to, and the odds of a fire."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from typing import Annotated

from grognard.engines.core.data.text import counted
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.eagle.field.arguments import ATTACK, Placed
from grognard.engines.eagle.field.sight import why_no_sight
from grognard.engines.eagle.fire.aims import cone
from grognard.engines.eagle.fire.odds import attack_answer, check_declared
from grognard.engines.eagle.fire.steps import attacks_of, blow_of
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def fire_ranges(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[zoc.attack_artillery] [fire.artillery.cone] The hexes that an unlimbered gun may fire at."""
    if not setup.units[unit.id].is_artillery:
        raise NoAnswer(f"{unit.id} is no artillery; only guns have ranges")
    hexes = [
        at
        for at in cone(setup, unit.at, unit.facing)
        if why_no_sight(setup, state, unit.at, at, past_units=False) is None
    ]
    words = counted("The gun sees {n} hex.", "The gun sees {n} hexes.", n=len(hexes))
    return Answer(
        {"hexes": sorted(hexes)},
        ("zoc.attack_artillery", "fire.artillery.cone"),
        (words,),
        (Overlay("spaces", "danger", tuple(hexes)),),
    )


def fire_odds(
    setup: Setup, state: State, seat: str | None, choice: Annotated[Choice, ATTACK]
) -> Answer:
    """[fire.resolve] Exact chances of a fire as it might be declared; of canister, of its first target."""
    check_declared(setup, choice, "fire")
    attack, *_ = attacks_of(setup, state, choice)
    return attack_answer(setup, state, seat, blow_of(setup, state, attack))


INQUIRIES = inquiries(fire_ranges, fire_odds)

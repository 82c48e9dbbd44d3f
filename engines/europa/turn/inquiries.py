"""[5.1] What the table may ask of the campaign."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.setup import SIDES, Setup
from grognard.engines.europa.state import State
from grognard.engines.europa.turn.muster import band


def campaign(setup: Setup, state: State, seat: str | None) -> Answer:
    """[5.1] Both armies turn by turn: how strong they were, and where; under 15.1 one's own alone."""
    side = next((one.side for one in setup.info.seats if one.id == seat), "")
    veiled = setup.option("heights")
    told = {
        one: [muster for muster in state.muster if muster.side == one]
        for one in SIDES
        if not veiled or one == side
    }
    words = [
        text(
            "Turn {turn}: {side} {units} units, {good} in good order.",
            turn=muster.turn,
            side=NAMES[one],
            units=muster.units,
            good=muster.good,
        )
        for one, found in told.items()
        for muster in found
    ]
    value = {one: [muster.units for muster in found] for one, found in told.items()}
    overlays = [overlay for found in told.values() for overlay in band(setup, found)]
    return Answer(value, ("5.1",), tuple(words), tuple(overlays))


INQUIRIES = inquiries(campaign)

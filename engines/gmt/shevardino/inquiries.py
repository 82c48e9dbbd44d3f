"""[sch.victory] Who is winning, as it stands."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from engines.core.data.text import counted
from engines.core.play.inquiries import inquiries
from engines.core.show.views import Answer, Overlay
from engines.gmt.borodino.score import score
from engines.gmt.field.position import SIDE_NAMES
from engines.gmt.setup import Setup
from engines.gmt.state import State


def victory(setup: Setup, state: State, seat: str | None) -> Answer:
    """[sch.victory] [bor.vp] Who holds the objective, or what each side has scored, as it stands."""
    if setup.structure == "borodino":
        return score(setup, state)
    left = setup.turns - state.turn
    words = counted(
        "{side} hold {hex}; {n} turn follows this one (sch.victory).",
        "{side} hold {hex}; {n} turns follow this one (sch.victory).",
        side=SIDE_NAMES.get(state.holder, state.holder),
        hex=setup.map.place(setup.objective),
        n=left,
    )
    value = {
        "holder": state.holder,
        "at": setup.objective,
        "turns_left": left,
    }
    return Answer(
        value, ("sch.victory",), (words,), (Overlay("spaces", "hover", (setup.objective,)),)
    )


INQUIRIES = inquiries(victory)

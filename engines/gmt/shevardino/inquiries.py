"""[sch.victory] Who is winning, as it stands."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.borodino.score import score
from grognard.engines.gmt.borodino.victory import prize
from grognard.engines.gmt.field.arguments import Hex
from grognard.engines.gmt.field.position import SIDE_NAMES, side_at
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def victory(setup: Setup, state: State, seat: str | None) -> Answer:
    """[sch.victory] [bor.vp] Who holds the objective, or what each side has scored, as it stands."""
    if setup.structure == "borodino":
        return score(setup, state)
    left = setup.turns - state.turn
    words = counted(
        "{side} hold {hex}; {n} turn follows this one.",
        "{side} hold {hex}; {n} turns follow this one.",
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


def objective(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[sch.victory] [bor.vp.hex] What a hex counts at the end, and who holds it; the value is the holder's side, or "".

    Raises:
        NoAnswer: it counts nothing.
    """
    great = setup.structure == "borodino"
    if at != (prize()[0] if great else setup.objective):
        raise NoAnswer(f"{at} counts nothing")
    holder = side_at(setup, state, at) or "" if great else state.holder
    held = text("Now: {side}", side=SIDE_NAMES.get(holder, text("nobody")))
    rule = "bor.vp.hex" if great else "sch.victory"
    words = _prize(setup) if great else decides(setup)
    return Answer({"holder": holder}, (rule,), (words, held))


def decides(setup: Setup) -> Text:
    """[sch.victory] How the objective is won."""
    return text(
        "Whoever was last in {hex} with a combat unit when turn {n} ends wins.",
        hex=setup.map.place(setup.objective),
        n=setup.turns,
    )


def _prize(setup: Setup) -> Text:
    at, points = prize()
    return counted(
        "{n} point for whoever stands in {hex} at the end.",
        "{n} points for whoever stands in {hex} at the end.",
        n=points,
        hex=setup.map.place(at),
    )


INQUIRIES = inquiries(victory, objective)

"""[turn.objectives] What a hex counts at the end."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.eagle.field.arguments import Hex
from grognard.engines.eagle.field.rollwords import SIDE_NAMES
from grognard.engines.eagle.setup import Objective, Setup
from grognard.engines.eagle.state import State
from grognard.engines.eagle.victory.verdict import points_for


def objective(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[turn.objectives] What an objective counts and who holds it; the value is the holder's side, or "".

    Raises:
        NoAnswer: the hex is no objective.
    """
    here = next((one for one in setup.objectives if one.at == at), None)
    if here is None:
        raise NoAnswer(f"{at} is no objective")
    holder = state.holders.get(here.id, "")
    words = counted(
        "{place}, {n} point: {side}",
        "{place}, {n} points: {side}",
        n=points_for(here),
        place=named("place", here.name),
        side=SIDE_NAMES[holder] if holder else text("nobody"),
    )
    return Answer({"holder": holder}, ("turn.objectives",), (words, *_decides(setup, here)))


def _decides(setup: Setup, goal: Objective) -> tuple[Text, ...]:
    """[turn.objectives] That a scenario is won by holding it, and not by points."""
    said = setup.says("hold_to_win")
    if said is None or goal.at not in said["at"]:
        return ()
    side = SIDE_NAMES[said["side"]]
    words = counted(
        "{side}: holding {n} of these places wins, not the points",
        "{side}: {n} of these places win, not the points",
        side=side,
        n=int(said["least"]),
    )
    return (words,)


INQUIRIES = inquiries(objective)

"""[turn.objectives] Whom a scenario leaves no way to win."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import counted
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.setup import Setup


def hopeless(setup: Setup) -> Mapping[str, Refusal]:
    """[turn.objectives] Who wins only by holding more than there is to hold cannot win.

    Elsewhere either side may: its enemy's losses count.
    """
    said = setup.says("hold_to_win")
    if said is None:
        return {}
    goals = {goal.at for goal in setup.objectives} & {*said["at"]}
    least = int(said["least"])
    if len(goals) >= least:
        return {}
    seat = setup.seat_of(str(said["side"]))
    why = counted(
        "It wins only by holding {least} objectives, but {n} of the hexes named is an objective.",
        "It wins only by holding {least} objectives, but {n} of the hexes named are objectives.",
        n=len(goals),
        least=least,
    )
    return {seat: Refusal("turn.objectives", why)}

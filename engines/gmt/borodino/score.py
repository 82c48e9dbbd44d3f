"""[bor.vp] What each side would score now, told in words."""

from __future__ import annotations

from grognard.engines.core.data.text import counted
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.borodino.victory import points, scored
from grognard.engines.gmt.field.position import SIDE_NAMES
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def score(setup: Setup, state: State) -> Answer:
    """[bor.vp] What each side would score if the game ended now."""
    totals = {side: points(setup, state, side) for side in setup.sides}
    lines, rules = [], ["bor.vp"]
    for side, total in totals.items():
        lines.append(
            counted("{side}: {n} point", "{side}: {n} points", side=SIDE_NAMES[side], n=total)
        )
        for worth, why, rule in scored(setup, state, side):
            lines.append(
                counted(
                    "{n} point for {why}",
                    "{n} points for {why}",
                    n=worth,
                    why=why,
                )
            )
            rules.append(rule)
    value: dict[str, object] = {"points": totals, "turns_left": setup.turns - state.turn}
    overlay = Overlay("spaces", "hover", (setup.objective,))
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(lines), (overlay,))

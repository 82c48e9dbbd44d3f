"""[sch.victory] Whom a scenario leaves no way to win."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.gmt.field.position import SIDE_NAMES, enemy_of
from grognard.engines.gmt.setup import Setup


def hopeless(setup: Setup) -> Mapping[str, Refusal]:
    """[sch.victory] Where no hex decides the battle, who is said to hold it first has won already."""
    if setup.structure == "borodino" or setup.objective:
        return {}
    side = enemy_of(setup.first_holder)
    why = text(
        "No hex decides the battle, so whoever holds it at the beginning has won: {holder}.",
        holder=SIDE_NAMES[setup.first_holder],
    )
    return {setup.seat_of(side): Refusal("sch.victory", why)}

"""[13.2] The table of reinforcements that a player reads is that by which the campaigns are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.europa.reinforcements.steps import BROUGHT
from grognard.engines.europa.setup import ARRIVE_AT
from grognard.engines.europa.tables import rows

GAME = registry["europa"]
CAMPAIGNS = ("campaign-1812", "advanced-1812", "free-1812", "two-years")


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_who_comes_when_and_where_is_told(name: str) -> None:
    info = next(info for info in GAME.scenarios() if info.id == name)
    setup = GAME.load(Path(info.path), {"swedes": "yes"} if name != "campaign-1812" else {})
    codes = {line["city"]: line["code"] for line in rows("reinforcement_legend")}
    played = {
        (
            str(arrival.turn),
            setup.side_of(piece),
            codes[ARRIVE_AT.get(arrival.placement.places[0], "")],
        )
        for arrival in setup.arrivals
        if arrival.condition not in BROUGHT
        for piece in arrival.placement.pieces
    }
    told = {
        (line["turn"], line["side"], line["code"])
        for line in rows("reinforcements")
        if setup.option("swedes") or line.get("rule") != "16.12"
    }
    assert played == told, sorted(played ^ told)

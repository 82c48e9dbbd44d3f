"""[8] Named questions about artillery fire: where a gun reaches, what a fire may do."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from typing import Any

from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries, several
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.field.arguments import HEX, PLACED, Placed
from grognard.engines.gmt.field.line_of_sight import line_of_sight
from grognard.engines.gmt.field.position import side_at
from grognard.engines.gmt.fire.fire import fire_odds as odds
from grognard.engines.gmt.fire.gunnery import in_front
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State


def fire_ranges(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[8.3] [8.4.need] The hexes a gun sees in its front: in effective range, and beyond it."""
    kind = setup.types[unit.id]
    if not kind.is_artillery:
        raise NoAnswer(f"{unit.id} is no artillery; only guns have ranges")
    grid = setup.map.grid
    near: list[str] = []
    far: list[str] = []
    for hex_id in grid.within(unit.at, kind.maximum_range)[1:]:
        if in_front(setup, unit, unit.facing, hex_id):
            if line_of_sight(setup, state, unit.at, hex_id).clear:
                close = grid.distance(unit.at, hex_id) <= kind.effective_range
                (near if close else far).append(hex_id)
    words = text(
        "{unit}: effective to {near}, in all to {far} hexes",
        unit=kind.name,
        near=kind.effective_range,
        far=kind.maximum_range,
    )
    overlays = (Overlay("spaces", "danger", tuple(near)), Overlay("spaces", "legal", tuple(far)))
    value = {"effective": sorted(near), "maximum": sorted(far)}
    return Answer(value, ("8.3", "8.4.need"), (words,), overlays)


def fire_odds(setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
    """[8.5] The exact chances of a fire."""
    if not isinstance(choice, dict) or "by" not in choice or "at" not in choice:
        raise NoAnswer("choice must be {by: [guns], at: hex}")
    firers = [PLACED(setup, state, seat, uid).id for uid in several(choice["by"])]
    if not firers or not all(setup.types[uid].is_artillery for uid in firers):
        raise NoAnswer("by must list guns")
    at = HEX(setup, state, seat, choice["at"])
    if side_at(setup, state, at) in (None, setup.types[firers[0]].side):
        raise NoAnswer(f"at must be a hex with enemies; none is in {at}")
    return odds(setup, state, seat, {**choice, "by": firers})


INQUIRIES = inquiries(fire_ranges, fire_odds)

"""[10.51] The Group Morale Phase, step by step."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.gmt.field.effects import afresh
from grognard.engines.gmt.morale.morale import box_step, collapse_step, recovery_step, return_step
from grognard.engines.gmt.setup import Board


def group_morale(then: Callable[[Board], str | None]) -> Step[Board]:
    """[10.51] Collapse, then Recovery rolls and returns, then the boxes; `then` says what follows."""
    return Step(
        "morale",
        text("Group Morale Phase"),
        "10.51",
        then=then,
        box=text("Morale"),
        steps=(
            Step("morale.collapse", text("Group morale: Collapse"), "10.52", collapse_step, afresh),
            Step("morale.recovery", text("Group morale: Recovery rolls"), "10.2", recovery_step),
            Step("morale.place", text("Group morale: units return"), "10.3", return_step, afresh),
            Step("morale.boxes", text("Group morale: boxes move up"), "10.4", box_step, afresh),
        ),
    )

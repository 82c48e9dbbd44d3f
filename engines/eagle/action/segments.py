"""[action.segments] [action.first] [action.second] The two segments of the Action Phase, step by step."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.eagle.action.initiative import begin_segment, group_step
from grognard.engines.eagle.cards.steps import begin_phase, lapse
from grognard.engines.eagle.charge import steps as charge
from grognard.engines.eagle.fire import steps as fire
from grognard.engines.eagle.manoeuvre import steps as manoeuvre
from grognard.engines.eagle.setup import Board


def begin_first(table: Board) -> None:
    """[action.first] The first segment of the Action Phase begins."""
    begin_phase(table)
    begin_segment(table)
    words = text("First segment: formation changes, movement, fire.")
    table.log("phase", words, "action.segments", "action.first", "turn.both_act")


def end_segment(table: Board) -> None:
    """[action.second] The first segment is over; effects of cards that last so long end."""
    lapse(table, "segment")
    begin_segment(table)
    words = text("Second segment: formation changes, melees, charges.")
    table.log("phase", words, "action.second", "action.per_segment")


def unless_none(following: str) -> Callable[[Board], str | None]:
    """[action.segments] When no group is left to act the next segment or phase follows."""
    return lambda table: None if table.state.active else following


FIRST: Step[Board] = Step(
    "action-1",
    text("Action Phase, first segment"),
    "action.first",
    enter=begin_first,
    box=text("First segment"),
    steps=(
        Step(
            "action-1.group",
            text("First segment: the next group"),
            "command.initiative",
            group_step,
            then=unless_none("action-2"),
        ),
        Step("action-1.begin", rule="cards.event", play=manoeuvre.begin_action),
        Step(
            "action-1.formation",
            text("First segment: formation changes"),
            "formchange.who",
            manoeuvre.formation_step,
        ),
        Step("action-1.set_out", rule="cards.event", play=manoeuvre.begin_movement),
        Step(
            "action-1.movement",
            text("First segment: movement"),
            "move.basic",
            manoeuvre.movement_step,
        ),
        Step(
            "action-1.fire",
            text("First segment: fire"),
            "combat.who",
            fire.fire_step,
            then="action-1.group",
        ),
    ),
)
SECOND: Step[Board] = Step(
    "action-2",
    text("Action Phase, second segment"),
    "action.second",
    enter=end_segment,
    box=text("Second segment"),
    steps=(
        Step(
            "action-2.group",
            text("Second segment: the next group"),
            "command.initiative",
            group_step,
            then=unless_none("rally"),
        ),
        Step("action-2.begin", rule="cards.event", play=manoeuvre.begin_action),
        Step(
            "action-2.formation",
            text("Second segment: formation changes"),
            "formchange.who",
            manoeuvre.formation_step,
        ),
        Step(
            "action-2.declarations",
            text("Second segment: melees and charges declared"),
            "combat.simultaneous",
            charge.declare_step,
        ),
        Step("action-2.declared", rule="cards.event", play=charge.declared_step),
        Step(
            "action-2.squares",
            text("Second segment: squares against charges"),
            "charge.square",
            charge.square_step,
        ),
        Step("action-2.shelters", rule="scen.structure", play=charge.shelter_step),
        Step(
            "action-2.charge_moves",
            text("Second segment: charge moves"),
            "charge.advance",
            charge.charge_move_step,
        ),
        Step(
            "action-2.late_squares",
            text("Second segment: late squares"),
            "charge.square_late",
            charge.late_square_step,
        ),
        Step(
            "action-2.targets",
            text("Second segment: targets of charges"),
            "charge.target",
            charge.target_step,
        ),
        Step(
            "action-2.artillery",
            text("Second segment: artillery reacts"),
            "charge.artillery_reaction",
            charge.artillery_step,
        ),
        Step(
            "action-2.attacks",
            text("Second segment: melees and charges"),
            "melee.resolve",
            charge.attack_step,
        ),
        Step(
            "action-2.advances",
            text("Second segment: advances after melee"),
            "melee.advance",
            charge.advance_step,
            then="action-2.group",
        ),
    ),
)

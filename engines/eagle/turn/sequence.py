"""[turn.structure] The sequence of play. A cursor is its phase and its step: action-1.fire."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.data.frozen import evolve
from engines.core.data.text import all_of, named, text
from engines.core.play.turn import Step, Turn
from engines.eagle.cards import steps as cards
from engines.eagle.charge import steps as charge
from engines.eagle.command import steps as command
from engines.eagle.fire import steps as fire
from engines.eagle.manoeuvre import steps as manoeuvre
from engines.eagle.rally import steps as rally
from engines.eagle.setup import Board
from engines.eagle.turn import verdict
from engines.eagle.turn.arrivals import arrivals_step
from engines.eagle.turn.deployment import deploy_british, deploy_french
from engines.eagle.turn.initiative import begin_segment, group_step


def begin_turn(table: Board) -> None:
    """[turn.structure] A new turn begins: what held for the one before is over."""
    groups = {gid: evolve(group, tested=False) for gid, group in table.state.groups.items()}
    commanders = {
        cid: evolve(commander, moved=0, rallies=0)
        for cid, commander in table.state.commanders.items()
    }
    turn = table.state.turn + 1
    if turn == 1:
        open_battle(table)
    table.update(turn=turn, groups=groups, commanders=commanders, first="", opened=())
    table.log("phase", text("Turn {turn} begins.", turn=turn), "turn.structure")


def open_battle(table: Board) -> None:
    """[setup.scenario] [setup.map] [setup.forces] [setup.pools] [opt.use] The battle begins."""
    info, options = table.setup.info, table.setup.options
    used = [named("term", o.title) for o in info.options if o.rule and options.get(o.id) == "yes"]
    words = text("{battle} begins, without optional rules.", battle=named("term", info.title))
    if used:
        words = text(
            "{battle} begins with: {rules}", battle=named("term", info.title), rules=all_of(used)
        )
    rules = ("setup.scenario", "setup.map", "setup.forces", "setup.pools", "opt.use")
    table.log("phase", words, *rules)


def begin_phase(table: Board) -> None:
    """[cards.one_per_target] In a new phase a card may be played on anybody again."""
    table.update(played=(), done=(), deciding="", active="")


def begin_first(table: Board) -> None:
    """[action.first] The first segment of the Action Phase begins."""
    begin_phase(table)
    begin_segment(table)
    words = text("First segment: formation changes, movement, fire.")
    table.log("phase", words, "action.segments", "action.first", "turn.both_act")


def end_segment(table: Board) -> None:
    """[action.second] The first segment is over; effects of cards that last so long end."""
    cards.lapse(table, "segment")
    begin_segment(table)
    words = text("Second segment: formation changes, melees, charges.")
    table.log("phase", words, "action.second", "action.per_segment")


def begin_rally(table: Board) -> None:
    """[rally.sequence] The Rally Phase begins."""
    cards.lapse(table, "segment")
    begin_segment(table)
    begin_phase(table)


def end_turn(table: Board) -> None:
    """[turn.structure] The turn ends, and with it what holds for a turn."""
    cards.lapse(table, "turn")


def unless_none(following: str) -> Callable[[Board], str | None]:
    """[action.segments] When no group is left to act the next segment or phase follows."""
    return lambda table: None if table.state.active else following


COMMAND: Step[Board] = Step(
    "command",
    text("Command Phase"),
    "turn.structure",
    enter=begin_phase,
    box=text("Command"),
    steps=(
        Step("command.arrivals", rule="scen.structure", play=arrivals_step),
        Step("command.switches", rule="order.reserve.switch", play=command.switches_step),
        Step(
            "command.sending",
            text("Command: sending orders"),
            "command.dispatch",
            command.sending_step,
            cites=("command.first_turn.assign",),
        ),
        Step(
            "command.cc_movement",
            text("Command: CC movement"),
            "command.ccmove.hexes",
            command.cc_movement_step,
        ),
        Step(
            "command.executing",
            text("Command: executing orders"),
            "command.execute.sequence",
            command.executing_step,
            cites=("command.first_turn.reveal",),
        ),
        Step(
            "command.in_command",
            text("Command: out-of-command check"),
            "command.in_command",
            command.in_command_step,
        ),
    ),
)
CARDS: Step[Board] = Step(
    "cards",
    text("Event/Reaction Card Phase"),
    "turn.structure",
    enter=begin_phase,
    box=text("Cards"),
    steps=(
        Step("cards.draw", text("Cards: drawing"), "cards.later_draw", cards.draw_step),
        Step("cards.discard", text("Cards: discarding"), "cards.discard", cards.discard_step),
    ),
)
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
RALLY: Step[Board] = Step(
    "rally",
    text("Rally Phase"),
    "rally.sequence",
    rally.rally_step,
    enter=begin_rally,
    box=text("Rally"),
)
SETUP: Step[Board] = Step(
    "setup",
    text("Set-up"),
    "setup.forces",
    steps=(
        Step("setup.french", text("Set-up of the French"), "setup.forces", deploy_french),
        Step("setup.british", text("Set-up of the British"), "setup.forces", deploy_british),
    ),
)
TURN: Turn[Board] = Turn(
    text("Sequence of play"),
    SETUP,
    Step(
        "turn",
        text("Turn"),
        "turn.structure",
        enter=begin_turn,
        then="turn",
        steps=(
            COMMAND,
            CARDS,
            FIRST,
            SECOND,
            RALLY,
            Step("end", text("End of the turn"), "turn.length", verdict.end_step, end_turn),
        ),
    ),
)

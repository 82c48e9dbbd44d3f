"""[turn.structure] The sequence of play. A cursor is its phase and its step: action-1.fire."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.eagle.action.segments import FIRST, SECOND
from grognard.engines.eagle.cards.phase import CARDS
from grognard.engines.eagle.cards.steps import begin_phase, lapse
from grognard.engines.eagle.command.phase import COMMAND
from grognard.engines.eagle.deployment.arrivals import arrivals_step
from grognard.engines.eagle.deployment.deployment import deploy_british, deploy_french
from grognard.engines.eagle.rally.phase import RALLY
from grognard.engines.eagle.setup import Board
from grognard.engines.eagle.victory.verdict import end_step


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


def end_turn(table: Board) -> None:
    """[turn.structure] The turn ends, and with it what holds for a turn."""
    lapse(table, "turn")


SETUP: Step[Board] = Step(
    "setup",
    text("Set-up"),
    "setup.forces",
    steps=(
        Step("setup.french", text("Set-up of the French"), "setup.forces", deploy_french),
        Step("setup.british", text("Set-up of the British"), "setup.forces", deploy_british),
    ),
)
COMMAND_PHASE: Step[Board] = Step(
    "command",
    text("Command Phase"),
    "turn.structure",
    enter=begin_phase,
    box=text("Command"),
    # Who is alarmed by troops that arrive now turns to Defend in the next turn: they come after the switches.
    steps=(
        COMMAND[0],
        Step("command.arrivals", rule="scen.structure", play=arrivals_step),
        *COMMAND[1:],
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
            COMMAND_PHASE,
            CARDS,
            FIRST,
            SECOND,
            RALLY,
            Step("end", text("End of the turn"), "turn.length", end_step, end_turn),
        ),
    ),
)

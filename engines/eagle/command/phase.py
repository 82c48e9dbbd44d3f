"""[command] The steps of the Command Phase as the turn has them."""

from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step
from grognard.engines.eagle.command.steps import (
    cc_movement_step,
    executing_step,
    in_command_step,
    sending_step,
    switches_step,
)
from grognard.engines.eagle.setup import Board

COMMAND: tuple[Step[Board], ...] = (
    Step("command.switches", rule="order.reserve.switch", play=switches_step),
    Step(
        "command.sending",
        text("Command: sending orders"),
        "command.dispatch",
        sending_step,
        cites=("command.first_turn.assign",),
    ),
    Step(
        "command.cc_movement",
        text("Command: Commanders-in-Chief move"),
        "command.ccmove.hexes",
        cc_movement_step,
    ),
    Step(
        "command.executing",
        text("Command: executing orders"),
        "command.execute.sequence",
        executing_step,
        cites=("command.first_turn.reveal",),
    ),
    Step(
        "command.in_command",
        text("Command: out-of-command check"),
        "command.in_command",
        in_command_step,
    ),
)

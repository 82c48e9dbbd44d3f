"""[2.0] The sequence of play: Initiative, both Action Phases, battles, supply; days and the end."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.columbia.battle.battles import battle_step, enter_battles
from grognard.engines.columbia.battle.mainattack import main_phase
from grognard.engines.columbia.battle.rounds import FIGHT
from grognard.engines.columbia.bombardment.bombardment import bombard_phase
from grognard.engines.columbia.command.command import command_phase
from grognard.engines.columbia.deployment import deployment
from grognard.engines.columbia.deployment.bids import bids_step
from grognard.engines.columbia.deployment.night import THE_NIGHT
from grognard.engines.columbia.field.position import SIDE_NAMES, enemy_of
from grognard.engines.columbia.initiative.initiative import initiative
from grognard.engines.columbia.movement.movement import enter_hq, hq_phase, move_phase
from grognard.engines.columbia.movement.pinning import fix_pins, pin_phase, unpin
from grognard.engines.columbia.movement.stacking import stack_phase
from grognard.engines.columbia.movement.stragglers import straggle_phase
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.state import Block
from grognard.engines.columbia.supply import bridges, capture, supply
from grognard.engines.columbia.victory import victory
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step, Turn


def enter_turn(table: Board) -> None:
    """[2.0] Begin a Game Turn: what lasts for one turn is forgotten."""
    blocks = {uid: _rested(block) for uid, block in table.state.blocks.items()}
    table.update(
        blocks=blocks,
        active="",
        entries=(),
        main=(),
        crossed={},
        bombarded=(),
        pins={},
        left=(),
        done=(),
    )


def _rested(block: Block) -> Block:
    if not (block.moved or block.bombarded or block.orders or block.premoved):
        return block
    return evolve(block, moved=False, bombarded=False, orders=0, premoved=False)


def enter_action(table: Board) -> None:
    """[2.2.order] [3.32.scope] Player 1 acts, then Player 2: each has his own crossing limits."""
    first = table.state.first
    side = enemy_of(first) if table.state.active == first else first
    table.update(active=side, crossed={}, bombarded=(), done=())


def after_action(table: Board) -> str | None:
    """[2.2.order] [5.5.pin] Player 2 follows Player 1; before he acts, his blocks are pinned."""
    if table.state.active == table.state.first:
        fix_pins(table)
        return "action"
    unpin(table)
    table.update(active=table.state.first, pins={}, crossed={}, done=())
    return None


def afresh(table: Board) -> None:
    """Begin a step: what was done in the one before is forgotten."""
    table.update(done=())


def announced(*rules: str) -> Callable[[Board], None]:
    """[2.2.order] Return what begins a step of an Action Phase and says whose it is."""

    def enter(table: Board) -> None:
        afresh(table)
        # [5.6.actions] Player 2 has more to do with his orders.
        second = table.state.active != table.state.first
        cited = [rule for rule in rules if rule != "5.6.actions" or second]
        side = table.state.active
        words = text("{side}: {phase}", side=SIDE_NAMES[side], phase=TURN.phase(table.state))
        table.log("phase", words, *cited, seat=table.setup.seat_of(side))

    return enter


def enter_hqs(table: Board) -> None:
    """[5.2.after] Active HQs lose their step as the step begins."""
    afresh(table)
    enter_hq(table)


# -- turns, days, the end ------------------------------------------------------------------------------


def after_turn(table: Board) -> str:
    """[8.1.when] [9.3] The next turn; after the last of a day the night, or the count of VP."""
    setup = table.setup
    day = setup.day(table.state.day)
    if table.state.turn < len(day.hours):
        table.update(turn=table.state.turn + 1)
        return "turn"
    table.update(active="")
    return "end" if day is setup.days[-1] else "night"


# -- the sequence of play ----------------------------------------------------------------------------

SETUP = Step(
    "setup",
    text("Set-up"),
    "1.2.units",
    enter=deployment.open_setup,
    steps=(
        Step("setup.bid", text("Bids for the sides"), "8.opt.bid", bids_step),
        Step(
            "setup.place",
            part=text("The Russians place their blocks, then the French"),
            rule="1.1",
            enter=deployment.enter_army,
            play=deployment.place_army,
            then=deployment.other_army,
        ),
    ),
)
COMMAND, STRAGGLERS = text("Command"), text("Stragglers")
"""[2.2.command] [2.2.stragglers] Boxes of the track that several steps share."""
ACTION: Step[Board] = Step(
    "action",
    text("Action Phases: Player 1, then Player 2"),
    "2.2.order",
    enter=enter_action,
    then=after_action,
    again=capture.spend_rewards,
    steps=(
        Step("pin", text("Pinned blocks"), "5.5.choice", pin_phase, box=COMMAND),
        Step("arrive", text("Arrivals"), "9.1.arrive", deployment.arrivals, afresh, box=COMMAND),
        Step(
            "command",
            text("Command Phase"),
            "2.2.command",
            command_phase,
            announced("2.2.command", "2.2.order", "5.6.actions"),
            box=COMMAND,
        ),
        Step(
            "bombard",
            text("Bombard Phase"),
            "2.2.bombard",
            bombard_phase,
            announced("2.2.bombard", "2.2.order"),
            box=text("Bombard"),
        ),
        Step(
            "move",
            text("Move Phase"),
            "2.2.move",
            move_phase,
            announced("2.2.move", "2.2.order"),
            box=text("Move"),
        ),
        Step(
            "hq",
            text("Active HQs lose a step and move"),
            "5.2.after",
            hq_phase,
            enter_hqs,
            box=text("HQs"),
        ),
        Step(
            "straggle",
            text("Stragglers"),
            "5.7.who",
            straggle_phase,
            announced("2.2.stragglers"),
            box=STRAGGLERS,
        ),
        Step("stack", text("Stacking"), "3.31.when", stack_phase, afresh, box=STRAGGLERS),
        Step("main", text("Main Attacks"), "flank.main", main_phase, afresh, box=STRAGGLERS),
    ),
)
BATTLES = Step(
    "battle",
    text("Battle Phase"),
    "2.3",
    enter=enter_battles,
    box=text("Battles"),
    steps=(
        Step(
            "battle.next",
            part=text("Player 1 chooses which battle is fought next until none is left"),
            rule="6.2.order",
            play=battle_step,
            inner=FIGHT,
        ),
    ),
)
SUPPLY = Step(
    "supply",
    text("Supply Phase"),
    "2.4",
    enter=supply.enter_supply,
    box=text("Supply"),
    steps=(
        Step(
            "supply.spend",
            text("Supply points are spent"),
            "7.2.cost",
            supply.spending,
            supply.enter_spending,
            supply.after_spending,
        ),
        Step(
            "supply.burn",
            text("Burning of bridges"),
            "7.4.burn",
            bridges.burning,
            supply.enter_burning,
        ),
    ),
)
TURN = Turn(
    text("Sequence of play"),
    SETUP,
    Step(
        "turn",
        text("Game Turn"),
        "2.0",
        enter=enter_turn,
        then=after_turn,
        steps=(
            Step("initiative", text("Initiative"), "2.1", initiative, box=text("Initiative")),
            ACTION,
            BATTLES,
            SUPPLY,
        ),
    ),
    THE_NIGHT,
    Step("end", text("End of the scenario"), "8.1.when", victory.verdict),
)
"""[2.0] The steps of the game in their order; `State.phase` names the one that is played."""

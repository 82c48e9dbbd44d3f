"""[2.0] The sequence of play: Initiative, both Action Phases, battles, supply; days and the end."""

from __future__ import annotations

from engines.columbia.battle.battles import battle_step, enter_battles
from engines.columbia.battle.mainattack import main_phase
from engines.columbia.battle.rounds import FIGHT
from engines.columbia.bombardment.bombardment import bombard_phase
from engines.columbia.command.command import command_phase
from engines.columbia.deployment import deployment, night
from engines.columbia.deployment.bids import bids_step
from engines.columbia.field.position import SIDE_NAMES, enemy_of
from engines.columbia.movement.movement import enter_hq, hq_phase, move_phase
from engines.columbia.movement.pinning import fix_pins, pin_phase, unpin
from engines.columbia.movement.stacking import stack_phase
from engines.columbia.movement.stragglers import straggle_phase
from engines.columbia.setup import Board
from engines.columbia.state import FRENCH, RUSSIAN, SIDES, Block, Side
from engines.columbia.supply import bridges, supply
from engines.columbia.tables import number
from engines.columbia.victory import victory
from engines.core.data.frozen import evolve
from engines.core.data.text import text
from engines.core.play.turn import Step, Turn
from engines.core.show.asks import Procedure


def play(table: Board) -> Procedure[None]:
    """[2.0] Play from wherever the State stands to the end of the scenario."""
    if TURN.within(table.state, "action"):
        # A captured source may have been left half spent in the middle of a step.
        yield from supply.spend_rewards(table)
    yield from TURN.play(table)


# -- Initiative (2.1) ----------------------------------------------------------------------------------


def initiative(table: Board) -> None:
    """[2.1] Both players roll; the French are Player 1 on a tie and on a scenario's first turn."""
    setup = table.setup
    state = table.state
    day = setup.day(state.day)
    hour = day.hours[state.turn - 1]
    table.log("phase", text("{day} September, {hour}", day=state.day, hour=hour), "2.0")
    if state.turn == 1 and state.day == setup.days[0].number:
        table.log("result", text("The French are Player 1 on the first turn."), "2.1.first")
        table.update(first=FRENCH, active="")
        return
    totals = {side: _roll(table, side) for side in SIDES}
    french, russian = (totals[side] for side in SIDES)
    first = FRENCH if french >= russian else enemy_of(FRENCH)
    words = text(
        "Initiative: French {french}, Russians {russian}; {side} are Player 1.",
        french=french,
        russian=russian,
        side=SIDE_NAMES[first],
    )
    table.log("result", words, "2.1.tie" if french == russian else "2.1")
    table.update(first=first, active="")


def _roll(table: Board, side: Side) -> int:
    """[2.1] Roll a side's two dice and return their sum."""
    return sum(
        table.roll(
            seat=table.setup.seat_of(side),
            rule="2.1",
            purpose="initiative",
            subject=side,
            sides=number("dice_sides"),
            first=1,
            says=text("Initiative: {side}", side=SIDE_NAMES[side]),
        ).total
        for _ in range(number("initiative_dice"))
    )


# -- Action Phases (2.2) ---------------------------------------------------------------------------------


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


def announce(table: Board, *rules: str) -> None:
    """[2.2.order] Begin a step of an Action Phase and say whose it is."""
    afresh(table)
    side = table.state.active
    words = text("{side}: {phase}", side=SIDE_NAMES[side], phase=TURN.phase(table.state))
    table.log("phase", words, *rules, seat=table.setup.seat_of(side))


def enter_command(table: Board) -> None:
    """[2.2.command] [5.6.actions] Player 2 has more to do with his orders."""
    second = table.state.active != table.state.first
    announce(table, "2.2.command", "2.2.order", *(["5.6.actions"] if second else []))


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
ACTION = Step(
    "action",
    text("Action Phases: Player 1, then Player 2"),
    "2.2.order",
    enter=enter_action,
    then=after_action,
    steps=(
        Step("pin", text("Pinned blocks"), "5.5.choice", pin_phase, box=text("Command")),
        Step(
            "arrive",
            text("Arrivals"),
            "9.1.arrive",
            deployment.arrivals,
            afresh,
            box=text("Command"),
        ),
        Step(
            "command",
            text("Command Phase"),
            "2.2.command",
            command_phase,
            enter_command,
            box=text("Command"),
        ),
        Step(
            "bombard",
            text("Bombard Phase"),
            "2.2.bombard",
            bombard_phase,
            lambda table: announce(table, "2.2.bombard", "2.2.order"),
            box=text("Bombard"),
        ),
        Step(
            "move",
            text("Move Phase"),
            "2.2.move",
            move_phase,
            lambda table: announce(table, "2.2.move", "2.2.order"),
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
            lambda table: announce(table, "2.2.stragglers"),
            box=text("Stragglers"),
        ),
        Step("stack", text("Stacking"), "3.31.when", stack_phase, afresh, box=text("Stragglers")),
        Step(
            "main", text("Main Attacks"), "flank.main", main_phase, afresh, box=text("Stragglers")
        ),
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
FRENCHMEN, RUSSIANS = night.enter_side(FRENCH), night.enter_side(RUSSIAN)
NIGHT = Step(
    "night",
    text("6 September"),
    "9.3",
    enter=night.enter_night,
    then=night.morning,
    steps=(
        Step(
            "night.attach",
            part=text("French divisions are attached to their corps"),
            rule="9.2.attach",
            enter=FRENCHMEN,
            play=night.attach_step,
        ),
        Step(
            "night.hqs",
            part=text("French HQs enter"),
            rule="9.3.french",
            enter=FRENCHMEN,
            play=night.hqs_step,
        ),
        Step(
            "night.units",
            part=text("The units of their corps enter"),
            rule="9.3.french",
            enter=FRENCHMEN,
            play=night.units_step,
        ),
        Step(
            "night.redeploy",
            part=text("Russian HQs are moved"),
            rule="9.3.russian",
            enter=RUSSIANS,
            play=night.redeploy_step,
        ),
        Step(
            "night.shift",
            part=text("The units of their corps follow them"),
            rule="9.3.russian",
            enter=night.enter_shift,
            play=night.shift_step,
        ),
        Step(
            "night.french_supply",
            part=text("The French spend supply points"),
            rule="9.3.supply",
            enter=FRENCHMEN,
            play=supply.spending,
        ),
        Step(
            "night.russian_supply",
            part=text("The Russians spend supply points"),
            rule="9.3.supply",
            enter=RUSSIANS,
            play=supply.spending,
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
    NIGHT,
    Step("end", text("End of the scenario"), "8.1.when", victory.verdict),
)
"""[2.0] The steps of the game in their order; `State.phase` names the one that is played."""

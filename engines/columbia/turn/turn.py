"""[2.0] The Game Turn: Initiative, both Action Phases, battles, supply; days and the end.

`State.phase` names the step; what a step does once when it begins stands in `begin`, and each
step's procedure may be started again from the State alone wherever it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.columbia.battle.battles import battle_phase
from engines.columbia.battle.mainattack import main_phase
from engines.columbia.bombardment.bombardment import bombard_phase
from engines.columbia.command.command import command_phase
from engines.columbia.deployment.deployment import arrivals, setup_phase
from engines.columbia.deployment.night import night_phase
from engines.columbia.field.position import SIDE_NAMES, enemy_of
from engines.columbia.movement.movement import enter_hq, hq_phase, move_phase
from engines.columbia.movement.pinning import fix_pins, pin_phase, unpin
from engines.columbia.movement.stacking import stack_phase
from engines.columbia.movement.stragglers import straggle_phase
from engines.columbia.setup import Board
from engines.columbia.state import ACTION, FRENCH, SIDES, Block, Side
from engines.columbia.supply import supply
from engines.columbia.tables import number
from engines.columbia.victory import victory
from engines.core.data.frozen import evolve
from engines.core.data.text import Text, text
from engines.core.show.asks import Procedure

TITLES: dict[str, tuple[Text, tuple[str, ...]]] = {
    "command": (text("{side}: Command Phase"), ("2.2.command", "2.2.order")),
    "bombard": (text("{side}: Bombard Phase"), ("2.2.bombard", "2.2.order")),
    "move": (text("{side}: Move Phase"), ("2.2.move", "2.2.order")),
    "straggle": (text("{side}: Stragglers"), ("2.2.stragglers",)),
}


def play(table: Board) -> Procedure[None]:
    """[2.0] Play from wherever the State stands to the end of the scenario."""
    if table.state.phase.split(".")[0] in ACTION:
        # A captured source may have been left half spent in the middle of a step.
        yield from supply.spend_rewards(table)
    while True:
        phase = table.state.phase.split(".")[0]
        yield from PROCEDURES[phase](table)
        FOLLOWING[phase](table)


# -- Initiative (2.1) ----------------------------------------------------------------------------------


def initiative(table: Board) -> Procedure[None]:
    """[2.1] Both players roll; the French are Player 1 on a tie and on a scenario's first turn."""
    setup = table.setup
    state = table.state
    day = setup.day(state.day)
    hour = day.hours[state.turn - 1]
    table.log("phase", text("{day} September, {hour}", day=state.day, hour=hour), "2.0")
    if state.turn == 1 and state.day == setup.days[0].number:
        table.log("result", text("The French are Player 1 on the first turn."), "2.1.first")
        table.update(first=FRENCH)
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
    table.update(first=first)
    yield from ()


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
        phase="initiative",
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


def enter_action(table: Board, side: Side) -> None:
    """[2.2.order] [3.32.scope] Begin a side's Action Phase: it has its own crossing limits."""
    table.update(active=side, crossed={}, bombarded=())
    begin(table, ACTION[0])


def begin(table: Board, phase: str) -> None:
    """Enter a step and do what it does once."""
    table.update(phase=phase, done=())
    if phase in TITLES:
        words, rules = TITLES[phase]
        side = table.state.active
        if phase == "command" and side != table.state.first:
            rules += ("5.6.actions",)
        table.log(
            "phase", words.fill(side=SIDE_NAMES[side]), *rules, seat=table.setup.seat_of(side)
        )
    if phase == "hq":
        enter_hq(table)


def _next_step(table: Board) -> None:
    """[2.2.order] Go on to the next step of the Action Phase, or leave it."""
    following = ACTION.index(table.state.phase) + 1
    if following < len(ACTION):
        begin(table, ACTION[following])
    elif table.state.active == table.state.first:
        fix_pins(table)
        enter_action(table, enemy_of(table.state.first))
    else:
        unpin(table)
        table.update(phase="battle", active=table.state.first, pins={}, crossed={}, done=())


# -- turns, days, the end ------------------------------------------------------------------------------


def _end_turn(table: Board) -> None:
    """[8.1.when] [9.3] After the Supply Phase: the next turn, the night, or the count of VP."""
    setup = table.setup
    day = setup.day(table.state.day)
    if table.state.turn < len(day.hours):
        table.update(turn=table.state.turn + 1)
        enter_turn(table)
    elif day is setup.days[-1]:
        table.update(phase="end", active="")
        victory.verdict(table)
    else:
        table.update(phase="night", active="", done=())


PROCEDURES: Mapping[str, Callable[[Board], Procedure[None]]] = {
    "setup": setup_phase,
    "initiative": initiative,
    "pin": pin_phase,
    "arrive": arrivals,
    "command": command_phase,
    "bombard": bombard_phase,
    "move": move_phase,
    "hq": hq_phase,
    "straggle": straggle_phase,
    "stack": stack_phase,
    "main": main_phase,
    "battle": battle_phase,
    "supply": supply.supply_phase,
    "night": night_phase,
}

FOLLOWING: Mapping[str, Callable[[Board], None]] = {
    "setup": enter_turn,
    "night": enter_turn,
    "initiative": lambda table: enter_action(table, table.state.first),
    **dict.fromkeys(ACTION, _next_step),
    "battle": lambda table: table.update(phase="supply", active=table.state.first, done=()),
    "supply": _end_turn,
}

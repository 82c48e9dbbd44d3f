"""[2.1] Initiative: both players roll, and the higher of them is Player 1."""

from __future__ import annotations

from grognard.engines.columbia.field.position import SIDE_NAMES, enemy_of
from grognard.engines.columbia.setup import Board
from grognard.engines.columbia.state import FRENCH, SIDES, Side
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import text


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

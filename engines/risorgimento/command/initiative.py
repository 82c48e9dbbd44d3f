"""[C.2] Initiative: who moves formations first, and who begins the alternation."""

from __future__ import annotations

from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.explain import CAUSE, Modifier
from grognard.engines.risorgimento.command.command import LEVELS, in_action
from grognard.engines.risorgimento.field.effects import enemy_of
from grognard.engines.risorgimento.field.names import SIDE_NAMES
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number


def chief(setup: Setup, state: State, side: str) -> str:
    """[commanders.levels] Return a side's commander in chief, or the best of the highest in action."""
    for level in LEVELS:
        posts = [
            post
            for post in setup.posts.values()
            if post.side == side and post.level == level and in_action(state, post.id)
        ]
        if posts:
            return max(posts, key=lambda post: state.commanders[post.id].initiative).id
    return ""


def initiative_phase(table: Board) -> None:
    """[C.2.roll] [C.2.tie] Both chiefs roll d6; the one with the higher initiative adds the difference."""
    setup = table.setup
    values = {side: _initiative(setup, table.state, side) for side in setup.sides}
    while True:
        totals = {
            side: _roll(table, side, values[side] - values[enemy_of(side)]) for side in setup.sides
        }
        first, second = setup.sides
        if totals[first] != totals[second]:
            winner = first if totals[first] > totals[second] else second
            bonus = abs(totals[first] - totals[second]) // 2
            table.update(initiative=winner, bonus=bonus, lead=bonus)
            words = text("The {side} win the initiative.", side=SIDE_NAMES[winner])
            if bonus:
                words = counted(
                    "The {side} win the initiative: {n} of their formations may move first.",
                    "The {side} win the initiative: {n} of their formations may move first.",
                    side=SIDE_NAMES[winner],
                    n=bonus,
                )
            table.log("phase", words, "C.2.roll", "dice.d10", seat=setup.seat_of(winner))
            return
        if values[first] != values[second]:
            # The loser of the roll begins the alternation: here the chief with the lower initiative.
            winner = first if values[first] > values[second] else second
            table.update(initiative=winner, bonus=0, lead=0)
            table.log(
                "phase",
                text("Equal: the {side} begin.", side=SIDE_NAMES[enemy_of(winner)]),
                "C.2.tie",
            )
            return


def _initiative(setup: Setup, state: State, side: str) -> int:
    name = chief(setup, state, side)
    return state.commanders[name].initiative if name else 0


def _roll(table: Board, side: str, more: int) -> int:
    modifiers = [Modifier(more, text("Higher initiative"), "C.2.roll")] if more > 0 else []
    return table.roll(
        seat=table.setup.seat_of(side),
        rule="C.2.roll",
        purpose="initiative",
        subject=side,
        sides=number("d6"),
        first=1,
        modifiers=modifiers,
        says=text("{side}: initiative", side=SIDE_NAMES[side]),
        kind=CAUSE,
    ).total

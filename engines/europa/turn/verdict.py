"""[14.4] [14.7] [16.9.victory] Who wins: the points of cities and of Decisive Victories after the last turn."""

from __future__ import annotations

from engines.core.data.text import Text, text
from engines.core.show.explain import Verdict
from engines.europa.field.position import is_friendly, occupies
from engines.europa.setup import SIDES, Board, Setup, enemy_of
from engines.europa.state import State

CAPITALS = ("Moscow", "St Petersburg")


def holds(setup: Setup, state: State, side: str, at: str) -> bool:
    """[14.7.a] Whether a side has the points of a city: a friendly one without the enemy, or one it occupies."""
    if is_friendly(setup, state, side, at):
        return not occupies(setup, state, enemy_of(side), at)
    return occupies(setup, state, side, at)


def city_points(setup: Setup, state: State, side: str) -> int:
    """[14.7.a] Return the points of a side's cities."""
    return sum(worth for at, worth in setup.goals.items() if holds(setup, state, side, at))


def points(setup: Setup, state: State) -> dict[str, int]:
    """[14.7] [14.7.b] Return the points of both sides; those of Decisive Victories are the Russians'."""
    found = {side: city_points(setup, state, side) for side in SIDES}
    found["russian"] += state.decisive
    return found


def winner(setup: Setup, state: State) -> tuple[str, str, Text]:
    """[14.7] [16.9.victory] Return who wins as things stand, by which rule, and the words for it."""
    found = points(setup, state)
    if "independence" in state.flags:
        all_of_them = all(occupies(setup, state, "french", at) for at in setup.goals)
        words = (
            text("The French occupy every city that counts.")
            if all_of_them
            else text("The French do not occupy every city that counts.")
        )
        return ("french" if all_of_them else "russian"), "16.9.victory", words
    words = text(
        "Points: French {french}, Russians {russian}.",
        french=found["french"],
        russian=found["russian"],
    )
    return ("russian" if found["russian"] > found["french"] else "french"), "14.7", words


def note_capitals(table: Board) -> None:
    """[9.3.cities] Note which of Moscow and St Petersburg the French hold as the turn ends."""
    setup, state = table.setup, table.state
    hexes = [at for at in map(setup.map.city_named, CAPITALS) if at]
    held = tuple(at for at in hexes if occupies(setup, state, "french", at))
    table.update(capitals_before=state.capitals, capitals=held)


def verdict_step(table: Board) -> None:
    """[14.3] [14.4] [14.7] The turn ends; after the last one points are counted."""
    note_capitals(table)
    setup, state = table.setup, table.state
    if state.turn < setup.turns:
        words = text("Turn {turn} ends.", turn=state.turn)
        table.log("phase", words, "14.3", "5.2", "5.3")
        return
    side, rule, words = winner(setup, state)
    table.log("phase", text("The last turn is over."), "14.4", "14.3", "14.7.a", "14.7.b")
    found = points(setup, state)
    score = tuple((setup.seat_of(one), found[one]) for one in SIDES)
    table.end(Verdict(setup.seat_of(side), "victory", words, rule, score))

"""[14.4] [14.7] [14.7.a] [14.7.b] The end of a turn, victory points, and who has won."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Verdict
from grognard.engines.europa.field.position import is_friendly, side_in
from grognard.engines.europa.setup import SIDES, Board, Setup
from grognard.engines.europa.state import State

CAPITALS = ("Moscow", "St Petersburg")


def holder(setup: Setup, state: State, at: str) -> str:
    """[14.7.a] Return the side that scores a city: whose units are there, else whose it is."""
    return side_in(setup, state, at) or (
        "french" if is_friendly(setup, state, "french", at) else "russian"
    )


def city_points(setup: Setup, state: State, side: str) -> int:
    """[14.7.a] Return the points of the cities of a side as they stand."""
    return sum(points for at, points in setup.goals.items() if holder(setup, state, at) == side)


def points(setup: Setup, state: State) -> dict[str, int]:
    """[14.7] Return the victory points: cities, and for the Russians the Decisive Victories."""
    return {
        "french": city_points(setup, state, "french"),
        "russian": city_points(setup, state, "russian") + state.decisive,
    }


def capitals_held(setup: Setup, state: State) -> tuple[str, ...]:
    """[9.3.cities] Return which of Moscow and St Petersburg French units hold."""
    found = (setup.map.city_named(name) for name in CAPITALS)
    return tuple(at for at in found if at and side_in(setup, state, at) == "french")


def verdict(setup: Setup, state: State) -> Verdict:
    """[14.7] [16.9.victory] Return who has won: more points, the French if they are equal."""
    score = points(setup, state)
    rows = tuple((setup.seat_of(side), score[side]) for side in SIDES)
    if state.flags.get("independence"):
        won = all(side_in(setup, state, at) == "french" for at in setup.goals)
        reason = text("The French hold every city that counts.")
        if not won:
            reason = text("The French do not hold every city that counts.")
        side = "french" if won else "russian"
        return Verdict(setup.seat_of(side), "victory", reason, "16.9.victory", rows)
    side = "french" if score["french"] >= score["russian"] else "russian"
    reason = text(
        "French {french} points, Russians {russian}.",
        french=score["french"],
        russian=score["russian"],
    )
    return Verdict(setup.seat_of(side), "victory", reason, "14.7", rows)


def end_step(table: Board) -> None:
    """[14.3] [14.4] [5.3] After the last turn the game is decided; else the next turn begins."""
    setup, state = table.setup, table.state
    held = capitals_held(setup, state)
    table.update(capitals=held, capitals_before=state.capitals)
    if state.turn >= setup.turns:
        rules = ["14.4", "14.7.a", "14.7.b"]
        if state.flags.get("quarters") == "taken":
            rules.append("16.13.victory")
        table.log("phase", text("The last turn is over."), *rules)
        table.end(verdict(setup, table.state))

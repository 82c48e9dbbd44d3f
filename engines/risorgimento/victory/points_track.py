"""[I.clock] [I.3.d100] The track of points, places held and losses."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.views import TrackView
from grognard.engines.risorgimento.field.names import SIDE_NAMES
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.victory.victory import lost_percentage, total_points


def points_track(setup: Setup, state: State) -> TrackView:
    """[I.clock] [I.3.d100] Points, places held, and how near each army is to breaking."""
    steps = tuple(
        text("{side} {n}", side=SIDE_NAMES[side], n=total_points(setup, state, side))
        for side in setup.sides
    )
    notes = [counts(state, one) for one in setup.objectives]
    notes += asked(setup)
    notes += [
        text(
            "{side}: {n} of 100 lost or routed",
            side=SIDE_NAMES[side],
            n=f"{float(lost_percentage(setup, state, side)):.4g}",
        )
        for side in setup.sides
    ]
    totals = [total_points(setup, state, side) for side in setup.sides]
    leading = totals.index(max(totals)) if len(set(totals)) > 1 else -1
    return TrackView("victory", text("Points"), steps, leading, tuple(notes), "I.clock")


def counts(state: State, place: Objective) -> Text:
    """[I.1.objectives] What a place is worth, and who holds it."""
    return counted(
        "{place}, {n} point: {side}",
        "{place}, {n} points: {side}",
        n=place.points,
        place=place.name,
        side=SIDE_NAMES.get(state.held.get(place.id, ""), text("nobody")),
    )


def asked(setup: Setup) -> list[Text]:
    """[I.1.objectives] How many places win, and how many draw, where the scenario asks for that and not for points."""
    said = setup.says("hold_to_win")
    if not said:
        return []
    side, wins, draws = SIDE_NAMES[said["side"]], said["win"], said["draw"]
    if draws >= wins:
        return [
            counted(
                "{side}: holding {n} of these places wins, not the points",
                "{side}: {n} of these places win, not the points",
                side=side,
                n=wins,
            )
        ]
    return [
        counted(
            "{side}: {n} of these places wins and {m} draw, not the points",
            "{side}: {n} of these places win and {m} draw, not the points",
            side=side,
            n=wins,
            m=draws,
        )
    ]

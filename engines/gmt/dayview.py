"""What the great battle adds to the table: commanders, clock, Pool, Orders, points."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.text import Text, text
from engines.core.views import PieceView, TrackView
from engines.gmt.dayinquiries import STATUS, seen
from engines.gmt.initiative import am_name
from engines.gmt.ordering import hour_of, markers_of, name_of
from engines.gmt.setup import Setup
from engines.gmt.state import State
from engines.gmt.victory import points, scored

STEPS: tuple[tuple[Text, tuple[str, ...], str], ...] = (
    (text("Orders"), ("setup.", "orders."), "5.2"),
    (text("Initiative"), ("initiative", "special_ams", "first_am"), "4.0.roll"),
    (text("Activations"), (
        "draw", "individual", "barrage", "destruction", "flank", "order.", "fire", "move", "shock.",
        "rally",
    ), "5.42"),
    (text("Reserve"), ("reserve",), "5.51"),
    (text("Group morale"), ("morale.",), "10.51"),
    (text("Commanders"), ("overall", "end"), "5.62"),
)  # fmt: skip
"""[3.0] The phases of a turn: name, how their cursors begin, rule."""


def leaders(setup: Setup, state: State) -> Iterator[PieceView]:
    """[2.2.oc] The Overall Commanders, under whatever stands in their hexes."""
    for leader, at in state.leaders.items():
        card = setup.leaders[leader]
        yield PieceView(
            id=leader, form="counter", side=card["side"], symbol="leader", name=card["name"], at=at,
            values=(("range", card["orders_range"]), ("rating", card["command_drm"])),
            stack=len(state.stacks.get(at, ())), facts=tuple(_ratings(card)),
        )  # fmt: skip


def _ratings(card: object) -> Iterator[tuple[str, str]]:
    rows = dict(card) if isinstance(card, dict) else {}
    orders = rows.get("orders") or ", ".join(
        f"{key.partition('.')[2]} army {value}" for key, value in rows.items() if "orders." in key
    )
    yield "Orders Rating", orders
    yield "Orders Range", rows["orders_range"]
    yield "Command Rating", rows["command_drm"]
    yield "Delay Rating", rows["delay"]
    yield "Movement", {"die": "one die a turn"}.get(rows.get("ma", ""), rows.get("ma", "8"))


def tracks(setup: Setup, state: State, seat: str | None) -> Iterator[TrackView]:
    """The clock, the phases of the turn, the Pool, each side's Orders and points."""
    hours = tuple(hour_of(setup, turn) or str(turn) for turn in range(1, setup.turns + 1))
    yield TrackView("turns", text("Turn"), hours, state.turn - 1, (), "bor.length")
    yield phases(state)
    yield _pool(setup, state)
    for side in setup.sides:
        yield _orders(setup, state, seat, side)
    yield _points(setup, state)


def phases(state: State) -> TrackView:
    """[3.0] The phase of the turn; an activation shows its own step in the prompt."""
    own = state.reserve_activation
    current = next(
        (n for n, (_, starts, _) in enumerate(STEPS) if state.phase.startswith(starts)), 0
    )
    names = tuple(str(name) for name, _, _ in STEPS)
    if own and STEPS[current][1][0] == "draw":
        current = names.index("Reserve")
    return TrackView("phases", text("Phase"), names, current, (), STEPS[current][2])


def _pool(setup: Setup, state: State) -> TrackView:
    """[5.42] What is still in the Pool is public; in which order it comes nobody knows."""
    day = state.day
    steps = tuple(str(am_name(setup, am)) for am in day.pool)
    notes = [text("{n} AMs are left in the Pool.", n=len(day.pool))]
    if day.am:
        notes.append(text("Being played: {am}", am=am_name(setup, day.am)))
    return TrackView("pool", text("The Pool"), steps, -1, tuple(notes), "5.42")


def _orders(setup: Setup, state: State, seat: str | None, side: str) -> TrackView:
    """[5.23] The Orders markers of a side, face down to the enemy until they are turned up."""
    own = seat is not None and seat == setup.seat_of(side)
    notes = tuple(
        text("{name}: {status}", name=name_of(setup, state, m), status=STATUS[seen(m, own=own)])
        for m in markers_of(state, side)
    )
    title = text("Orders of {name}", name=side.title())
    return TrackView(f"orders-{side}", title, (), -1, notes, "5.23")


def _points(setup: Setup, state: State) -> TrackView:
    steps = tuple(f"{side.title()} {points(setup, state, side)}" for side in setup.sides)
    notes = tuple(
        text("{side}: {n} for {why} ({rule})", side=side.title(), n=worth, why=why, rule=rule)
        for side in setup.sides for worth, why, rule in scored(setup, state, side)
    )  # fmt: skip
    return TrackView("victory", text("Victory points"), steps, -1, notes, "bor.vp")

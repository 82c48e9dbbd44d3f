"""What the great battle adds to the table: commanders, clock, Pool, Orders, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from engines.core.data.frozen import evolve
from engines.core.data.text import Text, counted, either, text, verbatim
from engines.core.show.declared import display, turn_track
from engines.core.show.views import PieceView, TrackLine, TrackView
from engines.gmt.borodino.battle import BORODINO
from engines.gmt.borodino.victory import points, scored
from engines.gmt.field.position import SIDE_NAMES, on_map
from engines.gmt.morale.morale import groups, losses
from engines.gmt.orders.initiative import am_name, side_of_am
from engines.gmt.orders.inquiries import seen
from engines.gmt.orders.ordering import command_name, hour_of, markers_of
from engines.gmt.orders.orders import group_members
from engines.gmt.setup import Setup
from engines.gmt.state import State


def leaders(setup: Setup, state: State) -> Iterator[PieceView]:
    """[2.2.oc] The Overall Commanders, under whatever stands in their hexes."""
    for leader, at in state.leaders.items():
        card = setup.leaders[leader]
        yield PieceView(
            id=leader,
            form="counter",
            side=card["side"],
            symbol="leader",
            name=card["name"],
            at=at,
            values=(("range", card["orders_range"]), ("rating", card["command_drm"])),
            stack=len(state.stacks.get(at, ())),
            facts=_ratings(card),
        )


ARMIES = {
    "orders.first": text("{n} to the 1st Army"),
    "orders.second": text("{n} to the 2nd Army"),
    "orders.reserve": text("{n} to the Reserve"),
}
"""How many Orders Kutuzov may give to each army."""


def _ratings(card: Mapping[str, str]) -> tuple[tuple[Text, Text], ...]:
    """[2.2.oc] The values of an Overall Commander; Kutuzov's Orders are shared out to armies."""
    armies = [words.fill(n=card[key]) for key, words in ARMIES.items() if key in card]
    rolled = card.get("ma") == "die"
    return (
        (text("Orders Rating"), verbatim(card["orders"]) if "orders" in card else either(armies)),
        (text("Orders Range"), verbatim(card["orders_range"])),
        (text("Command Rating"), verbatim(card["command_drm"])),
        (text("Delay Rating"), verbatim(card["delay"])),
        (text("Movement"), text("one die a turn") if rolled else verbatim(card.get("ma") or "8")),
    )


def tracks(setup: Setup, state: State, seat: str | None) -> Iterator[TrackView]:
    """The clock, the phases of the turn, the Pool, each side's Orders and points."""
    hour = partial(hour_of, setup)
    yield turn_track(setup.turns, state.turn, "bor.length", called=lambda turn: hour(turn) or turn)
    yield _phases(state)
    yield _pool(setup, state)
    for side in setup.sides:
        yield _orders(setup, state, seat, side)
    yield _points(setup, state)
    yield _collapse(setup, state)


def _phases(state: State) -> TrackView:
    """[3.0] The phase of the turn; an activation shows its own step in the prompt."""
    if state.reserve_activation and BORODINO.within(state, "activations"):
        state = evolve(state, phase="reserve")
    phase = BORODINO.boxed(state) or BORODINO.titled(state)
    return BORODINO.track(state, text("Phase"), (), phase.rule)


def _pool(setup: Setup, state: State) -> TrackView:
    """[5.42] What is still in the Pool is public; in which order it comes nobody knows."""
    day = state.day
    if not day.ams or BORODINO.within(state, "orders"):
        return display("pool", text("The Pool"), "5.42", (), empty=text("Filled after Orders."))
    left = counted("{n} AM is left in the Pool.", "{n} AMs are left in the Pool.", n=len(day.pool))
    return display("pool", text("The Pool"), "5.42", _ams(setup, state), (left,))


def _ams(setup: Setup, state: State) -> Iterator[TrackLine]:
    """[5.43] [5.44] The AM being played, those left in the Pool, those set aside; alike ones as one."""
    day = state.day
    aside = list(day.ams)
    for am in (*day.pool, *([day.am] if day.am in aside else ())):
        aside.remove(am)
    played = (day.am,) if day.am else ()
    for status, ams in (("playing", played), ("left", day.pool), ("aside", tuple(aside))):
        listed = Counter((side_of_am(setup, am), am_name(setup, am)) for am in ams).items()
        for (side, words), n in sorted(listed, key=lambda one: str(one[0])):
            label = text("{am} \N{MULTIPLICATION SIGN}{n}", am=words, n=n) if n > 1 else words
            yield TrackLine(label, status, side)


def _orders(setup: Setup, state: State, seat: str | None, side: str) -> TrackView:
    """[5.23] The Orders markers of a side, face down to the enemy until they are turned up."""
    own = seat is not None and seat == setup.seat_of(side)
    lines = []
    for marker in markers_of(state, side):
        here = tuple(uid for uid in marker.units if on_map(state.units[uid]))
        label = text("{name} ({n})", name=command_name(setup, marker), n=len(here))
        covert = seen(marker, own=False) if own else ""
        lines.append(TrackLine(label, seen(marker, own=own), side, here, covert))
    none = TrackLine(text("No markers are laid yet."), "", side)
    title = text("Orders of the {name}", name=SIDE_NAMES[side])
    return display(f"orders-{side}", title, "5.23", lines or (none,))


def _points(setup: Setup, state: State) -> TrackView:
    """[bor.vp] What each side would score if the game ended now, with the reasons."""
    totals = ((SIDE_NAMES[side], points(setup, state, side)) for side in setup.sides)
    lines = (
        TrackLine(
            counted("{n} point for {why}", "{n} points for {why}", n=worth, why=why), "scored", side
        )
        for side in setup.sides
        for worth, why, _ in scored(setup, state, side)
    )
    return display(
        "victory",
        text("Victory"),
        "bor.vp",
        lines,
        steps=(text("{side} {n}", side=name, n=n) for name, n in totals),
        empty=text("Neither side has scored yet."),
    )


def _collapse(setup: Setup, state: State) -> TrackView:
    """[10.52] How many more losses each Activation Group stands before it Collapses."""
    lines = []
    for group in groups(setup, state):
        lost, total, limit = losses(setup, state, group)
        if not total:
            continue
        here = group_members(setup, state, group)
        side = next(kind.side for kind in setup.types.values() if kind.group == group)
        name = setup.group_names.get(group, group)
        label = text("{lost}/{limit} {name}", name=name, lost=lost, limit=limit)
        status = "collapsed" if group in state.collapsed else "losing" if lost else ""
        lines.append(TrackLine(label, status, side, here))
    return display("collapse", text("Losses until Collapse"), "10.52", lines)

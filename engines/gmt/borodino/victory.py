"""[bor.vp] Victory points of 7 September."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.explain import Verdict
from grognard.engines.gmt.field.position import SIDE_NAMES, enemy_of, side_at
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import State
from grognard.engines.gmt.tables import TABLES

GUARDS = ("imperial-guard", "ru-guard")
"""[bor.vp.groups] The Activation Groups of the two Guards."""


def rows() -> dict[str, dict[str, str]]:
    """Return the table of victory points by id."""
    return TABLES.by("victory_points")


def scored(setup: Setup, state: State, side: str) -> Iterator[tuple[int, Text, str]]:
    """Give what a side has earned so far: points, reason and rule."""
    enemy = enemy_of(side)
    for group in state.collapsed:
        owner = setup.groups.get(group)
        if owner is not None and owner.side == enemy:
            kind = "guard" if group in GUARDS else "group"
            name = setup.group_name(group)
            worth = int(rows()[f"{side}_{kind}"]["vp"])
            yield worth, text("{group} in Collapse", group=name), "bor.vp.groups"
    at, worth = prize()
    if side_at(setup, state, at) == side:
        yield worth, setup.map.place(at), "bor.vp.hex"


def prize() -> tuple[str, int]:
    """[bor.vp.hex] Return the hex that counts, and its points."""
    row = rows()["hex_3417"]
    return row["hex"], int(row["vp"])


def points(setup: Setup, state: State, side: str) -> int:
    """[bor.vp] Return a side's victory points if the game ended now."""
    return sum(worth for worth, _, _ in scored(setup, state, side))


def verdict(setup: Setup, state: State) -> Verdict:
    """[bor.vp] More points win; equal points are a draw."""
    totals = {side: points(setup, state, side) for side in setup.sides}
    rows_ = tuple((setup.seat_of(side), total) for side, total in totals.items())
    best = max(totals, key=lambda side: totals[side])
    margin = totals[best] - totals[enemy_of(best)]
    if not margin:
        words = counted("Both sides have {n} point.", "Both sides have {n} points.", n=totals[best])
        return Verdict("draw", "draw", words, "bor.vp", rows_)
    words = counted(
        "{side}: {n} point to {m}.",
        "{side}: {n} points to {m}.",
        side=SIDE_NAMES[best],
        n=totals[best],
        m=totals[enemy_of(best)],
    )
    return Verdict(setup.seat_of(best), f"by {margin}", words, "bor.vp", rows_)

"""Regression: whether a change of rules or of players has moved the balance of any scenario beyond chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.app.finding import load_scenario
from grognard.app.lab.chance import BEYOND, holm
from grognard.app.lab.numbers import Numbers, shift
from grognard.app.lab.plan import arm_of
from grognard.app.lab.store import Game, opened
from grognard.app.lab.task import Arm


@dataclass(frozen=True, slots=True)
class Base:
    """An older run: the arms of it that can be played again, its seeds, and its games."""

    arms: tuple[dict[str, Any], ...]
    seeds: tuple[int, ...]
    games: tuple[Game, ...]


def read_base(folder: Path) -> Base:
    """Read an older run.

    Raises:
        Refused: there is none.
    """
    store = opened(folder)
    try:
        games = store.games()
        kept = [arm for arm in store.arms() if not arm["changed"]]
        ids = {arm["id"] for arm in kept}
        seeds = sorted({game.seed for game in games if game.arm in ids})
        return Base(tuple(kept), tuple(seeds), tuple(game for game in games if game.arm in ids))
    finally:
        store.close()


def arms_again(base: Base) -> list[Arm]:
    """Return the arms of an older run, with the scenarios as they are now.

    Raises:
        Unusable: one of the scenarios is no longer there.
    """
    found = []
    for arm in base.arms:
        game, setup = load_scenario(arm["source"], arm["options"])
        bots = ",".join(arm["players"].values())
        found.append(arm_of(game, setup, arm["options"], bots, arm["source"]))
    return found


def moved(base: Base, arms: Sequence[Arm], games: Iterable[Game]) -> list[Numbers]:
    """Return for each arm how far it has moved; of so many, some would by chance: that is allowed for."""
    known, played = {arm["id"] for arm in base.arms}, list(games)
    rows = []
    for arm in arms:
        if arm.id in known:
            before = [game for game in base.games if game.arm == arm.id]
            row = shift(arm, [game for game in played if game.arm == arm.id], arm, before)
            if row["pairs"]:
                rows.append(row)
    chances = holm({row["arm"]: row["chance"] for row in rows})
    return [
        {**row, "chance": chances[row["arm"]], "beyond": chances[row["arm"]] < BEYOND}
        for row in rows
    ]

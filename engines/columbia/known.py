"""[8.2.hidden] What a seat may count of the victory points before the scenario ends."""

from __future__ import annotations

from dataclasses import dataclass

from engines.columbia.faces import sees
from engines.columbia.position import eliminated, enemy_of, holder
from engines.columbia.setup import Setup
from engines.columbia.state import Side, State
from engines.columbia.tables import tables


@dataclass(frozen=True, slots=True)
class Points:
    """[8.1.when] The VP of a side: `sure` are known, `unseen` enemy blocks fell with hidden faces."""

    sure: int
    unseen: int
    redoubts: int
    rules: tuple[str, ...]


def redoubt_value(side: Side) -> int:
    """[8.5] Return the VP a side gets for each redoubt it controls."""
    rows = tables()["victory_points"]["rows"]
    return next(int(row["vp"]) for row in rows if row["id"] == f"{side}_redoubt")


def redoubts_held(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[8.5] Return the redoubt areas a side controls: own blocks there and none of the enemy."""
    return tuple(
        area.id
        for area in setup.ground.areas.values()
        if area.redoubt and holder(setup, state, area.id) == side
    )


def known_points(setup: Setup, state: State, seat: str | None, side: Side) -> Points:
    """[8.1.when] Count the VP of a side as far as a seat knows which blocks its enemy has lost."""
    fallen = eliminated(setup, state, enemy_of(side))
    seen = [uid for uid in fallen if sees(setup, state, seat, uid)]
    held = len(redoubts_held(setup, state, side))
    offered = sum(extra for who, extra in state.bid if who == side)
    worth = sum(setup.types[uid].vp for uid in seen)
    rules = ("8.5", "8.2", *(("8.opt.bid",) if offered else ()))
    sure = held * redoubt_value(side) + worth + offered
    return Points(sure, len(fallen) - len(seen), held, rules)

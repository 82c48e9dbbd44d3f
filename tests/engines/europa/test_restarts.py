"""Every question marked as resting is asked again by the State alone, with the same choices: on scattered armies, in any phase."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask
from grognard.engines.europa.field.terrain import may_enter
from grognard.engines.europa.state import OFF_MAP, State, Train

GAME = registry["europa"]
SCENARIOS = ("campaign-1812", "advanced-1812", "two-years", "two-roads")
PHASES = (
    "start.politics",
    "general.check",
    "supply.convert",
    "supply.trains",
    "rally.rally",
    "movement.move",
    "combat.attacks",
    "commanders.move",
    "end.quarters",
)
LOOKED_AT = 25
"""Questions of each position."""
COMPARED = 400
"""Choices of a question that are compared, at most."""


def scattered(setup: Any, seed: int) -> State:
    """Return both armies at random in a strip of the map, close to each other, in a random phase of a turn."""
    rng = Random(seed)
    state: State = GAME.initial(setup, str(seed))
    grid = setup.map.grid
    middle = rng.choice([at for at in grid.hexes if may_enter(setup, "french", at)])
    near = [at for at in grid.hexes if grid.distance(at, middle) <= 4]
    owner = {at: rng.choice(("french", "russian")) for at in near}
    room = dict.fromkeys(near, 12)
    units, commanders = dict(state.units), dict(state.commanders)
    for uid in rng.sample(sorted(units), len(units)):
        card = setup.units[uid]
        free = [
            at
            for at in near
            if owner[at] == card.side and room[at] >= card.space and may_enter(setup, card.side, at)
        ]
        at = rng.choice(free) if free and rng.random() < 0.8 else OFF_MAP
        if at != OFF_MAP:
            room[at] -= card.space
        units[uid] = evolve(units[uid], at=at, disrupted=rng.random() < 0.3)
    held = {
        side: sorted({u.at for u in units.values() if u.on_map and setup.units[u.id].side == side})
        for side in ("french", "russian")
    }
    for cid, chief in commanders.items():
        places = held[setup.chiefs[cid].side]
        commanders[cid] = evolve(chief, at=rng.choice(places) if places else OFF_MAP)
    trains = {
        f"{side}-{n}": Train(f"{side}-{n}", side, at, genuine=rng.random() < 0.7)
        for side in held
        for n, at in enumerate(rng.sample(held[side], len(held[side]) // 2), 1)
    }
    cc = {"french": 4, "russian": 3}
    depots = {at: owner[at] for at in setup.map.cities if at in owner and rng.random() < 0.5}
    return evolve(
        state,
        units=units,
        commanders=commanders,
        trains=trains,
        depots=depots,
        turn=rng.randint(2, min(15, setup.turns)),
        phase=rng.choice(PHASES),
        deciding=rng.choice(("french", "russian")),
        cc=cc,
        cc_begin=cc,
        cc_base=cc,
    )


def asked(ask: Ask) -> dict[str, Any]:
    """Return all of a question that a player sees."""
    finite = ask.choices.finite
    return {
        "seat": ask.seat,
        "kind": ask.kind,
        "prompt": str(ask.prompt),
        "rules": ask.rules,
        "where": ask.where,
        "choices": list(islice(ask.choices, COMPARED)) if finite else [],
        "refused": [(c, str(why.message)) for c, why in islice(ask.choices.refused(), COMPARED)],
    }


def restarts(number: int) -> int:
    """Play a scattered position on, and compare each resting question; return how many there were."""
    name = SCENARIOS[number % len(SCENARIOS)]
    info = next(info for info in GAME.scenarios() if info.id == name)
    rng = Random(number)
    options = {o.id: rng.choice(o.values) for o in info.options if o.id != "two_years"}
    setup = GAME.load(Path(info.path), options)
    session = Session(GAME, setup, str(number), state=scattered(setup, number))
    players = {seat.id: RandomBot(f"{number} {seat.id}") for seat in info.seats}
    met = 0
    while session.ask is not None and met < LOOKED_AT:
        if session.ask.resting:
            again = Session(GAME, setup, "again", state=session.table.state)
            assert again.ask is not None
            assert asked(again.ask) == asked(session.ask), f"position {number}, {session.choices}"
            assert again.table.entries == [], (
                f"position {number} tells something again: {session.ask.kind}"
            )
            met += 1
        play(session, players, limit=1)
    return met


@pytest.mark.parametrize("number", range(60))
def test_what_rests_is_asked_again_by_the_state_alone(number: int) -> None:
    assert restarts(number) >= 0


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(20))
def test_what_rests_is_asked_again_in_two_thousand_positions(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        restarts(number)

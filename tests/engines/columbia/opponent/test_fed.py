"""[7.34] The captain looks at supply before the night: out of it nobody stays who can help it, and the enemy is put out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.columbia.field.position import blocks_of
from grognard.engines.columbia.opponent.captain import Captain
from grognard.engines.columbia.opponent.fed import Fed, until_dusk
from grognard.engines.columbia.opponent.judge import Judge
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import ELIMINATED, SIDES, Side, State
from grognard.engines.columbia.supply.supply import lines, sources
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

GAME = registry["columbia"]


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    setup = GAME.load(Path(info.path), {})
    assert isinstance(setup, Setup)
    return setup


SETUP = loaded("mill-brook")


def begun() -> State:
    """Return the position once both sides have moved twice."""
    session, captain = Session(GAME, SETUP, "1"), Captain("1")
    while session.ask is not None and session.table.state.turn < 3:
        captain.go_on(session)
    state: State = session.table.state
    return state


START = begun()
LAST = SETUP.days[-1]
DUSK = len(LAST.hours)


def at_turn(turn: int) -> State:
    return evolve(START, turn=turn)


@pytest.mark.parametrize("side", SIDES)
def test_at_8_pm_and_the_hour_before_it_is_worse_to_stand_out_of_supply(side: Side) -> None:
    uid = next(b.id for b in blocks_of(SETUP, START, side) if not SETUP.types[b.id].is_hq)
    own = Fed(SETUP, START, side).own
    out = [at for at in SETUP.ground.areas if at not in own]
    assert out
    assert [until_dusk(SETUP, at_turn(turn)) for turn in (DUSK - 2, DUSK - 1, DUSK)] == [2, 1, 0]
    worth = [
        [
            # The enemy still acts after it, so that nothing but supply changes from turn to turn.
            Judge(SETUP, evolve(at_turn(turn), first=side), side).stand(uid, at)
            for turn in (DUSK - 2, DUSK - 1, DUSK)
        ]
        for at in out
    ]
    starves = Fed(SETUP, START, side).starves
    for at, (early, later, last) in zip(out, worth, strict=True):
        assert starves(at) or early > later > last


def starved_by(state: State, side: Side, at: str) -> int:
    """Return how many enemies the rules put out of supply once a block of a side stands in an area."""
    enemy: Side = "russian" if side == "french" else "french"
    uid = next(b.id for b in blocks_of(SETUP, state, side))
    blocks = {**state.blocks, uid: evolve(state.blocks[uid], at=at)}
    moved = evolve(state, blocks=blocks, areas={**state.areas, at: (uid,)})
    before, after = lines(SETUP, state, enemy), lines(SETUP, moved, enemy)
    return sum(bool(before.of(b.at)) and not after.of(b.at) for b in blocks_of(SETUP, state, enemy))


@pytest.mark.parametrize("side", SIDES)
def test_an_area_is_worth_the_enemies_who_starve_once_we_stand_in_it(side: Side) -> None:
    enemy: Side = "russian" if side == "french" else "french"
    (source,) = sources(SETUP, enemy)
    state = evolve(
        START,
        areas={at: uids for at, uids in START.areas.items() if at != source},
        blocks={
            u: evolve(b, at=ELIMINATED) if b.at == source else b for u, b in START.blocks.items()
        },
    )
    fed = Fed(SETUP, state, side)
    vacant = [at for at in SETUP.ground.areas if not state.areas.get(at)]
    found = {at: fed.starves(at) for at in vacant}
    assert found == {at: starved_by(state, side, at) for at in vacant}
    assert found[source] > 0
    held = next(at for at in state.areas if at in fed.foe)
    assert fed.starves(held) == 0

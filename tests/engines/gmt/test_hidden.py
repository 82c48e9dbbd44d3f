"""[5.23] What the enemy may not know of the great battle stays hidden, whatever he looks at."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

import pytest

from grognard.engines.core.play.bots import BOTS, play
from grognard.engines.core.play.session import Session
from grognard.engines.gmt.game import Borodino
from grognard.engines.gmt.setup import Setup
from tests.contract.leaks import dealt_anew, follows, leaks

GAME = Borodino()
LOOKS = 15
"""How often the two games are compared: each time is a whole view, log and every inquiry."""
STRIDE = 45
FOLLOWED_FOR = 3


def loaded(**options: str) -> Setup:
    return GAME.load(files("grognard.scenarios").joinpath("gmt/borodino.yaml"), options)


def players(session: Session, salt: str) -> dict[str, Any]:
    return {s.id: BOTS["random"](f"{salt} {s.id}") for s in session.setup.info.seats}


@pytest.mark.parametrize(
    ("seed", "options", "skipped"),
    [
        pytest.param("1", {}, 3, marks=pytest.mark.soak),
        pytest.param("2", {"flanking_maneuver": "yes"}, 5, marks=pytest.mark.soak),
        ("3", {}, 600),
    ],
)
def test_nothing_tells_the_enemys_orders(seed: str, options: dict[str, str], skipped: int) -> None:
    session = Session(GAME, loaded(**options), seed)
    bots, rng = players(session, seed), Random(seed)
    play(session, bots, limit=skipped)
    found: set[str] = set()
    twins: dict[str, Session] = {}
    looks = count = differed = followed = 0
    while session.ask is not None and looks < LOOKS:
        count += 1
        fresh = count % STRIDE < FOLLOWED_FOR or session.ask.kind.startswith("orders")
        if session.ask.resting and fresh and not twins:
            twins = {
                seat.id: dealt_anew(session, seat.id, rng) for seat in session.setup.info.seats
            }
            differed += sum(t.table.state.day != session.table.state.day for t in twins.values())
        for seat, twin in twins.items():
            looks += 1
            found |= set(leaks(session, twin, seat, f"{seed} {count}", bots=False))
        play(session, bots, limit=1)
        row = session.choices[-1]
        twins = {seat: twin for seat, twin in twins.items() if follows(session, twin, row)}
        followed += len(twins)
    assert found == set()
    assert differed > 1
    assert followed > 5


def test_what_is_dealt_hangs_on_the_seed_alone() -> None:
    session = Session(GAME, loaded(flanking_maneuver="yes"), "5")
    bots = players(session, "5")
    play(session, bots, limit=400)
    while session.ask is not None and not session.ask.resting:
        play(session, bots, limit=1)
    for seat in ("french", "russian"):
        state = session.table.state
        once = GAME.resample(session.setup, state, seat, Random("7"))
        other = GAME.resample(session.setup, state, seat, Random("8"))
        assert GAME.resample(session.setup, other, seat, Random("7")) == once


def shown(state: Any) -> set[object]:
    """The hidden facts that lie open: markers turned up, the AMs of groups, units gone to go round.

    That a point was set aside for the Barrage is open before its AM is placed (5.35).
    """
    day = state.day
    turned = {(m.id, m.units, m.under) for m in day.markers if m.revealed}
    ams = {am for am in day.ams if not am.startswith("barrage")}
    away = {day.flank.units} if day.flank is not None and day.flank.status != "planned" else set()
    return {*turned, *ams, *away}


def test_what_is_shown_is_not_taken_back() -> None:
    """A choice after which hidden Orders or plans lie open counts as learning: undo stops there."""
    session = Session(GAME, loaded(flanking_maneuver="yes"), "8")
    bots = players(session, "8")
    kinds: set[str] = set()
    for _ in range(1200):
        if session.ask is None:
            break
        kind, before = session.ask.kind, shown(session.table.state)
        rolled = session.table.dice.rolled()
        play(session, bots, limit=1)
        if shown(session.table.state) - before:
            kinds.add(kind)
            assert session.table.dice.rolled() > rolled, kind
            assert not session.can_undo(), kind
    assert len(kinds) > 2

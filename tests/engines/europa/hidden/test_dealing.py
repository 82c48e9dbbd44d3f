"""[15.1] [7.5] Hidden stacks are dealt anew, and nothing tells what is in them: no order, no id, no inquiry."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.core.data.frozen import evolve
from engines.core.play.bots import RandomBot, play
from engines.core.play.game import registry
from engines.core.play.inquiries import NoAnswer
from engines.core.play.session import Session
from engines.europa.state import State, Train
from engines.europa.table.view import table_view
from tests.contract.test_leaks import found_out

GAME = registry["europa"]
SEATS = ("french", "russian")


def veiled(name: str, seed: str = "1", choices: int = 0) -> Session:
    info = next(info for info in GAME.scenarios() if info.id == name)
    session = Session(GAME, GAME.load(Path(info.path), {"heights": "yes"}), seed)
    play(session, {seat: RandomBot(f"{seed} {seat}") for seat in SEATS}, limit=choices)
    return session


def stand(state: State, places: dict[str, str], heights: tuple[str, ...] = ()) -> State:
    """Return a position in which some units change their places."""
    units = {uid: evolve(state.units[uid], at=at) for uid, at in places.items()}
    return evolve(state, units={**state.units, **units}, heights=heights)


@pytest.mark.parametrize("choices", [60, 150, 260])
def test_stacks_are_dealt_anew_and_look_the_same(choices: int) -> None:
    session = veiled("campaign-1812", "1", choices)
    setup, state = session.setup, session.table.state
    for seat in SEATS:
        dealt = GAME.resample(setup, state, seat, Random("deal"))
        assert dealt.units != state.units
        assert table_view(setup, dealt, seat).pieces == table_view(setup, state, seat).pieces
        assert GAME.violations(setup, dealt) == []


def test_a_deal_hangs_on_what_is_seen_alone() -> None:
    """Two stacks of equal height are exchanged, one of them with a dummy: every deal is the same."""
    session = veiled("two-roads")
    state = session.table.state
    first = stand(
        state, {"wurttemberg": "0904", "olsufiev": "0904", "berg": "1006", "r1-artillery": "1006"}
    )
    other = stand(
        state, {"wurttemberg": "1006", "olsufiev": "1006", "berg": "0904", "r1-artillery": "0904"}
    )
    for n in range(20):
        one, two = (GAME.resample(session.setup, s, "french", Random(n)) for s in (first, other))
        assert one.units == two.units
        assert one.heights == two.heights


def test_the_order_of_hidden_counters_follows_nothing_in_them() -> None:
    session = veiled("two-roads")
    state = session.table.state
    first = stand(state, {"wurttemberg": "0904", "berg": "1006"})
    other = stand(state, {"wurttemberg": "1006", "berg": "0904"})
    for piece in ("olsufiev", "r1-artillery"):
        first, other = (stand(one, {piece: "0905"}) for one in (first, other))
    one, two = (table_view(session.setup, each, "french").pieces for each in (first, other))
    hidden = [[p.id for p in seen if p.hidden] for seen in (one, two)]
    assert hidden[0] == hidden[1] != []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("army_supply", {}),
        ("reach", {"at": "2108"}),
        ("attack_odds", {"choice": {"pieces": ["ledru"], "at": "2109"}}),
    ],
)
def test_nobody_is_told_of_stacks_that_are_hidden_from_him(name: str, said: dict[str, Any]) -> None:
    session = veiled("campaign-1812")
    state = session.table.state
    for seat in (None, "russian"):
        with pytest.raises(NoAnswer):
            side = {"side": "french"} if name == "army_supply" and seat else {}
            GAME.inquiries[name].ask(session.setup, state, seat, **said, **side)


def test_which_of_two_trains_face_down_is_gone_is_not_told_by_the_other() -> None:
    session = veiled("two-roads")
    lying = {
        f"russian-{n}": Train(f"russian-{n}", "russian", "0904", genuine=n == 1) for n in (1, 2)
    }
    views = []
    for spent, train in lying.items():
        trains = {**lying, spent: evolve(train, used="discarded")}
        state = evolve(session.table.state, trains=trains)
        views.append(
            [p.id for p in table_view(session.setup, state, "french").pieces if "train" in p.id]
        )
    assert views[0] == views[1] != []


@pytest.mark.parametrize("name", ["two-roads", "smolensk"])
def test_nothing_tells_what_hidden_stacks_hold(name: str) -> None:
    found, followed = found_out(veiled(name, "3"), "3", 8, 60)
    assert found == set()
    assert followed > 5

"""[15.1] [7.5] Hidden stacks are dealt anew, and nothing tells what is in them: no order, no id, no inquiry."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import NoAnswer
from grognard.engines.core.play.opening import question
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.europa.state import Battle, State, Train
from grognard.engines.europa.supply.trains import spend
from grognard.engines.europa.table.view import table_view
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


def test_every_deal_comes_to_the_question_that_is_open() -> None:
    """[8.2] The French are asked who marches: in no deal do their trains lie where nobody can march."""
    session = veiled("campaign-1812")
    setup, state = session.setup, session.table.state
    at = {unit.at for unit in state.units.values() if unit.at.startswith("2")}
    led = [c.at for c in state.commanders.values() if setup.chiefs[c.id].side == "french"]
    march, cities = next(one for one in led if one in at), ["2708", "2608", "2407", "2512", "2611"]
    lying = {
        f"french-{n}": Train(f"french-{n}", "french", hex_id, genuine=not n)
        for n, hex_id in enumerate([march, *cities])
    }
    state = evolve(
        state, turn=1, phase="movement.move", deciding="french", done=("russian",), trains=lying
    )
    assert question(GAME, setup, state) == ("french", "march")
    for n in range(40):
        dealt = GAME.resample(setup, state, "russian", Random(n))
        assert question(GAME, setup, dealt) == ("french", "march")


def test_no_deal_has_a_card_that_would_have_been_played_unasked() -> None:
    """[16.1.single] The French are asked which card they play: then neither that they hold is the single one."""
    info = next(info for info in GAME.scenarios() if info.id == "advanced-1812")
    session = Session(GAME, GAME.load(Path(info.path), {}), "1")
    setup, state = session.setup, session.table.state
    hands = {"french": ("20", "21"), "russian": ("23",)}
    state = evolve(state, turn=10, phase="start.cards", hands=hands, deck=("24", "22"))
    assert question(GAME, setup, state) == ("french", "event")
    for n in range(40):
        dealt = GAME.resample(setup, state, "russian", Random(n))
        assert "24" not in dealt.hands["french"]


def test_a_position_that_rolls_or_ends_before_anybody_is_asked_has_no_question() -> None:
    session = veiled("two-roads")
    setup, state = session.setup, session.table.state
    battle = Battle("french", "1106", "1006", ("morand",), ("berg",), step="values")
    rolls = evolve(state, turn=1, phase="combat.attacks", deciding="french", battle=battle)
    assert question(GAME, setup, rolls) is None
    over = evolve(state, turn=setup.turns, phase="end.verdict")
    assert question(GAME, setup, over) is None


@pytest.mark.parametrize(("city", "dealt"), [("2209", {1}), ("2407", {1, 2})])
def test_a_stack_that_does_not_besiege_is_dealt_weak_where_that_is_seen(
    city: str, dealt: set[int]
) -> None:
    """[8.4.siege] A unit with a dummy beside a city that one enemy unit holds is not two; elsewhere it may be."""
    session = veiled("smolensk")
    state = session.table.state
    off = {uid: "off_map" for uid, u in state.units.items() if u.on_map}
    places = {"friant": "2208", "morand": "2007", "gudin": "2007", "compans": "2007"}
    state = stand(state, {**off, **places, "wurttemberg": city}, ("friant", "morand"))
    found = set()
    for n in range(40):
        units = GAME.resample(session.setup, state, "russian", Random(n)).units.values()
        found.add(sum(unit.at == "2208" for unit in units))
    assert found == dealt


def test_of_two_counters_face_down_in_a_hex_the_first_is_turned_up() -> None:
    """[7.5] Which of them was the genuine one tells nothing afterwards."""
    session = veiled("campaign-1812")
    left = []
    for real in (1, 2):
        lying = {
            f"french-{n}": Train(f"french-{n}", "french", "2108", genuine=n == real) for n in (1, 2)
        }
        table = Table(session.setup, evolve(session.table.state, trains=lying), HashDice("1"))
        spend(table, lying[f"french-{real}"], "rally")
        left.append(table.state.trains)
    assert left[0] == left[1]
    assert left[0]["french-1"].used == "rally"
    assert not left[0]["french-2"].genuine


@pytest.mark.parametrize(("phase", "kept"), [("supply.trains", {0, 1}), ("movement.move", {0})])
def test_a_genuine_train_is_kept_back_in_no_deal_once_all_have_placed_theirs(
    phase: str, kept: set[int]
) -> None:
    """[7.4] [7.5] What lies beside the map when placing is over are dummies: the enemy counts."""
    session = veiled("campaign-1812")
    lying = {
        f"french-{n}": Train(f"french-{n}", "french", at, genuine=n > 0)
        for n, at in enumerate(("2108", "2207"))
    }
    state = evolve(
        session.table.state,
        turn=1,
        phase=phase,
        deciding="russian",
        trains=lying,
        dummies={"french": 1, "russian": 0},
    )
    found = {
        GAME.resample(session.setup, state, "russian", Random(n)).hand["french"] for n in range(30)
    }
    assert found == kept


def test_those_who_have_moved_are_dealt_as_such() -> None:
    """[12.1] All see how many Commanders of the enemy have moved."""
    session = veiled("campaign-1812")
    state = session.table.state
    moved = {
        cid: evolve(one, moved=cid in ("ney", "davout")) for cid, one in state.commanders.items()
    }
    dealt = GAME.resample(session.setup, evolve(state, commanders=moved), "russian", Random(1))
    assert {cid for cid, one in dealt.commanders.items() if one.moved} == {"ney", "davout"}

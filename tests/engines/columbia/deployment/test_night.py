"""6 September: arrivals, attachments, redeployment, double supply, the bridge."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.columbia.command.command import in_command
from grognard.engines.columbia.field.position import in_area, room
from grognard.engines.columbia.state import ABSENT, WAITING
from tests.engines.columbia.drive import Drive, campaign, phase

SETUP = campaign()
HELD = {"vle": "davout", "kpl": "ney"}


def start(seed: int = 0) -> Drive:
    """A game that has been set up by chance and comes straight to the night."""
    drive, rng = Drive(SETUP), Random(seed)
    ask = drive.begin(phase("setup"))
    while ask is not None:
        ask = drive.choose(ask.choices.sample(rng))
    drive.table.update(phase="night", day=5, turn=7)
    return drive


@pytest.mark.parametrize("seed", range(5))
def test_the_night_ends_in_the_morning_of_the_7th(seed: int) -> None:
    drive, rng = start(seed), Random(seed)
    ask = drive.begin(phase("night"))
    kinds = set()
    asked = 0
    while ask is not None:
        kinds.add(ask.kind)
        listed = list(ask.choices)
        assert all(choice in ask.choices for choice in listed)
        ask = drive.choose(ask.choices.sample(rng))
        asked += 1
    assert {"attach", "redeploy", "redeploy_hq"} <= kinds
    assert asked < 120
    assert (drive.state.day, drive.state.turn) == (7, 1)
    assert not [b.id for b in drive.state.blocks.values() if b.at == WAITING]
    for area in drive.state.areas:
        if in_area(SETUP, drive.state, area, "russian"):
            assert room(SETUP, drive.state, area, "russian") >= 0


def test_ney_comes_near_napoleon_and_his_corps_near_him() -> None:
    at = {"napoleon": "val", "davout": "fom", "murat": "vln", "barclay": "gor", "kutuzov": "tat"}
    drive = Drive(SETUP, at, phase="night", day=5, turn=7)
    ask = drive.begin(phase("night"))
    assert ask is not None
    assert ask.kind == "redeploy"
    assert drive.refused({"piece": "ney", "at": "bow"}) == "9.3.french"
    drive.choose({"piece": "ney", "at": "fom"})
    drive.choose({"piece": "junot", "at": "val"})
    drive.choose("done")
    assert drive.refused({"piece": "iii-10-ledru", "at": "gry"}) == "9.3.french"
    drive.choose("auto")
    drive.choose("done")
    near = in_command(SETUP, drive.state, "ney")
    assert drive.at("iii-10-ledru") in near
    assert drive.at("cav-3-grouchy") in in_command(SETUP, drive.state, "murat")


def test_the_bridge_needs_both_banks() -> None:
    for at, built in ((HELD, True), ({"vle": "davout", "kpl": "barclay"}, False)):
        where = {uid: area for area, uid in at.items()}
        drive = Drive(SETUP, {**where, "napoleon": "val"}, phase="night", day=5, turn=7)
        drive.begin(phase("night"))
        assert ("kpl|vle" in drive.state.built) is built


def test_two_hqs_and_their_corps_move() -> None:
    at = {
        "kutuzov": "tat",
        "barclay": "gor",
        "borozdin": "fle",
        "ru-viii-27-neverovsky": "sem",
        "ru-viii-2-grenadiers": "fle",
        "napoleon": "val",
        "tuchkov": "uti",
    }
    drive = Drive(SETUP, at, phase="night.redeploy", active="russian", day=6, turn=1)
    drive.begin(phase("night"))
    assert drive.refused({"piece": "borozdin", "at": "val"}) == "9.3.russian"
    assert drive.refused({"piece": "borozdin", "at": "gre"}) == "9.3.russian"
    drive.choose({"piece": "borozdin", "at": "tat"})
    assert drive.refused({"piece": "borozdin", "at": "gor"}) == "9.3.russian"
    drive.choose("pass")
    assert drive.refused("done") == "9.3.russian"
    drive.choose("auto")
    drive.choose("done")
    near = in_command(SETUP, drive.state, "borozdin")
    assert {drive.at("ru-viii-27-neverovsky"), drive.at("ru-viii-2-grenadiers")} <= set(near)


def test_the_6th_pays_double_and_two_in_an_area() -> None:
    at = {"i-2-friant": "vnw", "davout": "vnw", "napoleon": "vnw", "kutuzov": "tat"}
    drive = Drive(SETUP, at, phase="night.french_supply", active="french", day=6, turn=1)
    for uid in ("i-2-friant", "davout", "napoleon"):
        drive.step(uid, 2)
    drive.begin(phase("night"))
    drive.choose("i-2-friant")
    drive.choose("i-2-friant")
    assert drive.state.blocks["i-2-friant"].step == 0
    assert drive.ask.seat == "russian", "two SP in one area are the most"
    drive.choose("pass")
    assert drive.state.day == 7


def test_what_finds_no_room_stays_away() -> None:
    drive = Drive(SETUP, {"kutuzov": "tat", "eugene": "bor"}, phase="night", day=5, turn=7)
    drive.play(phase("night"), ["pass"])
    assert drive.at("ney") == ABSENT

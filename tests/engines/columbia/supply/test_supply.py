"""Supply, bridges, victory: lines, pairing with symbols, attrition, capture, the count."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from grognard.engines.columbia.state import ELIMINATED
from grognard.engines.columbia.supply.bridges import burning
from grognard.engines.columbia.supply.capture import changed
from grognard.engines.columbia.supply.supply import (
    Lines,
    Spending,
    assign,
    in_supply,
    lines,
)
from grognard.engines.columbia.victory.victory import class_of, score, verdict, worth
from tests.engines.columbia.drive import Drive, phase, scenario

BORODINO, SHEVARDINO = scenario("borodino"), scenario("shevardino")


@pytest.mark.parametrize("seed", range(40))
def test_pairing_finds_what_trying_all_finds(seed: int) -> None:
    rng = Random(seed)
    areas = ["a", "b", "c", "d"]
    reach = {s: frozenset(a for a in areas if rng.random() < 0.5) for s in ("n", "m", "s")}
    paid = tuple(s for s in reach for _ in range(rng.randint(1, 2)))
    wanted = [rng.choice(areas) for _ in range(rng.randint(1, len(paid)))]
    found = assign(wanted, paid, Lines("french", reach, ()))
    possible = any(
        all(area in reach[paid[i]] for area, i in zip(wanted, order, strict=False))
        for order in permutations(range(len(paid)), len(wanted))
    )
    assert (found is not None) == possible
    if found is not None:
        assert len(set(found)) == len(wanted)
        assert all(area in reach[paid[i]] for area, i in zip(wanted, found, strict=True))


def test_a_block_on_the_north_road_isolates_gryaz() -> None:
    at = {"eugene": "rom", "napoleon": "val", "tuchkov": "yel"}
    drive = Drive(BORODINO, at)
    assert lines(BORODINO, drive.state, "french").of("rom") == ("gry", "vnw")
    cut = Drive(BORODINO, {**at, "platov": "bzw"})
    assert lines(BORODINO, cut.state, "french").of("rom") == ("vnw",)
    alone = Drive(BORODINO, {**at, "platov": "bzw", "barclay": "bzn"})
    assert not in_supply(BORODINO, alone.state, "eugene")


def test_the_south_has_one_symbol_for_three_blocks() -> None:
    at = {"v-16-krasinski": "yel", "v-18-kniaziewicz": "osw", "poniatowski": "yen"}
    drive = Drive(
        BORODINO, {**at, "platov": "fom", "tuchkov": "osc"}, first="french", phase="supply"
    )
    for uid in at:
        drive.step(uid, 1)
    ask = drive.begin(phase("supply"))
    assert ask is not None
    assert set(ask.choices) == {*at, "pass"}
    drive.choose("v-18-kniaziewicz")
    assert drive.ask.seat == "russian", "the other symbols reach none of them"
    assert drive.state.blocks["v-18-kniaziewicz"].step == 0


def test_spending_in_an_order_that_needs_other_pairs() -> None:
    # Both reach the southern source, only one the double one: whoever is first, both are served.
    drive = Drive(BORODINO, {"murat": "fom", "poniatowski": "yel"}, phase="supply", first="french")
    drive.step("murat", 1)
    drive.step("poniatowski", 1)
    drive.begin(phase("supply"))
    drive.choose("murat")
    drive.choose("poniatowski")
    assert not any(drive.state.blocks[uid].step for uid in ("murat", "poniatowski"))


def test_why_an_sp_is_left_over_is_told_of_those_that_have_lost_a_step() -> None:
    """[7.2.cost] A block at full strength is no reason for anything."""
    at = {"murat": "fom", "poniatowski": "yel"}
    for lost, why in (
        ((), "All your blocks are at full strength."),
        (
            ("poniatowski",),
            "No block that has lost a step can be restored now. 1 supply point has already been spent",
        ),
    ):
        drive = Drive(BORODINO, at, phase="supply", first="french", spent=(("yel", "yel", "v"),))
        for uid in lost:
            drive.step(uid, 1)
        told = Spending(BORODINO, drive.state, "french").why_none()
        assert told is not None
        assert str(told.message).startswith(why)


def test_attrition_at_8_pm_and_only_then() -> None:
    at = {"platov": "bez", "cossacks-karpov": "bez", "napoleon": "bor", "eugene": "log"}
    for turn, lost in ((14, 0), (15, 1)):
        drive = Drive(BORODINO, at, phase="supply", first="french", turn=turn)
        drive.play(phase("supply"), ["pass", "pass", "pass"])
        assert drive.state.blocks["platov"].step == lost
        assert (drive.at("cossacks-karpov") == ELIMINATED) == bool(lost)
        assert drive.state.blocks["eugene"].step == 0


def test_a_captured_double_source_pays_four_at_once() -> None:
    at = {"davout": "tae", "i-2-friant": "vnw", "kutuzov": "tat", "barclay": "mas"}
    drive = Drive(BORODINO, at, active="french", first="french")
    drive.step("davout", 2)
    drive.step("i-2-friant", 2)
    drive.begin(lambda table: changed(table, "tae"))
    assert drive.refused("davout") == "7.34.effect"
    drive.choose("i-2-friant")
    assert drive.ask is None, "one SP in an area, and Davout has no line"
    assert drive.state.blocks["i-2-friant"].step == 1
    assert drive.state.captured == ("tae",)
    assert drive.begin(lambda table: changed(table, "tae")) is None


def test_burning_needs_a_friendly_end() -> None:
    drive = Drive(BORODINO, {"barclay": "gor", "davout": "kas"}, dice=[3], first="russian")
    ask = drive.begin(burning)
    assert ask is not None
    assert list(ask.choices) == ["bor|gor", "pass"]
    assert drive.refused("kpl|vle") == "7.4.burn"
    drive.choose("bor|gor")
    assert drive.state.burnt == ("bor|gor",)


def test_points_of_every_class() -> None:
    points = {uid: worth(kind)[0] for uid, kind in BORODINO.types.items()}
    assert (points["napoleon"], points["mortier"], points["guard-old"]) == (6, 4, 4)
    assert (points["iv-italian-guard"], points["guard-vistula"], points["i-2-friant"]) == (4, 4, 2)
    assert (points["kutuzov"], points["lavrov"], points["ru-v-guard-1"]) == (3, 2, 2)
    assert (points["ru-v-1-combined"], points["ru-iii-1-grenadiers"]) == (1, 1)
    assert class_of(BORODINO.types["murat"]) == "french_chq"


def test_the_example_of_shevardino() -> None:
    at = {"davout": "she", "barclay": "gor", "borozdin": "fle", "rayevski": "grd", "platov": "mas"}
    drive = Drive(SHEVARDINO, at)
    for uid in (
        "ru-viii-27-neverovsky",
        "jaegers-a",
        "jaegers-b",
        "ru-2cc-korff",
        "militia-moscow",
        "i-2-friant",
    ):
        blocks = drive.state.blocks
        from grognard.engines.core.data.frozen import evolve

        drive.table.update(blocks={**blocks, uid: evolve(blocks[uid], at=ELIMINATED)})
    assert score(SHEVARDINO, drive.state, "french").total == 7
    assert score(SHEVARDINO, drive.state, "russian").total == 6

    def count(table):
        verdict(table)
        yield

    drive.begin(count)
    assert drive.verdict is not None
    assert (drive.verdict.winner, drive.verdict.rule) == ("french", "8.1.winner")

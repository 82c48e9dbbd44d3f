"""Set-up: it ends in bounded steps, always legally, and every refusal names its rule."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.columbia.command.command import in_command
from grognard.engines.columbia.deployment.deployment import arrivals, hq_of
from grognard.engines.columbia.field.position import in_area, room
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import WAITING, State
from tests.engines.columbia.drive import Drive, phase, scenario

SCENARIOS = ("shevardino", "borodino")


def check(setup: Setup, state: State) -> None:
    """Stacking and zones hold; nobody waits who should not."""
    day = setup.day(state.day)
    for uid, start in day.starts.items():
        block, kind = state.blocks[uid], setup.types[uid]
        assert (block.at == WAITING) == (start.box == WAITING), uid
        if start.spaces:
            assert block.at in start.spaces
        elif start.within:
            hqs = [hq_of(setup, block.attached)] if block.attached else start.within
            assert any(block.at in in_command(setup, state, hq) for hq in hqs), uid
        if day.line:
            assert setup.ground.areas[block.at].line == kind.side
    for area in state.areas:
        for side in setup.sides:
            if day.stacking[side] and in_area(setup, state, area, side):
                assert room(setup, state, area, side) >= 0, area


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(6))
def test_any_listed_placements_end_in_a_legal_set_up(name: str, seed: int) -> None:
    setup, rng = scenario(name), Random(seed)
    drive = Drive(setup)
    ask = drive.begin(phase("setup"))
    placed = 0
    while ask is not None:
        listed = list(ask.choices)
        assert ask.resting
        assert ask.secret
        assert all(choice in ask.choices for choice in rng.sample(listed, min(20, len(listed))))
        placed += ask.kind == "set_up"
        ask = drive.choose(ask.choices.sample(rng))
    check(setup, drive.state)
    assert placed <= len(setup.types) + 2, "a block is placed once each, then each side is done"


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_rest_is_placed_by_one_choice(name: str) -> None:
    setup = scenario(name)
    drive = Drive(setup)
    ask = drive.begin(phase("setup"))
    asked = 0
    while ask is not None:
        listed = list(ask.choices)
        wanted = [c for c in ("auto", "done") if c in listed]
        ask = drive.choose(wanted[0] if wanted else listed[0])
        asked += 1
    check(setup, drive.state)
    assert asked <= 6


def test_the_enemy_does_not_read_in_which_order_blocks_are_placed() -> None:
    """The order is that of the cards: with it every blank would have a name."""
    setup = scenario("borodino")
    drive = Drive(setup)
    ask = drive.begin(phase("setup"))
    seat = ask.seat
    for choice in ("auto", {"piece": "ru-ii-4-eugen", "at": ""}, "auto", "done"):
        ask = drive.choose(choice)
    lines = drive.table.entries
    own = [line for line in lines if line.kind == "move" and "9.2.setup" in line.rules]
    assert len(own) > 40
    others = [line.seen_by(None) for line in lines]
    moves = [line for line in others if line is not None and line.kind == "move"]
    hqs = [uid for uid, kind in setup.types.items() if kind.is_hq and kind.side == "russian"]
    assert sum(line.seat == seat for line in moves) == len(hqs)
    assert all(line.seen_by(seat) is not None for line in own)
    summary = next(
        line for line in others if line is not None and "blocks placed" in str(line.text)
    )
    assert summary.rules == ("1.2.units",)


def test_blocks_may_be_shifted_before_all_are_placed() -> None:
    drive = Drive(scenario("borodino"))
    drive.begin(phase("setup"))
    drive.choose({"piece": "ru-vii-12-vasilchikov", "at": "grd"})
    assert drive.refused("done") == "9.2.setup"
    drive.choose({"piece": "ru-vii-12-vasilchikov", "at": "sto"})
    assert drive.at("ru-vii-12-vasilchikov") == "sto"
    drive.choose({"piece": "ru-vii-12-vasilchikov", "at": ""})
    assert drive.at("ru-vii-12-vasilchikov") == WAITING


def legal_shifts(choices) -> list[dict[str, str]]:
    zones = choices.plan.zones
    shifts = [{"piece": uid, "at": at} for uid in zones for at in (*zones[uid], "")]
    return [choice for choice in shifts if choices.why_not(choice) is None]


@pytest.mark.parametrize("seed", range(4))
def test_however_blocks_are_shifted_the_set_up_can_be_finished(seed: int) -> None:
    setup, rng = scenario("borodino"), Random(seed)
    drive = Drive(setup)
    drive.begin(phase("setup"))
    for step in range(150):
        assert drive.ask is not None
        listed = [choice for choice in drive.ask.choices if choice not in ("auto", "done")]
        if drive.ask.kind != "set_up" or not listed:
            break
        if step % 5 == 0:
            assert sorted(map(str, listed)) == sorted(map(str, legal_shifts(drive.ask.choices)))
        drive.choose(rng.choice(listed))
        assert drive.ask.choices.fit.full  # type: ignore[attr-defined]
    drive.choose("auto" if "auto" in drive.ask.choices else "done")  # type: ignore[union-attr]
    if drive.state.active == "russian":
        assert "done" in drive.ask.choices  # type: ignore[union-attr]


def test_refusals_of_set_up() -> None:
    drive = Drive(scenario("borodino"))
    drive.begin(phase("setup"))
    assert drive.refused({"piece": "ru-vii-12-vasilchikov", "at": "mas"}) == "9.2.setup"
    assert drive.refused({"piece": "ru-vii-12-vasilchikov", "at": "kpl"}) == "9.2.zones"
    assert drive.refused({"piece": "i-2-friant", "at": "kas"}) == "1.2.units"
    for uid in ("ru-vii-12-vasilchikov", "ru-vii-26-paskevich", "jaegers-a"):
        drive.choose({"piece": uid, "at": "grd"})
    assert drive.refused({"piece": "ru-vii-heavy-artillery", "at": "grd"}) == "3.31.limit"


def test_a_placement_that_leaves_others_no_room_is_refused() -> None:
    # Borozdin's six units have five areas; strangers may not fill the last places among them.
    setup = scenario("borodino")
    drive = Drive(setup)
    drive.begin(phase("setup"))
    rng = Random(1)
    wanted = {"fle", "sem", "ses", "ewo", "utw"}
    refused = False
    while drive.ask is not None and drive.ask.kind == "set_up" and not refused:
        corps = {uid: k.corps for uid, k in setup.types.items()}
        greedy = [
            {"piece": uid, "at": area}
            for uid in drive.ask.choices.fit.unplaced
            if corps[uid] != "ru-8"  # type: ignore[attr-defined]
            for area in sorted(wanted)
            if area in drive.ask.choices.plan.zones[uid]  # type: ignore[attr-defined]
        ]
        legal = [choice for choice in greedy if choice in drive.ask.choices]
        whys = [drive.ask.choices.why_not(choice) for choice in greedy]
        refused = any(why and "no room" in str(why.message) for why in whys)
        listed = [choice for choice in drive.ask.choices if choice not in ("auto", "done")]
        assert sorted(map(str, listed)) == sorted(map(str, legal_shifts(drive.ask.choices)))
        if not legal:
            break
        drive.choose(rng.choice(legal))
    left = drive.ask.choices.fit  # type: ignore[union-attr]
    assert refused
    assert left.full, "there is room for all that is still to be placed"


def test_divisions_follow_the_corps_they_are_put_under() -> None:
    drive = Drive(scenario("borodino"))
    drive.begin(phase("setup"))
    drive.choose("auto")
    ask = drive.choose("done")
    assert ask is not None
    assert (ask.kind, list(ask.choices)) == ("attach", ["fr-1", "fr-4"])
    drive.choose("fr-4")
    drive.choose("fr-1")
    assert drive.refused({"piece": "i-1-morand", "at": "kas"}) == "9.2.setup"
    drive.choose({"piece": "i-1-morand", "at": "bow"})
    drive.choose({"piece": "i-3-gerard", "at": "kas"})


def test_a_corps_arrives_where_no_enemy_stands() -> None:
    setup = scenario("shevardino")
    drive = Drive(setup, {"platov": "gry"}, active="french", turn=2)
    for uid in ("davout", "mortier", "i-2-friant", "guard-old"):
        drive.table.update(blocks={**drive.state.blocks, uid: setup_block(drive.state, uid)})
    ask = drive.begin(arrivals)
    assert ask is not None
    assert len(list(ask.choices)) == 4
    assert drive.refused({"pieces": ["davout"], "at": "gry"}) == "9.1.arrive"
    assert drive.refused({"pieces": ["davout"], "at": "val"}) == "9.1.arrive"
    drive.choose({"pieces": ["davout"], "at": "yel"})
    assert drive.at("i-2-friant") == "yel"
    assert drive.at("guard-old") == WAITING
    public = [entry for entry in drive.table.entries if entry.kind == "move"]
    assert "I Corps" not in str(public[-1].text)


def setup_block(state: State, uid: str) -> object:
    from grognard.engines.core.data.frozen import evolve

    return evolve(state.blocks[uid], at=WAITING)


def test_nobody_arrives_on_the_first_turn() -> None:
    drive = Drive(scenario("shevardino"), active="french", turn=1)
    assert drive.begin(arrivals) is None

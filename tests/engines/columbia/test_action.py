"""Pinning (5.5), bombardment (5.3), stragglers (5.7), stacking (3.31), Main Attack, the turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engines.columbia.battle.mainattack import main_phase
from grognard.engines.columbia.bombardment.bombardment import (
    Bombardments,
    bombard_phase,
    firepower,
    modifiers,
    why_no_fire,
)
from grognard.engines.columbia.field.effects import change
from grognard.engines.columbia.field.situation import situation
from grognard.engines.columbia.map.ground import border_key
from grognard.engines.columbia.movement.movement import OrderedMoves, move_phase
from grognard.engines.columbia.movement.pinning import fix_pins, pin_phase
from grognard.engines.columbia.movement.stacking import Cure, Onward, overstacked, stack_phase
from grognard.engines.columbia.movement.stragglers import StragglerMoves, straggle_phase
from grognard.engines.columbia.state import ELIMINATED, OFF_MAP, Entry
from grognard.engines.columbia.turn.turn import TURN
from tests.engines.columbia.drive import Drive, scenario

BORODINO, SHEVARDINO = scenario("borodino"), scenario("shevardino")


def drive(at, *active, setup=BORODINO, dice=(), **state):
    """A position with some HQs turned up; the French act and are Player 1 unless told."""
    game = Drive(setup, at, dice, **{"active": "french", "first": "french", **state})
    for hq in active:
        change(game.table, hq, active=True, known=True)
    return game


def step_of(game, uid):
    """The steps a block has lost."""
    return game.state.blocks[uid].step


# -- pinning -------------------------------------------------------------------------------------------

FLECHES = {"borozdin": "fle", "ru-viii-27-neverovsky": "fle", "ru-viii-2-grenadiers": "fle"}
SECOND = {"active": "russian", "first": "french"}


def test_as_many_are_pinned_as_entered_and_their_owner_chooses():
    game = drive({**FLECHES, "i-2-friant": "fle", "i-3-gerard": "fle"}, phase="pin")
    fix_pins(game.table)
    assert game.state.pins == {"fle": 2}
    game.table.update(active="russian")
    game.begin(pin_phase)
    assert game.ask.kind == "pin"
    assert game.ask.seat == "russian"
    assert len(list(game.ask.choices)) == 3
    assert game.refused({"subset": ["borozdin"]}) == "5.5.pin"
    game.choose({"subset": ["borozdin", "ru-viii-2-grenadiers"]})
    pinned = [uid for uid in FLECHES if game.state.blocks[uid].pinned]
    assert pinned == ["borozdin", "ru-viii-2-grenadiers"]
    assert "Borozdin" not in str(game.table.entries[-1].text)


def test_nothing_is_chosen_where_all_are_pinned():
    game = drive({**FLECHES, **dict.fromkeys(("i-1-morand", "i-2-friant", "i-3-gerard"), "fle")})
    fix_pins(game.table)
    game.table.update(active="russian")
    game.play(pin_phase, [])
    assert all(game.state.blocks[uid].pinned for uid in FLECHES)


def test_bombardment_that_destroys_those_who_entered_frees_the_pinned():
    at = {
        "ru-viii-27-neverovsky": "fle",
        "ru-viii-2-grenadiers": "fle",
        "i-3-gerard": "fle",
        "bagration": "sem",
        "ru-2-army-heavy-artillery": "sem",
    }
    game = drive(
        at,
        "bagration",
        dice=[1, 4],
        phase="bombard",
        **SECOND,
        pins={"fle": 1},
        entries=(Entry("i-3-gerard", "french", "fle|kas", "fle"),),
    )
    game.step("i-3-gerard", 3)
    change(game.table, "ru-viii-27-neverovsky", pinned=True)
    game.play(bombard_phase, [{"piece": "ru-2-army-heavy-artillery", "at": "fle"}])
    assert game.at("i-3-gerard") == ELIMINATED
    assert not game.state.blocks["ru-viii-27-neverovsky"].pinned
    assert game.state.entries == ()


def test_the_number_of_pinned_blocks_stays_when_some_of_those_who_entered_survive():
    at = {
        "ru-viii-27-neverovsky": "fle",
        "i-3-gerard": "fle",
        "i-4-dessaix": "fle",
        "bagration": "sem",
        "ru-2-army-heavy-artillery": "sem",
    }
    game = drive(at, "bagration", dice=[1, 4], phase="bombard", **SECOND, pins={"fle": 2})
    game.step("i-3-gerard", 3)
    game.step("i-4-dessaix", 2)
    change(game.table, "ru-viii-27-neverovsky", pinned=True)
    game.begin(bombard_phase)
    game.choose({"piece": "ru-2-army-heavy-artillery", "at": "fle"})
    assert game.ask.kind == "bombard_loss"
    game.choose("i-3-gerard")
    assert game.state.pins == {"fle": 2}
    assert game.state.blocks["ru-viii-27-neverovsky"].pinned


# -- bombardment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "to", "change_of_number"),
    [
        ("kas", "fle", 0),
        ("kas", "she", -1),  # uphill
        ("she", "kas", 1),  # downhill
        ("kam", "fle", -1),  # clear into clear over a woods border
        ("kas", "utw", -1),  # clear into woods; the woods border adds nothing
        ("utw", "kas", -1),  # woods into clear
        ("utw", "doe", -2),  # woods into woods
        ("umn", "utm", -2),  # woods into clear, uphill
        ("utm", "umn", 0),  # clear into woods, downhill
        ("bor", "grd", 0),  # slope both ways
        ("val", "shn", 0),  # a river
    ],
)
def test_bombardment_modifiers(at, to, change_of_number):
    assert sum(m.value for m in modifiers(BORODINO, at, to)) == change_of_number
    assert firepower(BORODINO, "i-light-artillery", at, to) == 2 + change_of_number


def test_no_bombardment_at_firepower_0_nor_with_swamp_nor_afar():
    game = drive(
        {
            "i-light-artillery": "utw",
            "borozdin": "doe",
            "iv-horse-artillery": "bno",
            "platov": "vma",
            "i-heavy-artillery": "kas",
            "ney": "kam",
        }
    )
    assert why_no_fire(BORODINO, game.state, "i-light-artillery", "doe").rule == "3.34.mods"
    assert why_no_fire(BORODINO, game.state, "iv-horse-artillery", "vma").rule == "3.34.swamp"
    assert why_no_fire(BORODINO, game.state, "i-heavy-artillery", "doe") is None
    assert why_no_fire(BORODINO, game.state, "i-heavy-artillery", "kam").rule == "5.3.target"
    assert why_no_fire(BORODINO, game.state, "i-heavy-artillery", "vma").rule == "5.3.target"
    # A battery is pointed at, and no target with it: it says why it does not fire as it stands.
    assert why_no_fire(BORODINO, game.state, "i-light-artillery", "utw").rule == "3.34.mods"


def test_a_battery_with_no_enemy_next_to_it_says_so():
    game = drive({"iv-horse-artillery": "bno", "platov": "kas"})
    pointed = why_no_fire(BORODINO, game.state, "iv-horse-artillery", "bno")
    assert "No enemy is next to" in str(pointed.message)


def test_a_bombard_phase_without_targets_says_why_there_are_none():
    game = drive({"iv-horse-artillery": "bno", "platov": "kas"})
    choices = Bombardments(situation(BORODINO, game.state))
    assert str(choices.why_none().message) == "None of your batteries stands next to an enemy."


def test_bombardment_hits_the_strongest_and_shows_only_the_battery():
    at = {
        "davout": "kas",
        "i-heavy-artillery": "kas",
        "ru-viii-27-neverovsky": "fle",
        "ru-viii-2-combined": "fle",
    }
    game = drive(at, "davout", dice=[1, 3, 4], phase="bombard")
    game.begin(bombard_phase)
    game.choose({"piece": "i-heavy-artillery", "at": "fle", "by": "davout"})
    assert game.ask.seat == "russian"
    assert game.ask.kind == "bombard_loss"
    assert set(game.ask.choices) == {"ru-viii-27-neverovsky", "ru-viii-2-combined"}, "3 and 3"
    assert game.state.blocks["i-heavy-artillery"].known
    game.choose("ru-viii-27-neverovsky")
    assert list(game.ask.choices) == ["ru-viii-2-combined"], "the strongest of 2 and 3"
    game.choose("ru-viii-2-combined")
    assert step_of(game, "ru-viii-27-neverovsky") == 2
    assert step_of(game, "ru-viii-2-combined") == 1
    assert not game.state.blocks["i-heavy-artillery"].known
    said = " ".join(str(entry.text) for entry in game.table.entries)
    assert "27th" not in said
    rolls = [entry.roll for entry in game.table.entries if entry.roll]
    assert [roll.result for roll in rolls] == ["hit", "hit", "miss"]
    assert {roll.subject for roll in rolls} == {"fle|kas"}


def test_one_battery_a_border_once_a_turn_and_not_out_of_a_battle():
    at = {
        "davout": "kas",
        "i-heavy-artillery": "kas",
        "i-light-artillery": "kas",
        "borozdin": "fle",
    }
    game = drive(at, "davout", dice=[6, 6, 6], phase="bombard")
    game.begin(bombard_phase)
    game.choose({"piece": "i-heavy-artillery", "at": "fle"})
    assert game.ask is None, "the border is used and no other target is near"
    assert why_no_fire(BORODINO, game.state, "i-light-artillery", "fle").rule == "5.3.border"
    assert game.state.crossed == {}
    assert game.state.blocks["i-heavy-artillery"].bombarded
    game = drive({**at, "cossacks-platov-a": "kas"}, "davout", phase="bombard")
    game.play(bombard_phase, [])


def test_bombarding_takes_an_order():
    at = {
        "barclay": "sem",
        "ru-1-army-heavy-artillery": "sem",
        "ru-vi-light-artillery": "sem",
        "i-2-friant": "kam",
        "i-3-gerard": "fle",
    }
    game = drive(at, "barclay", dice=[6, 6], phase="bombard", active="russian")
    game.step("barclay", 2)
    game.begin(bombard_phase)
    game.choose({"piece": "ru-1-army-heavy-artillery", "at": "kam", "by": "barclay"})
    assert game.ask is None
    assert game.state.blocks["barclay"].orders == 1


def test_a_six_into_a_battle_hits_own_blocks():
    at = {
        "bagration": "sem",
        "ru-2-army-heavy-artillery": "sem",
        "ru-viii-2-grenadiers": "fle",
        "i-3-gerard": "fle",
    }
    game = drive(at, "bagration", dice=[6, 4], phase="bombard", **SECOND, pins={"fle": 1})
    game.play(bombard_phase, [{"piece": "ru-2-army-heavy-artillery", "at": "fle"}])
    before = Drive(BORODINO, at).state.blocks["ru-viii-2-grenadiers"].step
    assert step_of(game, "ru-viii-2-grenadiers") == before + 1
    assert step_of(game, "i-3-gerard") == 0


# -- stragglers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("attack", [False, True])
def test_straggler_rolls(die, attack):
    at = {"i-2-friant": "kas", **({"borozdin": "fle"} if attack else {})}
    game = drive(at, dice=[die], phase="straggle")
    game.play(straggle_phase, [{"piece": "i-2-friant", "at": "fle"}])
    harmed = die <= (4 if attack else 3)
    assert step_of(game, "i-2-friant") == int(harmed)
    assert game.at("i-2-friant") == "fle"
    roll = next(entry.roll for entry in game.table.entries if entry.roll)
    assert roll.subject == "kas"
    assert [m.rule for m in roll.modifiers] == (["5.7.attack"] if attack else [])


def test_a_straggler_at_its_last_step_is_lost_before_it_arrives():
    game = drive({"i-2-friant": "kas", "borozdin": "fle"}, dice=[2], phase="straggle")
    game.step("i-2-friant", 3)
    game.play(straggle_phase, [{"piece": "i-2-friant", "at": "fle"}])
    assert game.at("i-2-friant") == ELIMINATED
    assert game.state.entries == ()
    assert game.state.crossed == {}


def test_an_inactive_hq_may_straggle_and_dies_at_0():
    game = drive({"ney": "kam"}, dice=[1], phase="straggle")
    game.step("ney", 3)
    game.play(straggle_phase, [{"piece": "ney", "at": "kas"}])
    assert game.at("ney") == ELIMINATED


def test_an_hq_that_was_active_and_moved_first_does_not_straggle():
    game = drive({"ney": "kam", "i-2-friant": "yel"}, phase="straggle")
    change(game.table, "ney", premoved=True)
    game.begin(straggle_phase)
    assert game.refused({"piece": "ney", "at": "kas"}) == "5.2.premove"
    assert game.refused({"piece": "i-2-friant", "at": "osw", "by": "ney"}) == "5.7.who"


# -- stacking ----------------------------------------------------------------------------------------------

FOUR = ("i-1-morand", "i-2-friant", "i-3-gerard", "i-4-dessaix")


def test_a_move_into_a_full_area_is_legal_while_somebody_can_make_room():
    game = drive({"davout": "she", **dict.fromkeys(FOUR, "kas"), "i-5-compans": "she"}, "davout")
    choices = OrderedMoves(situation(BORODINO, game.state))
    assert {"piece": "i-5-compans", "at": "kas"} in choices
    for uid in FOUR:
        change(game.table, uid, moved=True)
    why = OrderedMoves(situation(BORODINO, game.state)).why_not(
        {"piece": "i-5-compans", "at": "kas"}
    )
    assert why.rule == "3.31.when"


def test_two_blocks_may_change_places():
    # Everybody has moved but one in each of two full areas: each makes the room for the other.
    more = ("iii-10-ledru", "iii-11-razout", "iv-13-delzons")
    game = drive({**dict.fromkeys(FOUR, "kas"), **dict.fromkeys((*more, "ney"), "kam")})
    for uid in (*FOUR[1:], *more):
        change(game.table, uid, moved=True)
    choices = StragglerMoves(situation(BORODINO, game.state))
    assert {"piece": "ney", "at": "kas"} in choices
    assert {"piece": "i-1-morand", "at": "kam"} in choices


def test_the_phase_does_not_end_while_a_stack_can_be_cured():
    game = drive(
        {**dict.fromkeys(FOUR, "kas"), "i-5-compans": "kas"}, phase="straggle", dice=[6, 6]
    )
    game.begin(straggle_phase)
    assert game.refused("pass") == "3.31.when"
    game.choose({"piece": "i-1-morand", "at": "she"})
    game.choose("pass")
    assert game.ask is None
    assert overstacked(BORODINO, game.state, "french") == ()


def test_no_move_may_take_the_room_another_stack_needs():
    # Of five in one area only Morand can still go, and all round it is full but for one place.
    at = {**dict.fromkeys(FOUR, "kas"), "i-5-compans": "kas", "ney": "dor"}
    pool = [k.id for k in BORODINO.types.values() if k.side == "french" and k.id not in at]
    full = {"kam": 4, "doe": 3, "fle": 4, "utw": 3, "she": 3, "fom": 4, "sem": 4}
    for area, count in full.items():
        for _ in range(count):
            at[pool.pop(0)] = area
    game = drive(at)
    for uid in at:
        if uid not in ("i-1-morand", "ney"):
            change(game.table, uid, moved=True)
    choices = StragglerMoves(situation(BORODINO, game.state))
    assert choices.why_not({"piece": "i-1-morand", "at": "she"}) is None
    assert choices.why_not({"piece": "ney", "at": "she"}).rule == "3.31.when"
    assert choices.why_not({"piece": "ney", "at": "ale"}) is None
    assert Cure(choices.where).planned == 1


def test_what_cannot_be_cured_is_displaced_with_a_loss():
    game = drive({**dict.fromkeys(FOUR, "kas"), "i-5-compans": "kas"}, phase="stack")
    for uid in (*FOUR, "i-5-compans"):
        change(game.table, uid, moved=True)
    game.begin(straggle_phase)
    assert game.ask is None, "nobody can move and nobody is asked"
    game.begin(stack_phase)
    assert game.ask.kind == "displace"
    assert game.refused("napoleon") == "3.31.when"
    game.choose("i-2-friant")
    assert step_of(game, "i-2-friant") == 1
    assert game.ask.kind == "displaced"
    assert game.refused("gry") == "6.75.penalty"
    game.begin(TURN.play)
    assert game.ask.kind == "displaced", "taken up from the state alone, with no second loss"
    assert step_of(game, "i-2-friant") == 1
    game.choose("she")
    assert game.at("i-2-friant") == "she"
    assert overstacked(BORODINO, game.state, "french") == ()


def test_a_displaced_block_keeps_to_limits_guns_to_their_ground():
    at = {"i-light-artillery": "bow", "platov": "bno", **dict.fromkeys(FOUR, "vln")}
    game = drive(at, phase="stack", crossed={"bow|vle": 3})
    onward = Onward(BORODINO, game.state, "i-light-artillery")
    whys = {to: why.rule for to, why in onward.refused()}
    assert whys["bno"] == "6.71.dest"
    assert whys["vln"] == "6.75.penalty"
    assert whys["vle"] == "3.32.scope"
    assert whys["bor"] == "3.2.stream"
    assert whys["bzw"] == "3.2.woods"
    assert onward.areas == ("bez",)


def test_a_displaced_block_without_a_place_is_eliminated():
    blocks = [k.id for k in BORODINO.types.values() if k.side == "french" and not k.is_artillery]
    full = {"kas": 5, "kam": 4, "she": 4, "doe": 3, "fle": 4, "utw": 3}
    at = {blocks.pop(0): area for area, count in full.items() for _ in range(count)}
    game = drive(at, phase="stack")
    uid = next(uid for uid, area in at.items() if area == "kas")
    game.play(stack_phase, [uid])
    assert game.at(uid) == ELIMINATED


# -- Main Attack (flank) ------------------------------------------------------------------------------------


def test_the_main_attack_is_named_when_two_borders_were_used():
    setup = scenario("borodino", flank_attacks="yes")
    at = {"i-2-friant": "fle", "i-3-gerard": "fle", "borozdin": "fle"}
    entries = (
        Entry("i-2-friant", "french", "fle|kas", "fle"),
        Entry("i-3-gerard", "french", "fle|kam", "fle"),
    )
    game = drive(at, setup=setup, phase="main", entries=entries)
    game.begin(main_phase)
    assert game.ask.rules == ("flank.main",)
    game.choose("fle|kam")
    assert game.state.main == (("fle", "french", "fle|kam"),)
    assert game.ask is None


def test_no_main_attack_over_one_border_or_without_the_option():
    entries = (
        Entry("i-2-friant", "french", "fle|kas", "fle"),
        Entry("i-3-gerard", "french", "fle|kam", "fle"),
    )
    at = {"i-2-friant": "fle", "i-3-gerard": "fle", "borozdin": "fle"}
    game = drive(at, phase="main", entries=entries)
    game.play(main_phase, [])
    game = drive(at, setup=scenario("borodino", flank_attacks="yes"), entries=entries[:1])
    game.play(main_phase, [])


# -- the Game Turn ------------------------------------------------------------------------------------------


def start(dice=(), setup=BORODINO, **state):
    """A game at the start of a turn with one block a side, run to its first ask."""
    at = {"i-2-friant": "kas", "ru-ii-4-eugen": "tat"}
    game = Drive(setup, at, dice, phase="initiative", **state)
    game.begin(TURN.play)
    return game


def test_the_french_start_without_a_roll():
    game = start(turn=1)
    assert game.state.first == "french"
    assert game.state.active == "french"
    assert not any(entry.roll for entry in game.table.entries)


@pytest.mark.parametrize(
    ("dice", "first"),
    [((6, 5, 1, 2), "french"), ((1, 2, 3, 1), "russian"), ((2, 4, 5, 1), "french")],
)
def test_initiative(dice, first):
    game = start(dice, turn=2)
    assert game.state.first == first
    assert game.ask.seat == first
    rules = [entry.rules[0] for entry in game.table.entries if entry.kind == "result"]
    assert rules == ["2.1.tie" if dice[0] + dice[1] == dice[2] + dice[3] else "2.1"]


def test_the_campaign_rolls_for_the_morning_of_the_7th():
    campaign = scenario("campaign")
    game = start((1, 1, 6, 6), setup=campaign, day=7, turn=1)
    assert game.state.first == "russian"


def test_an_empty_turn_goes_from_player_1_to_player_2_to_the_next():
    game = start((6, 5, 1, 2, 1, 1, 1, 2), turn=2)
    seen = []
    while game.state.turn == 2:
        seen.append((game.ask.kind, game.ask.seat))
        game.choose("pass")
    # With nothing to restore the players are asked all the same: that is hidden (0.fog).
    kinds = ("straggle", "supply_spend")
    assert seen == [(kind, side) for kind in kinds for side in ("french", "russian")]
    assert game.state.first == "russian"
    assert game.state.phase == "straggle"


def test_what_a_turn_marks_is_gone_in_the_next():
    game = start((6, 5, 1, 2, 6, 1, 1, 1, 2), turn=2)
    game.choose({"piece": "i-2-friant", "at": "kam"})
    assert game.state.blocks["i-2-friant"].moved
    while game.state.turn == 2:
        game.choose("pass")
    assert not game.state.blocks["i-2-friant"].moved
    assert game.at("i-2-friant") == "kam"


def test_after_the_last_turn_comes_the_verdict():
    game = start((6, 5, 1, 2), turn=len(BORODINO.days[-1].hours))
    while game.ask is not None:
        game.choose("pass")
    assert game.verdict is not None
    assert game.verdict.rule == "8.1.winner"


def test_a_phase_that_rests_is_taken_up_from_the_state_alone():
    at = {"davout": "kas", "i-2-friant": "kas", "i-3-gerard": "kas", "ru-ii-4-eugen": "tat"}
    game = drive(at, "davout", phase="move")
    game.begin(move_phase)
    game.choose({"piece": "i-2-friant", "at": "she", "by": "davout"})
    listed = list(game.ask.choices)
    game.begin(TURN.play)
    assert game.ask.kind == "move"
    assert list(game.ask.choices) == listed


def test_off_the_map_nobody_is_in_the_way():
    game = drive({"i-2-friant": "kas"}, phase="straggle")
    change(game.table, "i-3-gerard", at=OFF_MAP)
    assert {c["piece"] for c in StragglerMoves(situation(BORODINO, game.state)) if c != "pass"} == {
        "i-2-friant"
    }


# -- the sums of 3.34 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("here", "there", "uphill", "total"),
    [
        ("woods", "woods", "there", -3),
        ("woods", "woods", "here", -1),
        ("woods", "clear", "here", 0),
        ("woods", "woods", "both", -2),
        ("clear", "clear", "", 0),
    ],
)
def test_what_changes_a_bombardment_adds_up(here, there, uphill, total):
    """The examples of the terrain table; the map has no slope between two woods."""
    ground = BORODINO.ground
    key = border_key("kas", "utw")
    slope = {"here": "kas", "there": "utw"}.get(uphill, uphill)
    areas = {
        **ground.areas,
        "kas": replace(ground.areas["kas"], terrain=here),
        "utw": replace(ground.areas["utw"], terrain=there),
    }
    borders = {**ground.borders, key: replace(ground.borders[key], uphill=slope, cover="")}
    setup = replace(BORODINO, ground=replace(ground, areas=areas, borders=borders))
    assert sum(change.value for change in modifiers(setup, "kas", "utw")) == total

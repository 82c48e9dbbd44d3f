"""[6.7] [6.8] Where attackers and defenders retreat, full areas, the map edge, regroup."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engines.columbia.battle.battles import contested_areas
from grognard.engines.columbia.battle.hits import assign
from grognard.engines.columbia.state import BlockType, Hits
from tests.engines.columbia.fray import Fray, foot, gun, horse, staff

F = "field"
Placed = tuple[BlockType, str]


def fight(*blocks: Placed, came: dict[str, str], dice: tuple[int, ...] = (), **fields: Any) -> Fray:
    """A battle in which nobody forms a square."""
    return calm(Fray(blocks, came, dice, **fields))


def calm(fray: Fray) -> Fray:
    while fray.ask is not None and fray.ask.kind == "square":
        fray.squares()
    return fray


def ways_out(fray: Fray, uid: str) -> set[str]:
    assert fray.ask is not None
    listed = [c for c in fray.ask.choices if c["piece"] == uid and c["do"] == "retreat"]
    return {choice["at"] for choice in listed}


# -- 6.72, 6.74, 3.4 -------------------------------------------------------------------------------


def test_attackers_go_back_over_borders_of_their_side_or_to_friendly_areas() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("f-2"), F),
        (foot("f-3"), "wood"),
        (foot("r-1"), F),
        came={"f-1": "brook", "f-2": "west"},
    )
    fray.act("r-1", "pass")
    # Either by the borders of both; wood is friendly; the others are vacant and were not used.
    assert ways_out(fray, "f-1") == {"brook", "west", "wood"}
    assert fray.refuses("f-1", "retreat", at="north") == "6.72.where"
    assert fray.refuses("f-1", "retreat", at="river") == "3.2.river"
    assert fray.refuses("f-1", "retreat", at="rear") == "5.4.normal"


def test_a_border_used_for_the_attack_is_closed_while_enemies_stand_behind_it() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("r-1"), F),
        (foot("r-2"), "west"),
        (foot("f-4"), "north"),
        (foot("r-4"), "north"),
        came={"f-1": "west"},
    )
    assert contested_areas(fray.setup, fray.state) == ("field", "north")
    fray.choose("battle_next", F)
    calm(fray)
    fray.act("r-1", "pass")
    assert fray.refuses("f-1", "retreat", at="west") == "6.71.dest"
    assert fray.refuses("f-1", "retreat", at="north") == "6.2.block"
    assert ways_out(fray, "f-1") == set()


def test_attackers_never_leave_over_a_border_reinforcements_used() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("f-2"), "north"),
        (foot("r-1"), F),
        (horse("r-2"), F),
        came={"f-1": "west", "r-2": "north"},
    )
    fray.act("r-1", "pass")
    assert fray.refuses("f-1", "retreat", at="north") == "6.72.where"


def test_defenders_go_to_friendly_and_vacant_areas_but_not_where_attackers_came() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("f-2"), "bluff"),
        (foot("r-1"), F),
        (foot("r-2"), "wood"),
        came={"f-1": "west"},
    )
    assert ways_out(fray, "r-1") == {"north", "east", "wood", "brook"}
    assert fray.refuses("r-1", "retreat", at="west") == "6.74.where"
    assert fray.refuses("r-1", "retreat", at="bluff") == "6.71.dest"


def test_artillery_retreats_where_the_ground_lets_it_and_only_horse_in_round_one() -> None:
    fray = fight(
        (foot("f-1"), F),
        (gun("r-g"), F),
        (gun("r-h", weight="horse"), F),
        (gun("r-x", weight="heavy"), F),
        came={"f-1": "west"},
    )
    assert fray.refuses("r-g", "retreat", at="east") == "6.7.artillery"
    assert fray.refuses("r-x", "retreat", at="east") == "6.7.artillery"
    assert ways_out(fray, "r-h") == {"east", "north", "bluff"}
    assert fray.refuses("r-h", "retreat", at="wood") == "3.2.woods"
    assert fray.refuses("r-h", "retreat", at="brook") == "3.2.stream"
    for uid in ("r-g", "r-h", "r-x", "f-1"):
        fray.act(uid, "pass")
    calm(fray)
    assert ways_out(fray, "r-g") == ways_out(fray, "r-x") == {"east", "north", "bluff"}


def test_retreats_off_the_own_map_edge() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("r-1"), F),
        (foot("r-2", "2-1"), F),
        came={"f-1": "west"},
        edge="russian",
    )
    assert "off_map" in ways_out(fray, "r-1")
    fray.act("r-1", "retreat", at="off_map")
    assert fray.at("r-1") == "off_map"
    assert fray.told("3.4.retreat")
    fray.act("r-2", "pass")
    assert fray.refuses("f-1", "retreat", at="off_map") == "3.4.retreat"


def test_as_many_go_off_the_map_in_a_round_as_the_terrain_lets() -> None:
    fray = fight(
        (foot("f-1"), F),
        (foot("r-1"), F),
        (foot("r-2"), F),
        (foot("r-3"), F),
        came={"f-1": "west"},
        edge="russian",
        terrain="woods",
    )
    fray.act("r-1", "retreat", at="off_map")
    fray.act("r-2", "retreat", at="off_map")
    assert fray.refuses("r-3", "retreat", at="off_map") == "6.71.limit"


# -- 6.71: limits ----------------------------------------------------------------------------------


def test_border_limits_count_retreats_of_one_round() -> None:
    fray = fight(
        (foot("f-1"), F), (foot("r-1"), F), (foot("r-2"), F), (foot("r-3"), F), came={"f-1": "west"}
    )
    fray.act("r-1", "retreat", at="bluff")
    assert fray.refuses("r-2", "retreat", at="bluff") == "6.71.limit"
    assert "bluff" not in ways_out(fray, "r-2")
    fray.restart()
    for uid in ("r-2", "r-3", "f-1"):
        fray.act(uid, "pass")
    calm(fray)
    assert "bluff" in ways_out(fray, "r-2")


# -- 6.63.retreat ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "strength"), [(3, 1), (4, 2)])
def test_blocks_in_square_and_sheltered_ones_straggle_on_retreat(die: int, strength: int) -> None:
    fray = Fray(
        [(foot("f-1"), F), (foot("r-1", "2-1"), F), (gun("r-g", "2-1", weight="horse"), F)],
        {"f-1": "west"},
        [die, die],
    )
    fray.squares("r-1")
    fray.choose("shelter", "r-g")
    fray.squares()
    fray.act("r-g", "retreat", at="east")
    fray.act("r-1", "retreat", at="east")
    assert fray.strength("r-1") == fray.strength("r-g") == strength
    assert [roll.rule for roll in fray.rolls()] == ["6.63.retreat"] * 2
    assert bool(fray.told("5.7.square")) == (die == 3)


def test_a_straggler_roll_can_eliminate_and_end_the_battle() -> None:
    fray = Fray([(foot("f-1"), F), (foot("r-1", "1"), F)], {"f-1": "west"}, [1])
    fray.squares("r-1")
    fray.squares()
    fray.act("r-1", "retreat", at="east")
    assert fray.at("r-1") == "eliminated"
    assert fray.ask is not None
    assert fray.ask.kind == "regroup"


# -- 6.75: full areas ------------------------------------------------------------------------------

CROWD = tuple((foot(f"r-{n}"), "east") for n in range(2, 6))


def test_a_full_area_costs_a_step_and_the_block_moves_on() -> None:
    fray = fight((foot("f-1"), F), (foot("r-1", "3-2-1"), F), *CROWD, came={"f-1": "west"})
    fray.act("r-1", "retreat", at="east")
    assert fray.ask is not None
    assert (fray.ask.kind, fray.ask.seat, list(fray.ask.choices)) == (
        "displaced",
        "ru",
        ["north", "rear"],
    )
    assert fray.why_not(F) == "6.71.dest"
    fray.restart()
    fray.choose("displaced", "rear")
    assert (fray.at("r-1"), fray.strength("r-1")) == ("rear", 2)
    assert fray.told("6.75.penalty")


def test_a_block_that_cannot_move_on_is_lost() -> None:
    full = tuple((foot(f"r-{n}"), "rear") for n in range(6, 10))
    fray = fight(
        (foot("f-1"), F),
        (foot("r-1", "3-2-1"), F),
        *CROWD,
        *full,
        (foot("f-2"), "north"),
        came={"f-1": "west"},
    )
    fray.act("r-1", "retreat", at="east")
    assert fray.at("r-1") == "eliminated"


def test_the_last_step_is_lost_in_a_full_area() -> None:
    fray = fight((foot("f-1"), F), (foot("r-1", "1"), F), *CROWD, came={"f-1": "west"})
    fray.act("r-1", "retreat", at="east")
    assert fray.at("r-1") == "eliminated"
    assert fray.ask is not None
    assert fray.ask.kind == "regroup"


# -- 6.8: regroup ----------------------------------------------------------------------------------


def move(uid: str, at: str) -> dict[str, str]:
    return {"piece": uid, "at": at, "by": ""}


def won(*more: Placed, **fields: Any) -> Fray:
    """The French have won the field with three blocks."""
    fray = fight(
        (foot("f-1"), F),
        (foot("f-2"), F),
        (gun("f-g"), F),
        (foot("r-1"), F),
        *more,
        came={"f-1": "west", "f-2": "west", "f-g": "west"},
        **fields,
    )
    fray.act("f-g", "pass")
    fray.act("r-1", "retreat", at="east")
    return fray


def test_winner_regroups_any_blocks_one_area_within_limits() -> None:
    fray = won((foot("f-9"), "north"))
    assert fray.ask is not None
    assert (fray.ask.seat, fray.ask.secret) == ("fr", True)
    assert fray.why_not(move("f-1", "east")) == "6.8.where"
    assert fray.why_not(move("f-1", "rear")) == "6.8.where"
    assert fray.why_not(move("f-g", "wood")) == "3.2.woods"
    assert fray.why_not(move("f-9", "field")) == "6.8.who"
    fray.restart()
    fray.choose("regroup", move("f-1", "bluff"))
    assert fray.why_not(move("f-2", "bluff")) == "6.8.limits"
    assert fray.why_not(move("f-1", "field")) == "6.8.who"
    fray.choose("regroup", move("f-g", "west"))
    fray.choose("regroup", "pass")
    assert (fray.at("f-1"), fray.at("f-2"), fray.at("f-g")) == ("bluff", "field", "west")
    assert fray.ask is None
    assert fray.state.battle is None


def test_regroup_never_overfills_and_never_enters_an_unfought_battle() -> None:
    crowd = tuple((foot(f"f-{n}"), "north") for n in range(3, 7))
    other = ((foot("f-8"), "wood"), (foot("r-8"), "wood"))
    fray = Fray(
        [(foot("f-1"), F), (foot("r-1"), F), *crowd, *other], {"f-1": "west", "f-8": "field"}
    )
    fray.choose("battle_next", F)
    calm(fray)
    fray.act("r-1", "retreat", at="east")
    assert fray.why_not(move("f-1", "north")) == "3.31.retreat"
    assert fray.why_not(move("f-1", "wood")) == "6.2.block"
    fray.choose("regroup", "pass")
    assert fray.state.battle is not None
    assert fray.state.battle.at == "wood"


def test_regrouping_blocks_stay_hidden() -> None:
    fray = won()
    fray.choose("regroup", move("f-1", "bluff"))
    line = fray.told("6.8.where")[-1]
    seen = line.seen_by("ru")
    assert seen is not None
    assert "f-1" not in str(seen.text)
    assert seen.pieces == ()


# -- 5.3.hits: bombardment -------------------------------------------------------------------------


def bombard(*blocks: Placed, hits: int, redoubt: bool = False) -> Fray:
    fray = Fray(blocks, redoubt=redoubt)
    assert fray.ask is None
    fray.procedure = assign(fray.table, Hits("russian", hits, F, "5.3.hits"))
    fray._send(None)
    return fray


def test_bombardment_asks_in_secret_whenever_two_blocks_are_there() -> None:
    fray = bombard((foot("r-1"), F), (staff("r-hq"), F), hits=1)
    assert fray.ask is not None
    assert (fray.ask.kind, fray.ask.secret, list(fray.ask.choices)) == (
        "bombard_loss",
        True,
        ["r-1"],
    )
    assert fray.why_not("r-hq") == "6.5.strongest"
    fray.choose("bombard_loss", "r-1")
    line = fray.told("5.3.hits")[-1]
    public, own = line.seen_by("fr"), line.seen_by("ru")
    assert public is not None
    assert own is not None
    assert "r-1" not in str(public.text)
    assert "r-1" in str(own.text)


def test_double_defense_does_not_help_against_bombardment() -> None:
    fray = bombard((foot("r-1"), F), hits=2, redoubt=True)
    assert fray.strength("r-1") == 2
    assert fray.told("6.51.bombard")

"""Chapter 6 round by round: order, fire, double defense, the bayonet, squares."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.columbia.fray import (
    F,
    Fray,
    R,
    cossack,
    duel,
    foot,
    gun,
    horse,
    lines,
    modifiers,
    power,
    staff,
)

# -- order (6.2, 6.31) -----------------------------------------------------------------------------


def test_letters_in_order_and_the_defender_first_within_one() -> None:
    fray = lines(
        duel(
            (gun("f-g"), F),
            (gun("r-g", power="A3"), F),
            (horse("f-h"), F),
            (cossack("r-c"), F),
            came={"f-g": "west", "f-h": "north"},
        )
    )
    order = []
    while fray.ask is not None and len(order) < 6:
        uid = fray.turn()[0]
        order.append(uid)
        fray.act(uid, "pass")
    assert order == ["r-g", "f-g", "r-c", "f-h", "r-1", "f-1"]


def test_owner_chooses_among_equal_letters_and_nobody_acts_twice() -> None:
    fray = lines(duel((foot("f-2"), F), came={"f-2": "west"}))
    assert fray.refuses("f-1", "pass") == "6.31.order"
    fray.act("r-1", "pass")
    assert fray.turn() == ("f-1", "f-2")
    fray.act("f-2", "pass")
    assert fray.refuses("f-2", "pass") == "6.31.turn"
    assert fray.turn() == ("f-1",)


def test_player_one_picks_the_battles_and_all_are_fought() -> None:
    blocks = [(foot("f-1"), F), (foot("r-1"), F), (foot("f-2"), R), (foot("r-2"), R)]
    fray = Fray(blocks, {"f-1": "west"}, first="russian")
    assert fray.ask is not None
    assert (fray.ask.seat, fray.ask.kind, list(fray.ask.choices)) == ("ru", "battle_next", [F, R])
    fray.restart()
    fray.choose("battle_next", R)
    assert fray.state.battle is not None
    assert fray.state.battle.at == R
    assert fray.state.contested == (F, R)


def test_blocks_lie_open_in_the_battle_and_stand_up_after_it() -> None:
    fray = lines(duel((foot("f-9"), "west")))
    assert [b.id for b in fray.state.blocks.values() if b.known] == ["f-1", "r-1"]
    fray.act("r-1", "retreat", at="east")
    assert not any(block.known for block in fray.state.blocks.values())


# -- fire (6.5) ------------------------------------------------------------------------------------


def test_each_hit_goes_to_the_strongest_and_equals_are_chosen() -> None:
    fray = lines(
        Fray(
            [(foot("f-1", "3-2-1"), F), (foot("r-2", "2-1"), F), (foot("r-3", "3-2-1"), F)],
            {"f-1": "west"},
            [1, 2, 3],
        )
    )
    fray.act("r-2", "pass")
    fray.act("r-3", "pass")
    fray.act("f-1")
    assert fray.strength("r-3") == 2
    assert [roll.result for roll in fray.rolls()] == ["hit", "hit", "miss"]
    assert fray.ask is not None
    assert fray.ask.seat == "ru"
    fray.restart()
    fray.choose("hit", "r-2")
    assert (fray.strength("r-2"), fray.strength("r-3")) == (1, 2)


def test_a_weaker_block_is_refused_a_hit() -> None:
    fray = lines(
        Fray(
            [
                (foot("f-1", "3-2-1"), F),
                (foot("r-1", "1"), F),
                (foot("r-2", "2-1"), F),
                (foot("r-3", "2-1"), F),
            ],
            {"f-1": "west"},
            [1, 6, 6],
        )
    )
    for uid in ("r-1", "r-2", "r-3"):
        fray.act(uid, "pass")
    fray.act("f-1")
    assert fray.why_not("r-1") == "6.5.strongest"


def test_hits_are_applied_before_the_next_turn_and_the_dead_do_not_act() -> None:
    fray = lines(duel((foot("r-2", "1"), F), dice=[1, 1, 1, 6]))
    fray.act("r-1")
    assert fray.strength("f-1") == 1
    fray.act("r-2", "pass")
    assert fray.turn() == ("f-1",)
    assert power(fray, "f-1") == (1, "C", 2)


def test_elimination_ends_the_battle_at_once() -> None:
    fray = lines(Fray([(foot("f-1"), F), (gun("r-g", "1"), F)], {"f-1": "west"}, [6, 2, 6, 6, 6]))
    fray.act("r-g")
    fray.act("f-1")
    assert fray.at("r-g") == "eliminated"
    assert fray.told("6.5.eliminate")
    assert fray.ask is not None
    assert fray.ask.kind == "regroup"


def test_an_hq_at_zero_rolls_nothing_and_falls_to_the_next_hit() -> None:
    fray = lines(Fray([(foot("f-1"), F), (staff("r-hq", "0"), F)], {"f-1": "west"}, [2, 6, 6, 6]))
    assert fray.refuses("r-hq") == "4.21.zero"
    fray.act("r-hq", "pass")
    fray.act("f-1")
    assert fray.at("r-hq") == "eliminated"
    assert fray.told("6.91")


def test_battle_ends_undecided_where_nobody_is_left() -> None:
    fray = lines(Fray([(foot("f-1", "1"), F), (foot("r-1", "2"), F)], {"f-1": "west"}, [1, 6]))
    fray.act("r-1", "bayonet")
    assert fray.at("r-1") == fray.at("f-1") == "eliminated"
    assert fray.ask is None
    assert fray.state.battle is None
    assert [str(entry.text) for entry in fray.told("6.3.end")] == ["No block is left in Field."]


# -- terrain (3.2) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("terrain", "rule"), [("woods", "3.2.woods"), ("swamp", "3.2.swamp")])
def test_woods_and_swamp_hold_back_cavalry_of_both_sides_but_cossacks(
    terrain: str, rule: str
) -> None:
    fray = duel(
        (horse("r-h"), F),
        (cossack("r-c"), F),
        (horse("f-h"), F),
        (staff("f-hq"), F),
        came={"f-h": "west", "f-hq": "west"},
        terrain=terrain,
    )
    assert modifiers(fray, "r-h") == modifiers(fray, "f-h") == {rule: -1}
    assert modifiers(fray, "r-c") == modifiers(fray, "f-1") == modifiers(fray, "f-hq") == {}


def test_artillery_fires_badly_in_woods_and_not_at_all_in_swamp() -> None:
    fray = duel((gun("r-g"), F), terrain="woods")
    assert modifiers(fray, "r-g") == {"3.2.woods": -1}
    fray = duel((gun("r-g"), F), terrain="swamp")
    assert fray.turn() == ("r-1",)
    assert fray.told("3.2.swamp")


def test_a_village_hurts_attackers_in_the_first_round_only() -> None:
    fray = lines(duel(village=True))
    assert modifiers(fray, "f-1") == {"3.2.village": -1}
    assert modifiers(fray, "r-1") == {}
    fray.act("r-1", "pass")
    fray.act("f-1", "pass")
    lines(fray)
    assert modifiers(fray, "f-1") == {}


def test_firepower_zero_cannot_fire() -> None:
    fray = lines(
        Fray([(foot("f-1", power="C1"), F), (foot("r-1"), F)], {"f-1": "west"}, village=True)
    )
    fray.act("r-1", "pass")
    assert fray.refuses("f-1") == "4.13.zero"
    assert fray.refuses("f-1", "bayonet") == ""


# -- double defense (6.51) and the bayonet (6.52) --------------------------------------------------


def redoubt(dice: list[int], *, first: str = "french") -> Fray:
    return Fray(
        [(foot("f-1", "3-2-1"), F), (foot("r-1", "2-1"), F), (foot("r-2", "2-1"), F)],
        {"f-1": "west"},
        dice,
        redoubt=True,
        first=first,
    )


def test_two_half_hits_cost_a_step_and_stay_on_one_block() -> None:
    fray = lines(redoubt([1, 1, 6, 1, 6, 6]))
    fray.act("r-1", "pass")
    fray.act("r-2", "pass")
    fray.act("f-1")
    assert fray.state.battle is not None
    fray.choose("hit", "r-2")
    assert (fray.strength("r-1"), fray.strength("r-2")) == (2, 1)
    lines(fray)
    fray.act("r-1", "pass")
    fray.act("r-2", "pass")
    fray.act("f-1")
    assert fray.state.battle.half == ("r-1",)
    assert fray.told("6.51.who")


def test_a_half_hit_draws_the_next_hit_though_another_is_stronger() -> None:
    fray = lines(
        Fray(
            [(foot("f-1", "3-2-1"), F), (foot("r-1", "3-2-1"), F), (foot("r-2", "3-2-1"), F)],
            {"f-1": "west"},
            [1, 1, 1, 1, 6, 6],
            redoubt=True,
        )
    )
    for _ in range(2):
        fray.act("r-1", "pass")
        fray.act("r-2", "pass")
        fray.act("f-1")
        if fray.ask is not None and fray.ask.kind == "hit":
            fray.choose("hit", "r-1")
            assert fray.state.hits == ()
        lines(fray)
    # Three hits: half and step on r-1 (now 2), half on r-2 (3); the fourth completes r-2.
    assert (fray.strength("r-1"), fray.strength("r-2")) == (2, 2)


def test_half_hits_are_forgotten_at_the_end() -> None:
    fray = lines(redoubt([1, 6, 6]))
    fray.act("r-1", "pass")
    fray.act("r-2", "pass")
    fray.act("f-1")
    fray.choose("hit", "r-1")
    lines(fray)
    fray.act("r-1", "pass")
    fray.act("r-2", "pass")
    fray.act("f-1", "retreat", at="west")
    assert fray.told("6.51.clear")
    assert fray.ask is not None
    assert fray.ask.kind == "regroup"


def test_attacking_russians_and_all_french_have_no_double_defense() -> None:
    fray = lines(
        Fray(
            [(foot("r-1"), F), (foot("f-1", "3-2-1"), F)],
            {"r-1": "east"},
            [1, 6, 6, 1, 6, 6, 6],
            first="russian",
            redoubt=True,
        )
    )
    fray.act("f-1")
    assert fray.strength("r-1") == 3
    fray.act("r-1")
    assert fray.strength("f-1") == 2


def test_a_bayonet_charge_adds_one_and_sixes_hurt_the_charger() -> None:
    fray = lines(duel(dice=[3, 6, 6, 4]))
    fray.act("r-1", "pass")
    assert modifiers(fray, "f-1", bayonet=True) == {"6.52.effect": 1}
    fray.act("f-1", "bayonet")
    assert [roll.result for roll in fray.rolls()] == ["hit", "own hit", "own hit", "miss"]
    assert (fray.strength("f-1"), fray.strength("r-1")) == (2, 2)


def test_own_hits_of_a_charge_are_halved_by_a_redoubt_and_stay_on_the_charger() -> None:
    fray = lines(
        Fray(
            [(foot("f-1"), F), (foot("r-1", "2-1"), F), (foot("r-2", "2-1"), F)],
            {"f-1": "west"},
            [6, 4],
            redoubt=True,
        )
    )
    fray.act("r-1", "bayonet")
    assert fray.state.battle is not None
    assert fray.state.battle.half == ("r-1",)
    assert fray.strength("r-1") == 2


def test_only_infantry_in_line_charges() -> None:
    fray = duel((horse("r-h"), F))
    fray.squares("r-1")
    fray.choose("shelter", "pass")
    fray.squares()
    assert fray.refuses("r-h", "bayonet") == "6.52.declare"
    fray.act("r-h", "pass")
    assert fray.refuses("r-1", "bayonet") == "6.52.declare"


# -- squares (6.6) ---------------------------------------------------------------------------------


def test_the_defender_declares_squares_first_and_anew_each_round() -> None:
    fray = duel()
    assert fray.ask is not None
    assert (fray.ask.seat, fray.ask.kind) == ("ru", "square")
    fray.restart()
    fray.squares("r-1")
    assert (fray.ask.seat, fray.ask.kind) == ("fr", "square")
    fray.restart()
    fray.squares()
    fray.act("r-1", "pass")
    fray.act("f-1", "pass")
    assert fray.state.battle is not None
    assert (fray.ask.kind, fray.state.battle.squares) == ("square", ("r-1",))
    fray.squares()
    assert fray.state.battle.squares == ()


def test_no_squares_in_woods_or_swamp_nor_of_cavalry() -> None:
    fray = duel(terrain="woods")
    assert fray.ask is not None
    assert fray.ask.kind == "battle_turn"
    assert fray.told("6.6.terrain")
    fray = duel((horse("r-h"), F))
    assert fray.why_not({"subset": ["r-h"]}) == "6.6.form"


def test_a_square_shelters_one_block_no_stronger_than_itself() -> None:
    fray = Fray(
        [
            (foot("f-1"), F),
            (foot("r-1", "2-1"), F),
            (foot("r-2", "2-1"), F),
            (gun("r-g", "2-1"), F),
            (horse("r-h", "3-2-1"), F),
        ],
        {"f-1": "west"},
    )
    fray.squares("r-1", "r-2")
    assert fray.ask is not None
    assert (fray.ask.kind, list(fray.ask.choices)) == ("shelter", ["r-g", "pass"])
    assert fray.why_not("r-h") == "6.61.shelter"
    assert fray.why_not("r-2") == "6.61.shelter"
    fray.restart()
    fray.choose("shelter", "r-g")
    fray.squares()
    # The gun is sheltered: it has C1 and acts with the infantry, after the cavalry.
    assert fray.turn() == ("r-h",)
    fray.act("r-h", "pass")
    assert fray.turn() == ("r-1", "r-2", "r-g")
    assert power(fray, "r-g") == (2, "C", 1)


def test_a_sheltered_block_is_in_the_open_when_its_square_goes() -> None:
    fray = Fray(
        [(foot("f-1"), F), (foot("r-1", "2-1"), F), (gun("r-g", "2-1"), F)], {"f-1": "west"}, [5]
    )
    fray.squares("r-1")
    fray.choose("shelter", "r-g")
    fray.squares()
    fray.act("r-1", "retreat", at="east")
    assert fray.state.battle is not None
    assert fray.state.battle.sheltered == ()
    assert fray.turn() == ("r-g",)
    assert power(fray, "r-g") == (2, "A", 2)


def mixed(**fields: Any) -> Fray:
    """Russian infantry in square beside Russian cavalry, against all French arms."""
    fray = Fray(
        [
            (foot("f-1"), F),
            (horse("f-h", power="B3"), F),
            (gun("f-g"), F),
            (staff("f-hq"), F),
            (foot("r-1", "3-2-1"), F),
            (horse("r-h", "2-1"), F),
        ],
        dict.fromkeys(("f-1", "f-h", "f-g", "f-hq"), "west"),
        **fields,
    )
    fray.squares("r-1")
    fray.choose("shelter", "pass")
    fray.squares()
    return fray


def test_cavalry_artillery_and_hqs_target_squares_or_the_others() -> None:
    fray = mixed()
    assert power(fray, "f-h", "square") == (3, "B", 1)
    assert power(fray, "f-h", "open") == (3, "B", 3)
    assert power(fray, "f-hq", "square") == (2, "B", 1)
    assert power(fray, "f-g", "square") == (3, "A", 3)
    assert modifiers(fray, "f-g", "square") == {"6.63.artillery": 1}
    assert modifiers(fray, "f-h", "square") == {"6.63.cavalry": -2}
    assert power(fray, "r-1") == (3, "C", 1)
    assert fray.refuses("f-g") == "6.62.target"
    for uid in ("f-g", "r-h", "f-h", "f-hq", "r-1"):
        fray.act(uid, "pass")
    assert fray.refuses("f-1", target="square") == "6.62.infantry"
    assert power(fray, "f-1") == (4, "C", 2)


def test_hits_beyond_the_group_targeted_are_lost() -> None:
    fray = mixed(dice=[1, 1, 1])
    fray.act("f-g", target="open")
    assert fray.at("r-h") == "eliminated"
    assert fray.strength("r-1") == 3
    assert [str(entry.text) for entry in fray.told("6.62.target")][
        -1
    ] == "1 hit has no target left."


def test_squares_cap_cavalry_at_one_and_a_village_lowers_that_to_zero() -> None:
    fray = mixed(village=True)
    fray.act("f-g", "pass")
    fray.act("r-h", "pass")
    assert fray.refuses("f-h", target="square") == "4.13.zero"
    assert fray.refuses("f-h", target="open") == ""


def test_cossacks_and_militia_lose_a_die_to_squares() -> None:
    fray = Fray(
        [
            (foot("f-1"), F),
            (cossack("r-c"), F),
            (foot("r-m", "1", "C1", "militia"), F),
            (foot("r-n", "3-2-1", "C1", "militia"), F),
        ],
        {"f-1": "west"},
    )
    fray.squares("r-m", "r-n")
    fray.choose("shelter", "pass")
    fray.squares("f-1")
    assert power(fray, "r-c") == (2, "B", 1)
    assert modifiers(fray, "r-c") == {"6.63.cavalry": 0}
    assert power(fray, "r-n") == (2, "C", 1)
    fray.act("r-c", "pass")
    assert fray.refuses("r-m") == "4.13.zero"

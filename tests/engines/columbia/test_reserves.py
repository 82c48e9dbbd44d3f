"""Chapter 6 round by round: Reserves, flank attacks, and the pursuit of round four."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.columbia.fray import (
    F,
    Fray,
    cossack,
    duel,
    foot,
    gun,
    horse,
    lines,
    modifiers,
    power,
)

# -- Reserves (6.4) and flank attacks --------------------------------------------------------------


def reinforced(**fields: Any) -> Fray:
    """French attack from the west; Russian Reserves come from the east."""
    return duel((horse("r-2"), F), came={"r-2": "east"}, **fields)


def test_reserves_stay_hidden_and_idle_in_round_one() -> None:
    fray = lines(reinforced(dice=[1, 1, 6, 6]))
    assert not fray.state.blocks["r-2"].known
    assert fray.told("6.4.idle")
    assert fray.refuses("r-2", "pass") == "6.4.idle"
    fray.act("r-1", "pass")
    # The enemy is not told that it is this block that waits (0.fog).
    assert fray.refuses("r-2", "pass") == "6.31.order"
    fray.act("f-1")
    assert (fray.strength("r-1"), fray.strength("r-2")) == (1, 3)
    assert fray.state.blocks["r-2"].known
    lines(fray)
    assert fray.turn() == ("r-2",)


def test_roles_swap_when_no_defender_is_left() -> None:
    fray = lines(reinforced(village=True))
    fray.act("r-1", "retreat", at="east")
    # The French are alone in the field: they may leave, but there is nobody to fire at.
    assert fray.refuses("f-1") == "6.4.idle"
    fray.act("f-1", "pass")
    assert fray.state.battle is not None
    assert (fray.state.battle.attacker, fray.state.battle.round) == ("russian", 2)
    assert fray.told("6.4.swap")
    lines(fray)
    assert modifiers(fray, "r-2") == {"6.4.firstround": -1}
    assert modifiers(fray, "f-1") == {}
    assert fray.turn() == ("r-2",)


def test_the_defender_wins_at_once_when_the_attackers_are_gone_and_reserves_wait() -> None:
    fray = lines(reinforced())
    fray.act("r-1", "pass")
    fray.act("f-1", "retreat", at="west")
    assert fray.ask is not None
    assert (fray.ask.kind, fray.ask.subject) == ("regroup", ("r-1", "r-2"))


def flanked(*extra: Any, came: dict[str, str], **fields: Any) -> Fray:
    main = (("field", "french", "field|west"), ("field", "russian", "east|field"))
    return duel(*extra, came=came, main=main, options={"flank_attacks": "yes"}, **fields)


def test_flank_blocks_join_late_with_one_more_for_one_round() -> None:
    fray = lines(flanked((horse("f-2"), F), came={"f-2": "north"}))
    assert fray.told("flank.delay")
    fray.act("r-1", "pass")
    fray.act("f-1", "pass")
    lines(fray)
    assert modifiers(fray, "f-2") == {"flank.bonus": 1}
    fray.act("f-2", "pass")
    fray.act("r-1", "pass")
    fray.act("f-1", "pass")
    lines(fray)
    assert modifiers(fray, "f-2") == {}


@pytest.mark.parametrize(("fate", "bonus"), [("lost", {}), ("left", {"flank.bonus": 1})])
def test_flank_bonus_is_lost_only_with_an_eliminated_main_attack(
    fate: str, bonus: dict[str, int]
) -> None:
    blocks = [(foot("f-1", "1"), F), (foot("r-1", "1"), F), (horse("f-2"), F)]
    fray = lines(
        Fray(
            blocks, {"f-1": "west", "f-2": "north"}, [1], main=(("field", "french", "field|west"),)
        )
    )
    if fate == "lost":
        fray.act("r-1")
    else:
        fray.act("r-1", "pass")
        fray.act("f-1", "retreat", at="west")
    lines(fray)
    assert fray.state.battle is not None
    assert fray.state.battle.attacker == "french"
    assert modifiers(fray, "f-2") == bonus
    assert bool(fray.told("flank.bonus")) == (fate == "lost")


def test_flank_reinforcements_join_in_round_three() -> None:
    fray = lines(
        flanked((horse("r-2"), F), (horse("r-3"), F), came={"r-2": "east", "r-3": "north"})
    )
    for number in (2, 3):
        while fray.state.battle is not None and fray.state.battle.round < number:
            fray.act(fray.turn()[0], "pass")
            lines(fray)
        assert (modifiers(fray, "r-3") == {"flank.p2": 1}) == (number == 3)
        assert fray.state.blocks["r-3"].known == (number == 3)


def test_flank_reinforcements_lose_their_bonus_with_the_main_ones() -> None:
    fray = lines(
        flanked(
            (horse("r-2", "1"), F),
            (horse("r-3"), F),
            came={"r-2": "east", "r-3": "north"},
            dice=[1, 6, 6, 6],
        )
    )
    fray.act("r-1", "retreat", at="wood")
    fray.act("f-1", "pass")
    lines(fray)
    fray.act("r-2", "pass")
    fray.act("f-1")
    # The battle goes on without Russians: the flank is still to come, without its bonus.
    assert fray.at("r-2") == "eliminated"
    lines(fray)
    assert fray.turn() == ("r-3",)
    assert modifiers(fray, "r-3") == {}
    assert fray.told("flank.p2")


def test_player_two_attacking_on_his_own_has_no_reserves() -> None:
    blocks = [(foot("f-1"), F), (foot("r-1"), F), (foot("r-2"), F)]
    fray = Fray(blocks, {"r-1": "east", "r-2": "north"})
    assert fray.state.battle is not None
    assert fray.state.battle.attacker == "russian"
    assert not fray.told("6.4.who")


def test_those_who_won_an_area_without_a_fight_defend_it_from_round_one() -> None:
    # The Russians there fell to bombardment; others came back into what was a French area then.
    fray = Fray([(foot("f-1"), F), (foot("r-1"), F)], {"f-1": "west", "r-1": "east"})
    assert fray.state.battle is not None
    assert fray.state.battle.attacker == "russian"
    assert fray.state.blocks["f-1"].known
    assert fray.ask is not None
    assert fray.ask.seat == "fr"


# -- round 4 (6.73) --------------------------------------------------------------------------------


def pursuit(dice: list[int], **fields: Any) -> Fray:
    """The example of 6.73: artillery and infantry attack infantry and Cossacks, round 4."""
    fray = Fray(
        [
            (gun("f-g", "2-1"), F),
            (foot("f-1", "2-1"), F),
            (foot("r-1", "2-1"), F),
            (cossack("r-c", "2-1"), F),
            (horse("r-h", "2-1"), F),
        ],
        {"f-g": "west", "f-1": "west"},
        dice,
        **fields,
    )
    lines(fray)
    while fray.state.battle is not None and fray.state.battle.round < 4:
        fray.act(fray.turn()[0], "pass")
        lines(fray)
    return fray


def test_attackers_must_retreat_in_round_four_under_pursuit() -> None:
    fray = pursuit([3, 6, 6, 6])
    assert fray.turn() == ("f-g",)
    assert fray.refuses("f-g") == "6.73.order"
    assert fray.refuses("f-g", "pass") == "6.73.order"
    fray.act("f-g", "retreat", at="west")
    assert power(fray, "r-c") == (2, "B", 3)
    assert modifiers(fray, "r-c") == {"6.73.bonus": 2}
    assert modifiers(fray, "r-h") == {"6.73.bonus": 1}
    assert modifiers(fray, "r-1") == {}
    fray.act("r-c")
    assert fray.strength("f-1") == 1
    fray.act("r-h", "pass")
    fray.act("r-1")
    assert fray.turn() == ("f-1",)
    fray.act("f-1", "retreat", at="west")
    assert fray.ask is not None
    assert (fray.ask.kind, fray.ask.seat) == ("regroup", "ru")


def test_fire_at_a_square_and_shelter_know_no_pursuit_bonus() -> None:
    fray = Fray(
        [(foot("f-1"), F), (foot("r-1", "3-2-1"), F), (cossack("r-c"), F), (horse("r-h"), F)],
        {"f-1": "west"},
    )
    for _ in range(3):
        lines(fray)
        while fray.ask is not None and fray.ask.kind == "battle_turn":
            fray.act(fray.turn()[0], "pass")
    fray.squares("r-1")
    fray.choose("shelter", "r-h")
    fray.squares("f-1")
    assert power(fray, "r-c") == (2, "B", 1)
    assert power(fray, "r-h") == (3, "C", 1)


def test_an_attacker_without_a_way_out_is_lost_in_round_four() -> None:
    fray = Fray(
        [(foot("f-1", "2-1"), F), (foot("f-2", "2-1"), F), (foot("r-1"), F)],
        {"f-1": "brook", "f-2": "brook"},
        [],
    )
    while fray.state.battle is not None and fray.state.battle.round < 4:
        lines(fray)
        fray.act(fray.turn()[0], "pass")
    lines(fray)
    fray.act("r-1", "pass")
    fray.act("f-2", "retreat", at="brook")
    assert (fray.at("f-1"), fray.at("f-2")) == ("eliminated", "brook")
    assert fray.told("6.73.stuck")

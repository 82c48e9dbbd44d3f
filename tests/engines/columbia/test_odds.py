"""Odds: every throw counted, one round checked against the rules themselves, fights sampled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engines.columbia.chances import LEFT, Man, hits, struck, throws
from engines.columbia.fights import FIRST_ROUND, _answered, _round, battle_odds, engaged
from engines.columbia.inquiries import odds
from engines.columbia.odds import bombard_odds, fire_odds
from engines.columbia.rounds import STEPS
from engines.columbia.state import Battle, Entry
from engines.core.dice import ScriptedDice, ScriptError
from engines.core.table import Table
from tests.engines.columbia.viewfield import HOMES, SETUP, position

OPEN = {"known": True}


@pytest.mark.parametrize(("dice", "need", "own"), [(1, 2, 0), (3, 3, 0), (2, 4, 6), (4, 0, 6)])
def test_chances_of_a_throw_count_every_combination_of_faces(dice, need, own) -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        seen[sum(f <= need for f in faces), sum(f == own for f in faces) if own else 0] += 1
    table = throws(dice, need, own)
    for (n, o), count in seen.items():
        assert table[n][o] == Fraction(count, 6**dice)
    assert sum(sum(row) for row in table) == 1


def test_hits_go_to_the_strongest_and_to_a_half_hit_first() -> None:
    men = [Man("a", True, (3, 2, 1)), Man("b", True, (2,)), Man("c", False, (6, 4))]
    start = ((0, 0), (0, 0), (0, 0))
    assert struck(men, start, True, 1, "") == ((1, 0), (0, 0), (0, 0))
    # At 2 each the one with most steps left is hit, then the other is the strongest.
    assert struck(men, start, True, 2, "") == ((2, 0), (0, 0), (0, 0))
    assert struck(men, start, True, 3, "") == ((2, 0), (LEFT, 0), (0, 0))
    assert struck(men, start, True, 9, "") == ((LEFT, 0), (LEFT, 0), (0, 0))
    doubled = [Man("a", True, (3, 2), doubled=True), Man("b", True, (4, 3), doubled=True)]
    assert struck(doubled, ((0, 0), (0, 0)), True, 1, "") == ((0, 0), (0, 1))
    assert struck(doubled, ((0, 1), (0, 0)), True, 1, "") == ((1, 0), (0, 0))


def test_targeting_keeps_hits_inside_the_group_and_loses_the_rest() -> None:
    men = [Man("a", True, (4, 3), squared=True), Man("b", True, (1,)), Man("c", True, (2, 1))]
    start = ((0, 0), (0, 0), (0, 0))
    assert struck(men, start, True, 4, "open") == ((0, 0), (LEFT, 0), (LEFT, 0))
    assert struck(men, start, True, 1, "square") == ((1, 0), (0, 0), (0, 0))


# -- one round against the rules -------------------------------------------------------------------


def fight(area: str, homes, blocks, **battle):
    """A battle at its battle turns with everybody open."""
    entries = tuple(
        Entry(uid, "french", f"{area}|mill" if area < "mill" else f"mill|{area}", area)
        for uid in homes[area]
        if uid.startswith("f")
    )
    state = position(homes, blocks, entries=entries, phase="battle.next", contested=(area,))
    facts = {"attacker": "french", "step": "turns", **battle}
    return state.__class__(**{**state.__dict__, "battle": Battle(area, **facts)})


def by_the_rules(state) -> Counter:
    """Play one round with every possible row of dice; return how the blocks may stand, exactly."""
    found: Counter = Counter()
    men, _, _ = _round(SETUP, state)
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        board = Table(SETUP, state, ScriptedDice(script))
        try:
            while board.state.battle.step == "turns":
                _answered(board, STEPS["turns"](board))
        except ScriptError:
            scripts += [(*script, face) for face in range(1, 7)]
            continue
        half = board.state.battle.half
        standing = tuple(
            (
                block.step if block.at == state.battle.at else LEFT,
                half.count(m.uid) if block.at == state.battle.at else 0,
            )
            for m in men
            for block in [board.state.blocks[m.uid]]
        )
        found[standing] += Fraction(1, 6 ** len(script))
    return found


SMALL = {**HOMES, "mill": (), "bog": (), "wood": (), "hill": ()}
FIGHTS = {
    "open ground": fight(
        "east",
        {**SMALL, "east": ("r-horse", "f-light", "r-militia")},
        {"r-militia": {"step": 3}, "r-horse": {"step": 1}, "f-light": {"step": 1}},
    ),
    "double defense": fight(
        "hill",
        {**SMALL, "hill": ("r-horse", "r-foot", "f-light", "f-gun")},
        {
            "r-horse": {"step": 1},
            "r-foot": {"step": 2},
            "f-gun": {"step": 2},
            "f-light": {"step": 1},
        },
    ),
    "a half-hit": fight(
        "hill", {**SMALL, "hill": ("r-horse", "f-gun")}, {"f-gun": {"step": 1}}, half=("r-horse",)
    ),
    "squares": fight(
        "hill",
        {**SMALL, "hill": ("r-foot", "r-hq", "f-horse")},
        {"r-foot": {"step": 1}, "r-hq": {"step": 1}, "f-horse": {"step": 2}},
        squares=("r-foot",),
    ),
    "pursuit": fight(
        "hill", {**SMALL, "hill": ("r-horse", "f-gun", "f-light")}, {"f-gun": {"step": 2}}, round=4
    ),
    "acted": fight(
        "hill", {**SMALL, "hill": ("r-horse", "f-gun", "f-light")}, {}, acted=("r-horse", "f-gun")
    ),
}


@pytest.mark.parametrize("name", list(FIGHTS))
def test_the_round_enumerated_is_the_round_the_rules_play(name) -> None:
    state = FIGHTS[name]
    played = by_the_rules(state)
    _, _, spread = _round(SETUP, state)
    told: Counter = Counter()
    for standing, chance in spread.items():
        told[tuple(part if part[0] != LEFT else (LEFT, 0) for part in standing)] += chance
    assert set(told) == set(played)
    for standing, chance in played.items():
        assert told[standing] == pytest.approx(float(chance), abs=1e-12)


# -- what a player is told -------------------------------------------------------------------------


def test_a_fire_tells_hits_and_whom_they_reach() -> None:
    state = fight(
        "hill", {**SMALL, "hill": ("r-foot", "r-guard", "f-gun")}, {"r-foot": {"step": 1}}
    )
    answer = fire_odds(SETUP, state, "fr", {"piece": "f-gun", "do": "fire"})
    assert (answer.value["exact"], answer.value["dice"], answer.value["firepower"]) == (True, 3, 2)
    rows = answer.value["rows"]
    assert [row["chance"] for row in rows] == [str(p) for p in hits(3, 2)]
    assert rows[1]["losses"] == [{"block": "r-guard", "strength": 3, "half_hit": True}]
    assert rows[2]["losses"] == [{"block": "r-guard", "strength": 2, "half_hit": False}]
    assert answer.value["expected"] == "1"
    assert "6.5.strongest" in answer.rules


def test_a_bayonet_charge_tells_its_own_hits() -> None:
    state = fight("hill", {**SMALL, "hill": ("r-foot", "f-foot")}, {"f-foot": {"step": 2}})
    choice = {"piece": "f-foot", "do": "bayonet"}
    answer = odds(SETUP, state, "fr", choice)
    assert answer.value["firepower"] == 3
    assert answer.value["own"] == ["25/36", "5/18", "1/36"]
    assert "6.52.effect" in answer.rules


def test_a_bombardment_counts_hits_and_places_only_own_ones() -> None:
    homes = {**HOMES, "hill": (*HOMES["hill"], "f-foot"), "mill": ("f-gun",)}
    state = position(homes, phase="bombard", blocks={"f-foot": {"step": 3}})
    answer = bombard_odds(SETUP, state, "fr", {"piece": "f-gun", "at": "hill"})
    # Uphill: A2 hits at 1; a six hits the block of one's own that is there.
    assert (answer.value["dice"], answer.value["firepower"]) == (3, 1)
    assert answer.value["targets"] == 4
    assert [row["chance"] for row in answer.value["rows"]] == [str(p) for p in hits(3, 1)]
    assert all("losses" not in row for row in answer.value["rows"])
    own = answer.value["own"]
    assert own[1]["losses"] == [{"block": "f-foot", "strength": None, "half_hit": False}]
    assert {"3.34.mods", "5.3.contested"} <= set(answer.rules)
    alone = bombard_odds(SETUP, position(), "fr", {"piece": "f-gun", "at": "hill"})
    assert "own" not in alone.value


def test_a_battle_in_progress_has_its_round_exact_and_the_whole_sampled() -> None:
    open_all = dict.fromkeys((*HOMES["hill"], "f-foot", "f-gun"), OPEN)
    state = fight(
        "hill", {**HOMES, "mill": (), "hill": (*HOMES["hill"], "f-foot", "f-gun")}, open_all
    )
    answer = battle_odds(SETUP, state, "fr", "hill")
    assert (answer.value["exact"], answer.value["round"]["exact"]) == (False, True)
    assert answer.value["round"]["deals"] == 1
    assert answer.value["samples"] >= 24
    assert sum(float(share) for share in answer.value["wins"].values()) == pytest.approx(
        1, abs=0.01
    )
    assert str(answer.lines[0]) == "This round, every throw counted:"
    assert f"sampled {answer.value['samples']} times" in " ".join(map(str, answer.lines))
    assert answer == battle_odds(SETUP, state, "fr", "hill")


def test_a_battle_to_come_is_asked_of_many_deals_and_says_so() -> None:
    state = position()
    choice = {"piece": "f-foot", "at": "hill", "by": ""}
    answer = odds(SETUP, state, "fr", choice)
    assert answer.value["dealt"]
    assert (answer.value["round"]["exact"], answer.value["round"]["deals"]) == (False, FIRST_ROUND)
    swapped = position({**HOMES, "hill": ("r-gun", "r-hq", "r-guard", "r-foot")})
    assert odds(SETUP, swapped, "fr", choice) == answer
    assert odds(SETUP, state, "fr", {"piece": "f-foot", "at": "west", "by": ""}).value == {}


def test_who_joins_a_battle_of_the_first_player_is_in_reserve() -> None:
    homes = {**HOMES, "mill": (*HOMES["mill"], "r-horse"), "bog": ("r-cossack",)}
    entries = (Entry("f-foot", "french", "mill|west", "mill"),)
    state = position(homes, first="french", entries=entries, active="russian")
    begun = engaged(SETUP, state, "mill", "r-cossack")
    assert begun.entries[-1] == Entry("r-cossack", "russian", "bog|mill", "mill", 2)
    assert begun.areas["mill"][-1] == "r-cossack"
    assert "bog" not in begun.areas


def test_no_battle_no_odds() -> None:
    with pytest.raises(ValueError, match="only one side stands in west"):
        battle_odds(SETUP, position(), "fr", "west")
    with pytest.raises(ValueError, match="no area nowhere"):
        battle_odds(SETUP, position(), "fr", "nowhere")
    with pytest.raises(ValueError, match="does not stand next to"):
        battle_odds(SETUP, position(), "fr", "east", "f-foot")
    over = fight("hill", {**SMALL, "hill": ("r-foot",)}, {}, step="regroup")
    with pytest.raises(ValueError, match="over"):
        battle_odds(SETUP, over, "fr", "hill")


def test_enemy_blocks_have_no_odds_while_they_hide() -> None:
    with pytest.raises(ValueError, match="no block whose face you see"):
        odds(SETUP, position(), "fr", {"piece": "r-foot", "at": "mill", "by": ""})
    assert odds(SETUP, position(), "fr", "pass").value == {}

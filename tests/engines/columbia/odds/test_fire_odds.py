"""Odds: every roll counted, one round checked against the rules themselves, fights sampled."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log, sqrt

import pytest

from grognard.engines.columbia.battle.fighters import fighters
from grognard.engines.columbia.battle.mainattack import main_phase
from grognard.engines.columbia.battle.rounds import FIGHT
from grognard.engines.columbia.odds.assumed import answered, expected, steps_left
from grognard.engines.columbia.odds.battle_odds import FIRST_ROUND, battle_odds, engaged
from grognard.engines.columbia.odds.chances import hits, throws
from grognard.engines.columbia.odds.fire_odds import bombard_odds, fire_odds
from grognard.engines.columbia.odds.inquiries import odds
from grognard.engines.columbia.odds.outcomes import after_hits, round_ends
from grognard.engines.columbia.state import Battle, Entry, Hits
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.dice import HashDice, ScriptedDice, ScriptError
from grognard.engines.core.play.table import Table
from tests.engines.columbia.viewfield import HOMES, SETUP, position

OPEN = {"known": True}
FORKS = 200
"""How often a round is played to compare what came with what was told."""


@pytest.mark.parametrize(("dice", "need", "own"), [(1, 2, 0), (3, 3, 0), (2, 4, 6), (4, 0, 6)])
def test_chances_of_a_throw_count_every_combination_of_faces(dice, need, own) -> None:
    seen: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        seen[sum(f <= need for f in faces), sum(f == own for f in faces) if own else 0] += 1
    table = throws(dice, need, own)
    for (n, o), count in seen.items():
        assert table[n][o] == Fraction(count, 6**dice)
    assert sum(sum(row) for row in table) == 1


# -- one round against the rules -------------------------------------------------------------------


def fight(area: str, homes, blocks, **battle):
    """A battle at its battle turns with everybody open."""
    entries = tuple(
        Entry(uid, "french", f"{area}|mill" if area < "mill" else f"mill|{area}", area)
        for uid in homes[area]
        if uid.startswith("f")
    )
    opened = {uid: {"known": True, **blocks.get(uid, {})} for uid in homes[area]}
    state = position(homes, opened, entries=entries, phase="battle.next", contested=(area,))
    facts = {"attacker": "french", "step": "turns", **battle}
    return state.__class__(**{**state.__dict__, "battle": Battle(area, **facts)})


def standing(state) -> tuple:
    """How the blocks that may have been in a fight stand: place, steps lost, half-hits."""
    half = state.battle.half
    return tuple((b.at, b.step, half.count(b.id)) for b in state.blocks.values())


def by_the_rules(state) -> Counter:
    """Play one round with every possible row of dice; return how the blocks may stand, exactly."""
    found: Counter = Counter()
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        board = Table(SETUP, state, ScriptedDice(script))
        try:
            while board.state.battle.step == "turns":
                answered(board, FIGHT.play_step(board))
        except ScriptError:
            scripts += [(*script, face) for face in range(1, 7)]
            continue
        found[standing(board.state)] += Fraction(1, 6 ** len(script))
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
    # The guns in the square's shelter aim, and are aimed at, otherwise once the square has fallen.
    "the shelter falls": fight(
        "east",
        {**SMALL, "east": ("r-foot", "r-gun", "f-horse", "f-gun")},
        {"r-foot": {"step": 2}, "r-gun": {"step": 1}, "f-horse": {"step": 1}, "f-gun": {"step": 2}},
        squares=("r-foot",),
        sheltered=(("r-foot", "r-gun"),),
    ),
    "one in square and one in the open": fight(
        "east",
        {**SMALL, "east": ("r-foot", "r-guard", "f-horse", "f-gun")},
        {
            "r-foot": {"step": 2},
            "r-guard": {"step": 2},
            "f-horse": {"step": 2},
            "f-gun": {"step": 1},
        },
        squares=("r-foot",),
    ),
    "attackers leave their square": fight(
        "hill",
        {**SMALL, "hill": ("r-horse", "f-foot", "f-light")},
        {"f-foot": {"step": 2}, "r-horse": {"step": 1}},
        squares=("f-foot",),
        round=4,
    ),
    "more attackers than the border lets out": fight(
        "hill",
        {**SMALL, "hill": ("r-horse", "f-foot", "f-light", "f-horse")},
        {"f-foot": {"step": 3}, "f-light": {"step": 1}, "f-horse": {"step": 2}},
        round=4,
        crossed=(("hill|mill", 1),),
    ),
    "pursuit": fight(
        "hill", {**SMALL, "hill": ("r-horse", "f-gun", "f-light")}, {"f-gun": {"step": 2}}, round=4
    ),
    "acted": fight(
        "hill", {**SMALL, "hill": ("r-horse", "f-gun", "f-light")}, {}, acted=("r-horse", "f-gun")
    ),
}


def hit(state, count: int, group: str = "", side: str = "russian"):
    """How the blocks of a side stand after hits: step (None eliminated) and half-hits by block."""
    after = after_hits(SETUP, state, Hits(side, count, state.battle.at, "6.5.strongest", group))
    here = fighters(SETUP, state, side)
    return {
        uid: (None if b.at == "eliminated" else b.step, after.battle.half.count(uid))
        for uid in here
        for b in [after.blocks[uid]]
    }


def test_hits_go_to_the_strongest_and_to_a_half_hit_first() -> None:
    state = fight("east", {**SMALL, "east": ("r-foot", "r-militia", "f-gun")}, {})
    assert hit(state, 1) == {"r-foot": (0, 0), "r-militia": (1, 0)}
    # Now both have 3: the militia has three steps left, as the infantry; the first is hit.
    assert hit(state, 2) == {"r-foot": (1, 0), "r-militia": (1, 0)}
    assert hit(state, 3) == {"r-foot": (1, 0), "r-militia": (2, 0)}
    assert hit(state, 9) == {"r-foot": (None, 0), "r-militia": (None, 0)}
    doubled = fight("hill", {**SMALL, "hill": ("r-foot", "r-militia", "f-gun")}, {})
    assert hit(doubled, 1) == {"r-foot": (0, 0), "r-militia": (0, 1)}
    begun = fight("hill", {**SMALL, "hill": ("r-foot", "r-militia", "f-gun")}, {}, half=("r-foot",))
    assert hit(begun, 1) == {"r-foot": (1, 0), "r-militia": (0, 0)}


def test_targeting_keeps_hits_inside_the_group_and_loses_the_rest() -> None:
    here = {**SMALL, "east": ("r-foot", "r-gun", "r-horse", "f-gun")}
    state = fight("east", here, {"r-horse": {"step": 1}}, squares=("r-foot",))
    gone = {"r-foot": (0, 0), "r-gun": (None, 0), "r-horse": (None, 0)}
    assert hit(state, 9, "open") == gone
    assert hit(state, 1, "square") == {"r-foot": (1, 0), "r-gun": (0, 0), "r-horse": (1, 0)}
    # Once its square has fallen the sheltered battery is in the open: the rest finds nobody.
    sheltered = fight(
        "east", here, {"r-foot": {"step": 2}, "r-gun": {"step": 1}, "r-horse": {"step": 1}},
        squares=("r-foot",), sheltered=(("r-foot", "r-gun"),),
    )  # fmt: skip
    after = hit(sheltered, 9, "square")
    assert after["r-horse"] == (1, 0)
    assert after["r-foot"] == (None, 0)
    assert after["r-gun"] == (1, 0)


@pytest.mark.parametrize("name", list(FIGHTS))
def test_the_round_reckoned_is_the_round_the_rules_play(name) -> None:
    state = FIGHTS[name]
    played = by_the_rules(state)
    told: Counter = Counter()
    for end, chance in round_ends(SETUP, state):
        told[standing(end)] += chance
    assert set(told) == set(played)
    for how, chance in played.items():
        assert told[how] == pytest.approx(float(chance), abs=1e-12)


@pytest.mark.parametrize("name", list(FIGHTS))
def test_what_is_told_of_the_round_came_when_it_was_played(name) -> None:
    """The odds a player reads against the same round played from forks with other dice."""
    state = FIGHTS[name]
    told = battle_odds(SETUP, state, "fr", state.battle.at).value["round"]
    assert told["exact"]
    fighting = {side: fighters(SETUP, state, side) for side in SETUP.sides}
    lost, gone, cleared = Counter(), Counter(), Counter()
    for n in range(FORKS):
        board = Table(SETUP, state, HashDice(f"{name} {n}"))
        while board.state.battle.step == "turns":
            answered(board, FIGHT.play_step(board))
        for side, uids in fighting.items():
            steps = [steps_left(SETUP, state, u) - steps_left(SETUP, board.state, u) for u in uids]
            fallen = [board.state.blocks[uid].at == "eliminated" for uid in uids]
            lost[side] += sum(steps)
            gone[side] += sum(fallen)
            cleared[side] += all(fallen)
    for side, uids in fighting.items():
        most = sum(steps_left(SETUP, state, uid) for uid in uids)
        for came, key, bound in ((lost, "steps", most), (gone, "blocks", len(uids)),
                                 (cleared, "cleared", 1)):  # fmt: skip
            # Hoeffding: further off than this once in a million.
            wide = bound * sqrt(log(2e6) / (2 * FORKS)) + 0.0006
            assert came[side] / FORKS == pytest.approx(float(told["sides"][side][key]), abs=wide)


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
    assert sum(chance for _, chance in answer.shares) == pytest.approx(1)
    assert "steps lost" in str(answer.given)
    assert str(answer.lines[0]) == "This round, counting every roll:"
    assert f"sampled {answer.value['samples']} times" in " ".join(map(str, answer.lines))
    assert answer == battle_odds(SETUP, state, "fr", "hill")


def test_hidden_reserves_do_not_make_a_guess_of_the_round_that_is_fought() -> None:
    homes = {**SMALL, "hill": ("r-foot", "f-foot", "r-horse"), "bog": ("r-cossack", "r-gun")}
    opened = dict.fromkeys(("r-foot", "f-foot"), OPEN)
    entries = (
        Entry("f-foot", "french", "hill|mill", "hill"),
        Entry("r-horse", "russian", "bog|hill", "hill", 2),
    )
    battle = Battle("hill", "french", step="turns")
    fields = {"entries": entries, "battle": battle, "phase": "battle.next", "contested": ("hill",)}
    answer = battle_odds(SETUP, position(homes, opened, **fields), "fr", "hill")
    assert answer.value["dealt"]
    assert (answer.value["round"]["exact"], answer.value["round"]["deals"]) == (True, 1)
    begun = {**fields, "battle": evolve(battle, step="reserves", round=2)}
    answer = battle_odds(SETUP, position(homes, opened, **begun), "fr", "hill")
    assert (answer.value["round"]["exact"], answer.value["round"]["deals"]) == (False, FIRST_ROUND)


def test_a_battle_to_come_is_asked_of_many_deals_and_says_so() -> None:
    state = position()
    choice = {"piece": "f-foot", "at": "hill", "by": ""}
    answer = odds(SETUP, state, "fr", choice)
    assert answer.value["dealt"]
    assert (answer.value["round"]["exact"], answer.value["round"]["deals"]) == (False, FIRST_ROUND)
    swapped = position({**HOMES, "hill": ("r-gun", "r-hq", "r-guard", "r-foot")})
    assert odds(SETUP, swapped, "fr", choice) == answer
    assert odds(SETUP, state, "fr", {"piece": "f-foot", "at": "west", "by": ""}).value == {}


def flanked(**fields):
    """Two blocks have attacked the hill from the mill; the horse in the bog may join them."""
    homes = {**SMALL, "hill": ("r-foot", "f-foot", "f-light"), "bog": ("f-horse",)}
    opened = dict.fromkeys(("r-foot", "f-foot", "f-light", "f-horse"), OPEN)
    entries = tuple(Entry(uid, "french", "hill|mill", "hill") for uid in ("f-foot", "f-light"))
    return position(homes, opened, **{"first": "french", "entries": entries, **fields})


def test_an_attack_over_a_second_border_is_delayed_where_flank_attacks_count() -> None:
    """[flank.main] [flank.delay] Reckoned against the round played with that Main Attack."""
    setup = replace(SETUP, options={"flank_attacks": "yes"})
    state = flanked()
    told = battle_odds(setup, state, "fr", "hill", "f-horse")
    assert told.value["main"] == {"french": "hill|mill"}
    assert {"flank.main", "flank.delay"} <= set(told.rules)
    assert "The French Main Attack comes from Mill" in " ".join(map(str, told.lines))
    assert told.value["round"]["exact"]
    entered = evolve(engaged(setup, state, "hill", "f-horse"), main=(), battle=None, phase="main")
    lost = 0
    for n in range(FORKS):
        board = Table(setup, entered, HashDice(f"flank {n}"))
        asking = main_phase(board)
        assert next(asking).kind == "main_attack"
        with pytest.raises(StopIteration):
            asking.send("hill|mill")
        board.update(battle=Battle("hill", "french"), phase="battle.next", contested=("hill",))
        while board.state.battle.round == 1 and board.state.battle.step != "end":
            answered(board, FIGHT.play_step(board))
        lost += steps_left(setup, entered, "r-foot") - steps_left(setup, board.state, "r-foot")
    wide = 3 * sqrt(log(2e6) / (2 * FORKS)) + 0.0006
    assert lost / FORKS == pytest.approx(
        float(told.value["round"]["sides"]["russian"]["steps"]), abs=wide
    )
    alone = battle_odds(setup, state, "fr", "hill")
    assert alone.value["main"] == {}
    assert alone.value["round"]["sides"] == told.value["round"]["sides"]
    without = battle_odds(SETUP, state, "fr", "hill", "f-horse")
    assert without.value["main"] == {}
    steps = without.value["round"]["sides"]["russian"]["steps"]
    assert float(steps) > float(told.value["round"]["sides"]["russian"]["steps"]) + 0.3


def test_a_main_attack_once_named_or_no_more_to_be_named_is_not_guessed() -> None:
    setup = replace(SETUP, options={"flank_attacks": "yes"})
    both = (*flanked().entries, Entry("f-horse", "french", "bog|hill", "hill"))
    homes = {**SMALL, "hill": ("r-foot", "f-foot", "f-light", "f-horse")}

    def expects(**fields):
        return expected(setup, position(homes, entries=both, first="french", **fields), "hill")

    assert expects() == {"french": "hill|mill"}
    assert expects(main=(("hill", "french", "bog|hill"),)) == {}
    assert expects(active="russian") == {}
    assert expects(phase="battle") == {}


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
    with pytest.raises(ValueError, match="there is no block r-foot to ask about"):
        odds(SETUP, position(), "fr", {"piece": "r-foot", "at": "mill", "by": ""})
    assert odds(SETUP, position(), "fr", "pass").value == {}

"""Hidden blocks dealt anew: what a seat knows stays, what it does not know is dealt."""

from dataclasses import replace
from random import Random

import pytest

from grognard.engines.columbia.field.position import on_map
from grognard.engines.columbia.odds.resample import resample
from grognard.engines.columbia.setup import Day
from grognard.engines.columbia.state import Battle, Entry
from grognard.engines.columbia.table.view import table_view
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.placement import Placement
from tests.engines.columbia.viewfield import HOMES, SETUP, position

GAME = registry["columbia"]
TYPES = SETUP.types
WORN = {
    "r-foot": {"step": 1},
    "r-guard": {"step": 2},
    "r-army": {"step": 1, "known": True},
    "r-gun": {"bombarded": True},
    "r-hq": {"premoved": True, "step": 1},
    "r-militia": {"moved": True, "pinned": True},
    "r-heavy": {"step": 1, "moved": True},
}


def deals(state, seat="fr", n=60):
    return [resample(SETUP, state, seat, Random(seed)) for seed in range(n)]


def lost(state):
    blocks = (b for b in state.blocks.values() if TYPES[b.id].side == "russian" and on_map(b))
    return sum(b.step for b in blocks if not TYPES[b.id].is_hq)


def test_the_seat_sees_the_same_table_after_every_deal() -> None:
    state = position(blocks=WORN)
    view = table_view(SETUP, state, "fr")
    dealt = deals(state)
    assert all(table_view(SETUP, each, "fr") == view for each in dealt)
    assert len({each.areas["hill"] for each in dealt}) > 20


def test_counts_losses_and_open_blocks_stay() -> None:
    state = position(blocks=WORN)
    for dealt in deals(state):
        assert {a: len(s) for a, s in dealt.areas.items()} == {
            a: len(s) for a, s in state.areas.items()
        }
        assert sorted(dealt.blocks) == sorted(state.blocks)
        assert lost(dealt) == lost(state)
        assert dealt.blocks["r-army"] == state.blocks["r-army"]
        assert dealt.blocks["r-hq"].step == 1
        assert all(dealt.blocks[uid] == state.blocks[uid] for uid in TYPES if uid[0] == "f")
        for area, stack in dealt.areas.items():
            assert all(dealt.blocks[uid].at == area for uid in stack)
        for block in dealt.blocks.values():
            assert 0 <= block.step < len(TYPES[block.id].ladder)


def test_who_bombarded_is_artillery_and_who_moved_before_activation_an_hq() -> None:
    for dealt in deals(position(blocks=WORN)):
        marked = [b.id for b in dealt.blocks.values() if b.bombarded]
        assert marked
        assert all(TYPES[uid].is_artillery for uid in marked)
        assert all(TYPES[b.id].is_hq for b in dealt.blocks.values() if b.premoved)
        fallen = [b for b in dealt.blocks.values() if b.at == "eliminated"]
        assert not any(TYPES[b.id].is_hq for b in fallen)


def test_heavy_artillery_is_never_dealt_among_those_that_entered_a_battle() -> None:
    homes = {**HOMES, "mill": (*HOMES["mill"], "r-cossack", "r-horse"), "bog": ()}
    entries = tuple(
        Entry(uid, "russian", "bog|mill", "mill", round=2) for uid in ("r-cossack", "r-horse")
    )
    state = position(homes, entries=entries)
    for dealt in deals(state):
        assert {e.block for e in dealt.entries} == set(dealt.areas["mill"][3:])
        assert "r-heavy" not in {e.block for e in dealt.entries}


def test_every_field_that_names_a_hidden_block_follows_it() -> None:
    battle = Battle("east", "french", took_part=("r-militia", "f-foot"), displaced="r-army")
    state = position(battle=battle, done=("r-militia",), spent=(("east", "east", "r-army"),))
    dealt = next(d for d in deals(state) if "r-militia" not in d.areas["east"])
    first, second = dealt.areas["east"][1], dealt.areas["east"][0]
    assert dealt.battle.took_part == (first, "f-foot")
    assert (dealt.battle.displaced, dealt.done) == (second, (first,))
    assert dealt.spent == (("east", "east", second),)


@pytest.mark.parametrize("seat", ["fr", "ru"])
def test_a_deal_does_not_depend_on_the_truth(seat) -> None:
    state = position(blocks=WORN)
    for other in deals(state, seat, 20):
        for seed in range(5):
            again = resample(SETUP, other, seat, Random(seed))
            assert again == resample(SETUP, state, seat, Random(seed))


def test_an_unseen_loss_says_nothing_about_who_commands() -> None:
    homes = {**HOMES, "eliminated": ("r-heavy", "r-army"), "east": ("r-militia",)}
    state = position(homes, commands={"french": "f-army", "russian": "r-hq"})
    assert all(d.commands["russian"] == "r-army" for d in deals(state))
    seen = position(homes, {"r-army": {"known": True}}, commands=state.commands)
    assert all(d.commands["russian"] == "r-hq" for d in deals(seen))


def test_a_worn_hq_may_have_fallen_unseen_and_then_another_commands() -> None:
    worn = len(TYPES["r-army"].ladder) - 1
    homes = {**HOMES, "eliminated": ("r-heavy", "r-army"), "east": ("r-militia",)}
    commands = {"french": "f-army", "russian": "r-hq"}
    state = position(homes, {"r-army": {"step": worn}}, commands=commands)
    dealt = deals(state)
    fallen = [each.blocks["r-army"].at == "eliminated" for each in dealt]
    assert {True, False} == set(fallen)
    heirs = ["r-hq" if gone else "r-army" for gone in fallen]
    assert [each.commands["russian"] for each in dealt] == heirs
    assert all(not GAME.violations(SETUP, each) for each in dealt)
    for each in dealt[:10]:
        assert resample(SETUP, each, "fr", Random(3)) == resample(SETUP, state, "fr", Random(3))


def test_blocks_reduced_at_the_start_are_known_to_be() -> None:
    starts = {"r-guard": Placement(("r-guard",), state=("reduced",))}
    setup = replace(SETUP, days=(Day(7, ("6 AM",), starts=starts),))
    state = position(blocks={"r-guard": {"step": 1}})
    for seed in range(20):
        guard = resample(setup, state, "fr", Random(seed)).blocks["r-guard"]
        assert guard.step == (1 if guard.at != "eliminated" else len(TYPES["r-guard"].ladder) - 1)


def test_nothing_hidden_leaves_the_position_as_it_is() -> None:
    open_all = {uid: {"known": True} for uid in TYPES}
    state = position(blocks=open_all)
    assert resample(SETUP, state, "fr", Random(1)) is state


def test_a_sealed_bid_is_dealt_and_the_own_one_kept() -> None:
    state = position(phase="setup.bid", sealed={"fr": 3, "ru": 7})
    bids = {(d.sealed["fr"], d.sealed["ru"]) for d in deals(state)}
    assert {own for own, _ in bids} == {3}
    assert len(bids) > 5

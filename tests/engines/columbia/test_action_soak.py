"""Random play looked at from outside: shortcuts agree with the long way, phases end legally."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from grognard.engines.columbia.command import command
from grognard.engines.columbia.field.border_ways import QUIET, limits_of_stacking
from grognard.engines.columbia.field.position import room
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.columbia.movement import movement
from grognard.engines.columbia.movement.movement import Moves
from grognard.engines.columbia.movement.stacking import Cure, room_of
from grognard.engines.core.play.bots import Eyes, RandomBot
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.play.session import Session
from tests.engines.columbia.drive import Drive, scenario

BORODINO = scenario("borodino")
ACTION = ("activate_hq", "bombard", "move", "move_hq", "straggle")


def walk(setup, seed, limit=10_000):
    """Play a random game and hand over each position of its Action Phases that asks for a choice."""
    session = Session(Borodino1812(), setup, str(seed))
    bots = {seat.id: RandomBot(f"{seed}/{seat.id}") for seat in setup.info.seats}
    while session.ask is not None and limit:
        ask = session.ask
        if ask.kind in ACTION:
            limit -= 1
        yield session
        listed = list(ask.choices) if ask.choices.finite else None
        assert listed != [], ask.kind
        bot = bots[ask.seat]
        session.choose(ask.seat, bot.decide(Eyes(session, ask.seat, ask), listed))


def groups(where):
    return [group for area in where.state.areas for group, _ in where.free(area)]


@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_taken_over_is_what_would_be_worked_out(seed):
    seen = 0
    for session in walk(BORODINO, seed, 500):
        if session.ask.kind not in ACTION:
            continue
        state = session.table.state
        kept, anew = situation(BORODINO, state), Situation(BORODINO, state, state.active)
        assert kept.codes == anew.codes
        assert (kept.count, kept.room, kept.full) == (anew.count, anew.room, anew.full)
        assert kept.movable == anew.movable
        assert all(kept.dests(group) == anew.dests(group) for group in groups(anew))
        seen += bool(groups(anew))
    assert seen > 300


@pytest.mark.parametrize("name", ["shevardino", "campaign"])
def test_kept_lists_of_moves_are_those_that_would_be_made(name, monkeypatch):
    setup, seen = scenario(name), set()
    for session in walk(setup, 8, 800):
        choices = session.ask.choices
        if not isinstance(choices, Moves):
            continue
        state = session.table.state
        with monkeypatch.context() as empty:
            for module, memo in ((movement, "_LISTS"), (movement, "_EACH"), (command, "_ORDERS")):
                empty.setattr(module, memo, Memo(64))
            anew = type(choices)(Situation(setup, state, state.active)).listed()
        assert choices.listed() == anew
        seen.add((session.ask.kind, state.active))
    assert len(seen) == 6, "both sides move, move HQs and straggle"


def test_every_legal_move_is_listed():
    seen = 0
    for number, session in enumerate(walk(BORODINO, 9, 400)):
        choices = session.ask.choices
        if number % 23 or not isinstance(choices, Moves):
            continue
        listed = {(c["piece"], c["at"]) for c in choices if c != "pass"}
        for uid, at in product(BORODINO.types, BORODINO.ground.areas):
            legal = choices.why_not({"piece": uid, "at": at, "by": ""}) is None
            assert legal == ((uid, at) in listed)
        seen += len(listed)
    assert seen > 500


@pytest.mark.parametrize("name", ["shevardino", "borodino"])
def test_the_shortcuts_of_stacking_agree_with_the_whole_plan(name):
    setup = scenario(name)
    tight = 0
    for number, session in enumerate(walk(setup, 5, 330)):
        if session.ask.kind not in ("move", "straggle") or number % 12:
            continue
        where = situation(setup, session.table.state)
        left = Cure(where).left
        for group in groups(where):
            legal = [to for to in where.dests(group) if Cure(where, (group, to)).left <= left]
            assert list(room_of(where).dests(group)) == legal, group
        tight += bool(room_of(where).tight)
    assert tight > 3


@pytest.mark.parametrize("seed", range(12))
def test_the_plan_is_as_good_as_trying_everything(seed):
    rng = Random(seed)
    areas = ("she", "kas", "utw", "doe", "vma")
    pool = [k.id for k in BORODINO.types.values() if k.side == "french" and k.is_infantry]
    rng.shuffle(pool)
    at = {uid: rng.choice(areas) for uid in pool}
    game = Drive(BORODINO, at, active="french", first="french", phase="straggle")
    free = set(pool[:3])
    for uid in pool[3:]:
        block = game.state.blocks[uid]
        game.table.update(
            blocks={**game.state.blocks, uid: block.__class__(uid, block.at, moved=True)}
        )
    where = situation(BORODINO, game.state)
    ways = [(at[uid], *where.dests((at[uid], "foot"))) for uid in sorted(free)]
    limits = limits_of_stacking(BORODINO)
    fixed = [area for uid, area in at.items() if uid not in free]

    def excess(places):
        there = [*fixed, *places]
        return sum(max(0, there.count(area) - limits[area]) for area in set(there))

    assert Cure(where).left == min(excess(places) for places in product(*ways))


@pytest.mark.parametrize(("name", "seed"), [("shevardino", 11), ("shevardino", 12)])
def test_no_action_phase_ends_over_the_limit_and_limits_hold(name, seed):
    setup = scenario(name, flank_attacks="yes")
    before = ("", "")
    for session in walk(setup, seed):
        state = session.table.state
        now = (state.active, state.phase)
        if before[1] in ("straggle", "stack", "main") and now[1] not in (
            "straggle",
            "stack",
            "main",
        ):
            assert all(room(setup, state, area, before[0]) >= 0 for area in state.areas)
        if now[1] in ("move", "straggle"):
            where = situation(setup, state)
            for (a, b), key in where.net.keys.items():
                best = max(where.net.limits[a, b], where.net.limits[b, a])
                assert state.crossed.get(key, 0) <= best
        before = now
    assert session.verdict is not None


def test_every_listed_move_is_explained_as_legal():
    seen = 0
    for number, session in enumerate(walk(BORODINO, 7, 400)):
        choices = session.ask.choices
        if number % 9 or not isinstance(choices, Moves):
            continue
        for choice in choices:
            assert choices.why_not(choice) is None
            if choice != "pass":
                assert choices.why_not_by(choice["piece"], choice["by"]) is None
                words = str(choices.label(choice))
                assert BORODINO.types[choice["piece"]].name in words
        for choice, refusal in choices.refused():
            assert refusal.rule
            assert choices.why_not(choice) is not None
        seen += 1
    assert seen > 20


def test_a_quiet_map_lets_everybody_pass():
    game = Drive(BORODINO, {"i-2-friant": "kas"}, active="french", first="french")
    where = situation(BORODINO, game.state)
    assert set(where.codes.values()) == {QUIET}

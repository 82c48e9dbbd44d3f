"""Whole games: no broken invariant, and the State alone starts them again at every rest."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.keep.loading import migrated
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.movement.move_under_way import begin, end, put
from tests.engines.risorgimento.field import field
from tests.engines.risorgimento.moves import short

GAME = Risorgimento()
SOURCE = files("grognard.scenarios.risorgimento").joinpath("first-brigade.yaml")


def chosen(ask: Ask, rng: Random) -> Choice:
    if not ask.choices.finite:
        return ask.choices.sample(rng)
    listed = list(ask.choices)
    return (
        rng.choice([c for c in listed if c != "pass"] or listed)
        if rng.random() < 0.9
        else listed[0]
    )


def test_a_state_of_the_first_schema_is_brought_up():
    state = field({"foot-1": (20, 20, 0)}).state
    old = json.loads(json.dumps(GAME.encode(state)))
    del old["progress"]["leg_from"]
    assert GAME.decode(None, migrated(GAME, old, 1)) == state
    assert migrated(GAME, old, 1) == json.loads(json.dumps(GAME.encode(state)))


def again(session: Session) -> Session:
    """The game taken up from its encoded State, with the dice that have fallen."""
    setup, table = session.setup, session.table
    state = GAME.decode(setup, json.loads(json.dumps(GAME.encode(table.state))))
    assert state == table.state
    other = Session(GAME, setup, session.seed)
    rows, log = list(session.choices), list(table.entries)
    other.resume_at(len(rows), state, dict(table.dice.counts), rows, log)
    return other


@pytest.mark.parametrize("seed", range(4))
def test_a_game_at_random_comes_to_a_verdict_and_rests_anywhere(seed):
    setup = GAME.load(SOURCE, {"written_orders": "yes" if seed == 3 else "no"})
    session, rng = Session(GAME, setup, str(seed)), Random(seed)
    since = 0
    while session.ask is not None:
        ask = session.ask
        since = 0 if ask.resting else since + 1
        assert since < 40
        if ask.resting:
            assert GAME.violations(setup, session.table.state) == []
            other = again(session)
            assert (other.ask.kind, other.ask.seat, other.ask.subject) == (
                ask.kind,
                ask.seat,
                ask.subject,
            )
            assert other.table.state == session.table.state
            assert len(other.table.entries) == len(session.table.entries)
            if ask.choices.finite:
                assert list(other.ask.choices) == list(ask.choices)
        session.choose(ask.seat, chosen(ask, rng))
    assert session.verdict is not None
    assert session.table.state.turn > 1


def test_a_unit_cut_short_on_a_friend_ends_its_move_at_its_last_clear_place():
    table = field({"zouaves-1": (20, 20, 0), "foot-1": (26, 20, 0), "foe-1": (90, 50, 180)})
    begin(table, "zouaves-1")
    put(table, "zouaves-1", Pose.of(23, 20, 0))
    put(table, "zouaves-1", Pose.of(25, 20, 0))
    end(table)
    unit = table.state.units["zouaves-1"]
    assert (unit.pose, unit.moved) == (Pose.of(23, 20, 0), True)
    assert short(table) == ["E.7.forbidden"]


def test_what_one_side_notes_tells_the_other_nothing():
    """Two games that differ in the French notes alone look the same to the Austrians until E.1."""
    setup = GAME.load(SOURCE, {})
    seen = []
    for target in (0, 1, None):
        session = Session(GAME, setup, "notes")
        while session.ask is not None and session.ask.kind != "charge_note":
            session.choose(session.ask.seat, chosen(session.ask, Random(1)))
        assert session.ask is not None
        ask = session.ask
        assert (ask.seat, ask.secret) == ("allied", True)
        foes = [choice for choice in ask.choices if choice != "pass"]
        session.choose("allied", "pass" if target is None else foes[target])
        while session.ask.kind == "charge_note":
            session.choose(session.ask.seat, "pass")
        view = session.view("austrian")
        asked = (view.ask.kind, str(view.ask.prompt)) if view.ask else None
        seen.append((repr(replace(view, ask=None)), asked))
        assert bool(session.table.state.notes) is (target is not None)
    assert seen[0] == seen[1] == seen[2]

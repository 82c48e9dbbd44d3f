"""The marshal thinks of whole turns: once a turn, in manners, and in foot battles goes at who comes."""

from __future__ import annotations

import pytest

from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.think.search import Way
from grognard.engines.core.think.temper import in_temper, temper_of
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.opponent.captain import Captain, posture
from grognard.engines.risorgimento.opponent.marshal import Marshal
from tests.engines.risorgimento.shipped import shipped

GAME = Risorgimento()


def test_it_thinks_before_its_first_move_of_a_turn_and_of_manners_alone() -> None:
    session, captain, marshal = Session(GAME, shipped("outposts"), "1"), Captain("1"), Marshal("m")
    thought: dict[int, list[str]] = {1: [], 2: []}
    while session.ask is not None and (turn := session.table.state.turn) < 3:
        ask = session.ask
        if ask.seat == "austrian":
            eyes = Eyes(session, ask.seat, ask)
            options = list(ask.choices) if ask.choices.finite else None
            given = [Way(captain.decide(eyes, options))]
            found = marshal.candidates(given, eyes, options)
            assert all(way.manner for way in found[1:])
            thought[turn] += [ask.kind] if len(found) > 1 else []
        captain.go_on(session)
    assert thought == {1: ["unit"], 2: ["unit"]}


def test_who_only_advises_thinks_of_single_orders_too() -> None:
    session, captain, marshal = Session(GAME, shipped("outposts"), "1"), Captain("1"), Marshal("m")
    marshal.manners = 0
    while session.ask is not None and session.ask.kind != "manoeuvre":
        captain.go_on(session)
    ask = session.ask
    assert ask is not None
    eyes = Eyes(session, ask.seat, ask)
    assert len(marshal.candidates([Way(captain.decide(eyes, None))], eyes, None)) > 1


@pytest.mark.parametrize(
    ("manner", "postures"),
    [
        ("", {"allied": "attack", "austrian": "defend"}),
        ("= boldness 3", {"allied": "attack", "austrian": "attack"}),
        ("= boldness 0.3", {"allied": "defend", "austrian": "defend"}),
    ],
)
def test_who_is_bold_attacks_whatever_he_holds_and_who_is_careful_never_does(
    manner: str, postures: dict[str, str]
) -> None:
    setup = shipped("outposts")
    state = Session(GAME, setup, "1").table.state
    with in_temper(temper_of(manner)):
        assert {side: posture(setup, state, side) for side in setup.sides} == postures


@pytest.mark.parametrize(("name", "goes"), [("outposts", True), ("hamlet-of-bruna", False)])
def test_as_austrian_it_begins_a_turn_by_going_at_them_in_the_short_battle_alone(
    name: str, goes: bool
) -> None:
    marshal = Marshal("m")
    said = marshal.judging.said("first", "austrian", shipped(name).info)
    assert bool(said) is goes
    assert marshal.judging.said("first", "allied", shipped(name).info) == ()

"""Plans for a short game: every idea of a turn is there, is carried out by who has the order, and told in two sentences."""

from __future__ import annotations

import pytest

from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.think.plan import OWN, Order, Plan, plan_of
from grognard.engines.core.think.search import Candidate
from grognard.engines.core.think.temper import in_temper, temper_of
from grognard.engines.core.think.thinker import Weighed
from grognard.engines.europa.opponent.design import designs, sentences
from grognard.engines.europa.opponent.judge import Judge
from grognard.engines.europa.opponent.marshal import Leaning, Marshal, Voice
from tests.engines.europa.opponent.test_captain import GAME, loaded

SETUP = loaded("two-roads")
START = Session(GAME, SETUP, "1")
DAVOUT, NEY = "0203", "0206"
NORTH, SOUTH = "0904", "0807"
PLAN = Plan((Order("davout", NORTH, "assault"), Order("ney", SOUTH, "hold")))


def judge(plan: Plan | None) -> Leaning:
    voice = Voice("1")
    with in_temper(temper_of(plan.manner) if plan else None):
        found = voice.judge(START, "french")
    assert isinstance(found, Leaning)
    return found


def test_all_together_spread_out_waiting_and_striking_are_among_the_plans() -> None:
    found = designs(Judge(SETUP, START.table.state, "french"))
    assert set(found.goals) == {"davout", "ney"}
    stances = {tuple(one.stance for one in plan.orders) for plan in found.ready}
    assert stances == {("assault",) * 2, ("prepare",) * 2, ("hold",) * 2}
    assert {plan.orders[0].goal for plan in found.ready} == {OWN, *SETUP.goals}
    assert any(len({one.goal for one in plan.orders}) == 2 for plan in found.ready)
    assert len(set(found.ready)) == len(found.ready)


def test_each_commander_is_drawn_to_the_goal_of_his_order() -> None:
    planned, plain = judge(PLAN), judge(None)
    for at, near, far in ((DAVOUT, NORTH, SOUTH), (NEY, SOUTH, NORTH)):
        units = planned.ours[at]
        assert planned.draw(near, units) > planned.draw(far, units)
        assert plain.draw(near, units) == plain.pull(near)


def test_who_has_but_a_stance_goes_where_he_likes_and_waits_for_the_enemy() -> None:
    waits, plain = judge(Plan((Order("davout", OWN, "prepare"),))), judge(None)
    units, pieces = plain.ours[DAVOUT], [unit.id for unit in plain.ours[DAVOUT]]
    assert waits.draw(SOUTH, units) == plain.draw(SOUTH, units)
    assert waits.dares(units) == plain.dares(units)
    assert waits.attack_worth(pieces, NORTH) < plain.attack_worth(pieces, NORTH)
    (said,) = sentences(SETUP, Plan((Order("davout", OWN, "prepare"),)))
    assert str(said) == "Davout will come up and let the enemy attack."


def test_who_is_to_attack_dares_more_and_thinks_more_of_an_attack_than_who_holds() -> None:
    planned = judge(PLAN)
    assert planned.dares(planned.ours[DAVOUT]) > planned.dares(planned.ours[NEY])
    plain = judge(None)
    for at, more in ((DAVOUT, True), (NEY, False)):
        pieces = [unit.id for unit in planned.ours[at]]
        gain = planned.attack_worth(pieces, NORTH) - plain.attack_worth(pieces, NORTH)
        assert (gain > 0) is more


def test_a_plan_is_told_in_at_most_two_sentences_and_those_who_do_the_same_together() -> None:
    davout, ney = (SETUP.chiefs[cid].name for cid in ("davout", "ney"))
    said = [str(one) for one in sentences(SETUP, PLAN)]
    assert said == [
        f"{davout} will go for Novy (0904) and attack who bars the way.",
        f"{ney} will keep to Borki (0807) and fight for nothing else.",
    ]
    together = Plan((Order("davout", NORTH, "prepare"), Order("ney", NORTH, "prepare")))
    (one,) = sentences(SETUP, together)
    assert (
        str(one) == f"{davout} and {ney} will come up towards Novy (0904) and let the enemy attack."
    )


@pytest.mark.parametrize(("name", "planning"), [("two-roads", True), ("campaign-1812", False)])
def test_a_marshal_plans_as_a_turn_begins_and_improves_on_it_and_a_campaign_has_its_axes(
    name: str, planning: bool
) -> None:
    session, voice = Session(GAME, loaded(name), "1"), Voice("1")
    while session.ask is not None and session.ask.kind != "train":
        voice.go_on(session)
    ask = session.ask
    assert ask is not None
    marshal, eyes = Marshal("m"), Eyes(session, ask.seat, ask)
    marshal.seconds, marshal.trials, marshal.purse = None, 0, None
    assert marshal.plans_now(eyes) is planning
    assert not marshal.plans_now(eyes)
    fresh = Marshal("m")
    fresh.seconds, fresh.trials, fresh.purse = None, 4, None
    tried = [plan_of(one.manner) for one in fresh.weigh(eyes, list(ask.choices)).tried]
    found = designs(Judge(session.setup, session.table.state, ask.seat))
    assert (tried[1:] == list(found.ready)) is planning
    marshal.manner = PLAN.manner
    assert bool(marshal._plans()) is planning


def test_what_was_planned_is_told_with_the_thought() -> None:
    session = Session(GAME, SETUP, "1")
    ask = session.ask
    assert ask is not None
    one, other = Candidate("pass", manner=PLAN.manner), Candidate("pass")
    marshal, eyes = Marshal("m"), Eyes(session, ask.seat, ask)
    told = marshal.reason(eyes, Weighed(one, one, [one, other]), one)
    assert [str(said) for said in told.plan] == [str(said) for said in sentences(SETUP, PLAN)]
    assert marshal.reason(eyes, Weighed(other, other, [one, other]), other).plan == ()

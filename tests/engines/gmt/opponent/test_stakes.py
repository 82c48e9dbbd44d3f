"""What is at stake for the captain: groups near Collapse, the last turns, ground, what is burnt or broken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from typing import Any, cast

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS
from grognard.engines.gmt.odds.shock_odds import foresee, shock_odds
from grognard.engines.gmt.opponent import ground
from grognard.engines.gmt.opponent.fights import ANSWERED, best_shock, shock_worth
from grognard.engines.gmt.opponent.player import Captain
from grognard.engines.gmt.opponent.position_value import Judge
from grognard.engines.gmt.opponent.works import destroy
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.state import WITHDRAWN, State


def session(scenario: str) -> Session:
    game = registry["gmt"]
    return Session(
        game, game.load(files("grognard.scenarios.gmt").joinpath(f"{scenario}.yaml"), {}), "1"
    )


def judge(scenario: str, side: str) -> Judge:
    one = session(scenario)
    return Judge(cast("Setup", one.setup), one.table.state, side)


def without(state: State, *uids: str) -> State:
    units = {uid: replace(u, at=WITHDRAWN) if uid in uids else u for uid, u in state.units.items()}
    stacks = {at: tuple(u for u in stack if u not in uids) for at, stack in state.stacks.items()}
    return replace(state, units=units, stacks={at: stack for at, stack in stacks.items() if stack})


def test_what_is_foreseen_of_an_attack_is_what_its_odds_say() -> None:
    one, captain = session("charge"), Captain("1")
    while one.ask is not None and one.ask.kind != "declare_shock":
        captain.go_on(one)
    setup, state = cast("Setup", one.setup), one.table.state
    assert one.ask is not None
    attacks = [option for option in one.ask.choices if option != PASS]
    assert attacks
    for option in attacks[:6]:
        told: dict[str, Any] = dict(shock_odds(setup, state, None, option).value)
        seen = foresee(setup, state, option, ANSWERED)
        assert seen is not None
        assert seen.commits == Fraction(told["commitment"]["chance"])
        rows = [row for row in told["rows"] if row["stage"] in ANSWERED]
        assert [(r["stage"], Fraction(r["chance"]), r["target"]) for r in rows] == [
            row[:3] for row in seen.rows
        ]


def test_a_group_with_one_unit_to_spare_is_frail_and_is_prey() -> None:
    before = judge("borodino", "russian")
    members = [u for u, kind in before.setup.types.items() if kind.group == "ru-vi-corps"]
    foot = [u for u in members if not before.setup.types[u].is_artillery]
    assert before.frail(foot[0]) == 0
    state = without(before.state, *foot[1:3])
    after = Judge(before.setup, state, "russian")
    assert after.frail(foot[0]) == 1
    assert after.prey(state.units[foot[0]].at) > before.prey(before.state.units[foot[0]].at)


def test_on_the_last_turn_only_the_objective_draws_who_has_lost_it() -> None:
    early = judge("first-assault", "french")
    late = Judge(early.setup, replace(early.state, turn=early.setup.turns), "french")
    assert (early.now_or_never, late.now_or_never) == (False, True)
    assert not Judge(late.setup, late.state, "russian").now_or_never
    unit = early.state.units["teste-a"]
    beside, away = "0604", "0704"
    assert late.place(unit, beside) - late.place(unit, away) > early.place(
        unit, beside
    ) - early.place(unit, away)


def test_on_the_last_turn_whoever_may_attack_the_objective_does_whatever_the_odds() -> None:
    """Nothing is lost by a repulse that is not lost without the attack: the best chance is taken, however small."""
    one, captain = session("first-assault"), Captain("1")
    while one.ask is not None:
        view = Judge(cast("Setup", one.setup), one.table.state, "french")
        if one.ask.kind == "declare_shock" and one.ask.seat == "french" and not view.holds:
            break
        captain.go_on(one)
    assert one.ask is not None
    attacks = [o for o in one.ask.choices if isinstance(o, dict) and view.goal in o["targets"]]
    assert attacks
    early = Judge(view.setup, replace(view.state, turn=1), "french")
    late = Judge(view.setup, replace(view.state, turn=view.setup.turns), "french")
    assert (early.last_chance, late.last_chance) == (False, True)
    assert min(shock_worth(early, attack) for attack in attacks) < 0
    for attack in attacks:
        assert shock_worth(late, attack) >= max(0.0, shock_worth(early, attack))
        assert best_shock(late, [attack, PASS]) == attack
    assert not Judge(view.setup, late.state, "russian").last_chance


def test_the_last_charge_at_the_objective_is_not_called_off() -> None:
    """[9.82] Before a Square the odds are poor; called off there are none."""
    early = judge("charge", "french")
    late = Judge(early.setup, replace(early.state, turn=early.setup.turns), "french")
    ask = session("charge").ask
    assert ask is not None
    there = evolve(ask, kind="recall", where=("0503", late.goal))
    aside = evolve(ask, kind="recall", where=("0503", "0504"))
    said = [
        Captain.answers["recall"](view, asked, ["recall", PASS])
        for view, asked in ((early, there), (late, there), (late, aside))
    ]
    assert said == ["recall", PASS, "recall"]


def test_at_the_last_chance_a_breakthrough_at_the_objective_goes_on_against_any_odds() -> None:
    early = judge("charge", "french")
    late = Judge(early.setup, replace(early.state, turn=early.setup.turns), "french")
    ask = session("charge").ask
    assert ask is not None
    asked = evolve(ask, kind="breakthrough", subject=("burthe",))

    def said(view: Judge, at: str) -> bool:
        view.own, options = {view.state.units["burthe"].at: 0.1}, [{"targets": [at]}, PASS]
        return Captain.answers["breakthrough"](view, asked, options) != PASS

    assert (said(early, early.goal), said(late, late.goal), said(late, "0504")) == (
        False,
        True,
        False,
    )


def test_a_work_helps_against_who_storms_it_and_not_from_behind() -> None:
    field = judge("shevardino", "french").setup.map
    assert ground.over(field, "4108", "4008") < ground.over(field, "3908", "4008")


def test_a_bridge_is_broken_before_the_enemy_and_not_behind_a_friend() -> None:
    view = judge("borodino", "russian")
    bridge = "3217/3316"
    assert destroy(view, [PASS, bridge]) == PASS
    jaeger = next(u for u in view.state.stacks["3316"])
    alone = Judge(view.setup, without(view.state, jaeger), "russian")
    assert destroy(alone, [PASS, bridge]) == bridge


def test_a_village_is_burnt_only_before_a_stronger_enemy() -> None:
    view = judge("borodino", "russian")
    assert destroy(view, [PASS, "2214"]) == PASS
    assert destroy(view, [PASS, "3417"]) == "3417"

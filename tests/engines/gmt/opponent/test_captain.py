"""What the captain reckons with: the results of Shock by name, where he stays, where he goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import cast

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.gmt.attack.declared_attacks import attack_of
from grognard.engines.gmt.field.position import cohesion
from grognard.engines.gmt.fire.gunnery import facings_toward
from grognard.engines.gmt.opponent.fights import RESULTS, fire_worth
from grognard.engines.gmt.opponent.player import Captain, enter_first, next_piece
from grognard.engines.gmt.opponent.position_value import Judge, weights
from grognard.engines.gmt.setup import Setup
from grognard.engines.gmt.shock.shock_resolution import result_name
from grognard.engines.gmt.state import State


def judge(scenario: str, side: str) -> Judge:
    game = registry["gmt"]
    loaded = game.load(files("grognard.scenarios.gmt").joinpath(f"{scenario}.yaml"), {})
    session = Session(game, loaded, "1")
    return Judge(cast("Setup", loaded), session.table.state, side)


def test_every_result_of_the_shock_table_is_worth_something() -> None:
    names = {result_name(total) for total in range(-6, 20)}
    assert len(names) > 3
    assert names <= set(RESULTS)
    assert all(weights()[key] for key in RESULTS.values())


def test_of_two_cleared_hexes_the_objective_is_entered() -> None:
    view = judge("first-assault", "french")
    assert enter_first(view, ["0405", view.goal]) == view.goal


def test_who_is_disordered_and_free_of_the_enemy_stays_to_rally() -> None:
    view = judge("first-assault", "french")
    unit = replace(view.state.units["teste-a"], disordered=True)
    assert cohesion(view.setup, unit) < cohesion(view.setup, view.state.units["teste-a"])
    around = view.setup.map.grid.adjacent(unit.at)
    assert all(view.place(unit, unit.at) > view.place(unit, at) for at in around)


def test_who_keeps_the_objective_disordered_waits_until_he_is_relieved() -> None:
    """He is asked last: once another has come in he goes out of the enemy's reach, where he may rally."""
    view = judge("first-assault", "russian")
    names: list[Choice] = ["gogel-a", "ryleev-a", "ryleev-b"]
    assert next_piece(view, names) == "gogel-a"
    tired = replace(view.state.units["gogel-a"], disordered=True)
    state = replace(view.state, units={**view.state.units, "gogel-a": tired})
    alone = Judge(view.setup, state, "russian")
    assert next_piece(alone, names) == "ryleev-a"
    assert next_piece(alone, names[:1]) == "gogel-a"
    relieved = replace(state, stacks={**state.stacks, alone.goal: ("gogel-a", "ryleev-a")})
    assert next_piece(Judge(view.setup, relieved, "russian"), names[::2]) == "gogel-a"


def test_whoever_is_left_goes_into_an_empty_objective() -> None:
    view = judge("first-assault", "french")
    goal = view.goal
    empty = {at: strength for at, strength in view.foe.items() if at != goal}
    view.foe, view.near = empty, {}
    unit = replace(view.state.units["teste-a"], disordered=True)
    assert view.place(unit, goal) > view.place(unit, unit.at)


def test_who_holds_the_objective_stays_in_square_while_horse_is_near() -> None:
    """[9.85.leave] Left for nothing it has to be formed anew before the next charge, which may fail."""
    view = judge("charge", "russian")
    assert view.holds
    ask = Session(registry["gmt"], view.setup, "1").ask
    assert ask is not None
    asked = evolve(ask, kind="leave_square", subject=("okulov-b",))

    def answer(horse: str, state: State = view.state) -> Choice:
        moved = {uid: replace(u, at=horse) for uid, u in state.units.items() if uid == "burthe"}
        others = {
            at: s for at, s in state.stacks.items() if view.setup.types[s[0]].side != "french"
        }
        near = replace(state, units={**state.units, **moved}, stacks={**others, horse: ("burthe",)})
        seen = Judge(view.setup, near, "russian")
        return Captain.answers["leave_square"](seen, asked, ["keep", "leave"])

    assert answer("0704") == "keep"
    assert answer("1104") == "leave"
    tired = replace(view.state.units["burthe"], disordered=True)
    assert (
        answer("0704", replace(view.state, units={**view.state.units, "burthe": tired})) == "leave"
    )
    assert answer("0704", replace(view.state, holder="french", stacks={})) == "leave"


def test_horse_keeps_off_whom_it_may_not_attack() -> None:
    view = judge("charge", "french")
    unit = view.state.units["burthe"]
    assert view.place(unit, "0605") < view.place(unit, "0705")


def test_a_battery_does_not_turn_away_from_the_enemy_at_hand_for_a_poor_shot() -> None:
    view = judge("first-assault", "french")
    gun = next(u for u in view.state.units.values() if is_gun(view, u.id, "french"))
    foes = [u for u in view.state.units.values() if view.setup.types[u.id].side != "french"]
    grid = view.setup.map.grid
    near, far = next(
        (a, b)
        for a in sorted(grid.adjacent(gun.at))
        for b in sorted(at for at in grid if grid.distance(gun.at, at) == 4)
        if not {*facings_toward(view.setup, gun, a)} & {*facings_toward(view.setup, gun, b)}
    )
    away = facings_toward(view.setup, gun, far)[0]
    gun = replace(gun, facing=facings_toward(view.setup, gun, near)[0])
    units = {**view.state.units, gun.id: gun}
    for foe, at in zip(foes, (near, far), strict=False):
        units[foe.id] = replace(foe, at=at)
    stacks = {gun.at: (gun.id,), near: (foes[0].id,), far: (foes[1].id,)}
    view = Judge(view.setup, replace(view.state, units=units, stacks=stacks), "french")
    alone = replace(view.state, stacks={gun.at: (gun.id,), far: (foes[1].id,)})
    shot = {"by": [gun.id], "at": far, "facing": away}
    free = fire_worth(Judge(view.setup, alone, "french"), shot)
    assert fire_worth(view, shot) == pytest.approx(free - weights()["turned_away"])
    keeps = {"by": [gun.id], "at": near}
    assert fire_worth(view, keeps) > fire_worth(view, shot)


def test_a_battery_goes_no_farther_than_its_infantry_to_have_the_enemy_in_range() -> None:
    view = judge("charge", "french")
    unit = next(u for u in view.state.units.values() if is_gun(view, u.id, "french"))
    kind = view.setup.types[unit.id]
    grid = view.setup.map.grid
    friends = [at for at in view.own if at != unit.at]
    away = {at: min(grid.distance(at, h) for h in friends) for at in grid if at not in view.foe}
    reach = kind.effective_range
    ahead = [at for at in away if away[at] > 2 and view.nearest_foe(at)[0] == reach]
    behind = [at for at in away if away[at] <= 1 and view.nearest_foe(at)[0] > reach]
    assert ahead
    assert behind
    assert max(view.place(unit, at) for at in ahead) < max(view.place(unit, at) for at in behind)


def is_gun(view: Judge, uid: str, side: str) -> bool:
    kind = view.setup.types[uid]
    return kind.is_artillery and kind.side == side and view.state.units[uid].at in view.own


def asked(kind: str) -> Iterator[tuple[Session, Ask, Choice]]:
    """Give each question of a kind in some games of captains, with the captain's answer."""
    game = registry["gmt"]
    loaded = game.load(files("grognard.scenarios.gmt").joinpath("first-assault.yaml"), {})
    for seed in range(1, 8):
        session, captain = Session(game, loaded, str(seed)), Captain(str(seed))
        while (ask := session.ask) is not None:
            if ask.kind == kind:
                yield session, ask, captain.decide(Eyes(session, ask.seat, ask), list(ask.choices))
            captain.go_on(session)


def test_of_several_terrains_the_one_that_helps_is_named() -> None:
    """[9.53] Who chooses from where the terrain counts does not name whatever is offered first."""
    best = []
    for _, ask, chosen in asked("terrain_drm"):
        assert ask.idle is not None
        assert chosen == ask.idle()
        best.append(chosen == next(iter(ask.choices)))
    assert False in best


def test_of_stacks_that_may_advance_the_strongest_holds_what_is_won() -> None:
    """[9.71.tie] On a tie of Cohesion it is the attacker's choice which of them goes in."""
    first = []
    for session, ask, chosen in asked("advance_tie"):
        view = Judge(cast("Setup", session.setup), session.table.state, ask.seat)
        strong = {
            one: view.own[attack_of(view.state, str(one)).at] for one in map(str, ask.choices)
        }
        assert strong[str(chosen)] == max(strong.values())
        first.append(strong[next(iter(strong))] == max(strong.values()))
    assert False in first

"""The captain's formations and orders: a square in time, horse called back, a rest for who has no enemy near."""

from __future__ import annotations

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import number_of
from grognard.engines.eagle.field.position import enemy_zoc, front, unit_at
from grognard.engines.eagle.opponent.captain import Captain, flee
from grognard.engines.eagle.opponent.formations import change, wanted_change
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.orders import wanted
from grognard.engines.eagle.state import COLUMN, DISORDERED, ROUTED, SQUARE, State
from tests.engines.eagle.opponent.test_captain import GAME, loaded

SETUP = loaded("low-hill")
START = GAME.initial(SETUP, "1")
AWAY = {"ligne-1": "0606", "ligne-2": "0706", "ligne-3": "0806"}
"""The French foot at the edge of the map."""


def placed(**fields: str) -> State:
    """Return the beginning with some units elsewhere, in the first segment; French foot is far."""
    where = {**AWAY, **{name.replace("_", "-"): at for name, at in fields.items()}}
    units = {uid: evolve(START.units[uid], at=at) for uid, at in where.items()}
    return evolve(START, units={**START.units, **units}, phase="action-1.formation", active="foot")


def test_infantry_that_horse_alone_can_reach_forms_square() -> None:
    state = placed(chasseurs_1="0304")
    assert wanted_change(Judge(SETUP, state, "british"), "foot-2") == SQUARE


def test_infantry_with_foot_before_it_stays_in_line_for_its_fire() -> None:
    state = placed(chasseurs_1="0504", ligne_1="0303", ligne_2="0203")
    assert wanted_change(Judge(SETUP, state, "british"), "foot-2") != SQUARE


def test_a_square_stays_while_horse_is_near_and_no_longer() -> None:
    for at, word in (("0304", ""), ("0805", "column")):
        state = placed(chasseurs_1=at)
        square = evolve(state.units["foot-2"], formation=SQUARE)
        state = evolve(state, units={**state.units, "foot-2": square})
        assert wanted_change(Judge(SETUP, state, "british"), "foot-2") == word


def test_shaken_horse_before_muskets_is_called_back_and_elsewhere_recovers() -> None:
    for at, word in (("0303", "recall"), ("0805", "recover")):
        state = placed(chasseurs_1=at)
        horse = evolve(state.units["chasseurs-1"], state=DISORDERED, figures=2)
        state = evolve(state, units={**state.units, "chasseurs-1": horse}, active="chasseurs")
        assert wanted_change(Judge(SETUP, state, "french"), "chasseurs-1") == word


def asked(kind: str, subject: str) -> Ask:
    """Return a question about a unit or a commander."""
    ask = Session(GAME, SETUP, "1").ask
    assert ask is not None
    return evolve(ask, kind=kind, subject=(subject,))


def with_unit(before: State, uid: str, **fields: object) -> State:
    """Return a position in which a unit is otherwise."""
    return evolve(before, units={**before.units, uid: evolve(before.units[uid], **fields)})


@pytest.mark.parametrize("at", ["0805", "0706", "0506"])
@pytest.mark.parametrize("was", range(6))
def test_who_recovers_looks_at_the_enemy_whichever_way_he_fled(at: str, was: int) -> None:
    """[formchange.wheel] Recovery gives any facing: horse that rallies with its back to the enemy is lost."""
    state = with_unit(placed(chasseurs_1=at), "chasseurs-1", state=DISORDERED, facing=was)
    judge, options = Judge(SETUP, state, "french"), list[Choice]()
    options += [{"to": "recover", "facing": facing} for facing in range(6)]
    facing = number_of(change(judge, asked("change", "chasseurs-1"), options), "facing")
    grid, foe = SETUP.map.grid, judge.nearest(at)[1]
    ahead = front(SETUP, evolve(state.units["chasseurs-1"], facing=facing))
    nearest = min(grid.distance(one, foe) for one in grid.adjacent(at))
    assert min(grid.distance(one, foe) for one in ahead) == nearest


@pytest.mark.parametrize("kind", ["push_back", "rout"])
def test_who_gives_ground_keeps_out_of_the_zone_in_which_a_figure_is_lost(kind: str) -> None:
    """[result.push_back.zoc] [result.rout.zoc_loss] The first way that is offered may be the dear one."""
    state = placed(ligne_1="0403")
    state = with_unit(state, "ligne-1", state=ROUTED if kind == "rout" else DISORDERED)
    judge = Judge(SETUP, state, "french")
    around = sorted(SETUP.map.grid.adjacent("0403"))
    watched = [at for at in around if at in enemy_zoc(SETUP, state, "french")]
    free = [at for at in around if at not in watched]
    assert watched
    assert free
    ways: list[Choice] = [*watched, *free]
    policy = Captain.answers[kind]
    assert policy(judge, asked(kind, "ligne-1"), ways) in free
    assert policy(judge, asked(kind, "ligne-1"), [*watched]) in watched


def test_horse_does_not_spend_itself_on_a_square() -> None:
    """[melee.square_disorder] It is disordered whatever comes of it, and does next to nothing there."""
    state = with_unit(placed(chasseurs_1="0303"), "foot-2", formation=SQUARE)
    state = with_unit(state, "chasseurs-1", figures=7)
    at = state.units["foot-2"].at
    assert SETUP.map.grid.distance("0303", at) == 1
    blow: Choice = {"pieces": ["chasseurs-1"], "at": at}
    options = [blow, PASS]
    asked_for = asked("melee", "chasseurs-1")
    assert Captain.answers["melee"](Judge(SETUP, state, "french"), asked_for, options) == PASS
    column = with_unit(state, "foot-2", formation=COLUMN, state=DISORDERED, figures=1)
    assert Captain.answers["melee"](Judge(SETUP, column, "french"), asked_for, options) == blow
    spent = with_unit(state, "chasseurs-1", state=DISORDERED, figures=9)
    assert Captain.answers["melee"](Judge(SETUP, spent, "french"), asked_for, options) == blow


def test_a_commander_who_is_driven_off_flees_to_his_men() -> None:
    """[move.displace_commander] Where nobody is whom he leads, at least away from the enemy."""
    cid = next(c for c, one in START.commanders.items() if one.group == "foot")
    uid = next(u for u in START.units if SETUP.units[u].group == "foot")
    side = SETUP.units[uid].side
    judge = Judge(SETUP, START, side)
    grid = SETUP.map.grid
    empty = [at for at in grid.adjacent(START.units[uid].at) if unit_at(SETUP, START, at) is None]
    far = max(empty, key=lambda at: judge.nearest(at)[0])
    near = min(empty, key=lambda at: judge.nearest(at)[0])
    assert judge.nearest(far) != judge.nearest(near)
    assert (
        flee(judge, asked("flight", cid), [near, far, START.units[uid].at]) == START.units[uid].at
    )
    assert flee(judge, asked("flight", cid), [near, far]) == far


def test_a_defender_with_no_enemy_near_rests_where_he_can_be_told_to_get_up() -> None:
    setup = loaded("cerro-de-medellin")
    judge = Judge(setup, GAME.initial(setup, "1"), "british")
    assert {gid: wanted(judge, gid) for gid in ("tilson", "stewart", "donkin", "low")} == {
        "tilson": "defend",  # beyond the couriers of the general
        "stewart": "reserve",
        "donkin": "reserve",
        "low": "reserve",
    }
    assert wanted(Judge(SETUP, START, "british"), "foot") == "defend"


def test_who_has_cleared_the_objective_by_fire_walks_onto_it() -> None:
    """The enemy has been asked for his cards by then: no world can be imagined, and it is done all the same."""
    offered = taken = 0
    for seed in range(3004, 3012):
        session = Session(GAME, SETUP, str(seed))
        captains = {seat.id: Captain(f"{seed} {seat.id}") for seat in SETUP.info.seats}
        while (ask := session.ask) is not None:
            options = list(ask.choices) if ask.choices.finite else None
            choice = captains[ask.seat].next_choice(Eyes(session, ask.seat, ask), options)
            if ask.kind == "advance_fire" and ask.seat == "french":
                hill = [
                    one for one in options or () if isinstance(one, dict) and one["at"] == "0302"
                ]
                offered += bool(hill)
                taken += choice in hill
            session.choose(ask.seat, choice)
    assert 0 < offered == taken

"""The captain's formations and orders: a square in time, horse called back, a rest for who has no enemy near."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.opponent.formations import wanted_change
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.orders import wanted
from grognard.engines.eagle.state import DISORDERED, SQUARE, State
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

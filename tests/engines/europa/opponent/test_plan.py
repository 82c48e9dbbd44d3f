"""Aims of stacks: the axes of an army, cities near a Depot while supply counts, whatever may be reached in the last turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.session import Session
from grognard.engines.europa.game import Europa
from grognard.engines.europa.opponent.judge import Judge
from grognard.engines.europa.opponent.plan import HORIZON, aims, axes, patience, stations
from grognard.engines.europa.state import OFF_MAP
from tests.engines.europa.opponent.test_captain import loaded

NEAR, FAR = 3, HORIZON + 3
MITAU, RIGA, SZAWLE = "2004", "1904", "2005"


def situation(*, patience: float = 1.0, powers: dict[str, float] | None = None) -> Any:
    """Stacks at "camp" with a Depot; a city near by, and a greater one beyond the horizon."""
    away = {"near": NEAR, "far": FAR}
    return SimpleNamespace(
        patience=patience,
        ours={"camp": ()},
        theirs={},
        emperor="",
        setup=SimpleNamespace(goals={}, map=SimpleNamespace(in_russia=lambda _at: True)),
        powers={"french": powers or {"camp": 6.0}},
        side="french",
        enemy="russian",
        power_near=lambda *_where: 0.0,
        away=lambda goal, _at: away.get(goal),
        gap=lambda at, _base: away.get(at, FAR),
        bases=lambda: ["camp"],
        prizes=lambda: {"near": 1.0, "far": 30.0},
    )


def test_supply_counts_for_less_the_fewer_turns_follow() -> None:
    assert [patience(left) for left in (0, 1, 2, 3, 15)] == sorted(
        patience(left) for left in (0, 1, 2, 3, 15)
    )
    assert patience(0) == 0
    assert patience(3) == 1


def test_no_aim_lies_beyond_what_a_depot_feeds() -> None:
    assert aims(situation()) == {"camp": "near"}


def test_in_the_last_turns_the_greater_city_is_the_aim_whatever_feeds_it() -> None:
    assert aims(situation(patience=0.3)) == {"camp": "far"}


AXIS = axes()[-1].cities


def army(powers: dict[str, float], enemies: dict[str, float] | None = None, chief: str = "") -> Any:
    """Stacks on the hexes of a line that is the main axis, its cities a march apart; enemies stand on it too."""
    theirs = {at: [SimpleNamespace(disrupted=True)] * 4 for at in enemies or {}}
    line = {"start": 2} | {at: 3 * n + 3 for n, at in enumerate(AXIS)}

    def away(goal: str, at: str) -> int | None:
        return abs(line[goal] - line[at]) if goal in line and at in line else None

    return SimpleNamespace(
        side="french",
        enemy="russian",
        patience=1.0,
        ours=dict.fromkeys(powers, ()),
        theirs=theirs,
        powers={"french": powers},
        emperor=chief,
        setup=SimpleNamespace(goals={}, map=SimpleNamespace(in_russia=lambda _at: True)),
        power_near=lambda at, *_rest: (enemies or {}).get(at, 0.0),
        away=away,
        gap=lambda a, b: away(a, b) or 0,
        bases=list,
        prizes=dict,
    )


def test_the_main_army_goes_to_the_next_city_of_its_axis() -> None:
    assert aims(army({"start": 20.0})) == {"start": AXIS[0]}
    assert aims(army({"start": 20.0, AXIS[0]: 1.0}))["start"] == AXIS[1]


def test_a_city_that_was_passed_is_taken_by_few() -> None:
    found = aims(army({"start": 3.0, AXIS[1]: 20.0}))
    assert found == {"start": AXIS[0], AXIS[1]: AXIS[2]}


def test_an_enemy_at_hand_is_gone_after_by_who_is_stronger() -> None:
    assert aims(army({"start": 20.0}, {AXIS[0]: 4.0})) == {"start": AXIS[0]}
    near = aims(army({AXIS[1]: 20.0}, {AXIS[0]: 4.0}))
    assert near == {AXIS[1]: AXIS[0]}
    assert aims(army({AXIS[0]: 4.0}, {AXIS[2]: 40.0})) == {AXIS[0]: AXIS[1]}


def test_who_is_too_weak_leaves_the_enemy_alone_and_the_emperor_keeps_to_the_main_axis() -> None:
    for axis in axes():
        assert (axis.power == 0) == (axis.cities == AXIS)
    side = axes()[0].cities[0]
    of = army({"start": 20.0}, chief="start")
    of.away = lambda goal, _at: {side: 1, AXIS[0]: 5}.get(goal)
    assert aims(of) == {"start": AXIS[0]}
    of.emperor = ""
    assert aims(of) == {"start": side}


def test_depots_are_planned_in_cities_of_the_map() -> None:
    setup = loaded("campaign-1812")
    for at in (*stations(), *(at for axis in axes() for at in axis.cities)):
        assert at in setup.map.cities
        assert setup.map.in_russia(at)


def test_a_stack_that_leaves_a_city_of_the_enemy_is_not_fed_through_it_any_more() -> None:
    setup = loaded("campaign-1812")
    state = Session(Europa(), setup, "1").table.state
    far = {uid: evolve(unit, at=OFF_MAP) for uid, unit in state.units.items()}
    gone = {cid: evolve(one, at=OFF_MAP) for cid, one in state.commanders.items()}
    unit = evolve(state.units["legrand"], at=MITAU)
    keeper = evolve(state.units["verdier"], at=SZAWLE)
    state = evolve(
        state,
        units={**far, "legrand": unit, "verdier": keeper},
        commanders=gone,
        depots={SZAWLE: "french"},
        turn=4,
    )
    judge = Judge(setup, state, "french")
    assert RIGA in judge.lines
    assert RIGA not in judge.roads([unit])
    assert judge.worth(RIGA, [unit]) < judge.worth(RIGA, [evolve(unit, at=RIGA)])

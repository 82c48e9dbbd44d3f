"""[C.2.use] [E.phase.order] [commanders.move] [G.5.slots] Order of formations, commanders, villages."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Turn
from grognard.engines.core.show.asks import Procedure
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.ground.sectors import slot_pose, square, why_not_slot
from grognard.engines.risorgimento.manoeuvre.commander_moves import Ride, carry_out
from grognard.engines.risorgimento.manoeuvre.drill import Manoeuvres
from grognard.engines.risorgimento.manoeuvre.phase_move import (
    Formations,
    formations,
    to_move,
    why_not_move,
)
from grognard.engines.risorgimento.movement.move_under_way import begin, end
from grognard.engines.risorgimento.setup import Board
from grognard.engines.risorgimento.turn.turn import TURN
from tests.engines.risorgimento.field import field, with_units
from tests.engines.risorgimento.moves import order, short

PLACES = {
    "foot-1": (10, 10, 0),
    "foot-r1": (10, 20, 0),
    "foe-1": (90, 30, 180),
    "jager-1": (90, 40, 180),
}


def move_phase(table: Board) -> Procedure[None]:
    """The phase, played to its end from where the State stands."""
    return Turn(text("Movement"), replace(TURN.steps["E.move"], then=None)).play(table)


def moving(winner: str = "allied", bonus: int = 0):
    table = field(PLACES)
    table.update(phase="E.move", initiative=winner, bonus=bonus)
    return table


def step(procedure, choice=None):
    try:
        return procedure.send(choice)
    except StopIteration:
        return None


def units(ask) -> list[str]:
    return [choice for choice in ask.choices if choice[:3] in ("foo", "foe", "jag")]


def test_a_formation_is_about_its_units_on_the_table() -> None:
    table = moving()
    (name,) = [name for name, held in formations(table.setup).items() if "foot-1" in held]
    offered = Formations(table.setup, table.state, (name,))
    assert set(offered.about(name)) == {"foot-1", "foot-r1"} & set(formations(table.setup)[name])


def test_the_loser_of_the_initiative_begins_the_alternation() -> None:
    table = moving("austrian")
    ask = step(move_phase(table))
    assert (ask.seat, ask.kind, set(ask.choices)) == ("allied", "formation", {"left", "right"})


def test_one_formation_left_is_moved_without_asking_which() -> None:
    table = moving("allied")
    ask = step(move_phase(table))
    assert (ask.seat, ask.kind, table.state.formation) == ("austrian", "unit", "ramming")
    assert units(ask) == ["foe-1", "jager-1"]
    assert list(ask.choices)[-3:] == ["general", "austrian-chief", "pass"]


def test_the_winner_may_move_bonus_formations_first() -> None:
    table = moving("allied", bonus=2)
    phase = move_phase(table)
    ask = step(phase)
    assert (ask.kind, list(ask.choices)) == ("bonus", ["left", "right", "pass"])
    ask = step(phase, "right")
    assert (table.state.formation, table.state.bonus, units(ask)) == ("right", 1, ["foot-r1"])
    ask = step(phase, "pass")
    assert (ask.kind, list(ask.choices)) == ("bonus", ["left", "pass"])
    ask = step(phase, "pass")
    assert (ask.seat, ask.kind, table.state.phase) == ("austrian", "unit", "E.move:alternate")


def test_sides_alternate_and_the_other_finishes() -> None:
    table = moving("austrian")
    phase = move_phase(table)
    step(phase)
    seen = [step(phase, "left").seat]
    seen += [step(phase, "pass").seat, step(phase, "pass").seat]
    assert seen == ["allied", "austrian", "allied"]
    assert step(phase, "pass") is None
    assert table.state.done == ("left", "ramming", "right")


def test_each_unit_moves_once() -> None:
    table = moving("allied")
    phase = move_phase(table)
    step(phase)
    step(phase, "foe-1")
    ask = step(phase, {"do": [{"leg": [8000, 0]}]})
    assert units(ask) == ["jager-1"]
    assert table.state.units["foe-1"].moved
    assert ask.choices.why_not("foe-1").rule == "E.phase.order"
    assert ask.choices.why_not("foot-1").rule == "E.phase.order"


def test_the_state_alone_restarts_a_move() -> None:
    table = moving("allied")
    phase = move_phase(table)
    step(phase)
    step(phase, "foe-1")
    ask = step(phase, {"do": [{"leg": [2000, 0]}]})
    again = step(move_phase(table))
    assert (ask.kind, again.kind, ask.prompt) == ("manoeuvre", "manoeuvre", again.prompt)


def test_a_unit_that_stays_has_not_moved() -> None:
    table = moving("allied")
    phase = move_phase(table)
    step(phase)
    step(phase, "foe-1")
    ask = step(phase, "pass")
    assert units(ask) == ["jager-1"]
    assert not table.state.units["foe-1"].moved


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"routed": True}, "H.1.routed"),
        ({"moved": True}, "E.phase.order"),
        ({"reacted": True}, "E.2.1.moved"),
        ({"marker": "green"}, "A.1.markers"),
        ({"place": "removed", "pose": None}, "E.phase.individual"),
    ],
)
def test_who_does_not_move(fields: dict[str, object], rule: str) -> None:
    table = moving()
    with_units(table, foot_1=fields)
    assert why_not_move(table.setup, table.state, "foot-1").rule == rule
    assert to_move(table.setup, table.state, "allied") == ("right",)


def test_a_unit_out_of_its_commanders_radius_moves_back_to_him() -> None:
    table = moving()
    general = replace(table.state.commanders["general"], place="table", pose=Pose.of(40, 30, 0))
    table.update(commanders={"general": general})
    with_units(table, foe_1={"marker": "green"})
    assert why_not_move(table.setup, table.state, "foe-1") is None
    begin(table, "foe-1")
    orders = Manoeuvres(table.setup, table.state, "foe-1")
    assert orders.why_not({"do": [{"about": True}, {"leg": [3000, 0]}]}).rule == "A.1.single"
    assert orders.why_not({"do": [{"leg": [3000, 0]}]}) is None
    assert orders.why_not({"do": [{"force": True}]}).rule == "E.3.1.double"


def test_divisions_move_whole_at_division_level() -> None:
    assert set(formations(moving().setup)) == {"left", "right", "ramming"}


def test_passive_formations_wait_until_the_enemy_keeps_quiet() -> None:
    table = field(PLACES, special={"passive": "ramming"})
    table.update(phase="E.move", initiative="austrian", losses={"foe-1": 2})
    step(move_phase(table))
    assert to_move(table.setup, table.state, "austrian") == ()
    table.update(phase="E.move", turn=2)
    step(move_phase(table))
    assert to_move(table.setup, table.state, "austrian") == ("ramming",)
    table.update(phase="E.move", turn=3, losses={"foe-1": 3})
    step(move_phase(table))
    assert to_move(table.setup, table.state, "austrian") == ()


def test_random_orders_are_legal_and_seldom_idle() -> None:
    table = moving()
    begin(table, "foot-1")
    orders = Manoeuvres(table.setup, table.state, "foot-1")
    rng = Random(1)
    found = [orders.sample(rng) for _ in range(200)]
    assert all(choice in orders for choice in found)
    assert 10 < found.count("pass") < 60


# -- commanders --------------------------------------------------------------------------------


def led():
    table = moving("allied")
    general = replace(table.state.commanders["general"], place="table", pose=Pose.of(80, 50, 0))
    table.update(
        commanders={"general": general}, mover="general", formation="ramming", active="austrian"
    )
    return table


def test_a_commander_rides_24_cm_in_any_direction() -> None:
    table = led()
    carry_out(table, "general", [{"leg": [10000, 18000]}, {"turn": 9000}, {"leg": [20000, 9000]}])
    assert table.state.commanders["general"].pose.centre == pytest.approx((56, 50), abs=0.02)
    assert (table.state.account, short(table)) == (1000, ["commanders.move"])


def test_a_commander_attaches_to_a_unit_he_touches_and_goes_with_it() -> None:
    table = led()
    orders = Ride(table.setup, table.state, "general")
    assert orders.why_not({"do": [{"attach": "foot-1"}]}).rule == "commanders.attach"
    carry_out(table, "general", [{"attach": "jager-1"}])
    assert short(table) == ["commanders.attach"]
    carry_out(
        table,
        "general",
        [
            {"turn": -9000},
            {"leg": [8250, 0]},
            {"turn": 9000},
            {"leg": [8500, 0]},
            {"attach": "jager-1"},
        ],
    )
    assert table.state.commanders["general"].attached == "jager-1"
    table.update(mover="")
    unit = order(table, "jager-1", {"leg": [4000, 0]})
    end(table)
    general = table.state.commanders["general"]
    assert general.pose.centre == pytest.approx((unit.pose.centre[0] + 2.0, unit.pose.centre[1]))
    table.update(mover="general")
    assert (
        Ride(table.setup, table.state, "general").why_not({"do": [{"leg": [1000, 0]}]}).rule
        == "commanders.attach"
    )
    assert {"do": [{"detach": True}, {"leg": [1000, 0]}]} in Ride(
        table.setup, table.state, "general"
    )


def test_commanders_pass_friends_but_not_enemies() -> None:
    table = led()
    carry_out(table, "general", [{"turn": 18000}, {"turn": 9000}, {"leg": [9000, 0]}])
    assert short(table) == []
    with_units(table, foot_1={"pose": Pose.of(80, 30, 90)})
    carry_out(table, "general", [{"leg": [14900, 0]}])
    assert short(table) == ["E.7.forbidden"]


# -- villages ----------------------------------------------------------------------------------


def village(**places):
    board = {
        "size": ["100", "60"],
        "villages": [{"id": "paese", "name": "Paese", "sectors": [{"at": ["30", "30"]}]}],
    }
    return field({"foe-1": (90, 50, 180), **places}, board=board)


def test_a_sector_is_taken_side_by_side_in_open_order() -> None:
    table = village(**{"foot-1": (23, 30, 0, "attack_column")})
    unit = order(table, "foot-1", {"slot": ["paese-1", "2"]})
    assert (unit.sector, unit.slot, unit.formation) == ("paese-1", "2", "open_order")
    assert unit.pose == Pose.of(27.25, 30, 180)
    assert table.state.account == 250 + round((27.25 - 26.25 + (26.25 - 23)) / 12 * 1000) + round(
        1 / 0.75 / 12 * 1000 - 1 / 12 * 1000
    )


def test_legs_do_not_enter_a_sector() -> None:
    table = village(**{"foot-1": (23, 30, 0, "attack_column")})
    unit = order(table, "foot-1", {"leg": [6000, 0]})
    assert short(table) == ["G.5.slots"]
    assert unit.pose.centre[0] == pytest.approx(26.25, abs=0.03)


def test_who_may_take_which_place() -> None:
    table = village(
        **{
            "foot-1": (10, 10, 0),
            "foot-2": (10, 20, 0),
            "guns-1": (10, 30, 0),
            "horse-1": (10, 40, 0),
        }
    )
    place = table.setup.table.sectors[0]

    def why(uid: str, slot: str) -> str:
        refusal = why_not_slot(table.setup, table.state, uid, "paese-1", slot)
        return refusal.rule if refusal else ""

    assert [why("foot-1", "0"), why("horse-1", "0"), why("guns-1", "0-left")] == [
        "",
        "G.5.sectors",
        "G.5.slots",
    ]
    with_units(table, foot_2={"pose": slot_pose(place, "0"), "sector": "paese-1", "slot": "0"})
    assert [
        why("foot-1", "0"),
        why("foot-1", "1"),
        why("guns-1", "0-left"),
        why("guns-1", "1-right"),
    ] == ["G.5.slots", "", "", ""]
    with_units(table, foe_1={"pose": slot_pose(place, "3"), "sector": "paese-1", "slot": "3"})
    assert why("foot-1", "1") == "G.5.sectors"


def test_places_touch_the_sides_of_their_sector_from_inside() -> None:
    table = village(**{"foot-1": (10, 10, 0)})
    place = table.setup.table.sectors[0]
    for slot in ("0", "1", "2", "3"):
        with_units(table, foot_1={"pose": slot_pose(place, slot)})
        stand = base(table.setup, table.state.units["foot-1"])
        assert square(place).buffer(0.001).covers(stand.polygon)
        assert square(place).exterior.distance(stand.polygon) < 0.001


def test_in_its_place_a_unit_looks_outward_in_open_order_or_leaves() -> None:
    table = village(**{"foot-1": (23, 30, 0, "open_order")})
    order(table, "foot-1", {"slot": ["paese-1", "2"]})
    end(table)
    with_units(table, foot_1={"moved": False})
    begin(table, "foot-1")
    orders = Manoeuvres(table.setup, table.state, "foot-1")
    assert orders.why_not({"do": [{"turn": 4500}]}).rule == "G.5.slots"
    assert orders.why_not({"do": [{"about": True}]}).rule == "G.5.slots"
    assert orders.why_not({"do": [{"form": "line"}]}).rule == "G.5.formation"
    assert orders.why_not({"do": [{"leg": [6000, 0]}, {"turn": 4500}]}) is None
    unit = order(table, "foot-1", {"leg": [2000, 18000]})
    assert (short(table), unit.slot) == (["G.5.slots"], "2")
    unit = order(table, "foot-1", {"leg": [6000, 0]})
    assert (unit.sector, unit.slot, unit.pose.centre[0]) == ("", "", pytest.approx(21.25))


def test_another_place_of_the_sector_is_taken_from_within() -> None:
    table = village(**{"zouaves-1": (23, 30, 0, "open_order")})
    order(table, "zouaves-1", {"slot": ["paese-1", "2"]})
    end(table)
    with_units(table, zouaves_1={"moved": False})
    unit = order(table, "zouaves-1", {"slot": ["paese-1", "0"]})
    assert (unit.slot, unit.pose) == ("0", Pose.of(32.75, 30, 0))


def test_a_unit_coming_back_into_radius_keeps_its_movement() -> None:
    table = moving()
    general = replace(table.state.commanders["general"], place="table", pose=Pose.of(55, 30, 0))
    table.update(commanders={"general": general})
    with_units(table, foe_1={"marker": "green"})
    order(table, "foe-1", {"leg": [4000, 0]})
    orders = Manoeuvres(table.setup, table.state, "foe-1")
    assert orders.why_not({"do": [{"leg": [3000, 0]}]}) is None
    assert order(table, "foe-1", {"leg": [3000, 0]}).pose.centre[0] == pytest.approx(83.0)

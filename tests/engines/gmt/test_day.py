"""[4] [5] [bor] Orders, Initiative, the Pool, Individual Orders, the Reserve, commanders, points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engines.gmt.charge.charge import why_not_charge_unit
from grognard.engines.gmt.field.closed_hexes import why_not_there
from grognard.engines.gmt.orders.ordering import orders_commands
from grognard.engines.gmt.orders.orders import command_of
from tests.engines.gmt.day import GAME, Play, loaded

LEADERS = {"napoleon": "3908", "kutuzov": "2820"}


def few(**more: Any) -> dict[str, Any]:
    """Two units a side, far apart, both commanders at their posts."""
    return {
        "only": "yes",
        "leaders": LEADERS,
        "active": "french",
        "initiative": "french",
        "place": [
            {"unit": "teste-a", "at": "3907", "facing": 1},
            {"unit": "jacquinot", "at": "4204", "facing": 1},
            {"unit": "lipart-a", "at": "2320", "facing": 4},
            {"unit": "lg-1-a", "at": "2313", "facing": 4},
        ],
        **more,
    }


# -- Orders Commands ---------------------------------------------------------------------------


def test_the_chain_holds_over_two_hexes_and_breaks_at_three() -> None:
    place = [
        {"unit": "teste-a", "at": "3907", "facing": 1},
        {"unit": "teste-b", "at": "3707", "facing": 1},
        {"unit": "guy", "at": "3407", "facing": 1},
        {"unit": "gogel-a", "at": "2008", "facing": 1},
    ]
    play = Play(few(phase="first_am", initiative="french", place=place, pool=["i-corps-1"]))
    assert command_of(play.setup, play.state, "teste-a") == ("teste-a", "teste-b")
    markers = orders_commands(play.setup, play.state, "french")
    assert [marker.id for marker in markers] == ["i-corps", "i-corps-2"]


def test_an_enemy_unit_blocks_the_chain_and_its_zoc_does_not() -> None:
    around = ["3806", "3807"]
    place = [
        {"unit": "teste-a", "at": "3907", "facing": 1},
        {"unit": "teste-b", "at": "3707", "facing": 1},
        *(
            {"unit": uid, "at": at, "facing": 4}
            for uid, at in zip(("lipart-a", "lipart-b"), around, strict=True)
        ),
    ]
    between = set(loaded().map.grid.adjacent("3907")) & set(loaded().map.grid.adjacent("3707"))
    play = Play(few(phase="first_am", initiative="french", place=place, pool=["i-corps-1"]))
    blocked = between <= set(around)
    assert (command_of(play.setup, play.state, "teste-a") == ("teste-a",)) == blocked
    lone = [line for line in place if line["unit"] != "lipart-b"]
    play = Play(few(phase="first_am", initiative="french", place=lone, pool=["i-corps-1"]))
    assert (len(command_of(play.setup, play.state, "teste-a")) == 2) == (len(between) > 1)


# -- Delay and Orders --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "failed", "fresh"), [(5, 0, True), (6, 0, False), (6, 1, True), (7, 1, False)]
)
def test_the_russians_roll_for_delay(die: int, failed: int, *, fresh: bool) -> None:
    play = Play(few(turn=2, phase="orders.delay", delays=failed), dice=[die])
    assert (play.kind, play.seat) == ("orders_delay", "russian")
    play.choose("orders_delay", "roll")
    assert ("russian" in play.state.day.fresh) is fresh
    assert play.state.day.delays == (0 if fresh else failed + 1)
    assert "french" in play.state.day.fresh


def test_without_a_roll_the_orders_stay_and_no_failure_counts() -> None:
    play = Play(few(turn=2, phase="orders.delay", delays=1))
    play.choose("orders_delay", "keep")
    assert (play.state.day.fresh, play.state.day.delays) == (("french",), 1)


def test_nobody_rolls_on_the_first_turn() -> None:
    play = Play(few(turn=1, phase="orders.delay"))
    assert (play.kind, play.seat) == ("orders_assign", "french")
    assert set(play.state.day.fresh) == {"french", "russian"}


def test_napoleon_has_three_points_and_murat_passes_two_on() -> None:
    play = Play({"turn": 1, "phase": "orders.assign", "fresh": ["french", "russian"]})
    assert play.why_not("i-cavalry") == "bor.2.transmit"
    play.choose("orders_assign", "transmit")
    play.choose("orders_murat", "i-cavalry")
    play.choose("orders_murat", "i-corps-cavalry")
    play.choose("orders_assign", "imperial-guard")
    assert play.why_not("imperial-guard") == "5.22"
    assert play.why_not("transmit") == "bor.2.transmit"
    play.choose("orders_assign", "barrage")
    under = {m.id for m in play.state.day.markers if m.under}
    assert under == {"i-cavalry", "i-corps-cavalry", "imperial-guard"}
    assert play.state.day.points == ("french",)
    assert play.kind == "kutuzov_army"


def test_murat_orders_one_part_only_of_each_of_his_commands() -> None:
    place = [
        {"unit": "jacquinot", "at": "4204", "facing": 1},
        {"unit": "pire", "at": "4804", "facing": 1},
        {"unit": "turno", "at": "4202", "facing": 1},
        {"unit": "gogel-a", "at": "2008", "facing": 1},
    ]
    play = Play(few(turn=1, phase="orders.assign", fresh=["french", "russian"], place=place))
    play.choose("orders_assign", "transmit")
    assert set(play.choices()) == {"i-cavalry", "i-cavalry-2", "iv-cavalry", "pass"}
    play.choose("orders_murat", "i-cavalry")
    assert set(play.choices()) == {"iv-cavalry", "pass"}
    assert play.why_not("i-cavalry-2") == "bor.2.transmit"


@pytest.mark.parametrize(("army", "most"), [("first", 3), ("second", 2), ("reserve", 1)])
def test_kutuzov_orders_one_army(army: str, most: int) -> None:
    play = Play({"turn": 1, "phase": "orders.assign", "fresh": ["russian"], "assigned": ["french"]})
    play.choose("kutuzov_army", army)
    assert play.state.day.orders_left == most
    assert ("barrage" in play.choices()) is (army != "reserve")
    given = [one for one in play.choices() if one not in ("barrage", "done")]
    markers = {m.id: m for m in play.state.day.markers}
    groups = {
        play.setup.groups[play.setup.types[markers[one].units[0]].group].army for one in given
    }
    assert groups == {army}
    other = next(m.id for m in markers.values() if m.side == "russian" and m.id not in given)
    assert play.why_not(other) == "bor.1.options"


def test_kept_orders_split_and_one_part_keeps_them() -> None:
    place = [
        {"unit": "lipart-a", "at": "2320", "facing": 4},
        {"unit": "savoini-a", "at": "2326", "facing": 4},
        {"unit": "teste-a", "at": "4107", "facing": 1},
    ]
    play = Play(
        few(
            turn=3,
            phase="orders.assign",
            fresh=["french"],
            assigned=["french"],
            place=place,
            markers=[{"units": ["lipart-a", "savoini-a"], "under": "yes"}],
        ),
        dice=[0, 0],
    )
    assert play.kind == "orders_split"
    play.choose("orders_split", "ru-vii-corps-2")
    under = [m.units for m in play.state.day.markers if m.under]
    assert under == [("savoini-a",)]


def test_commands_that_came_together_adopt_either_status() -> None:
    place = [
        {"unit": "lipart-a", "at": "2320", "facing": 4},
        {"unit": "savoini-a", "at": "2321", "facing": 4},
        {"unit": "teste-a", "at": "4107", "facing": 1},
    ]
    for status in ("under", "none"):
        play = Play(
            few(
                turn=3,
                phase="orders.assign",
                fresh=["french"],
                assigned=["french"],
                place=place,
                markers=[{"units": ["lipart-a"], "under": "yes"}],
            ),
            dice=[0, 0],
        )
        play.choose("orders_merge", status)
        [marker] = [m for m in play.state.day.markers if m.side == "russian"]
        assert (set(marker.units), marker.under) == ({"lipart-a", "savoini-a"}, status == "under")


# -- Initiative and the Pool -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "army", "winner"),
    [
        ([4, 4], "first", ""),
        ([5, 4], "first", "french"),
        ([4, 7], "reserve", "russian"),
        ([4, 5], "", "french"),
    ],
)
def test_each_adds_his_orders_rating(dice: list[int], army: str, winner: str) -> None:
    play = Play(few(turn=2, phase="initiative", army=army, points=["french"]), dice=dice)
    assert play.state.day.initiative == winner


def test_the_french_begin_and_the_pool_has_two_ams_a_group() -> None:
    play = Play({"turn": 1, "phase": "initiative", "markers": []})
    assert play.state.day.initiative == "french"
    assert (play.kind, play.seat) == ("first_am", "french")
    # 21 groups but for the Guard without Orders, and the Destruction AM
    assert len(play.state.day.pool) == 2 * 20 + 1
    assert "imperial-guard-1" not in play.state.day.pool
    assert "destruction" not in play.choices()
    assert play.why_not("ru-guard-1") == "4.0.choice"
    assert play.why_not("destruction") == "bor.5.am"
    play.choose("first_am", "i-corps-1")
    assert play.state.day.am == "i-corps-1"


def test_the_guard_comes_into_the_pool_with_orders_and_only_then_acts() -> None:
    place = [
        {"unit": "lanabere", "at": "4108", "facing": 1},
        {"unit": "boyeldieu", "at": "4808", "facing": 1},
        {"unit": "gogel-a", "at": "2008", "facing": 1},
    ]
    play = Play(
        few(
            turn=1,
            phase="initiative",
            place=place,
            markers=[{"unit": "lanabere", "under": "yes"}],
        )
    )
    assert "imperial-guard-1" in play.state.day.pool
    play.choose("first_am", "imperial-guard-1")
    assert tuple(play.state.began) == ("lanabere",)


def test_a_point_set_aside_places_the_barrage_or_is_lost() -> None:
    for choice in ("place", "pass"):
        play = Play(few(turn=1, phase="initiative", points=["russian"], markers=[]))
        assert (play.kind, play.seat) == ("barrage_am", "russian")
        play.choose("barrage_am", choice)
        assert ("barrage-russian" in play.state.day.pool) is (choice == "place")


def test_a_barrage_is_fire_alone_by_every_gun() -> None:
    place = [
        {"unit": "guard-art-1", "at": "3908", "facing": 1},
        {"unit": "cm-art-1", "at": "3808", "facing": 1},
        {"unit": "lipart-a", "at": "3508", "facing": 4},
    ]
    play = Play(
        few(phase="barrage", am="barrage-french", place=place, markers=[], pool=["destruction"]),
        dice=[0],
        draws=["destruction"],
    )
    assert play.kind == "fire"
    by = {uid for choice in play.choices() if choice != "pass" for uid in choice["by"]}
    assert by == {"guard-art-1", "cm-art-1"}
    choice = next(c for c in play.choices() if c != "pass" and len(c["by"]) == 2)
    play.choose("fire", choice)
    [roll] = play.rolls("artillery_fire")
    assert ("8.2.barrage", 2) in {(m.rule, m.value) for m in roll.modifiers}
    assert play.kind == "destruction"
    assert not play.state.barrage
    assert not any(unit.fired for unit in play.state.units.values())


# -- Individual Orders -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "napoleon", "under"),
    [(6, "5113", True), (7, "5113", False), (8, "3908", True), (9, "3908", False)],
)
def test_individual_orders(die: int, napoleon: str, *, under: bool) -> None:
    play = Play(
        few(
            phase="individual",
            am="i-corps-1",
            markers=[],
            pool=["destruction"],
            leaders={"napoleon": napoleon, "kutuzov": "2820"},
        ),
        dice=[die],
        draws=["destruction"],
    )
    assert play.state.orders == {"teste-a": "none"}
    play.choose("individual_orders", "roll")
    [roll] = play.rolls("individual_orders")
    assert roll.result == ("under orders" if under else "failed")
    # Under Orders it may choose how to move; else it can do nothing, and the next AM is drawn.
    assert play.kind == ("movement_type" if under else "destruction")


def test_a_marker_is_turned_up_by_the_first_am() -> None:
    play = Play(
        few(
            phase="individual",
            am="i-corps-1",
            markers=[{"unit": "teste-a", "under": "yes"}],
        )
    )
    assert next(m for m in play.state.day.markers if m.id == "i-corps").revealed
    assert play.state.orders == {}


def test_the_reserve_is_held_without_kutuzovs_orders() -> None:
    play = Play(
        few(
            phase="individual",
            active="russian",
            am="ru-guard-1",
            markers=[],
            pool=["destruction"],
            place=[
                {"unit": "lg-1-a", "at": "2313", "facing": 4},
                {"unit": "lg-2-a", "at": "2312", "facing": 4},
                {"unit": "teste-a", "at": "2413", "facing": 1},
            ],
        ),
        dice=[0],
    )
    assert play.kind == "declare_shock"
    assert play.state.orders == {"lg-1-a": "held", "lg-2-a": "held"}


def test_held_cavalry_does_not_charge() -> None:
    place = [
        {"unit": "astrakhan-cuir", "at": "2009", "facing": 4},
        {"unit": "teste-a", "at": "2309", "facing": 1},
    ]
    edits = few(phase="shock.declare", active="russian", am="ru-guard-1", place=place)
    charged = Play(edits)
    assert charged.kind == "declare_shock"
    assert any(c != "pass" and c.get("charge") for c in charged.choices())
    held = Play({**edits, "orders": {"astrakhan-cuir": "held"}, "phase": "reserve.order"})
    why = why_not_charge_unit(
        held.setup, replace(charged.state, orders=held.state.orders), "astrakhan-cuir"
    )
    assert why is not None
    assert why.rule == "bor.1.reserve"


# -- Destruction -------------------------------------------------------------------------------


def burner(**more: Any) -> dict[str, Any]:
    return {
        "phase": "destruction",
        "active": "russian",
        "am": "destruction",
        "only": "yes",
        "leaders": LEADERS,
        "initiative": "french",
        "place": [
            {"unit": "lg-jgr-a", "at": "3417", "facing": 4},
            {"unit": "teste-a", "at": "4417", "facing": 1},
        ],
        **more,
    }


def test_a_village_burns_and_its_garrison_leaves() -> None:
    play = Play(burner())
    assert "3417" in play.choices()
    assert play.why_not("3004") == "bor.5.village"
    play.choose("destruction", "3417")
    assert play.kind == "destruction_exit"
    assert play.why_not("3616") == "bor.5.village"
    to = play.choices()[0]
    play.choose("destruction_exit", to)
    assert play.state.units["lg-jgr-a"].at == to
    assert play.state.features == {"3417": "burning"}
    assert GAME.violations(play.setup, play.state) == []


def test_no_village_burns_under_the_enemys_eyes() -> None:
    near = [
        {"unit": "lg-jgr-a", "at": "3417", "facing": 4},
        {"unit": "teste-a", "at": "3517", "facing": 1},
    ]
    play = Play(burner(place=near))
    assert play.why_not("3417") == "bor.5.village"


@pytest.mark.parametrize(("die", "what"), [(3, "rubble"), (4, "burning")])
def test_fires_burn_on_or_out(die: int, what: str) -> None:
    play = Play(burner(features={"2820": "burning"}), dice=[die])
    assert play.state.features == {"2820": what}
    assert play.why_not("2820") == "bor.5.village"


def test_what_burns_is_entered_by_nobody_and_rubble_is_its_own_terrain() -> None:
    place = [{"unit": "lg-jgr-a", "at": "3418", "facing": 4}, {"unit": "teste-a", "at": "4417"}]
    for what, terrain in (("burning", "burning_village"), ("rubble", "rubble")):
        play = Play(few(phase="move", active="russian", place=place, features={"3417": what}))
        assert play.session.table.setup.map.at("3417") == terrain
        play.choose("move_piece", "lg-jgr-a")
        refused = play.why_not({"route": ["3417"], "facing": 4})
        assert (refused != "") is (what == "burning")


def test_a_bridge_needs_infantry_and_no_enemy_gun_near() -> None:
    place = [
        {"unit": "lg-jgr-a", "at": "2919", "facing": 4},
        {"unit": "cm-art-1", "at": "3319", "facing": 1},
    ]
    play = Play(burner(place=place))
    assert play.why_not("2919/3019") == "bor.5.bridge"  # range 3 from 3019
    place[1] = {"unit": "cm-art-1", "at": "3619", "facing": 1}
    play = Play(burner(place=place))
    assert play.why_not("3217/3316") == "bor.5.bridge"
    play.choose("destruction", "2919/3019")
    assert play.state.features == {"2919/3019": "destroyed"}
    board = play.session.table.setup.map
    assert "bridge" not in board.sides["2919/3019"]
    assert "2919/3019" not in board.roads
    assert loaded().map.roads["2919/3019"] == "road"


# -- the Reserve Phase -------------------------------------------------------------------------


def test_the_reserve_needs_the_commander_near_and_an_am_in_the_pool() -> None:
    base = few(phase="reserve", order=["french", "russian"], markers=[])
    play = Play({**base, "ams": ["i-corps-1", "cavalry-reserve-1"]})
    assert (play.kind, play.seat) == ("reserve", "french")
    assert set(play.choices()) == {"pass", "i-corps"}
    assert play.why_not("i-cavalry") == "5.52"
    play = Play({**base, "ams": ["cavalry-reserve-1"]})
    assert play.kind == "leader_order"  # neither side had anyone to activate
    told = [str(entry.text) for entry in play.session.table.entries if "5.52" in entry.rules]
    assert told == [
        f"No Orders Command of the {side} can act as the reserve."
        for side in ("French", "Russians")
    ]


def test_reserve_movement_is_restricted_and_may_disorder() -> None:
    play = Play(
        few(phase="reserve", order=["french", "russian"], ams=["i-corps-1"], markers=[]),
        dice=[7],
    )
    play.choose("reserve", "i-corps")
    play.choose("move_piece", "teste-a")
    assert play.why_not({"route": ["3906", "3905", "3904"], "facing": 1}) != ""
    play.choose("route", {"route": ["3908"], "facing": 1})
    [roll] = play.rolls("reserve_disorder")
    assert (roll.rule, roll.target, roll.result) == ("5.54", 6, "disordered")
    assert play.state.units["teste-a"].disordered


# -- Overall Commanders ------------------------------------------------------------------------


def test_napoleon_rides_as_far_as_his_die_and_roads_cost_him_half() -> None:
    at = {"napoleon": "4515", "kutuzov": "2820"}
    play = Play(few(phase="overall", order=["french", "russian"], leaders=at), dice=[2])
    assert play.kind == "leader_move"
    # two MP are four hexes of road to either side, but two hexes across country
    assert play.why_not("4115") == ""
    assert play.why_not("4015") == "5.62"
    play.choose("leader_move", "4115")
    assert play.seat == "russian"


def test_kutuzov_has_four_mp() -> None:
    play = Play(few(phase="overall", order=["russian", "french"]))
    grid = play.setup.map.grid
    ridden = [h for h in play.choices() if h != "pass"]
    assert max(grid.distance("2820", h) for h in ridden) <= 8
    assert "bor.6" in play.session.ask.rules  # type: ignore[union-attr]


def test_a_commander_who_is_overrun_joins_the_nearest_unit() -> None:
    place = [
        {"unit": "teste-a", "at": "2620", "facing": 1},
        {"unit": "lipart-a", "at": "2320", "facing": 4},
    ]
    play = Play(few(phase="move", am="i-corps-1", place=place, leaders={"kutuzov": "2520"}))
    if play.kind == "movement_type":
        play.choose("movement_type", "normal")
    play.choose("move_piece", "teste-a")
    play.choose("route", {"route": ["2520"], "facing": 1})
    assert play.state.leaders == {"kutuzov": "2320"}


# -- the Flanking Manoeuvre ---------------------------------------------------------------------


def test_the_plan_costs_a_point_on_its_turn_and_the_units_leave() -> None:
    flank = {"units": ["teste-a", "jacquinot"], "turn": 2}
    play = Play(few(turn=2, phase="orders.assign", fresh=["french"], flank=flank), flanking="yes")
    assert play.state.day.orders_left == 2
    place = [
        {"unit": "teste-a", "at": "3907", "facing": 1},
        {"unit": "jacquinot", "at": "4204", "facing": 1},
        {"unit": "lipart-a", "at": "3807", "facing": 4},
    ]
    play = Play(few(turn=2, phase="end", flank=flank, place=place), flanking="yes")
    assert play.state.units["jacquinot"].at == "flank"
    assert play.state.units["teste-a"].at == "3907"
    assert play.state.day.flank is not None
    assert play.state.day.flank.units == ("jacquinot",)
    why = why_not_there(play.setup, play.state, "russian", "2600")
    assert why is not None
    assert why.rule == "bor.14.russian"
    assert why_not_there(play.setup, play.state, "russian", "2900") is None


def away(dice: list[int], bonus: int = 0) -> Play:
    return Play(
        few(
            turn=4,
            phase="flank",
            am="flank-1",
            initiative="french",
            place=[{"unit": "jacquinot", "at": "flank"}, {"unit": "lipart-a", "at": "2320"}],
            flank={"units": ["jacquinot"], "turn": 2, "left": 2, "status": "away", "bonus": bonus},
        ),
        dice=dice,
        flanking="yes",
    )


def test_seven_to_eleven_helps_the_next_roll() -> None:
    play = away([3, 4])
    assert play.state.day.flank is not None
    assert (play.state.day.flank.status, play.state.day.flank.bonus) == ("away", 1)


def test_two_to_six_may_be_recalled() -> None:
    play = away([1, 2])
    play.choose("flank_recall", "recall")
    assert play.why_not("2600") == "bor.14.enter"
    play.choose("flank_entry", "4000")
    assert play.state.units["jacquinot"].at == "reinforcements"
    assert play.kind == "move_piece"
    again = away([1, 2])
    again.choose("flank_recall", "nothing")
    assert again.state.day.flank is not None
    assert (again.state.day.flank.status, again.state.day.flank.bonus) == ("away", 0)


def test_twelve_brings_the_command_in_behind_the_russians() -> None:
    play = away([6, 5], bonus=1)
    assert set(play.choices()) == {"2400", "2500", "2600", "2700", "2800"}
    play.choose("flank_entry", "2600")
    play.choose("move_piece", "jacquinot")
    play.choose("route", {"route": ["2600"], "facing": 1})
    assert play.state.units["jacquinot"].at == "2600"
    assert play.state.orders == {}


# -- points ------------------------------------------------------------------------------------


def test_points_for_collapse_and_for_the_village() -> None:
    play = Play(
        few(
            turn=12,
            phase="end",
            collapsed=["ru-guard", "ru-vii-corps", "i-corps", "imperial-guard"],
            place=[{"unit": "teste-a", "at": "3417"}, {"unit": "lipart-a", "at": "2320"}],
        )
    )
    verdict = play.session.verdict
    assert verdict is not None
    assert dict(verdict.points) == {"french": 10 + 3 + 10, "russian": 4 + 10}
    assert (verdict.winner, verdict.level) == ("french", "by 9")


def test_equal_points_are_a_draw() -> None:
    play = Play(few(turn=12, phase="end"))
    assert play.session.verdict is not None
    assert play.session.verdict.winner == "draw"

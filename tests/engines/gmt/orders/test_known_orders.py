"""[5.23] Questions about movement and Orders answer by the unit's own marker, for its owner only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.engines.gmt.table.inquiries import INQUIRIES
from tests.engines.gmt.day import Play
from tests.engines.gmt.test_day import few

PLACE = [
    {"unit": "teste-a", "at": "4108", "facing": 1},
    {"unit": "gengoult", "at": "4313", "facing": 1},
    {"unit": "guard-grenadiers-1", "at": "4316", "facing": 1},
    {"unit": "lipart-a", "at": "2320", "facing": 4},
    {"unit": "lg-1-a", "at": "2313", "facing": 4},
]


def french_act(markers: list[dict[str, str]], **more: Any) -> Play:
    """The I Corps moves; Ney, the Guard and the Russians wait with their markers."""
    edits = {"phase": "move", "am": "i-corps-1", "place": PLACE, "markers": markers, **more}
    return Play(few(**edits))


def ask(play: Play, seat: str | None, name: str, **arguments: Any) -> Mapping[str, Any]:
    return INQUIRIES[name].ask(play.setup, play.state, seat, **arguments).value


def movement(play: Play, seat: str | None, unit: str) -> tuple[object, object, bool]:
    """What three questions tell of a unit's movement: they agree."""
    found, spent = ask(play, seat, "reach", unit=unit), ask(play, seat, "allowance", unit=unit)
    near = play.setup.map.grid.adjacent(play.state.units[unit].at)[0]
    cost = ask(play, seat, "move_cost", unit=unit, route=[near])
    assert found["mp"] == spent["mp"]
    if found["refused"] is not None:
        assert (found["hexes"], found["refused"]) == ([], spent["rule"])
        assert cost["refused"] == spent["rule"]
    return spent["mp"], spent["rule"], bool(found["hexes"])


def test_a_command_that_failed_is_shown_no_movement() -> None:
    place = [*PLACE, {"unit": "dufour", "at": "4413", "facing": 1}]
    play = french_act([], place=place, orders={"teste-a": "failed"})
    assert play.kind in {"movement_type", "move_piece"}
    for seat in ("french", "russian", None):  # the roll was made in the open
        assert movement(play, seat, "teste-a") == (0, "5.28.fail", False)


def test_a_reserve_that_acts_without_orders_is_shown_no_movement() -> None:
    """The Artillery Reserve may fire, and that is all (bor.1.reserve)."""
    gun = "first-army-res-art-1"
    place = [
        {"unit": gun, "at": "2313", "facing": 4},
        {"unit": "teste-a", "at": "2413", "facing": 1},
    ]
    edits = few(phase="fire", active="russian", am="ru-artillery-reserve-1", place=place)
    play = Play({**edits, "orders": {gun: "held"}})
    assert play.kind == "fire"
    for seat in ("russian", "french"):
        assert movement(play, seat, gun) == (0, "bor.1.reserve", False)


def test_the_owner_is_told_by_the_marker_while_another_group_acts() -> None:
    play = french_act([{"unit": "guard-grenadiers-1", "under": "yes"}])
    assert ask(play, "french", "command", unit="gengoult")["status"] == "none"
    assert movement(play, "french", "gengoult") == (2, "7.12", True)
    assert ask(play, "french", "command", unit="guard-grenadiers-1")["status"] == "under"
    assert movement(play, "french", "guard-grenadiers-1") == (4, "7.11", True)
    assert ask(play, "french", "command", unit="teste-a")["status"] == "under"
    assert ask(play, "russian", "command", unit="lg-1-a")["status"] == "held"
    assert movement(play, "russian", "lg-1-a") == (0, "bor.1.reserve", False)


def test_the_guard_without_orders_does_not_act() -> None:
    assert movement(french_act([]), "french", "guard-grenadiers-1") == (0, "bor.3", False)


@pytest.mark.parametrize("under", ["yes", "no"])
@pytest.mark.parametrize("unit", ["gengoult", "guard-grenadiers-1"])
def test_nobody_else_is_told_by_a_marker_that_lies_face_down(unit: str, under: str) -> None:
    play = french_act([{"unit": unit, "under": under}])
    for seat in ("russian", None):
        assert ask(play, seat, "command", unit=unit)["status"] is None
        assert movement(play, seat, unit) == (4, "7.11", True)


def test_a_marker_that_is_turned_up_tells_all() -> None:
    play = french_act([{"unit": "gengoult", "revealed": "yes"}])
    assert movement(play, "russian", "gengoult") == (2, "7.12", True)


def test_a_plan_to_go_round_shows_to_nobody_else() -> None:
    flank = {"units": ["gengoult"], "turn": 3}
    marker = {"unit": "gengoult", "revealed": "yes"}
    play = Play(
        few(phase="move", am="i-corps-1", place=PLACE, turn=3, flank=flank, markers=[marker]),
        flanking="yes",
    )
    assert movement(play, "french", "gengoult") == (4, "7.11", True)
    assert movement(play, "russian", "gengoult") == (2, "7.12", True)


def test_a_reserve_activation_restricts_only_those_who_make_it() -> None:
    play = french_act(
        [{"unit": "gengoult", "under": "yes"}],
        reserve_activation="yes",
        am="",
        inactive=["gengoult"],
    )
    assert movement(play, "french", "gengoult") == (4, "7.11", True)


def test_who_has_moved_is_shown_no_second_move() -> None:
    place = [*PLACE, {"unit": "dufour", "at": "4413", "facing": 1}]
    play = french_act([{"unit": "teste-a", "under": "yes"}], place=place)
    assert movement(play, "french", "teste-a")[2]
    while play.kind != "move_piece":
        play.choose(play.kind, play.choices()[0])
    play.choose("move_piece", "teste-a")
    play.choose("route", "pass")
    assert movement(play, "french", "teste-a") == (0, "7.31", False)


def test_who_left_its_square_is_shown_one_mp_less() -> None:
    place = [*PLACE[1:], {"unit": "teste-a", "at": "4108", "facing": 1, "state": ["square"]}]
    play = french_act([{"unit": "teste-a", "under": "yes"}], place=place)
    while play.kind != "move_piece":
        play.choose(play.kind, play.choices()[0])
    play.choose("move_piece", "teste-a")
    play.choose("leave_square", "leave")
    assert play.kind == "route"
    assert movement(play, "french", "teste-a") == (3, "7.11", True)

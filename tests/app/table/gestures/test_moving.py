"""Moves and set-ups as gestures: the piece, then where it goes; no window is needed."""

from __future__ import annotations

from grognard.app.table.gestures.answering import gesture_for
from grognard.app.table.gestures.moving import Arranging, Moving
from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Listed
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import PieceView, TableView

FAR = Refusal("5.4", text("Too far."), ("d",))


def view() -> TableView:
    pieces = tuple(
        PieceView(name, "block", "blue", "infantry", name.upper(), at=at)
        for name, at in (("x", "a"), ("y", "a"), ("z", None))
    )
    return TableView("blue", text("Turn"), text("Phase"), "blue", pieces)


def ask(options: list[object], form: str = "move") -> Ask:
    refused = [({"piece": "x", "at": "d", "by": ""}, FAR)]
    choices = Listed(options, refusals=lambda: refused)
    return Ask("blue", "move", text("Move."), ("5.4",), choices, form=form)


def moving() -> Moving:
    options = [
        PASS,
        {"piece": "x", "at": "b", "by": "hq"},
        {"piece": "x", "at": "b", "by": "army"},
        {"piece": "x", "at": "c", "by": "hq"},
        {"piece": "y", "at": "b", "by": "hq"},
    ]
    made = gesture_for(ask(options), view())
    assert isinstance(made, Moving)
    return made


def test_first_the_pieces_are_marked_then_the_places_of_the_picked_one() -> None:
    gesture = moving()
    assert gesture.marks().legal == ("x", "y")
    assert gesture.click(["x", "a", "y"]) is None
    assert gesture.marks().legal == ("b", "c")
    assert gesture.marks().chosen == ("x",)
    assert gesture.click(["c"]) is None
    assert gesture.click(["c"]) == {"piece": "x", "at": "c", "by": "hq"}


def test_a_place_brings_a_counter_out_of_the_hand() -> None:
    """A Supply Train is on no board: one click on a place marks it there, the second sets it down."""
    options = [PASS, *({"piece": one, "at": at} for one in ("z", "w") for at in ("b", "c"))]
    gesture = gesture_for(ask(options), view())
    assert gesture.marks().legal == ("z", "w", "b", "c")
    assert gesture.is_step("z")
    assert gesture.hover(["x", "b"]) == {"piece": "z", "at": "b"}
    assert gesture.click(["x", "b"]) is None
    assert gesture.chosen() == {"piece": "z", "at": "b"}
    assert gesture.listed() == [{"piece": "w", "at": "b"}]
    assert gesture.click(["c"]) is None
    assert gesture.click(["c"]) == {"piece": "z", "at": "c"}


def test_several_ways_to_one_place_are_listed() -> None:
    gesture = moving()
    gesture.click(["x"])
    assert gesture.click(["b"]) is None
    assert [choice["by"] for choice in gesture.listed()] == ["hq", "army"]
    assert gesture.chosen() is None


def test_a_click_on_another_piece_changes_over_and_back_lays_it_down() -> None:
    gesture = moving()
    gesture.click(["x"])
    gesture.click(["y", "a", "x"])
    assert gesture.piece == "y"
    assert gesture.back()
    assert gesture.piece == ""
    assert not gesture.back()


def test_bare_ground_where_the_picked_piece_may_go_is_its_goal_not_another_piece() -> None:
    options = [{"piece": "x", "at": "b"}, {"piece": "y", "at": "c"}]
    gesture = gesture_for(ask(options), view())
    gesture.click(["x"])
    assert gesture.click(["b", "y"]) is None
    assert gesture.chosen() == {"piece": "x", "at": "b"}
    assert gesture.click(["b", "y"]) == {"piece": "x", "at": "b"}


def test_what_is_pointed_at_is_refused_with_its_rule() -> None:
    gesture = moving()
    gesture.click(["x"])
    assert gesture.refusal(["d"]) == FAR
    assert gesture.refusal(["a", "x"]) is None
    assert gesture.hover(["c"]) == {"piece": "x", "at": "c", "by": "hq"}


def test_pieces_are_the_lines_of_the_list_until_one_is_picked() -> None:
    gesture = moving()
    assert gesture.listed() == ["x", "y"]
    assert gesture.label("x") == "X"
    assert gesture.describe("x") == ()
    assert gesture.settle("x") is None
    assert gesture.piece == "x"


def test_a_set_up_knows_what_is_in_hand_and_takes_pieces_back() -> None:
    options = [
        "auto",
        {"piece": "z", "at": "b"},
        {"piece": "x", "at": "b"},
        {"piece": "x", "at": ""},
    ]
    gesture = gesture_for(ask(options, "arrange"), view())
    assert isinstance(gesture, Arranging)
    assert gesture.in_hand() == ["z"]
    assert gesture.extras == ["auto"]
    assert gesture.lift("x")
    assert gesture.drop([""]) == {"piece": "x", "at": ""}
    assert not gesture.lift("y")


def turning() -> Moving:
    """A set-up of one unit that faces south-east (2), to be shifted to "b" or turned where it stands."""
    unit = PieceView("x", "counter", "blue", "infantry", "X", at="a", facing=150.0)
    choices = [
        {"piece": "x", "at": at, "facing": n}
        for at in "ab"
        for n in range(6)
        if (at, n) != ("a", 2)
    ]
    seen = TableView("blue", text("Turn"), text("Phase"), "blue", (unit,))
    made = gesture_for(ask(choices, "arrange"), seen)
    assert isinstance(made, Moving)
    made.bearing = lambda facing: 30.0 + 60 * facing
    return made


def test_a_shifted_piece_keeps_its_facing_until_it_is_turned() -> None:
    gesture = turning()
    gesture.click(["x"])
    assert gesture.hover(["b"]) == {"piece": "x", "at": "b", "facing": 2}
    gesture.click(["b"])
    assert gesture.chosen() == {"piece": "x", "at": "b", "facing": 2}
    assert gesture.turn(1)
    assert gesture.chosen() == {"piece": "x", "at": "b", "facing": 3}


def test_a_picked_piece_turns_where_it_stands() -> None:
    for steps, facing in ((1, 3), (-1, 1)):
        gesture = turning()
        gesture.click(["x"])
        assert gesture.chosen() is None
        assert gesture.turn(steps)
        assert gesture.chosen() == {"piece": "x", "at": "a", "facing": facing}


def test_places_that_may_be_chosen_keep_their_own_mark() -> None:
    asked = Ask(
        "blue",
        "retreat",
        text("Where to?"),
        ("9.62",),
        Listed(["b", "c"]),
        form="place",
        interrupt=True,
        subject=("x",),
        where=("a", "b", "c"),
    )
    marks = gesture_for(asked, view()).marks()
    assert marks.legal == ("b", "c")
    assert marks.chosen == ("x", "a")

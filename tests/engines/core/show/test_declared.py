"""What a game declares of its table: boxes, and the words of a piece's state."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engines.core.data.text import text, verbatim
from grognard.engines.core.show.declared import (
    Tray,
    bearing,
    command,
    display,
    lying,
    marked,
    states,
    told,
    trays,
    troops,
    turn_track,
)
from grognard.engines.core.show.views import TrackLine

LOST = Tray("lost", text("Lost"), "9", always=True)
AWAY = Tray("away", text("Away"))


@dataclass(frozen=True)
class Piece:
    moved: bool = False
    fired: bool = False


def test_a_box_is_shown_if_something_lies_in_it_or_always() -> None:
    lies = {("red", "away"): ("r1", "r2"), ("blue", "lost"): ("b1",)}
    found = trays((AWAY, LOST), ("red", "blue"), lambda side, box: lies.get((side, box), ()))
    assert [(one.id, one.side, one.pieces, one.rule) for one in found] == [
        ("away-red", "red", ("r1", "r2"), ""),
        ("lost-red", "red", (), "9"),
        ("lost-blue", "blue", ("b1",), "9"),
    ]


def test_rows_with_nothing_to_tell_are_left_out() -> None:
    name, empty = (text("Name"), verbatim("A")), (text("Guns"), verbatim(""))
    assert told(name, empty) == (name,)


def test_a_piece_is_told_of_by_the_fields_that_are_on() -> None:
    words = {"moved": text("has moved"), "fired": text("has fired")}
    assert marked(Piece(fired=True), ("moved", "fired")) == ("fired",)
    assert states(Piece(fired=True), words) == [words["fired"]]
    assert states(Piece(), words) == []


@dataclass(frozen=True)
class Kind:
    side: str


def test_what_lies_in_a_box_is_told_by_side() -> None:
    @dataclass(frozen=True)
    class Lying:
        at: str

    pieces = {"r1": Lying("lost"), "b1": Lying("lost"), "r2": Lying("hill")}
    kinds = {"r1": Kind("red"), "b1": Kind("blue"), "r2": Kind("red")}
    held = lying(pieces, kinds)
    assert [list(held("red", "lost")), list(held("blue", "lost"))] == [["r1"], ["b1"]]


def test_a_command_tells_who_is_left_and_who_is_lost() -> None:
    line = command("guard", "The Guard", "red", ["r1", "r2", "r3"], {"r2"})
    assert (line.pieces, line.lost, line.side) == (("r1", "r3"), ("r2",), "red")


def test_the_turn_track_stands_at_the_first_turn_before_it_begins() -> None:
    track = turn_track(3, 0, "1", called=lambda turn: "dawn" if turn == 1 else "")
    assert (track.current, track.rule) == (0, "1")
    assert [str(step) for step in track.steps] == ["dawn", "2", "3"]
    assert turn_track(3, 2).current == 1


def test_a_display_without_a_line_says_what_it_is_told_to() -> None:
    pool = display("pool", text("Pool"), "5", (), empty=text("Empty."))
    assert [line.label.key for line in pool.lines] == ["Empty."]
    assert display("pool", text("Pool"), "5", [TrackLine(text("One"))]).lines[0].label.key == "One"


def test_troops_have_the_picture_of_their_arm_or_of_their_class() -> None:
    assert [troops("artillery", "light"), troops("cavalry", "line")] == [
        "foot_artillery",
        "light_cavalry",
    ]
    assert troops("infantry", "grenadier") == "grenadier"
    assert bearing(5, 60) == 0.0

"""Pieces of orders of battle: sound ones are made, others are known to be broken."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engines.core.data.schema import Int, Record, Str
from grognard.engines.core.data.yamlio import MapNode, Problems, load_text
from grognard.engines.core.scenario.forces import Fault, Roll, Row

GUN = Record({"id": Str(), "near": Int(0, 9), "far": Int(0, 9)}, {"side": Str()})


@dataclass(slots=True)
class Battery(Roll[str]):
    what = "gun"

    def check(self, row: Row, fault: Fault) -> None:
        if row["near"] > row["far"]:
            fault(("near",), "near is beyond far", "swap them")

    def make(self, row: Row, side: str) -> str:
        return f"{side} {row['near']}-{row['far']}"


def read(roll: Battery, words: str, side: str = "red") -> tuple[str, Problems]:
    node, _ = load_text(words, "guns.yaml")
    assert isinstance(node, MapNode)
    problems = Problems()
    return roll.read(node, GUN, side, problems), problems


def test_a_sound_piece_is_made_with_the_side_of_its_file_or_its_own() -> None:
    roll = Battery()
    assert read(roll, "{id: a, near: 1, far: 2}") == ("a", [])
    assert read(roll, "{id: b, near: 1, far: 2, side: blue}", "") == ("b", [])
    assert roll.types == {"a": "red 1-2", "b": "blue 1-2"}


def test_a_piece_that_does_not_fit_together_is_known_and_of_no_use() -> None:
    roll = Battery()
    uid, problems = read(roll, "{id: a, near: 3, far: 2}")
    assert (uid, roll.types, roll.broken) == ("", {}, {"a"})
    assert [(p.message, p.line) for p in problems] == [("near is beyond far", 1)]


def test_a_piece_is_described_once() -> None:
    roll = Battery()
    read(roll, "{id: a, near: 1, far: 2}")
    uid, problems = read(roll, "{id: a, near: 1, far: 3}")
    assert uid == ""
    assert "gun a is described twice" in problems[0].message
    assert roll.types == {"a": "red 1-2"}


def test_a_piece_with_a_fault_of_its_fields_is_not_checked_further() -> None:
    roll = Battery()
    _, problems = read(roll, "{id: a, near: 12, far: 2}")
    assert len(problems) == 1
    assert roll.broken == {"a"}

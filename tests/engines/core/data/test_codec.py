"""Frozen trees to JSON and back, strictly."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engines.core.data.codec import (
    canonical,
    data_hash,
    decode,
    decode_each,
    encode,
    encode_briefly,
    is_plain,
)
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import LogEntry, Modifier, Roll, Verdict


class Arm(Enum):
    FOOT = "foot"
    HORSE = "horse"


@dataclass(frozen=True)
class Leaf:
    arm: Arm
    steps: int | None = None


@dataclass(frozen=True)
class Tree:
    leaves: dict[str, Leaf]
    route: tuple[str, ...] = ()
    pose: tuple[int, int] = (0, 0)
    named: frozenset[str] = field(default=frozenset())


TREE = Tree({"b": Leaf(Arm.HORSE, 2), "a": Leaf(Arm.FOOT)}, ("x", "y"), (1, 2), frozenset("cba"))
PLAIN = {
    "leaves": {"b": {"arm": "horse", "steps": 2}, "a": {"arm": "foot", "steps": None}},
    "route": ["x", "y"],
    "pose": [1, 2],
    "named": ["a", "b", "c"],
}


def test_a_tree_becomes_plain_data_and_comes_back() -> None:
    assert encode(TREE) == PLAIN
    assert is_plain(encode(TREE))
    assert decode(Tree, json.loads(canonical(encode(TREE)))) == TREE


def test_log_entries_with_nested_words_come_back() -> None:
    words = text("{who} fires {n} times", who=text("{a}'s guns", a="Compans"), n=2)
    roll = Roll("french", "8.1", "fire", "a", 10, 3, (Modifier(-1, words, "8.2"),), 2, "hit")
    entry = LogEntry("roll", words, ("8.1",), "french", roll=roll, visible_to=("french",))
    assert decode(LogEntry, json.loads(canonical(encode(entry)))) == entry
    verdict = Verdict("draw", "none", words, "1", (("french", 3),))
    assert decode(Verdict, json.loads(canonical(encode(verdict)))) == verdict


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"route": [1]}, "1 is not of type str"),
        ({"route": "xy"}, "not a Tree"),
        ({"more": 1}, "more"),
        ({"leaves": {"a": {"arm": "boat"}}}, "boat"),
        ({"leaves": {"a": {"arm": "foot", "steps": "2"}}}, "'2'"),
        ({"leaves": {"a": {"arm": "foot", "steps": True}}}, "True"),
        ({"leaves": []}, "not a Tree"),
        ({"leaves": None}, "not a Tree"),
    ],
)
def test_wrong_data_are_refused(change: dict[str, Any], why: str) -> None:
    if why == "not a Tree" and change.get("route") == "xy":
        change = {"route": 5}
    with pytest.raises(ValueError, match=r"not a Tree.*") as wrong:
        decode(Tree, PLAIN | change)
    assert why in str(wrong.value)


def test_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert (
        canonical({"b": 1, "a": [2, {"d": "é", "c": None}]}) == '{"a":[2,{"c":null,"d":"é"}],"b":1}'
    )
    assert data_hash({"b": 1, "a": 2}) == data_hash({"a": 2, "b": 1})
    assert data_hash({"a": 1}) != data_hash({"a": 2})


@given(st.dictionaries(st.text(), st.lists(st.integers() | st.text() | st.none() | st.booleans())))
def test_plain_data_survive_their_journey(data: dict[str, Any]) -> None:
    assert is_plain(data)
    assert json.loads(canonical(data)) == data


@pytest.mark.parametrize("value", [(1,), {1: 2}, {"a": {3}}, 1.5, object(), [b""]])
def test_what_json_would_change_is_not_plain(value: object) -> None:
    assert not is_plain(value)


def test_a_log_line_is_kept_without_its_defaults_and_read_back_whole() -> None:
    modifier = Modifier(-2, text("{a} of {b}", a="x", b=text("y")), "5.28")
    roll = Roll("blue", "5.28", "rally", "u", 10, 4, (modifier,), 2, "passed", 5)
    for entry in (
        LogEntry("roll", text("Rally"), ("5.28",), "blue", ("u",), roll=roll),
        LogEntry("note", text("{n} left", n=0), private=text("secret"), private_to=("red",)),
    ):
        brief = encode_briefly(entry)
        assert decode(LogEntry, json.loads(canonical(brief))) == entry
        assert decode(LogEntry, json.loads(canonical(encode(entry)))) == entry
        assert "visible_to" not in brief
        assert decode_each(LogEntry, [brief, brief]) == [entry, entry]
    with pytest.raises(ValueError, match="not a LogEntry"):
        decode_each(LogEntry, [{"kind": 1, "text": {"key": "x"}}])


@pytest.mark.parametrize("route", ["xy", [1], [["x"]], {"x": 1}, None])
def test_a_tuple_is_read_from_a_list_of_its_own_type_alone(route: object) -> None:
    with pytest.raises(ValueError, match="Tree"):
        decode(Tree, PLAIN | {"route": route})

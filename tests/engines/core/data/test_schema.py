"""Schemas: plain values, every error at once, and the way back to the line."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    Lazy,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Schema,
    Source,
    Str,
    did_you_mean,
)
from grognard.engines.core.data.yamlio import Node, Problems, load_text


def tree(text: str) -> Node:
    """The node of a sound text."""
    node, problems = load_text(text, "f")
    assert problems == []
    assert node is not None
    return node


def read(schema: Schema, text: str) -> tuple[Any, list[str]]:
    """The value of a text and its problems as printed."""
    problems = Problems()
    value = schema.read(tree(text), problems)
    return value, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        (Str(), "0600", "0600"),
        (Str(empty=True), "''", ""),
        (Str(pattern="[0-9]{4}"), "4008", "4008"),
        (Str(choices=("foot", "horse")), "horse", "horse"),
        (Str(max_length=3), "abc", "abc"),
        (Int(), "-08", -8),
        (Int(1, 6), "6", 6),
        (Number(), "2.5", 2.5),
        (Number(0, 1), "1", 1.0),
        (Bool(), "yes", True),
        (Bool(), "false", False),
        (Anything(), "{a: [1]}", {"a": ["1"]}),
        (ListOf(Int()), "[1, 2]", [1, 2]),
        (ListOf(Int()), "[]", []),
        (ListOf(Int(), single=True), "3", [3]),
        (MapOf(Int(), Bool()), "{01: yes, 2: no}", {1: True, 2: False}),
        (Record({"a": Int()}, {"b": Str()}), "{a: 1}", {"a": 1}),
        (Record({"a": Int()}, extra=Anything()), "{a: 1, z: [2]}", {"a": 1, "z": ["2"]}),
        (OneOf(Int(), Str()), "12", 12),
        (OneOf(Int(), Str()), "x", "x"),
        (OneOf(Record({"a": Int()}), Record({"b": Int()})), "{b: 2}", {"b": 2}),
    ],
)
def test_sound_values(schema: Schema, text: str, value: object) -> None:
    found = read(schema, text)
    assert found == (value, [])
    assert type(found[0]) is type(value)


@pytest.mark.parametrize(
    ("schema", "text", "message"),
    [
        (Str(), "[a]", "text of at most 20000 characters, not a list"),
        (Str(), "''", "text of at most 20000 characters, not empty"),
        (Str(max_length=3), "abcd", "text of at most 3 characters, not 'abcd'"),
        (Str(pattern="[0-9]{4}"), "40081", "text of the form [0-9]{4}, not '40081'"),
        (Str(pattern="[0-9]+", wanted="a hex"), "x", "a hex, not 'x'"),
        (Str(choices=("a", "b", "c")), "z", "a, b or c, not 'z'"),
        (
            Str(choices=("foot", "horse")),
            "hrose",
            "foot or horse, not 'hrose' (did you mean horse?)",
        ),
        (Int(1, 6), "7", "a whole number from 1 to 6, not '7'"),
        (Int(1, 6), "0", "a whole number from 1 to 6, not '0'"),
        (Int(), "1000001", "a whole number from -1000000 to 1000000, not '1000001'"),
        (Int(), "9" * 50, f"a whole number from -1000000 to 1000000, not '{'9' * 39}…'"),
        (Int(), "1_0", "a whole number from -1000000 to 1000000, not '1_0'"),
        (Int(), "٣", "a whole number from -1000000 to 1000000, not '٣'"),
        (Int(), "{a: 1}", "a whole number from -1000000 to 1000000, not a mapping"),
        (Number(0, 1), "1.01", "a number from 0 to 1, not '1.01'"),
        (Number(), "nan", "a number from -1e+06 to 1e+06, not 'nan'"),
        (Number(), "1e3", "a number from -1e+06 to 1e+06, not '1e3'"),
        (Bool(), "on", "yes or no, not 'on'"),
        (ListOf(Int()), "3", "a list, not '3'"),
        (MapOf(Str(), Int()), "[1]", "a mapping, not a list"),
        (Record({"a": Int()}), "x", "a mapping with a, not 'x'"),
        (OneOf(Int(1, 6), Bool()), "7", "a whole number from 1 to 6 or yes or no, not '7'"),
        (
            OneOf(Int(1, 6), ListOf(Int())),
            "{}",
            "a whole number from 1 to 6 or a list, not a mapping",
        ),
    ],
)
def test_unsound_values(schema: Schema, text: str, message: str) -> None:
    assert read(schema, text) == (None, [f"f:1: the value must be {message}"])


def test_the_number_of_items_is_bounded() -> None:
    assert read(ListOf(Int(), min=2, max=3), "[1]")[1] == [
        "f:1: the value must have at least 2 items, not 1"
    ]
    assert read(MapOf(Str(), Int(), max=1), "{a: 1, b: 2}")[1] == [
        "f:1: the value must have at most 1 items, not 2"
    ]


def test_keys_that_mean_the_same_are_refused() -> None:
    assert read(MapOf(Int(), Str()), "{1: a, 01: b}")[1] == [
        "f:1: the key 01 means the same as an earlier one"
    ]


UNIT = Record(
    required={"id": Str(pattern="[a-z]+"), "steps": Int(1, 4)},
    optional={"elite": Bool(), "hexes": ListOf(Str(pattern="[0-9]{4}"))},
)


def test_every_error_is_collected_with_its_line() -> None:
    text = "- {id: A, elite: maybe}\n- id: b\n  stesp: 2\n  hexes: [4008, x]\n- 7\n- {id: c, steps: 9, zz: 1}\n"
    value, problems = read(ListOf(UNIT), text)
    assert value == [
        {"id": None, "elite": None},
        {"id": "b", "hexes": ["4008", None]},
        None,
        {"id": "c", "steps": None},
    ]
    assert problems == [
        "f:1: an item of the value lacks steps (add steps)",
        "f:1: id must be text of the form [a-z]+, not 'A'",
        "f:1: elite must be yes or no, not 'maybe'",
        "f:2: an item of the value lacks steps (add steps)",
        "f:3: unknown key stesp (did you mean steps?)",
        "f:4: an item of hexes must be text of the form [0-9]{4}, not 'x'",
        "f:5: an item of the value must be a mapping with id, steps, not '7'",
        "f:6: steps must be a whole number from 1 to 4, not '9'",
        "f:6: unknown key zz (known here: id, steps, elite, hexes)",
    ]


def test_one_of_reports_inside_the_record_whose_keys_match() -> None:
    schema = OneOf(
        Str(), Record({"roll": Int(), "total": Int()}), Lazy(lambda: Record({"undo": Int(1, 9)}))
    )
    assert read(schema, "{undo: x}")[1] == ["f:1: undo must be a whole number from 1 to 9, not 'x'"]


def test_one_of_reports_the_nearest_record_when_no_keys_match() -> None:
    schema = OneOf(Record({"roll": Int(), "total": Int()}), Record({"undo": Int()}))
    assert read(schema, "{roll: 1, totl: 2}")[1] == [
        "f:1: the value lacks total (add total)",
        "f:1: unknown key totl (did you mean total?)",
    ]


def test_lazy_schemas_nest_in_themselves() -> None:
    nest: Schema = OneOf(Int(), ListOf(Lazy(lambda: nest)))
    assert read(nest, "[1, [2, [3]]]") == ([1, [2, [3]]], [])
    assert read(nest, "[1, [x]]")[1] == [
        f"f:1: an item of an item of the value must be {Int().wanted}, not 'x'"
    ]


def test_did_you_mean() -> None:
    assert did_you_mean("steppes", ["steps", "id"]) == "did you mean steps?"
    assert did_you_mean("zzz", ["steps", "id"]) == ""


SOURCE = Source(tree("units:\n  01: {at: 4008}\n  2:\n    - x\n    - y\n"))


@pytest.mark.parametrize(
    ("path", "value_at", "key_at"),
    [
        ((), (1, 1), (1, 1)),
        (("units",), (2, 3), (1, 1)),
        (("units", 1), (2, 7), (2, 3)),
        (("units", "01", "at"), (2, 12), (2, 8)),
        (("units", 2, 1), (5, 7), (5, 7)),
        (("units", 2, 5), (4, 5), (4, 5)),
        (("units", 3, "at"), (2, 3), (2, 3)),
        (("units", 1, "at", "deeper"), (2, 12), (2, 12)),
    ],
)
def test_source_finds_the_way_back(
    path: tuple[str | int, ...], value_at: tuple[int, int], key_at: tuple[int, int]
) -> None:
    assert SOURCE.locate(path) == value_at
    assert SOURCE.locate(path, key=True) == key_at


def test_source_makes_problems() -> None:
    assert SOURCE.problem(("units", 1, "at"), "no such hex", "use 4009") == Problem(
        "f", 2, 12, "no such hex", "use 4009"
    )
    assert SOURCE.problem(("units",), "too few", key=True) == Problem("f", 1, 1, "too few")


@pytest.mark.parametrize("text", ["[1]", "[1, 2, 3]"])
def test_a_list_of_the_wrong_length_is_no_value(text: str) -> None:
    node, problems = load_text(text, "f")
    assert node is not None
    assert ListOf(Int(), 2, 2).read(node, problems) is None
    assert len(problems) == 1


def test_a_point_of_which_a_number_is_missing_is_no_point() -> None:
    node, problems = load_text("[1, x]", "f")
    assert node is not None
    assert ListOf(Int(), 2, 2).read(node, problems) is None
    assert ListOf(Int(), 1, 2).read(node, problems) == [1, None]
    assert len(problems) == 2


def test_a_mapping_of_the_wrong_length_is_no_value() -> None:
    node, problems = load_text("{a: 1}", "f")
    assert node is not None
    assert MapOf(Str(), Int(), 2, 3).read(node, problems) is None
    assert len(problems) == 1

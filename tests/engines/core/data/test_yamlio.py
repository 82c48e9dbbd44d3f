"""Reading YAML: text only, with positions, refusing everything clever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engines.core.data import yamlio
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.yamlio import (
    ListNode,
    MapNode,
    Scalar,
    load_bytes,
    load_file,
    load_json,
    load_text,
)


def faults(text: str) -> list[str]:
    """The problems of a text as they are printed, with their columns."""
    return [f"{p.column} {p}" for p in load_text(text, "f.yaml")[1]]


def test_every_scalar_is_the_text_written() -> None:
    text = "{time: 0600, clock: 14:30, level: 16.10, flag: no, gone: ~, day: 1812-09-07, hex: 0x1F}"
    node, problems = load_text(text, "f.yaml")
    assert problems == []
    assert node is not None
    assert node.plain() == {
        "time": "0600",
        "clock": "14:30",
        "level": "16.10",
        "flag": "no",
        "gone": "~",
        "day": "1812-09-07",
        "hex": "0x1F",
    }


def test_nodes_carry_their_places() -> None:
    node, problems = load_text("a: one\nb:\n  - 'two'\n  - \n", "f.yaml")
    assert problems == []
    assert node == MapNode(
        "f.yaml",
        1,
        1,
        {
            "a": Scalar("f.yaml", 1, 4, "one"),
            "b": ListNode(
                "f.yaml",
                3,
                3,
                [Scalar("f.yaml", 3, 5, "two", quoted=True), Scalar("f.yaml", 4, 4, "")],
            ),
        },
        {"a": Scalar("f.yaml", 1, 1, "a"), "b": Scalar("f.yaml", 2, 1, "b")},
    )


def test_a_byte_order_mark_is_ignored() -> None:
    node, problems = load_bytes(b"\xef\xbb\xbfa: \xd0\xb4\xd0\xb0", "f.yaml")
    assert problems == []
    assert node is not None
    assert node.plain() == {"a": "да"}


def test_aliases_anchors_and_tags_are_each_refused() -> None:
    assert faults("a: &x 1\nb: *x\nc: !!python/object/apply:os.system [ls]\nd: ! e\n") == [
        "4 f.yaml:1: anchor &x is not allowed (delete it)",
        "4 f.yaml:2: alias *x is not allowed (write the value out)",
        "4 f.yaml:3: tag tag:yaml.org,2002:python/object/apply:os.system is not allowed (delete it)",
        "4 f.yaml:4: tag ! is not allowed (delete it)",
    ]


def test_duplicate_and_odd_keys_are_refused_and_the_first_value_kept() -> None:
    text = "a: 1\nb: 2\na: {c: 3}\n? [x]\n: {y: z}\n"
    node, _ = load_text(text, "f.yaml")
    assert faults(text) == [
        "1 f.yaml:3: the key a is already on line 1 (keep one of them)",
        "3 f.yaml:4: a key must be text (a key cannot be a list or a mapping)",
    ]
    assert node is not None
    assert node.plain() == {"a": "1", "b": "2"}


def test_a_second_document_is_refused() -> None:
    assert load_text("a: 1\n---\nb: 2\n", "f.yaml") == (
        None,
        [Problem("f.yaml", 2, 1, "a second document begins here", "one file, one document")],
    )


def test_nesting_is_allowed_to_the_limit_and_no_deeper() -> None:
    assert faults("[" * 40 + "]" * 40) == []
    assert faults("[" * 41 + "]" * 41) == [
        "41 f.yaml:1: the nesting is deeper than 40 levels",
    ]
    assert faults("[" * 100_000) == ["41 f.yaml:1: the nesting is deeper than 40 levels"]


def test_broken_yaml_is_a_problem_at_its_line() -> None:
    node, problems = load_text("a: 1\nb: [2\n", "f.yaml")
    assert node is None
    assert [(p.line, p.message.split(":")[0]) for p in problems] == [(3, "this is not YAML")]


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_file_is_a_problem(text: str) -> None:
    assert load_text(text, "f.yaml") == (None, [Problem("f.yaml", 0, 0, "the file is empty")])


def test_nul_is_refused_at_its_place() -> None:
    assert load_text("a: 1\nb: \0\n", "f.yaml") == (
        None,
        [Problem("f.yaml", 2, 4, "character U+0000 is not allowed", "delete it")],
    )


def test_bytes_that_are_not_utf8_are_refused_at_their_place() -> None:
    assert load_bytes("a: 1\né: ".encode() + b"\xff", "f.yaml") == (
        None,
        [Problem("f.yaml", 2, 4, "the file is not UTF-8 text", "save it as UTF-8")],
    )


def test_long_files_are_refused_as_text_and_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlio, "MAX_BYTES", 1024 * 1024)
    refused = (None, [Problem("f.yaml", 0, 0, "the file is longer than 1 MB", "split it")])
    assert load_text("é" * (512 * 1024 + 1), "f.yaml") == refused
    assert load_bytes(b"a" * (1024 * 1024 + 1), "f.yaml") == refused
    assert load_bytes(b"a" * 1024 * 1024, "f.yaml")[1] == []


def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlio, "MAX_NODES", 3)
    assert faults("[a, b]") == []
    assert faults("[a, b, c]") == ["8 f.yaml:1: the file has more than 3 values (split it)"]


def test_reading_stops_after_many_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamlio, "MAX_PROBLEMS", 2)
    node, problems = load_text("[&a 1, &b 2, &c 3]", "f.yaml")
    assert node is None
    assert [p.message for p in problems] == ["anchor &a is not allowed", "anchor &b is not allowed"]


def test_files_are_named_by_their_path_or_as_told(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1")
    assert load_file(path) == (
        MapNode(
            str(path),
            1,
            1,
            {"a": Scalar(str(path), 1, 4, "1")},
            {"a": Scalar(str(path), 1, 1, "a")},
        ),
        [],
    )
    missing = Problem("x", 0, 0, "the file cannot be read: No such file or directory")
    assert load_file(tmp_path / "none.yaml", "x") == (None, [missing])


@given(st.binary(max_size=200) | st.text("[]{}:,-&*!?|>%'\"\n ab#", max_size=60).map(str.encode))
def test_bad_content_never_raises(data: bytes) -> None:
    node, problems = load_bytes(data, "f.yaml")
    assert node is not None or problems
    assert all(p.file == "f.yaml" for p in problems)


def test_json_is_read_as_the_same_tree_without_places() -> None:
    text = '{"a": ["1", {"b": "no \\u2028 \\"q\\""}], "c": ""}'
    quick, (slow, problems) = load_json(text, "f"), load_text(text, "f")
    assert quick is not None
    assert slow is not None
    assert not problems
    assert quick.plain() == slow.plain() == {"a": ["1", {"b": 'no \u2028 "q"'}], "c": ""}
    assert (quick.line, quick.column) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '{"a": null}',
        '{"a": true}',
        '{"a": "1", "a": "2"}',
        "a: b",
        '{"a": "\\ud800"}',
        "[" * 50,
        "[" * 45 + "]" * 45,
        '{"a": NaN}',
        '{"a": "1"} x',
        "",
    ],
)
def test_what_yaml_would_read_otherwise_is_left_to_it(text: str) -> None:
    assert load_json(text, "f") is None


def test_a_file_read_twice_is_the_same_and_its_faults_are_told_each_time(tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text("a: 1\nb: *c\n", encoding="utf-8")
    first, faults = load_file(path)
    faults.clear()
    again, told = load_file(path)
    assert again == first
    assert [problem.line for problem in told] == [2]
    path.write_text("a: 2\n", encoding="utf-8")
    other, told = load_file(path)
    assert other is not None
    assert (other.plain(), told) == ({"a": "2"}, [])

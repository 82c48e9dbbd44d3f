"""What spreadsheets put on the clipboard is read as they mean it."""

from __future__ import annotations

import pytest

from grognard.app.editor.sheet.clipboard import (
    COMMA,
    NONE,
    SEMICOLON,
    TAB,
    block,
    cells_of,
    likely_mark,
)


def test_cells_of_a_spreadsheet() -> None:
    assert cells_of("a\tb\nc\td\n", TAB) == [["a", "b"], ["c", "d"]]
    assert cells_of('"a, b",c\r\nd,e', COMMA) == [["a, b", "c"], ["d", "e"]]
    assert cells_of("", TAB) == []


def test_a_quoted_cell_holds_marks_line_ends_and_quotes() -> None:
    text = 'x\t"two\nlines, and a\ttab"\t"said ""so"""\ny\tz\t\n'
    assert cells_of(text, TAB) == [
        ["x", "two\nlines, and a\ttab", 'said "so"'],
        ["y", "z", ""],
    ]


def test_a_quote_that_is_a_letter_stays_one() -> None:
    assert cells_of('"Iron" brigade\t6" gun\n"open\tend', TAB) == [
        ['"Iron" brigade', '6" gun'],
        ['"open', "end"],
    ]


def test_blank_cells_keep_their_places() -> None:
    assert cells_of("\t\tc\n\n\td\t\n\n", TAB) == [["", "", "c"], [""], ["", "d", ""]]


@pytest.mark.parametrize(
    ("text", "mark", "doubt"),
    [
        ("a\tb", TAB, False),
        ("name;men\nOld Guard;1,5", SEMICOLON, False),
        ("name,men\nOld Guard,1500", COMMA, False),
        ("1,5\n2,5", COMMA, True),
        ("one\ntwo", NONE, False),
        ("a, b\nc", NONE, True),
    ],
)
def test_what_parts_the_cells_is_found_or_asked(text: str, mark: str, doubt: bool) -> None:
    assert likely_mark(text) == (mark, doubt)


def test_what_is_copied_is_read_back() -> None:
    cells = [["a", 'b "c"', "two\nlines"], ["", "tab\there", "1, 2"]]
    assert cells_of(block(cells), TAB) == cells

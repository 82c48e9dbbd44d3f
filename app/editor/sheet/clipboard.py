"""What a spreadsheet, or a file of CSV, puts on the clipboard; and cells as a spreadsheet takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

TAB, SEMICOLON, COMMA, NONE = "\t", ";", ",", ""
_BETWEEN = re.compile(r"(?<=\d),(?=\d)")
MARKS = (TAB, SEMICOLON, COMMA, NONE)
"""What may stand between two cells; with none every line is one cell."""


def cells_of(text: str, mark: str) -> list[list[str]]:
    """Return the cells of a text, line by line; lines with nothing in them at the end are left out.

    A quoted cell may hold the mark, line ends and doubled quotes. A quote that nothing closes in front
    of a mark or a line's end is a plain letter: spreadsheets write such cells without quoting them.
    """
    found: list[list[str]] = [[]]
    for words, last in _split(text.replace("\r\n", "\n").replace("\r", "\n"), mark):
        found[-1].append(words)
        if last:
            found.append([])
    found.pop()
    while found and not any(words.strip() for words in found[-1]):
        found.pop()
    return found


def _split(text: str, mark: str) -> Iterator[tuple[str, bool]]:
    """Give each cell, and whether it is the last of its line."""
    at, end = 0, -1
    while end < len(text) - 1 or text[end:] == mark != "":
        at = end + 1
        closed = _closing(text, at, mark) if text[at : at + 1] == '"' else -1
        end = closed + 1 if closed >= 0 else _ending(text, at, mark)
        words = text[at + 1 : closed].replace('""', '"') if closed >= 0 else text[at:end]
        yield words, text[end : end + 1] in ("", "\n")


def _closing(text: str, at: int, mark: str) -> int:
    """Return where the quote that opens a cell is closed, -1 where it is none."""
    end = text.find('"', at + 1)
    while end >= 0:
        after = text[end + 1 : end + 2]
        if after != '"':
            return end if after in ("", "\n") or after == mark else -1
        end = text.find('"', end + 2)
    return -1


def _ending(text: str, at: int, mark: str) -> int:
    ends = [text.find(stop, at) for stop in ("\n", mark) if stop]
    return min((end for end in ends if end >= 0), default=len(text))


def likely_mark(text: str) -> tuple[str, bool]:
    """Return what stands between the cells of a text, and whether something else could be meant.

    Commas alone are in doubt where each stands between figures: they may be those of decimal numbers.
    """
    if TAB in text:
        return TAB, False
    for mark in (SEMICOLON, COMMA):
        widths = {len(row) for row in cells_of(text, mark)}
        if len(widths) == 1 and widths != {1}:
            return mark, mark == COMMA and text.count(COMMA) == len(_BETWEEN.findall(text))
    return NONE, COMMA in text or SEMICOLON in text


def block(rows: Sequence[Sequence[str]]) -> str:
    """Return cells as a spreadsheet takes them, those quoted that must be."""
    return "\n".join(TAB.join(map(_quoted, row)) for row in rows)


def _quoted(words: str) -> str:
    if any(letter in words for letter in '\t\n"'):
        return '"' + words.replace('"', '""') + '"'
    return words

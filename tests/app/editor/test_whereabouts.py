"""From a line of a file to the part of the scenario that stands there, and to the page where it is edited."""

from __future__ import annotations

import pytest

from grognard.app.editor.whereabouts import page_of, place_of, said_in
from grognard.engines.core.data.yamlio import load_text

TEXT = """\
title: A test
stages:
- id: one
  clock: {turns: "3"}
  setup:
  - {piece: sumy, at: "0202"}
  - {piece: [a, b], among: ["0101", "0102"]}
  arrivals:
  - {turn: "2", group: g, at: "0505"}
forces: [forces/french.yaml]
"""


@pytest.mark.parametrize(
    ("line", "column", "path", "page"),
    [
        (1, 8, ("title",), 3),
        (4, 18, ("stages", 0, "clock", "turns"), 3),
        (6, 5, ("stages", 0, "setup", 0), 1),
        (6, 22, ("stages", 0, "setup", 0, "at"), 1),
        (7, 14, ("stages", 0, "setup", 1, "piece", 0), 1),
        (9, 20, ("stages", 0, "arrivals", 0, "group"), 4),
        (10, 1, ("forces",), 2),
    ],
)
def test_a_line_leads_to_a_part(
    line: int, column: int, path: tuple[str | int, ...], page: int
) -> None:
    root, problems = load_text(TEXT, "scenario.yaml")
    assert root is not None
    assert not problems
    found = place_of(root, line, column)
    assert found[: len(path)] == path
    assert page_of(found) == page


def test_what_stands_there_names_pieces_and_places() -> None:
    root, _ = load_text(TEXT, "scenario.yaml")
    assert root is not None
    assert said_in(root.plain(), ("stages", 0, "setup", 0))[-2:] == ["sumy", "0202"]

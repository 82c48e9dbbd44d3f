"""The steps that a gesture on a map is made of, and the lists of hexes that they write.

A list stays in the style of its file: what a gesture does not touch stands as it stood, where it
stood; in the columns that are touched, hexes that follow one another are a range ("4307-4310").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from grognard.engines.core.board.hexnumbers import numbers_of, parse_hexes
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.scenario.document import Document, Edit


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a file: at `path` a value is set, inserted or removed."""

    path: Path
    op: Literal["set", "insert", "remove"]
    value: Plain = ""


def carry_out(document: Document, steps: Iterable[Step]) -> list[Edit]:
    """Do steps, all or none of them; return what takes them back.

    Raises:
        ScenarioError: they cannot be done.
    """
    changes = [(step.op, step.path, step.value) for step in steps]
    return [document.together(changes)] if changes else []


def section(doc: Plain, key: str) -> dict[str, Plain]:
    """Return a mapping of a map's file; an empty one where there is none."""
    found = doc.get(key) if isinstance(doc, dict) else None
    return found if isinstance(found, dict) else {}


def rows(doc: Plain, key: str) -> list[Plain]:
    """Return a list of a map's file; an empty one where there is none."""
    found = doc.get(key) if isinstance(doc, dict) else None
    return found if isinstance(found, list) else []


def texts(value: Plain | None) -> list[str]:
    """Return a list of text."""
    return [str(item) for item in value] if isinstance(value, list) else []


def text_of(row: Plain, key: str) -> str:
    """Return the text of a key in a row, "" where there is none."""
    found = row.get(key) if isinstance(row, dict) else None
    return found if isinstance(found, str) else ""


def rewritten(doc: Plain, key: str, lists: Mapping[str, Sequence[str]]) -> list[Step]:
    """Return the steps after which some lists of a mapping say something else; empty ones go."""
    there = section(doc, key)
    steps: list[Step] = []
    for name, items in lists.items():
        if texts(there.get(name)) == list(items):
            continue
        if items:
            steps.append(Step((key, name), "set" if there or steps else "insert", list(items)))
        elif name in there:
            steps.append(Step((key, name), "remove"))
    fresh = {step.path[1]: step.value for step in steps if step.op != "remove"}
    if steps and not there:
        return [Step((key,), "set", {str(name): value for name, value in fresh.items()})]
    left = there.keys() - {step.path[1] for step in steps if step.op == "remove"}
    if steps and not left and not fresh:
        return [Step((key,), "remove")]
    # What is written comes first, so that no mapping is ever left empty.
    return sorted(steps, key=lambda step: step.op == "remove")


def appended(doc: Plain, key: str, row: Plain) -> Step:
    """Return the step that adds a row to a list of the map, which may not be there yet."""
    there = rows(doc, key)
    return Step((key, len(there)), "insert", row) if there else Step((key,), "set", [row])


def dropped(doc: Plain, key: str, index: int) -> Step:
    """Return the step that takes a row of a list away, and the list with its last row."""
    return Step((key, index) if len(rows(doc, key)) > 1 else (key,), "remove")


def without(items: Sequence[str], hexes: Collection[str]) -> list[str]:
    """Return a list of hexes and ranges without some hexes."""
    found: list[str] = []
    for item in items:
        own = parse_hexes([item])
        kept = [h for h in own if h not in hexes]
        found += [item] if len(kept) == len(own) else ranges(kept)
    return found


def having(items: Sequence[str], hexes: Collection[str]) -> list[str]:
    """Return a list of hexes and ranges with some hexes more."""
    there = set(parse_hexes(items))
    found = list(items)
    fresh = sorted(set(hexes) - there, key=numbers_of)
    for column, group in groupby(fresh, lambda h: numbers_of(h)[0]):
        found = _in_column(found, column, list(group))
    return found


def ranges(hexes: Iterable[str]) -> list[str]:
    """Return hexes with those that follow one another in a column, or in a row, as ranges."""
    ordered = sorted(hexes, key=numbers_of)
    if len({numbers_of(h)[0] for h in ordered}) == len(ordered) > 1:
        if len({numbers_of(h)[1] for h in ordered}) == 1:
            return _runs(ordered, 0)
    return _runs(ordered, 1)


def _runs(ordered: Sequence[str], along: int) -> list[str]:
    found: list[list[str]] = []
    for hex_id in ordered:
        here = numbers_of(hex_id)
        last = numbers_of(found[-1][-1]) if found else (-9, -9)
        if last[1 - along] == here[1 - along] and last[along] + 1 == here[along]:
            found[-1].append(hex_id)
        else:
            found.append([hex_id])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def _in_column(items: list[str], column: int, fresh: list[str]) -> list[str]:
    """Return a list with hexes of one column more, among the others of that column."""
    own = [index for index, item in enumerate(items) if _lies_in(item, column)]
    hexes = [h for index in own for h in parse_hexes([items[index]])]
    later = [i for i, item in enumerate(items) if numbers_of(item[: _size(item)])[0] > column]
    at = own[0] if own else later[0] if later else len(items)
    rest = [item for index, item in enumerate(items) if index not in own]
    at -= sum(1 for index in own if index < at)
    return [*rest[:at], *_runs(sorted({*hexes, *fresh}, key=numbers_of), 1), *rest[at:]]


def _size(item: str) -> int:
    """Return how long the number of the first hex is in an item."""
    return len(item.partition("-")[0].strip())


def _lies_in(item: str, column: int) -> bool:
    """Whether all hexes of an item lie in a column."""
    return all(numbers_of(end.strip())[0] == column for end in item.split("-"))

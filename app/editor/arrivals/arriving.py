"""What comes later in a scenario: one chip for each arrival, and the steps that shift, add or drop one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.app.editor.maps.steps import Step, rows, section, text_of
from grognard.app.editor.setting import WAYS, stage_path
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain

NAMES = ("group", "piece")
NOWHERE = "?"
"""A place that is none yet: the fault says so until one is given."""


@dataclass(frozen=True, slots=True)
class Chip:
    """An arrival: its number in the file, its turn (0: the rules say when), who comes, and where."""

    index: int
    turn: int
    names: tuple[str, ...]
    where: str
    condition: str = ""


def arrivals(scenario: Plain, stage: int) -> list[Plain]:
    """Return the arrivals of a stage as they are written."""
    stages = rows(scenario, "stages")
    return rows(stages[stage], "arrivals") if stage < len(stages) else []


def chips(scenario: Plain, stage: int) -> list[Chip]:
    """Return what comes in a stage, in the order of the file."""
    found = []
    for index, row in enumerate(arrivals(scenario, stage)):
        if isinstance(row, dict):
            turn = text_of(row, "turn")
            names = tuple(name for key in NAMES for name in _words(row.get(key, "")))
            where = ", ".join(word for way in WAYS for word in _words(row.get(way, "")))
            number = int(turn) if turn.isdecimal() else 0
            found.append(Chip(index, number, names, where, text_of(row, "if")))
    return found


def _clock(scenario: Plain, stage: int) -> dict[str, Plain]:
    stages = rows(scenario, "stages")
    return section(stages[stage], "clock") if stage < len(stages) else {}


def turns_of(scenario: Plain, stage: int, usual: int) -> int:
    """Return how many turns a stage has, `usual` where it does not say."""
    said = text_of(_clock(scenario, stage), "turns")
    return int(said) if said.isdecimal() else len(called(scenario, stage)) or usual


def called(scenario: Plain, stage: int) -> list[str]:
    """Return what a stage calls its turns, nothing where it has no names for them."""
    return _words(_clock(scenario, stage).get("names", ""))


def path_of(stage: int, index: int) -> Path:
    """Return where an arrival stands."""
    return (*stage_path(stage), "arrivals", index)


def shift(scenario: Plain, stage: int, index: int, turn: int) -> list[Step]:
    """Have an arrival come on another turn, 0 for when the rules say."""
    row = arrivals(scenario, stage)[index]
    path = (*path_of(stage, index), "turn")
    if turn:
        return [] if text_of(row, "turn") == str(turn) else [Step(path, "set", str(turn))]
    return [Step(path, "remove")] if text_of(row, "turn") else []


def drop(scenario: Plain, stage: int, index: int) -> list[Step]:
    """Take an arrival away; with the last goes the list."""
    if len(arrivals(scenario, stage)) > 1:
        return [Step(path_of(stage, index), "remove")]
    return [Step((*stage_path(stage), "arrivals"), "remove")]


def add(  # noqa: PLR0913 - who, when, and where
    scenario: Plain, stage: int, key: str, name: str, turn: int, entry: Mapping[str, Plain]
) -> list[Step]:
    """Have a group or a piece come, where those come that are written last, else by `entry`."""
    there = arrivals(scenario, stage)
    place = next((_place(row) for row in reversed(there) if _place(row)), entry)
    row: dict[str, Plain] = {**({"turn": str(turn)} if turn else {}), key: name, **place}
    path = (*stage_path(stage), "arrivals")
    return [Step((*path, len(there)), "insert", row) if there else Step(path, "set", [row])]


def _place(row: Plain) -> Mapping[str, Plain]:
    found = row if isinstance(row, dict) else {}
    return {way: found[way] for way in WAYS if way in found and way != "attached"}


def _words(value: Plain) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)] if value else []

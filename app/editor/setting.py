"""Gestures on a set-up: which line a piece stands in, and the steps that place, turn or take it off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.app.editor.maps.steps import Step, rows
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain

WAYS = ("at", "among", "within", "distance", "zone", "anywhere", "pose", "box", "attached", "first")
"""Keys that say where."""
OWN = ("facing", "heading", "formation", "state")
"""Keys that say how a piece stands, which a piece set down anew takes over from those beside it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The line that places a piece: its path, what it says, and whether it names others, too."""

    path: Path
    row: dict[str, Plain]
    shared: bool


def stage_path(stage: int) -> Path:
    """Return where a stage stands."""
    return ("stages", stage)


def lines(scenario: Plain, stage: int) -> list[Plain]:
    """Return the lines of a set-up."""
    stages = rows(scenario, "stages")
    return rows(stages[stage], "setup") if stage < len(stages) else []


def named_in(row: Plain) -> list[str]:
    """Return the pieces that a line names."""
    found = row.get("piece", []) if isinstance(row, dict) else []
    return [str(p) for p in found] if isinstance(found, list) else [str(found)]


def standing(scenario: Plain, stage: int, piece: str) -> Standing | None:
    """Return the line that says where a piece is, None where no line names it."""
    for index, row in enumerate(lines(scenario, stage)):
        if isinstance(row, dict) and piece in named_in(row) and set(WAYS) & set(row):
            path = (*stage_path(stage), "setup", index)
            return Standing(path, row, len(named_in(row)) > 1)
    return None


def placed(scenario: Plain, stage: int) -> list[str]:
    """Return the pieces that lines name."""
    return [piece for row in lines(scenario, stage) for piece in named_in(row)]


def at_home(scenario: Plain, stage: int, groups: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the pieces that have a place, by a line of their own or of their group."""
    found = set(placed(scenario, stage))
    for row in lines(scenario, stage):
        names = row.get("group", []) if isinstance(row, dict) else []
        for name in names if isinstance(names, list) else [names]:
            found.update(groups.get(str(name), ()))
    return found


def put(
    scenario: Plain, stage: int, piece: str, where: Mapping[str, Plain], like: str = ""
) -> list[Step]:
    """Say where a piece begins; new to the map, it stands as `like` does and belongs where that does."""
    there = standing(scenario, stage, piece)
    if there is not None and not there.shared:
        return _said(there, where)
    model = there or (standing(scenario, stage, like) if like else None)
    kept = (
        {k: v for k, v in model.row.items() if k not in (*WAYS, "piece", "group", "rule")}
        if model
        else {}
    )
    row: dict[str, Plain] = {
        "piece": piece,
        **where,
        **{k: v for k, v in kept.items() if k not in where},
    }
    steps = _without(there, piece) if there is not None else []
    return [*steps, _appended(scenario, stage, row)]


def leave_out(scenario: Plain, stage: int, pieces: Sequence[str], box: str) -> list[Step]:
    """Put pieces that have no place into the box of what is not in the battle, all in one line."""
    for index, row in enumerate(lines(scenario, stage)):
        if isinstance(row, dict) and {*row} == {"piece", "box"} and row["box"] == box:
            path = (*stage_path(stage), "setup", index, "piece")
            return [Step(path, "set", [*named_in(row), *pieces])]
    named: list[Plain] = [*pieces]
    return [_appended(scenario, stage, {"piece": named, "box": box})] if pieces else []


def say(scenario: Plain, stage: int, piece: str, key: str, value: Plain) -> list[Step]:
    """Say something of how a piece stands: its facing, heading, formation, state; "" unsays it."""
    there = standing(scenario, stage, piece)
    if there is None:
        return []
    if not there.shared:
        if value in ("", []):
            return [Step((*there.path, key), "remove")] if key in there.row else []
        return [] if there.row.get(key) == value else [Step((*there.path, key), "set", value)]
    row = {**there.row, **_first_of(there, piece), "piece": piece, key: value}
    if value in ("", []):
        del row[key]
    return [*_without(there, piece), _appended(scenario, stage, row)]


def take_off(scenario: Plain, stage: int, piece: str) -> list[Step]:
    """Take a piece off the map: no line names it any more."""
    steps: list[Step] = []
    there = lines(scenario, stage)
    for index in range(len(there) - 1, -1, -1):
        row = there[index]
        if isinstance(row, dict) and piece in named_in(row):
            path = (*stage_path(stage), "setup", index)
            steps += _without(Standing(path, row, len(named_in(row)) > 1), piece)
    if steps and len(there) == sum(1 for s in steps if len(s.path) == 4 and s.op == "remove"):
        return [Step((*stage_path(stage), "setup"), "remove")]
    return steps


def _said(there: Standing, where: Mapping[str, Plain]) -> list[Step]:
    # What is written comes first, so that no line is ever left without a place.
    steps = [
        Step((*there.path, key), "set", value)
        for key, value in where.items()
        if there.row.get(key) != value
    ]
    gone = [key for key in WAYS if key in there.row and key not in where]
    return [*steps, *(Step((*there.path, key), "remove") for key in gone)]


def _without(there: Standing, piece: str) -> list[Step]:
    if not there.shared:
        return [Step(there.path, "remove")]
    names = named_in(there.row)
    left: list[Plain] = [p for p in names if p != piece]
    steps = [Step((*there.path, "piece"), "set", left if len(left) > 1 else left[0])]
    if (firsts := _firsts(there)) is not None:
        rest = [at for name, at in zip(names, firsts, strict=True) if name != piece]
        steps.append(Step((*there.path, "first"), "set", rest if len(rest) > 1 else rest[0]))
    return steps


def _firsts(there: Standing) -> list[Plain] | None:
    """Return where each piece of a line stands before the seat chooses, None where that is not told one by one."""
    firsts = there.row.get("first")
    each = isinstance(firsts, list) and len(firsts) == len(named_in(there.row)) > 1
    return firsts if each and isinstance(firsts, list) else None


def _first_of(there: Standing, piece: str) -> dict[str, Plain]:
    """Return where one piece of a line stands before the seat chooses, if the line tells it of each."""
    firsts = _firsts(there)
    return {} if firsts is None else {"first": firsts[named_in(there.row).index(piece)]}


def _appended(scenario: Plain, stage: int, row: Plain) -> Step:
    there = lines(scenario, stage)
    path = (*stage_path(stage), "setup")
    return Step((*path, len(there)), "insert", row) if there else Step(path, "set", [row])

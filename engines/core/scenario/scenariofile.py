"""Scenario files, whatever the game: where they lie, what they may refer to, and opening them."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import MAX_PROBLEMS, MapNode, Problems, load_file, load_text
from grognard.engines.core.play.game import ScenarioError


def shipped(game: str) -> Traversable:
    """Return the folder of a game's shipped scenarios."""
    return files("grognard.scenarios").joinpath(game)


def referable(folder: Traversable) -> tuple[str, ...]:
    """Return the maps and orders of battle that the scenarios of a folder may refer to."""
    return tuple(
        f"{part}/{entry.name}"
        for part in ("maps", "forces")
        if folder.joinpath(part).is_dir()
        for entry in sorted(folder.joinpath(part).iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".yaml")
    )


def refuse(problems: list[Problem]) -> None:
    """Raise what is wrong, if anything is.

    Raises:
        ScenarioError: with every problem at once, up to MAX_PROBLEMS.
    """
    if problems:
        raise ScenarioError(problems[:MAX_PROBLEMS])


def open_scenario(source: Path | Traversable | str, file: str) -> tuple[MapNode, Problems]:
    """Return the root of a scenario file, or of its text (`file` names it), and its faults so far.

    Raises:
        ScenarioError: it cannot be read as a mapping at all.
    """
    node, problems = load_text(source, file) if isinstance(source, str) else load_file(source)
    if not isinstance(node, MapNode):
        if node is not None:
            problems.at(node, tr("a scenario must be a mapping"), tr("begin with scenario: its-id"))
        raise ScenarioError(problems)
    return node, problems

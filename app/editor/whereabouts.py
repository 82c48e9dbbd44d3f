"""Where a fault is: the path of the part of a file that a line and a column lie in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as FilePath

from grognard.app.editor import setting
from grognard.app.editor.maps.steps import text_of
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Plain

PAGES = {"setup": 1, "arrivals": 4, "forces": 2}
"""What is edited on the page of the set-up (1), of the forces (2), and of the arrivals (4)."""
ON_MAP = frozenset({"map", "board", "boards", "tiles", "ground", "field"})
"""What is edited on the page of the map (0); all else is on that of the scenario (3)."""


def place_of(root: Node, line: int, column: int) -> Path:
    """Return the path of the innermost part that begins at a line and column, or last before it."""
    found: list[str | int] = []
    node: Node | None = root
    while node is not None:
        node = _inner(node, (line, column), found)
    return tuple(found)


def _inner(node: Node, at: tuple[int, int], found: list[str | int]) -> Node | None:
    parts: Iterable[tuple[str | int, Node, Node]] = ()
    if isinstance(node, ListNode):
        parts = ((index, item, item) for index, item in enumerate(node.items))
    elif isinstance(node, MapNode):
        parts = ((key, node.keys[key], value) for key, value in node.entries.items())
    begun = [(step, value) for step, begin, value in parts if (begin.line, begin.column) <= at]
    if not begun:
        return None
    found.append(begun[-1][0])
    return begun[-1][1]


def whose(plain: Plain, path: Path) -> tuple[str, str]:
    """Return the name of the innermost record of a list that a path leads into, and the key of its field."""
    name = field = ""
    for at, step in enumerate(path):
        plain = _inside(plain, step)
        if isinstance(step, int) and isinstance(plain, dict):
            called = (text_of(plain, key) for key in ("name", "label", "id"))
            name = next((words for words in called if words), "")
            field = next((key for key in reversed(path[at + 1 :]) if isinstance(key, str)), "")
    return name, field


def _inside(plain: Plain, step: str | int) -> Plain:
    if isinstance(plain, dict) and isinstance(step, str):
        return plain.get(step, "")
    if isinstance(plain, list) and isinstance(step, int) and step < len(plain):
        return plain[step]
    return ""


def page_of(path: Path) -> int:
    """Return the page on which a part of the scenario's own file is edited; without a path the set-up's."""
    if not path:
        return 1
    if path[0] in ON_MAP:
        return 0
    return next((PAGES[step] for step in path if isinstance(step, str) and step in PAGES), 3)


def said_in(plain: Plain, path: Path) -> list[str]:
    """Return the words along a path and those at its end: names of pieces and of places among them."""
    words = [step for step in path if isinstance(step, str)]
    for step in path:
        plain = _inside(plain, step) or plain
    return [*words, *_words(plain)]


def _words(plain: Plain) -> list[str]:
    if isinstance(plain, dict):
        return [word for value in plain.values() for word in _words(value)]
    if isinstance(plain, list):
        return [word for value in plain for word in _words(value)]
    return [plain]


def pieces_at_fault(root: Node, file: str, problems: Iterable[Problem]) -> dict[str, str]:
    """Return the pieces whose lines of the set-up have faults, each with what is wrong.

    Args:
        root: the scenario's file.
        file: its name; faults of other files are not of its lines.
        problems: the faults of all files.
    """
    scenario, found = root.plain(), dict[str, str]()
    for problem in problems:
        if problem.line and FilePath(problem.file).name == file:
            path = place_of(root, problem.line, problem.column)
            for uid in _placed_by(scenario, path):
                found.setdefault(uid, problem.message)
    return found


def _placed_by(scenario: Plain, path: Path) -> list[str]:
    """Return the pieces that the line of a set-up places that a path leads into."""
    match path:
        case ("stages", int(stage), "setup", int(index), *_):
            there = setting.lines(scenario, stage)
            return setting.named_in(there[index]) if index < len(there) else []
    return []

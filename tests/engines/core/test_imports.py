"""Imports point down only, and the application never names a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import HANG, ROOT, environment

GAMES = tuple(
    path.name
    for path in sorted((ROOT / "engines").iterdir())
    if path.is_dir() and (path / "__init__.py").exists() and path.name != "core"
)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the full names that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found += (f"{node.module}.{name.name}" for name in node.names)
    return tuple(found)


def offending(folder: str, banned: str) -> list[str]:
    """Return the imports below `folder` that match `banned`."""
    pattern = re.compile(banned)
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path)
        if pattern.match(name)
    ]


def test_core_knows_no_game_and_no_qt() -> None:
    assert GAMES
    games = "|".join(GAMES)
    assert (
        offending(
            "engines/core", rf"grognard\.engines\.({games})\b|grognard\.app\b|PySide6|tests\b"
        )
        == []
    )


def test_engines_know_no_application() -> None:
    assert offending("engines", r"grognard\.app\b|PySide6|tests\b") == []


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    others = "|".join(sorted({*GAMES, "nothing"} - {game}))
    assert offending(f"engines/{game}", rf"grognard\.engines\.({others})\b") == []


@pytest.mark.parametrize(
    ("folder", "above"),
    [
        ("board", "table|library|rulebook|aftermath|headless|main|cli"),
        ("rulebook", "table|library|aftermath|headless|main|cli"),
        ("aftermath", "table|library|headless|main|cli"),
        ("table", "library|headless|main|cli"),
        ("library", "table|headless|main|cli"),
        ("lab", "table|library|rulebook|headless|main|cli"),
    ],
)
def test_the_pages_of_the_application_import_downwards(folder: str, above: str) -> None:
    assert (ROOT / "app" / folder).is_dir()
    assert offending(f"app/{folder}", rf"grognard\.app\.({above})\b") == []


def test_application_never_names_a_game() -> None:
    words = re.compile(rf"['\"./]({'|'.join(GAMES)})['\"./]|engines\.({'|'.join(GAMES)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert found == []


def module_graph(folder: Path) -> dict[str, set[str]]:
    """Return which modules below `folder` each of them imports, wherever in it and for whatever end."""
    names = {name_of(path): path for path in sorted(folder.rglob("*.py"))}
    return {name: modules_in(imported(path), names) - {name} for name, path in names.items()}


def name_of(path: Path) -> str:
    """Return the full name of a module; a package is named after its folder."""
    parts = ("grognard", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_in(imports: Iterable[str], known: dict[str, Path]) -> set[str]:
    """Return the modules that imported names stand for: the name itself, or what it is taken from."""
    owners = ((name, name.rpartition(".")[0]) for name in imports)
    found = (next((one for one in pair if one in known), None) for pair in owners)
    return {one for one in found if one is not None}


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules that come to import themselves, each with those that it reaches and that reach it."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        todo = [start]
        while todo:
            new = graph[todo.pop()] - found
            found |= new
            todo += new
        return found

    reach = {name: reached(name) for name in graph}
    rings = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in graph
        if name in reach[name]
    }
    return [" <-> ".join(ring) for ring in sorted(rings)]


@pytest.mark.parametrize("folder", ["app", "engines/core", *(f"engines/{game}" for game in GAMES)])
def test_no_circles(folder: str) -> None:
    """No module imports itself by way of others, be it late in a function or for its types alone."""
    graph = module_graph(ROOT / folder)
    assert any(graph.values())
    assert circles(graph) == []


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}
    assert circles(graph) == ["a <-> b <-> c"]


def test_headless_commands_leave_qt_alone() -> None:
    script = (
        "import sys; from grognard.app.cli import main; code = main(['list', '--json']); "
        "sys.exit(code or any(name.startswith('PySide6') for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def rooms(graph: dict[str, set[str]], package: str) -> dict[str, set[str]]:
    """Return which rooms (folders below `package`, and each module beside them) import from which."""

    def room(name: str) -> str:
        return ".".join(name.split(".")[: package.count(".") + 2])

    found: dict[str, set[str]] = {room(name): set() for name in graph}
    for name, met in graph.items():
        found[room(name)] |= {room(other) for other in met} - {room(name)}
    return found


HOUSES = ("engines/core", *(f"engines/{game}" for game in GAMES), "app", "app/board", "app/table")
"""The folders that are divided into rooms."""


@pytest.mark.parametrize("house", HOUSES)
def test_rooms_import_one_way(house: str) -> None:
    """Of two rooms of a game, or of the application, one lies below the other, and never looks up."""
    package = "grognard." + house.replace("/", ".")
    graph = rooms(module_graph(ROOT / house), package)
    assert len(graph) > 3
    assert circles({room: met - {package} for room, met in graph.items() if room != package}) == []


@pytest.mark.parametrize("house", HOUSES)
def test_a_room_says_what_it_holds(house: str) -> None:
    folders = {path.parent for path in (ROOT / house).rglob("*.py")}
    said = {
        folder: ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
        for folder in folders
    }
    assert [folder.name for folder, words in said.items() if not words] == []
    crowded = {folder.name: sum(1 for _ in folder.glob("*.py")) for folder in folders}
    assert {name: count for name, count in crowded.items() if count > 24} == {}


def test_who_plays_a_seat_himself_is_called_so_in_one_place() -> None:
    said = [
        str(path.relative_to(ROOT))
        for folder in ("app", "engines")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if '"person"' in path.read_text("utf-8")
    ]
    assert said == ["engines/core/play/setups.py"]

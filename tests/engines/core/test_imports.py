"""Imports point down only, and the application never names a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import HANG, ROOT, environment

GAMES = tuple(
    path.name
    for path in sorted((ROOT / "engines").iterdir())
    if path.is_dir() and (path / "__init__.py").exists() and path.name != "core"
)


def imported(path: Path) -> Iterator[str]:
    """Give the full names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{name.name}" for name in node.names)


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
    assert offending("engines/core", rf"engines\.({games})\b|app\b|PySide6|tests\b") == []


def test_engines_know_no_application() -> None:
    assert offending("engines", r"app\b|PySide6|tests\b") == []


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    others = "|".join(sorted({*GAMES, "nothing"} - {game}))
    assert offending(f"engines/{game}", rf"engines\.({others})\b") == []


def test_application_never_names_a_game() -> None:
    words = re.compile(rf"['\"./]({'|'.join(GAMES)})['\"./]|engines\.({'|'.join(GAMES)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert found == []


def test_headless_commands_leave_qt_alone() -> None:
    script = (
        "import sys; from app.cli import main; code = main(['list', '--json']); "
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

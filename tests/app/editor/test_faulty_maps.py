"""A map with a fault is still drawn, as far as it is sound: its author has to see what he mends."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from grognard.app.editor.window.preview import preview
from grognard.engines.core.play.game import registry
from tests.contract import spoiling

GAMES = registry.games()
NOTHING = re.compile("YAML|do not close")
"""With such faults there may be nothing left to draw."""
HEAD = ("map:", "game:", "title:", "grid:", "size:", "base_terrain:", "areas:", "patches:")
WAYS = (spoiling.number, spoiling.value, spoiling.key)
SMALL = {
    "gmt": "windmill-hill",
    "columbia": "mill-brook",
    "risorgimento": "hamlet-of-bruna",
    "eagle": "orchard",
    "europa": "two-roads",
}


def its_map(game: str, folder: Path) -> tuple[Path, Path]:
    """Copy what a game ships; return a small scenario and its map."""
    info = next(i for i in GAMES[game].scenarios() if i.id == SMALL[game])
    there = Path(info.path)
    shutil.copytree(there.parent, folder / "all")
    scenario = folder / "all" / there.name
    line = next(row for row in scenario.read_text().splitlines() if row.startswith("map:"))
    return scenario, scenario.parent / line.partition(":")[2].strip()


@pytest.mark.parametrize("game", SMALL)
def test_what_is_sound_of_a_spoilt_map_is_drawn(game: str, tmp_path: Path) -> None:
    scenario, board = its_map(game, tmp_path)
    head, rest = after_grid(board.read_text())
    rng, faults = Random(7), 0
    for turn in range(16):
        board.write_text(head + WAYS[turn % len(WAYS)](rest, rng))
        found = preview(GAMES[game], scenario)
        if not any(NOTHING.search(problem.message) for problem in found.problems):
            assert found.board is not None, found.problems
            faults += bool(found.problems)
    assert faults > 4


def after_grid(words: str) -> tuple[str, str]:
    """Part a map where its ground begins: without a grid there is nothing to draw it on."""
    rows = words.splitlines(keepends=True)
    head = 1 + max(i for i, row in enumerate(rows) if row.startswith(HEAD))
    return "".join(rows[:head]), "".join(rows[head:])

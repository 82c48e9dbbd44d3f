"""A hundred random games over the ten battles end with a verdict and are the same in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import environment

BATTLES = (
    "maida",
    "cerro-de-medellin",
    "miranda-de-azan",
    "los-arapiles",
    "garcia-hernandez",
    "road-to-namur",
    "bossu-wood",
    "jerome",
    "first-corps",
    "les-miserables",
)
MANY, LONGEST = 10, 900
"""Games of each battle in the soak, and the seconds that a process may take for them."""


def told(name: str, games: int, apart: str) -> list[dict[str, Any]]:
    """Play games of a battle in a process of its own, with hashes salted its own way."""
    command = [
        sys.executable,
        "-m",
        "grognard.app.cli",
        "selfplay",
        f"eagle/{name}",
        "--bot",
        "random",
    ]
    done = subprocess.run(
        [*command, "--games", str(games), "--seed", "1", "--json"],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
        env={**environment(), "PYTHONHASHSEED": apart},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def check(name: str, games: int) -> None:
    """Compare two processes, game by game."""
    one, other = told(name, games, "1"), told(name, games, "2")
    assert len(one) == games
    assert all(game["finished"] and not game["violations"] for game in one)
    assert all(game["winner"] in ("french", "british", "draw") for game in one)
    seen = [[(g["seed"], g["winner"], g["state_hash"]) for g in games] for games in (one, other)]
    assert seen[0] == seen[1]


def test_a_game_is_the_same_in_two_processes() -> None:
    check("garcia-hernandez", 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", BATTLES)
def test_ten_games_of_each_battle_are_the_same_in_two_processes(name: str) -> None:
    check(name, MANY)

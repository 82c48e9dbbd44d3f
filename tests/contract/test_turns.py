"""Of every game: what its declared turn says holds for its cases, its rules and its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.play.game import Game, registry
from grognard.engines.core.play.turn import Turn
from grognard.engines.core.proof.rulebook import Rulebook
from tests.conftest import ROOT

TURNS = [
    pytest.param(game, turn, n, id=f"{name}-{n}")
    for name, game in registry.games().items()
    for n, turn in enumerate(game.turns)
]


@pytest.mark.parametrize(("game", "turn", "number"), TURNS)
def test_the_guide_to_cases_lists_the_cursors(
    game: Game[Any, Any], turn: Turn[Any], number: int
) -> None:
    """The paragraphs after the heading are one for each turn: its cursors, in their order."""
    guide = Path(str(game.data().joinpath("CASES.md")))
    if not guide.exists():
        pytest.skip("this game has no guide")
    section = re.split(r"^## Cursors.*$", guide.read_text("utf-8"), flags=re.MULTILINE)[1]
    paragraph = section.strip().split("\n\n")[number]
    assert tuple(re.findall(r"`([^`]+)`", paragraph)) == turn.cursors


@pytest.mark.parametrize(("game", "turn", "number"), TURNS)
def test_the_rules_of_the_sequence_are_in_the_rulebook(
    game: Game[Any, Any], turn: Turn[Any], number: int
) -> None:
    book, problems = Rulebook.load(game.data())
    assert book is not None, problems
    cited = {rule for line in turn.outline() for rule in line.rules}
    assert cited
    assert cited - book.rules.keys() == set()


@pytest.mark.parametrize("name", [name for name, one in registry.games().items() if one.turns])
def test_words_compared_with_the_phase_are_steps(name: str) -> None:
    """What a procedure asks of the cursor besides the declaration names a step of it."""
    game = registry.games()[name]
    known = {step for turn in game.turns for step in turn.steps}
    found = set(compared(Path(str(game.data()))))
    assert found - known == set()


def compared(folder: Path) -> Iterator[str]:
    """Give the words that anything called `phase` is compared with."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
                if node.left.attr == "phase":
                    parts = (part for one in node.comparators for part in ast.walk(one))
                    yield from (p.value for p in parts if isinstance(p, ast.Constant))


def test_the_words_are_found() -> None:
    assert "end" in set(compared(ROOT / "engines" / "columbia"))

"""What is wrong with a file is told in the language spoken: in one without letters nothing of it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import ENGLISH, speak
from tests.contract.pseudo import LETTERS, PSEUDO
from tests.contract.test_files import KINDS, OWN

SEEDS = 12
ASIDE = re.compile(r"^[\w.\[\]-]+: |\{[^}]*\}")
"""What a message names as the file has it: the place in a position, a form to be written."""


@pytest.fixture
def without_letters() -> Iterator[None]:
    """Speak the language without letters."""
    speak(PSEUDO)
    yield
    speak(ENGLISH)


INQUIRY = "to ask about"
"""What refuses an inquiry is told to who writes a case: the window asks for nothing that is not there."""


def english(problems: list[Problem]) -> list[str]:
    """Return the faults, and the ways to mend them, that were never handed to the catalogue."""
    words = [one for problem in problems for one in (problem.message, problem.mend)]
    words = [one for one in words if INQUIRY not in one]
    return [one for one in words if LETTERS.search(ASIDE.sub("", one))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", OWN)
def test_faults_are_told_in_the_language(
    game: str, kind: str, tmp_path: Path, without_letters: None
) -> None:
    found: list[Problem] = []
    for seed in range(SEEDS):
        home = tmp_path / f"{kind}-{seed}"
        home.mkdir()
        found += KINDS[kind](game, home, Random(f"said {game} {kind} {seed}"))
    assert len(found) > 2
    assert english(found) == []


def test_english_is_noticed() -> None:
    assert english(
        [Problem("a.yaml", 1, 1, "the file is empty", "set.at: ··· {{unit: name}} ···")]
    ) == ["the file is empty"]

"""Worked examples: every rule has one, the cases are those of the tests, each is told in sentences."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.examples import Example, Examples, heading, load_examples, titled
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.story import tell

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")
EVERY = 40
"""Every so many-th example is told in the short run, all of them in the long one."""


@lru_cache
def examples(game: str) -> tuple[Rulebook, Examples]:
    book, problems = Rulebook.load(registry[game].data())
    assert book is not None, problems
    found, wrong = load_examples(registry[game], book.rules)
    assert wrong == []
    return book, found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_enforced_or_decided_has_an_example(game: str) -> None:
    book, found = examples(game)
    needed = [rule.id for rule in book.rules.values() if rule.kind in ("enforce", "choice")]
    assert [rule for rule in needed if not found.by_rule.get(rule)] == []


def told(example: Example) -> None:
    title, note = heading(example)
    assert title
    assert note
    story = tell(example)
    assert len(story.scenes) > 1 or story.scenes[0].lines
    for scene in story.scenes:
        assert story.view_of(scene).pieces is not None
        for line in scene.lines:
            words = str(line.words)
            assert words
            assert "{" not in words


@pytest.mark.parametrize("game", GAMES)
def test_some_examples_are_told(game: str) -> None:
    for example in examples(game)[1].all()[::EVERY]:
        told(example)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_all_examples_are_told(game: str) -> None:
    for example in examples(game)[1].all():
        told(example)


def test_what_a_reader_tries_leaves_the_example_as_it_was() -> None:
    example = examples("gmt")[1].of("7.33")[0]
    story = tell(example)
    scene = story.scenes[0]
    game = story.session_at(scene)
    assert game.ask is not None
    choice = next(iter(game.ask.choices))
    game.choose(game.ask.seat, choice)
    assert story.scenes[0].state == story.session_at(scene).table.state
    assert game.undo()


def test_a_refusal_is_told_with_its_rule() -> None:
    example = examples("eagle")[1].of("move.wheel")[0]
    lines = [line for scene in tell(example).scenes for line in scene.lines]
    refused = [line for line in lines if line.tone == "refused" and line.rules]
    assert refused
    assert "move.wheel" in refused[0].rules


def test_a_rule_without_an_example_has_those_of_the_rule_above() -> None:
    book, found = examples("gmt")
    assert "6.33" in book.rules
    assert found.of("6.33.no_such_point") == found.of("6.33")


def test_faults_are_told_with_line_and_mend(tmp_path: Path) -> None:
    file = tmp_path / "examples.yaml"
    file.write_text(
        "game: gmt\nexamples:\n- {rule: '6.34', case: nowhere.yaml}\n- {rule: '66.66', case: x}\n"
        "- {rule: '6.33', case: ../../conftest.py}\n",
        "utf-8",
    )
    book, _ = examples("gmt")
    found, problems = load_examples(registry["gmt"], book.rules, file)
    assert found.all() == ()
    assert sorted(problem.line for problem in problems) == [3, 4, 5]
    assert all(problem.mend for problem in problems)


def test_a_case_is_called_by_its_name() -> None:
    assert titled("zoc-stops-infantry") == "ZOC stops infantry"

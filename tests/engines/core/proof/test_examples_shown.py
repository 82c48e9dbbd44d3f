"""Every worked example of every game reads well: no ids, no words of choices, a reason with a rule, the cited rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from grognard.app.rulebook.shelf import shelf
from grognard.engines.core.proof.examples import Example
from grognard.engines.core.proof.story import Line, Story, tell

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")
RAW = re.compile(r"\bsubset\b|\ballocate\b|[{}_]")
ELSEWHERE = {
    ("columbia", "3.2.swamp"),
    ("columbia", "3.2.road"),
    ("columbia", "9.2.bridge"),
    ("gmt", "9.53.clear"),
    ("risorgimento", "C.2.formation"),
    ("risorgimento", "E.1.inconclusive"),
    ("risorgimento", "G.4.1.controlled"),
}
"""Rules that an example shows by what happens on the map, while its lines name those that it comes from."""


def ids_of(story: Story) -> set[str]:
    """Return the ids of a story that would not read as a name."""
    view = story.view_of(story.scenes[0])
    ids = {piece.id for piece in view.pieces if piece.id != piece.name}
    return {one for one in ids if re.search(r"[-_.@]", one)}


def weak(game: str, rule: str, one: Example) -> Iterator[str]:
    """Give what is weak in an example."""
    story = tell(one)
    lines: list[Line] = [line for scene in story.scenes for line in scene.lines]
    ids = ids_of(story)
    for line in lines:
        words = str(line.words)
        if RAW.search(words):
            yield f"{one.id}: words of a choice: {words}"
        yield from (
            f"{one.id}: the id {name}: {words}"
            for name in ids
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words)
        )
        if line.tone == "chosen" and " answers: " not in words:
            yield f"{one.id}: an answer without the seat that gives it: {words}"
    for before, after in zip(lines, [*lines[1:], None], strict=True):
        if before.tone == "refused" and not before.rules:
            if after is None or after.tone != "refused" or not after.rules:
                yield f"{one.id}: a refusal without a rule: {before.words}"
    if not story.view_of(story.scenes[0]).pieces:
        yield f"{one.id}: no piece in the picture"
    shown = {name for line in lines for name in line.rules}
    if rule not in shown and (game, rule) not in ELSEWHERE:
        yield f"{one.id}: {rule} is not among the rules shown"


@pytest.mark.parametrize("game", GAMES)
def test_no_example_is_weak(game: str) -> None:
    told = shelf(game).examples.by_rule
    found = [
        words for rule, ones in told.items() for one in ones for words in weak(game, rule, one)
    ]
    assert sum(map(len, told.values())) > 150
    assert not found, "\n".join(found[:20])


def test_what_may_be_chosen_is_told_in_the_words_of_its_question_before_one_of_it_is() -> None:
    examples = shelf("gmt").examples.by_rule["9.42.command"]
    stories = [[str(line.words) for s in tell(one).scenes for line in s.lines] for one in examples]
    (told,) = [story for story in stories if any("The choices are" in words for words in story)]
    choices = told.index("The choices are: Apply it and Leave it out.")
    assert told[choices + 1] == "French answers: Apply it."


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_asked_is_not_called_by_an_id(game: str) -> None:
    for one in shelf(game).examples.all():
        if "no_ask:" in one.path.read_text("utf-8"):
            words = [str(line.words) for scene in tell(one).scenes for line in scene.lines]
            assert "Nobody is asked about that." in words, one.id

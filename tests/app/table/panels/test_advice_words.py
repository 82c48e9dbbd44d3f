"""The words of advice: what speaks for a choice and against it, its chance to win, and where it rests on habit."""

from __future__ import annotations

from grognard.app.table.model.advising import Told
from grognard.app.table.panels.advice import BY_HABIT, JUDGED, advice_html, title_of
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.think.advice import Advice, Judged
from grognard.engines.core.think.thought import Thought

STRENGTH, GROUND = text("the strength left"), text("the ground held")


def thought(hope: float, other: float) -> Thought:
    """Squares compared with a line, in twenty imagined games."""
    reasons = ((STRENGTH, hope - other), (GROUND, (hope - other) / 2))
    squares, line = text("All in square"), text("All in line")
    return Thought("square", squares, "line", line, 20, hope - other, reasons, hope, other)


def told(found: Thought, made: Judged | None = None) -> str:
    """What is said of a hint, or of a move that was made."""
    said = None if made is None else text("All in line")
    wanted = "hint" if made is None else "judgement"
    return advice_html(Told(wanted, "russian", said, Advice("russian", "square", found, made)))


def test_what_speaks_for_a_choice_and_the_chances_are_told() -> None:
    words = told(thought(0.7, 0.5))
    assert "Choose: All in square" in words
    assert "Compared with: All in line" in words
    assert "For it: the strength left (+0.20)" in words
    assert "Against it" not in words
    assert "Chance to win: 70\u202f%, else 50\u202f%" in words


def test_a_hint_never_argues_against_itself() -> None:
    """Imagined games may lean, not surely, to another choice than the rule of thumb that is kept."""
    words = told(thought(0.5, 0.7))
    assert "Choose: All in square" in words
    assert "a rule of thumb" in words
    assert "All in line, compared with it:" in words
    assert "For it: the strength left (+0.20)" in words
    assert "Chance to win: 70\u202f%, else 50\u202f%" in words


def test_it_does_not_where_chances_are_the_same_and_the_terms_are_against_it() -> None:
    reasons = ((STRENGTH, -0.28), (GROUND, -0.03))
    squares, line = text("All in square"), text("All in line")
    words = told(Thought("square", squares, "line", line, 24, -0.31, reasons, 0.83, 0.83))
    assert "a rule of thumb" in words
    assert "All in line, compared with it:" in words
    assert "For it: the strength left (+0.28)" in words
    assert "Against it" not in words


def test_what_nothing_tells_apart_is_not_called_perhaps_better() -> None:
    squares, line = text("All in square"), text("All in line")
    words = told(Thought("square", squares, "line", line, 24, 0.0, (), 0.02, 0.02), "equal")
    assert str(JUDGED["best"]) in words
    assert str(JUDGED["equal"]) not in words
    assert "There is nothing to choose between them." in words


def test_a_better_choice_is_compared_with_the_one_made() -> None:
    words = told(thought(0.7, 0.5), "worse")
    assert "Chosen: All in line" in words
    assert "All in square, compared with it:" in words
    assert "For it: the strength left (+0.20)" in words


def test_a_game_that_is_lost_either_way_is_said_to_be() -> None:
    lost = Thought("a", text("March"), "b", text("Stay"), 20, hope=0.0, rival_hope=0.0)
    assert "Chance to win: 0\u202f% either way" in told(lost)


def test_a_choice_that_was_not_weighed_is_told_as_a_habit() -> None:
    assert str(BY_HABIT) in told(Thought("pass", text("Burn no bridge")))


def test_who_was_thinking_stands_in_the_title() -> None:
    assert title_of(Told("thought"), "French") == "French: what was it thinking?"


def test_a_person_is_not_asked_what_it_was_thinking() -> None:
    words = title_of(Told("thought", person=True), "British")
    assert words == "British: this decision weighed up"


def test_a_plan_is_told_before_the_chances() -> None:
    plan = (text("Davout holds Novy."), text("Ney goes for Borki."))
    words = told(evolve(thought(0.7, 0.5), plan=plan))
    assert "Davout holds Novy. Ney goes for Borki." in words
    assert words.index("Choose") < words.index("Davout") < words.index("the strength left")
    assert "Davout" not in told(thought(0.7, 0.5))

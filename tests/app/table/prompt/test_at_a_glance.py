"""The prompt is read at a glance: a question in two lines, rows that a second click takes, room for large letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.furniture import LEFT
from grognard.app.table.panels.labels import Title
from grognard.app.table.prompt.choicelist import ChoiceList
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import Answer
from tests.app.table.conftest import play, window
from tests.app.table.test_together import asked
from tests.contract.handling import table_of

__all__ = ["play", "window"]

QUESTIONS = (
    "Shift and turn your units among their set-up hexes, or finish.",
    "Chasseurs \u00e0 cheval: the order is about to be tested. Play a card before the die?",
    "IV Cavalry Corps: 7 units by 2913 has No Orders: try Individual Orders?",
    "Who is Morand?",
    "Combat Commands for the defence of 0315 south-east of Orel (3 hexes)?",
    "Which stacks support the defence of 0315 south-east of Orel (3 hexes)?",
    "1st Royal Dragoons and 54e Ligne: a melee. Play a card before the die?",
    "Declare the western territories independent?",
    "Round 1: a battle turn of one of 2 blocks",
)


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_has_two_lines(qapp: QApplication, words: str) -> None:
    title = Title("what")
    title.resize(LEFT - 24, 200)
    title.show()
    title.tell(words)
    assert title.lines(title.font()) <= 2
    small = title.font().pointSizeF()
    title.tell("Who fires?")
    assert title.font().pointSizeF() >= small
    title.deleteLater()


def test_a_second_click_on_a_marked_row_takes_it(
    play: Callable[..., Any], window: Window, qtbot: QtBot
) -> None:
    page = play("piece route pick")
    QApplication.processEvents()
    rows = next(one for one in page.prompt.body.widgets() if isinstance(one, ChoiceList))
    spot = rows.visualItemRect(rows.item(0)).center()
    before = len(page.model.session.choices)
    for waits in (True, False):
        click = qtbot.mousePress, qtbot.mouseRelease
        for act in click:
            act(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
        if waits:
            assert len(page.model.session.choices) == before
            assert page.model.listed is not None or page.model.gesture.picked
    taken = len(page.model.session.choices) > before or page.model.trial is not None
    assert taken


def test_large_letters_widen_the_prompt(play: Callable[..., Any], window: Window) -> None:
    page = play("pick pick")
    window.resize(1600, 1000)
    before = page.prompt.width()
    window.frame.set("text_size", "huge")
    QApplication.processEvents()
    assert page.prompt.width() >= 1.4 * before
    window.frame.set("text_size", "normal")
    QApplication.processEvents()
    assert page.prompt.width() <= before + 2


def test_the_first_question_of_borodino_leads() -> None:
    model = table_of(asked("gmt", "borodino", "setup_leader"))
    assert model.ask is not None
    lead = str(model.ask.lead)
    assert "any hex without an enemy unit" in lead
    assert "on the day he stood at Gorki (2820)" in lead
    assert "units can be shifted" in lead
    assert str(model.ask.choices.label("pass")) == "Stay at Gorki (2820), as on the day"


def test_odds_below_a_long_list_are_told_beside_the_buttons(
    play: Callable[..., Any], window: Window
) -> None:
    page = play("target pick")
    page.prompt.passed.show()
    for lines, told in ((60, True), (1, False)):
        page.prompt.passed.setText("<br>".join(["passed"] * lines))
        page.prompt.details.setText("<br>".join(["odds"] * 4))
        QApplication.processEvents()
        page.prompt._keep_in_sight("60\u202f% one hit")
        assert page.prompt.headline.isVisible() is told
    assert "60\u202f% one hit" in page.prompt.headline.text()


def test_the_mouse_on_the_board_is_not_told_the_odds_of_a_line_in_the_list(
    play: Callable[..., Any],
) -> None:
    page = play("target pick")
    model = page.model
    choice = {"pieces": ["b1"], "at": "0604"}
    page.odds.choice = choice
    page.odds.answer = Answer({}, ("8.1",), shares=((text("one hit"), 0.6),))
    model.pointed, model.hovered = choice, ("0301",)
    assert page.hands.tips._gist() == ""
    model.gesture.hover = lambda _names: choice
    assert "60\u202f% one hit" in page.hands.tips._gist()

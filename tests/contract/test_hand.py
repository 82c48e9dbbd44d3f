"""The hand at the table, in all games: the open question is always in reach, and Esc comes back to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget
from pytestqt.qtbot import QtBot

from grognard.app.board.theme import load_theme
from grognard.app.table.gestures.gesture import DECLINING, MOST_SHOWN, Gesture
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import Odds
from grognard.app.table.model.outside import AtOnce
from grognard.app.table.prompt.choicelist import ChoiceButton
from grognard.app.table.prompt.prompt import PromptPanel
from tests.contract.handling import BOARDED, Anybody, moments, table_of

STEPS, ROUNDS = 5, 3


def offered(prompt: PromptPanel) -> list[Any]:
    """Return the choices that stand as lines and buttons in the prompt."""
    found: list[Any] = []
    for widget in prompt.body.widgets():
        if isinstance(widget, ChoiceButton):
            found.append(widget.choice)
        if isinstance(widget, QListWidget):
            rows = (widget.item(row) for row in range(widget.count()))
            found += [item.data(Qt.ItemDataRole.UserRole) for item in rows]
    return found


def missing(model: TableModel, prompt: PromptPanel) -> list[Any]:
    """Return what of the open question can be answered nowhere."""
    gesture: Gesture | None = model.gesture
    assert gesture is not None
    assert model.ask is gesture.ask
    shown, widgets = offered(prompt), prompt.body.widgets()
    wanted = [*gesture.extras] if not gesture.picked else []
    if gesture.editor:
        return [] if widgets else ["the editor"]
    roses = any(type(widget).__name__ == "QWidget" for widget in widgets)
    on_board = [label for label in prompt.body.parentWidget().findChildren(QLabel) if label.text()]
    clicked = any("on the board" in label.text() for label in on_board)
    if not roses and not clicked:
        wanted += gesture.listed()[:MOST_SHOWN]
    meant = gesture.chosen()
    left = [one for one in wanted if one not in shown and one != meant and one not in DECLINING]
    can = not prompt.done.isHidden() or not prompt.decline.isHidden()
    declined = gesture.declines and not can and not set(shown_words(shown)) & set(DECLINING)
    return [*left, *(gesture.declines if declined else [])]


def shown_words(shown: list[Any]) -> list[str]:
    return [choice for choice in shown if isinstance(choice, str)]


@pytest.mark.parametrize("name", BOARDED)
def test_whatever_was_done_the_open_question_can_be_answered(qtbot: QtBot, name: str) -> None:
    for number, session in enumerate(moments(name)):
        model = table_of(session)
        prompt = PromptPanel(model, Odds(model, AtOnce()), load_theme(name))
        qtbot.addWidget(prompt)
        prompt.refresh()
        anybody = Anybody(model, f"{name} {number}")
        for _ in range(ROUNDS):
            for _ in range(STEPS):
                if model.gesture is None:
                    break
                anybody.act()
                prompt.refresh()
                if model.gesture is not None:
                    assert missing(model, prompt) == [], (model.gesture.ask.kind, anybody.done)
            if model.gesture is not None:
                ask = model.ask
                anybody.commit()
                assert model.ask is ask or model.group == () == model.plan, anybody.done


@pytest.mark.parametrize("name", BOARDED)
def test_esc_comes_back_to_the_open_question_unchanged(name: str) -> None:
    for number, session in enumerate(moments(name)):
        model = table_of(session)
        if model.gesture is None:
            continue
        ask, before, choices = model.ask, fresh(model), len(session.choices)
        anybody = Anybody(model, f"esc {name} {number}")
        for _ in range(ROUNDS):
            for _ in range(STEPS):
                if model.gesture is None or len(session.choices) != choices:
                    break
                anybody.act()
            if model.gesture is None or len(session.choices) != choices:
                break  # a drop or a second click has answered it
            for _ in range(30):
                anybody.hand.escape()
            assert model.ask is ask, (model.asked and model.asked.kind, anybody.done)
            assert fresh(model) == before, (ask and ask.kind, anybody.done)
            assert len(session.choices) == choices


def fresh(model: TableModel) -> str:
    """Return all that is picked, planned and gathered, in words."""
    gesture = model.gesture
    assert gesture is not None
    held = [gesture.picked, gesture.chosen(), model.listed, model.group, len(model.plan)]
    return json.dumps([*held, model.trial is None, sorted(gesture.marks().legal)], default=str)

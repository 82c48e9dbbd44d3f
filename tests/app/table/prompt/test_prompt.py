"""The prompt's list of choices: lines stay where they are while one is picked, labels are short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QListWidget, QScrollArea, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.table.prompt.choicelist import ChoiceButton, ChoiceList
from tests.app.table.blocks import LEFT, Hand, begun, window


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    with window(qapp, tmp_path, monkeypatch) as made:
        made.resize(1000, 460)
        session = begun(
            "borodino",
            "3",
            only="yes",
            first="french",
            active="french",
            phase="move",
            place=[
                {"unit": ["i-2-friant", "i-4-dessaix"], "at": "kas"},
                {"unit": "davout", "at": "kas", "state": ["active"], "role": "corps"},
                {"unit": ["ru-ii-17-olsufiev", "ru-ii-4-eugen"], "at": "fle"},
                {"unit": "kutuzov", "at": "tat"},
            ],
        )
        yield Hand(made, session, qtbot)


def listed(hand: Hand) -> QListWidget:
    """The list of choices in the prompt."""
    QApplication.processEvents()
    found = hand.page.prompt.findChildren(QListWidget)
    return next(widget for widget in found if widget.isVisible())


def test_the_second_click_finds_the_line_of_the_first(hand: Hand) -> None:
    hand.sit()
    prompt = hand.page.prompt
    area = prompt.findChild(QScrollArea)
    lines = listed(hand)
    before = lines.mapTo(prompt, QPoint(0, 0)), lines.width()
    prompt.details.setText("<br>".join(["What it would bring."] * 60))
    hand.qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    QApplication.processEvents()
    assert (lines.mapTo(prompt, QPoint(0, 0)), lines.width()) == before


def test_the_choices_of_a_picked_block_do_not_repeat_its_name(hand: Hand) -> None:
    hand.sit()
    hand.click_block("i-2-friant")
    body = hand.page.prompt.body
    widgets = [body.itemAt(n).widget() for n in range(body.count())]
    buttons = [
        widget for widget in widgets if hasattr(widget, "choice") and widget.choice != "pass"
    ]
    assert "2nd Division" in widgets[0].text()
    assert buttons
    for button in buttons:
        assert button.toolTip().startswith("2nd Division")
        assert "2nd Division" not in button.text().replace("\n", " ")


def test_a_line_taken_from_the_list_is_no_button_any_more(hand: Hand) -> None:
    hand.sit()
    lines = listed(hand)
    row = next(n for n in range(lines.count()) if lines.item(n).text() == "2nd Division")
    lines.setCurrentRow(row)
    assert hand.page.prompt.done.text() == "2nd Division"
    lines.itemActivated.emit(lines.item(row))
    assert hand.gesture().picked == ["i-2-friant"]
    assert hand.page.prompt.done.text().replace("\n", " ") == "Move no more blocks"


def test_two_clicks_on_a_line_that_picks_a_block_choose_nothing_for_it(hand: Hand) -> None:
    hand.sit()
    count = len(hand.session.choices)
    lines = listed(hand)
    row = next(n for n in range(lines.count()) if lines.item(n).text() == "2nd Division")
    spot = lines.visualItemRect(lines.item(row)).center()
    hand.qtbot.mouseClick(lines.viewport(), LEFT, pos=spot)
    QApplication.processEvents()
    assert hand.gesture().picked
    button = next(one for one in hand.page.prompt.findChildren(ChoiceButton) if one.isVisible())
    second_click(button, button.rect().center())
    assert len(hand.session.choices) == count


def test_a_button_that_came_under_a_double_click_is_not_pressed(qtbot: QtBot) -> None:
    button = ChoiceButton("Activate", "eugene")
    pressed: list[object] = []
    qtbot.addWidget(button)
    button.clicked.connect(lambda: pressed.append(button.choice))
    second_click(button, button.rect().center())
    assert not pressed
    qtbot.mouseClick(button, LEFT)
    assert pressed == ["eugene"]


def second_click(widget: QWidget, spot: QPoint) -> None:
    """What Qt sends to whatever lies under the mouse by then: the second half of a double click."""
    at, keys = QPointF(widget.mapToGlobal(spot)), Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
        QApplication.sendEvent(widget, QMouseEvent(kind, QPointF(spot), at, LEFT, LEFT, keys))


def test_a_tool_tip_of_the_prompt_leaves_the_odds_below_to_be_read(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands to the right of the button or line that it is about."""
    shown: list[QPoint] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, *_: shown.append(at))
    button, lines = ChoiceButton("Attempt a recall", "recall"), ChoiceList()
    lines.addItem("Haller Hussars")
    for widget in (button, lines):
        qtbot.addWidget(widget)
        widget.resize(200, 60)
        widget.show()
        over = widget.viewport() if isinstance(widget, ChoiceList) else widget
        spot = QPoint(20, 8)
        QApplication.sendEvent(over, QHelpEvent(QEvent.Type.ToolTip, spot, over.mapToGlobal(spot)))
        assert shown.pop().x() >= over.mapToGlobal(QPoint(over.width(), 0)).x()

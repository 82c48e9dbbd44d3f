"""Looking at a campaign map: no command of another game, answers in front, places found by their names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main import Window
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, window

__all__ = ["window"]


@pytest.fixture
def mouse(window: Window, qtbot: QtBot) -> Mouse:
    made = Mouse(window, asked("europa", "smolensk", "train"), qtbot)
    QApplication.processEvents()
    return made


def test_commands_of_other_games_are_not_shown(mouse: Mouse, window: Window) -> None:
    known = mouse.page.model.game.inquiries
    assert not {"los", "zoc", "borders"} & known.keys()
    for name in ("los", "zoc", "borders", "ruler", "ahead_mm"):
        assert not window.commands[name].isVisible()
        assert not window.commands[name].isEnabled()
    assert window.commands["grid"].isVisible()
    window.leave_table()
    assert window.commands["los"].isVisible()
    assert not window.commands["los"].isEnabled()


def test_a_question_of_the_menu_is_answered_in_front(mouse: Mouse) -> None:
    page, said = mouse.page, []
    page.message.connect(said.append)
    page.show_tab("log")
    page.hands.menu.switch("supply", on=True, name="")
    assert page.tabs.currentWidget() is page.inspector
    assert said == ["Is it in supply? Click a piece or place on the board."]
    page.show_tab("log")
    page.hands.menu.switch("supply", on=True, name="morand")
    assert page.tabs.currentWidget() is page.inspector
    assert "is in supply from" in page.inspector.toPlainText()


@pytest.mark.parametrize("name", ["Smolensk", "1009", "smolensk"])
def test_a_city_is_found_by_its_name(mouse: Mouse, name: str) -> None:
    found = mouse.page.model.lookup
    assert found.nearest(name) == "1009"
    assert found.name_of("1009") == "Smolensk (1009)"


def test_a_city_is_found_by_what_it_is_called_today(mouse: Mouse) -> None:
    assert mouse.page.model.lookup.nearest("Vilnius") == "1808"


def test_a_piece_that_reaches_over_into_the_next_hex_is_told_with_its_own_stack(
    mouse: Mouse,
) -> None:
    found = mouse.page.model.lookup
    names = found.names("depot-2208", "2108")
    assert names[:2] == ["depot-2208", "2208"]
    assert "depot-2108" not in names
    assert set(names[2:]) == set(found.pieces_at("2208")) - {"depot-2208"}


def test_a_line_is_taken_by_enter_and_let_go_by_escape(mouse: Mouse, qtbot: QtBot) -> None:
    model, count = mouse.page.model, len(mouse.session.choices)
    train = next(choice for choice in mouse.session.ask.choices if choice != "pass")
    model.listed = train
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Escape)
    assert model.listed is None
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert len(mouse.session.choices) == count
    model.listed = train
    qtbot.keyClick(mouse.canvas, Qt.Key.Key_Return)
    assert mouse.session.choices[count].choice == train

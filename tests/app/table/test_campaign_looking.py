"""Looking at a campaign map: no command of another game, answers in front, places found by their names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.panels.labels import Title
from grognard.app.table.prompt.editors import Steppers
from grognard.engines.core.show.views import Overlay
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
    for name in ("los", "zoc", "borders", "ruler", "ahead_mm", "turn_left", "turn_right"):
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


def shown(window: Window, qtbot: QtBot, scenario: str, kind: str) -> Mouse:
    made = Mouse(window, asked("europa", scenario, kind), qtbot)
    QApplication.processEvents()
    return made


def test_no_word_of_a_title_is_cut(qtbot: QtBot) -> None:
    title = Title("What is asked")
    qtbot.addWidget(title)
    title.resize(400, 60)
    title.tell("Russians: reinforcements arrive.")
    full = title.font().pointSizeF()
    title.resize(100, 60)
    title.fit()
    assert title.font().pointSizeF() < full
    assert QFontMetricsF(title.font()).horizontalAdvance("reinforcements") <= 100
    title.resize(400, 60)
    title.fit()
    assert title.font().pointSizeF() == full


def test_the_places_of_arrivals_are_called_by_their_names(window: Window, qtbot: QtBot) -> None:
    model = shown(window, qtbot, "campaign-1812", "reinforcements").page.model
    choices = model.asked.choices
    labels = {str(choices.label(c)) for c in choices if isinstance(c, dict) and c["at"]}
    names = model.session.setup.map.names
    for choice in choices:
        if isinstance(choice, dict) and choice["at"] in names:
            assert str(names[choice["at"]]) in str(choices.label(choice))
    assert labels


def test_names_of_stacks_fold_at_the_breadth_of_the_panel(window: Window, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    prompt = shown(window, qtbot, "advanced-1812", "heights").page.prompt
    steppers = prompt.findChild(Steppers)
    assert steppers is not None
    names = [child for child in steppers.findChildren(QLabel) if child.text()]
    assert names
    assert min(child.width() for child in names) > 0.9 * steppers.width()


def test_nothing_is_amiss_before_anybody_is_ticked_who_need_not_advance(
    window: Window, qtbot: QtBot
) -> None:
    page = shown(window, qtbot, "smolensk", "advance").page
    gesture, reason = page.model.gesture, page.prompt.reason
    assert gesture is not None
    assert gesture.declines
    assert not reason.isVisible()
    chief = [name for name in gesture.items if name in page.model.session.table.state.commanders]
    for name in chief:
        gesture.toggle(name)
    page.model.touch()
    assert reason.isVisible() == bool(chief)


def test_snow_lies_below_pieces_and_names(mouse: Mouse) -> None:
    drawing = mouse.canvas.drawing
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    assert drawing.lies_low(Overlay("area", "winter", points=corners))
    assert not drawing.lies_low(Overlay("area", "army_advance", points=corners))

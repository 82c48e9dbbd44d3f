"""The form of the rest of a scenario: the keys stay in it whatever is written, and nothing goes elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import PLACE, Rows
from grognard.app.editor.window.window import EditorWindow
from tests.app.editor.window.hand import click, settle
from tests.app.editor.window.test_window import GAME

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
FORM = 3


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Iterator[EditorWindow]:
    del qapp
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_HOME", str(tmp_path_factory.mktemp("home")))
        info = next(i for i in GAME.scenarios() if i.id == "shevardino")
        made = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A test")))
        made.resize(1280, 720)
        made.show()
        yield made
        made.close()


@pytest.fixture
def form(window: EditorWindow, qtbot: QtBot) -> Iterator[EditorWindow]:
    """The form of what is neither map nor set-up nor forces; all is undone when the test is over."""
    qtbot.waitUntil(lambda: window.preview.board is not None)
    window.tabs.setCurrentIndex(FORM)
    settle()
    yield window
    while window.desk.undo():
        pass
    settle()


def with_keys(window: EditorWindow) -> str:
    """Return which part of the scenario the field with the keys writes."""
    field = window.focusWidget()
    return str(field.property(PLACE) or "") if field is not None else ""


def presses(window: EditorWindow, words: str) -> None:
    """Type into whatever has the keys, as a person does who looks at the keys alone."""
    for letter in words:
        field = window.focusWidget()
        assert field is not None
        if letter == "\t":
            QTest.keyClick(field, Qt.Key.Key_Tab)
        else:
            QTest.keyClicks(field, letter)
        settle()


def objectives(window: EditorWindow) -> Rows:
    return next(r for r in window.rest_page.findChildren(Rows) if r.at[-1] == "victory")


def adds(window: EditorWindow, rows: Rows) -> None:
    button = next(b for b in rows.findChildren(QPushButton) if b.text() == "Add")
    click(button)
    settle()


def test_fields_are_written_one_after_the_other_by_keys(form: EditorWindow) -> None:
    title = form.rest_page.forms[0].fields["title"]
    title.setFocus()
    presses(form, "\t")
    before = form.desk.plain(form.desk.scenario)
    minutes = form.rest_page.forms[0].fields["minutes"]
    assert isinstance(minutes, QLineEdit)
    minutes.setFocus()
    minutes.selectAll()
    presses(form, "45\t")
    there = with_keys(form)
    assert there, "the keys are nowhere"
    assert there != "minutes"
    now = form.desk.plain(form.desk.scenario)
    assert isinstance(now, dict)
    assert isinstance(before, dict)
    assert now == {**before, "minutes": "45"}
    assert form.rest_page.forms[0].fields["minutes"] is minutes, "the form was made anew"


def test_an_id_is_written_and_the_keys_go_on(form: EditorWindow) -> None:
    stage = form.rest_page.forms[1].fields["id"]
    assert isinstance(stage, QLineEdit)
    stage.setFocus()
    stage.selectAll()
    presses(form, "noon\t")
    assert form.rest_page.forms[1].fields["id"] is not stage, "its heading says the id too"
    assert with_keys(form).startswith("stages/0/"), with_keys(form)
    assert with_keys(form) != "stages/0/id"
    assert form.desk.plain(form.desk.scenario, ("stages", 0, "id")) == "noon"


def test_what_is_added_is_ready_to_be_written(form: EditorWindow) -> None:
    """A new record comes into view with an id that nobody has; what is typed goes to its first field."""
    seats = next(r for r in form.rest_page.findChildren(Rows) if r.at[-1] == "seats")
    n = len(seats.value)
    adds(form, seats)
    assert form.desk.plain(form.desk.scenario, ("seats", n, "id")) == "seats-1"
    assert with_keys(form) == f"seats/{n}/id"
    field = form.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.selectedText() == "seats-1"
    assert not field.visibleRegion().isEmpty()


def test_undo_is_seen_in_the_form_and_in_the_table_of_forces(form: EditorWindow) -> None:
    minutes = form.rest_page.forms[0].fields["minutes"]
    assert isinstance(minutes, QLineEdit)
    was = minutes.text()
    minutes.setFocus()
    minutes.selectAll()
    presses(form, "77\t")
    form.undo()
    settle()
    again = form.rest_page.forms[0].fields["minutes"]
    assert isinstance(again, QLineEdit)
    assert again.text() == was
    form.tabs.setCurrentIndex(2)
    model = form.forces_page.model
    column = model.fields.index(("name",))
    shown = model.data(model.index(0, column))
    form.forces_page.grid.setCurrentIndex(form.forces_page.grid.model().index(0, column))
    assert model.write([(0, column, "Nobody's")])
    assert form.forces_page.grid.currentIndex().isValid(), "the keys left their cell"
    form.undo()
    assert model.data(model.index(0, column)) == shown


def test_the_index_leads_to_every_part(form: EditorWindow) -> None:
    """A click beside the form brings what wins into view, far below."""
    index = form.rest_page.index
    words = [index.item(row).text().strip() for row in range(index.count())]
    assert {"Scenario", "Seats", "Options", "Victory"} <= {*words}
    spot = index.visualItemRect(index.item(words.index("Victory"))).center()
    QTest.mouseClick(index.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert not objectives(form).visibleRegion().isEmpty()


def test_a_choice_keeps_the_keys(form: EditorWindow) -> None:
    box = next(b for b in form.rest_page.forms[0].findChildren(QComboBox) if b.property(PLACE))
    box.setFocus()
    where = str(box.property(PLACE))
    QTest.keyClick(box, Qt.Key.Key_Down)
    box.activated.emit(box.currentIndex())
    settle()
    after: QWidget | None = form.focusWidget()
    assert after is not None
    assert after.property(PLACE) == where

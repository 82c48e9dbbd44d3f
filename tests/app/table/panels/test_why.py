"""Why? names the rules behind a piece, a greyed choice, a die; what was refused stands under its rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.main import Window
from app.settings import Settings
from app.table.page import TablePage
from app.table.panels.dice import DicePanel, Die
from app.table.panels.explained import explain, explanation
from engines.core.data.text import text
from engines.core.show.explain import LogEntry, Refusal, Roll


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TablePage]:
    folder = tmp_path_factory.mktemp("why")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_HOME", str(folder))
        settings = Settings(QSettings(str(folder / "set.ini"), QSettings.Format.IniFormat))
        window = Window(settings)
        window.show()
        window.begin_guide("gmt")
        assert window.table is not None
        yield window.table
        window.close_table()
        window.close()


def test_a_piece_says_which_rules_hold_of_it(table: TablePage) -> None:
    table.why("burthe")
    words = table.whys.words.toPlainText()
    assert table.whys.isVisible()
    assert "Burthe" in table.whys.title.text()
    assert "8 MP: 8 printed" in words
    assert "7.11" in words
    table.escape()
    assert not table.whys.isVisible()


def test_a_refusal_that_was_shown_stands_under_its_rule(table: TablePage) -> None:
    table.prompt.show_refusal(Refusal("6.33", text("The regiment halts here.")))
    told = [words for at, words in table._cited("6.33") if at == table.model.position]
    assert told == ["Refused: The regiment halts here."]
    assert table._cited("6.32") == []


def test_a_dead_button_and_a_line_of_a_list_say_why(qapp: QApplication) -> None:
    whole = QWidget()
    whole.resize(300, 200)
    button, listed = QPushButton("Fire", whole), QListWidget(whole)
    button.setGeometry(0, 0, 100, 30)
    listed.setGeometry(0, 40, 200, 100)
    item = QListWidgetItem("March", listed)
    button.setEnabled(False)
    explain(button, "Fire", "Out of range.")
    explain(item, "March", "Pinned.")
    whole.show()
    assert explanation(whole, QPoint(10, 10)) == ("Fire", "Out of range.")
    middle = listed.visualItemRect(item).center() + listed.viewport().pos() + listed.pos()
    assert explanation(whole, middle) == ("March", "Pinned.")
    assert explanation(whole, QPoint(290, 190)) is None


def test_a_die_of_the_panel_says_how_it_came_about(qapp: QApplication) -> None:
    panel = DicePanel((), lambda word: text("{word}", word=word))
    panel.show()
    roll = Roll("french", "8.5", "fire", "guns>0504", 10, 4, total=4, first=0)
    panel.show_rolls([LogEntry("roll", text("The guns fire."), roll=roll)], animate=False)
    die = panel.findChild(Die)
    assert die is not None
    said = explanation(die, QPoint(5, 5))
    assert said is not None
    assert "8.5" in said[1]

"""Why? names the rules behind a piece, a greyed choice, a die; the rulebook tells where they were met."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtWidgets import QApplication

from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.page import TablePage
from grognard.app.table.panels.why import told_under
from grognard.app.table.panels.words import REASON
from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TablePage]:
    folder, monkeypatch = tmp_path_factory.mktemp("why"), pytest.MonkeyPatch()
    monkeypatch.setenv("GROGNARD_HOME", str(folder))
    window = Window(Settings(QSettings(str(folder / "set.ini"), QSettings.Format.IniFormat)))
    window.show()
    window.begin_guide("gmt")
    assert window.table is not None
    yield window.table
    window.close()
    window.deleteLater()
    monkeypatch.undo()


def test_a_piece_says_which_rules_hold_of_it(table: TablePage) -> None:
    table.why("burthe")
    words = table.whys.words.toPlainText()
    assert table.whys.isVisible()
    assert "Burthe" in table.whys.title.text()
    assert "8 movement points: 8 printed.\n§ 7.11 Normal Movement" in words.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    table.escape()
    assert not table.whys.isVisible()


def test_a_greyed_choice_and_a_line_of_the_log_say_why(table: TablePage) -> None:
    for child in table.prompt.findChildren(object):
        assert not child.property(REASON) or "[" in child.property(REASON)
    spot = table.log.viewport().mapToGlobal(QPoint(8, 8))
    told = told_under(table.log.viewport(), spot)
    entry = table.log.deeds[0].entry
    assert str(entry.text) in told
    table.dice.setProperty(REASON, "the die [9.42]")
    assert told_under(table.dice.viewport(), spot) == "the die [9.42]"
    assert told_under(None, spot) == ""


def test_the_rulebook_tells_what_was_refused_in_this_game_to_the_one_who_was_refused(
    table: TablePage,
) -> None:
    model = table.model
    why = Refusal("6.22", text("There is an enemy."))
    before = table.reading.citations.of("6.22")
    model.refuse(why)
    model.refuse(why)
    assert [words for _, words in table.reading.citations.of("6.22") if "Refused" in words] == [
        "Refused: There is an enemy."
    ]
    seat, model.viewer = model.viewer, "nobody"
    assert [one for one in table.reading.citations.of("6.22") if "Refused" in one[1]] == []
    model.viewer = seat
    assert len(table.reading.citations.of("6.22")) == len(before) + 1
    table.reading.show_rule("6.22")
    assert "Refused: There is an enemy." in table.rulebook.page.toPlainText()


def test_the_reading_window_stays_where_it_was_left_and_a_rule_opens_its_own_book(
    table: TablePage,
) -> None:
    window = table.reading.read()
    window.show_rule("6.33")
    window.close()
    assert table.reading.read().now == "rule:6.33"
    window.open_book("columbia")
    table.reading.show_rule("6.33")
    assert window.shelf is not None
    assert window.shelf.game.id == "gmt"
    assert window.now == "rule:6.33"
    window.close()

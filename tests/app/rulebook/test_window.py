"""The reading window: contents, examples on a live board, search over all games, trying it oneself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.rulebook.example import ExamplePane
from grognard.app.rulebook.pages import Used, rule_html, table_html
from grognard.app.rulebook.shelf import Shelf, shelf
from grognard.app.rulebook.window import ReadingWindow
from grognard.app.settings import Settings
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.finding import Finder
from grognard.engines.core.proof.rulebook import RuleTable


@pytest.fixture(scope="module")
def finds() -> Finder:
    return Finder({game: shelf(game).index() for game in ("gmt", "columbia")})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def window(
    qapp: QApplication,
    qtbot: QtBot,
    settings: Settings,
    finds: Finder,
    monkeypatch: pytest.MonkeyPatch,
) -> ReadingWindow:
    monkeypatch.setattr("grognard.app.rulebook.window.finder", lambda: finds)
    made = ReadingWindow(shelf("gmt"), settings)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.finder is not None)
    return made


def test_the_tree_holds_chapters_rules_tables_words(window: ReadingWindow) -> None:
    heads = [window.tree.topLevelItem(n).text(0) for n in range(window.tree.topLevelItemCount())]
    assert heads[-2:] == ["Tables", "Glossary"]
    window.tree.itemClicked.emit(window.tree.topLevelItem(len(heads) - 1), 0)
    assert "Tazza" in window.page.toPlainText()
    window.back.click()
    assert window.now.startswith("chapter:")


def test_an_example_is_played_step_by_step(window: ReadingWindow) -> None:
    assert window.show_example("6.33")
    pane = window.example
    assert pane.isVisible()
    first = pane.words.toPlainText()
    for _ in pane.scenes:
        pane.step_on.click()
    assert len(pane.words.toPlainText()) > len(first)
    assert not pane.step_on.isEnabled()
    assert "6.33" in pane.words.toPlainText()


def test_what_lies_far_apart_is_shown_side_by_side(window: ReadingWindow) -> None:
    window.show_example("9.41")
    pane = window.example
    pane.show_step(len(pane.scenes) - 1)
    assert pane.inset.isVisible()
    assert pane.inset.view is pane.canvas.view
    seen, other = pane.canvas.camera.visible(), pane.inset.camera.visible()
    assert not seen.intersects(other)
    window.show_example("6.33")
    pane.show_step(0)
    assert not pane.inset.isVisible()


@pytest.mark.soak
@pytest.mark.parametrize("game", ["columbia", "eagle", "europa", "gmt", "risorgimento"])
def test_every_example_is_drawn(qapp: QApplication, qtbot: QtBot, game: str) -> None:
    pane = ExamplePane()
    qtbot.addWidget(pane)
    pane.show()
    for example in shelf(game).examples.all():
        pane.show_example(example)
        for at in range(len(pane.scenes)):
            pane.show_step(at)
        assert not pane.grab().isNull(), example.rule
        assert pane.story is not None, example.rule
        assert pane.words.toPlainText()


def test_what_is_tried_is_a_game_of_its_own(window: ReadingWindow, qtbot: QtBot) -> None:
    window.show_example("6.33")
    with qtbot.waitSignal(window.try_wanted) as told:
        window.example.attempt.click()
    session, title = told.args
    assert isinstance(session, Session)
    assert title.startswith("Trying:")
    assert session.ask is not None
    session.choose(session.ask.seat, next(iter(session.ask.choices)))
    assert len(session.choices) > window.example.scenes[0].choices
    assert window.example.at == 0


@pytest.mark.parametrize(
    ("typed", "target", "rules"),
    [
        ("отставшие", "term:stragglers; Straggler Roll", {"2.2.stragglers", "5.7.who"}),
        ("gruppo di unita", "term:stacking / stack", set()),
        ("tazza", "term:the Pool", set()),
        ("straglers", "term:stragglers; Straggler Roll", {"5.7.roll"}),
        ("6.33", "rule:6.33", set()),
        ("ZOC stops inf", "example:6.33", set()),
    ],
)
def test_words_of_three_languages_find_the_entry(
    finds: Finder, typed: str, target: str, rules: set[str]
) -> None:
    """Before a word of the glossary stand at most the rules that it is about."""
    found = [hit.entry.target for hit in finds.find(typed, 5, "gmt")]
    before = {one.removeprefix("rule:") for one in found[: found.index(target)]}
    assert all(one.startswith(("5.7.", "2.2.")) for one in before)
    assert rules <= before


def test_every_hit_has_a_line_of_context(finds: Finder) -> None:
    found = finds.find("retreat", 40, "gmt")
    assert len(found) == 40
    assert all(one.context for one in found)
    assert finds.find("", 5) == finds.find('"*()', 5) == []


def test_a_hit_in_another_game_opens_its_book(window: ReadingWindow) -> None:
    window.line.setText("отставшие")
    window._first_hit()
    assert window.shelf is not None
    assert window.shelf.game.id == "gmt"
    rows = [window.hits.item(row) for row in range(window.hits.count())]
    window.hits.itemActivated.emit(next(row for row in rows if row.text().startswith("stragglers")))
    assert window.shelf.game.id == "columbia"
    assert "Отставшие" in window.page.toPlainText()
    window.go_back()
    assert window.shelf.game.id == "gmt"
    assert window.now.startswith("chapter:")
    window.go_forward()
    assert window.shelf.game.id == "columbia"
    assert "Отставшие" in window.page.toPlainText()


def test_words_are_found_within_a_page(window: ReadingWindow) -> None:
    window.show_rule("6.33")
    window.within.setText("halts")
    assert window.page.textCursor().selectedText() == "halts"


def test_place_and_size_are_remembered(window: ReadingWindow, settings: Settings) -> None:
    window.resize(900, 500)
    window.close()
    assert settings.layout("reading") is not None


def test_a_roll_marks_row_and_column() -> None:
    rows = (
        {"die": "up to 3", "min": "", "max": "3", "some": "lost"},
        {"die": "4 or more", "min": "4", "max": "", "some": "held"},
    )
    table = RuleTable("t", "T", "1", "", ("die", "some"), rows, {}, False, {})
    assert Used("t", "some", "2", "lost").within(table) == (0, "some")
    assert Used("t", "", "9", "anything").within(table) == (1, "")
    assert Used("t", "some", "2", "overruled").within(table) == (-1, "")
    assert Used("other", "some", "2", "lost").within(table) == (-1, "")
    assert Used.told("").within(table) == (-1, "")
    assert table_html(table, Used.told("t#some#2#lost")).count("<u>") == 1
    assert table_html(table, Used.told("t##2#x")).count("<u>") == 2


@pytest.mark.parametrize(
    ("rows", "total", "row"),
    [
        (("1", "2", "3"), "7", 2),
        (("0", "6", "9"), "-2", 0),
        (("0", "6", "9"), "8", 1),
        (("0", "6", "9"), "12", 2),
    ],
)
def test_a_row_without_end_counts_up_to_the_next_one(
    rows: tuple[str, ...], total: str, row: int
) -> None:
    table = RuleTable("t", "T", "1", "", ("from",), tuple({"from": n} for n in rows), {}, False, {})
    assert Used("t", "", total, "").within(table) == (row, "")


def test_a_rule_says_where_this_game_met_it() -> None:
    book = Shelf(shelf("gmt").game).book
    assert book is not None
    page = rule_html(book, "6.33", (), [(4, "The regiment halts.")])
    assert "moment:4" in page
    assert "The regiment halts." in page

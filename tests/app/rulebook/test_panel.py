"""The rulebook panel: search as you type, links both ways, back and forward, tables."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.rulebook.pages import table_html
from grognard.app.rulebook.panel import RulebookPanel
from grognard.app.rulebook.shelf import Shelf, shelf
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.rulebook import Rulebook, RuleTable


@pytest.fixture
def panel(qapp: QApplication, qtbot: QtBot) -> RulebookPanel:
    book, problems = Rulebook.load(files("grognard.engines.gmt"))
    assert problems == []
    made = RulebookPanel(book)
    qtbot.addWidget(made)
    made.show()
    return made


def test_search_as_you_type(panel: RulebookPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(panel.line, "zoc")
    qtbot.waitUntil(lambda: panel.finder is not None and panel.hits.count() > 1)
    found = [panel.hits.item(i).text() for i in range(panel.hits.count())]
    assert panel.hits.isVisible()
    assert any("ZOC" in words for words in found)
    panel._first_hit()
    assert panel.now.startswith("rule:")
    panel.line.clear()
    assert not panel.hits.isVisible()


def test_the_panel_finds_the_words_of_the_printed_book(panel: RulebookPanel, qtbot: QtBot) -> None:
    panel.shelf = shelf("gmt")
    panel.line.setText("controcarica")
    qtbot.waitUntil(lambda: panel.finder is not None and panel.hits.count() > 1)
    panel._first_hit()
    assert panel.now == "term:Counter-Charge" or panel.now.startswith("rule:9.86")


def test_links_lead_there_and_back(panel: RulebookPanel) -> None:
    assert panel.book is not None
    rule = next(r for r in panel.book.rules.values() if r.see)
    panel.show_rule(rule.id)
    panel._link(QUrl(f"rule:{rule.see[0]}"))
    assert panel.now == f"rule:{rule.see[0]}"
    assert f"rule:{rule.id}" in panel.page.toHtml()
    panel.back.click()
    assert panel.now == f"rule:{rule.id}"
    panel.forward.click()
    assert panel.now == f"rule:{rule.see[0]}"


def test_an_unknown_paragraph_opens_the_rule_above_it(panel: RulebookPanel) -> None:
    assert panel.show_rule("6.33.no_such_point")
    assert panel.now == "rule:6.33"


def test_the_sequence_of_play_marks_the_step_being_played(qapp: QApplication, qtbot: QtBot) -> None:
    game = registry["gmt"]
    session = Session(game, game.load(Path(game.scenarios()[0].path), {}), "1")
    book, _ = Rulebook.load(game.data())
    panel = RulebookPanel(book, "", session.sequence)
    qtbot.addWidget(panel)
    index = panel.chapters.findText("Sequence of play")
    panel.chapters.activated.emit(index)
    assert panel.now == "sequence:"
    lines = session.sequence()
    (present,) = (line for line in lines if line.present)
    shown = panel.page.toPlainText()
    assert all(str(line.title) in shown for line in lines)
    assert (
        str(present.title) in shown[shown.index("\N{BLACK RIGHT-POINTING SMALL TRIANGLE}") :][:60]
    )
    assert all(f"rule:{rule}" in panel.page.toHtml() for line in lines for rule in line.rules)
    before = panel.page.toHtml()
    while present in session.sequence():
        ask = session.ask
        assert ask is not None
        session.choose(ask.seat, "pass" if "pass" in ask.choices else next(iter(ask.choices)))
    panel.moved()
    assert panel.page.toHtml() != before


def test_a_rulebook_without_a_game_has_no_sequence(panel: RulebookPanel) -> None:
    assert panel.chapters.findText("Sequence of play") == -1


def test_every_rule_and_table_has_a_page(panel: RulebookPanel) -> None:
    assert panel.book is not None
    for rule in panel.book.rules:
        assert panel._html(f"rule:{rule}")
    for table in panel.book.tables.values():
        shown = table_html(table)
        assert "<table" in shown
        assert ("Reconstructed." in shown) == ("reconstruct" in table.provenance.lower())


def test_a_wide_table_scrolls_sideways_and_is_not_squeezed(
    panel: RulebookPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = tuple(f"column_{n}" for n in range(12))
    row = dict.fromkeys(columns, "fourteen_letters")
    long = "A remark so long that nobody wants it on one line, and so it is folded. " * 3
    table = RuleTable(
        "wide",
        "Wide",
        "8.5",
        "",
        (*columns, "note"),
        ({**row, "note": long}, row, row),
        {},
        False,
        {},
    )
    assert panel.book is not None
    monkeypatch.setattr(panel.book, "tables", {"wide": table.said(str)})
    panel.resize(230, 500)
    panel._go("table:wide")
    panel.grab()
    assert panel.page.horizontalScrollBar().maximum() > 1000
    assert panel.page.document().toPlainText().count("fourteen letters") == 36
    assert panel.page.document().size().height() < 400
    assert panel.page.document().idealWidth() < 2400


def test_how_players_speak_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table of a game opens the same book, with the same words under which it is searched."""
    first = Shelf(registry["gmt"])
    assert not first.problems
    monkeypatch.setattr(
        "grognard.engines.core.data.yamlio.load_file", lambda *_: pytest.fail("read again")
    )
    monkeypatch.setattr(
        "grognard.engines.core.proof.wording.load_file", lambda *_: pytest.fail("read again")
    )
    assert Shelf(registry["gmt"]).spoken is first.spoken

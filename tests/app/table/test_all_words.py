"""The whole window in a language that has no letters: what still shows one is no phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QListWidget,
    QTabWidget,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.rulebook import Rulebook
from tests.contract.pseudo import LETTERS, PSEUDO

MARKUP = re.compile(r"<style.*?</style>|<[^>]*>|&\w+;", re.DOTALL)
KEYS = re.compile(r"\((Ctrl|Shift|Alt|Space|Return|Esc|Home|End|F\d+|[A-Z]|[+-])[^)]*\)")
NAMES = re.compile(
    r"grognard|\b[\w.-]+\.(ini|grognard|yaml)\b|\b\w{1,12}(\.[a-z0-9_]+)+\b", re.IGNORECASE
)
"""Names that no language changes: the program's, those of files and rules."""
GAMES = [
    game.id for game in registry.games().values() if game.package.startswith("grognard.engines.")
]
BREAK = "\u200b"
"""Where the id of a rule may be broken."""
QTS_OWN = ("ScrollLeftButton", "ScrollRightButton")
"""Buttons of Qt, which has a language of its own."""


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    settings = Settings(QSettings(str(tmp_path / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = "off"
    apply(qapp, settings.surround, settings.scale)
    monkeypatch.setattr("grognard.engines.core.data.text._spoken", [PSEUDO])
    made = Window(settings, {game: registry[game] for game in GAMES})
    made.resize(1366, 768)  # the screen of the tests is smaller
    made.show()
    yield made
    made.close()
    made.deleteLater()


def told(widget: QWidget) -> Iterator[str]:
    """Give what a widget shows, and what it tells to those who do not see it."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.windowTitle())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QComboBox | QListWidget):
        of = widget.itemText if isinstance(widget, QComboBox) else lambda n: widget.item(n).text()
        yield from map(of, range(widget.count()))
    elif isinstance(widget, QTabWidget):
        yield from map(widget.tabText, range(widget.count()))
    elif isinstance(widget, QTextBrowser):
        yield widget.toPlainText()
    elif isinstance(widget, QTreeWidget):
        for n in range(widget.topLevelItemCount()):
            yield from of_item(widget.topLevelItem(n))


def of_item(item: QTreeWidgetItem | None) -> Iterator[str]:
    if item is not None:
        for column in range(item.columnCount()):
            yield from (item.text(column), item.toolTip(column))
        for n in range(item.childCount()):
            yield from of_item(item.child(n))


@cache
def rule_ids() -> tuple[str, ...]:
    """The ids of rules and chapters, which are numbers though some have letters."""
    books = [Rulebook.load(registry[game].data())[0] for game in GAMES]
    found = [id for book in books if book for id in (*book.rules, *(c.id for c in book.chapters))]
    return tuple(sorted(found, key=len, reverse=True))


def untranslated(window: Window) -> list[str]:
    ids = re.compile(rf"^\s*({'|'.join(map(re.escape, rule_ids()))})\b")
    found = {
        f"{type(widget).__name__}: {line.strip()}"
        for widget in (window, *window.findChildren(QWidget))
        if widget.objectName() not in QTS_OWN
        for words in told(widget)
        for line in re.split(r"\n|<br>|</p>", words.replace(BREAK, ""))
        if LETTERS.search(NAMES.sub("", KEYS.sub("", ids.sub("", MARKUP.sub(" ", line)))))
    }
    actions = {f"QAction: {action.text()}" for action in window.findChildren(QAction)}
    found |= {words for words in actions if LETTERS.search(words.removeprefix("QAction: "))}
    return sorted(found)


def test_the_library_shows_nothing_but_phrases(window: Window) -> None:
    assert untranslated(window) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_table_shows_nothing_but_phrases(window: Window, name: str) -> None:
    game = registry[name]
    info = game.scenarios()[0]
    window.start_game(game, info, {seat.id: "person" for seat in info.seats}, {}, "1")
    table = window.table
    assert table is not None
    rng = Random(1)
    while not any(piece.name for piece in table.model.view.pieces):
        if table.model.covered:
            table.model.lift_curtain()
        elif table.model.ask is not None:
            table.model.choose(table.model.ask.choices.sample(rng))
    piece = next(piece for piece in table.model.view.pieces if piece.name)
    table.model.inspect(piece.id)
    assert untranslated(window) == []

"""The reading window: the whole rulebook beside the table, with its examples and a search over all games."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QProgressDialog,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from grognard.app.board.theme import load_theme
from grognard.app.look import fit
from grognard.app.naming import FileKind, ask_name, proposed, replacing
from grognard.app.rulebook.example import ExamplePane
from grognard.app.rulebook.export import export, export_aid
from grognard.app.rulebook.pages import GLOSSARY, LINK, SEQUENCE, TABLE
from grognard.app.rulebook.panel import ROLE, RulebookPanel
from grognard.app.rulebook.shelf import Shelf, finder, shelf
from grognard.app.settings import Settings
from grognard.app.worker import Unwanted, go_on
from grognard.engines.core.data.text import spell, text, tr
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.proof.examples import Example
from grognard.engines.core.proof.finding import Finder
from grognard.engines.core.proof.story import begun, firsts
from grognard.engines.core.show.views import SequenceLine

LAYOUT, SPLITS = "reading", "reading splits"
PAPERS = (FileKind(text("PDF"), ".pdf"), FileKind(text("HTML"), ".html"))
SIZE = (1180, 760)
BOOK = "book:"
"""Before a page of another game's book, where one may go back to."""


class ReadingWindow(RulebookPanel):
    """A rulebook to read at ease.

    Signals:
        try_wanted(object, str): a Session of an example is to be played on, under a title.
    """

    try_wanted = Signal(object, str)

    def __init__(
        self,
        here: Shelf,
        settings: Settings,
        sequence: Callable[[], Sequence[SequenceLine]] = tuple,
    ) -> None:
        self.settings = settings
        super().__init__(here.book, "\n".join(map(str, here.problems)), sequence)
        self.shelf = here
        self.own, self.own_sequence = here.game.id, sequence
        self.setWindowFlag(Qt.WindowType.Window)
        title = spell("term", here.game.title)
        self.setWindowTitle(tr("{game}: rulebook", game=title))
        self._fill_tree()
        self._restore()
        self.look_ahead()

    def _finds(self) -> Finder:
        """Return what finds in the books of all games (in a thread)."""
        return finder()

    def _found_all(self, found: Finder) -> None:
        super()._found_all(found)
        self.worker.start(self._read_ahead, lambda _none: None)

    def _read_ahead(self) -> None:
        """Read the scenarios and maps of the examples (in a thread), so that the first is shown at once."""
        if self.shelf is None:
            return
        load_theme(self.shelf.game.id)
        try:
            for example in firsts(self.shelf.examples.all()):
                go_on()
                begun(example).board  # noqa: B018 - made and kept
        except ScenarioError:
            return  # told where the example is shown
        # All of it stays: the collector would look through it in the midst of showing an example.
        gc.freeze()

    # -- how it is laid out --------------------------------------------------------------------

    def _build(self) -> None:
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(tr("Contents"))
        self.tree.itemActivated.connect(self._tree_item)
        self.tree.itemClicked.connect(self._tree_item)
        self.example = ExamplePane(self.settings.surround == "dark")
        self.example.hide()
        self.example.rule_wanted.connect(self.show_rule)
        self.example.try_wanted.connect(self.try_wanted)
        self.example_wanted.connect(self.show_example)
        self.hits.show()
        self.left = QStackedWidget()
        self.left.addWidget(self.tree)
        self.left.addWidget(self.hits)
        self.chapters.hide()
        self.wide.hide()
        self.within = QLineEdit(placeholderText=tr("Find in this page"), clearButtonEnabled=True)
        self.within.setAccessibleName(tr("Find in this page"))
        self.within.setMaximumWidth(220)
        self.within.textChanged.connect(lambda _words: self._find_within(again=True))
        self.within.returnPressed.connect(self._find_within)
        for keys, slot in (
            ("Ctrl+F", self._begin_within),
            ("Ctrl+K", self._begin_search),
            ("Esc", self._escape),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        top = QHBoxLayout()
        for button in (self.back, self.forward):
            top.addWidget(button)
        self.line.setPlaceholderText(tr("Search rules, tables, words, examples and units (Ctrl+K)"))
        top.addWidget(self.line, 1)
        top.addWidget(self.within)
        self.paper = QToolButton()
        self.paper.setText(tr("On paper"))
        self.paper.setToolTip(tr("Write the rulebook or the players' aid as PDF or HTML"))
        self.paper.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.paper)
        menu.addAction(tr("The whole rulebook...")).triggered.connect(
            lambda: self._ask_export(False)
        )
        menu.addAction(tr("Players' aid, two pages...")).triggered.connect(
            lambda: self._ask_export(True)
        )
        self.paper.setMenu(menu)
        top.addWidget(self.paper)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        for widget in (self.left, self.page, self.example):
            self.split.addWidget(widget)
        for index, stretch in enumerate((0, 3, 4)):
            self.split.setStretchFactor(index, stretch)
        self.split.setSizes([270, 460, 450])
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(top)
        column.addWidget(self.split, 1)

    def _fill_tree(self) -> None:
        book = self.book
        if book is None:
            return
        if self.sequence():
            self._branch(None, tr("Sequence of play"), SEQUENCE)
        for chapter in book.chapters:
            above = self._branch(None, chapter.called, f"chapter:{chapter.id}")
            for rule in book.in_chapter(chapter.id):
                self._branch(above, rule.called, f"{LINK}{rule.id}")
        tables = self._branch(None, tr("Tables"), "")
        for table in book.tables.values():
            self._branch(tables, table.title, f"{TABLE}{table.id}")
        self._branch(None, tr("Glossary"), GLOSSARY)

    def _branch(self, above: QTreeWidgetItem | None, words: str, target: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([words])
        item.setData(0, ROLE, target)
        item.setToolTip(0, words)
        if above is None:
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        return item

    def _restore(self) -> None:
        place, splits = self.settings.layout(LAYOUT), self.settings.layout(SPLITS)
        if place is None or not self.restoreGeometry(place):
            fit(self, *SIZE)
        if isinstance(splits, QByteArray):
            self.split.restoreState(splits)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember place and size."""
        self.keep()
        super().closeEvent(event)

    def keep(self) -> None:
        """Remember place and size."""
        self.settings.keep_layout(LAYOUT, self.saveGeometry())
        self.settings.keep_layout(SPLITS, self.split.saveState())

    # -- on paper ------------------------------------------------------------------------------

    def _ask_export(self, aid: bool) -> None:
        if self.shelf is None:
            return
        start = Path.home() / proposed(self.windowTitle(), PAPERS[0].ending)
        path = ask_name(self, tr("On paper"), start, PAPERS)
        if path is not None:
            self.write(path, aid=aid)

    def write(self, path: Path, *, aid: bool) -> None:
        """Write the book or the aid; how far it is can be seen, and it can be left."""
        if self.shelf is None:
            return
        progress = QProgressDialog(tr("Writing the rulebook..."), tr("Leave it"), 0, 100, self)
        progress.setWindowModality(Qt.WindowModality.WindowModal)

        def told(done: int, of: int) -> None:
            progress.setMaximum(of)
            progress.setValue(done)
            if progress.wasCanceled():
                raise Unwanted

        try:
            with replacing(path) as fresh:
                if aid:
                    export_aid(self.shelf, fresh)
                else:
                    export(self.shelf, fresh, told)
        except Unwanted:
            pass
        except OSError as wrong:
            QMessageBox.warning(self, tr("Not written"), str(wrong))
        finally:
            progress.close()

    # -- reading -------------------------------------------------------------------------------

    def _go(self, target: str, *, remember: bool = True) -> None:
        super()._go(target, remember=remember)
        if target.startswith(LINK):
            found = self.examples_of(target[len(LINK) :])
            if found and self.example.isVisible() and found[0] is not self.example.example:
                self._play(found[0])

    def _tree_item(self, item: QTreeWidgetItem) -> None:
        target = item.data(0, ROLE)
        if target:
            self.follow(str(target))
        else:
            item.setExpanded(not item.isExpanded())

    def show_example(self, rule: str) -> bool:
        """Show the example of a rule, or of the one above it; return whether there is one."""
        found = self.shelf.examples.of(rule) if self.shelf is not None else ()
        if not found:
            return False
        self.example.show()
        self._play(found[0])
        if self.now != f"{LINK}{rule}":
            self.show_rule(rule)
        return True

    def _play(self, example: Example) -> None:
        """Play an example; its rules are called as in the book that lies open."""
        if self.shelf is not None:
            self.example.names = self.shelf.names
        self.example.show_example(example)

    def _begin_within(self) -> None:
        self.within.setFocus()
        self.within.selectAll()

    def _begin_search(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _find_within(self, *, again: bool = False) -> None:
        """Mark the next place of the words in this page; from its head after the last one."""
        words = self.within.text()
        if not words:
            return
        cursor = self.page.textCursor()
        if again:
            cursor.setPosition(cursor.selectionStart())
            self.page.setTextCursor(cursor)
        if not self.page.find(words):
            cursor.setPosition(0)
            self.page.setTextCursor(cursor)
            self.page.find(words)

    def _escape(self) -> None:
        if self.line.text():
            self.line.clear()
        elif self.example.isVisible():
            self.example.hide()
        else:
            self.close()

    # -- searching -----------------------------------------------------------------------------

    def _search(self, words: str) -> None:
        super()._search(words)
        self.hits.show()
        self.left.setCurrentWidget(self.hits if words.strip() else self.tree)

    def _hit(self, item: QListWidgetItem) -> None:
        game = str(item.data(ROLE + 1) or "")
        if game and game != self.game:
            self.open_book(game)
        super()._hit(item)

    def open_book(self, game: str, *, remember: bool = True) -> None:
        """Open the book of another game in this window; the way back leads to the page of the first one."""
        found = shelf(game)
        if found.book is None:
            return
        if remember and self.now:
            self.past.append(self._leaf())
            self.future.clear()
        self.shelf, self.book, self.now = found, found.book, ""
        self.sequence = self.own_sequence if game == self.own else tuple
        self.setWindowTitle(tr("{game}: rulebook", game=spell("term", found.game.title)))
        self.example.hide()
        self.tree.clear()
        self._fill_tree()

    def go_home(self) -> None:
        """Open the book of the game that is played."""
        if self.shelf is not None and self.shelf.game.id != self.own:
            self.open_book(self.own)

    def used_here(self, rule: str) -> Sequence[tuple[int, str]]:
        """Return where the game that is played met a rule of its own book."""
        at_home = self.shelf is not None and self.shelf.game.id == self.own
        return self.used(rule) if at_home else ()

    def _leaf(self) -> str:
        """Return the page that is open, with its book."""
        return f"{BOOK}{self.shelf.game.id if self.shelf is not None else ''}:{self.now}"

    def _turn(self, pages: list[str], others: list[str]) -> bool:
        """Go to the last of some pages if it is one of another book; return whether it is."""
        if not pages or not pages[-1].startswith(BOOK):
            return False
        others.append(self._leaf())
        game, _, target = pages.pop()[len(BOOK) :].partition(":")
        self.open_book(game, remember=False)
        self._go(target, remember=False)
        return True

    def go_back(self) -> None:
        """Show what was shown before, be it in another book."""
        if not self._turn(self.past, self.future):
            super().go_back()

    def go_forward(self) -> None:
        """Undo a step back."""
        if not self._turn(self.future, self.past):
            super().go_forward()

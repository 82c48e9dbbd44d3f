"""The rulebook: search as you type, chapters, tables as tables, links both ways, back and forward."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.rulebook.pages import (
    LINK,
    PRESENT,
    SEQUENCE,
    TABLE,
    UNUSED,
    Used,
    chapter_html,
    glossary_html,
    rule_html,
    sequence_html,
    table_html,
)
from grognard.app.rulebook.shelf import Shelf, shelf
from grognard.app.worker import Worker
from grognard.engines.core.data.text import Text, spell, text, tr, verbatim
from grognard.engines.core.proof.examples import Example, Examples
from grognard.engines.core.proof.finding import Finder, Found, Index, entries
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.show.views import SequenceLine

ROLE = Qt.ItemDataRole.UserRole
HITS = 40
UNIT = "unit:"
"""Before the id of a unit that was found."""
FOUND: dict[str, Text] = {
    "rule": text("rule"),
    "table": text("table"),
    "term": text("word"),
    "example": text("example"),
    "unit": text("unit"),
}
"""What the kinds of hits are called."""


class RulebookPanel(QWidget):
    """A rulebook to search and read; `sequence` gives the sequence of play as it stands now.

    Signals:
        shown(str): a rule is shown now; carries its id.
        example_wanted(str): the example of a rule was asked for.
        unit_wanted(str): a unit that was found is to be shown on the board.
        moment_wanted(int): the board as it was after so many choices was asked for.
    """

    shown = Signal(str)
    example_wanted = Signal(str)
    unit_wanted = Signal(str)
    moment_wanted = Signal(int)

    def __init__(
        self,
        book: Rulebook | None,
        trouble: str = "",
        sequence: Callable[[], Sequence[SequenceLine]] = tuple,
    ) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Rulebook"))
        self.book, self.sequence = book, sequence
        self.shelf: Shelf | None = None
        self.finder: Finder | None = None
        self.worker = Worker(courteous=True)
        self.used: Callable[[str], Sequence[tuple[int, str]]] = lambda _rule: ()
        """Tells where in this game a rule was cited: after how many choices, in which words."""
        self.roll = UNUSED
        self.past: list[str] = []
        self.future: list[str] = []
        self.now = ""
        self.line = QLineEdit(
            placeholderText=tr("Ask or search the rulebook"), clearButtonEnabled=True
        )
        self.line.setAccessibleName(tr("Search the rulebook"))
        self.line.textChanged.connect(self._search)
        self.line.returnPressed.connect(self._first_hit)
        self.chapters = QComboBox()
        self.chapters.setMinimumWidth(1)
        self.chapters.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.chapters.setAccessibleName(tr("Chapter"))
        self.chapters.activated.connect(self._chapter)
        self.hits = QListWidget()
        self.hits.setAccessibleName(tr("Rules found"))
        self.hits.setWordWrap(True)
        self.hits.itemActivated.connect(self._hit)
        self.hits.itemClicked.connect(self._hit)
        self.hits.hide()
        self.page = QTextBrowser()
        self.page.setAccessibleName(tr("Rule"))
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self._link)
        self.back = self._button(
            "\N{LEFTWARDS ARROW}", tr("Back (Alt+Left)"), "Alt+Left", self.go_back
        )
        self.forward = self._button(
            "\N{RIGHTWARDS ARROW}", tr("Forward (Alt+Right)"), "Alt+Right", self.go_forward
        )
        self.wide = self._button(
            "\N{NORTH EAST ARROW}", tr("Open the reading window"), "", self._widen
        )
        self.wide.setEnabled(book is not None)
        self._build()
        if book is None:
            self.page.setPlainText(trouble or tr("This game has no rulebook."))
        else:
            self._fill_chapters(book)

    def _button(self, words: str, tip: str, key: str, slot: object) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setShortcut(key)
        button.clicked.connect(slot)
        button.setEnabled(False)
        return button

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 4)
        column.setSpacing(4)
        top = QHBoxLayout()
        top.addWidget(self.back)
        top.addWidget(self.forward)
        top.addWidget(self.chapters, 1)
        top.addWidget(self.wide)
        column.addWidget(self.line)
        column.addLayout(top)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.hits)
        split.addWidget(self.page)
        split.setStretchFactor(1, 2)
        column.addWidget(split, 1)

    def _fill_chapters(self, book: Rulebook) -> None:
        self.chapters.addItem(tr("Contents"), "")
        if self.sequence():
            self.chapters.addItem(tr("Sequence of play"), SEQUENCE)
        for chapter in book.chapters:
            self.chapters.addItem(chapter.called, f"chapter:{chapter.id}")
        for table in book.tables.values():
            self.chapters.addItem(tr("Table: {title}", title=table.title), f"{TABLE}{table.id}")
        if book.chapters:
            self._go(f"chapter:{book.chapters[0].id}")

    window_wanted = Signal()
    """The reading window was asked for."""

    def _widen(self) -> None:
        self.window_wanted.emit()

    # -- reading -----------------------------------------------------------------------------

    def show_rule(self, rule: str) -> bool:
        """Open a rule (or the nearest one above it); return whether there is one.

        After a # may stand what a roll has read, "9.42#table#column#5#committed": that is marked there.
        """
        rule, _, rolled = rule.partition("#")
        self.roll = Used.told(rolled)
        found = self._nearest(rule)
        if found is None:
            self.page.setPlainText(tr("The rulebook has no entry {name}.", name=verbatim(rule)))
            return False
        self._go(f"{LINK}{found}")
        return True

    def _nearest(self, rule: str) -> str | None:
        if self.book is None:
            return None
        parts = rule.split(".")
        while parts:
            name = ".".join(parts)
            if name in self.book.rules:
                return name
            parts.pop()
        return rule if rule in self.book.rules else None

    def _go(self, target: str, *, remember: bool = True) -> None:
        if remember and self.now and target != self.now:
            self.past.append(self.now)
            self.future.clear()
        self.now = target
        self.page.setHtml(self._html(target))
        self.page.scrollToAnchor(PRESENT)
        self.back.setEnabled(bool(self.past))
        self.forward.setEnabled(bool(self.future))
        if target.startswith(LINK):
            self.shown.emit(target[len(LINK) :])

    def _html(self, target: str) -> str:
        book = self.book
        kind, _, name = target.partition(":")
        if book is None:
            return ""
        if kind == "chapter":
            return chapter_html(book, name)
        if target == SEQUENCE:
            return sequence_html(book, self.sequence())
        if kind == "table" and name in book.tables:
            return table_html(book.tables[name], self.roll, book)
        if kind in ("glossary", "term") and self.shelf is not None:
            return glossary_html(book, self.shelf.terms, name)
        return (
            rule_html(book, name, self.examples_of(name), self.used_here(name), self.roll)
            if name in book.rules
            else f"<p>{tr('No entry {name}.', name=verbatim(name))}</p>"
        )

    def go_back(self) -> None:
        """Show what was shown before."""
        if self.past:
            self.future.append(self.now)
            self._go(self.past.pop(), remember=False)

    def go_forward(self) -> None:
        """Undo a step back."""
        if self.future:
            self.past.append(self.now)
            self._go(self.future.pop(), remember=False)

    def refresh(self) -> None:
        """Draw again after the look has changed."""
        if self.now:
            self._go(self.now, remember=False)

    def moved(self) -> None:
        """Follow the game: the sequence of play marks the present step."""
        if self.now == SEQUENCE:
            self.refresh()

    def used_here(self, rule: str) -> Sequence[tuple[int, str]]:
        """Return where this game met a rule."""
        return self.used(rule)

    def examples_of(self, rule: str) -> tuple[Example, ...]:
        """Return the examples of a rule itself."""
        return self.shelf.examples.by_rule.get(rule, ()) if self.shelf is not None else ()

    def _link(self, url: QUrl) -> None:
        self.follow(url.toString())

    def follow(self, target: str) -> None:
        """Go where a link leads: a page, an example, a moment of the game."""
        kind, _, name = target.partition(":")
        if kind == "example":
            self.example_wanted.emit(name)
        elif kind == "moment":
            self.moment_wanted.emit(int(name))
        else:
            self.roll = UNUSED
            self._go(target)

    def _chapter(self, index: int) -> None:
        target = self.chapters.itemData(index)
        if target:
            self._go(str(target))

    # -- searching -----------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game whose book is open."""
        return self.shelf.game.id if self.shelf is not None else ""

    def _finds(self) -> Finder:
        """Return what finds in this book alone (in a thread)."""
        here, book = self.shelf, self.book
        if here is not None:
            return Finder({here.game.id: here.index()})
        return Finder(
            {"": Index(entries("", [book], (), Examples({})) if book is not None else ())}
        )

    def look_ahead(self) -> None:
        """Have the index made that a search needs, if it is not there."""
        if self.finder is None and not self.worker.busy:
            self.worker.start(self._finds, self._found_all)

    def _found_all(self, found: Finder) -> None:
        self.finder = found
        if self.line.text():
            self._search(self.line.text())

    def _search(self, words: str) -> None:
        self.hits.clear()
        if self.book is None or not words.strip():
            self.hits.hide()
            return
        self.hits.show()
        if self.finder is None:
            self.look_ahead()
            self._say_of_hits(tr("Looking through the book..."))
            return
        for found in self.finder.find(words, HITS, self.game):
            self._add_hit(found)
        if not self.hits.count():
            self._say_of_hits(tr("Nothing found. Try other words."))

    def _say_of_hits(self, words: str) -> None:
        item = QListWidgetItem(words, self.hits)
        item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _add_hit(self, found: Found) -> None:
        entry = found.entry
        kind = str(FOUND[entry.kind])
        if entry.game != self.game:
            kind = f"{kind} · {spell('term', shelf(entry.game).game.title)}"
        item = QListWidgetItem(f"{entry.title}  ({kind})\n{found.context}", self.hits)
        item.setData(ROLE, entry.target)
        item.setData(ROLE + 1, entry.game)

    def _first_hit(self) -> None:
        """Open the first hit, of the open book alone: another one is opened by choosing its hit."""
        first = self.hits.item(0)
        if first is not None and first.data(ROLE + 1) == self.game:
            self._hit(first)

    def _hit(self, item: QListWidgetItem) -> None:
        self.open_target(str(item.data(ROLE) or ""))

    def open_target(self, target: str) -> None:
        """Open what was found: a unit on the board, all else in the book."""
        if target.startswith(UNIT):
            self.unit_wanted.emit(target[len(UNIT) :])
        elif target:
            self.follow(target)

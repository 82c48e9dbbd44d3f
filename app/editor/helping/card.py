"""The card that is shown when a page is seen first, and the window that F1 and F2 open."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.helping.pages import EVERYWHERE, PAGES
from grognard.app.look import named
from grognard.app.settings import Settings
from grognard.engines.core.data.text import Text, tr

SIZE = QSize(520, 460)


class FirstCard(QFrame):
    """One sentence on a page, until it is told that it was understood.

    Args:
        settings: remembers which pages were understood; without them no card is ever shown.
    """

    def __init__(self, settings: Settings | None) -> None:
        super().__init__()
        named(self, "card")
        self.settings, self.page = settings, 0
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        self.words = QLabel()
        self.words.setWordWrap(True)
        row.addWidget(self.words, 1)
        self.done = QPushButton(tr("Understood"))
        self.done.clicked.connect(self.put_away)
        row.addWidget(self.done)
        self.hide()

    def show_page(self, page: int) -> None:
        """Show the card of a page, if it was not put away."""
        self.page = page
        fresh = self.settings is not None and str(page) not in self.settings.understood
        first = str(PAGES[page].first)
        self.words.setText(tr("{first} F1 tells more, F2 the keys.", first=first))
        self.setVisible(fresh)

    def put_away(self) -> None:
        """Never show this card again."""
        if self.settings is not None:
            self.settings.understand(str(self.page))
        self.hide()


class HelpWindow(QDialog):
    """What a page is for, or its keys; it stands beside the work."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        column = QVBoxLayout(self)
        self.words = QTextBrowser()
        self.words.setAccessibleName(tr("Help"))
        column.addWidget(self.words)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.close)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        self.resize(SIZE)

    def explain(self, page: int) -> None:
        """Tell what a page is for."""
        there = PAGES[page]
        self._open(str(there.title), _paragraphs((there.first, *there.about)))

    def list_keys(self, page: int) -> None:
        """Tell the keys of a page, then those of all pages."""
        there = PAGES[page]
        parts = [_table(there.keys), f"<h3>{escape(tr('On every page'))}</h3>", _table(EVERYWHERE)]
        self._open(tr("{page}: keys", page=there.title), "".join(parts))

    def _open(self, title: str, body: str) -> None:
        self.setWindowTitle(title)
        self.words.setHtml(f"<h2>{escape(title)}</h2>{body}")
        self.show()
        self.raise_()


def _paragraphs(words: Iterable[Text]) -> str:
    return "".join(f"<p>{escape(str(one))}</p>" for one in words)


def _table(rows: Iterable[tuple[str | Text, Text]]) -> str:
    cells = (
        f"<tr><td><b>{escape(str(keys))}</b>&nbsp;&nbsp;</td><td>{escape(str(what))}</td></tr>"
        for keys, what in rows
    )
    return f"<table cellpadding='3'>{''.join(cells)}</table>"

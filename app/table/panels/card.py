"""Cards laid on the board: what happened since one's last decision, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from grognard.app.look import named, serif
from grognard.app.table.panels.words import LINK, deed_html
from grognard.engines.core.data.text import tr, trn
from grognard.engines.core.show.deeds import Called, Tallies, deeds
from grognard.engines.core.show.explain import LogEntry

WIDTH, MOST_TALL = 400, 360
MOST_LINES = 60


class Card(QFrame):
    """A sheet of paper over the board with a title, words and two buttons.

    Signals:
        wanted(): the button on the left was pressed.
        rule_wanted(str): a rule link was clicked.
    """

    wanted = Signal()
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget, button: str, close: str = "") -> None:
        super().__init__(parent)
        self.page = parent
        self.wide, self.most_tall = WIDTH, MOST_TALL
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = QLabel(wordWrap=True)
        self.title.setProperty("role", "title")
        self.words = QTextBrowser()
        self.words.setOpenLinks(False)
        self.words.anchorClicked.connect(self._link)
        self.button = named(QPushButton(button), "primary")
        self.button.clicked.connect(self.wanted)
        # Neither takes the keyboard from the board: Page Up and End are to step through the game.
        for quiet in (self.button, self.words):
            quiet.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.shut = QPushButton(close or tr("Close"))
        self.shut.clicked.connect(self.hide)
        self.shut.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.column = column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(self.title)
        column.addWidget(self.words, 1)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        row.addWidget(self.shut)
        column.addLayout(row)
        self.hide()

    def _link(self, url: QUrl) -> None:
        if url.toString().startswith(LINK):
            self.rule_wanted.emit(url.toString()[len(LINK) :])

    def lay(self, title: str, html: str, over: QWidget) -> None:
        """Lay the card on the upper middle of a widget, as tall as its words need."""
        self.title.setFont(serif(1.5, bold=True))
        self.title.setText(escape(title))
        self.setAccessibleName(title)
        self.words.setHtml(html)
        width = min(self.wide, over.width() - 20)
        self.words.document().setTextWidth(width - 40)
        tall = round(self.words.document().size().height()) + self.beyond_words()
        at = over.mapTo(self.page, over.rect().topLeft())
        self.setGeometry(
            at.x() + (over.width() - width) // 2,
            at.y() + 16,
            width,
            min(tall, self.most_tall, over.height() - 32),
        )
        self.show()
        self.raise_()

    def beyond_words(self) -> int:
        """How tall everything is but the words."""
        return 116


def since_html(lines: Sequence[LogEntry], called: Called, tallies: Tallies) -> str:
    """Return what happened, a line for a deed, newest last; of a long story the end."""
    told = deeds((0, line) for line in lines)
    left_out = len(told) - MOST_LINES
    head = ""
    if left_out > 0:
        words = trn(
            "{n} earlier line is in the log.",
            "{n} earlier lines are in the log.",
            n=left_out,
        )
        head = f"<p><i>{words}</i></p>"
    shown = (deed_html(deed, called, tallies) for deed in told[-MOST_LINES:])
    return head + "".join(f'<p style="margin:2px 0 4px 0">{words}</p>' for words in shown)

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

from app.look import named, serif
from app.table.panels.words import LINK, deed_html, rule_links
from engines.core.data.text import Text, tr, trn, verbatim
from engines.core.show.deeds import Called, Tallies, deeds
from engines.core.show.explain import LogEntry, Verdict
from engines.core.show.views import RosterLine

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
        column = QVBoxLayout(self)
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
        width = min(WIDTH, over.width() - 20)
        self.words.document().setTextWidth(width - 40)
        tall = round(self.words.document().size().height()) + 116
        at = over.mapTo(self.page, over.rect().topLeft())
        self.setGeometry(
            at.x() + (over.width() - width) // 2,
            at.y() + 16,
            width,
            min(tall, MOST_TALL, over.height() - 32),
        )
        self.show()
        self.raise_()


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


PLAIN = ("victory", "draw")
"""The levels of a verdict that say no more than who has won."""


def verdict_html(
    verdict: Verdict,
    how: Text,
    roster: Sequence[RosterLine],
    names: dict[str, str],
    term: Called,
) -> str:
    """Return the end of a game: how it was won, why, by which rule, the points and the losses."""
    level, reason = escape(str(how)), escape(str(verdict.reason))
    lead = "" if verdict.level in PLAIN else f"<b>{level}.</b> "
    parts = [f"<p>{lead}{reason} [{rule_links([verdict.rule])}]</p>"]
    if verdict.points:
        points = ", ".join(f"{escape(names.get(s, s))} <b>{n}</b>" for s, n in verdict.points)
        parts.append(f"<p>{tr('Points: {points}', points=verbatim(points))}</p>")
    lost: dict[str, int] = {}
    for line in roster:
        lost[line.side] = lost.get(line.side, 0) + len(line.lost)
    if any(lost.values()):
        told = ", ".join(f"{escape(str(term(side)))} <b>{n}</b>" for side, n in lost.items())
        parts.append(f"<p>{tr('Units lost: {told}', told=verbatim(told))}</p>")
    return "".join(parts)

"""What is wrong with the scenario: each fault, how to mend it, and where it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from grognard.app.look import named
from grognard.app.rulenames import RuleNames, called
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import capital, spell, tr, trn, verbatim

ROLE = Qt.ItemDataRole.UserRole
MARGIN = 8
_WORD = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
"""What may be the id of a piece, or the key of a field."""
MOST = 200
"""So many faults are listed; the rest is told by their number."""


class Faults(QWidget):
    """The list of faults.

    Attributes:
        names: what pieces are called, by their ids.
        rules: what rules are called.
        whose: says which unit of an order of battle a fault is of, and which of its fields.
        term: what the key of a field is called.

    Signals:
        wanted(object): the author wants to be taken to a Problem.
    """

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        self.head = named(QLabel(), "heading")
        column.addWidget(self.head)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setAccessibleName(tr("Faults"))
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        column.addWidget(self.list)
        self.problems: tuple[Problem, ...] = ()
        self.names: Mapping[str, str] = {}
        self.rules = RuleNames()
        self.whose: Callable[[Problem], str] = lambda _problem: ""
        self.term: Callable[[str], object] = str
        self.show_problems(())

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """List what is wrong now."""
        self.problems = tuple(problems)
        self.list.clear()
        if not problems:
            self.head.setText(tr("No faults"))
            return
        self.head.setText(trn("{n} fault", "{n} faults", n=len(problems)))
        for problem in problems[:MOST]:
            words = capital(self._with_names(problem.message))
            if head := self.whose(problem):
                words = tr("{head}: {words}", head=verbatim(head), words=verbatim(words))
            if problem.mend:
                mend = verbatim(problem.mend.rstrip(" ."))
                asks = problem.mend.endswith("?")
                words += "\n" + (
                    tr("To mend it: {mend}", mend=mend)
                    if asks
                    else tr("To mend it: {mend}.", mend=mend)
                )
            if problem.rule:
                words += "\n" + called(problem.rule, self.rules)
            item = QListWidgetItem(words, self.list)
            item.setToolTip(where(problem))
            item.setData(ROLE, problem)
        if len(problems) > MOST:
            QListWidgetItem(trn("and {n} more", "and {n} more", n=len(problems) - MOST), self.list)
        self._make_room()

    def _with_names(self, words: str) -> str:
        """Return words about pieces with their names, as the lists and the board call them."""
        return _WORD.sub(lambda found: self._called(found[0]), words)

    def _called(self, word: str) -> str:
        name = spell("unit", self.names.get(word, ""))
        return name or (str(self.term(word)) if "_" in word else word)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold the lines anew."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Give each fault the lines that it takes: Qt forgets the margins and cuts the last one off."""
        wide = self.list.viewport().width() - 2 * MARGIN
        folded = QRect(0, 0, max(wide, 80), 10000)
        for row in range(self.list.count()):
            item = self.list.item(row)
            box = self.list.fontMetrics().boundingRect(
                folded, Qt.TextFlag.TextWordWrap, item.text()
            )
            item.setSizeHint(QSize(folded.width(), box.height() + MARGIN))

    def _go(self, item: QListWidgetItem) -> None:
        problem = item.data(ROLE)
        if problem is not None:
            self.wanted.emit(problem)


def where(problem: Problem) -> str:
    """Return the place of a fault in words."""
    name = Path(problem.file).name
    return tr("{file}, line {n}", file=verbatim(name), n=problem.line) if problem.line else name

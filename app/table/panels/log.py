"""The log: a line for a deed, which unfolds; rules are links; a click shows the board as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDesktopServices,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QTextBrowser, QWidget

from grognard.app.look import look
from grognard.app.rulenames import called as called_rule
from grognard.app.table.panels.words import FOLD, LINK, deed_html
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.deeds import Called, Deed, Line, Tallies, deeds, told_on

SHOWN = 1500
AT = "at:"
ABOVE, BELOW = 2, 4
"""Margins of a line, in pixels."""


class LogPanel(QTextBrowser):
    """The log as one flowing text.

    Signals:
        rule_wanted(str): a rule link was clicked.
        moment_wanted(int): show the board after so many choices.
        undo_wanted(int): take back everything after so many choices.
    """

    rule_wanted = Signal(str)
    moment_wanted = Signal(int)
    undo_wanted = Signal(int)

    def __init__(self, called: Called, tallies: Tallies) -> None:
        super().__init__()
        self.setAccessibleName(tr("Log of the game"))
        self.setOpenLinks(False)
        self.setMinimumWidth(1)
        self.anchorClicked.connect(self._clicked)
        self.called = called
        self.tallies = tallies
        self.deeds: list[Deed] = []
        self._lines: list[Line] = []
        self._unfolded: set[int] = set()
        self._all = False
        self.can_undo: Callable[[int], bool] = lambda _at: True
        self._walking = False
        self._cut = 0
        self._position = 0
        self._present = False

    def focusNextPrevChild(self, forth: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab leaves the log: it may hold a thousand links, and whoever came in would never come out."""
        return (
            super().focusNextPrevChild(forth)
            if self._walking
            else QWidget.focusNextPrevChild(self, forth)
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Right and left go from link to link; Enter follows the one that is marked."""
        if event.key() not in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            super().keyPressEvent(event)
            return
        self._walking = True
        super().focusNextPrevChild(event.key() == Qt.Key.Key_Right)
        self._walking = False

    def show_lines(self, lines: Sequence[Line], position: int) -> None:
        """Show the log; lines after `position` (the past is shown) are dimmed."""
        present = not lines or position >= lines[-1][0]
        if len(lines) <= self._cut + 2 * SHOWN:
            tail = list(lines[self._cut :])
        else:
            tail = list(lines[-SHOWN:])
        known = len(self._lines)
        if present and self._present and known and tail[:known] == self._lines:
            # Nothing before has changed: setting the whole text anew would cost more than the move.
            self._lines = tail
            self._follow()
        else:
            self._cut = max(0, len(lines) - SHOWN)
            self._lines = list(lines[self._cut :])
            self._write(position, present=present)
        self._present = present
        self._scroll_to(position)

    def clear(self) -> None:
        """Show nothing: what was shown may not be the next reader's."""
        self._lines, self.deeds, self._present = [], [], False
        super().clear()

    def _write(self, position: int, *, present: bool) -> None:
        """Write the whole text anew."""
        self.deeds = deeds(self._lines)
        self._position = position
        parts = [self._line(n, deed, position, present) for n, deed in enumerate(self.deeds)]
        self.setHtml("".join(parts) or f"<p>{tr('Nothing has happened yet.')}</p>")

    def _follow(self) -> None:
        """Append what is new; a deed that has grown since is told anew."""
        before = len(self.deeds)
        same = told_on(self.deeds, self._lines)
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for _ in range(before - same):
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            cursor.removeSelectedText()
        for n, deed in enumerate(self.deeds[same:], same):
            block = QTextBlockFormat()
            block.setTopMargin(ABOVE)
            block.setBottomMargin(BELOW)
            if deed.entry.kind == "phase":
                block.setBackground(QColor(look()["raised"]))
            cursor.insertBlock(block)
            cursor.insertHtml(self._words(n, deed, "\N{MIDDLE DOT}"))

    def _line(self, number: int, deed: Deed, position: int, present: bool) -> str:
        """One line; of the past the line of the position has a mark, what lies after it is dim."""
        colours = look()
        shade = f"background-color:{colours['raised']};" if deed.entry.kind == "phase" else ""
        if deed.at > position:
            shade += f"color:{colours['disabled_text']};"
        here = deed.at == position and not present
        mark = "\N{BLACK RIGHT-POINTING TRIANGLE}" if here else "\N{MIDDLE DOT}"
        words = self._words(number, deed, mark)
        return f'<p style="margin:{ABOVE}px 0 {BELOW}px 0;{shade}">{words}</p>'

    def _words(self, number: int, deed: Deed, mark: str) -> str:
        """The mark that leads to the board as it was, and the line."""
        step = (
            f'<a name="line{number}" href="{AT}{deed.at}" '
            f'style="color:{look()["text_muted"]};text-decoration:none">{mark}</a> '
        )
        unfolded = self._all or self._cut + deed.first in self._unfolded
        return step + deed_html(deed, self.called, self.tallies, str(number), unfolded=unfolded)

    def fold(self, number: int) -> None:
        """Unfold what made up a deed, or fold it again."""
        self._unfolded ^= {self._cut + self.deeds[number].first}
        self._rewrite()

    def _fold_all(self, unfolded: bool) -> None:
        self._all, self._unfolded = unfolded, set()
        self._rewrite()

    def _rewrite(self) -> None:
        """Write the text anew and stay where it was read."""
        bar = self.verticalScrollBar()
        at = bar.value()
        self._write(self._position, present=self._present)
        bar.setValue(at)

    def _scroll_to(self, position: int) -> None:
        last = next(
            (i for i in reversed(range(len(self.deeds))) if self.deeds[i].at <= position), 0
        )
        if last >= len(self.deeds) - 1:
            self.moveCursor(QTextCursor.MoveOperation.End)
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())
        else:
            self.scrollToAnchor(f"line{last}")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the newest line in sight when the panel becomes lower."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - bar.singleStep()
        super().resizeEvent(event)
        if at_end:
            bar.setValue(bar.maximum())

    def _clicked(self, url: QUrl) -> None:
        target = url.toString()
        if target.startswith(LINK):
            self.rule_wanted.emit(target[len(LINK) :])
        elif target.startswith(FOLD):
            self.fold(int(target[len(FOLD) :]))
        elif target.startswith(AT):
            self.moment_wanted.emit(int(target[len(AT) :]))
        else:
            QDesktopServices.openUrl(url)

    def deed_at(self, point: QPoint) -> Deed | None:
        """Return the deed whose line is under a point of the panel."""
        number = 0
        block = self.cursorForPosition(point).block()
        while block.isValid() and number < len(self.deeds):
            anchor = next((n for f in self._names(block) for n in f if n.startswith("line")), None)
            if anchor is not None:
                return self.deeds[int(anchor[4:])]
            block = block.previous()
        return None

    def why_at(self, spot: QPoint) -> str:
        """Return the line under a spot of the screen with its die and its rules."""
        deed = self.deed_at(self.viewport().mapFromGlobal(spot))
        if deed is None:
            return ""
        return deed_html(deed, self.called, self.tallies, "0", unfolded=True)

    @staticmethod
    def _names(block: object) -> list[list[str]]:
        found: list[list[str]] = []
        iterator = block.begin()  # type: ignore[attr-defined]
        while not iterator.atEnd():
            found.append(iterator.fragment().charFormat().anchorNames())
            iterator += 1
        return found

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click on a line (not on a link, not a selection) shows the board as it was."""
        super().mouseReleaseEvent(event)
        plain = not self.anchorAt(event.position().toPoint())
        if (
            event.button() == Qt.MouseButton.LeftButton
            and plain
            and not self.textCursor().hasSelection()
        ):
            deed = self.deed_at(event.position().toPoint())
            if deed is not None:
                self.moment_wanted.emit(deed.at)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer the board as it was, undo to here, the rules, and to unfold every line."""
        deed = self.deed_at(event.pos())
        menu = QMenu(self)
        if deed is not None:
            at = deed.at
            menu.addAction(tr("Show the board at this point")).triggered.connect(
                lambda: self.moment_wanted.emit(at)
            )
            undo = menu.addAction(tr("Undo to here"))
            undo.setEnabled(self.can_undo(at))
            undo.triggered.connect(lambda: self.undo_wanted.emit(at))
            for rule in dict.fromkeys(deed.rules):
                menu.addAction(called_rule(rule)).triggered.connect(
                    lambda _on=False, rule=rule: self.rule_wanted.emit(rule)
                )
        menu.addSeparator()
        every = menu.addAction(tr("Unfold every line"))
        every.setCheckable(True)
        every.setChecked(self._all)
        every.triggered.connect(self._fold_all)
        menu.addAction(tr("Copy")).triggered.connect(self.copy)
        menu.exec(event.globalPos())

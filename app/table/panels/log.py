"""The log: every fact, roll and modifier; rules are links; a click shows the board as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDesktopServices,
    QMouseEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QTextBrowser

from app.look import look
from app.table.panels.words import LINK, Called, entry_html
from engines.core.data.text import tr
from engines.core.show.explain import LogEntry

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

    def __init__(self, called: Called) -> None:
        super().__init__()
        self.setAccessibleName(tr("Log of the game"))
        self.setOpenLinks(False)
        self.setMinimumWidth(1)
        self.anchorClicked.connect(self._clicked)
        self.called = called
        self.lines: list[tuple[int, LogEntry]] = []
        self.can_undo: Callable[[int], bool] = lambda _at: True
        self._cut = 0
        self._present = False

    def show_lines(self, lines: Sequence[tuple[int, LogEntry]], position: int) -> None:
        """Show the log; lines after `position` (the past is shown) are dimmed."""
        present = not lines or position >= lines[-1][0]
        known = len(self.lines)
        tail = (
            list(lines[-SHOWN:]) if len(lines) > self._cut + 2 * SHOWN else list(lines[self._cut :])
        )
        if present and self._present and known and tail[:known] == self.lines:
            # Nothing before has changed: setting the whole text anew would cost more than the move.
            self._append(tail[known:], known)
            self.lines = tail
        else:
            self._cut = max(0, len(lines) - SHOWN)
            self.lines = list(lines[self._cut :])
            parts = [
                self._line(n, at, entry, position, present)
                for n, (at, entry) in enumerate(self.lines)
            ]
            self.setHtml("".join(parts) or f"<p>{tr('Nothing has happened yet.')}</p>")
        self._present = present
        self._scroll_to(position)

    def clear(self) -> None:
        """Show nothing: what was shown may not be the next reader's."""
        self.lines, self._present = [], False
        super().clear()

    def _append(self, more: list[tuple[int, LogEntry]], known: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for n, (at, entry) in enumerate(more, known):
            block = QTextBlockFormat()
            block.setTopMargin(ABOVE)
            block.setBottomMargin(BELOW)
            if entry.kind == "phase":
                block.setBackground(QColor(look()["raised"]))
            cursor.insertBlock(block)
            cursor.insertHtml(self._words(n, at, entry, "\N{MIDDLE DOT}"))

    def _line(self, number: int, at: int, entry: LogEntry, position: int, present: bool) -> str:
        """One line; of the past the line of the position has a mark, what lies after it is dim."""
        colours = look()
        shade = f"background-color:{colours['raised']};" if entry.kind == "phase" else ""
        if at > position:
            shade += f"color:{colours['disabled_text']};"
        here = at == position and not present
        mark = "\N{BLACK RIGHT-POINTING TRIANGLE}" if here else "\N{MIDDLE DOT}"
        words = self._words(number, at, entry, mark)
        return f'<p style="margin:{ABOVE}px 0 {BELOW}px 0;{shade}">{words}</p>'

    def _words(self, number: int, at: int, entry: LogEntry, mark: str) -> str:
        """The mark that leads to the board as it was, and the line."""
        step = (
            f'<a name="line{number}" href="{AT}{at}" '
            f'style="color:{look()["text_muted"]};text-decoration:none">{mark}</a> '
        )
        return step + entry_html(entry, self.called)

    def _scroll_to(self, position: int) -> None:
        last = next(
            (i for i in reversed(range(len(self.lines))) if self.lines[i][0] <= position), 0
        )
        if last >= len(self.lines) - 1:
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
        elif target.startswith(AT):
            self.moment_wanted.emit(int(target[len(AT) :]))
        else:
            QDesktopServices.openUrl(url)

    def line_at(self, point: QPoint) -> tuple[int, LogEntry] | None:
        """Return the log line under a point of the panel."""
        number = 0
        block = self.cursorForPosition(point).block()
        while block.isValid() and number < len(self.lines):
            anchor = next((n for f in self._names(block) for n in f if n.startswith("line")), None)
            if anchor is not None:
                return self.lines[int(anchor[4:])]
            block = block.previous()
        return None

    def why_at(self, spot: QPoint) -> str:
        """Return the line under a spot of the screen with its die and its rules."""
        line = self.line_at(self.viewport().mapFromGlobal(spot))
        return entry_html(line[1], self.called) if line is not None else ""

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
            line = self.line_at(event.position().toPoint())
            if line is not None:
                self.moment_wanted.emit(line[0])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer the board as it was, and undo to here."""
        line = self.line_at(event.pos())
        menu = QMenu(self)
        if line is not None:
            at = line[0]
            menu.addAction(tr("Show the board at this point")).triggered.connect(
                lambda: self.moment_wanted.emit(at)
            )
            undo = menu.addAction(tr("Undo to here"))
            undo.setEnabled(self.can_undo(at))
            undo.triggered.connect(lambda: self.undo_wanted.emit(at))
            for rule in dict.fromkeys(line[1].rules):
                menu.addAction(tr("Rule {rule}", rule=rule)).triggered.connect(
                    lambda _on=False, rule=rule: self.rule_wanted.emit(rule)
                )
        menu.addSeparator()
        menu.addAction(tr("Copy")).triggered.connect(self.copy)
        menu.exec(event.globalPos())

"""Choices as buttons and as lines of a list, folded into a narrow panel."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QHelpEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolTip,
    QWidget,
)

from grognard.app.look import BASE_POINTS, look
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.asks import Choice

BUTTON_WIDTH = 200
"""Pixels a line of a button may take at the panel's narrowest."""

WHY = Qt.ItemDataRole.UserRole + 7
"""Where a line holds why it cannot be chosen."""
MOST_TALL, LINE_PAD = 420, 20
"""A list of choices is no taller than this; what a line leaves free at its sides; in pixels."""
MOST_PART = 0.38
"""Nor is it taller than this part of the window: what a choice would bring is read below it."""


def folded(words: str) -> str:
    """Break the words of a button into lines that fit the narrow panel ("&" is no shortcut)."""
    font = QApplication.font()
    font.setBold(True)
    measure = QFontMetrics(font)
    room = BUTTON_WIDTH * max(1.0, look().points / BASE_POINTS)  # large letters widen the panel
    lines: list[str] = []
    for word in words.split():
        if lines and measure.horizontalAdvance(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines).replace("&", "&&")


class ChoiceList(QListWidget):
    """Choices a line each, as tall as they need up to MOST_TALL; nothing is current by itself.

    Signals:
        clicked_again(object): the line that a click had marked before was clicked once more.
    """

    clicked_again = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._clicked: QListWidgetItem | None = None
        self.setAccessibleName(tr("Choices"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setToolTip(tr("A click marks a line for the button below; a second click chooses it"))
        self.setMouseTracking(True)
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def add_heading(self, words: str) -> None:
        """Begin a part of the list: a line that cannot be chosen."""
        item = QListWidgetItem(words)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(self.palette().text())
        self.addItem(item)

    def fit(self) -> None:
        """Fold every line at the present width and take the height that makes."""
        tall = self._fold(self.width())
        most = min(MOST_TALL, round(self.window().height() * MOST_PART))
        if tall > most:
            tall = self._fold(self.width() - self.verticalScrollBar().sizeHint().width())
        self.setFixedHeight(min(most, tall + 2 * self.frameWidth() + 2))

    def _fold(self, wide: int) -> int:
        """Give each line its height at a width (Qt's own hint knows one-liners only)."""
        flag = Qt.TextFlag.TextWordWrap
        total = 0
        for row in range(self.count()):
            item = self.item(row)
            metrics = QFontMetrics(item.font()) if item.font().bold() else self.fontMetrics()
            box = metrics.boundingRect(QRect(0, 0, wide - LINE_PAD, 9999), flag, item.text())
            item.setSizeHint(QSize(1, box.height() + 6))
            total += box.height() + 6
        return total

    def why_at(self, spot: QPoint) -> str:
        """Return why the line under a spot of the screen cannot be chosen."""
        item = self.itemAt(self.viewport().mapFromGlobal(spot))
        return str(item.data(WHY) or "") if item is not None else ""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell of a second click on a line, as on the same place of the board."""
        line, before = self.itemAt(event.position().toPoint()), self._clicked
        left = event.button() == Qt.MouseButton.LeftButton
        again = left and line is not None and line is before and line is self.currentItem()
        self._clicked = line if left else before
        super().mouseReleaseEvent(event)
        if again:
            self.clicked_again.emit(line)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """It has chosen the line by itself: the release that follows is no further click."""
        self._clicked = None
        super().mouseDoubleClickEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """What is said of a line stands beside it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            line = self.itemAt(event.pos())
            words = (line.toolTip() if line is not None else "") or self.toolTip()
            say_aside(self.viewport(), self.visualItemRect(line) if line else self.rect(), words)
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitting.start()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Qt would make the first line current, and Ctrl+Enter would then choose it unasked."""
        row = self.currentRow()
        self.blockSignals(True)
        super().focusInEvent(event)
        self.setCurrentRow(row)
        self.blockSignals(False)


def say_aside(widget: QWidget, line: QRect, words: str) -> None:
    """Show a tool tip to the right of a line of the prompt: below it stand its odds."""
    QToolTip.showText(widget.mapToGlobal(QPoint(line.right() + 6, line.top() - 12)), words, widget)


class ChoiceButton(QPushButton):
    """A choice as a button. The second click of a double click never chooses.

    Whoever clicks a line of a list twice may find buttons there when the first click has picked it.

    Signals:
        pointed(object): the mouse or the focus is on this choice (None: it has left).
    """

    pointed = Signal(object)

    def __init__(self, words: str, choice: Choice, brief: str = "") -> None:
        super().__init__(folded(brief or words))
        self.choice, self.words = choice, words
        self.setProperty("role", "row")
        self.setAutoDefault(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumWidth(1)
        self.setToolTip(words)

    def event(self, event: QEvent) -> bool:
        """What is said of it stands beside it."""
        if event.type() == QEvent.Type.ToolTip and self.toolTip():
            say_aside(self, self.rect(), self.toolTip())
            return True
        return super().event(event)

    def weigh(self, gist: str) -> None:
        """Say what may come of the choice beside the mouse: below a long list nobody would see it."""
        self.setToolTip(f"{escape(self.words)}<br><b>{escape(gist)}</b>")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Let it go: what the first click was meant for is done."""
        event.accept()

    def enterEvent(self, event: Any) -> None:  # noqa: N802 - Qt's name
        """Tell that the mouse is here."""
        self.pointed.emit(self.choice)
        super().enterEvent(event)

    def leaveEvent(self, event: Any) -> None:  # noqa: N802 - Qt's name
        """Tell that the mouse has left."""
        self.pointed.emit(None)
        super().leaveEvent(event)

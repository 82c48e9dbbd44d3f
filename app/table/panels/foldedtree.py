"""A tree of lines in a narrow panel whose names are folded into as many lines as they need."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem


class FoldedTree(QTreeWidget):
    """Two columns: names, which take the room there is and are folded, and short words beside them.

    Attributes:
        beside: what a name leaves free for its picture and margins, in pixels.
    """

    beside = 6

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setMinimumWidth(1)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._lines: list[QTreeWidgetItem] = []
        self._folding = QTimer(self, singleShot=True, interval=0)
        self._folding.timeout.connect(self.fold)

    def clear(self) -> None:
        """Show nothing."""
        self._lines.clear()
        super().clear()

    def line(self, parent: QTreeWidgetItem, name: str, words: str = "") -> QTreeWidgetItem:
        """Add a line below another one."""
        item = QTreeWidgetItem(parent, [name, words])
        self._lines.append(item)
        return item

    def fold(self) -> None:
        """Give each line the height its name needs at the present width: none is cut."""
        for line in self._lines:
            wide = self.viewport().width() if line.isFirstColumnSpanned() else self.columnWidth(0)
            room = QRect(0, 0, max(1, wide - 2 * self.indentation() - self.beside), 9999)
            metrics, flag = QFontMetrics(line.font(0)), Qt.TextFlag.TextWordWrap
            line.setSizeHint(
                0, QSize(1, metrics.boundingRect(room, flag, line.text(0)).height() + 2)
            )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._folding.start()

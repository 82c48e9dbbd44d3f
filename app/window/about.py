"""About the program: its version, whose it is, and what it is built on under which licences."""

from __future__ import annotations

import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.about import used
from grognard.app.look import fit, named, serif, symbol
from grognard.engines.core.data.text import tr
from grognard.engines.core.keep.saves import program_version

SIZE = (620, 420)
SEAL = 72
"""The side of the program's picture in pixels."""


class About(QDialog):
    """What the program is, in a window of its own."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setWindowTitle(tr("About Grognard"))
        layout = QVBoxLayout(self)
        layout.addLayout(self._head())
        layout.addWidget(QLabel(tr("It is built on:")))
        layout.addWidget(self._table())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        fit(self, *SIZE)

    def _head(self) -> QHBoxLayout:
        row, words = QHBoxLayout(), QVBoxLayout()
        seal = QLabel()
        seal.setPixmap(symbol("grognard", SEAL))
        row.addWidget(seal)
        title = QLabel(tr("Grognard {version}", version=program_version()))
        title.setFont(serif(bold=True))
        words.addWidget(title)
        self.said = QLabel(
            tr(
                "Code, drawings and wording: the Grognard authors, under the MIT licence. "
                "Python {python}, Qt {qt}, {system}.",
                python=platform.python_version(),
                qt=qVersion() or "",
                system=platform.platform(terse=True),
            )
        )
        self.said.setWordWrap(True)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.addWidget(self.said)
        row.addLayout(words, 1)
        return row

    def _table(self) -> QTableWidget:
        rows = used()
        table = named(QTableWidget(len(rows), 3), "used")
        table.setHorizontalHeaderLabels([tr("Package"), tr("Version"), tr("Licence")])
        table.verticalHeader().hide()
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        for at, one in enumerate(rows):
            for column, words in enumerate((one.name, one.version, one.licence)):
                item = QTableWidgetItem(words)
                item.setToolTip(words)
                table.setItem(at, column, item)
        table.resizeColumnsToContents()
        table.horizontalHeader().setStretchLastSection(True)
        return table

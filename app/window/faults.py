"""What goes wrong is told in a dialog, what went well in passing; the program goes on."""

from __future__ import annotations

import sys
import traceback
from types import TracebackType

from PySide6.QtWidgets import QMessageBox, QToolTip, QWidget

from grognard.engines.core.data.text import tr

LONGEST = 900
"""The letters of a fault that stand in its dialog; a longer one unfolds."""


class Faults:
    """What is told over a window: faults in dialogs, words in passing, the program's own mistakes."""

    def __init__(self, over: QWidget) -> None:
        self.over = over

    def tell(self, title: str, words: str) -> None:
        """Show what is wrong and how to mend it."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, title, parent=self.over)
        shown = words if len(words) < LONGEST else words[:LONGEST] + "..."
        box.setInformativeText(shown)
        if shown != words:
            box.setDetailedText(words)
        box.exec()

    def say(self, words: str) -> None:
        """Show words for a moment without taking room from the board."""
        over = self.over
        point = over.mapToGlobal(over.rect().center())
        point.setY(over.mapToGlobal(over.rect().bottomLeft()).y() - 90)
        QToolTip.showText(point, words, over, over.rect(), 4000)

    def install_hook(self) -> None:
        """Show errors of the program itself in a dialog; the game and its save stay."""
        sys.excepthook = self._raised

    def _raised(
        self, kind: type[BaseException], wrong: BaseException, where: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self.over.close()
            return
        report = "".join(traceback.format_exception(kind, wrong, where))
        sys.stderr.write(report)
        box = QMessageBox(self.over)
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(tr("Something went wrong"))
        box.setText(
            tr(
                "The program made a mistake. Your game is safe: every choice you saw is kept. "
                "Undo, or leave the table and open the game again."
            )
        )
        box.setInformativeText(f"{kind.__name__}: {wrong}")
        box.setDetailedText(report)
        box.exec()

"""Labels that fold their words and can hold links to rules."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel

from app.look import serif

TITLE = 1.35
"""How large the letters of a title are, in those of the text."""
LEAST, STEP = 6.0, 0.25
"""Down to how many points a title shrinks, and by how much at a time."""


def label(words: str = "", role: str = "", name: str = "") -> QLabel:
    """Return a wrapping label that can hold rule links."""
    made = QLabel(words)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setMinimumWidth(1)
    if role:
        made.setProperty("role", role)
    if name:
        made.setAccessibleName(name)
    return made


class Title(QLabel):
    """A title that folds between its words; where one is broader than the panel, in smaller letters."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setMinimumWidth(1)
        self.setProperty("role", "title")
        self.setAccessibleName(name)
        self.words = ""

    def tell(self, words: str) -> None:
        """Show words of rich text without marks in it."""
        self.words = words
        self.setText(words)
        self.fit()

    def fit(self) -> None:
        """Choose the size in which the broadest word has room."""
        font, room = serif(TITLE, bold=True), self.contentsRect().width()
        while room > 1 and self._broadest(font) > room and font.pointSizeF() > LEAST:
            font.setPointSizeF(font.pointSizeF() - STEP)
        if font != self.font():
            self.setFont(font)

    def _broadest(self, font: QFont) -> float:
        measure = QFontMetricsF(font)
        return max(map(measure.horizontalAdvance, self.words.split()), default=0.0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit anew."""
        super().resizeEvent(event)
        self.fit()

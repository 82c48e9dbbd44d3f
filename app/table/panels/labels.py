"""Labels that fold their words and can hold links to rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel

from grognard.app.look import serif

TITLE, BODY, SMALL = 1.35, 1.0, 0.85
"""How large the letters of a title are at most, while they are bold, and at least, in those of the text."""
LEAST, STEP = 6.0, 0.25
"""Down to how many points a title shrinks for a broad word, and by how much at a time."""
LINES = 2
"""A title has no more lines than these, as long as its letters can be read."""


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
    """A title of two lines at most; where its words ask for more room, in smaller letters."""

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
        """Choose the largest letters in which it has two lines and its broadest word has room."""
        font = next(filter(self._short, self._sizes()), serif(SMALL))
        room = self.contentsRect().width()
        while room > 1 and self._broadest(font) > room and font.pointSizeF() > LEAST:
            font.setPointSizeF(font.pointSizeF() - STEP)
        if font != self.font():
            self.setFont(font)

    @staticmethod
    def _sizes() -> Iterator[QFont]:
        """Give bold letters down to those of the text, then plain ones, which are narrower."""
        for bold, least, most in ((True, BODY, TITLE), (False, SMALL, BODY)):
            font, last = serif(most, bold=bold), serif(least).pointSizeF()
            while font.pointSizeF() >= last:
                yield QFont(font)
                font.setPointSizeF(font.pointSizeF() - STEP)

    def lines(self, font: QFont) -> int:
        """Return how many lines the title takes in some letters, at the width it has."""
        measure, room = QFontMetrics(font), QRect(0, 0, self.contentsRect().width(), 9999)
        bare = unescape(self.words)
        box = measure.boundingRect(room, Qt.TextFlag.TextWordWrap, bare)
        return round(box.height() / measure.lineSpacing())

    def _short(self, font: QFont) -> bool:
        return self.contentsRect().width() <= 1 or self.lines(font) <= LINES

    def _broadest(self, font: QFont) -> float:
        measure = QFontMetricsF(font)
        return max(map(measure.horizontalAdvance, self.words.split()), default=0.0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fit anew."""
        super().resizeEvent(event)
        self.fit()

"""Labels that fold their words and can hold links to rules."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


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

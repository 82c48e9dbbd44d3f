"""What a widget can say of itself when somebody asks why: a dead button, a line of a list, a die."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

REASON = "why"
"""The property of a widget that holds its title and its words."""
ROLE = Qt.ItemDataRole.UserRole + 7
"""Where a line of a list holds the same."""


def explain(thing: QWidget | QListWidgetItem, title: str, html: str) -> None:
    """Have a widget, or a line of a list, say why it is as it is."""
    if isinstance(thing, QWidget):
        thing.setProperty(REASON, [title, html])
    else:
        thing.setData(ROLE, [title, html])


def explanation(over: QWidget, at: QPoint) -> tuple[str, str] | None:
    """Return title and words of what lies at a point of a widget, None where nothing can say why."""
    widget: QWidget | None = over.childAt(at) or over
    while widget is not None:
        said = widget.property(REASON)
        if isinstance(widget, QListWidget):
            item = widget.itemAt(widget.viewport().mapFrom(over, at))
            said = item.data(ROLE) if item is not None else said
        if said:
            return str(said[0]), str(said[1])
        widget = widget.parentWidget() if widget is not over else None
    return None

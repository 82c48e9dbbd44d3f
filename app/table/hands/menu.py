"""The menu of a piece or place: look at it, what can be chosen there, what can be drawn of it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from app.table.gestures.gesture import mentions
from app.table.hands.parts import Parts
from engines.core.data.text import tr

MOST_CHOICES = 12


class BoardMenu(QObject):
    """Opens the menu of what lies under the mouse."""

    def __init__(self, page: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self.page, self.model = page, page.model

    def open(self, name: str) -> None:
        """Open the menu of a piece or place ("": of the board)."""
        menu = QMenu(self.page.board.widget)
        if name:
            title = menu.addAction(self.model.lookup.name_of(name))
            title.setEnabled(False)
            menu.addAction(tr("Inspect")).triggered.connect(lambda: self.page.go_to(name))
            self._add_choices(menu, name)
        menu.addSeparator()
        self._add_overlays(menu, name)
        menu.exec(QCursor.pos())

    def _add_choices(self, menu: QMenu, name: str) -> None:
        gesture, found = self.model.gesture, self.model.lookup
        if gesture is None:
            return
        place = found.place_of(name)
        known = set(found.names(name if place else "", place or name))
        fitting = [c for c in gesture.candidates() if known & set(mentions(c)[:1])]
        for choice in fitting[:MOST_CHOICES]:
            action = menu.addAction(str(gesture.ask.choices.label(choice)))
            action.triggered.connect(lambda _on=False, c=choice: self.model.choose(c))

    def _add_overlays(self, menu: QMenu, name: str) -> None:
        overlays = self.page.overlays
        for inquiry in overlays.names():
            action = menu.addAction(overlays.title(inquiry))
            action.setCheckable(True)
            action.setChecked(inquiry in overlays.on)
            action.toggled.connect(lambda on, inquiry=inquiry: self.switch(inquiry, on, name))

    def switch(self, inquiry: str, on: bool, name: str) -> None:
        """Show an overlay of the piece or place the menu was opened on, or take it away."""
        if on and name:
            found = self.model.lookup
            piece = name in found.pieces
            self.page.overlays.point(name if piece else "", found.place_of(name) if piece else name)
        self.page.overlays.switch(inquiry, on=on)


def find(page: Parts, parent: QWidget) -> None:
    """Ask for a piece or a place by its name, and go there."""
    found = page.model.lookup
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(tr("Find"))
    dialog.setLabelText(tr("Piece or place:"))
    dialog.setComboBoxItems(sorted(found.find()))
    dialog.setComboBoxEditable(True)
    line = dialog.findChild(QLineEdit)
    if line is not None:
        line.selectAll()
    if not dialog.exec():
        return
    name = found.nearest(dialog.textValue())
    if name:
        page.go_to(name)
    else:
        page.message.emit(tr("Nothing is called {words}.", words=dialog.textValue()))

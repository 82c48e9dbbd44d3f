"""The menu of a piece or place: look at it, what can be chosen there, what can be drawn of it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from grognard.app.table.gestures.gesture import mentions
from grognard.app.table.hands.parts import Parts
from grognard.engines.core.data.text import tr, verbatim

MOST_ENTRIES, MOST_CHOICES = 8, 3
"""So many entries has a menu below its title, and so many of them are choices."""


class BoardMenu(QObject):
    """Opens the menu of what lies under the mouse."""

    def __init__(self, page: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self.page, self.model = page, page.model

    def open(self, name: str) -> None:
        """Open the menu of a piece or place ("": of the board)."""
        self.menu_of(name).exec(QCursor.pos())

    def menu_of(self, name: str) -> QMenu:
        """Make the menu: look at it, choose, and what can be asked about it."""
        menu = QMenu(self.page.board.widget)
        left = MOST_ENTRIES
        if name:
            title = menu.addAction(self.model.lookup.name_of(name))
            title.setEnabled(False)
            menu.addAction(tr("What is it?")).triggered.connect(lambda: self.page.go_to(name))
            menu.addAction(tr("Why?")).triggered.connect(lambda: self.page.why(name))
            left -= 2 + self._add_choices(menu, name)
        menu.addSeparator()
        self._add_overlays(menu, name, left)
        return menu

    def _add_choices(self, menu: QMenu, name: str) -> int:
        """Add a few choices, unless there are too many to be told apart; return how many."""
        gesture, found = self.model.gesture, self.model.lookup
        if gesture is None:
            return 0
        place = found.place_of(name)
        known = set(found.names(name if place else "", place or name))
        fitting = [c for c in gesture.candidates() if known & set(mentions(c)[:1])]
        fitting = fitting if len(fitting) <= MOST_CHOICES else []
        for choice in fitting:
            action = menu.addAction(str(gesture.ask.choices.label(choice)))
            action.triggered.connect(lambda _on=False, c=choice: self.model.choose(c))
        return len(fitting)

    def _add_overlays(self, menu: QMenu, name: str, most: int) -> None:
        overlays, found = self.page.overlays, self.model.lookup
        piece = name if name in found.pieces else ""
        for inquiry in overlays.about_a(piece, name if not piece else "")[:most]:
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
        if on:
            self._show_answer(inquiry)

    def _show_answer(self, inquiry: str) -> None:
        """Bring the words of an answer to the front; say what to do where it is asked of nothing yet."""
        self.page.show_tab("unit")
        overlays = self.page.overlays
        if overlays.waits_for_a_subject(inquiry):
            question = verbatim(overlays.title(inquiry))
            self.page.message.emit(
                tr("{question} Click a piece or place on the board.", question=question)
            )


def find(page: Parts, parent: QWidget) -> None:
    """Ask for a piece or a place by its name, and go there."""
    found, asked = page.model.lookup, tr("Piece or place:")
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(tr("Find"))
    dialog.setLabelText(asked)
    dialog.setComboBoxItems(sorted(found.find()))
    dialog.setComboBoxEditable(True)
    line = dialog.findChild(QLineEdit)
    if line is not None:
        line.selectAll()
    while dialog.exec():
        name = found.nearest(dialog.textValue())
        if name:
            page.go_to(name)
            return
        nothing = tr("Nothing is called {words}.", words=dialog.textValue())
        dialog.setLabelText(f"{nothing}\n{asked}")

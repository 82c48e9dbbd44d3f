"""What is said beside the mouse of the thing it rests on."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QToolTip

from grognard.app.look import say_beside
from grognard.app.rulenames import called
from grognard.app.table.gestures.gesture import path_of
from grognard.app.table.hands.parts import Parts
from grognard.app.table.model.called import BORDER
from grognard.app.table.model.changes import Weighed
from grognard.app.table.panels.inspector import stack_html, tip_html
from grognard.app.table.panels.words import gist_of
from grognard.engines.core.play.inquiries import NoAnswer

DELAY, UNASKED = 350, 1600
"""Milliseconds before the words come: the mouse rests, or the board changed under it."""


class Tips(QObject):
    """Words in a small window of their own, a moment after the mouse has come to rest.

    Attributes:
        words: what is said of the piece or place under the mouse.
        border: what is said of the border under it.
    """

    def __init__(self, page: Parts, parent: QObject) -> None:
        super().__init__(parent)
        self.page, self.model, self.board = page, page.model, page.board
        self.words = self.border = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show)
        self.model.watch(Weighed, lambda _change: self._weighed())

    def tell(self) -> None:
        """Say what is known of the thing that is pointed at now."""
        names = self.model.hovered
        parts = self._meaning()
        parts += self.page.overlays.aimed_words() if names else []
        pieces = [p for p in self.model.view.pieces if p.id in names]
        if pieces:
            order = sorted(pieces, key=lambda p: (p.side, p.stack))
            parts.append(
                self._named(pieces[0].at)
                + stack_html(order, self.model.game.term, self.page.single)
            )
        self.words = "<br>".join(parts)
        QToolTip.hideText()
        self._timer.start(DELAY)

    def _weighed(self) -> None:
        """The odds of what is pointed at have come: they are said at the mouse, too."""
        if self._gist() and not self._timer.isActive():
            self._timer.start(0)

    def _gist(self) -> str:
        """Return what may come of a click here, in one line."""
        odds, gesture, hovered = self.page.odds, self.model.gesture, self.model.hovered
        pointed = odds.choice is not None and odds.choice == self.model.pointed
        if not pointed or odds.answer is None or not hovered or gesture is None:
            return ""
        if gesture.hover(hovered) != odds.choice:
            return ""  # it is a line of the list that is pointed at
        gist = escape(gist_of(odds.answer))
        return f"<b>{gist}</b>" if gist else ""

    def _meaning(self) -> list[str]:
        """Why nothing can be done here, or what a click would do."""
        refused, choice, gesture = self.model.refused, self.model.pointed, self.model.gesture
        if refused is not None:
            rule = f" <b>[{escape(called(refused.rule))}]</b>" if refused.rule else ""
            return [f"{escape(str(refused.message))}{rule}"]
        if choice is None or gesture is None:
            return []
        lines = gesture.describe(choice)
        return [str(line) for line in lines[1 if path_of(choice) else 0 :]]

    def _named(self, at: str | None) -> str:
        """The name of an area as the heading of what stands in it: blocks may cover it."""
        name = self.model.lookup.label(at or "") if self.model.board.kind == "areas" else ""
        return f"<i>{escape(name)}</i><br>" if name else ""

    def tell_border(self, border: str) -> None:
        """A border between areas is pointed at: say what it lets through."""
        if self.model.covered is not None:
            return
        try:
            answer = self.model.inquire(BORDER, edge=border) if border else None
        except NoAnswer:
            answer = None
        told = tip_html(answer) if answer is not None else ""
        if told != self.border:
            self.border = told
            self._timer.start(DELAY)

    def show(self) -> None:
        """Show the words, if the mouse is still there and carries nothing."""
        if self.board.grasp.holds:
            return  # what is being dragged is explained beside the mouse
        words = "<br>".join(part for part in (self._gist(), self.words, self.border) if part)
        widget = self.board.widget
        if words and widget.underMouse() and widget.isVisible():
            say_beside(QCursor.pos() + QPoint(18, 14), words, widget)

    def drop(self) -> None:
        """Nothing is said any more."""
        self.words = self.border = ""
        self._timer.stop()
        QToolTip.hideText()

    def renew(self) -> None:
        """The position has changed: what was said of the old one goes."""
        self.drop()
        self.board.hover_anew()
        # The mouse has not moved: what lies under it is not at once laid over the board.
        self._timer.start(UNASKED)

"""A pull at the place where the piece in the hand shall go: it turns there, and letting go moves it."""

from __future__ import annotations

from math import atan2, degrees

from PySide6.QtCore import QPointF, Qt

from grognard.app.board.hand.grasp import Sketch
from grognard.app.table.gestures.facing import apart
from grognard.app.table.gestures.gesture import Gesture, path_of
from grognard.app.table.hands.parts import Parts
from grognard.app.table.model.called import TABLE


class Pull:
    """Pressed at a place that is marked, and pulled the way that the piece is to look."""

    def __init__(self, page: Parts) -> None:
        self.page, self.board, self.model = page, page.board, page.model
        self._space = ""
        if self.model.board.kind != TABLE:
            self.board.grasp.hands = [self]

    def _gesture(self) -> Gesture | None:
        return self.model.gesture if self.model.covered is None else None

    def begin(self, at: QPointF, _reach: float) -> bool:
        """Take hold where the piece may go with several facings; a piece there that may act is dragged."""
        gesture = self._gesture()
        space = self.board.space_at(self.board.camera.to_screen(at))
        if gesture is None or not space or self._dragged(gesture, self.board.pieces.at(at), space):
            return False
        marked = gesture.chosen()
        if marked is not None and space in (*gesture.picked[-1:], *path_of(marked)[-1:]):
            gesture.back()  # what is marked is turned anew
        choice = gesture.hover([space])
        self._space = space if choice is not None and len(gesture.facings()) > 1 else ""
        return bool(self._space)

    def _dragged(self, gesture: Gesture, piece: str | None, space: str) -> bool:
        """Whether a drag that begins on a piece takes that: it may act, or it is in the hand and may go elsewhere."""
        mine = piece in gesture.ask.subject or piece in gesture.picked[:1]
        elsewhere = any(name not in (space, piece) for name in gesture.marks().legal)
        return (mine and elsewhere) or (not mine and piece in self.page.hand.able())

    def move(self, at: QPointF, _keys: Qt.KeyboardModifier) -> None:
        """Turn the ghost towards the mouse."""
        gesture, spot = self._gesture(), self.model.lookup.spots().get(self._space)
        if gesture is None or spot is None:
            return
        toward = degrees(atan2(at.x() - spot[0], spot[1] - at.y())) % 360
        known = {f: turn for f in gesture.facings() if (turn := gesture.bearing(f)) is not None}
        if known:
            choice = gesture.face(min(known, key=lambda f: apart(known[f], toward)))
            if choice is not None and choice != self.model.pointed:
                self.model.point(choice)

    def end(self) -> None:
        """Let go: the piece goes there and looks that way."""
        gesture = self._gesture()
        if gesture is not None and gesture.facing is not None:
            self.model.click([self._space])

    def sketch(self) -> Sketch | None:
        """The ghost on the board shows it all."""
        return None

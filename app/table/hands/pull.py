"""A pull at the place where the piece in the hand shall go: it turns there, and letting go moves it."""

from __future__ import annotations

from math import atan2, degrees

from PySide6.QtCore import QPointF, Qt

from app.board.hand.grasp import Sketch
from app.table.gestures.route import Route
from app.table.hands.parts import Parts
from app.table.model.lookup import TABLE


class Pull:
    """Pressed at a place that is marked, and pulled the way that the piece is to look."""

    def __init__(self, page: Parts) -> None:
        self.page, self.board, self.model = page, page.board, page.model
        self._space = ""
        if self.model.board.kind != TABLE:
            self.board.grasp.hands = [self]

    def _route(self) -> Route | None:
        gesture = self.model.gesture
        held = self.model.trial is not None and self.model.covered is None
        return gesture if held and isinstance(gesture, Route) else None

    def begin(self, at: QPointF, _reach: float) -> bool:
        """Take hold where the piece may go with several facings; a piece there that may act is dragged."""
        gesture = self._route()
        space = self.board.space_at(self.board.camera.to_screen(at))
        if gesture is None or not space or self.board.pieces.at(at) in self.page.hand.able():
            return False
        choice = gesture.hover([space])
        self._space = space if choice is not None and len(gesture.facings()) > 1 else ""
        return bool(self._space)

    def move(self, at: QPointF, _keys: Qt.KeyboardModifier) -> None:
        """Turn the ghost towards the mouse."""
        gesture, spot = self._route(), self.model.lookup.spots().get(self._space)
        if gesture is None or spot is None:
            return
        toward = degrees(atan2(at.x() - spot[0], spot[1] - at.y())) % 360
        known = {f: turn for f in gesture.facings() if (turn := gesture.bearing(f)) is not None}
        if known:
            choice = gesture.face(
                min(known, key=lambda f: abs((known[f] - toward + 180) % 360 - 180))
            )
            if choice is not None and choice != self.model.pointed:
                self.model.point(choice)

    def end(self) -> None:
        """Let go: the piece goes there and looks that way."""
        gesture = self._route()
        if gesture is not None and gesture.facing is not None:
            self.model.click([self._space])

    def sketch(self) -> Sketch | None:
        """The ghost on the board shows it all."""
        return None

"""What the mouse and the keys do on a table without spaces: bases are carried, distances measured."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import shapely
from PySide6.QtCore import QObject, QPointF, Qt, QTimer
from PySide6.QtWidgets import QWidget

from grognard.app.board.hand.frame import board_point, outline, table_point
from grognard.app.board.hand.grasp import Sketch
from grognard.app.board.hand.ruler import Ruler
from grognard.app.rulenames import called
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.hands.parts import Parts
from grognard.app.table.model.called import TABLE
from grognard.engines.core.board.tabletop import Base, sweep_leg
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.views import PieceView

TELL = 90
"""Milliseconds after which the prompt follows a base that is being carried."""


class TableHand(QObject):
    """Takes hold of the base that is to be moved; a base that may be chosen is chosen by a drag."""

    def __init__(self, page: Parts, parent: QWidget) -> None:
        super().__init__(parent)
        self.page, self.board, self.model = page, page.board, page.model
        self.ruler = Ruler(lambda: self.model.view.pieces, self.board.redraw)
        self._lead, self._from, self._by = "", QPointF(), (0.0, 0.0)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(TELL)
        self._telling.timeout.connect(self.model.touch)
        if self.model.board.kind == TABLE:
            self.board.grasp.hands = [self.ruler, self]

    def gesture(self) -> Manoeuvre | None:
        """The order that is being made, if one is."""
        found = self.model.gesture
        return found if isinstance(found, Manoeuvre) and self.model.covered is None else None

    def measure(self, on: bool) -> bool:
        """Take up the ruler, where the table allows measuring; return whether it is in hand."""
        allowed = self.model.measuring and self.model.board.kind == TABLE
        if on and not allowed:
            self.page.message.emit(
                tr("Nothing is measured at this table before a move is ordered.")
            )
        self.ruler.switch(on and allowed)
        return on and allowed

    # -- drags ---------------------------------------------------------------------------------

    def begin(self, at: QPointF, reach: float) -> bool:
        """Take hold of the base under the mouse."""
        if self.model.covered is not None:
            return False
        if self._take_party(at):
            return True
        self._choose(at)
        gesture = self.gesture()
        return gesture is not None and gesture.begin(table_point(at), reach)

    def _choose(self, at: QPointF) -> None:
        """Where it is asked who moves, taking hold of a base answers that."""
        gesture = self.model.gesture
        if gesture is None or gesture.ask.form != "piece":
            return
        piece = self.board.pieces.at(at)
        if piece and piece in gesture.marks().legal:
            self.model.choose(piece)

    def _take_party(self, at: QPointF) -> bool:
        """Take hold of a base that others are gathered with: all of them are carried."""
        piece = self.board.pieces.at(at)
        self._lead, self._from = (piece or "", at) if piece in self.model.party else ("", at)
        self._by = (0.0, 0.0)
        return bool(self._lead)

    def move(self, at: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Carry it: Shift wheels towards the mouse, Alt lets nothing draw it into line."""
        if self._lead:
            self._by = (at.x() - self._from.x(), at.y() - self._from.y())
            self.board.redraw()
            return
        gesture = self.gesture()
        if gesture is not None:
            gesture.move(
                table_point(at),
                wheel=bool(keys & Qt.KeyboardModifier.ShiftModifier),
                free=bool(keys & Qt.KeyboardModifier.AltModifier),
            )
            self.board.redraw()
            if not self._telling.isActive():
                self._telling.start()

    def end(self) -> None:
        """Let go."""
        if self._lead:
            lead, self._lead = self._lead, ""
            self.model.carry(self.model.party, lead, self._by)
            return
        gesture = self.gesture()
        if gesture is not None:
            gesture.end()
            self.model.touch()
            self.board.redraw()

    # -- keys ----------------------------------------------------------------------------------

    def nudge(self, ahead: float, aside: float) -> None:
        """Move the base by some cm along its heading and to its left."""
        gesture = self.gesture()
        if gesture is not None and gesture.nudge(ahead, aside):
            self.model.touch()
            self.board.redraw()

    # -- what is drawn -------------------------------------------------------------------------

    def sketch(self) -> Sketch | None:
        """Return the ghost with its handles, what it sweeps over, what it costs or what refuses it."""
        if self._lead or self.model.march is not None:
            return Sketch(steps=self._party())
        gesture = self.gesture()
        if gesture is None or gesture.start is None:
            return None
        ghosts, places = gesture.ghosts(), gesture.places()
        why = gesture.why_not()
        middle = board_point(places[-1].centre)
        at = board_point(gesture.pointer) if gesture.pointer is not None else middle
        course = [board_point(place.centre) for place in places]
        return Sketch(
            ghost=ghosts[-1] if ghosts else gesture.piece,
            steps=ghosts[:-1],
            sweeps=sweeps(places),
            course=course if len({place.centre for place in places}) > 1 else (),
            handles=outline(gesture.handles()),
            words=self._words(gesture),
            at=at,
            bad=why is not None,
            short=self._short(gesture),
        )

    def _party(self) -> list[PieceView]:
        """The bases gathered, as they would stand where they are carried."""
        if self.model.march is not None:
            return list(self.model.march.ghosts)
        known, (dx, dy) = self.model.lookup.pieces, self._by
        poses = ((known[name], known[name].pose) for name in self.model.party)
        return [
            replace(piece, pose=(pose[0] + dx, pose[1] + dy, pose[2]))
            for piece, pose in poses
            if pose
        ]

    def _words(self, gesture: Manoeuvre) -> str:
        why = gesture.why_not()
        if why is not None:
            return f"{why.message} [{called(why.rule)}]" if why.rule else str(why.message)
        answer = gesture.answer()
        return "\n".join(str(line) for line in answer.lines) if answer is not None else ""

    def _short(self, gesture: Manoeuvre) -> PieceView | None:
        """Where the base would come to if something cuts its way short."""
        answer = gesture.answer()
        end = answer.value.get("end") if answer is not None and "stop" in answer.value else None
        ghosts = gesture.ghosts()
        if not isinstance(end, list) or not ghosts or ghosts[-1].pose is None:
            return None
        x, y, heading = (float(part) for part in end)
        return replace(ghosts[-1], pose=(x, y, heading))


def sweeps(places: list[Base]) -> list[list[QPointF]]:
    """Return what a base covers on each straight leg of its way, in board units."""
    found = []
    for before, after in pairwise(places):
        if before.centre != after.centre:
            hull = sweep_leg(before, after)
            found.append(outline([(float(x), float(y)) for x, y in shapely.get_coordinates(hull)]))
    return found

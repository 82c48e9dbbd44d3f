"""Which part of the board is in sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from grognard.app.table.hands.parts import Parts
from grognard.engines.core.show.explain import LogEntry


class Sight:
    """Moves the map to what is asked about or looked for, and only if it is out of sight."""

    def __init__(self, page: Parts) -> None:
        self.page, self.model, self.board = page, page.model, page.board

    def spot_of(self, name: str) -> QPointF | None:
        """Return the middle of a space, or of a piece that stands free on a table, in board units."""
        spot = self.model.lookup.spots().get(name)
        return QPointF(*spot) if spot is not None else None

    def centre(self, name: str) -> None:
        """Centre the board on a space, or on a piece."""
        place = self.model.lookup.place_of(name) or name
        spot = self.spot_of(place)
        if spot is not None:
            at = self.board.camera.to_screen(spot)
            if self.board.rect().adjusted(80, 80, -80, -80).contains(at.toPoint()):
                return
        if place:
            self.board.centre_on(place)

    def follow(self, entries: Sequence[LogEntry]) -> None:
        """Show where something was done; a part of the board that is in sight stays."""
        known = self.model.lookup.spots()
        for entry in reversed(entries):
            names = (*entry.where, *(self.model.lookup.place_of(p) or p for p in entry.pieces))
            found = next((name for name in names if name in known), "")
            if found:
                self.centre(found)
                return

    def _army(self, seat: str) -> list[QPointF]:
        """Return where the pieces of a seat stand: the board shows who is asked."""
        sides = {one.id: one.side for one in self.model.seats}
        mine = [p for p in self.model.view.pieces if p.side == sides.get(seat)]
        spots = self.model.lookup.spots()
        return [QPointF(*spots[at]) for p in mine if (at := p.at or p.id) in spots]

    def bring_into_view(self) -> None:
        """A question about things out of sight moves the map to them; else the map stays."""
        gesture, found = self.model.gesture, self.model.lookup
        if gesture is None:
            return
        known = found.spots()
        points: list[QPointF] = []
        for names in (gesture.ask.subject, gesture.marks().legal):
            at = [found.place_of(name) or name for name in names]
            points = points or [QPointF(*known[name]) for name in at if name in known]
        points = points or self._army(gesture.ask.seat)
        shown = self.board.rect().adjusted(30, 30, -30, -30)
        seen = (self.board.camera.to_screen(point).toPoint() for point in points)
        if points and not any(shown.contains(p) and not self.page.under_minimap(p) for p in seen):
            self.board.centre_on(points[0])

"""Blocks that lose a step turn by a quarter, and say from how many steps to how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from grognard.app.board.places.placing import Placed
from grognard.engines.core.show.views import PieceView, TableView

DURATIONS = {"off": 0, "quick": 900, "full": 1800}
"""Milliseconds in all; the turn itself takes the first TURNING part, the rest is for reading."""
TURNING = 0.45
QUARTER = 90.0


def losses(old: Mapping[str, PieceView], new: Sequence[PieceView]) -> dict[str, tuple[int, int]]:
    """Return (steps before, steps now) of the blocks whose steps have changed in sight."""
    found = {}
    for piece in new:
        was = old.get(piece.id)
        if was is None or piece.form != "block" or piece.hidden or was.hidden:
            continue
        if was.steps is not None and piece.steps is not None and was.steps != piece.steps:
            found[piece.id] = (was.steps, piece.steps)
    return found


class Seen:
    """The steps each seat has last seen: what is lost behind the curtain turns when it lifts."""

    def __init__(self) -> None:
        self._of: dict[str | None, dict[str, PieceView]] = {}

    def changes(self, view: TableView) -> dict[str, tuple[int, int]]:
        """Return what has changed since the one who looks last saw it, and keep it for next time.

        What is shown to everybody (seat None) all have seen.
        """
        found = losses(self._of.get(view.seat, {}), view.pieces)
        self._of[view.seat] = {piece.id: piece for piece in view.pieces}
        if view.seat is None:
            shown = {piece.id: piece for piece in view.pieces if not piece.hidden}
            for known in self._of.values():
                known.update(shown)
        return found


class Turning(QObject):
    """The blocks that are turning now.

    Signals:
        moved(): the picture has changed.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.changes: dict[str, tuple[int, int]] = {}
        self._latest: dict[str, tuple[int, int]] = {}
        self._seen = Seen()
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(lambda _part: self.moved.emit())
        self._clock.finished.connect(self.stop)

    def follow(self, view: TableView, how: str) -> None:
        """Turn what has changed since the one who looks last saw it."""
        self._latest = self._seen.changes(view)
        self.start(self._latest, how)

    def again(self, how: str) -> None:
        """Turn the same once more: a card lay over it."""
        self.start(self._latest, how)

    def start(self, changes: dict[str, tuple[int, int]], how: str) -> None:
        """Turn blocks; with animation off nothing turns."""
        duration = DURATIONS.get(how, 0)
        self.stop()
        if changes and duration:
            self.changes = changes
            self._clock.setDuration(duration)
            self._clock.start()
            self.moved.emit()

    def stop(self) -> None:
        """Everything stands upright."""
        self.changes = {}
        self._clock.stop()
        self.moved.emit()

    def leans(self) -> dict[str, float]:
        """Return how many degrees each block is short of upright: it comes round to the left."""
        if not self.changes:
            return {}
        part = min(1.0, float(self._clock.currentValue() or 0.0) / TURNING)
        eased = part * part * (3 - 2 * part)
        lean = QUARTER * (1 - eased)
        return {name: lean if now < was else -lean for name, (was, now) in self.changes.items()}

    def leaning(self, placed: Sequence[Placed]) -> Sequence[Placed]:
        """Return pieces with those that turn on their way."""
        leans = self.leans()
        if not leans:
            return placed
        return [
            replace(p, heading=p.heading + leans[p.piece.id]) if p.piece.id in leans else p
            for p in placed
        ]

    def tags(self, placed: Sequence[Placed], tag: Callable[[Placed, str], None]) -> None:
        """Call `tag` for each block that turns, with what to write above it."""
        for item in placed:
            change = self.changes.get(item.piece.id)
            if change is not None:
                tag(item, f"{change[0]} \N{RIGHTWARDS ARROW} {change[1]}")

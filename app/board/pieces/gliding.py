"""Pieces that move travel along their way; those that are lost fade where they stood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from PySide6.QtCore import QObject, QVariantAnimation, Signal

from grognard.app.board.places.placing import Placed

Point = tuple[float, float]
DURATIONS = {"off": 0, "quick": 180, "full": 600}
"""Milliseconds that a piece takes, however far it goes."""


class Gliding(QObject):
    """The pieces that are on their way now, and those that are vanishing.

    Signals:
        moved(): the picture has changed.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.ways: dict[str, tuple[Point, ...]] = {}
        """Where each piece that travels has come from, and its corners after that."""
        self._gone: tuple[Placed, ...] = ()
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(lambda _part: self.moved.emit())
        self._clock.finished.connect(self.stop)

    def follow(
        self,
        old: Mapping[str, Placed],
        new: Mapping[str, Placed],
        way: Sequence[tuple[str, Point]],
        how: str,
        *,
        lost: bool,
    ) -> None:
        """Let go from where they were who stand elsewhere now.

        Args:
            old: where the pieces stood.
            new: where they stand now.
            way: the spaces that the last choice led along, with their middles; who stands in the
                last of them has come that way.
            how: off, quick or full.
            lost: whether who is no longer there is to fade; not when somebody else looks now.
        """
        self.stop()
        duration = DURATIONS.get(how, 0)
        if not duration or not old:
            return
        self.ways = {name: _way_of(old[name], new[name], way) for name in _shifted(old, new)}
        self._gone = tuple(one for name, one in old.items() if lost and name not in new)
        if self.ways or self._gone:
            self._clock.setDuration(duration)
            self._clock.start()

    def stop(self) -> None:
        """Everything stands where it belongs."""
        self._clock.stop()
        self.ways, self._gone = {}, ()

    @property
    def running(self) -> bool:
        """Whether anything is on its way."""
        return self._clock.state() == QVariantAnimation.State.Running

    def on_the_way(self, placed: Sequence[Placed]) -> Sequence[Placed]:
        """Return the pieces where they are at this moment."""
        if not (self.running and self.ways):
            return placed
        part = float(self._clock.currentValue() or 0.0)
        eased = part * part * (3 - 2 * part)
        return [self._moved(item, eased) for item in placed]

    def _moved(self, item: Placed, part: float) -> Placed:
        way = self.ways.get(item.piece.id)
        if way is None:
            return item
        x, y = along((*way, (item.x, item.y)), part)
        return replace(item, x=x, y=y)

    def vanishing(self) -> tuple[Sequence[Placed], float]:
        """Return who is vanishing, and how much is still to be seen of them."""
        return self._gone, 1.0 - float(self._clock.currentValue() or 0.0)


def along(way: Sequence[Point], part: float) -> Point:
    """Return the point at a part (0 to 1) of the length of a way."""
    longs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    left = part * sum(longs)
    for long, (a, b) in zip(longs, pairwise(way), strict=True):
        if left <= long and long > 0:
            return a[0] + (b[0] - a[0]) * left / long, a[1] + (b[1] - a[1]) * left / long
        left -= long
    return way[-1]


def _shifted(old: Mapping[str, Placed], new: Mapping[str, Placed]) -> Iterable[str]:
    return (n for n, o in old.items() if n in new and (o.x, o.y) != (new[n].x, new[n].y))


def _way_of(old: Placed, new: Placed, way: Sequence[tuple[str, Point]]) -> tuple[Point, ...]:
    """Return where a piece came from and what corners it turned."""
    came = bool(way) and new.piece.at == way[-1][0] != old.piece.at
    corners = tuple(at for name, at in way[:-1] if name != old.piece.at) if came else ()
    return ((old.x, old.y), *corners)

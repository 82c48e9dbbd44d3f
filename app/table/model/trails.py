"""What the other side moved: an arrow for each piece from where it stood, until one acts oneself."""

from __future__ import annotations

from math import hypot

from grognard.app.table.model.lookup import Lookup
from grognard.engines.core.show.views import Overlay, PieceView

STYLE = "trail"
LEAST = 0.2
"""Who has come no farther, in units of the board, has not moved."""
Point = tuple[float, float]


class Trails:
    """Where pieces stood when the one who looks decided last, and where they stand now."""

    def __init__(self) -> None:
        self._began: dict[str, Point] = {}
        self._now: dict[str, Point] = {}

    def begin(self, found: Lookup) -> None:
        """Somebody here has decided: what was moved before is known."""
        self._began = self._now = _spots(found)

    def follow(self, found: Lookup) -> None:
        """A computer player has decided: who stands elsewhere has moved."""
        self._now = _spots(found)

    def drawn(self) -> list[Overlay]:
        """Return an arrow for every piece that stands elsewhere."""
        pairs = ((self._began.get(name), at) for name, at in self._now.items())
        moved = dict.fromkeys(
            (start, end) for start, end in pairs if start is not None and _apart(start, end) > LEAST
        )
        return [Overlay("arrows", STYLE, points=pair) for pair in moved]


def _spots(found: Lookup) -> dict[str, Point]:
    spots = found.spots()
    places = ((piece, _place(piece)) for piece in found.view.pieces)
    return {piece.id: spots[at] for piece, at in places if at in spots}


def _place(piece: PieceView) -> str:
    return piece.at or (piece.id if piece.pose is not None else "")


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])

"""The camera: which part of the board fills the window, and how gestures move it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

STEP = 2.0**0.25
"""One notch of the wheel: four make the map twice as large."""
_MARGIN = 24.0


class Camera:
    """Maps board units to pixels: scale (pixels a board unit) and the board point at (0, 0)."""

    def __init__(self) -> None:
        self.bounds = QRectF(0, 0, 1, 1)
        self.viewport = QSizeF(100, 100)
        self.scale = 1.0
        self.origin = QPointF(0, 0)
        self.closest = 200.0
        self.fitted = True

    def set_bounds(self, bounds: QRectF, unit: float) -> None:
        """Frame a new board whose typical space is `unit` board units wide."""
        self.bounds = QRectF(bounds)
        self.closest = 220.0 / unit
        self.fit()

    def set_viewport(self, width: float, height: float) -> None:
        """Follow the window's size: a fitted map stays fitted, else the centre stays."""
        middle = self.to_board(QPointF(self.viewport.width() / 2, self.viewport.height() / 2))
        self.viewport = QSizeF(max(1.0, width), max(1.0, height))
        if self.fitted:
            self.fit()
        else:
            self.centre_on(middle)

    def fit_scale(self) -> float:
        """The scale at which the whole board just fits."""
        across = max(1.0, self.viewport.width() - 2 * _MARGIN) / max(1e-9, self.bounds.width())
        down = max(1.0, self.viewport.height() - 2 * _MARGIN) / max(1e-9, self.bounds.height())
        return min(across, down)

    def fit(self) -> None:
        """Show the whole board."""
        self.scale = self.fit_scale()
        self._place(self.bounds.center(), QPointF(*self._half()))
        self.fitted = True

    def fit_rect(self, rect: QRectF, least: float = 0.0, heart: QPointF | None = None) -> None:
        """Show a part of the board as large as it fits.

        With `least` the scale stays between that and twice as much; where the part is too large
        for it, `heart` comes to the middle.
        """
        across = self.viewport.width() / max(1e-9, rect.width())
        down = self.viewport.height() / max(1e-9, rect.height())
        fitting = min(across, down)
        wanted = min(max(fitting, least), 2 * least) if least else fitting
        self.scale = min(self.closest, max(self.furthest(), wanted))
        self.show_at(heart if heart is not None and fitting < least else rect.center())

    def fit_into(self, rect: QRectF, room: QRectF) -> None:
        """Show a part of the board as large as it fits into some pixels of the window."""
        self.scale = min(self.closest, _fitting(rect, room))
        self._place(rect.center(), room.center())
        self.fitted = False
        # What room is left beside the part shows the sheet, and not the table that it lies on.
        seen = self.visible()
        x = _within(seen.left(), seen.width(), self.bounds.left(), self.bounds.width())
        y = _within(seen.top(), seen.height(), self.bounds.top(), self.bounds.height())
        left, right = (
            rect.right() - room.right() / self.scale,
            rect.left() - room.left() / self.scale,
        )
        top, bottom = (
            rect.bottom() - room.bottom() / self.scale,
            rect.top() - room.top() / self.scale,
        )
        self._place(QPointF(_held(x, left, right), _held(y, top, bottom)), QPointF(0, 0))

    def furthest(self) -> float:
        """The smallest scale allowed."""
        return min(self.fit_scale() * 0.6, self.closest)

    def to_board(self, at: QPointF) -> QPointF:
        """The board point under a pixel."""
        return QPointF(at.x() / self.scale + self.origin.x(), at.y() / self.scale + self.origin.y())

    def to_screen(self, at: QPointF) -> QPointF:
        """The pixel over a board point."""
        return QPointF(
            (at.x() - self.origin.x()) * self.scale, (at.y() - self.origin.y()) * self.scale
        )

    def transform(self) -> QTransform:
        """Board to pixels, for a painter."""
        return QTransform(
            self.scale,
            0,
            0,
            self.scale,
            -self.origin.x() * self.scale,
            -self.origin.y() * self.scale,
        )

    def visible(self) -> QRectF:
        """The part of the board in the window."""
        return QRectF(
            self.origin.x(),
            self.origin.y(),
            self.viewport.width() / self.scale,
            self.viewport.height() / self.scale,
        )

    def zoom(self, factor: float, at: QPointF) -> bool:
        """Zoom by a factor, keeping the board point under `at` where it is."""
        scale = min(self.closest, max(self.furthest(), self.scale * factor))
        if abs(scale - self.scale) < 1e-12:
            return False
        under = self.to_board(at)
        self.scale = scale
        self._place(under, at)
        self.fitted = False
        self._keep_in_reach()
        return True

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by pixels."""
        self.origin -= QPointF(dx, dy) / self.scale
        self.fitted = False
        self._keep_in_reach()

    def centre_on(self, at: QPointF) -> None:
        """Bring a board point to the middle of the window."""
        self._place(at, QPointF(*self._half()))
        self.fitted = False
        self._keep_in_reach()

    def show_at(self, at: QPointF) -> None:
        """Bring a board point as near to the middle as the edges of the sheet allow."""
        self.centre_on(at)
        seen = self.visible()
        x = _within(seen.left(), seen.width(), self.bounds.left(), self.bounds.width())
        y = _within(seen.top(), seen.height(), self.bounds.top(), self.bounds.height())
        self._place(QPointF(x, y), QPointF(0, 0))

    def _half(self) -> tuple[float, float]:
        return self.viewport.width() / 2, self.viewport.height() / 2

    def _place(self, board: QPointF, pixel: QPointF) -> None:
        # Whole pixels, so that tiles and counters are copied and never resampled.
        self.origin = QPointF(
            round(board.x() * self.scale - pixel.x()) / self.scale,
            round(board.y() * self.scale - pixel.y()) / self.scale,
        )

    def _keep_in_reach(self) -> None:
        """Keep at least a quarter of the window on the map, wherever one drags it."""
        seen = self.visible()
        across, down = seen.width() / 4, seen.height() / 4
        x = min(max(seen.right(), self.bounds.left() + across), self.bounds.right() + 3 * across)
        y = min(max(seen.bottom(), self.bounds.top() + down), self.bounds.bottom() + 3 * down)
        dx, dy = x - seen.right(), y - seen.bottom()
        if dx or dy:
            self.origin = QPointF(self.origin.x() + dx, self.origin.y() + dy)


def _fitting(rect: QRectF, room: QRectF) -> float:
    across = max(1.0, room.width()) / max(1e-9, rect.width())
    return min(across, max(1.0, room.height()) / max(1e-9, rect.height()))


def roomiest(rect: QRectF, window: QRectF, corners: Sequence[QRectF]) -> QRectF:
    """Return the pixels of a window clear of what lies in its corners, in which a part of the board is largest.

    Each thing in a corner is left aside or above (below) the part, whichever leaves it larger.
    """
    rooms = [QRectF(window)]
    for box in corners:
        rooms = [one for room in rooms for one in _beside(room, box, window)]
    return max(rooms, key=lambda room: _fitting(rect, room))


def _beside(room: QRectF, box: QRectF, window: QRectF) -> tuple[QRectF, QRectF]:
    """Return what is left of a room at the side of a box, and above or below it."""
    side, tall = QRectF(room), QRectF(room)
    if box.center().x() < window.center().x():
        side.setLeft(max(room.left(), box.right()))
    else:
        side.setRight(min(room.right(), box.left()))
    if box.center().y() < window.center().y():
        tall.setTop(max(room.top(), box.bottom()))
    else:
        tall.setBottom(min(room.bottom(), box.top()))
    return side, tall


def snapped(at: QPointF, ratio: float) -> QPointF:
    """Return the device pixel next to a point, so that a picture put there is copied, not resampled."""
    return QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio)


def _held(wanted: float, low: float, high: float) -> float:
    """Return the nearest to what is wanted between two bounds, the middle of them where they have no room."""
    return min(max(wanted, low), high) if low <= high else (low + high) / 2


def _within(start: float, length: float, low: float, whole: float) -> float:
    """Return where a window of `length` begins that shows no more table than it must."""
    if length >= whole:
        return low + (whole - length) / 2
    return min(max(start, low), low + whole - length)

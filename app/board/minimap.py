"""The minimap: the whole board small, what the window shows, and a click to go there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.shown import VEILED
from grognard.engines.core.data.text import tr

NEARLY = 0.8
"""The part of the board in sight above which nobody needs to be shown where he is."""


class Minimap(QWidget):
    """Follows one canvas; hidden pieces are hidden here too. It is away while all is in sight."""

    def __init__(self, canvas: BoardCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.setAccessibleName(tr("Minimap"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._small: tuple[int, QPixmap] | None = None
        self._wanted = False
        canvas.camera_moved.connect(self._settle)
        canvas.map_drawn.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as a fifth of a small window."""
        ground = self.canvas.ground
        if ground is None:
            return QSize(200, 140)
        sheet = ground.sheet()
        return QSize(200, max(40, round(200 * sheet.height() / sheet.width())))

    def setVisible(self, visible: bool) -> None:  # noqa: N802 - Qt's name
        """Show it where it is of use, or put it away."""
        self._wanted = visible
        super().setVisible(visible and not self._whole())

    def _settle(self) -> None:
        super().setVisible(self._wanted and not self._whole())
        self.update()

    def _whole(self) -> bool:
        """Whether the window shows nearly all of the board anyway: then it would only hide pieces."""
        ground = self.canvas.ground
        if ground is None:
            return False
        sheet = ground.sheet()
        seen = self.canvas.camera.visible().intersected(sheet)
        return seen.width() * seen.height() >= NEARLY * sheet.width() * sheet.height()

    def _picture(self) -> QPixmap | None:
        tiles = self.canvas.tiles
        if tiles is None:
            return None
        overview = tiles.overview
        if overview is None:
            return None
        ratio = self.devicePixelRatioF()
        key = int(overview.cacheKey()) ^ (round(self.width() * ratio) << 20)
        if self._small is None or self._small[0] != key:
            small = overview.scaled(
                self.size() * ratio,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            small.setDevicePixelRatio(ratio)
            self._small = (key, small)
        return self._small[1]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the board, a dot for each piece, and the window."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.underMouse() and not self.canvas.bare(QRectF(self.geometry())):
            painter.setOpacity(VEILED)
        picture, ground, theme = self._picture(), self.canvas.ground, self.canvas.theme
        if ground is None or theme is None:
            return
        if picture is None:
            painter.fillRect(self.rect(), theme.colour("map.paper", "#EFE6D0"))
        else:
            painter.drawPixmap(0, 0, picture)
        sheet = ground.sheet()
        kx, ky = self.width() / sheet.width(), self.height() / sheet.height()
        if self.canvas.shown and self.canvas.view is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            for item in self.canvas._placed:
                painter.setBrush(theme.colour(f"sides.{item.piece.side}.fill", "#6E675A"))
                x, y = (item.x - sheet.left()) * kx, (item.y - sheet.top()) * ky
                painter.drawRect(QRectF(x - 1.5, y - 1.5, 3, 3))
        seen = self.canvas.camera.visible().intersected(sheet)
        box = QRectF(
            (seen.left() - sheet.left()) * kx,
            (seen.top() - sheet.top()) * ky,
            seen.width() * kx,
            seen.height() * ky,
        )
        painter.setBrush(QColor(224, 166, 58, 36))
        painter.setPen(QPen(theme.colour("marks.selection.color", "#E0A63A"), 2))
        painter.drawRect(box.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("map.ink"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Under the mouse it is whole, and faint over pieces else: all of it is painted anew."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """The mouse has gone."""
        super().leaveEvent(event)
        self.update()

    def _go(self, at: QPointF) -> None:
        ground = self.canvas.ground
        if ground is not None:
            sheet = ground.sheet()
            self.canvas.centre_on(
                QPointF(
                    sheet.left() + at.x() / max(1, self.width()) * sheet.width(),
                    sheet.top() + at.y() / max(1, self.height()) * sheet.height(),
                )
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Jump there."""
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

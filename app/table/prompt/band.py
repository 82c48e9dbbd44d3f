"""The head of the prompt: a band in the colour of the side that decides, with its cypher or its initial."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from grognard.app.board.theme import Theme
from grognard.app.look import look, serif

HIGH, PAD = 2.3, 8
"""How high the band is, in lines of its letters; the room at its sides in pixels."""


class Band(QWidget):
    """Tells whose turn it is by colour, initial and name."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.side = self.name = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def tell(self, side: str, name: str) -> None:
        """Show a side by the name of its seat; "" for nobody."""
        self.side, self.name = side, name
        self.setAccessibleName(name)
        self.setVisible(bool(name))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as its letters ask."""
        return QSize(1, round(HIGH * look().points * 1.3))

    def _cypher(self, size: int, ink: QColor) -> QPixmap | None:
        """Return the cypher of the side, None where the theme has none."""
        name = self.theme.get(f"sides.{self.side}.cypher")
        return self.theme.symbol(name, max(1, size), ink) if name else None

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The colour, a disc with the initial, the name."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = self.theme.colour(f"sides.{self.side}.fill", "#6E675A")
        ink = self.theme.colour(f"sides.{self.side}.ink", "#F6F0E0")
        edge = self.theme.colour(f"sides.{self.side}.edge", fill.darker(150).name())
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 3, 3)
        disc = QRectF(box.left() + PAD, box.top() + 4, box.height() - 8, box.height() - 8)
        painter.setPen(QPen(ink, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(disc)
        painter.setFont(serif(1.1, bold=True))
        cypher = self._cypher(round(disc.width() * 0.8 * self.devicePixelRatioF()), ink)
        if cypher is None:
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self.name[:1])
        else:
            inside = disc.adjusted(*(part * disc.width() / 10 for part in (1, 1, -1, -1)))
            painter.drawPixmap(inside, cypher, QRectF(cypher.rect()))
        room = box.adjusted(2 * PAD + disc.width(), 0, -PAD, 0)
        words = painter.fontMetrics().elidedText(
            self.name, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.setPen(QColor(ink))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()

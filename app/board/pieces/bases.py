"""Bases on a table: the plate, turned with the base; its figures and what stands beside it have rooms of their own.

The plate is drawn with its front at the top.
"""

from __future__ import annotations

import math
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
)

from grognard.app.board.pieces.beside import Beside
from grognard.app.board.pieces.figures import Figures
from grognard.app.board.pieces.miniatures import Miniatures
from grognard.app.board.pieces.signs import arm_of, draw_sign
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import PieceView

KEPT = 600
"""Turned plates that are kept."""
_BLACK, _WHITE = QColor("#000000"), QColor("#FFFFFF")


def _reach(size: tuple[float, float], heading: float) -> tuple[int, int]:
    """Return half the width and height of the picture of a plate turned by degrees, shadow and all."""
    turn, rim = math.radians(heading), 0.2 * min(size) + 2
    sine, cosine = abs(math.sin(turn)), abs(math.cos(turn))
    return (
        math.ceil((size[0] * cosine + size[1] * sine) / 2 + rim),
        math.ceil((size[0] * sine + size[1] * cosine) / 2 + rim),
    )


class BasePainter:
    """Draws plates into whatever the painter works in, and hands on what stands on them and beside them."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._turned: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._lately: dict[tuple[object, ...], tuple[QPixmap, float]] = {}
        self.figures = Figures(theme)
        self.miniatures = Miniatures(theme) if theme.get("bases.upright") else None
        self.beside = Beside(theme, self._afar)
        self._signs_below = theme.number("bases.signs_below", 24)
        self._signs_from = theme.number("bases.signs_below_space", 0)
        self._armed: dict[str, bool] = {}
        self.drawn = 0
        """How many plates have been drawn so far."""

    def renew(self, text_scale: float) -> None:
        """Forget what was drawn in another palette; letters follow the text size."""
        self.beside.renew(text_scale)
        self._turned.clear()
        self._lately.clear()

    def _afar(self, piece: PieceView, short: float) -> bool:
        """Whether a base is too small for its figures: it shows its side and the sign of its arm."""
        if self._signs_from:  # all of one zoom alike, however large each is
            size = short / max(1e-6, min(piece.footprint))
            if size >= self._signs_from:
                return False
        elif short >= self._signs_below:
            return False
        if piece.symbol not in self._armed:
            self._armed[piece.symbol] = arm_of(self.theme, piece.symbol) not in ("", "letter")
        return self._armed[piece.symbol]

    # ---- the plate -------------------------------------------------------

    def plate(
        self, painter: QPainter, piece: PieceView, box: QRectF, heading: float | None = None
    ) -> None:
        """The plate with its figures; the front edge is the top of the box, and looks to `heading`."""
        theme, w = self.theme, box.width()
        fill = theme.colour(f"sides.{piece.side}.fill", "#6E675A")
        edge = theme.colour(f"sides.{piece.side}.edge", mix(fill, _BLACK, 0.4).name())
        short = min(box.width(), box.height())
        self._shadow(painter, box, short)
        if self._afar(piece, short):
            self._from_afar(painter, piece, box, edge)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        own = theme.get(f"sides.{piece.side}.flock")
        flock = theme.colour(
            own or f"bands.{piece.band}.flock", theme.get("bases.flock", "#8F9A5C")
        )
        painter.setBrush(flock)
        painter.drawRect(box)
        painter.setBrush(mix(flock, _WHITE, 0.14))
        painter.drawRect(box.adjusted(0.06 * short, 0.06 * short, -0.06 * short, -0.06 * short))
        if piece.band and own and theme.get("bases.band"):
            high = max(2.0, 0.12 * short)
            rear = QRectF(box.left(), box.bottom() - high, box.width(), high)
            painter.fillRect(rear, theme.colour(f"bands.{piece.band}.fill", fill.name()))
        if not piece.hidden and self.miniatures is not None:
            self.miniatures.draw(painter, piece, box, heading)
        elif not piece.hidden:
            self.figures.draw(painter, piece, box)
        self._front(painter, piece, box, fill, edge)
        if "moved" in piece.badges:
            painter.fillRect(box, QColor(30, 26, 14, 70))
        pen = QPen(edge, max(1.0, 0.045 * short))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = pen.widthF() / 2
        painter.drawRect(box.adjusted(half, half, -half, -half))
        dash = theme.dash(f"sides.{piece.side}.pattern_dash")
        if dash and w >= 20:
            light = QPen(
                theme.colour(f"sides.{piece.side}.edge_light", "#FFFFFF"), max(0.8, 0.03 * short)
            )
            light.setDashPattern([max(0.6, d / 2) for d in dash])
            painter.setPen(light)
            inset = pen.widthF() + light.widthF() / 2
            painter.drawRect(box.adjusted(inset, inset, -inset, -inset))

    def _from_afar(self, painter: QPainter, piece: PieceView, box: QRectF, edge: QColor) -> None:
        """The side's colour with the sign of the arm, its front marked and the group at its rear."""
        short = min(box.width(), box.height())
        fill = self.theme.colour(f"sides.{piece.side}.fill", "#6E675A")
        ink = self.theme.colour(f"sides.{piece.side}.ink", "#F6F0E0")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRect(box)
        if piece.band and self.theme.get("bases.band"):
            rear = QRectF(box.left(), box.bottom() - 0.26 * short, box.width(), 0.26 * short)
            painter.fillRect(rear, self.theme.colour(f"bands.{piece.band}.fill", fill.name()))
        if "moved" in piece.badges:
            painter.fillRect(box, QColor(30, 26, 14, 70))
        painter.setPen(QPen(edge, max(1.0, 0.05 * short)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        tooth, middle = max(2.5, 0.2 * short), QPointF(box.center().x(), box.top())
        painter.setBrush(ink)
        painter.drawPolygon(
            [middle + QPointF(x * tooth, y * tooth) for x, y in ((0, -0.8), (1, 0.5), (-1, 0.5))]
        )
        if not piece.hidden:
            painter.save()
            painter.translate(box.center())
            painter.rotate(90 if box.height() > box.width() else 0)
            long = max(box.width(), box.height())
            sign = QRectF(-0.34 * long, -0.28 * short, 0.68 * long, 0.56 * short)
            draw_sign(painter, arm_of(self.theme, piece.symbol), sign, ink)
            painter.restore()

    def turned(  # noqa: PLR0913
        self,
        piece: PieceView,
        look: tuple[object, ...],
        size: tuple[float, float],
        heading: float,
        ratio: float,
        *,
        draw: bool,
    ) -> QPixmap | None:
        """Return the plate as it lies on the table, drawn turned once and kept; size in pixels.

        None where it has not been drawn yet and `draw` forbids it now.
        """
        key = (look, round(size[0], 1), round(size[1], 1), round(heading, 1), ratio)
        found = self._turned.get(key)
        if found is not None:
            self._turned.move_to_end(key)
            return found
        if not draw:
            return None
        self.drawn += 1
        across, along = _reach(size, heading)
        found = QPixmap(round(2 * across * ratio), round(2 * along * ratio))
        found.fill(Qt.GlobalColor.transparent)
        found.setDevicePixelRatio(ratio)
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(across, along)
        painter.rotate(heading)
        self.plate(painter, piece, QRectF(-size[0] / 2, -size[1] / 2, *size), heading)
        painter.end()
        self._turned[key] = found
        self._lately[look, round(heading, 1)] = (found, size[0])
        while len(self._turned) > KEPT:
            self._turned.popitem(last=False)
        return found

    def lately(self, look: tuple[object, ...], heading: float) -> tuple[QPixmap, float] | None:
        """Return the plate as it was last drawn, and how wide it was then; None if it never was."""
        return self._lately.get((look, round(heading, 1)))

    def _shadow(self, painter: QPainter, box: QRectF, short: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for out, alpha in ((0.10, 26), (0.06, 34), (0.03, 44)):
            painter.setBrush(QColor(30, 26, 14, alpha))
            grow = out * short
            painter.drawRoundedRect(box.adjusted(-grow, -grow, grow, grow), grow, grow)

    def _front(
        self, painter: QPainter, piece: PieceView, box: QRectF, fill: QColor, edge: QColor
    ) -> None:
        """A bar of the side's colour along the front with a tooth in its middle: where it looks."""
        if self.theme.get(f"figures.{piece.symbol}") == "letter":
            return
        bar = max(1.6, 0.085 * min(box.width(), box.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRect(QRectF(box.left(), box.top(), box.width(), bar))
        tooth = max(3.0, 0.15 * min(box.width(), box.height()))
        middle = QPointF(box.center().x(), box.top())
        painter.setPen(QPen(edge, max(0.7, 0.02 * box.height())))
        painter.drawPolygon(
            QPolygonF(
                [
                    middle + QPointF(0, -tooth * 0.8),
                    middle + QPointF(tooth, bar * 0.6),
                    middle + QPointF(-tooth, bar * 0.6),
                ]
            )
        )

"""What stands beside a base, upright whatever its heading: tokens of its states, its strength, its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from grognard.app.board.camera import Camera, snapped
from grognard.app.board.map.areanames import broken
from grognard.app.board.places.placing import Placed
from grognard.app.board.theme import Theme
from grognard.engines.core.data.text import spell
from grognard.engines.core.show.views import PieceView

LEAST, MOST = 9.0, 22.0
"""The size of a token in pixels."""
FEW = 8
"""The names of so few bases in sight are written from farther away, too."""
RIM = 3
"""The width of the light rim round a name."""
GAP, STEP = 2, 12
"""Between a base and its name; a name is broken at so many pixels, or at twice, three times as many."""
SMOOTH = QPainter.RenderHint.SmoothPixmapTransform


class Beside:
    """Draws what stands beside bases; keeps every token and name as a pixmap.

    Attributes:
        afar: tells of a base, with its shorter side in pixels, whether it is drawn without figures.
    """

    def __init__(self, theme: Theme, afar: Callable[[PieceView, float], bool]) -> None:
        self.theme, self.afar = theme, afar
        self._tokens: dict[tuple[str, int, float], QPixmap] = {}
        self._cut: dict[tuple[str, int], str] = {}
        self._states_of: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
        self.text_scale = 1.0

    def renew(self, text_scale: float) -> None:
        """Forget what was drawn in another palette; letters follow the text size."""
        self.text_scale = text_scale
        self._tokens.clear()
        self._cut.clear()

    def draw(
        self, painter: QPainter, camera: Camera, placed: Sequence[Placed], ratio: float
    ) -> None:
        """Tokens of the states of all bases in sight, on their names; near enough their strength and names too."""
        seen = camera.visible().adjusted(-4, -4, 4, 4)
        shown = [
            item for item in placed if item.piece.form == "base" and seen.contains(item.x, item.y)
        ]
        painter.setRenderHint(SMOOTH, False)  # all of it lies on whole pixels and is copied
        names_from = self.theme.number("bases.names_from", 15.0)
        few = len(shown) <= FEW and not self.theme.get("bases.name_wide")
        if camera.scale >= (names_from / 2 if few else names_from):
            boxes = [_box(camera, item) for item in shown]
            for n, item in enumerate(shown):
                self._name(painter, camera, item, ratio, (*boxes[:n], *boxes[n + 1 :]))
        for item in shown:
            self._states(painter, camera, item, ratio)
        if camera.scale >= self.theme.number("bases.values_from", 9.0):
            for item in shown:
                self._strength(painter, camera, item, ratio)
        painter.setRenderHint(SMOOTH, True)

    def _states(self, painter: QPainter, camera: Camera, item: Placed, ratio: float) -> None:
        """Along the rear edge; far away only what is urgent."""
        if not item.piece.badges:
            return
        short = min(item.width, item.height) * camera.scale
        loud, urgent = self._told(item.piece.badges)
        shown = loud if short >= 15 else urgent
        if not shown:
            return
        size = round(max(LEAST, min(MOST, 0.42 * short)))
        turn = math.radians(item.heading)
        back, side = (
            QPointF(-math.sin(turn), math.cos(turn)),
            QPointF(math.cos(turn), math.sin(turn)),
        )
        middle = camera.to_screen(QPointF(item.x, item.y)) + back * (item.height * camera.scale / 2)
        start = -(len(shown) - 1) / 2
        for k, badge in enumerate(shown):
            at = middle + side * ((start + k) * (size + 1))
            picture = self.token(badge, size, ratio)
            painter.drawPixmap(snapped(at - QPointF(size / 2, size / 2), ratio), picture)

    def _told(self, badges: tuple[str, ...]) -> tuple[list[str], list[str]]:
        """Of the states of a base those told near by, and those told from afar, too."""
        found = self._states_of.get(badges)
        if found is None:
            get = self.theme.get
            named = [b for b in badges if get(f"badges.{b}.symbol") and b != "moved"]
            urgent = [b for b in named if get(f"badges.{b}.urgent") or b.startswith("command_")]
            loud = [b for b in named if b in urgent or not get(f"badges.{b}.quiet")]
            found = self._states_of[badges] = (loud, urgent)
        return found

    def token(self, badge: str, size: int, ratio: float) -> QPixmap:
        """Return the round token of a state."""
        key = (badge, size, ratio)
        found = self._tokens.get(key)
        if found is None:
            found = self._token(badge, size, ratio)
            self._tokens[key] = found
        return found

    def _token(self, badge: str, size: int, ratio: float) -> QPixmap:
        picture = QPixmap(max(1, round(size * ratio)), max(1, round(size * ratio)))
        picture.fill(Qt.GlobalColor.transparent)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        fill = self.theme.colour(self.theme.get(f"badges.{badge}.fill", "#4A4631"), "#4A4631")
        painter.setPen(QPen(QColor("#1E1A10"), 1))
        painter.setBrush(fill)
        box = QRectF(0.5, 0.5, size - 1, size - 1)
        if badge.startswith("command_"):
            painter.drawRoundedRect(box, size * 0.18, size * 0.18)
        else:
            painter.drawEllipse(box)
        stem = (
            self.theme.get(f"badges.{badge}.symbol", badge).rsplit("/", 1)[-1].removesuffix(".svg")
        )
        tint = self.theme.colour(self.theme.get(f"badges.{badge}.tint", "#FFFFFF"), "#FFFFFF")
        inside = box.adjusted(*(v * size for v in (0.14, 0.14, -0.14, -0.14)))
        image = self.theme.symbol(stem, max(1, round(inside.width() * ratio)), tint)
        if image is not None:
            painter.drawPixmap(inside, image, QRectF(image.rect()))
        painter.end()
        return picture

    def _strength(self, painter: QPainter, camera: Camera, item: Placed, ratio: float) -> None:
        """The strength on a small slip at the front left corner."""
        short = min(item.width, item.height) * camera.scale
        counted = camera.scale < self.theme.number("bases.counted_below", 0)
        afar = counted or self.afar(item.piece, short)
        names = ("strength", "figures") if afar else ("strength",)
        words = next((v for name, v in item.piece.values if name in names), "")
        if not words or item.piece.hidden:
            return
        size = round(max(9.0, min(15.0, 0.36 * short)) * self.text_scale)
        key = (f"{words} {item.piece.side}", size, ratio)
        slip = self._tokens.get(key)
        if slip is None:
            slip = self._tokens[key] = self._slip(words, item.piece.side, size, ratio)
        turn = math.radians(item.heading)
        at = camera.to_screen(
            QPointF(
                item.x - item.width / 2 * math.cos(turn) + item.height / 2 * math.sin(turn),
                item.y - item.width / 2 * math.sin(turn) - item.height / 2 * math.cos(turn),
            )
        )
        half = slip.deviceIndependentSize() / 2
        painter.drawPixmap(snapped(at - QPointF(half.width(), half.height()), ratio), slip)

    def _slip(self, words: str, side: str, size: int, ratio: float) -> QPixmap:
        font = self.theme.font("interface", size, bold=True)
        wide, high = QFontMetricsF(font).horizontalAdvance(words) + size * 0.5, size * 1.2
        picture = QPixmap(math.ceil((wide + 2) * ratio), math.ceil((high + 2) * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, 1, wide, high)
        painter.setPen(QPen(self.theme.colour(f"sides.{side}.edge", "#1E1A10"), 1))
        painter.setBrush(QColor("#FFFBF1"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor("#1E1A10"))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
        return picture

    def _name(
        self,
        painter: QPainter,
        camera: Camera,
        item: Placed,
        ratio: float,
        others: Sequence[QRectF] = (),
    ) -> None:
        """The name below the base, in letters with a light rim, as wide as the theme lets it be.

        Where it would lie on another base it stands above its own, if that place is free.
        """
        unnamed = self.theme.get(f"bases.unnamed.{item.piece.symbol}") == "yes"
        if item.piece.hidden or not item.piece.name or unnamed:
            return
        most = int(self.theme.number("bases.name_wide", 0) * camera.scale) // STEP * STEP
        called = item.piece.short or item.piece.name
        picture = self._rimmed(spell("unit", called), most, ratio)
        size, own = picture.deviceIndependentSize(), _box(camera, item)
        left = own.center().x() - size.width() / 2
        below = QRectF(QPointF(left, own.bottom() + GAP), size)
        above = below.translated(0, own.top() - GAP - size.height() - below.top())
        clear = (at for at in (below, above) if not any(at.intersects(box) for box in others))
        painter.drawPixmap(snapped(next(clear, below).topLeft(), ratio), picture)

    def _rimmed(self, name: str, most: int, ratio: float) -> QPixmap:
        """A name in letters with a light rim, in two lines where it is wider than `most` (0: never); painted once."""
        cut = self._cut.get((name, most))
        if cut is None:
            metrics = QFontMetricsF(self._letters())
            long = most and metrics.horizontalAdvance(name) > most
            cut = self._cut[name, most] = "\n".join(broken(name, 1)) if long else name
        key = (f"name {cut}", 0, ratio)
        found = self._tokens.get(key)
        if found is None:
            found = self._tokens[key] = self._written(cut, ratio)
        return found

    def _letters(self) -> QFont:
        return self.theme.font("interface", 11 * self.text_scale, bold=True)

    def _written(self, words: str, ratio: float) -> QPixmap:
        font = self._letters()
        metrics = QFontMetricsF(font)
        lines = words.split("\n")
        widths = [metrics.horizontalAdvance(line) for line in lines]
        step = round(0.86 * metrics.height())
        wide = max(widths) + 2 * RIM
        high = metrics.height() + step * (len(lines) - 1) + 2 * RIM
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        for k, (line, long) in enumerate(zip(lines, widths, strict=True)):
            path.addText(QPointF((wide - long) / 2, RIM + metrics.ascent() + k * step), font, line)
        painter.strokePath(path, QPen(QColor(240, 232, 204, 215), RIM))
        painter.fillPath(path, QColor("#241E12"))
        painter.end()
        return picture


def _box(camera: Camera, item: Placed) -> QRectF:
    """Return the upright rectangle round a base, in pixels."""
    turn = math.radians(item.heading)
    wide = abs(item.width * math.cos(turn)) + abs(item.height * math.sin(turn))
    high = abs(item.width * math.sin(turn)) + abs(item.height * math.cos(turn))
    box = QRectF(0, 0, wide * camera.scale, high * camera.scale)
    box.moveCenter(camera.to_screen(QPointF(item.x, item.y)))
    return box

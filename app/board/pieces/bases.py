"""Bases on a table: the plate with its figures, turned with the base, and the tokens beside it.

The plate is drawn with its front at the top. Tokens and names stand upright whatever the heading.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from app.board.camera import Camera, snapped
from app.board.pieces.signs import arm_of, draw_sign
from app.board.places.placing import Placed
from app.board.theme import Theme, mix
from engines.core.data.text import spell
from engines.core.show.views import PieceView

MEN = 2
"""Men drawn for each step of a unit where the theme does not say (`bases.men`)."""
KEPT = 600
"""Turned plates that are kept."""
LEAST, MOST = 9.0, 22.0
"""The size of a token in pixels."""
FEW = 8
"""The names of so few bases in sight are written from farther away, too."""
RIM = 3
"""The width of the light rim round a name."""
GAP, STEP = 2, 12
"""Between a base and its name; a name is cut at so many pixels, or at twice, three times as many."""
Spot = tuple[float, float]
SMOOTH = QPainter.RenderHint.SmoothPixmapTransform
_BLACK, _WHITE = QColor("#000000"), QColor("#FFFFFF")


def layout_of(theme: Theme, piece: PieceView) -> str:
    """Return how the figures of a base stand: the first badge that has a layout in the theme."""
    found = (theme.get(f"layouts.{badge}") for badge in piece.badges)
    return next((name for name in found if name), "block")


def spots(layout: str, count: int, wide: float, deep: float, seed: int) -> tuple[list[Spot], float]:
    """Return where figures stand on a plate of wide x deep, and the room one of them has."""
    if layout == "ring":
        return _ring(count, wide, deep)
    if layout == "loose":
        return _loose(count, wide, deep, seed)
    columns = {"ranks": math.ceil(count / 2), "row": count, "file": 2}.get(
        layout, max(2, math.ceil(math.sqrt(count * 1.1)))
    )
    rows = math.ceil(count / columns)
    across = wide * (0.62 if layout == "block" else 0.92)
    room = min(across / columns, deep * 0.86 / max(rows, 2) * (1.0 if layout != "ranks" else 0.62))
    step_x = across / columns if layout == "ranks" else room
    step_y = room * 1.05 if layout != "file" else deep * 0.9 / rows
    found = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        x = wide / 2 + (column - (in_row - 1) / 2) * step_x
        y = deep * 0.53 + (row - (rows - 1) / 2) * step_y
        found.append((x, y))
    return found, room


def _ring(count: int, wide: float, deep: float) -> tuple[list[Spot], float]:
    side = deep * 0.74
    room = min(side * 4 / count, deep * 0.26)
    found = []
    for k in range(count):
        part, along = divmod(k * 4 / count, 1.0)
        edge, off = int(part) % 4, (along - 0.5) * side
        x, y = ((off, -side / 2), (side / 2, off), (-off, side / 2), (-side / 2, -off))[edge]
        found.append((wide / 2 + x, deep / 2 + y))
    return found, room


def _loose(count: int, wide: float, deep: float, seed: int) -> tuple[list[Spot], float]:
    columns = max(2, math.ceil(math.sqrt(count * wide / deep)))
    rows = math.ceil(count / columns)
    room_x, room_y = wide * 0.94 / columns, deep * 0.9 / rows
    found = []
    for k in range(count):
        row, column = divmod(k, columns)
        shift = ((seed >> (k % 16)) & 7) / 7 - 0.5
        x = wide * 0.03 + (column + 0.5 + (0.25 if row % 2 else -0.1) + 0.2 * shift) * room_x
        found.append((x, deep * 0.06 + (row + 0.5 + 0.25 * shift) * room_y))
    return found, min(room_x, room_y) * 0.8


def _reach(size: tuple[float, float], heading: float) -> tuple[int, int]:
    """Return half the width and height of the picture of a plate turned by degrees, shadow and all."""
    turn, rim = math.radians(heading), 0.2 * min(size) + 2
    sine, cosine = abs(math.sin(turn)), abs(math.cos(turn))
    return (
        math.ceil((size[0] * cosine + size[1] * sine) / 2 + rim),
        math.ceil((size[0] * sine + size[1] * cosine) / 2 + rim),
    )


class BasePainter:
    """Draws plates into whatever the painter works in; keeps tokens as pixmaps."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._tokens: dict[tuple[str, int, float], QPixmap] = {}
        self._turned: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._lately: dict[tuple[object, ...], tuple[QPixmap, float]] = {}
        self.text_scale = 1.0
        self._cut: dict[tuple[str, int], str] = {}
        self._signs_below = theme.number("bases.signs_below", 24)
        self._armed: dict[str, bool] = {}
        self._states_of: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
        self.drawn = 0
        """How many plates have been drawn so far."""

    def renew(self, text_scale: float) -> None:
        """Forget what was drawn in another palette; letters follow the text size."""
        self.text_scale = text_scale
        self._tokens.clear()
        self._cut.clear()
        self._turned.clear()
        self._lately.clear()

    def _afar(self, piece: PieceView, short: float) -> bool:
        """Whether a base is too small for its figures: it shows its side and the sign of its arm."""
        if short >= self._signs_below:
            return False
        if piece.symbol not in self._armed:
            self._armed[piece.symbol] = arm_of(self.theme, piece.symbol) not in ("", "letter")
        return self._armed[piece.symbol]

    # ---- the plate -------------------------------------------------------

    def plate(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """The plate with its figures; the front edge is the top of the box."""
        theme, w = self.theme, box.width()
        fill = theme.colour(f"sides.{piece.side}.fill", "#6E675A")
        edge = theme.colour(f"sides.{piece.side}.edge", mix(fill, _BLACK, 0.4).name())
        short = min(box.width(), box.height())
        self._shadow(painter, box, short)
        if self._afar(piece, short):
            self._from_afar(painter, piece, box, edge)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        flock = theme.colour(
            f"bands.{piece.band}.flock", theme.get("bases.flock", "#8F9A5C") or "#8F9A5C"
        )
        painter.setBrush(flock)
        painter.drawRect(box)
        painter.setBrush(mix(flock, _WHITE, 0.14))
        painter.drawRect(box.adjusted(0.06 * short, 0.06 * short, -0.06 * short, -0.06 * short))
        if not piece.hidden:
            self._figures(painter, piece, box)
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
        self.plate(painter, piece, QRectF(-size[0] / 2, -size[1] / 2, *size))
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

    def _figures(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        what = self.theme.get(f"figures.{piece.symbol}", "foot")
        seed = crc32(piece.id.encode())
        steps = max(1, piece.steps or 4)
        if what == "leader":
            self._staff(painter, piece, box)
        elif what == "letter":
            self._picture(painter, piece, box)
        elif what == "gun":
            self._guns(painter, piece, box, steps)
        else:
            count = round(self.theme.number("bases.men", MEN)) * steps
            layout = layout_of(self.theme, piece)
            found, room = spots(layout, min(count, 28), box.width(), box.height() * 0.96, seed)
            for x, y in found:
                at = QPointF(box.left() + x, box.top() + 0.04 * box.height() + y)
                if what == "horse":
                    self._horse(painter, piece, at, min(room, box.height() * 0.5))
                else:
                    self._man(painter, piece, at, room, light=what == "light")

    def _tone(self, piece: PieceView, part: str, default: str) -> QColor:
        return self.theme.colour(f"troops.{piece.band}.{part}", default)

    def _man(
        self, painter: QPainter, piece: PieceView, at: QPointF, room: float, *, light: bool = False
    ) -> None:
        coat = self._tone(piece, "coat", "#444444")
        if light:
            coat = mix(coat, self.theme.colour("troops.light", "#3E6B3A"), 0.6)
        size = room * 1.12
        painter.setPen(QPen(mix(coat, _BLACK, 0.5), max(0.3, size * 0.05)))
        painter.setBrush(self._tone(piece, "lower", "#777777"))
        painter.drawEllipse(at + QPointF(0, size * 0.16), size * 0.2, size * 0.3)
        painter.setBrush(coat)
        painter.drawEllipse(at, size * 0.42, size * 0.24)
        painter.setBrush(self._tone(piece, "head", "#222222"))
        painter.drawEllipse(at - QPointF(0, size * 0.05), size * 0.17, size * 0.19)

    def _horse(self, painter: QPainter, piece: PieceView, at: QPointF, room: float) -> None:
        hide = self.theme.colour("troops.horse", "#6A4A2C")
        painter.setPen(QPen(mix(hide, _BLACK, 0.5), max(0.3, room * 0.04)))
        painter.setBrush(hide)
        painter.drawEllipse(at + QPointF(0, room * 0.1), room * 0.2, room * 0.52)
        painter.drawEllipse(at - QPointF(0, room * 0.44), room * 0.11, room * 0.22)
        self._man(painter, piece, at + QPointF(0, room * 0.1), room * 0.8)

    def _guns(self, painter: QPainter, piece: PieceView, box: QRectF, steps: int) -> None:
        team = layout_of(self.theme, piece) == "team"
        count = max(1, min(3, (steps + 1) // 2))
        wood, brass = (
            self.theme.colour("troops.gun", "#5B5A45"),
            self.theme.colour("troops.brass", "#C79A3A"),
        )
        room = box.width() / (count + 0.4)
        size = min(room, box.height() * 0.5)
        for k in range(count):
            x = box.center().x() + (k - (count - 1) / 2) * room
            y = box.top() + box.height() * (0.68 if team else 0.4)
            painter.setPen(QPen(mix(wood, _BLACK, 0.5), max(0.4, size * 0.04)))
            painter.setBrush(wood)
            for side in (-1, 1):
                painter.drawRect(
                    QRectF(
                        x + side * size * 0.34 - size * 0.06,
                        y - size * 0.3,
                        size * 0.12,
                        size * 0.6,
                    )
                )
            painter.drawRect(QRectF(x - size * 0.34, y - size * 0.05, size * 0.68, size * 0.1))
            painter.setBrush(brass)
            muzzle = -1.0 if not team else 1.0
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(x - size * 0.12, y - muzzle * size * 0.35),
                        QPointF(x + size * 0.12, y - muzzle * size * 0.35),
                        QPointF(x + size * 0.08, y + muzzle * size * 0.62),
                        QPointF(x - size * 0.08, y + muzzle * size * 0.62),
                    ]
                )
            )
            if team:
                for side in (-1, 1):
                    self._horse(
                        painter, piece, QPointF(x + side * size * 0.2, y - size * 0.95), size * 0.5
                    )
            else:
                for side in (-1, 1):
                    self._man(
                        painter,
                        piece,
                        QPointF(x + side * size * 0.42, y + size * 0.62),
                        size * 0.46,
                    )

    def _staff(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """A commander on his horse beside his colours."""
        size = min(box.width(), box.height()) * 0.62
        self._horse(
            painter,
            piece,
            QPointF(box.center().x() - box.width() * 0.14, box.center().y() + size * 0.05),
            size,
        )
        fill = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
        foot = QPointF(box.center().x() + box.width() * 0.16, box.bottom() - box.height() * 0.12)
        top = QPointF(foot.x(), box.top() + box.height() * 0.16)
        painter.setPen(QPen(QColor("#2E2718"), max(0.8, size * 0.07)))
        painter.drawLine(foot, top)
        painter.setPen(QPen(mix(fill, _BLACK, 0.5), max(0.5, size * 0.04)))
        painter.setBrush(fill)
        painter.drawPolygon(
            QPolygonF(
                [
                    top,
                    top + QPointF(size * 0.5, size * 0.06),
                    top + QPointF(size * 0.4, size * 0.22),
                    top + QPointF(size * 0.5, size * 0.4),
                    top + QPointF(0, size * 0.36),
                ]
            )
        )

    def _picture(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        size = max(1, round(box.width() * painter.transform().m11()))
        image = self.theme.symbol(piece.symbol, size, self.theme.colour("map.ink", "#33301F"))
        if image is not None:
            painter.drawPixmap(box, image, QRectF(image.rect()))

    # ---- what stands beside it -------------------------------------------

    def beside(
        self, painter: QPainter, camera: Camera, placed: Sequence[Placed], ratio: float
    ) -> None:
        """Tokens of the states of all bases in sight, on their names; near enough their strength and names too."""
        seen = camera.visible().adjusted(-4, -4, 4, 4)
        shown = [
            item for item in placed if item.piece.form == "base" and seen.contains(item.x, item.y)
        ]
        painter.setRenderHint(SMOOTH, False)  # all of it lies on whole pixels and is copied
        names_from = self.theme.number("bases.names_from", 15.0)
        if camera.scale >= (names_from if len(shown) > FEW else names_from / 2):
            for item in shown:
                self._name(painter, camera, item, ratio)
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
        names = ("strength", "figures") if self._afar(item.piece, short) else ("strength",)
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

    def _name(self, painter: QPainter, camera: Camera, item: Placed, ratio: float) -> None:
        """The name below the base, in letters with a light rim, as wide as the theme lets it be."""
        unnamed = self.theme.get(f"bases.unnamed.{item.piece.symbol}") == "yes"
        if item.piece.hidden or not item.piece.name or unnamed:
            return
        turn = math.radians(item.heading)
        down = (
            (abs(item.width * math.sin(turn)) + abs(item.height * math.cos(turn)))
            / 2
            * camera.scale
        )
        most = int(self.theme.number("bases.name_wide", 0) * camera.scale) // STEP * STEP
        picture = self._rimmed(spell("unit", item.piece.name), most, ratio)
        half = picture.deviceIndependentSize().width() / 2
        at = camera.to_screen(QPointF(item.x, item.y)) + QPointF(-half, down + GAP)
        painter.drawPixmap(snapped(at, ratio), picture)

    def _rimmed(self, name: str, most: int, ratio: float) -> QPixmap:
        """A name in letters with a light rim, cut where it is wider than `most` (0: never); painted once."""
        cut = self._cut.get((name, most))
        if cut is None:
            metrics = QFontMetricsF(self._letters())
            cut = metrics.elidedText(name, Qt.TextElideMode.ElideRight, most) if most else name
            self._cut[name, most] = cut
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
        wide, high = metrics.horizontalAdvance(words) + 2 * RIM, metrics.height() + 2 * RIM
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addText(QPointF(RIM, RIM + metrics.ascent()), font, words)
        painter.strokePath(path, QPen(QColor(240, 232, 204, 215), RIM))
        painter.fillPath(path, QColor("#241E12"))
        painter.end()
        return picture

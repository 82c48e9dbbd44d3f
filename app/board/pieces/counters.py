"""Pieces as pictures: counters, blocks, figures and bases, drawn once per look and size."""

from __future__ import annotations

import math
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from grognard.app.board.pieces.bases import BasePainter
from grognard.app.board.pieces.signs import arm_of, draw_sign, strength_of
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.data.text import spell
from grognard.engines.core.show.views import PieceView

PAD = 0.2
"""Room around the piece for the notch and the shadow, as a part of its width."""
_FOOT_STATES = ("moved",)
LEGIBLE = 22
"""A block smaller than this, in pixels, shows neither the rim of its label nor its cypher."""
LEAST_LETTERS = 8.5
"""A name on a counter has letters at least so high, in pixels, and is cut short rather than smaller."""
NARROWER = (100, 90, 80, 70)
"""How broad such letters are, in hundredths, until the name fits."""
SHORT_WORD = 2
"""A last word of so many letters tells units of one name apart: 'Longchamps a', 'Moscow Mil 3'."""
_KEPT = 6000
Look = tuple[object, ...]


def look_of(piece: PieceView, *, named: bool = False) -> Look:
    """Everything about a piece that its picture shows; a small one does not show its name."""
    facing = None if piece.facing is None or piece.form == "base" else round(piece.facing) % 360
    return (
        piece.form,
        piece.side,
        piece.symbol,
        piece.band,
        tuple(v for _, v in piece.values),
        piece.badges,
        facing,
        piece.steps,
        piece.hidden,
        piece.footprint,
        piece.name if named else "",
    )


def short_forms(piece: PieceView) -> list[str]:
    """Return what a piece may be called on its counter, the whole name first: '1st Division, Morand' is Morand's."""
    name = spell("unit", piece.name)
    short = spell("unit", piece.short) if piece.short else name.rpartition(", ")[2]
    return list(dict.fromkeys((name, short)))


def cut(name: str, measure: QFontMetricsF, room: float) -> str:
    """Return a name that is cut to some room; the letter or number that tells it from others stays."""
    head, _, last = name.rpartition(" ")
    kept = f" {last}" if head and len(last) <= SHORT_WORD else ""
    room -= measure.horizontalAdvance(kept)
    elided = measure.elidedText(name.removesuffix(kept), Qt.TextElideMode.ElideRight, room)
    return f"{elided}{kept}"


class CounterPainter:
    """Draws pieces into pixmaps and keeps them by (look, size, device pixel ratio)."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.bases = BasePainter(theme)
        self.text_scale = 1.0
        self._edition: tuple[float, int] = (1.0, theme.edition)
        self._named_from = theme.number("counter.named_from", 0)
        self._kept: OrderedDict[tuple[Look, int, float], QPixmap] = OrderedDict()

    def renew(self) -> None:
        """Forget the pictures of another text size or palette."""
        edition = (self.text_scale, self.theme.edition)
        if edition != self._edition:
            self._named_from = self.theme.number("counter.named_from", 0) * self.text_scale
            self._edition = edition
            self._kept.clear()
            self.bases.renew(self.text_scale)

    def look(self, piece: PieceView, width: int) -> Look:
        """Return all that is to be seen of a piece so wide."""
        return look_of(piece, named=self._names(piece, width))

    def _names(self, piece: PieceView, width: float) -> bool:
        """Whether a counter is large enough for its designation."""
        from_ = self._named_from
        return bool(from_) and piece.form == "counter" and not piece.hidden and width >= from_

    def kept(self, look: Look, width: int, ratio: float) -> QPixmap | None:
        """Return the picture if it was drawn before."""
        found = self._kept.get((look, width, ratio))
        if found is not None:
            self._kept.move_to_end((look, width, ratio))
        return found

    def picture(self, piece: PieceView, width: int, ratio: float = 1.0) -> QPixmap:
        """Return the picture of a piece whose body is `width` pixels wide, with PAD around it."""
        self.renew()
        key = (self.look(piece, width), width, ratio)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        tall = width * piece.footprint[1] / max(1e-6, piece.footprint[0])
        pad = math.ceil(width * PAD)
        w, h = round((width + 2 * pad) * ratio), round((round(tall) + 2 * pad) * ratio)
        image = QImage(max(1, w), max(1, h), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.scale(ratio, ratio)
        self.draw(painter, piece, QRectF(pad, pad, width, round(tall)))
        painter.end()
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(ratio)
        self._kept[key] = pixmap
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return pixmap

    def draw(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """Draw a piece in `box`, in whatever units the painter works."""
        if piece.form == "block":
            self._block(painter, piece, box)
        elif piece.form == "base":
            self._base(painter, piece, box)
        elif piece.form == "figures":
            self._figures(painter, piece, box)
        else:
            self._counter(painter, piece, box)

    # ---- counters --------------------------------------------------------

    def _ink(self, piece: PieceView) -> tuple[QColor, QColor, QColor]:
        side = f"sides.{piece.side}"
        fill = self.theme.colour(f"{side}.fill", "#6E675A")
        ink = self.theme.colour(f"{side}.ink", "#F6F0E0")
        return fill, ink, self.theme.colour(f"{side}.edge", mix(fill, QColor("#000"), 0.4).name())

    def _shadow(self, painter: QPainter, box: QRectF, radius: float) -> None:
        w = box.width()
        painter.setPen(Qt.PenStyle.NoPen)
        for off, alpha in ((0.055, 34), (0.035, 44), (0.018, 54)):
            painter.setBrush(QColor(40, 30, 20, alpha))
            painter.drawRoundedRect(box.translated(off * w * 0.7, off * w), radius, radius)

    def _counter(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        w = box.width()
        fill, ink, edge = self._ink(piece)
        radius = max(1.5, 3.0 * w / 96 * 1.6)
        self._shadow(painter, box, radius)
        shape = QPainterPath()
        shape.addRoundedRect(box, radius, radius)
        grade = QLinearGradient(box.topLeft(), box.bottomLeft())
        grade.setColorAt(0, mix(fill, QColor("#FFFFFF"), 0.07))
        grade.setColorAt(1, mix(fill, QColor("#000000"), 0.07))
        painter.fillPath(shape, grade)
        painter.save()
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        band_high = 0.0
        named = self._names(piece, w)
        if (piece.band or named) and not piece.hidden:
            band_high = w * (min(0.3, 0.235 * self.text_scale) if named else 0.17)
            band = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
            painter.fillRect(QRectF(box.left(), box.top(), w, band_high), band)
            painter.fillRect(
                QRectF(box.left(), box.top() + band_high, w, max(0.6, w * 0.012)),
                mix(fill, QColor("#000000"), 0.45),
            )
            if named:
                self._designation(painter, piece, QRectF(box.left(), box.top(), w, band_high))
        if self._afar(piece, w):
            self._from_afar(painter, piece, box.adjusted(0, band_high, 0, 0), ink)
            self._states(painter, piece, box, ink, band_high)
            painter.restore()
            self._edge(painter, piece, box, radius, edge)
            if piece.facing is not None:
                self._notch(painter, piece.facing, box)
            return
        values = [] if piece.hidden else [v for _, v in piece.values]
        foot = box.height() * min(0.36, 0.27 * self.text_scale) if values else 0.0
        if "moved" in piece.badges:
            painter.fillRect(
                QRectF(box.left(), box.bottom() - max(foot, 0.24 * w), w, max(foot, 0.24 * w)),
                QColor(20, 16, 12, 120),
            )
        self._symbol(
            painter,
            piece,
            QRectF(
                box.left(),
                box.top() + band_high + 0.02 * w,
                w,
                box.height() - band_high - foot - 0.03 * w,
            ),
            ink,
        )
        if values:
            dim = self.theme.number("counter.moved_foot_opacity", 0.45)
            colour = QColor(ink)
            colour.setAlphaF(min(1.0, dim + 0.35) if "moved" in piece.badges else 1.0)
            self._values(
                painter,
                values,
                QRectF(
                    box.left() + 0.045 * w,
                    box.bottom() - foot - 0.025 * w,
                    w * 0.91,
                    foot,
                ),
                colour,
            )
        self._states(painter, piece, box, ink, band_high)
        painter.restore()
        self._edge(painter, piece, box, radius, edge)
        if piece.facing is not None:
            self._notch(painter, piece.facing, box)

    def _designation(self, painter: QPainter, piece: PieceView, area: QRectF) -> None:
        """The name in the band, as large as it fits."""
        font, name = self.fitting(piece, area.width() * 0.94, 0.86 * area.height())
        painter.setFont(font)
        painter.setPen(self.theme.colour(f"bands.{piece.band}.ink", "#1E1812"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)

    def fitting(self, piece: PieceView, room: float, size: float) -> tuple[QFont, str]:
        """Return the letters and the words of a name for some room.

        The whole name comes first, then its short form, in letters that grow smaller and then narrower;
        only where that does not help it is cut.
        """
        font = self.theme.font("interface", size, bold=True)
        least = self.theme.font("interface", min(size, LEAST_LETTERS), bold=True)
        names = short_forms(piece)
        for name in names:
            wide = QFontMetricsF(font).horizontalAdvance(name)
            if wide <= room:
                return font, name
            if size * room / wide >= LEAST_LETTERS:
                return self.theme.font("interface", size * room / wide, bold=True), name
        name = names[-1]
        for stretch in NARROWER:
            least.setStretch(stretch)
            if QFontMetricsF(least).horizontalAdvance(name) <= room:
                return least, name
        return least, cut(name, QFontMetricsF(least), room)

    def _afar(self, piece: PieceView, width: float) -> bool:
        """Whether a piece is too small for a picture: it shows the sign of its arm and its strength."""
        least = self.theme.number("counter.symbol_only_below", 30) * min(1.2, self.text_scale)
        return not piece.hidden and width < least and bool(arm_of(self.theme, piece.symbol))

    def _from_afar(self, painter: QPainter, piece: PieceView, area: QRectF, ink: QColor) -> None:
        """The sign of the arm over the strength: what is to be read on the whole map."""
        strength = strength_of(piece)
        part = min(0.62, 0.54 * self.text_scale) if strength else 0.0
        high, w = area.height(), area.width()
        sign = QRectF(
            area.left() + 0.16 * w, area.top() + 0.09 * high, 0.68 * w, high * (0.86 - part)
        )
        draw_sign(painter, arm_of(self.theme, piece.symbol), sign, ink)
        if strength:
            foot = QRectF(area.left(), area.bottom() - (part + 0.02) * high, w, part * high)
            font = self.theme.font("interface", part * high * 1.08, bold=True)
            wide = QFontMetricsF(font).horizontalAdvance(strength)
            if wide > 0.92 * w:
                font = self.theme.font("interface", part * high * w / wide, bold=True)
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(
                foot, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, strength
            )

    def _symbol(self, painter: QPainter, piece: PieceView, area: QRectF, ink: QColor) -> None:
        size = min(area.width() * 0.8, area.height())
        if size < 3:
            return
        at = QRectF(area.center().x() - size / 2, area.center().y() - size / 2, size, size)
        if piece.hidden:
            font = self.theme.font("serif", size * 0.8, bold=True)
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(at, Qt.AlignmentFlag.AlignCenter, "?")
            return
        scale = painter.transform().m11()
        image = self.theme.symbol(piece.symbol, max(1, round(size * scale)), ink)
        if image is not None:
            painter.drawPixmap(at, image, QRectF(image.rect()))
            return
        font = self.theme.font("serif", size * 0.62, bold=True)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(at, Qt.AlignmentFlag.AlignCenter, (piece.name or piece.id)[:1].upper())

    def _values(self, painter: QPainter, values: list[str], area: QRectF, ink: QColor) -> None:
        font = self.theme.font("interface", area.height() * 0.95, bold=True)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        metrics = QFontMetricsF(font)
        gap = metrics.horizontalAdvance("0") * 0.72
        wide = sum(metrics.horizontalAdvance(v) for v in values) + gap * (len(values) - 1)
        grow = min(1.0, area.width() / max(1e-6, wide))
        if grow < 1.0:
            font = self.theme.font("interface", max(1.0, area.height() * 0.95 * grow), bold=True)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        painter.setFont(font)
        painter.setPen(ink)
        if len(values) == 1:
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, values[0])
            return
        flags = Qt.TextFlag.TextDontClip
        metrics = QFontMetricsF(font)
        widths = [metrics.horizontalAdvance(v) for v in values]
        free = max(0.0, area.width() - sum(widths)) / (len(values) + 0.2)
        x = area.left() + free * 0.6
        for word, width in zip(values, widths, strict=True):
            painter.drawText(
                QRectF(x, area.top(), width + 1, area.height()),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | flags,
                word,
            )
            x += width + free

    def _states(
        self, painter: QPainter, piece: PieceView, box: QRectF, ink: QColor, top: float
    ) -> None:
        w = box.width()
        danger = self.theme.colour("marks.danger.color", "#B5442E")
        if "disordered" in piece.badges:
            painter.setPen(QPen(mix(danger, QColor("#FFD9C8"), 0.25), max(1.2, w * 0.034)))
            for k in range(-1, 4):
                x = box.left() + k * 0.1 * w
                painter.drawLine(
                    QPointF(x, box.top() + top + 0.42 * w), QPointF(x + 0.42 * w, box.top() + top)
                )
        if "square" in piece.badges:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QPen(ink, max(1.2, w * 0.03))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            m = w * 0.085
            painter.drawRect(box.adjusted(m, top + m * 0.6, -m, -box.height() * 0.29))
        devices = [b for b in piece.badges if b not in ("disordered", "square", *_FOOT_STATES)]
        size = w * 0.27
        x = box.right() - size - 0.03 * w
        for badge in devices[:3]:
            area = QRectF(x, box.top() + top + 0.03 * w, size, size)
            tint = self.theme.get(f"badges.{badge}.tint", "ink")
            colour = ink if tint in ("ink", "") else self.theme.colour(tint)
            name = self.theme.get(f"badges.{badge}.symbol", badge)
            stem = name.rsplit("/", 1)[-1].removesuffix(".svg")
            scale = painter.transform().m11()
            image = self.theme.symbol(stem, max(1, round(size * scale)), colour)
            painter.setPen(Qt.PenStyle.NoPen)
            back = mix(self._ink(piece)[0], QColor("#000000"), 0.42)
            painter.setBrush(self.theme.colour(f"badges.{badge}.fill", back.name()))
            painter.drawRoundedRect(area.adjusted(-1, -1, 1, 1), size * 0.2, size * 0.2)
            if image is not None:
                painter.drawPixmap(area, image, QRectF(image.rect()))
            else:
                painter.setFont(self.theme.font("interface", size * 0.8, bold=True))
                painter.setPen(colour)
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, badge[:1].upper())
            x -= size + 0.03 * w

    def _edge(
        self, painter: QPainter, piece: PieceView, box: QRectF, radius: float, edge: QColor
    ) -> None:
        """The rim, in the side's own pattern."""
        w = box.width()
        side = f"sides.{piece.side}"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(edge, max(1.0, w * 0.022)))
        half = max(0.5, w * 0.011)
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius)
        if w < 20:
            return
        pattern = self.theme.get(f"{side}.pattern", "solid")
        painter.setPen(self._patterned(side, edge, w, max(0.9, w * 0.017)))
        m = max(1.6, w * 0.034)
        painter.drawRoundedRect(box.adjusted(m, m, -m, -m), radius * 0.6, radius * 0.6)
        if pattern == "double":
            m *= 2
            painter.drawRoundedRect(box.adjusted(m, m, -m, -m), radius * 0.4, radius * 0.4)

    def _notch(self, painter: QPainter, bearing: float, box: QRectF) -> None:
        """A small pointer on the rim toward the vertex the piece faces."""
        turn = math.radians(bearing)
        dx, dy = math.sin(turn), -math.cos(turn)
        half_w, half_h = box.width() / 2, box.height() / 2
        reach = min(half_w / max(1e-9, abs(dx)), half_h / max(1e-9, abs(dy)))
        foot = QPointF(box.center().x() + dx * reach, box.center().y() + dy * reach)
        size = max(3.2, 0.125 * box.width())
        ahead, side = QPointF(dx, dy), QPointF(-dy, dx)
        arrow = QPolygonF(
            [
                foot + ahead * size * 1.05,
                foot + side * size * 0.62 - ahead * size * 0.5,
                foot - side * size * 0.62 - ahead * size * 0.5,
            ]
        )
        pen = QPen(
            self.theme.colour("counter.notch.edge", "#3B332A"), max(0.9, 0.016 * box.width())
        )
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(self.theme.colour("counter.notch.fill", "#E0A63A"))
        painter.drawPolygon(arrow)

    # ---- other forms -----------------------------------------------------

    def _block(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """A wooden cube from above: its front side below, bevelled edges, a label or a bare back."""
        w = box.width()
        fill, ink, edge = self._ink(piece)
        radius = 0.05 * w
        thick = 0.05 * w
        top = box.adjusted(0, -0.4 * thick, 0, -0.4 * thick)
        self._shadow(painter, box.translated(0, 0.03 * w), radius)
        painter.setPen(QPen(edge, max(1.0, 0.02 * w)))
        painter.setBrush(mix(fill, QColor("#000000"), 0.42))
        painter.drawRoundedRect(top.adjusted(0, 0, 0, thick), radius, radius)
        painter.setBrush(fill)
        painter.drawRoundedRect(top, radius, radius)
        self._bevel(painter, top, fill)
        if piece.hidden:
            self._back(painter, piece, top, fill)
        else:
            self._frame(painter, piece, top, edge)
            self._label(painter, piece, top, ink)

    def _bevel(self, painter: QPainter, box: QRectF, fill: QColor) -> None:
        """The four slopes of the upper edge, lit from the north-west."""
        inner = box.adjusted(*(k * 0.055 * box.width() for k in (1, 1, -1, -1)))
        outer_at = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft())
        inner_at = (inner.topLeft(), inner.topRight(), inner.bottomRight(), inner.bottomLeft())
        painter.setPen(Qt.PenStyle.NoPen)
        tones = (("#FFFFFF", 0.28), ("#000000", 0.12), ("#000000", 0.28), ("#FFFFFF", 0.12))
        for k, (tone, part) in enumerate(tones):
            n = (k + 1) % 4
            painter.setBrush(mix(fill, QColor(tone), part))
            painter.drawPolygon(QPolygonF([outer_at[k], outer_at[n], inner_at[n], inner_at[k]]))

    def _patterned(
        self, side: str, edge: QColor, w: float, thin: float, opacity: float = 1.0
    ) -> QPen:
        """The light pen in a side's own pattern, for a piece `w` pixels wide."""
        light = self.theme.colour(f"{side}.edge_light", mix(edge, QColor("#FFFFFF"), 0.6).name())
        light.setAlphaF(opacity * light.alphaF())
        pen = QPen(light, thin)
        dash = self.theme.dash(f"{side}.pattern_dash")
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([max(0.6, d * w / 96 / thin * 1.5) for d in dash])
        return pen

    def _frame(self, painter: QPainter, piece: PieceView, box: QRectF, edge: QColor) -> None:
        """The rim of the label in the side's own pattern: colour is never the only sign."""
        w = box.width()
        if w < LEGIBLE:
            return
        side = f"sides.{piece.side}"
        painter.setPen(self._patterned(side, edge, w, max(0.8, 0.014 * w), opacity=0.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        m = 0.075 * w
        painter.drawRoundedRect(box.adjusted(m, m, -m, -m), 0.02 * w, 0.02 * w)

    def _back(self, painter: QPainter, piece: PieceView, box: QRectF, fill: QColor) -> None:
        """The bare wood of a block seen from behind, its side's cypher burnt into it."""
        w = box.width()
        if w < LEGIBLE:
            return
        part = self.theme.number("block.blank.grain_opacity", 0.08)
        grain = QColor(self.theme.colour("block.blank.grain", "#000000"))
        grain.setAlphaF(part)
        painter.setPen(QPen(grain, max(0.7, 0.02 * w)))
        m = 0.09 * w
        for k, bend in enumerate((0.02, -0.03, 0.05, -0.02, 0.03)):
            y = box.top() + (0.17 + 0.165 * k) * w
            path = QPainterPath(QPointF(box.left() + m, y))
            path.quadTo(QPointF(box.center().x(), y + bend * w), QPointF(box.right() - m, y))
            painter.drawPath(path)
        self._states(painter, piece, box, self._ink(piece)[1], 0.04 * w)
        cypher = self.theme.get(f"sides.{piece.side}.cypher", "")
        size = 0.64 * w
        at = QRectF(box.center().x() - size / 2, box.center().y() - size / 2, size, size)
        pixels = max(1, round(size * painter.transform().m11()))
        painter.setPen(fill)  # on paper a picture has the alpha of pen and brush
        painter.setBrush(fill)
        for shift, tone, tint in ((0.014 * w, "#FFFFFF", 0.22), (0.0, "#000000", 0.4)):
            image = self.theme.symbol(cypher, pixels, mix(fill, QColor(tone), tint))
            if image is not None:
                painter.drawPixmap(at.translated(shift, shift), image, QRectF(image.rect()))

    def _label(self, painter: QPainter, piece: PieceView, box: QRectF, ink: QColor) -> None:
        """The face of a block: its strength on the top edge, symbol, firepower, colour of its corps."""
        w = box.width()
        if self._afar(piece, w):
            if piece.band:
                band = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
                painter.fillRect(box.adjusted(0.08 * w, 0.08 * w, -0.08 * w, -0.8 * w), band)
            self._from_afar(
                painter, piece, box.adjusted(0.06 * w, 0.2 * w, -0.06 * w, -0.06 * w), ink
            )
            return
        values = [value for _, value in piece.values]
        large = min(1.3, self.text_scale)
        head = 0.3 * w * large if values else 0.07 * w
        if values:
            top = QRectF(box.left(), box.top() + 0.05 * w, w, 0.27 * w * large)
            self._values(painter, values[:1], top, ink)
        foot = 0.25 * w if len(values) > 1 else 0.06 * w
        self._symbol(painter, piece, box.adjusted(0.1 * w, head, -0.1 * w, -foot - 0.04 * w), ink)
        if piece.band:
            band = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
            painter.fillRect(
                QRectF(box.left() + 0.1 * w, box.bottom() - 0.27 * w, 0.22 * w, 0.17 * w), band
            )
        if len(values) > 1:
            side = QRectF(box.left() + 0.38 * w, box.bottom() - 0.3 * w, 0.52 * w, 0.23 * w)
            self._values(painter, values[1:2], side, ink)
        self._states(painter, piece, box, ink, 0.04 * w)
        if piece.facing is not None:
            self._notch(painter, piece.facing, box)

    def _figures(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        w = box.width()
        fill, _, edge = self._ink(piece)
        base = (
            self.theme.colour(f"bands.{piece.band}.fill", "#9FA67A")
            if piece.band
            else QColor("#9FA67A")
        )
        self._shadow(painter, box, 0.08 * w)
        painter.setPen(QPen(mix(base, QColor("#000000"), 0.45), max(1.0, 0.02 * w)))
        painter.setBrush(base)
        painter.drawRoundedRect(box, 0.08 * w, 0.08 * w)
        count = max(1, min(8, piece.steps or 4))
        columns = 2 if count > 1 else 1
        rows = math.ceil(count / columns)
        size = min(w / columns, box.height() / rows) * 0.86
        image = self.theme.symbol(
            piece.symbol, max(1, round(size * painter.transform().m11())), fill
        )
        for k in range(count):
            x = box.left() + (k % columns + 0.5) * w / columns
            y = box.top() + (k // columns + 0.5) * box.height() / rows
            at = QRectF(x - size / 2, y - size / 2, size, size)
            if image is not None:
                painter.drawPixmap(at, image, QRectF(image.rect()))
            else:
                painter.setPen(QPen(edge, max(0.8, 0.012 * w)))
                painter.setBrush(fill)
                painter.drawEllipse(at.center(), size * 0.22, size * 0.36)
        if piece.facing is not None:
            self._notch(painter, piece.facing, box)

    def _base(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        self.bases.plate(painter, piece, box)

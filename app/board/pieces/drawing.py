"""What is painted over the map each time: pieces, marks, overlays, the focus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from grognard.app.board.camera import Camera, snapped
from grognard.app.board.map.layers import Layer
from grognard.app.board.pieces.counters import CounterPainter, Look
from grognard.app.board.pieces.rings import SMOOTH, Rings
from grognard.app.board.places.picking import SpaceIndex
from grognard.app.board.places.placing import Placed, place
from grognard.app.board.theme import Theme
from grognard.engines.core.show.views import Overlay, PieceView

LOW = ("spaces", "links")
"""Kinds of overlays that lie under the pieces."""
CROWD = 0.25
"""With more than this part of the spaces marked alike the marks are drawn as hair lines."""
THRONG = 40
"""More pieces than this marked alike have thin rings."""
_HASTY, _BLANK = 8, 16
"""So many stand-ins are drawn in one hasty frame; how many pixels wide a blank card is."""
_SIZES = (12, 16, 20, 24, 30, 36, 44, 54, 66, 80, 96, 128, 160, 200)


@dataclass(slots=True)
class Marks:
    """What is marked on the board; every name may be a space, a hexside or a piece."""

    legal: dict[str, str] = field(default_factory=dict)
    illegal: dict[str, str] = field(default_factory=dict)
    selected: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    path_label: str = ""
    ghosts: tuple[PieceView, ...] = ()
    """Pieces as what is meant would place and turn them."""


def tops(items: Iterable[Placed]) -> list[Placed]:
    """Return the marked pieces but those under another one: a ring would cross that one's values."""
    tallest: dict[str, Placed] = {}
    free: list[Placed] = []
    for item in items:
        at = item.piece.at
        if at is None or item.depth == 0 == item.below:
            free.append(item)
        elif at not in tallest or item.depth < tallest[at].depth:
            tallest[at] = item
    return [*free, *tallest.values()]


def _scaled(painter: QPainter, at: QPointF, picture: QPixmap, grow: float, heading: float) -> None:
    """Draw a picture about a point, so much larger, turned by degrees."""
    size = picture.deviceIndependentSize() * grow
    box = QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
    if not heading:
        painter.drawPixmap(box.translated(at), picture, QRectF(picture.rect()))
        return
    painter.save()
    painter.translate(at)
    painter.rotate(heading)
    painter.drawPixmap(box, picture, QRectF(picture.rect()))
    painter.restore()


class Drawing:
    """Paints the changing layers of one board."""

    def __init__(self, theme: Theme, index: SpaceIndex, unit: float) -> None:
        self.theme, self.index, self.unit = theme, index, unit
        self.counters = CounterPainter(theme)
        self.text_scale = 1.0
        self.hasty = False
        """Whether of pieces never drawn before but a few get a stand-in in one frame; others are blank."""
        self.sliding = False
        """Whether the map is being moved: then all bases are put on whole pixels, which is quick."""
        self._few = 0
        self.rings = Rings(index)

    # ---- pieces ----------------------------------------------------------

    def pieces(
        self,
        painter: QPainter,
        camera: Camera,
        placed: Sequence[Placed],
        ratio: float,
        budget: int,
    ) -> bool:
        """Draw pieces; at most `budget` new pictures. False when some are still stand-ins."""
        self.counters.text_scale = self.text_scale
        self.counters.renew()
        self._few = _HASTY if self.hasty else len(placed)
        seen = camera.visible().adjusted(-self.unit, -self.unit, self.unit, self.unit)
        sharp = True
        scale = camera.scale
        left, top = camera.origin.x(), camera.origin.y()
        for item in placed:
            if not seen.contains(item.x, item.y):
                continue
            width = max(3, round(item.width * scale))
            look = self.counters.look(item.piece, width)
            at = QPointF((item.x - left) * scale, (item.y - top) * scale)
            if item.piece.form == "base":
                before = self.counters.bases.drawn
                laid = self._base(painter, item, look, at, scale, ratio, draw=budget > 0)
                budget -= self.counters.bases.drawn - before
                if laid is not None:
                    sharp &= laid
                    continue
            picture = self.counters.kept(look, width, ratio)
            if picture is None and budget > 0:
                picture = self.counters.picture(item.piece, width, ratio)
                budget -= 1
            if picture is not None and not item.heading:
                size = picture.deviceIndependentSize() / 2
                painter.setRenderHint(SMOOTH, False)  # copied, wherever the window lies
                corner = at - QPointF(size.width(), size.height())
                painter.drawPixmap(snapped(corner, ratio), picture)
                continue
            grow = 1.0
            # While the board moves, stand-ins are scaled the quick way: a frame later they are drawn.
            painter.setRenderHint(SMOOTH, budget > 0 or picture is not None)
            if picture is None:
                sharp = False
                picture, near = self._stand_in(item, width, ratio)
                grow = width / near
            _scaled(painter, at, picture, grow, item.heading)
        painter.setRenderHint(SMOOTH, True)
        return sharp

    def _base(  # noqa: PLR0913
        self,
        painter: QPainter,
        item: Placed,
        look: Look,
        at: QPointF,
        scale: float,
        ratio: float,
        *,
        draw: bool,
    ) -> bool | None:
        """Draw a base to scale: contact must look like contact. Whether it is sharp, None if never drawn.

        On an open table it lies where it is to a part of a pixel, unless the map is just being moved.
        """
        bases, lies = self.counters.bases, (item.width * scale, item.height * scale)
        plate = bases.turned(item.piece, look, lies, item.heading, ratio, draw=draw)
        if plate is None:
            lately = bases.lately(look, item.heading)
            if lately is not None:
                painter.setRenderHint(SMOOTH, False)
                _scaled(painter, at, lately[0], lies[0] / lately[1], 0.0)
            return None if lately is None else False
        half = plate.deviceIndependentSize() / 2
        corner = at - QPointF(half.width(), half.height())
        exact = not self.index.spaces and not self.sliding
        painter.setRenderHint(SMOOTH, exact)
        painter.drawPixmap(corner if exact else snapped(corner, ratio), plate)
        return True

    def _stand_in(self, item: Placed, width: int, ratio: float) -> tuple[QPixmap, int]:
        for near in sorted(_SIZES, key=lambda s: (s < width, abs(s - width))):
            found = self.counters.kept(self.counters.look(item.piece, near), near, ratio)
            if found is not None:
                return found, near
        if self._few <= 0:
            return self._blank(item), _BLANK
        self._few -= 1
        near = 44
        return self.counters.picture(item.piece, near, ratio), near

    def _blank(self, item: Placed) -> QPixmap:
        """A piece that there was no time to draw: a plain card in the colour of its side."""
        card = QPixmap(_BLANK, max(1, round(_BLANK * item.height / max(1e-6, item.width))))
        card.fill(self.theme.colour(f"sides.{item.piece.side}.fill", "#6E675A"))
        return card

    def stack_counts(self, painter: QPainter, camera: Camera, placed: Iterable[Placed]) -> None:
        """Write how many lie in a stack of more than two, at its upper left.

        The ground of the number is that of an urgent state that any of them is in, though it lies below.
        """
        if camera.scale * self.unit < 30:
            return
        placed = list(placed)
        seen, alarms = camera.visible(), self._alarms(placed)
        for item in placed:
            if item.below < 2 or not seen.contains(item.x, item.y):
                continue
            at = camera.to_screen(QPointF(item.x, item.y))
            w = item.width * camera.scale
            r = max(6.0, w * 0.13)
            spot = QPointF(at.x() - w / 2, at.y() - w / 2)
            alarm = alarms.get((item.piece.at, item.piece.side))
            ink = self.theme.colour("map.ink" if alarm is None else f"badges.{alarm}.tint")
            painter.setPen(QPen(ink, 1))
            painter.setBrush(
                self.theme.colour("map.paper" if alarm is None else f"badges.{alarm}.fill")
            )
            painter.drawEllipse(spot, r, r)
            painter.setFont(self.theme.font("interface", r * 1.35, bold=True))
            painter.drawText(
                QRectF(spot.x() - r, spot.y() - r, 2 * r, 2 * r),
                Qt.AlignmentFlag.AlignCenter,
                str(item.below + 1),
            )

    def _alarms(self, placed: Iterable[Placed]) -> dict[tuple[str | None, str], str]:
        """Return the urgent state of a stack by place and side, where one of its pieces is in any."""
        return {
            (item.piece.at, item.piece.side): badge
            for item in placed
            for badge in item.piece.badges
            if self.theme.get(f"badges.{badge}.urgent") and self.theme.get(f"badges.{badge}.fill")
        }

    # ---- marks -----------------------------------------------------------

    def _pen(self, mark: str, least: float = 1.5, colour: str = "#3E7D6A") -> QPen:
        tone = self.theme.colour(f"marks.{mark}.color", colour)
        tone.setAlphaF(self.theme.number(f"marks.{mark}.opacity", 0.9))
        pen = QPen(tone, max(least, self.theme.number(f"marks.{mark}.width", 2.5)))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        dash = self.theme.dash(f"marks.{mark}.dash")
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([max(0.5, d / pen.widthF()) for d in dash])
        return pen

    def under_pieces(self, painter: QPainter, camera: Camera, marks: Marks) -> None:
        """Rings of legal and refused spaces and sides."""
        to_screen = camera.transform()
        seen = camera.visible().adjusted(-self.unit, -self.unit, self.unit, self.unit)
        for names, mark, inset in ((marks.illegal, "illegal", 0.86), (marks.legal, "legal", 0.92)):
            pen = self._pen(mark)
            opacity = self.theme.number(f"marks.{mark}.fill_opacity", 0.12)
            if sum(name in self.index.spaces for name in names) > CROWD * len(self.index.spaces):
                # Nearly everything is legal: the map must be seen through the marks.
                pen.setWidthF(1.0)
                opacity = 0.0
            fill = self.theme.colour(f"marks.{mark}.color", "#8A8377", opacity)
            for name in names:
                space = self.index.spaces.get(name)
                if space is not None:
                    if seen.contains(QPointF(*space.centre)):
                        self.rings.draw(painter, to_screen, name, inset, pen, fill)
                    continue
                ends = self.index.side(name) if "/" in name else None
                if ends is not None:
                    broad = QPen(pen)
                    broad.setWidthF(max(4.0, 0.11 * self.unit * camera.scale))
                    painter.setPen(broad)
                    painter.drawLine(*(to_screen.map(QPointF(*p)) for p in ends))

    def over_pieces(
        self, painter: QPainter, camera: Camera, marks: Marks, placed: Mapping[str, Placed]
    ) -> None:
        """Glow of what is selected, rings of pieces, the path, labels of legal spaces."""
        to_screen = camera.transform()
        for names, mark in ((marks.illegal, "illegal"), (marks.legal, "legal")):
            ringed = tops(placed[name] for name in names if name in placed)
            pen = self._pen(mark)
            pen.setWidthF(pen.widthF() if len(ringed) < THRONG else 1.6)
            for item in ringed:
                self._piece_ring(painter, camera, item, pen, 1.5)
        self._path(painter, camera, marks)
        for item in place(marks.ghosts, self.index, self.unit):
            self.carried(painter, camera, item, camera.to_screen(QPointF(item.x, item.y)), 0.92)
        self._cost(painter, camera, marks)
        lit = tops(placed[name] for name in marks.selected if name in placed)
        shone = {item.piece.id for item in lit}
        for name in dict.fromkeys(marks.selected):
            if name in placed and name not in shone:
                continue
            glow = self.theme.colour("marks.selection.color", "#E0A63A")
            for spread, alpha in ((11.0, 0.16), (7.5, 0.28), (3.6, 1.0)):
                tone = QColor(glow)
                tone.setAlphaF(alpha)
                pen = QPen(tone, spread)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                if name in placed:
                    self._piece_ring(painter, camera, placed[name], pen, 2.0)
                elif not self.rings.draw(painter, to_screen, name, 0.95, pen, None):
                    ends = self.index.side(name) if "/" in name else None
                    if ends is not None:
                        painter.setPen(pen)
                        painter.drawLine(*(to_screen.map(QPointF(*p)) for p in ends))
        taken = {item.piece.at for item in placed.values()}
        for name, words in marks.legal.items():
            if words and name in self.index.spaces:
                x, y = self.index.spaces[name].centre
                drop = -0.43 if name in taken else 0.36
                self.tag(painter, camera.to_screen(QPointF(x, y + drop * self.unit)), words)

    def _piece_ring(
        self, painter: QPainter, camera: Camera, item: Placed, pen: QPen, out: float
    ) -> None:
        at = camera.to_screen(QPointF(item.x, item.y))
        w, h = item.width * camera.scale + 2 * out, item.height * camera.scale + 2 * out
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.save()
        painter.translate(at)
        painter.rotate(item.heading)
        painter.drawRoundedRect(QRectF(-w / 2, -h / 2, w, h), 4, 4)
        painter.restore()

    def _path(self, painter: QPainter, camera: Camera, marks: Marks) -> None:
        points = [
            camera.to_screen(QPointF(*self.index.spaces[name].centre))
            for name in marks.path
            if name in self.index.spaces
        ]
        if len(points) < 2:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        back = QPen(QColor(255, 250, 235, 190), 7)
        back.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        back.setCapStyle(Qt.PenCapStyle.RoundCap)
        front = self._pen("path", 3.0)
        for pen in (back, front):
            painter.setPen(pen)
            painter.drawPolyline(points)
        painter.setPen(QPen(self.theme.colour("map.ink"), 1.5))
        painter.setBrush(self.theme.colour("marks.selection.color", "#E0A63A"))
        for point in points[1:-1]:
            painter.drawEllipse(point, 3.5, 3.5)
        painter.drawEllipse(points[-1], 6, 6)

    def _cost(self, painter: QPainter, camera: Camera, marks: Marks) -> None:
        """What a path costs, below what stands at its end."""
        end = self.index.spaces.get(marks.path[-1]) if len(marks.path) > 1 else None
        if end is not None and marks.path_label:
            drop = max(20.0, 0.5 * self.unit * camera.scale)
            self.tag(
                painter, camera.to_screen(QPointF(*end.centre)) + QPointF(0, drop), marks.path_label
            )

    def tag(self, painter: QPainter, at: QPointF, words: str, tone: QColor | None = None) -> None:
        """A small paper label with words."""
        font = self.theme.font("interface", 12 * self.text_scale, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(words) + 10
        high = 17 * self.text_scale
        box = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
        painter.setPen(QPen(self.theme.colour("map.ink"), 1))
        painter.setBrush(tone or QColor("#FFFBF1"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def above(self, painter: QPainter, camera: Camera, item: Placed, words: str) -> None:
        """A label above a piece."""
        at = camera.to_screen(QPointF(item.x, item.y - item.height / 2))
        self.tag(painter, at - QPointF(0, 11), words)

    def focus_frame(self, painter: QPainter, rect: QRectF) -> None:
        """The frame of a board that has the keyboard."""
        which = "dark" if self.theme.dark else "light"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour(f"surrounds.{which}.focus", "#8A5A10"), 2))
        painter.drawRect(rect.adjusted(1, 1, -1, -1))

    # ---- drags -----------------------------------------------------------

    def carried(
        self, painter: QPainter, camera: Camera, item: Placed, at: QPointF, opacity: float = 0.7
    ) -> None:
        """A piece that is not there yet: under the mouse, or as a choice would place it."""
        ratio = painter.device().devicePixelRatio()
        picture = self.counters.picture(
            item.piece, max(12, round(item.width * camera.scale)), ratio
        )
        half = picture.deviceIndependentSize() / 2
        painter.setOpacity(opacity)
        painter.drawPixmap(at - QPointF(half.width(), half.height()), picture)
        painter.setOpacity(1.0)

    def rubber_band(self, painter: QPainter, box: QRectF) -> None:
        """The box that is being dragged around pieces."""
        painter.setBrush(self.theme.colour("marks.selection.color", "#E0A63A", 0.15))
        painter.setPen(QPen(self.theme.colour("marks.selection.color", "#E0A63A"), 1.5))
        painter.drawRect(box)

    # ---- overlays --------------------------------------------------------

    def cursor(self, painter: QPainter, camera: Camera, space: str) -> None:
        """The cursor of the keyboard: a ring, dark within light, seen on whatever ground; it veils nothing."""
        for pen in (QPen(QColor("#FFFBF1"), 5.0), QPen(QColor("#1E1A10"), 2.2)):
            self.rings.draw(painter, camera.transform(), space, 0.84, pen, None)

    def area(self, painter: QPainter, camera: Camera, space: str) -> None:
        """The whole outline of the area under the mouse: dark within light, wherever its borders run."""
        for pen in (QPen(QColor("#FFFBF1"), 5.0), QPen(QColor("#3B332A"), 2.6)):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.rings.draw(painter, camera.transform(), space, 1.0, pen, None)

    def _style(self, style: str) -> tuple[QColor, float]:
        fallback = (
            "#B5442E"
            if any(w in style for w in ("attack", "block", "danger", "zoc", "enemy", "target"))
            else "#3E7D6A"
        )
        known = style if self.theme.node(f"marks.{style}") is not None else ""
        tone = self.theme.colour(f"marks.{known}.color", fallback) if known else QColor(fallback)
        return tone, self.theme.number(f"marks.{known}.fill_opacity", 0.2) if known else 0.2

    def features(self, painter: QPainter, camera: Camera, layers: Sequence[Layer]) -> None:
        """What was built or burnt during the game."""
        if any(layer.parts for layer in layers):
            painter.save()
            painter.setTransform(camera.transform(), True)
            for layer in layers:
                layer.paint(painter, camera.visible(), camera.scale)
            painter.restore()

    def lies_low(self, overlay: Overlay) -> bool:
        """Whether an overlay is of the ground: drawn below pieces and names."""
        return overlay.kind in LOW or bool(self.theme.get(f"marks.{overlay.style}.below"))

    def overlay(
        self,
        painter: QPainter,
        camera: Camera,
        overlay: Overlay,
        placed: Mapping[str, Placed] | None = None,
    ) -> None:
        """Draw the geometry behind one answer; `placed`: where the pieces are it may ring."""
        to_screen = camera.transform()
        tone, opacity = self._style(overlay.style)
        for name in overlay.spaces if overlay.kind == "pieces" else ():
            if placed and name in placed:
                self._piece_ring(painter, camera, placed[name], QPen(tone, 3), 2.5)
        if overlay.kind == "spaces":
            fill = QColor(tone)
            fill.setAlphaF(max(0.18, opacity))
            rim = QColor(tone)
            rim.setAlphaF(0.55)
            hatched = self.theme.get(f"marks.{overlay.style}.pattern") == "diagonal"
            for space in overlay.spaces:
                if (
                    self.rings.draw(painter, to_screen, space, 0.97, QPen(rim, 1.4), fill)
                    and hatched
                ):
                    outline = self.rings.outline(space)
                    if outline is not None:
                        painter.setBrush(QBrush(rim, Qt.BrushStyle.BDiagPattern))
                        painter.setPen(Qt.PenStyle.NoPen)
                        painter.drawPolygon(to_screen.map(outline))
        elif overlay.kind == "area":
            fill = QColor(tone)
            fill.setAlphaF(opacity)
            pen = self._pen(overlay.style, 1.2, tone.name())
            outline = to_screen.map(QPolygonF([QPointF(*p) for p in overlay.points]))
            painter.setPen(pen)
            painter.setBrush(fill)
            painter.drawPolygon(outline)
            if self.theme.get(f"marks.{overlay.style}.pattern") == "diagonal":
                fill.setAlphaF(0.5)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QBrush(fill, Qt.BrushStyle.BDiagPattern))
                painter.drawPolygon(outline)
        elif overlay.kind == "line":
            pen = self._pen(overlay.style, 3.0, tone.name())
            pen.setColor(tone)
            back = QPen(QColor(255, 250, 235, 200), pen.widthF() + 3.5)
            back.setCapStyle(Qt.PenCapStyle.RoundCap)
            path = QPainterPath()
            path.addPolygon(QPolygonF([to_screen.map(QPointF(*p)) for p in overlay.points]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for one in (back, pen):
                painter.setPen(one)
                painter.drawPath(path)
            for space in overlay.spaces:
                self.rings.draw(painter, to_screen, space, 0.9, QPen(tone, 2), None)
        self._joins(painter, camera, overlay, tone)
        self._labels(painter, camera, overlay)

    def _joins(self, painter: QPainter, camera: Camera, overlay: Overlay, tone: QColor) -> None:
        if overlay.kind == "links":
            self._links(painter, camera, overlay, tone)
        elif overlay.kind == "arrows":
            self._arrow(painter, camera, overlay, tone)
        elif overlay.kind == "hexsides":
            pen = QPen(tone, max(4.0, 0.1 * self.unit * camera.scale))
            self._sides(painter, camera.transform(), overlay, pen)

    def _links(self, painter: QPainter, camera: Camera, overlay: Overlay, tone: QColor) -> None:
        """Thin lines between spaces two by two."""
        places = [
            self.index.spaces[name].centre for name in overlay.spaces if name in self.index.spaces
        ]
        pale = QColor(255, 250, 235, 210)
        for a, b in zip(places[0::2], places[1::2], strict=False):
            one, other = camera.to_screen(QPointF(*a)), camera.to_screen(QPointF(*b))
            for pen in (QPen(pale, 4.6), QPen(tone, 2.2)):
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLine(one, other)

    def _arrow(self, painter: QPainter, camera: Camera, overlay: Overlay, tone: QColor) -> None:
        """An arrow over some places, its head short of the last."""
        places = [
            camera.to_screen(QPointF(*self.index.spaces[name].centre))
            for name in overlay.spaces
            if name in self.index.spaces
        ]
        places += [camera.to_screen(QPointF(*point)) for point in overlay.points]
        if len(places) < 2:
            return
        size = max(9.0, 0.2 * self.unit * camera.scale)
        first, line = QLineF(places[0], places[1]), QLineF(places[-2], places[-1])
        # The values of who attacks are to be read; from afar the arrow yet begins beside him.
        places[0] = first.pointAt(min(0.3, 3 * size / max(first.length(), 1.0)))
        unit = line.unitVector()
        ahead = QPointF(unit.dx(), unit.dy())
        aside = QPointF(-unit.dy(), unit.dx())
        # Neither covers what is written on who stands at its end.
        tip = places[-1] - ahead * min(0.4 * line.length(), 2.1 * size)
        neck = tip - ahead * size
        head = QPolygonF([tip, neck + aside * size * 0.62, neck - aside * size * 0.62])
        shaft = QPolygonF([*places[:-1], neck])
        pale = QColor(255, 250, 235, 230)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(pale, size * 0.5 + 3), QPen(tone, size * 0.5)):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(shaft)
        painter.setPen(QPen(pale, 1.5))
        painter.setBrush(tone)
        painter.drawPolygon(head)

    def _sides(self, painter: QPainter, to_screen: QTransform, overlay: Overlay, pen: QPen) -> None:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        ends = [self.index.side(name) for name in overlay.spaces]
        pairs = [e for e in ends if e is not None]
        pairs += list(zip(overlay.points[0::2], overlay.points[1::2], strict=False))
        for a, b in pairs:
            painter.drawLine(to_screen.map(QPointF(*a)), to_screen.map(QPointF(*b)))

    def _labels(self, painter: QPainter, camera: Camera, overlay: Overlay) -> None:
        free = overlay.points if overlay.kind == "labels" else ()
        for number, (space, words) in enumerate(overlay.labels):
            if number < len(free):
                self.tag(painter, camera.to_screen(QPointF(*free[number])), words)
            elif space in self.index.spaces:
                x, y = self.index.spaces[space].centre
                self.tag(painter, camera.to_screen(QPointF(x, y)), words)

"""The board as it is shown: one widget that draws every game and knows what lies where on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import (
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QImage,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from grognard.app.board.firstlook import first_look
from grognard.app.board.framed import Framed
from grognard.app.board.hand.grasp import Grasp
from grognard.app.board.map.art import Art, art_of, at_hand
from grognard.app.board.map.ground import Ground
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.tiles import TileCache
from grognard.app.board.map.works import work_layers
from grognard.app.board.map.workshop import workshop
from grognard.app.board.pieces.dice import BoardDice, Cast, spot_at
from grognard.app.board.pieces.drawing import Drawing, Marks
from grognard.app.board.pieces.gliding import Gliding
from grognard.app.board.pieces.turning import Turning
from grognard.app.board.places.picking import PieceIndex, SpaceIndex
from grognard.app.board.places.placenames import PlaceNames, names_ahead, names_of
from grognard.app.board.places.placing import place
from grognard.app.board.theme import Theme
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.views import BoardView, Overlay, PieceView, TableView

JOINTS = re.compile("[>|/]")
_SETTLE = 70
_HEAD_START = 20
"""Milliseconds that a board has for itself before its map is drawn."""
_SLICE = 0.004
VEILED, LIFTED = 0.45, 0.12
"""How much is seen of the map's key over pieces, and while the mouse is there."""
PAST = QColor(112, 84, 40, 78)
"""The tone over a board that is shown as it was."""


class ShownBoard(Framed):
    """Shows a board and what a seat sees on it; knows no game and no rule."""

    space_clicked = Signal(str, object)
    ground_clicked = Signal()
    piece_set_down = Signal(str)
    entered = Signal()
    piece_clicked = Signal(str, object)
    space_hovered = Signal(str)
    piece_hovered = Signal(str)
    border_hovered = Signal(str)
    piece_dragged = Signal(str, str)
    piece_lifted = Signal(str)
    piece_carried_off = Signal(str, QPoint)
    context_menu = Signal(QPoint, str, str)
    box_selected = Signal(list)
    map_drawn = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Board"))
        self.setAccessibleDescription(
            tr(
                "The map with its pieces. Arrows move the map, Shift with arrows moves the cursor, "
                "Enter points at the space under it."
            )
        )
        self.board: BoardView | None = None
        self.art: Art | None = None
        self.tiles: TileCache | None = None
        self.drawing: Drawing | None = None
        self.place_names: PlaceNames | None = None
        self.pieces = PieceIndex()
        self.view: TableView | None = None
        self.hasty = False
        """Whether names wait until the map stands still, though the pieces stand elsewhere."""
        self.marks = Marks()
        self.overlays: tuple[Overlay, ...] = ()
        self.cursor_space = self.cursor_piece = ""
        self.fanned: str | None = None
        self._version, self._awaiting, self._names_wait = 0, False, False
        self._features: list[Layer] = []
        self._hidden = self._no_pieces = self._toned = False
        self._text_scale = 1.0
        self._animation = "quick"
        self._hover = ("", "")
        self.gliding = Gliding(self)
        self.gliding.moved.connect(self.update)
        self.turning = Turning(self)
        self.turning.moved.connect(self.update)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(self._refine)
        self._moving = self._sliding = False
        self.grasp = Grasp()
        self.dice = BoardDice(self)
        self.dice.moved.connect(self.update)

    # ---- what to show ----------------------------------------------------

    def set_board(self, board: BoardView, theme: Theme, *, patient: bool = True) -> None:
        """Show a map; the same map in another dress keeps the camera.

        A map that must first be drawn is waited for when `patient`; else the canvas is of use at
        once, and the map follows (`map_drawn`).
        """
        same = self.board is not None and self.board is board
        fresh = self.ground is None or not same or self.theme is not theme
        if self.ground is None or fresh:
            self.ground = Ground(board)
            self.art = art_of(board, theme) if patient else at_hand(board, theme)
            self.spaces = SpaceIndex(board, self.ground.unit)
            self.drawing = Drawing(theme, self.spaces, self.ground.unit)
        self.board, self.theme = board, theme
        self.tiles = TileCache(self.ground, theme, self.art, None if fresh else self.tiles)
        if self.art is None:
            self._await_art(board, theme)
        else:
            self.place_names, self._names_wait = names_of(self.art), False
        self._enlarge()
        if not same:
            self.camera.set_bounds(self.ground.sheet(), self.ground.unit)
            self.fanned = None
            self.put_cursor("", "")
        self._lay_out()
        self._changed()

    def _await_art(self, board: BoardView, theme: Theme) -> None:
        """Show a rough drawing of the map, then what was kept of it, while it is drawn in the background."""
        self.place_names, self._names_wait = None, True
        if self.tiles is not None and self.tiles.stand_in is None and self.ground is not None:
            rough = first_look(board, theme, self.ground.sheet(), self.ground.unit)
            self.tiles.stand_in = QPixmap.fromImage(rough)
        if not self._awaiting:
            self._awaiting = True
            workshop().remembered.connect(self._stand_in)
            workshop().ready.connect(self._art_ready)
        # The board is painted once before the drawing of its map begins to take time from that.
        QTimer.singleShot(_HEAD_START, self, lambda: self._want_art(board, theme))

    def _want_art(self, board: BoardView, theme: Theme) -> None:
        if board is self.board and theme is self.theme and self.art is None:
            workshop().want(board, theme)

    def _stand_in(self, board: BoardView, theme: Theme, picture: QImage) -> None:
        if board is self.board and theme is self.theme and self.art is None and self.tiles:
            self.tiles.stand_in = QPixmap.fromImage(picture)
            self.update()

    def _art_ready(self, board: BoardView, art: Art, overview: QImage) -> None:
        if board is self.board and self.art is None and art.theme is self.theme:
            self.art = self.ground = art
            if self.tiles is not None:
                self.tiles.art, self.tiles.stand_in = art, QPixmap.fromImage(overview)
            self.place_names, self._names_wait = names_of(art), False
            self._enlarge()
            self._draw_features()
            self.map_drawn.emit()
            self.update()

    def set_view(self, view: TableView, way: Sequence[str] = ()) -> None:
        """Show what a seat sees; who has moved travels along `way`, who is lost fades."""
        old, same = self._by_id, self.view is not None and self.view.seat == view.seat
        self.view = view
        self._lay_out()
        self._draw_features()
        if self._hidden:
            self.gliding.stop()
        else:
            corners = self._corners(way)
            self.gliding.follow(old, self._by_id, corners, self._animation, lost=same)
            self.turning.follow(view, self._animation)
        self.update()

    def _corners(self, way: Sequence[str]) -> list[tuple[str, tuple[float, float]]]:
        """Return the middles of spaces, board units, each with its name."""
        spaces = self.spaces.spaces if self.spaces is not None else {}
        return [(name, spaces[name].centre) for name in way if name in spaces]

    def _draw_features(self) -> None:
        """Draw what was built or burnt, where the map has its waters."""
        ground, theme, view = self.ground, self.theme, self.view
        if view is not None and theme is not None and ground is not None:
            self._features = work_layers(
                view.features, theme, ground.unit, ground.warp, ground.crossings
            )

    def set_highlights(  # noqa: PLR0913
        self,
        legal: Mapping[str, str] | Iterable[str] = (),
        illegal: Mapping[str, str] | Iterable[str] = (),
        selected: Iterable[str] = (),
        path: Sequence[str] = (),
        path_label: str = "",
        ghosts: Sequence[PieceView] = (),
    ) -> None:
        """Mark spaces, hexsides and pieces: `legal` id -> label, `illegal` id -> reason."""
        self.marks = Marks(
            dict(legal) if isinstance(legal, Mapping) else dict.fromkeys(legal, ""),
            dict(illegal) if isinstance(illegal, Mapping) else dict.fromkeys(illegal, ""),
            tuple(selected),
            tuple(path),
            path_label,
            tuple(ghosts),
        )
        self.update()

    def set_overlays(self, overlays: Iterable[Overlay]) -> None:
        """Draw the geometry of answers."""
        self.overlays = tuple(overlays)
        self.update()

    def set_dice(self, cast: Sequence[Cast] | None) -> None:
        """Lay the dice of the last action beside what they were cast for; None takes all away."""
        if cast is None:
            self.dice.clear()
            return
        self.dice.lay(cast, rolling=self._animation != "off" and self.shown)

    def _around(self, name: str) -> QRectF | None:
        """The square of a piece or of the middle of a space, in board units.

        Of what is between two things ("gun>0504", "fom|val") it is the second.
        """
        name = next((n for n in (name, *reversed(JOINTS.split(name))) if self._knows(n)), "")
        if name in self._by_id:
            item = self._by_id[name]
            return spot_at(QPointF(item.x, item.y), max(item.width, item.height) / 2)
        if self.spaces is None or self.ground is None or not name:
            return None
        return spot_at(QPointF(*self.spaces.spaces[name].centre), 0.36 * self.ground.unit)

    def bare(self, box: QRectF) -> bool:
        """Whether no piece lies under a rectangle of pixels."""
        corners = self.camera.to_board(box.topLeft()), self.camera.to_board(box.bottomRight())
        return not (self.shown and self.pieces.touches(QRectF(*corners).normalized()))

    def _knows(self, name: str) -> bool:
        return name in self._by_id or (self.spaces is not None and name in self.spaces.spaces)

    def set_hidden(self, hidden: bool) -> None:
        """Hide everything but the printed map: behind the curtain, or while H is held."""
        self._hidden = hidden
        if hidden:
            self.gliding.stop()
            self.turning.stop()
            self.point_at("", "")
        self.update()

    def _veiled(self, box: QRectF) -> float:
        """Return how much is to be seen of what lies over a rectangle of pixels: pieces below it come first."""
        if self.bare(box):
            return 1.0
        under = self.underMouse() and box.contains(QPointF(self.mapFromGlobal(QCursor.pos())))
        return LIFTED if under else VEILED

    def set_toned(self, on: bool) -> None:
        """Tone the board as an old print: it is shown as it was."""
        if on != self._toned:
            self._toned = on
            self.update()

    def set_pieces_visible(self, visible: bool) -> None:
        """Take the pieces off the map, or put them back."""
        self._no_pieces = not visible
        self.update()

    def set_grid(self, on: bool) -> None:
        """Show or hide the hex grid."""
        if self.tiles is not None and self.tiles.grid != on:
            self.tiles.clear()
            self.tiles.grid = on
            self.update()

    def set_animation(self, how: str) -> None:
        """Choose off, quick or full."""
        self._animation = how

    def set_text_scale(self, scale: float) -> None:
        """Follow the text size of the settings."""
        self._text_scale = scale
        self._enlarge()
        self.update()

    def _enlarge(self) -> None:
        """Give every letter on the board its size: values, marks, names of places and of rivers."""
        if self.drawing is not None:
            self.drawing.text_scale = self._text_scale
        if self.place_names is not None:
            self.place_names.text_scale = self._text_scale
        if self.tiles is not None and self.tiles.text_scale != self._text_scale:
            self.tiles.clear()
            self.tiles.text_scale = self._text_scale

    @property
    def widget(self) -> QWidget:
        """The widget that the board is."""
        return self

    def redraw(self) -> None:
        """Draw again what has changed."""
        self.update()

    @property
    def covered(self) -> bool:
        """Whether everything but the printed map is hidden."""
        return self._hidden

    @property
    def shown(self) -> bool:
        """Whether pieces and marks are on the board."""
        return not (self._hidden or self._no_pieces)

    def _lay_out(self) -> None:
        if self.spaces is None or self.ground is None:
            return
        pieces = self.view.pieces if self.view is not None else ()
        self._placed = place(pieces, self.spaces, self.ground.unit, self.fanned)
        self._version += 1
        self._by_id = {p.piece.id: p for p in self._placed}
        self.pieces.set(
            [(p.piece.id, p.x, p.y, p.width, p.height, p.heading) for p in self._placed]
        )

    def fan_out(self, space: str | None) -> None:
        """Spread the stack of a space, or gather it again."""
        self.fanned = space
        self._lay_out()
        self.update()

    # ---- camera ----------------------------------------------------------

    def _changed(self) -> None:
        self._moving = True
        self._settle.start()
        self.camera_moved.emit()
        self.update()

    def _refine(self) -> None:
        self._moving = self._sliding = False
        self.update()

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by pixels."""
        self.camera.pan(dx, dy)
        self._sliding = True
        self._settle.start()
        self.camera_moved.emit()
        self.update()

    # ---- painting --------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the window."""
        self.camera.set_viewport(event.size().width(), event.size().height())
        self._changed()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint map, marks, pieces and overlays; what is not ready follows a little later."""
        painter = QPainter(self)
        sharp = self.render_onto(painter)
        painter.end()
        if not sharp and not self._moving:
            QTimer.singleShot(0, self, self._work)

    def _work(self) -> None:
        if self.tiles is not None and not self._moving:
            self.tiles.work(_SLICE)
            self.update()

    def render_onto(self, painter: QPainter, patient: bool = False) -> bool:
        """Paint the window with `painter`; `patient` waits for every tile and picture."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        table = self.theme.table if self.theme is not None else QColor("#CFC3A8")
        painter.fillRect(self.rect(), table)
        if self.tiles is None or self.drawing is None:
            return True
        ratio = self.devicePixelRatioF()
        sharp = self.tiles.paint(painter, self.camera, ratio, self._moving and not patient)
        while patient and not sharp:
            self.tiles.work(60)
            sharp = self.tiles.paint(painter, self.camera, ratio)
        budget = 10_000 if patient else 0 if self._moving else 24
        if self._hidden:
            self._paint_names(painter, ratio, budget)
        else:
            sharp &= self._paint_table(painter, ratio, budget)
        if self._toned:
            painter.fillRect(self.rect(), PAST)
        if self.key is not None:
            self.key.text_scale = self._text_scale
            self.key.paint(painter, self.size(), self.camera, ratio, self._veiled)
        if self.hasFocus():
            self.drawing.focus_frame(painter, QRectF(self.rect()))
        return sharp

    def _paint_table(self, painter: QPainter, ratio: float, budget: int) -> bool:
        camera, drawing = self.camera, self.drawing
        if drawing is None:
            return True
        drawing.features(painter, camera, self._features)
        for overlay in self.overlays:
            if drawing.lies_low(overlay):
                drawing.overlay(painter, camera, overlay)
        drawing.under_pieces(painter, camera, self.marks)
        below = self.spaces is not None and self.spaces.areas
        if below:  # no name of an area hides a block
            self._paint_names(painter, ratio, budget)
        sharp = True
        if not self._no_pieces:
            placed = list(self.turning.leaning(self.gliding.on_the_way(self._placed)))
            drawing.hasty, drawing.sliding = self.hasty, self._sliding
            sharp = drawing.pieces(painter, camera, placed, ratio, budget)
            drawing.stack_counts(painter, camera, placed)
            self._paint_vanishing(painter, drawing)
        if not below:
            self._paint_names(painter, ratio, budget)
        self._paint_cursor(painter)  # below what is written: costs, names, dice
        drawing.over_pieces(painter, camera, self.marks, self._by_id if not self._no_pieces else {})
        if not self._no_pieces:  # no mark covers what is written beside a base
            drawing.counters.bases.beside.draw(painter, camera, placed, ratio)
        for overlay in self.overlays:
            if not drawing.lies_low(overlay):
                drawing.overlay(painter, camera, overlay, self._by_id if self.shown else {})
        if self.shown:
            self.turning.tags(
                self._placed, lambda p, words: drawing.above(painter, camera, p, words)
            )
            self.grasp.paint(painter, camera, drawing)
            self.dice.paint(
                painter, drawing.theme, camera, self._around, self._text_scale, self.bare
            )
        return sharp

    def _paint_vanishing(self, painter: QPainter, drawing: Drawing) -> None:
        """Those who were lost just now, fainter and fainter where they stood."""
        gone, opacity = self.gliding.vanishing()
        for item in gone:
            at = self.camera.to_screen(QPointF(item.x, item.y))
            drawing.carried(painter, self.camera, item, at, opacity)

    def _paint_names(self, painter: QPainter, ratio: float, budget: int) -> None:
        """The names of places, clear of the pieces that are in sight; without time for it those at hand."""
        board, theme, ground = self.board, self.theme, self.ground
        if self._names_wait and budget and board and theme and ground:
            self._names_wait = False
            self.place_names = names_ahead(board, theme, ground)
            self._enlarge()
        if self.place_names is not None:
            version = self._version if self.shown else 0
            placed = self._placed if self.shown else ()
            hasty, moving = self.hasty, not budget
            self.place_names.paint(
                painter, self.camera, placed, ratio, version, moving=moving, hasty=hasty
            )

    def _paint_cursor(self, painter: QPainter) -> None:
        if self.drawing is None or self.theme is None:
            return
        if under := self.area_outlined:
            self.drawing.area(painter, self.camera, under)
        if self.cursor_space and self.hasFocus() and self.spaces is not None:
            space = self.spaces.spaces.get(self.cursor_space)
            if space is not None:
                self.drawing.cursor(painter, self.camera, space.id)

    @property
    def area_outlined(self) -> str:
        """The area under the mouse, on a map of areas; "" for none: hexes are told by their grid."""
        if self._hidden or self.spaces is None or not self.spaces.areas:
            return ""
        return self._hover[1] if self._hover[1] in self.spaces.spaces else ""

    def put_cursor(self, piece: str, space: str) -> None:
        """Put the cursor of the keyboard on a piece in a space; "" takes it away."""
        self.cursor_piece, self.cursor_space = piece, space
        self.update()

    # ---- pointing --------------------------------------------------------

    def piece_at(self, at: QPointF) -> str:
        """The piece under a pixel, or "" (always so while hidden)."""
        return (self.pieces.at(self.camera.to_board(at)) or "") if self.shown else ""

    def stack_at(self, piece: str) -> str | None:
        """The space in which a piece stands with others, or None."""
        at = self._by_id[piece].piece.at if piece else None
        together = [p for p in self._placed if at is not None and p.piece.at == at]
        return at if len(together) > 1 else None

    def space_at(self, at: QPointF) -> str:
        """The space under a pixel, or the marked hexside close to it."""
        if self.spaces is None or self.ground is None:
            return ""
        point = self.camera.to_board(at)
        sides = [n for n in (*self.marks.legal, *self.marks.illegal) if "/" in n]
        if sides:
            found = self.spaces.nearest_side(point, sides, 0.22 * self.ground.unit)
            if found is not None:
                return found
        return self.spaces.at(point) or ""

    def hover_anew(self) -> None:
        """Tell what is under the mouse now that the board has changed."""
        self._hover = ("", "")
        if self.underMouse() and not self._hidden:
            at = QPointF(self.mapFromGlobal(QCursor.pos()))
            self.point_at(self.piece_at(at), self.space_at(at))

    def point_at(self, piece: str, space: str) -> None:
        """Tell what is pointed at, when it is something else than before."""
        was = self._hover
        self._hover = (piece, space)
        if space != was[1]:
            self.space_hovered.emit(space)
            if self.spaces is not None and self.spaces.areas:
                self.update()
        if piece != was[0]:
            self.piece_hovered.emit(piece)

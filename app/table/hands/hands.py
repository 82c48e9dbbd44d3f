"""What mouse and keys do on the board: they are told to the model by name, and its marks are painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QWidget

from grognard.app.table.gestures.moving import HAND
from grognard.app.table.hands.menu import BoardMenu, find
from grognard.app.table.hands.parts import Parts
from grognard.app.table.hands.sight import Sight
from grognard.app.table.hands.tips import Tips
from grognard.app.table.model.called import ALL_BORDERS
from grognard.app.table.model.changes import Looked, Planned, Pointed, Touched
from grognard.app.table.model.marks import highlights
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.asks import Choice

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class Hands(QObject):
    """Translates the board's signals for the model, and the model's marks for the board.

    Attributes:
        over: the piece and the place under the mouse.
    """

    def __init__(self, page: Parts, parent: QWidget) -> None:
        super().__init__(parent)
        self.host, self.page, self.board = parent, page, page.board
        self.model, self.hand = page.model, page.hand
        self.over = ("", "")
        self._renewing = False
        self.tips = Tips(page, self)
        self.menu = BoardMenu(page, self)
        self.sight = Sight(page)
        self._listen()
        page.board.widget.installEventFilter(self)
        for kind in (Touched, Pointed, Looked, Planned):
            self.model.watch(kind, lambda _change: self.mark())

    def _listen(self) -> None:
        board, battle, pieces = self.board, self.page.battle, self.page.tray.pieces
        board.space_clicked.connect(lambda space, keys: self.click("", space, keys))
        board.piece_clicked.connect(lambda piece, keys: self.click(piece, "", keys))
        board.ground_clicked.connect(lambda: self.click("", ""))
        board.entered.connect(self.enter)
        board.marked = self._marked
        board.space_hovered.connect(lambda space: self.hover(self.over[0], space))
        board.piece_hovered.connect(lambda piece: self.hover(piece, self.over[1]))
        board.border_hovered.connect(self.tips.tell_border)
        board.piece_dragged.connect(self.hand.drag)
        board.piece_lifted.connect(self.hand.lift)
        board.piece_carried_off.connect(self._carried_off)
        board.context_menu.connect(self._context_menu)
        board.box_selected.connect(lambda names: self.hand.box(tuple(names)))
        board.camera_moved.connect(self.tips.drop)
        turning = board.turning
        turning.moved.connect(lambda: battle.cloth.turn(turning.leans(), turning.changes))
        battle.cloth.clicked.connect(lambda piece: self.click(piece, ""))
        battle.cloth.pointed.connect(self._fighter_pointed)
        self.page.cards.clicked.connect(self.hand.play_card)
        self.page.cards.given.connect(self._given)
        pieces.clicked.connect(self.hand.take_from_tray)
        pieces.lifted.connect(self.hand.lift)
        pieces.carried.connect(self._over_from_tray)
        pieces.dropped.connect(self._dropped_from_tray)

    # -- clicks and drags ------------------------------------------------------------------------

    def click(
        self,
        piece: str,
        space: str,
        keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """A click on a piece, or on bare ground."""
        if self.page.battle.release():
            return
        held, at = Qt.KeyboardModifier(keys), self.board.clicked_at()
        if not piece and self.hand.led_to((at.x(), at.y())):
            return
        self.hand.click(
            piece, space, shift=bool(held & SHIFT), alt=bool(held & ALT), ctrl=bool(held & CTRL)
        )

    def enter(self) -> None:
        """Take what is marked, or turned where it is pointed at; Enter never declines."""
        turned = self._turned()
        if self.page.battle.release():
            return
        if turned is not None:
            self.model.choose(turned)
        elif self._marked():
            self.page.finish()

    def _turned(self) -> Choice | None:
        """What was turned and is still pointed at: what is shown no more is not meant."""
        gesture, pointed = self.model.gesture, self.model.pointed
        if gesture is None or pointed is None or self.model.plan:
            return None
        return pointed if gesture.turned_there() == pointed else None

    def _marked(self) -> bool:
        """Whether a choice is marked: on the board, or by its line in the list."""
        gesture = self.model.gesture
        if self.model.plan or self._turned() is not None:
            return True
        on_board = gesture is not None and (gesture.drawn or not gesture.editor)
        return on_board and self.model.ready is not None

    def _dropped_from_tray(self, piece: str, at: QPoint) -> None:
        """A piece of the tray was dropped at a point of the screen."""
        here = self.board.mapFromGlobal(at)
        if self.board.rect().contains(here):
            self.hand.drag(piece, self.board.space_at(QPointF(here)))

    def _given(self, card: str, side: str, at: QPoint) -> None:
        """A counter of the hand was laid down at a point of the screen."""
        here = self.board.mapFromGlobal(at)
        if self.board.rect().contains(here):
            self.hand.give(card, side, self.board.space_at(QPointF(here)))

    def _over_from_tray(self, at: QPoint) -> None:
        """A piece of the tray is carried over the board: say what it would do there."""
        here = self.board.mapFromGlobal(at)
        inside = self.board.rect().contains(here)
        self.hover("", self.board.space_at(QPointF(here)) if inside else "")

    def _carried_off(self, piece: str, at: QPoint) -> None:
        """A piece was dropped beside the board: in the tray it is back in hand."""
        if self.page.tray.holds(at):
            self.hand.drag(piece, HAND)

    # -- hovering ------------------------------------------------------------------------------

    def hover(self, piece: str, space: str) -> None:
        """The mouse is over a piece and a place."""
        self.over = (piece, space)
        self._point(piece, space)

    def _fighter_pointed(self, piece: str) -> None:
        self._point(piece, "")

    def _point(self, piece: str, space: str) -> None:
        if self.hand.hover(piece, space, asked=not self._renewing):
            self.tips.tell()

    def renew(self) -> None:
        """The position has changed: what was said of the old one goes."""
        self.model.hovered, self.over = (), ("", "")
        # The mouse has not moved: nobody has asked why what lies under it now is not possible.
        self._renewing = True
        self.tips.renew()
        self._renewing = False

    def quiet(self) -> None:
        """Nothing may float over the curtain."""
        self.model.quiet()
        self.tips.drop()
        self.mark()

    # -- marks ---------------------------------------------------------------------------------

    def mark(self) -> None:
        """Mark everything legal, refused and picked, and what is pointed at."""
        model, overlays = self.model, self.page.overlays
        overlays.aim(model.meant if model.aimed else None)
        marks = highlights(model)
        self.board.set_highlights(
            legal=marks.legal,
            illegal=marks.refused,
            selected=marks.chosen,
            path=marks.path,
            path_label=marks.cost,
            ghosts=marks.ghosts,
        )
        self.page.battle.cloth.mark(marks.legal, marks.chosen)

    # -- keys and wheel --------------------------------------------------------------------------

    def next_piece(self, step: int) -> None:
        """Go to the next piece that can act."""
        name = self.hand.next_able(step)
        self.board.setFocus()  # else Enter would press the button that had the keyboard
        if not name:
            self.page.message.emit(tr("No piece can act on this question."))
            return
        self.model.light(name)
        self.sight.centre(name)
        self.board.put_cursor(name, self.model.lookup.place_of(name))
        self.model.inspect(name)
        self.page.prompt.body.mark_line(name)

    def find(self) -> None:
        """Find a piece or a place by its name."""
        find(self.page, self.host)

    def _context_menu(self, _at: QPoint, piece: str, space: str) -> None:
        if self.model.covered is None:
            self.tips.drop()
            self.menu.open(piece or space)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Turn with the wheel while a facing is open."""
        if isinstance(event, QWheelEvent) and watched is self.board.widget:
            delta, gesture = event.angleDelta().y(), self.model.gesture
            bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if bare and delta and gesture is not None and not gesture.editor:
                return self.model.turn(-1 if delta > 0 else 1)
        return super().eventFilter(watched, event)

    def held(self, event: QKeyEvent, keys: dict[str, list[str]]) -> bool:
        """Hide the pieces, or show all border limits, while a key is held; whether it was one."""
        if event.isAutoRepeat():
            return False
        pressed = QKeySequence(event.keyCombination()).toString()
        down = event.type() == QEvent.Type.KeyPress
        if pressed in keys.get("hide", ()):
            self.board.set_pieces_visible(not down)
        elif pressed in keys.get("borders", ()) and self.model.covered is None:
            self.page.overlays.hold(ALL_BORDERS, on=down)
        else:
            return False
        return True

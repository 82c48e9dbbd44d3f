"""What the mouse and the keys do on the board: clicks become choices, hovering explains."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QKeySequence
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QToolTip, QWidget

from app.board.map.ground import TABLE
from app.table.gestures.gesture import Marks, mentions, path_of, posed
from app.table.gestures.moving import HAND
from app.table.hands.parts import Parts
from app.table.panels.inspector import stack_html, tip_html
from app.table.tools import ALL_BORDERS, BORDER
from engines.core.play.game import NoAnswer
from engines.core.show.asks import Choice
from engines.core.show.explain import Refusal
from engines.core.show.views import PieceView

TIP_DELAY, TIP_UNASKED = 350, 1600
"""Milliseconds before the tool tip comes: the mouse rests, or the board changed under it."""


class Hands(QObject):
    """Translates the canvas's signals for the controller, and its answers back into marks."""

    def __init__(self, page: Parts, parent: QWidget) -> None:
        super().__init__(parent)
        self.host = parent
        self.page = page
        self.canvas = page.canvas
        self.control = page.controller
        self.over = ("", "")
        self.hovered: tuple[str, ...] = ()
        self.lit = ""
        self.group: tuple[str, ...] = ()
        self.next_index = -1
        self._tip_words = self._border_words = ""
        self._tip_timer = QTimer(self)
        self._tip_timer.setSingleShot(True)
        self._tip_timer.setInterval(TIP_DELAY)
        self._tip_timer.timeout.connect(self._show_tip)
        canvas = self.canvas
        canvas.space_clicked.connect(self._space_clicked)
        canvas.piece_clicked.connect(self._piece_clicked)
        canvas.space_hovered.connect(self._space_hovered)
        canvas.piece_hovered.connect(self._piece_hovered)
        canvas.piece_dragged.connect(self._dragged)
        canvas.piece_lifted.connect(self._lifted)
        canvas.piece_carried_off.connect(self._carried_off)
        canvas.border_hovered.connect(self._border_hovered)
        turning = getattr(canvas, "turning", None)
        if turning is not None:
            turning.moved.connect(lambda: page.battle.cloth.turn(turning.leans(), turning.changes))
        page.battle.cloth.clicked.connect(self._fighter_clicked)
        page.battle.cloth.pointed.connect(lambda name: self._hover(name, ""))
        pieces = page.tray.pieces
        pieces.clicked.connect(self.from_tray)
        pieces.lifted.connect(self._lifted)
        pieces.carried.connect(self.over_from_tray)
        pieces.dropped.connect(self.from_tray)
        canvas.context_menu.connect(self._context_menu)
        canvas.box_selected.connect(self._boxed)
        canvas.installEventFilter(self)
        canvas.camera_moved.connect(self._drop_tip)

    # -- clicks --------------------------------------------------------------------------------

    def place_of(self, piece: str) -> str:
        """Return the space a piece is in."""
        found = next((p for p in self.control.view.pieces if p.id == piece), None)
        return (found.at or "") if found is not None else ""

    def pieces_at(self, space: str) -> list[str]:
        """Return the pieces in a space, top first."""
        here = [p for p in self.control.view.pieces if p.at == space]
        return [p.id for p in sorted(here, key=lambda p: p.stack)]

    def names(self, piece: str = "", space: str = "") -> list[str]:
        """Return all that a click there may mean, the most telling first."""
        if self.control.board.kind == TABLE:
            return [piece] if piece else []  # bare ground is no place that anything is asked of
        space = space or self.place_of(piece)
        found = [piece] if piece else []
        found += [space] if space else []
        others = [name for name in self.pieces_at(space) if name != piece] if space else []
        return found + others

    def _clicked(self, piece: str, space: str, keys: Any) -> None:
        if self.control.covered is not None:
            return
        overlays = self.page.overlays
        space = space or self.place_of(piece)
        if overlays.sighting and (space or piece):
            overlays.look_at(piece if piece and not self.place_of(piece) else space)
            return
        if piece and self._regrouped(piece, Qt.KeyboardModifier(keys)):
            return
        self.group = ()
        self.lit = piece or (space if self.control.board.kind != TABLE else "")
        overlays.point(piece or next(iter(self.pieces_at(space)), ""), space)
        self.page.inspect(piece or space)
        if self.control.gesture is None:
            self.mark(None)
            return
        extend = bool(Qt.KeyboardModifier(keys) & Qt.KeyboardModifier.ShiftModifier)
        self._point_out(self.names(piece, space), extend=extend)

    def _point_out(self, names: list[str], *, extend: bool) -> None:
        """Hand a click to the gesture; where it changes nothing the reason stays in the prompt."""
        gesture = self.control.gesture
        before = gesture and (list(gesture.picked), gesture.chosen())
        self.control.click(names, extend=extend)
        if gesture is not None and gesture is self.control.gesture and gesture.explains:
            if before == (gesture.picked, gesture.chosen()):
                self.page.prompt.show_refusal(gesture.refusal(names))

    def _space_clicked(self, space: str, keys: Any) -> None:
        self._clicked("", space, keys)

    def _piece_clicked(self, piece: str, keys: Any) -> None:
        self._clicked(piece, "", keys)

    def _dragged(self, piece: str, space: str) -> None:
        """A drag is a click on the piece (when that is asked) and then on the space."""
        if self.control.covered is not None or self.control.gesture is None:
            return
        if self.control.gesture.carries:
            if not self._lifted(piece):
                self.page.prompt.show_refusal(self.control.gesture.refusal([piece]))
                return
        elif piece in self.control.gesture.marks().legal:
            self.control.click([piece])
        gesture = self.control.gesture
        if gesture is not None and (space or gesture.carries):
            self.control.click([space])
            if self.control.gesture is gesture and gesture.hover([space]) is None:
                self.page.prompt.show_refusal(gesture.refusal([space]))

    def _lifted(self, piece: str) -> bool:
        """A piece is taken up to be carried; return whether it may be."""
        gesture = self.control.gesture
        if gesture is None or not gesture.carries or not gesture.lift(piece):
            return False
        self.control.touched.emit()
        return True

    def _fighter_clicked(self, piece: str) -> None:
        self._clicked(piece, "", Qt.KeyboardModifier.NoModifier)

    def from_tray(self, piece: str, at: QPoint | None = None) -> None:
        """A piece of the tray was clicked, or dropped at a point of the screen."""
        if self.control.covered is not None or self.control.gesture is None:
            return
        if at is None:
            self.lit = ""
            self.page.overlays.point(piece, "")
            self.page.inspect(piece)
            self.control.click([piece])
            return
        here = self.canvas.mapFromGlobal(at)
        if self.canvas.rect().contains(here):
            self._dragged(piece, self.canvas.space_at(QPointF(here)))

    def over_from_tray(self, at: QPoint) -> None:
        """A piece of the tray is carried over the board: say what it would do there."""
        here = self.canvas.mapFromGlobal(at)
        inside = self.canvas.rect().contains(here)
        self.over = ("", self.canvas.space_at(QPointF(here)) if inside else "")
        self._hover(*self.over)

    def _carried_off(self, piece: str, at: QPoint) -> None:
        """A piece was dropped beside the board: in the tray it is back in hand."""
        if self.page.tray.holds(at):
            self._dragged(piece, HAND)

    def _boxed(self, pieces: Any, *_rest: Any) -> None:
        """A box picks the members of a subset; else it gathers pieces to look at together."""
        if self.control.covered is not None:
            return
        gesture = self.control.gesture
        if gesture is not None and gesture.editor == "checks":
            for name in pieces:
                if name not in gesture.picked:
                    gesture.click([name])
            self.control.touched.emit()
        else:
            self._gather(tuple(pieces))

    def _regrouped(self, piece: str, keys: Qt.KeyboardModifier) -> bool:
        """Shift+click adds a piece to those looked at together, Alt+click takes it out."""
        gesture = self.control.gesture
        answers = gesture is not None and piece in gesture.marks().legal
        if keys & Qt.KeyboardModifier.AltModifier:
            if gesture is not None and gesture.editor == "checks" and piece in gesture.picked:
                gesture.click([piece])
                self.control.touched.emit()
            else:
                self._gather(tuple(name for name in self.group if name != piece))
            return True
        if keys & Qt.KeyboardModifier.ShiftModifier and not answers:
            before = self.group or ((self.lit,) if self.lit and self.place_of(self.lit) else ())
            self._gather((*before, piece) if piece not in before else before)
            return True
        return False

    def _gather(self, pieces: tuple[str, ...]) -> None:
        if pieces:
            self.page.inspect_group(pieces)
        self.gather(pieces)

    def gather(self, pieces: tuple[str, ...]) -> None:
        """Mark pieces that are looked at together."""
        self.group, self.lit = pieces, ""
        self.mark(None)

    # -- hovering ------------------------------------------------------------------------------

    def _space_hovered(self, space: str) -> None:
        self.over = (self.over[0], space)
        self._hover(*self.over)

    def _piece_hovered(self, piece: str) -> None:
        self.over = (piece, self.over[1])
        self._hover(*self.over)

    def _hover(self, piece: str, space: str) -> None:
        if self.control.covered is not None:
            return
        names = tuple(self.names(piece, space)) if piece or space else ()
        if names == self.hovered:
            return
        self.hovered = names
        gesture = self.control.gesture
        choice = gesture.hover(names) if gesture is not None and names else None
        refusal = None
        if gesture is not None and gesture.explains and names and choice is None:
            refusal = gesture.refusal(names)
        self.page.prompt.show_choice(choice)
        self.page.prompt.show_refusal(refusal)
        # Of one end of a line of fire nothing can be said yet.
        known = gesture is None or set(mentions(choice)) <= {*names, *gesture.picked}
        self.mark(choice, aimed=known)
        self._tip(names, choice, refusal)

    def _border_hovered(self, border: str) -> None:
        """A border between areas is pointed at: say what it lets through."""
        if self.control.covered is not None:
            return
        try:
            answer = self.control.inquire(BORDER, edge=border) if border else None
        except NoAnswer:
            answer = None
        told = tip_html(answer) if answer is not None else ""
        if told != self._border_words:
            self._border_words = told
            self._tip_timer.start(TIP_DELAY)

    def _tip(self, names: tuple[str, ...], choice: Choice | None, refused: Refusal | None) -> None:
        parts: list[str] = []
        gesture = self.control.gesture
        if refused is not None:
            rule = f" <b>[{escape(refused.rule)}]</b>" if refused.rule else ""
            parts.append(f"{escape(str(refused.message))}{rule}")
        elif choice is not None and gesture is not None:
            lines = gesture.describe(choice)
            parts.extend(str(line) for line in lines[1 if path_of(choice) else 0 :])
        parts += self.page.overlays.aimed_words() if names else []
        pieces = [p for p in self.control.view.pieces if p.id in names]
        if pieces:
            order = sorted(pieces, key=lambda p: (p.side, p.stack))
            parts.append(self._named(pieces[0].at) + stack_html(order, self.page.inspector.single))
        self._tip_words = "<br>".join(parts)
        QToolTip.hideText()
        self._tip_timer.start(TIP_DELAY)

    def _named(self, at: str | None) -> str:
        """The name of an area as the heading of what stands in it: blocks may cover it."""
        board = self.control.board
        name = (
            next((s.label for s in board.spaces if s.id == at), "") if board.kind == "areas" else ""
        )
        return f"<i>{escape(name)}</i><br>" if name else ""

    def _show_tip(self) -> None:
        grasp = getattr(self.canvas, "grasp", None)
        if grasp is not None and grasp.holds:
            return  # what is being dragged is explained beside the mouse
        words = "<br>".join(part for part in (self._tip_words, self._border_words) if part)
        if words and self.canvas.underMouse() and self.canvas.isVisible():
            QToolTip.showText(QCursor.pos() + QPoint(18, 14), words, self.canvas)

    def _drop_tip(self) -> None:
        self._tip_words = self._border_words = ""
        self._tip_timer.stop()
        QToolTip.hideText()

    def renew(self) -> None:
        """The position has changed: what was said of the old one goes."""
        self.hovered, self.over = (), ("", "")
        self._drop_tip()
        anew = getattr(self.canvas, "hover_anew", None)
        if anew is not None:
            anew()
            # The mouse has not moved: what lies under it is not at once laid over the board.
            self._tip_timer.start(TIP_UNASKED)

    def quiet(self) -> None:
        """Nothing may float over the curtain."""
        self.hovered = ()
        self.lit, self.group = "", ()
        self._drop_tip()
        self.mark(None)

    # -- marks ---------------------------------------------------------------------------------

    def mark(self, choice: Choice | None, *, aimed: bool = True) -> None:
        """Mark everything legal, refused and picked; `choice` is what is pointed at, and aimed too."""
        gesture = self.control.gesture
        marks = gesture.marks() if gesture is not None else Marks()
        meant = choice if choice is not None else gesture.chosen() if gesture else None
        path = self._from_its_place(path_of(choice) or marks.path, meant)
        meant_ids = gesture.meant(choice) if gesture is not None and choice is not None else ()
        chosen = marks.chosen + meant_ids
        chosen = (*chosen, *self.group, *((self.lit,) if self.lit else ()))
        told = choice if choice is not None else gesture.chosen() if gesture else None
        self.page.overlays.aim(told if aimed else None)
        cost = gesture.describe(told)[:1] if gesture and told is not None else ()
        self.paint_marks(marks, chosen, path, str(cost[0]) if cost else "", self.ghost_of(told))

    def _from_its_place(self, path: tuple[str, ...], choice: Choice | None) -> tuple[str, ...]:
        """Begin a path where the piece that takes it stands."""
        ask = self.control.ask
        by = choice.get("by") if isinstance(choice, dict) else None
        first = (
            by[0]
            if isinstance(by, list) and by
            else by or next(iter(ask.subject if ask else ()), "")
        )
        at = self.place_of(str(first)) or (str(first) if self.pieces_at(str(first)) else "")
        return (at, *path) if path and at and at != path[0] else path

    def ghost_of(self, choice: Choice | None) -> PieceView | None:
        """Return the piece that a choice turns or places, as it would stand."""
        ask = self.control.ask
        found = posed(choice, ask, self.control.view) if ask is not None else None
        if found is None:
            return None
        name, at, facing = found
        piece = next(p for p in self.control.view.pieces if p.id == name)
        bearing = self.page.theme.bearing(facing)
        return replace(piece, at=at, pose=None, stack=0, facing=bearing or piece.facing)

    def paint_marks(
        self,
        marks: Marks,
        chosen: tuple[str, ...],
        path: tuple[str, ...],
        cost: str,
        ghost: PieceView | None = None,
    ) -> None:
        """Hand the marks to the canvas."""
        gesture = self.control.gesture
        reasons = {n: str(gesture.refusals[n].message) for n in marks.refused} if gesture else {}
        self.canvas.set_highlights(
            legal=marks.legal,
            illegal=reasons,
            selected=chosen,
            path=path,
            path_label=cost,
            ghost=ghost,
        )
        self.page.battle.cloth.mark(marks.legal, chosen)

    def light(self, name: str) -> None:
        """Light up one thing."""
        self.lit = name
        self.mark(None)

    def centre(self, space: str) -> None:
        """Centre the board on a space, or on a piece that stands in none."""
        spot = self.spot_of(space)
        camera = getattr(self.canvas, "camera", None)
        if spot is not None and camera is not None:
            at = camera.to_screen(spot)
            if self.canvas.rect().adjusted(80, 80, -80, -80).contains(at.toPoint()):
                return
        if space:
            self.canvas.centre_on(space)

    def spot_of(self, name: str) -> QPointF | None:
        """Return the middle of a space, or of a piece that stands free on a table, in board units."""
        return self._spots().get(name)

    def _spots(self) -> dict[str, QPointF]:
        found = {p.id: QPointF(*p.pose[:2]) for p in self.control.view.pieces if p.pose is not None}
        return found | {space.id: QPointF(*space.centre) for space in self.control.board.spaces}

    def bring_into_view(self) -> None:
        """A question about things out of sight moves the map to them; else the map stays."""
        gesture = self.control.gesture
        camera = getattr(self.canvas, "camera", None)
        if gesture is None or camera is None:
            return
        known = self._spots()
        points: list[QPointF] = []
        for names in (gesture.ask.subject, gesture.marks().legal):
            at = [self.place_of(name) or name for name in names]
            points = points or [known[name] for name in at if name in known]
        shown = self.canvas.rect().adjusted(30, 30, -30, -30)
        seen = (camera.to_screen(point).toPoint() for point in points)
        if points and not any(shown.contains(p) and not self.page.under_minimap(p) for p in seen):
            self.canvas.centre_on(points[0])

    def _last_seen(self) -> tuple[tuple[str, ...], ...]:
        """Where the computer has just done something, to be watched while it plays."""
        ask, log = self.control.session.ask, self.control.log()
        if ask is None or ask.seat in self.control.humans or not log:
            return ()
        if self.page.settings.animation == "off":
            return ()
        at, entry = log[-1]
        return (entry.where, entry.pieces) if at == self.control.position else ()

    def fit(self) -> None:
        """Show the whole board."""
        self.canvas.fit()

    def fit_pieces(self) -> None:
        """Show where the pieces are, close enough to read their values."""
        getattr(self.canvas, "fit_pieces", self.canvas.fit)()

    # -- pieces that can act -------------------------------------------------------------------

    def able(self) -> list[str]:
        """Return the pieces that can still act on the present question."""
        gesture = self.control.gesture
        if gesture is None:
            return []
        pieces = {piece.id for piece in self.control.view.pieces}
        return [name for name in gesture.marks().legal if name in pieces]

    def idle(self) -> list[str]:
        """Return the pieces that could still act when the question is declined."""
        gesture = self.control.gesture
        if gesture is None or gesture.ask.interrupt or gesture.ask.form not in ("piece", "target"):
            return []
        if gesture.ask.form == "piece":
            return self.able()
        found: dict[str, None] = {}
        for choice in gesture.candidates():
            by = choice.get("by", choice.get("pieces")) if isinstance(choice, dict) else None
            for name in by if isinstance(by, list) else [by]:
                if isinstance(name, str):
                    found.update(dict.fromkeys(self.pieces_at(name) or [name]))
        return list(found)

    def next_piece(self, step: int) -> None:
        """Go to the next piece that can act."""
        able = self.able()
        if not able:
            self.page.message.emit("No piece can act on this question.")
            return
        self.next_index = (self.next_index + step) % len(able)
        name = able[self.next_index]
        self.light(name)
        self.centre(self.place_of(name) or name)
        self.page.inspect(name)

    def escape(self) -> None:
        """Leave the tool, or deselect; never plays."""
        if self.page.since.isVisible() or self.page.ending.isVisible():
            self.page.since.hide()
            self.page.ending.hide()
        elif self.page.overlays.sighting:
            self.page.overlays.see(on=False)
        elif self.page.overlays.dismiss():
            pass
        elif not self.control.escape():
            if self.control.past is not None:
                self.control.show_present()
            self.lit, self.group = "", ()
            self.page.overlays.point("", "")
            self.mark(None)

    def find(self) -> None:
        """Find a piece or a place by its name."""
        found = {p.name: p.id for p in self.control.view.pieces if p.name and (p.at or p.pose)}
        for space in self.control.board.spaces:
            if space.label:
                found.setdefault(space.label, space.id)
        dialog = QInputDialog(self.host)
        dialog.setWindowTitle("Find")
        dialog.setLabelText("Piece or place:")
        dialog.setComboBoxItems(sorted(found))
        dialog.setComboBoxEditable(True)
        line = dialog.findChild(QLineEdit)
        if line is not None:
            line.selectAll()
        if dialog.exec():
            words = dialog.textValue().lower()
            near = [name for name in found if words in name.lower()]
            exact = [name for name in near if name.lower() == words]
            if near:
                self.page.go_to(found[(exact or near)[0]])
            else:
                self.page.message.emit(f"Nothing is called {words}.")

    # -- menu, wheel, held key -----------------------------------------------------------------

    def _context_menu(self, *details: Any) -> None:
        if self.control.covered is not None:
            return
        self._drop_tip()
        name = next((item for item in details if isinstance(item, str) and item), "")
        menu = QMenu(self.canvas)
        if name:
            title = menu.addAction(self.page.name_of(name))
            title.setEnabled(False)
            menu.addAction("Inspect").triggered.connect(lambda: self.page.go_to(name))
            self._add_choices(menu, name)
        menu.addSeparator()
        overlays = self.page.overlays
        for inquiry in overlays.names():
            action = menu.addAction(overlays.title(inquiry))
            action.setCheckable(True)
            action.setChecked(inquiry in overlays.on)
            action.toggled.connect(lambda on, inquiry=inquiry: self._switch(inquiry, on, name))
        menu.exec(QCursor.pos())

    def _switch(self, inquiry: str, on: bool, name: str) -> None:
        """Show an overlay of the piece or place the menu was opened on, or take it away."""
        if on and name:
            place = self.place_of(name)
            pieces = {piece.id for piece in self.control.view.pieces}
            self.page.overlays.point(
                name if name in pieces else "", place if name in pieces else name
            )
        self.page.overlays.switch(inquiry, on=on)

    def _add_choices(self, menu: QMenu, name: str) -> None:
        gesture = self.control.gesture
        if gesture is None:
            return
        known = set(self.names(name if self.place_of(name) else "", self.place_of(name) or name))
        fitting = [c for c in gesture.candidates() if known & set(mentions(c)[:1])][:12]
        for choice in fitting:
            action = menu.addAction(str(gesture.ask.choices.label(choice)))
            action.triggered.connect(lambda _on=False, c=choice: self.control.choose(c))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Turn with the wheel while a facing is open."""
        if event.type() == QEvent.Type.Wheel and watched is self.canvas:
            keys = event.modifiers()  # type: ignore[attr-defined]
            delta = event.angleDelta().y()  # type: ignore[attr-defined]
            placing = self.control.gesture is not None and not self.control.gesture.editor
            if keys == Qt.KeyboardModifier.NoModifier and delta and placing:
                return self.control.turn(-1 if delta > 0 else 1)
        return super().eventFilter(watched, event)

    def held(self, event: Any, keys: dict[str, list[str]]) -> bool:
        """Hide the pieces, or show all border limits, while a key is held; whether it was one."""
        if event.isAutoRepeat():
            return False
        pressed = QKeySequence(event.keyCombination()).toString()
        down = event.type() == QEvent.Type.KeyPress
        if pressed in keys.get("hide", ()):
            self.canvas.set_pieces_visible(not down)
        elif pressed in keys.get("borders", ()) and self.control.covered is None:
            self.page.overlays.hold(ALL_BORDERS, on=down)
        else:
            return False
        return True

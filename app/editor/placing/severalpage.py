"""Several pieces in the hand: boxes and Shift, the menu of what can be done with all, copy and paste, lines on a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from grognard.app.board.theme import Theme
from grognard.app.editor import setting
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.pickers import Naming
from grognard.app.editor.placing import copying, several
from grognard.app.editor.placing.setuppage import SetupPage
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.drawing import DrawingCanvas
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.text import capital, tr, trn
from grognard.engines.core.data.yamlio import Plain

MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""With these keys a click, or a box, is for pieces besides those that are looked at."""


class SeveralPage(SetupPage):
    """The set-up page, where a gesture is for all pieces that are chosen."""

    def __init__(self, desk: Desk, canvas: DrawingCanvas, theme: Theme, naming: Naming) -> None:
        super().__init__(desk, canvas, theme, naming)
        canvas.box_selected.connect(self._boxed)
        canvas.context_menu.connect(self._ask)

    def symbol(self, uid: str) -> QIcon | None:
        """Return the picture of a unit, or of the first piece that was made of it."""
        made = next((piece for piece in self.looks if piece.startswith(f"{uid}-")), "")
        return self._icon(uid if uid in self.looks else made) if uid else None

    # -- who is in the hand ------------------------------------------------------------------------

    def _piece_clicked(self, uid: str, keys: Qt.KeyboardModifier) -> None:
        """Look at a piece; with Shift or Ctrl at it besides the others, or no longer."""
        if not self._here():
            return
        if not keys & MORE or self.carried or uid not in self.preview.pieces:
            self._clicked(uid)
        elif uid in self.chosen:
            self.look_at_all([one for one in self.chosen if one != uid])
        else:
            self.look_at_all([*self.chosen, uid])

    def _boxed(self, names: list[str]) -> None:
        """Look at all pieces in a box that was drawn; with Shift at those besides the others."""
        if not self._here() or self.canvas.tool is not None:
            return
        more = self.chosen if QGuiApplication.keyboardModifiers() & MORE else ()
        found = dict.fromkeys([*more, *(n for n in names if n in self.preview.pieces)])
        self.look_at_all([*found])

    # -- what can be done with them ----------------------------------------------------------------

    def _ask(self, at: QPoint, uid: str, space: str) -> None:
        """Offer what can be done with the piece under the mouse, and all that are chosen with it."""
        if not self._here() or self.canvas.tool is not None:
            return
        if uid and uid not in self.chosen:
            self.look_at(uid)
        menu = self.menu(space)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def menu(self, space: str) -> QMenu:
        """Return the menu for the pieces in the hand; what was copied is pasted in a space."""
        menu = QMenu(self)
        known = bool(self.chosen) and all(uid in self.preview.pieces for uid in self.chosen)
        if known:
            self._turns(menu)
            self._states(menu)
            self._groups(menu)
            if "pose" in self.placing.ways and len(self.chosen) > 1:
                self._lines(menu)
            menu.addSeparator()
            _add(menu, tr("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        held = _add(
            menu, tr("Paste here"), lambda: self.paste(space), QKeySequence.StandardKey.Paste
        )
        held.setEnabled(bool(self._held()))
        if self.chosen:
            menu.addSeparator()
        if known:
            for box in self.placing.boxes:
                words = tr("Off the map: {box}", box=self.desk.game.term(box))
                _add(menu, words, lambda box=box: self._say_where("box", box))  # type: ignore[misc]
        if self.chosen:
            off = lambda: self.take_off(self.picked)  # noqa: E731
            _add(menu, tr("Delete"), off, QKeySequence.StandardKey.Delete)
        return menu

    def _turns(self, menu: QMenu) -> None:
        if self.placing.facing is not None or "pose" in self.placing.ways:
            _add(menu, tr("Turn to the left"), lambda: self.turn(-1), "Q")
            _add(menu, tr("Turn to the right"), lambda: self.turn(1), "E")
        if self.placing.formations:
            inner = menu.addMenu(tr("Formation"))
            for word in self.placing.formations:
                say = lambda word=word: self._said("formation", word)  # noqa: E731
                _add(inner, capital(str(self.desk.game.term(word))), say)

    def _states(self, menu: QMenu) -> None:
        """Flip the pieces to another side of theirs, or back."""
        if not self.placing.states:
            return
        inner = menu.addMenu(tr("Flip"))
        for word in ("", *self.placing.states):
            called = capital(str(self.desk.game.term(word))) if word else tr("as usual")
            _add(inner, called, lambda word=word: self._said("state", word))  # type: ignore[misc]

    def _groups(self, menu: QMenu) -> None:
        """Put the pieces into a group of the stage."""
        for key, schema in self.placing.extra.items():
            path: Path = (*setting.stage_path(self.stage), "setup", 0, key)
            kind = self.naming.picks.kind(path, schema)
            if not kind.startswith("record:"):
                continue
            inner = menu.addMenu(tr("Put in a group"))
            for pick in self.naming.picks.of(kind, path):
                say = lambda key=key, uid=pick.id: self._said(key, uid)  # noqa: E731
                _add(inner, pick.words, say)
            _add(inner, tr("no group"), lambda key=key: self._said(key, ""))  # type: ignore[misc]
            inner.setEnabled(len(inner.actions()) > 1)

    def _lines(self, menu: QMenu) -> None:
        inner = menu.addMenu(tr("Bring into line"))
        for words, do in (
            (tr("Side by side, west to east"), lambda at: several.aligned(at, 1)),
            (tr("One behind the other, north to south"), lambda at: several.aligned(at, 0)),
            (tr("At like distances"), several.spread),
        ):
            _add(inner, words, lambda do=do: self.line_up(do))  # type: ignore[misc]

    def line_up(
        self, do: Callable[[Mapping[str, several.Point]], dict[str, several.Point]]
    ) -> None:
        """Bring the pieces of a table into line, or set them at like distances."""
        places = do(several.poses(self.scenario, self.stage, self.chosen))

        def put(now: Plain, uid: str) -> list[Step]:
            return setting.put(now, self.stage, uid, {"pose": several.pose(places[uid])})

        words = tr("{piece} placed", piece=self._words(self.picked, places))
        self.desk.change(words, self.desk.scenario, several.each(self.scenario, places, put))

    # -- copy and paste ----------------------------------------------------------------------------

    def key(self, letter: str, event: QKeyEvent) -> bool:
        """Copy and paste, choose all, and what one piece answers to."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.chosen:
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste(self.canvas.space_at(self.canvas.mouse.at))
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            view = self.canvas.view
            self._boxed([p.id for p in view.pieces if p.at or p.pose] if view is not None else [])
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        else:
            return super().key(letter, event)
        return True

    def _forces(self) -> dict[str, Plain]:
        return {file: self.desk.plain(file) for file in self.desk.force_files()}

    def copy(self) -> None:
        """Copy the pieces in the hand, for this set-up or another one of the game."""
        sides = self.preview.sides
        found = [*copying.copied(self.scenario, self.stage, self._forces(), sides, self.chosen)]
        why = tr("Only units of an order of battle that stand in the set-up can be copied.")
        if not found:
            self.told.emit(why)
            return
        data = QMimeData()
        data.setData(copying.MIME, copying.packed(self.desk.game.id, found))
        data.setText(", ".join(self.called(piece.id) for piece in found))
        QGuiApplication.clipboard().setMimeData(data)
        words = trn("{n} piece copied", "{n} pieces copied", n=len(found))
        if len(found) < len(self.chosen):
            words = tr("{copied}. {why}", copied=words, why=why)
        self.told.emit(words)

    def _held(self) -> list[copying.Copied]:
        """Return what was copied, of this game."""
        data = QGuiApplication.clipboard().mimeData()
        if data is None or not data.hasFormat(copying.MIME):
            return []
        return copying.unpacked(self.desk.game.id, bytes(data.data(copying.MIME).data()))

    def paste(self, space: str) -> None:
        """Set down what was copied: the first in a space, or where the mouse is, the others about it as they stood."""
        held = self._held()
        if not held:
            self.told.emit(tr("Nothing of this game has been copied."))
            return
        home = setting.at_home(self.scenario, self.stage, self.preview.groups)
        pasting = copying.Pasting(self._forces(), self.preview.pieces, home, {}, [])
        named = [(one, name) for one in held if (name := pasting.name(one))]
        rows = self._lines_of(named, space)
        file = self.desk.scenario
        into = several.each(self.scenario, rows, lambda now, uid: [self._added(now, rows[uid])])
        words = trn("{n} piece pasted", "{n} pieces pasted", n=len(rows))
        if rows and self.desk.change_all(words, {**pasting.steps, file: into}):
            self.chosen, self.picked = tuple(rows), [*rows][-1]
            self.told.emit(words)
        if pasting.left:
            self.told.emit(
                trn(
                    "{n} piece has no army here that has its like.",
                    "{n} pieces have no army here that has their like.",
                    n=len(pasting.left),
                )
            )

    def _added(self, now: Plain, row: dict[str, Plain]) -> Step:
        path: Path = (*setting.stage_path(self.stage), "setup")
        there = setting.lines(now, self.stage)
        return Step((*path, len(there)), "insert", row) if there else Step(path, "set", [row])

    def _lines_of(
        self, named: list[tuple[copying.Copied, str]], space: str
    ) -> dict[str, dict[str, Plain]]:
        """Return the lines of pasted pieces: shifted so that the first comes where it is wanted."""
        rows = {name: {**one.line, "piece": name} for one, name in named}
        spots = self.canvas.spaces.spaces if self.canvas.spaces is not None else {}
        first = next(iter(rows.values()), {})
        start = str(first.get("at", ""))
        for row in rows.values():
            at = str(row.get("at", ""))
            if "at" in row and space:
                row["at"] = self._as_far(start, at, space) if {start, at} <= {*spots} else space
        if isinstance(begun := first.get("pose"), list):
            self._bring(rows, begun)
        return rows

    def _bring(self, rows: dict[str, dict[str, Plain]], begun: list[Plain]) -> None:
        """Bring poses along so that the first is under the mouse."""
        scale = self.preview.board.scale if self.preview.board is not None else 1.0
        at = self.canvas.camera.to_board(self.canvas.mouse.at)
        dx, dy = at.x() / scale - float(str(begun[0])), -at.y() / scale - float(str(begun[1]))
        for row in rows.values():
            if isinstance(pose := row.get("pose"), list):
                row["pose"] = several.pose((float(str(pose[0])) + dx, float(str(pose[1])) + dy))


def _add(menu: QMenu, words: str, do: Callable[[], object], keys: object = None) -> QAction:
    """Add a line to a menu; its keys are told, and work on the board."""
    action = menu.addAction(words)
    if keys is not None:
        action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
        action.setShortcutVisibleInContextMenu(True)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda _on=False: do())
    return action

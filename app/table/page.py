"""The table page: the board in the middle, the prompt on its left, tabs on its right, tracks below."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QSplitter, QTabWidget, QVBoxLayout, QWidget

from app.rulebook.panel import RulebookPanel
from app.settings import Settings
from app.table.controller import Controller
from app.table.gestures.moving import Arranging
from app.table.hands.hands import Hands
from app.table.hands.tablehands import TableHand
from app.table.panels.battleboard import BattleBoard
from app.table.panels.bottom import Bottom
from app.table.panels.card import Card, since_html, verdict_html
from app.table.panels.curtain import Curtain
from app.table.panels.dice import DicePanel
from app.table.panels.displays import Displays
from app.table.panels.inspector import Inspector
from app.table.panels.log import LogPanel
from app.table.panels.roster import Roster
from app.table.panels.tray import Tray
from app.table.prompt.prompt import PromptPanel
from app.table.tools import Overlays
from engines.core.proof.rulebook import Rulebook
from engines.core.show.views import SequenceLine

LEFT, RIGHT, WIDE = 176, 228, 430
NOT_BACK = "That cannot be taken back: a die was rolled or the seat changed."
TABS = ("unit", "log", "turn", "roster", "dice", "rules")


class TablePage(QWidget):
    """Everything at the table of one game.

    Signals:
        message(str): words for the status of the window.
        leave_wanted(): back to the library.
    """

    message = Signal(str)
    leave_wanted = Signal()

    def __init__(self, controller: Controller, settings: Settings) -> None:
        super().__init__()
        from app.board.canvas import BoardCanvas
        from app.board.theme import load_theme

        self.setObjectName("page")
        self.controller = controller
        self.settings = settings
        self.theme = load_theme(controller.game.id)
        self.theme.dark = settings.surround == "dark"
        self.canvas: Any = BoardCanvas()
        self.canvas.setAccessibleName("Board")
        self.canvas.setMinimumSize(200, 150)
        self.canvas.set_board(controller.board, self.theme, patient=False)
        self.prompt = PromptPanel(controller)
        self.prompt.naming = self.name_of
        self.prompt.bearing = controller.bearing = self.theme.bearing
        self.inspector = Inspector(self.theme.names("values.single"))
        self.log = LogPanel()
        self.log.can_undo = controller.can_undo_to
        self.displays = Displays(self.theme)
        self.roster = Roster()
        self.dice = DicePanel(controller.seats)
        self.rulebook = self._rulebook()
        self.bottom = Bottom()
        self.tray = Tray(self.theme)
        self.battle = BattleBoard(self.theme, self)
        self.overlays = Overlays(controller)
        started = self.theme.node("overlays.start")
        known = self.overlays.names()
        self.overlays.on = (
            [name for name in started if name in known] if isinstance(started, list) else []
        )
        self.since = Card(self, "Watch it step by step", "Go on")
        self.ending = Card(self, "Watch from the start", "Look around")
        self.curtain = Curtain(settings, self)
        self.curtain.pins = controller.keeper.pins
        self._told_at = -1
        self._lay_out()
        self._connect()
        self.hands = Hands(self, self)
        self.table_hand = TableHand(self, self)
        controller.trouble.connect(self._trouble)
        controller.setParent(self)  # left to itself, its signals would keep the page for ever
        QTimer.singleShot(0, self, self._fit)

    def _rulebook(self) -> RulebookPanel:
        book, problems = Rulebook.load(self.controller.game.data())
        trouble = "\n".join(map(str, problems))
        return RulebookPanel(book, trouble, self._sequence)

    def _sequence(self) -> tuple[SequenceLine, ...]:
        """The sequence of play with its mark; the session is another one after a fork."""
        return self.controller.session.sequence()

    # -- building ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Side panel")
        self.tabs.setMinimumWidth(1)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.tabBar().setElideMode(Qt.TextElideMode.ElideNone)
        panels = (self.inspector, self.log, self.displays, self.roster, self.dice, self.rulebook)
        for panel, title in zip(
            panels, ("Unit", "Log", "Turn", "Army", "Dice", "Rules"), strict=True
        ):
            self.tabs.addTab(panel, title)
        self.tabs.setCurrentWidget(self.log)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        for widget in (self.prompt, self.canvas, self.tabs):
            self.split.addWidget(widget)
        for index, stretch in enumerate((0, 1, 0)):
            self.split.setStretchFactor(index, stretch)
        self.split.setHandleWidth(3)
        self.split.setSizes([LEFT, 1366 - LEFT - RIGHT, RIGHT])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.split, 1)
        column.addWidget(self.tray)
        column.addWidget(self.bottom)
        self._add_minimap()

    def _add_minimap(self) -> None:
        from app.board.minimap import Minimap

        self.minimap = Minimap(self.canvas)
        self.minimap.setParent(self.canvas)
        self.minimap.setAccessibleName("Minimap")
        self.minimap.show()
        self.canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keep the minimap in its corner."""
        if event.type() == QEvent.Type.Resize and watched is self.canvas:
            self._place_minimap()
        return super().eventFilter(watched, event)

    def under_minimap(self, at: QPoint) -> bool:
        """Whether a point of the board lies under the minimap."""
        return self.minimap.isVisible() and self.minimap.geometry().contains(at)

    def _place_minimap(self) -> None:
        size = self.minimap.sizeHint()
        self.minimap.resize(size)
        x = self.canvas.width() - size.width() - 10
        self.minimap.move(x, self.canvas.height() - size.height() - 10)

    def _connect(self) -> None:
        control = self.controller
        control.changed.connect(self.refresh)
        control.touched.connect(self._touched)
        self.prompt.choice_pointed.connect(self._pointed)
        self.prompt.finish_wanted.connect(self.finish)
        control.seated.connect(lambda: self.show_since(asked=False))
        self.since.wanted.connect(self._watch_since)
        self.since.shut.clicked.connect(self._turn_again)
        self.ending.wanted.connect(self._watch_all)
        self.prompt.decline_wanted.connect(self.decline)
        self.prompt.since_wanted.connect(self.show_since)
        self.prompt.leave_wanted.connect(self.leave_wanted)
        for card in (self.since, self.ending):
            card.rule_wanted.connect(self.show_rule)
            for button in (card.button, card.shut):
                button.clicked.connect(lambda _on=False: self.canvas.setFocus())
        self.battle.place_wanted.connect(self.canvas.centre_on)
        panels = (
            self.prompt,
            self.log,
            self.dice,
            self.inspector,
            self.roster,
            self.bottom,
            self.battle,
            self.displays,
        )
        for panel in panels:
            panel.rule_wanted.connect(self.show_rule)
        self.log.moment_wanted.connect(control.show_past)
        self.log.undo_wanted.connect(self._undo_to)
        self.prompt.waiting.pause_wanted.connect(control.pause)
        self.prompt.waiting.seat_wanted.connect(control.take_over)
        self.bottom.moment_wanted.connect(control.show_past)
        self.bottom.pause_wanted.connect(control.pause)
        self.roster.piece_wanted.connect(self.go_to)
        self.displays.pieces_wanted.connect(self.show_pieces)
        self.overlays.changed.connect(self._draw_overlays)
        self.curtain.lifted.connect(control.lift_curtain)
        self.curtain.pin_chosen.connect(control.keep_pin)
        self.tabs.currentChanged.connect(lambda _index: self._refresh_tab())

    # -- showing -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the position anew."""
        control = self.controller
        if control.covered is not None:
            self._cover()
            return
        self.curtain.hide()
        self.canvas.set_hidden(False)
        self.split.show()
        self.bottom.show()
        view = control.view
        self.canvas.set_view(view)
        self.hands.lit = ""
        self.minimap.update()
        last = len(control.session.choices)
        bots = any(kind != "person" for kind in control.players.values())
        self.bottom.show_view(view, control.position, last, bots=bots, paused=control.paused)
        self.prompt.refresh()
        self.rulebook.moved()
        self._mark()
        self._show_tray()
        if control.past is None and control.position != self._told_at:
            self.since.hide()
            if self._told_at >= 0:
                self.hands.bring_into_view()
            self._show_decided()
            self._told_at = control.position
            self._show_ending()
        self.hands.renew()
        self.overlays.refresh()
        self._refresh_tab()
        self._show_battle()

    def _show_decided(self) -> None:
        """Keep on the board what decided the last action."""
        control = self.controller
        if 0 <= self._told_at < control.position:
            self.overlays.decide(entry for at, entry in control.log() if at > self._told_at)

    def _show_battle(self) -> None:
        """Lay out the fight that is being fought."""
        view, now = self.controller.view, self.controller.position
        log = self.controller.log() if view.engagement is not None else []
        told = [entry for at, entry in log if at <= now]
        self.battle.show_fight(view.engagement, view.pieces, told, self.canvas)
        self.hands.mark(None)

    def _cover(self) -> None:
        """The hot-seat curtain: the public position lies below it, and even that is hidden."""
        seat = self.controller.covered or ""
        self.canvas.set_hidden(True)
        self.canvas.set_view(self.controller.view)
        self.hands.quiet()
        self.prompt.quiet()
        self.inspector.clear_all()
        self.log.clear()
        self.roster.clear()
        self.displays.clear()
        self.overlays.quiet()
        self.canvas.set_overlays([])
        self.since.hide()
        self.split.hide()
        self.tray.hide()
        self.battle.hide()
        self.bottom.hide()
        self.curtain.fall(seat, self.controller.seat_name(seat))

    def show_since(self, *, asked: bool = True) -> None:
        """Lay out what happened since the last decision of the one who looks."""
        if self.controller.covered is not None:
            return
        last, lines = self.controller.since()
        if lines and (asked or any(line.kind != "phase" for line in lines)):
            title = "Since your last decision" if last else "What has happened so far"
            self.since.lay(title, since_html(lines), self.canvas)
        elif asked:
            self.message.emit("Nothing has happened since your last decision.")

    def _turn_again(self) -> None:
        """The card is gone: now it can be seen which blocks have lost steps meanwhile."""
        turning = getattr(self.canvas, "turning", None)
        if turning is not None:
            turning.again(self.settings.animation)

    def _watch_since(self) -> None:
        last, _ = self.controller.since()
        self.since.hide()
        self.controller.show_past(last)
        self.message.emit("Page Down steps forward, End comes back to the present.")

    def _watch_all(self) -> None:
        self.ending.hide()
        self.controller.show_past(0)

    def _show_ending(self) -> None:
        control = self.controller
        verdict = control.session.verdict
        self.ending.hide()
        if verdict is not None:
            names = {seat.id: seat.name for seat in control.seats}
            won = f"{names.get(verdict.winner, verdict.winner)} victory"
            title = "A draw" if verdict.winner == "draw" else won
            html = verdict_html(verdict, control.view.roster, names)
            QTimer.singleShot(0, self, lambda: self.ending.lay(title, html, self.canvas))

    def _refresh_tab(self) -> None:
        control = self.controller
        if control.covered is not None:
            return
        lined = any(track.lines for track in control.view.tracks)
        self.tabs.setTabVisible(TABS.index("turn"), lined)
        now = self.tabs.currentWidget()
        lines = control.log()
        if now is self.log:
            self.log.show_lines(lines, control.position)
        elif now is self.displays:
            self.displays.show_view(control.view, shared=control.shared)
        elif now is self.roster:
            self.roster.show_view(control.view)
        elif now is self.inspector:
            self.inspect(self.inspector.subject)
        animate = self.settings.animation != "off"
        self.dice.show_rolls([entry for _, entry in lines], animate=animate)

    def _show_tray(self) -> None:
        """Lay out what is to be placed; once everything stands the tray still takes pieces back."""
        gesture = self.controller.gesture
        if not isinstance(gesture, Arranging):
            self.tray.hide()
            return
        held = gesture.in_hand()
        known = {piece.id: piece for piece in self.controller.view.pieces}
        self.tray.show_pieces([known[name] for name in held if name in known], gesture.piece)

    def _touched(self) -> None:
        gesture = self.controller.gesture
        self._show_tray()
        if gesture is not None and not gesture.editor:
            self.prompt.fill_body()
        else:
            editor = self.prompt.body.itemAt(0)
            widget = editor.widget() if editor is not None else None
            sync = getattr(widget, "sync", None)
            if sync is not None:
                sync()
            self.prompt.update_done()
        self._mark()

    def _pointed(self, choice: Any) -> None:
        self.hands.mark(choice)

    def _mark(self) -> None:
        self.hands.mark(None)

    def zones(self, on: bool) -> None:
        """Show the zones of control, where the table allows measuring them."""
        inquiry = self.controller.game.inquiries.get("zoc")
        if on and inquiry is not None and inquiry.measures and not self.controller.measuring:
            self.message.emit("At this table zones are not measured before a move is ordered.")
        self.overlays.switch("zoc", on=on)

    def _draw_overlays(self) -> None:
        if self.controller.covered is None:
            self.canvas.set_overlays(self.overlays.drawn())
            if self.overlays.answers:
                self.inspect(self.inspector.subject)

    def inspect(self, name: str) -> None:
        """Show a piece or space in the inspector."""
        if self.controller.covered is None:
            answers = list(self.overlays.answers.values())
            self.inspector.show_at(self.controller.board, self.controller.view, name, answers)

    def inspect_group(self, names: tuple[str, ...]) -> None:
        """Show several pieces together in the inspector."""
        self.tabs.setCurrentWidget(self.inspector)
        pieces = [piece for piece in self.controller.view.pieces if piece.id in names]
        self.inspector.show_group(sorted(pieces, key=lambda p: names.index(p.id)))

    def show_pieces(self, names: tuple[str, ...]) -> None:
        """Mark several pieces on the board and bring them into view."""
        self.hands.gather(names)
        if names:
            self.hands.centre(self.hands.place_of(names[0]) or names[0])

    def name_of(self, name: str) -> str:
        """Return the printed name of a piece, space or seat."""
        piece = next((item for item in self.controller.view.pieces if item.id == name), None)
        if piece is not None and piece.name:
            return piece.name
        space = next((item for item in self.controller.board.spaces if item.id == name), None)
        if space is not None and space.label:
            return space.label
        return self.controller.seat_name(name).replace("_", " ")

    def go_to(self, name: str) -> None:
        """Centre the board on a piece or space and show it in the inspector."""
        piece = next((item for item in self.controller.view.pieces if item.id == name), None)
        space = (piece.at or piece.id) if piece is not None else name
        if space:
            self.hands.centre(space)
        self.hands.light(name)
        if self.tabs.currentWidget() is not self.roster:
            self.tabs.setCurrentWidget(self.inspector)
        self.inspect(name)

    def show_rule(self, rule: str) -> None:
        """Open a rule in the rulebook."""
        self.tabs.setCurrentWidget(self.rulebook)
        sizes = self.split.sizes()
        if sizes[2] < WIDE // 2:
            self.widen(True)
        self.rulebook.show_rule(rule)

    # -- commands ------------------------------------------------------------------------------

    def finish(self) -> None:
        """End the phase or take what is picked; warn of pieces that could still act."""
        gesture = self.controller.gesture
        if gesture is None:
            return
        if gesture.chosen() is None and self.prompt.take_listed():
            return
        choice = gesture.finish()
        if choice is None:
            return
        if gesture.chosen() is None and self.settings.warns:
            idle = [self.name_of(name) for name in self.hands.idle()]
            if idle and not self._sure(idle):
                return
        self.controller.choose(choice)

    def decline(self) -> None:
        """Decline the question, whatever is picked."""
        gesture = self.controller.gesture
        if gesture is not None and gesture.declines:
            while gesture.back():
                pass
            self.prompt.listed = None
            self.finish()

    def _sure(self, idle: list[str]) -> bool:
        shown = "\n".join(f"\N{BULLET} {name}" for name in idle[:12])
        more = f"\nand {len(idle) - 12} more" if len(idle) > 12 else ""
        box = QMessageBox(self)
        box.setWindowTitle("Done?")
        box.setText("These could still act:")
        box.setInformativeText(f"{shown}{more}")
        go = box.addButton("Done all the same", QMessageBox.ButtonRole.AcceptRole)
        stay = box.addButton("Go back", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.exec()
        return box.clickedButton() is go

    def undo(self) -> None:
        """Take back the last choice, or say why that cannot be."""
        if not self.controller.undo():
            self.message.emit(self.controller.only_look or NOT_BACK)

    def redo(self) -> None:
        """Make the last choice taken back again."""
        if not self.controller.redo():
            self.message.emit(self.controller.only_look or "There is nothing to do again.")

    def _undo_to(self, count: int) -> None:
        if not self.controller.undo_to(count):
            self.message.emit(self.controller.only_look or NOT_BACK)

    def step(self, by: int) -> None:
        """Step through the log."""
        self.controller.show_past(self.controller.position + by)

    def rule_of_prompt(self) -> None:
        """Open the rule of the present prompt."""
        ask = self.controller.session.ask
        if ask is not None and ask.rules:
            self.show_rule(ask.rules[0])
        else:
            self.tabs.setCurrentWidget(self.rulebook)

    def search_rules(self) -> None:
        """Put the cursor in the search line of the rulebook."""
        self.tabs.setCurrentWidget(self.rulebook)
        self.rulebook.line.setFocus()
        self.rulebook.line.selectAll()

    def show_tab(self, name: str) -> None:
        """Show one of the tabs."""
        self.tabs.show()
        self.tabs.setCurrentIndex(TABS.index(name))

    def widen(self, on: bool) -> None:
        """Widen the side panel, or make it narrow again."""
        left, _, _ = self.split.sizes()
        right = WIDE if on else RIGHT
        self.split.setSizes([left, max(200, self.width() - left - right), right])

    def _fit(self) -> None:
        self.hands.fit_pieces()

    def _trouble(self, title: str, words: str) -> None:
        QMessageBox.warning(self, title, words)

    def resizeEvent(self, event: Any) -> None:  # noqa: N802 - Qt's name
        """Keep the curtain over everything."""
        super().resizeEvent(event)
        self._place_minimap()
        self.curtain.setGeometry(self.rect())

    # -- layout --------------------------------------------------------------------------------

    def layout_state(self) -> QByteArray:
        """Return where the splitter stands."""
        return self.split.saveState()

    def restore_layout(self, state: QByteArray | None) -> None:
        """Put the splitter where it was."""
        if state is None or not self.split.restoreState(state):
            self.split.setSizes([LEFT, 1366 - LEFT - RIGHT, RIGHT])

    def dress(self) -> None:
        """Take the look in force."""
        self.theme.dark = self.settings.surround == "dark"
        self.canvas.set_board(self.controller.board, self.theme, patient=False)
        self.bottom.dress()
        self.rulebook.refresh()
        self.refresh()

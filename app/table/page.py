"""The table page: it shows what has changed in the model, and does what the panels ask for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from app.rulebook.window import ReadingWindow
from app.settings import PACES, Settings
from app.table.citations import Citations
from app.table.computer import Computer
from app.table.furniture import WIDE, Furniture
from app.table.gestures.moving import Arranging
from app.table.hands.hands import Hands
from app.table.hands.pull import Pull
from app.table.hands.tablehands import TableHand
from app.table.model.changes import Advised, Drawn, Inspected, Seated, Shown, Touched, Trouble
from app.table.model.model import TableModel
from app.table.model.overlays import ZONES
from app.table.panels.advice import advice_html, title_of
from app.table.panels.card import since_html, verdict_html
from app.table.panels.dice import cast_in
from app.table.panels.idle import leaves_idle
from app.table.panels.tour import TourCard
from app.table.panels.why import told_under, why_html
from app.table.panels.words import EXAMPLE_OF
from engines.core.data.text import text, tr, verbatim
from engines.core.proof.guide import Guide
from engines.core.show.explain import LogEntry

NOT_BACK = text(
    "That cannot be taken back: a die was rolled, something hidden was shown, or the seat changed."
)
TABS = ("unit", "log", "turn", "roster", "dice", "rules")


class TablePage(Furniture):
    """Everything at the table of one game.

    Signals:
        message(str): words for the status of the window.
        leave_wanted(): back to the library.
        try_wanted(object, str): a Session of an example is to be played on, under a title.
    """

    message = Signal(str)
    leave_wanted = Signal()
    try_wanted = Signal(object, str)

    def __init__(self, model: TableModel, settings: Settings) -> None:
        super().__init__(model, settings)
        self._told_at = self._advised_at = -1
        self.citations = Citations(model)
        self._connect()
        self._watch()
        self.hands = Hands(self, self)
        self.table_hand = TableHand(self, self)
        self.pull = Pull(self)
        self.computer = Computer(model, settings, self.advising, self)
        self.prompt.waiting.now_wanted.connect(self.computer.hurry)
        self.prompt.waiting.played = lambda: self.computer.played
        if any(map(model.searches, model.players.values())) and (crew := self.crew()) is not None:
            crew.warm()
        QTimer.singleShot(0, self, self.board.fit_pieces)

    _warned: Mapping[str | None, tuple[str, str]] = {}
    """The turn and phase in which pieces that could still act were named last to each seat."""

    def _connect(self) -> None:
        model = self.model
        self.prompt.finish_wanted.connect(self.finish)
        self.since.wanted.connect(self._watch_since)
        self.since.shut.clicked.connect(self._turn_again)
        self.ending.wanted.connect(self._watch_all)
        self.prompt.decline_wanted.connect(self.decline)
        self.prompt.since_wanted.connect(self.show_since)
        self.prompt.leave_wanted.connect(self.leave_wanted)
        self.whys.wanted.connect(self.read)
        self.counsel.wanted.connect(self._follow_hint)
        self.counsel.shut.clicked.connect(self.advising.forget)
        for card in (self.since, self.ending, self.whys, self.counsel):
            card.rule_wanted.connect(self.show_rule)
            for button in (card.button, card.shut):
                button.clicked.connect(lambda _on=False: self.canvas.setFocus())
        self.inspector.why_wanted.connect(self.why)
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
        self.rulebook.used = self.citations.of
        self.rulebook.moment_wanted.connect(model.show_past)
        self.rulebook.example_wanted.connect(self.show_example)
        self.rulebook.window_wanted.connect(self.read)
        self.log.moment_wanted.connect(model.show_past)
        self.log.undo_wanted.connect(self._undo_to)
        self.prompt.waiting.pause_wanted.connect(model.pause)
        self.prompt.waiting.seat_wanted.connect(model.take_over)
        self.bottom.moment_wanted.connect(model.show_past)
        self.bottom.pause_wanted.connect(model.pause)
        self.roster.piece_wanted.connect(self.go_to)
        self.displays.pieces_wanted.connect(self.show_pieces)
        self.curtain.lifted.connect(self.canvas.setFocus)
        self.curtain.lifted.connect(model.lift_curtain)
        self.curtain.pin_chosen.connect(model.keep_pin)
        self.tabs.currentChanged.connect(lambda _index: self._refresh_tab())

    def _watch(self) -> None:
        watch = self.model.watch
        watch(Shown, lambda _change: self.refresh())
        watch(Touched, lambda _change: self._show_tray())
        watch(Touched, lambda _change: self._show_cards())
        watch(Drawn, lambda _change: self._draw_overlays())
        watch(Advised, lambda _change: self._show_advice())
        watch(Inspected, lambda _change: self._inspected())
        watch(Seated, lambda _change: self.show_since(asked=False))
        watch(Trouble, lambda wrong: QMessageBox.warning(self, wrong.title, wrong.words))

    # -- showing -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the position anew."""
        model = self.model
        if model.covered is not None:
            self._cover()
            return
        self.curtain.hide()
        self.canvas.set_hidden(False)
        self.split.show()
        self.bottom.show()
        view = model.view
        self.canvas.set_view(view)
        self.minimap.update()
        last = len(model.session.choices)
        bots = any(kind != "person" for kind in model.players.values())
        self.bottom.show_view(view, model.position, last, bots=bots, paused=model.paused)
        self.prompt.refresh()
        self.rulebook.moved()
        if self.reading is not None:
            self.reading.moved()
        self.hands.mark()
        self._show_tray()
        self._show_cards()
        if model.position != self._advised_at:
            self._advised_at = model.position
            self._renew_advice()
        if model.past is None and model.position != self._told_at:
            self.since.hide()
            if self._told_at >= 0:
                self._follow()
                self.hands.sight.bring_into_view()
            self._show_decided()
            self._told_at = model.position
            self._show_ending()
        self.hands.renew()
        self.overlays.refresh()
        self._refresh_tab()
        self._show_battle()

    def _fresh(self) -> list[LogEntry]:
        """What the log tells of the choices made since the board was shown last."""
        log = self.model.log() if 0 <= self._told_at < self.model.position else []
        return [entry for at, entry in log if at > self._told_at]

    def _follow(self) -> None:
        """Go where a computer player has done something."""
        bots = {seat for seat, kind in self.model.players.items() if kind != "person"}
        done = [entry for entry in self._fresh() if entry.seat in bots]
        if done and self.settings.pace != PACES[0]:
            self.hands.sight.follow(done)

    def _show_decided(self) -> None:
        """Keep on the board what decided the last action, and the dice of it beside the fight."""
        fresh = self._fresh()
        if fresh:
            self.overlays.decide(fresh)
        self.board.set_dice(cast_in(fresh, [seat.id for seat in self.model.seats]))

    def _show_battle(self) -> None:
        """Lay out the fight that is being fought."""
        view, now = self.model.view, self.model.position
        log = self.model.log() if view.engagement is not None else []
        told = [entry for at, entry in log if at <= now]
        self.battle.show_fight(view.engagement, view.pieces, told, self.canvas)
        self.hands.mark()

    def _show_cards(self) -> None:
        """Lay out the hands, and the card that decided the last fight, while it is of this phase or the one before."""
        model, now = self.model, self.model.position
        cards, gesture = model.view.cards, model.gesture
        turned, phases = None, 0
        for entry in reversed([entry for at, entry in model.log() if at <= now] if cards else []):
            turned = model.game.turned_up(model.session.setup, entry.roll) if entry.roll else None
            phases += entry.kind == "phase"
            if turned is not None or phases > 1:
                break
        lit = gesture.marks().legal if gesture is not None else ()
        picked = gesture.picked if gesture is not None else ()
        asked = str(gesture.ask.prompt) if gesture is not None else ""
        why = tr("No answer to: {question}", question=verbatim(asked)) if asked else ""
        self.cards.show_hand(cards, turned, frozenset(lit), frozenset(picked), why)

    def _cover(self) -> None:
        """The hot-seat curtain: the public position lies below it, and even that is hidden."""
        seat = self.model.covered or ""
        self.canvas.set_hidden(True)
        self.canvas.set_view(self.model.view)
        self.hands.quiet()
        self.prompt.quiet()
        self.inspector.clear_all()
        self.log.clear()
        self.roster.clear()
        self.displays.clear()
        self.overlays.quiet()
        self.canvas.set_overlays([])
        self.since.hide()
        self.whys.hide()
        self.counsel.hide()
        self.advising.forget()
        self.split.hide()
        self.tray.hide()
        self.cards.hide()
        self.battle.hide()
        self.bottom.hide()
        self.curtain.fall(seat, self.model.seat_name(seat))

    def show_since(self, *, asked: bool = True) -> None:
        """Lay out what happened since the last decision of the one who looks."""
        if self.model.covered is not None:
            return
        last, lines = self.model.since()
        if lines and (asked or any(line.kind != "phase" for line in lines)):
            title = tr("Since your last decision") if last else tr("What has happened so far")
            self.since.lay(title, since_html(lines, self.model.game.called), self.canvas)
        elif asked:
            self.message.emit(tr("Nothing has happened since your last decision."))

    def _show_advice(self) -> None:
        """Lay out a hint, a judgement, or what a computer player was thinking."""
        told = self.advising.told
        if told is None or self.model.covered is not None:
            self.counsel.hide()
            return
        self.counsel.button.setVisible(told.wanted == "hint" and told.advice is not None)
        title = title_of(told, self.model.seat_name(told.seat))
        self.counsel.lay(title, advice_html(told), self.canvas)

    def _follow_hint(self) -> None:
        """Choose what was advised."""
        told = self.advising.told
        self.counsel.hide()
        if told is not None and told.advice is not None:
            self.model.choose(told.advice.thought.choice)

    def _renew_advice(self) -> None:
        """What was said of another position goes; in the replay the next thought follows."""
        told = self.advising.told
        if told is None or not self.counsel.isVisible():
            return
        if told.wanted == "thought" and self.model.past is not None:
            self.advising.thinking()
        else:
            self.advising.forget()
            self.counsel.hide()

    def _turn_again(self) -> None:
        """The card is gone: now it can be seen which blocks have lost steps meanwhile."""
        self.board.turning.again(self.settings.animation)

    def _watch_since(self) -> None:
        last, _ = self.model.since()
        self.since.hide()
        self.model.show_past(last)
        self.message.emit(tr("Page Down steps forward, End comes back to the present."))

    def _watch_all(self) -> None:
        self.ending.hide()
        self.model.show_past(0)

    def _show_ending(self) -> None:
        model = self.model
        verdict = model.session.verdict
        self.ending.hide()
        if verdict is not None:
            names = {seat.id: model.seat_name(seat.id) for seat in model.seats}
            won = tr("{seat} victory", seat=names.get(verdict.winner, verdict.winner))
            title = tr("A draw") if verdict.winner == "draw" else won
            html = verdict_html(
                verdict, model.game.won(verdict), model.view.roster, names, model.game.term
            )
            QTimer.singleShot(0, self, lambda: self.ending.lay(title, html, self.canvas))

    def _refresh_tab(self) -> None:
        model = self.model
        if model.covered is not None:
            return
        lined = any(track.lines for track in model.view.tracks)
        self.tabs.setTabVisible(TABS.index("turn"), lined)
        now = self.tabs.currentWidget()
        lines = model.log()
        if now is self.log:
            self.log.show_lines(lines, model.position)
        elif now is self.displays:
            self.displays.show_view(model.view, shared=model.shared)
        elif now is self.roster:
            self.roster.show_view(model.view)
        elif now is self.inspector:
            self._inspect()
        animate = self.settings.animation != "off"
        self.dice.show_rolls([entry for _, entry in lines], animate=animate)

    def _show_tray(self) -> None:
        """Lay out what is to be placed; once everything stands the tray still takes pieces back."""
        gesture = self.model.gesture
        if not isinstance(gesture, Arranging):
            self.tray.hide()
            return
        held = gesture.in_hand()
        known = {piece.id: piece for piece in self.model.view.pieces}
        self.tray.show_pieces([known[name] for name in held if name in known], gesture.piece)

    def zones(self, on: bool) -> None:
        """Show the zones of control, where the table allows measuring them."""
        inquiry = self.model.game.inquiries.get(ZONES)
        if on and inquiry is not None and inquiry.measures and not self.model.measuring:
            self.message.emit(tr("At this table zones are not measured before a move is ordered."))
        self.overlays.switch(ZONES, on=on)

    def _draw_overlays(self) -> None:
        if self.model.covered is None:
            self.board.set_overlays(self.overlays.drawn())
            if self.overlays.answers:
                self._inspect()

    def _inspected(self) -> None:
        """Something else is told of; what was gathered is brought to the front."""
        if self.model.gathered:
            self.tabs.setCurrentWidget(self.inspector)
        self._inspect()

    def _inspect(self) -> None:
        """Show in the inspector what is told of in full."""
        model = self.model
        if model.covered is not None:
            return
        if model.gathered:
            known = model.lookup.pieces
            self.inspector.show_group([known[name] for name in model.gathered if name in known])
            return
        answers = list(self.overlays.answers.values())
        place = model.lookup.place_of(model.subject) or model.subject
        if place in model.lookup.spots():
            answers += self.overlays.told(self.theme.names("inspector.asks"), place)
        self.inspector.show_at(model.board, model.view, model.subject, answers)

    def show_pieces(self, names: tuple[str, ...]) -> None:
        """Mark several pieces on the board and bring them into view."""
        self.model.gather(names)
        if names:
            self.hands.sight.centre(names[0])

    def go_to(self, name: str) -> None:
        """Centre the board on a piece or space and show it in the inspector."""
        self.hands.sight.centre(name)
        self.model.light(name)
        if self.tabs.currentWidget() is not self.roster:
            self.tabs.setCurrentWidget(self.inspector)
        self.model.inspect(name)

    def show_rule(self, rule: str) -> None:
        """Open a rule in the rulebook, in the reading window where that is open."""
        if rule.endswith(EXAMPLE_OF):
            self.show_example(rule.removesuffix(EXAMPLE_OF))
            return
        if self.reading is not None and self.reading.isVisible():
            self.reading.go_home()
            self.reading.show_rule(rule)
            self.reading.raise_()
            return
        self.tabs.setCurrentWidget(self.rulebook)
        sizes = self.split.sizes()
        if sizes[2] < WIDE // 2:
            self.widen(True)
        self.rulebook.show_rule(rule)

    reading: ReadingWindow | None = None
    """The reading window, once it has been opened."""
    read_on = ""
    """What the narrow panel showed when it was opened last."""

    def read(self) -> ReadingWindow:
        """Open the reading window, at what the narrow panel shows if that is new, else where it was left."""
        if self.reading is None:
            self.reading = ReadingWindow(self.shelf, self.settings, self._sequence)
            self.reading.used = self.citations.of
            self.reading.moment_wanted.connect(self.model.show_past)
            self.reading.try_wanted.connect(self.try_wanted)
            self.reading.unit_wanted.connect(self._show_unit)
        if self.rulebook.now and self.rulebook.now != self.read_on:
            self.read_on = self.rulebook.now
            self.reading.go_home()
            self.reading.follow(self.rulebook.now)
        self.reading.show()
        self.reading.raise_()
        self.reading.activateWindow()
        return self.reading

    def why(self, name: str = "") -> None:
        """Say which rules make a piece or place what it is now: of what the mouse rests on, else is looked at.

        On a greyed choice, a die or a line of the log it tells of that.
        """
        model = self.model
        spot = QCursor.pos()
        told = "" if name else told_under(QApplication.widgetAt(spot), spot)
        if told and model.covered is None:
            self.whys.lay(tr("Why?"), f"<p>{told}</p>", self.canvas)
            return
        name = name or next(iter(model.hovered), "") or model.subject
        if model.covered is not None or not name:
            self.message.emit(tr("Rest the mouse on a piece or place, then ask why."))
            return
        title = tr("Why? {name}", name=model.lookup.name_of(name))
        self.whys.lay(title, why_html(model, self.overlays, name), self.canvas)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Open the menu of a greyed choice or of a die, which asks why it is so."""
        spot = event.globalPos()
        told = told_under(QApplication.widgetAt(spot), spot)
        if not told or self.model.covered is not None:
            super().contextMenuEvent(event)
            return
        menu = QMenu(self)
        menu.addAction(tr("Why?")).triggered.connect(
            lambda: self.whys.lay(tr("Why?"), f"<p>{told}</p>", self.canvas)
        )
        menu.popup(spot)

    tour: TourCard | None = None

    def lead(self, guide: Guide) -> None:
        """Lay the card of a guided first game on the board."""
        self.tour = TourCard(guide, self.model, self.canvas)
        self.tour.rule_wanted.connect(self.show_rule)

    def show_example(self, rule: str) -> None:
        """Show the example of a rule in the reading window."""
        window = self.read()
        window.go_home()
        if not window.show_example(rule):
            self.message.emit(tr("Rule {rule} has no example.", rule=rule))

    def _show_unit(self, name: str) -> None:
        """Show a unit that was found, if it is in this game."""
        if name in self.model.lookup.pieces:
            self.go_to(name)
        else:
            self.message.emit(tr("That unit is not on this board."))

    # -- commands ------------------------------------------------------------------------------

    def finish(self) -> None:
        """End the phase or take what is picked; warn of pieces that could still act."""
        gesture = self.model.gesture
        if self.model.plan:
            self.model.carry_out()
            return
        if gesture is None:
            return
        if gesture.chosen() is None and self.prompt.body.take_listed():
            return
        choice = gesture.finish()
        if choice is None:
            return
        if gesture.chosen() is None and not self._all_acted():
            return
        self.model.choose(choice)

    def decline(self) -> None:
        """Decline the question, whatever is picked; who then goes back has it picked still."""
        gesture = self.model.gesture
        if self.model.plan:
            self.model.intend(())
        elif gesture is not None and gesture.declines and self._all_acted():
            while gesture.back():
                pass
            self.model.listed = None
            self.finish()

    def _all_acted(self) -> bool:
        """Whether nothing could still act, or the player leaves it at that."""
        if not self.settings.warns:
            return True
        idle = [self.model.lookup.name_of(name) for name in self.hand.idle()]
        warned = idle or self.hand.forgone()
        return not warned or not self._first_warning() or self._sure(idle)

    def _first_warning(self) -> bool:
        """Whether nobody has been warned in this phase: once is enough."""
        model = self.model
        turn = model.game.turn_now(model.session.table.state)
        phase = (turn, str(model.view.phase))
        first = self._warned.get(model.viewer) != phase
        self._warned = {**self._warned, model.viewer: phase}
        return first

    def _sure(self, idle: list[str]) -> bool:
        return leaves_idle(self, idle, self.hand.forgone())

    def undo(self) -> None:
        """Take back the last choice, or say why that cannot be."""
        if not self.model.undo():
            self.message.emit(self.model.only_look or str(NOT_BACK))

    def redo(self) -> None:
        """Make the last choice taken back again."""
        if not self.model.redo():
            self.message.emit(self.model.only_look or tr("There is nothing to do again."))

    def _undo_to(self, count: int) -> None:
        if not self.model.undo_to(count):
            self.message.emit(self.model.only_look or str(NOT_BACK))

    def escape(self) -> None:
        """Put away a card, leave the tool, or look away; never plays."""
        cards = (self.since, self.ending, self.whys, self.counsel)
        if any(card.isVisible() for card in cards):
            for card in cards:
                card.hide()
            self.advising.forget()
        else:
            self.hand.escape()

    def step(self, by: int) -> None:
        """Step through the log."""
        self.model.show_past(self.model.position + by)

    def rule_of_prompt(self) -> None:
        """Open the rule of the present prompt."""
        ask = self.model.asked
        if ask is not None and ask.rules:
            self.show_rule(ask.rules[0])
        else:
            self.tabs.setCurrentWidget(self.rulebook)

    def example_of_prompt(self) -> None:
        """Show an example of the rule of the present prompt."""
        ask = self.model.asked
        if ask is not None and ask.rules:
            self.show_example(ask.rules[0])

    def search_rules(self) -> None:
        """Put the cursor in the search line of the rulebook."""
        self.tabs.setCurrentWidget(self.rulebook)
        self.rulebook.line.setFocus()
        self.rulebook.line.selectAll()

    def show_tab(self, name: str) -> None:
        """Show one of the tabs."""
        self.tabs.show()
        self.tabs.setCurrentIndex(TABS.index(name))

    def close_game(self) -> None:
        """Leave the table: nothing that runs in a thread reports to it any more, the save is closed."""
        if self.reading is not None:
            self.reading.worker.finish()
            self.reading.close()
            self.reading.deleteLater()
            self.reading = None
        self.computer.stop()
        self.odds.quiet()
        if self._crew is not None:
            self._crew.close()
        for worker in self.workers:
            worker.finish()
        self.model.close()

    def dress(self) -> None:
        """Take the look in force."""
        self.theme.dark = self.settings.surround == "dark"
        self.theme.wear(self.settings.palette)
        self.canvas.set_board(self.model.board, self.theme, patient=False)
        self.bottom.dress()
        self.rulebook.refresh()
        if self.reading is not None:
            self.reading.refresh()
        self.log.clear()
        self.refresh()
        self._inspect()

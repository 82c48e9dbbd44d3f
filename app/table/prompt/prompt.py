"""The prompt: who decides what and by which rule, with everything that answers it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from grognard.app.board.theme import Theme
from grognard.app.look import named, serif
from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.model.changes import Looked, Planned, Pointed, Refused, Touched, Weighed
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import Odds
from grognard.app.table.panels.labels import Title, label
from grognard.app.table.panels.standing import StandingButton
from grognard.app.table.panels.words import (
    LINK,
    RECKONING,
    gist_of,
    headline_of,
    odds_html,
    refusal_html,
)
from grognard.app.table.prompt.answers import BUTTONS, Answers
from grognard.app.table.prompt.band import Band
from grognard.app.table.prompt.caution import Caution
from grognard.app.table.prompt.choicelist import ChoiceButton, folded
from grognard.app.table.prompt.heading import UNMEASURED, heading
from grognard.app.table.prompt.offer import Offer
from grognard.app.table.prompt.waiting import Waiting
from grognard.app.table.verdict.words import PLAIN
from grognard.engines.core.data.text import tr, trn
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import Refusal

MOST_PASSED = 3
"""So many passed questions are named before the next one; the log has them all."""


class PromptPanel(QWidget):
    """The left panel.

    Signals:
        rule_wanted(str): a rule link was clicked.
        finish_wanted(): the Done button; who could still act is named first.
        decline_wanted(): decline although something is picked.
        since_wanted(): what happened since one's last decision is to be shown.
        leave_wanted(): the game is over and the player goes.
        account_wanted(): the game is over, and how it ended is to be told again.
        eyes_wanted(): the game is over, and the board is to be seen as another seat sees it.
        present_wanted(): enough was seen of the board as it was.
    """

    rule_wanted = Signal(str)
    finish_wanted = Signal()
    decline_wanted = Signal()
    since_wanted = Signal()
    leave_wanted = Signal()
    account_wanted = Signal()
    eyes_wanted = Signal()
    present_wanted = Signal()
    _odds_of: Ask | None = None
    """The question whose choice is weighed: what is weighed of another one is dropped."""

    def __init__(self, model: TableModel, odds: Odds, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Prompt"))
        self.model, self.odds = model, odds
        self.waiting = Waiting()
        self.band = Band(theme)
        self.seat = label(role="muted", name=tr("Who decides"))
        self.title = Title(tr("What is to be decided"))
        self.rules = label(name=tr("Rules of this decision"))
        self.passed = label(role="muted", name=tr("What was skipped"))
        self.reason = label(role="danger", name=tr("Why this is not possible"))
        self.details = label(name=tr("What it costs and its odds"))
        self.headline = label(name=tr("The odds in one line"))
        self.headline.hide()
        self.verdict = label(role="title")
        self.body = Answers(model)
        self.body.declined.connect(self.finish_wanted)
        self.body.selected.connect(self.update_done)
        self.body.linked.connect(self._link)
        self.done = QPushButton(tr("Done"))
        self.done.setToolTip(tr("Done / pass (Ctrl+Return)"))
        self.done.setMinimumWidth(1)
        self.done.setAutoDefault(True)
        self.done.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.done.clicked.connect(self.finish_wanted)
        self.body.entered.connect(self.done.click)
        self.since = self._plain(tr("What happened since my last decision"), self.since_wanted)
        self.eyes = self._plain("", self.eyes_wanted)
        self.eyes_wanted.connect(self._look_as_other)
        self.present = self._plain(tr("Back to the present"), self.present_wanted)
        self.present_wanted.connect(model.show_present)
        self.leave = self._plain(tr("Back to the library"), self.leave_wanted)
        self.account = self._plain(tr("How the game ended"), self.account_wanted)
        self.decline = self._plain("", self.decline_wanted)
        self.turners = self._turners()
        self.standing = StandingButton(model)
        self.offer = Offer(model)
        self.caution = Caution()
        self._odds_timer = QTimer(self)
        self._odds_timer.setSingleShot(True)
        self._odds_timer.setInterval(60)
        self._odds_timer.timeout.connect(self._want_odds)
        self._odds_choice: Choice | None = None
        self._unfolded = False
        self._party: tuple[str, ...] = ()
        self._build()
        for links in (self.rules, self.reason, self.details, self.title):
            links.linkActivated.connect(self._link)
        self._watch(model)

    def _watch(self, model: TableModel) -> None:
        model.watch(Pointed, lambda _change: self.show_choice(model.pointed))
        model.watch(Refused, lambda _change: self.show_refusal(model.refused))
        model.watch(Touched, lambda _change: self.follow())
        model.watch(Planned, lambda _change: self.fill_body())
        model.watch(Looked, lambda _change: self._gathered())
        model.watch(Weighed, lambda _change: self._show_odds())

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("panel")
        self.column = column = QVBoxLayout(inside)
        column.setSpacing(5)
        line = named(QFrame(), "rule")
        for widget in (self.band, self.seat, self.title, self.rules, self.passed, line):
            column.addWidget(widget)
        column.addWidget(self.waiting)
        # Nothing above the list changes its height while a line is picked: the second click of
        # a double click must find the same line.
        column.addLayout(self.body)
        after = (
            self.details,
            self.reason,
            self.verdict,
            self.present,
            self.since,
            self.account,
            self.eyes,
            self.leave,
        )
        for part in after:
            column.addWidget(part)
        column.addStretch(1)
        self.area = area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrows would lose the answers to it
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setMinimumWidth(1)
        bar = area.verticalScrollBar()

        def leave_room(_low: int, high: int) -> None:
            # The bar comes and goes in room kept free for it: if the words above a list were
            # folded anew, the second click of a double click would not find the line of the first.
            column.setContentsMargins(9, 7, 2 if high else 2 + bar.sizeHint().width(), 7)

        bar.rangeChanged.connect(leave_room)
        leave_room(0, 0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area, 1)
        outer.addLayout(self._acting())

    def _acting(self) -> QVBoxLayout:
        """The buttons that act stand below what scrolls: they are always in sight."""
        foot = QVBoxLayout()
        foot.setContentsMargins(9, 0, 9, 7)
        foot.setSpacing(5)
        foot.addWidget(self.headline)
        for part in (
            self.offer,
            self.caution,
            self.turners,
            self.done,
            self.decline,
            self.standing,
        ):
            foot.addWidget(part)
        return foot

    def _plain(self, words: str, wanted: SignalInstance) -> QPushButton:
        button = QPushButton(folded(words))
        button.setAutoDefault(True)
        button.setToolTip(words)
        button.setMinimumWidth(1)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(wanted)
        button.hide()
        return button

    def _turners(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        for words, tip, step in (
            ("\u21ba", tr("Turn left (Q)"), -1),
            ("\u21bb", tr("Turn right (E)"), 1),
        ):
            button = QPushButton(words)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, step=step: self.model.turn(step))
            row.addWidget(button)
        return holder

    def _link(self, target: str) -> None:
        if target == RECKONING:
            self._unfolded = not self._unfolded
            self._show_odds()
        elif target.startswith(LINK):
            self.rule_wanted.emit(target[len(LINK) :])

    def _look_as_other(self) -> None:
        other = self.model.other_eyes()
        if other is not None:
            self.model.look_as(other)

    # -- filling -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present question."""
        self.seat.setFont(serif(1.0))
        self.verdict.setFont(serif(1.2, bold=True))
        self.reason.clear()
        self.details.clear()
        session = self.model.session
        verdict = session.verdict if self.model.past is None else None
        self.leave.setVisible(verdict is not None)
        self.account.setVisible(verdict is not None)
        self.present.setVisible(self.model.past is not None)
        other = self.model.other_eyes()
        self.eyes.setVisible(other is not None)
        if other is not None:
            words = tr("See it as {seat}", seat=self.model.seat_name(other))
            self.eyes.setText(folded(words))
            self.eyes.setToolTip(words)
        looks = self.model.viewer
        acted = self.model.last_decision()[1] or looks
        self.since.setVisible(self.model.ask is not None and looks not in (None, acted))
        self.verdict.setVisible(verdict is not None)
        if verdict is not None:
            winner = self.model.seat_name(verdict.winner)
            words = tr("A draw") if verdict.winner == "draw" else tr("{seat} victory", seat=winner)
            level = "" if verdict.level in PLAIN else f": {self.model.game.won(verdict)}"
            self.verdict.setText(escape(words + level))
        self._fill_heading()
        self._fill_waiting()
        self.fill_body()
        self.standing.refresh()
        self.offer.refresh()

    def _fill_heading(self) -> None:
        head = heading(self.model)
        sides = {one.id: one.side for one in self.model.seats}
        self.band.tell(sides.get(head.who, ""), self.model.seat_name(head.who))
        self.seat.setText(head.seat)
        self.seat.setToolTip(head.tip)
        self.title.tell(head.title)
        self.rules.setText(head.rules)
        self.rules.setToolTip(head.cites)
        told = self.model.passed
        if len(told) > MOST_PASSED:
            more = trn("{n} more in the log", "{n} more in the log", n=len(told) - MOST_PASSED)
            told = [*told[:MOST_PASSED], more]
        if not self.model.measuring and not self.model.session.choices:
            told = [*told, str(UNMEASURED)]
        self.passed.setText("<br>".join(map(escape, told)))
        self.passed.setVisible(bool(told))

    def _fill_waiting(self) -> None:
        """While the computer decides: what about, and Stop."""
        model = self.model
        ask = model.asked
        live = model.past is None and not model.only_look
        if ask is None or not live or ask.seat in (*model.humans, *model.far):
            self.waiting.done()
            return
        name = model.seat_name(ask.seat)
        # What it is asked may tell what only its own seat knows.
        words = tr("Its orders are secret.") if ask.secret else str(ask.prompt)
        told = "\n".join(part for part in (str(model.view.phase), words) if part)
        searches = model.searches(model.players[ask.seat])
        self.waiting.show_thought(ask.seat, name, told, paused=model.paused, searches=searches)

    def follow(self) -> None:
        """The gesture has changed: show what may be answered now."""
        gesture = self.model.gesture
        if gesture is not None and not gesture.editor and not self.body.keeps(gesture):
            self.fill_body()
        else:
            self.body.sync()
            self.update_done()

    def _gathered(self) -> None:
        """Pieces that can be moved together are gathered, or let go."""
        if self._party != self.model.party:
            self.fill_body()

    def fill_body(self) -> None:
        """Show the buttons, the list or the editor that answer the question."""
        by_keyboard = self.body.has_focus()
        self._party = self.model.party
        self.body.fill()
        self.update_done()
        if by_keyboard:
            self.take_keyboard()

    def take_keyboard(self) -> None:
        """Bring the keyboard to the first answer; never to the button that ends the matter."""
        first = next((widget for widget in self.body.widgets() if widget.isEnabled()), None)
        if first is not None:
            first.setFocus()

    def held(self) -> tuple[Choice | None, tuple[str, ...]]:
        """Return what is marked, and what is picked on the way to a choice."""
        gesture = self.model.gesture
        return self.model.ready, tuple(gesture.picked) if gesture is not None else ()

    def update_done(self) -> None:
        """Show the Done button when Done means something."""
        gesture, ask, chosen = self.model.gesture, self.model.ask, self.model.ready
        self.caution.setVisible(self.model.warned and self.held() == self.caution.held)
        declines = bool(gesture and gesture.declines)
        editing = bool(gesture and gesture.editor)
        buttons = bool(gesture and len(gesture.all) <= BUTTONS)
        picking = bool(gesture and gesture.ask.form == "pick" and not gesture.picked and buttons)
        dead = self._dead(gesture)
        self.done.setVisible(editing or chosen is not None or (declines and not picking) or dead)
        self.done.setEnabled(chosen is not None or declines)
        self.turners.hide()
        self.decline.hide()
        if self.model.plan:
            self._word_plan()
            return
        if gesture is None or ask is None:
            return
        self._word_done(gesture, ask, chosen)
        if chosen is not None and declines and not editing:
            refusing = str(ask.choices.label(gesture.declines[0]))
            self.decline.setText(folded(refusing))
            self.decline.setToolTip(refusing)
            self.decline.setVisible(not picking)
        turnable = chosen is not None and gesture.looks(chosen) is not None
        self.turners.setVisible(turnable and not editing)
        self.show_refusal(None)
        self.show_choice(chosen)

    @staticmethod
    def _dead(gesture: Gesture | None) -> bool:
        """Whether the question may be declined as a rule, but not now."""
        return bool(gesture and not gesture.declines and gesture.ask.choices.why_not_pass())

    def _word_plan(self) -> None:
        """Done carries the plan out; the other button lays it aside."""
        self.details.clear()
        self.done.setVisible(True)
        self.done.setEnabled(bool(self.model.stands))
        self.decline.setVisible(True)
        self.decline.setText(folded(tr("Set it aside")))
        self._word(tr("Carry it out"), primary=True)

    def _word_done(self, gesture: Gesture, ask: Ask, chosen: Choice | None) -> None:
        """Say on the Done button what it would do."""
        if chosen is not None:
            words = str(gesture.doing) if gesture.editor else self.body.words_of(gesture, chosen)
        else:
            declining = PASS if self._dead(gesture) else next(iter(gesture.declines), None)
            words = tr("Done") if declining is None else str(ask.choices.label(declining))
        self._word(words, primary=chosen is not None)

    def _word(self, words: str, *, primary: bool) -> None:
        self.done.setText(folded(words) if len(words) < 60 else tr("Commit"))
        self.done.setObjectName("primary" if primary else "")
        self.done.style().unpolish(self.done)
        self.done.style().polish(self.done)

    # -- hovering ------------------------------------------------------------------------------

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why something is not possible (None: only what an unfinished answer lacks)."""
        refusal = refusal or self._lacking()
        self.reason.setText(refusal_html(refusal) if refusal is not None else "")
        self.reason.setVisible(refusal is not None)

    def _lacking(self) -> Refusal | None:
        """Return why an answer that is being put together may not be given so."""
        gesture = self.model.gesture
        if gesture is None or self.model.plan:
            return None
        if gesture.editor == "checks" and gesture.declines and not gesture.picked:
            return None  # nothing is ticked, and nothing need be
        if not gesture.editor and gesture.why_not() is None:
            return gesture.stuck() if gesture.chosen() is None else None
        refusal = gesture.why_not() or (gesture.stuck() if gesture.chosen() is None else None)
        return refusal if refusal is not None and refusal.rule else None

    def show_choice(self, choice: Choice | None) -> None:
        """Say what a choice will cost and do, and its odds a moment later."""
        gesture = self.model.gesture
        self.headline.hide()
        if choice is None and gesture is not None:
            choice = gesture.chosen()
        if choice is None or gesture is None:
            self.details.clear()
            self._odds_choice = None
            self.odds.forget()
            return
        lines = gesture.describe(choice)
        self.details.setText("<br>".join(escape(str(line)) for line in lines))
        self._odds_choice, self._odds_of = choice, gesture.ask
        if gesture.ask.odds:
            self._odds_timer.start()

    def _want_odds(self) -> None:
        gesture = self.model.gesture
        if gesture is not None and gesture.ask is self._odds_of and self._odds_choice is not None:
            self.odds.want(self._odds_choice)

    def _show_odds(self) -> None:
        gesture, choice, answer = self.model.gesture, self.odds.choice, self.odds.answer
        if gesture is None or answer is None or choice is None or choice != self._odds_choice:
            return
        if gesture.ask is not self._odds_of:
            return
        head = "".join(f"{escape(str(line))}<br>" for line in gesture.describe(choice))
        self.details.setText(f"{head}{odds_html(answer, unfolded=self._unfolded)}")
        self._keep_in_sight(headline_of(answer))
        button = QApplication.widgetAt(QCursor.pos())
        if isinstance(button, ChoiceButton) and button.choice == choice and gist_of(answer):
            button.weigh(gist_of(answer))

    def _keep_in_sight(self, words: str) -> None:
        """Odds that stand below a long list, out of sight, are told in one line beside the buttons."""
        self.column.activate()
        line = self.details.fontMetrics().lineSpacing()
        foot = self.details.mapTo(self.area.viewport(), QPoint(0, 2 * line)).y()
        self.headline.setText(f"<b>{escape(words)}</b>")
        self.headline.setVisible(bool(words) and foot > self.area.viewport().height())

    def quiet(self) -> None:
        """The curtain falls: no odds come after it."""
        self._odds_timer.stop()
        self._odds_choice = None
        self.odds.quiet()

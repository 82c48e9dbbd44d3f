"""The prompt: who decides what and by which rule, with everything that answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from html import escape
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.look import away, named, serif
from app.table.controller import Controller
from app.table.gestures.gesture import DECLINING, MOST_SHOWN, Gesture, mentions
from app.table.panels.labels import label
from app.table.panels.words import LINK, compass, refusal_html, rule_links
from app.table.prompt import editors
from app.table.prompt.choicelist import ChoiceButton, ChoiceList, folded
from app.table.prompt.reckoning import Reckoner, odds_html
from app.table.prompt.waiting import Waiting
from engines.core.show.asks import Choice
from engines.core.show.explain import Refusal
from engines.core.show.views import Answer

BUTTONS = 7
MANY_PLACES = 60
"""More places than this are not listed: they are clicked on the board."""
ROSE = 3
"""Facings side by side."""
OPEN = "Both players may look: what only one of them may see lies face down."

COPY = (
    "Nothing can be chosen here; the log and the board as it was can be looked through. "
    "Game > Save as makes a copy that is played on."
)
"""What is said of a game that is only looked at."""


def _places(gesture: Gesture, choices: list[Choice]) -> int:
    """Return how many places a question for a place offers, however a piece may face there."""
    if gesture.ask.form not in {"place", "pose"}:
        return 0
    return len({mentions(choice)[:1] for choice in choices})


class PromptPanel(QWidget):
    """The left panel.

    Signals:
        rule_wanted(str): a rule link was clicked.
        choice_pointed(object): the mouse or the keyboard is on a choice of the list (None: left).
        finish_wanted(): the Done button; the page warns of pieces that could still act.
        decline_wanted(): decline although something is picked.
        since_wanted(): what happened since one's last decision is to be shown.
        leave_wanted(): the game is over and the player goes.
    """

    rule_wanted = Signal(str)
    choice_pointed = Signal(object)
    finish_wanted = Signal()
    decline_wanted = Signal()
    since_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Prompt")
        self.controller = controller
        self.naming: Callable[[str], str] = str
        self.waiting = Waiting()
        self._labels: Counter[str] = Counter()
        self.bearing: Callable[[int], float | None] = lambda _facing: None
        self.seat = label(role="muted", name="Who decides")
        self.title = label(role="title", name="What is to be decided")
        self.rules = label(name="Rules of this decision")
        self.reason = label(role="danger", name="Why that is not possible")
        self.details = label(name="What it costs and its odds")
        self.verdict = label(role="title")
        self.body = QVBoxLayout()
        self.body.setSpacing(4)
        self.done = QPushButton("Done")
        self.done.setToolTip("Done / pass (Ctrl+Return)")
        self.done.setMinimumWidth(1)
        self.done.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.listed: Choice | None = None
        self.done.clicked.connect(self.finish_wanted)
        self.since = self._plain("What happened since my last decision", self.since_wanted)
        self.leave = self._plain("Back to the library", self.leave_wanted)
        self.decline = self._plain("", self.decline_wanted)
        self.turners = self._turners()
        self._odds_timer = QTimer(self)
        self._odds_timer.setSingleShot(True)
        self._odds_timer.setInterval(60)
        self._odds_timer.timeout.connect(self._want_odds)
        self.reckoner = Reckoner(controller)
        self.reckoner.answered.connect(self._show_odds)
        self._odds_choice: Choice | None = None
        self._build()
        for links in (self.rules, self.reason, self.details, self.title):
            links.linkActivated.connect(self._link)

    def _build(self) -> None:
        inside = QWidget()
        inside.setObjectName("panel")
        column = QVBoxLayout(inside)
        column.setSpacing(5)
        line = named(QFrame(), "rule")
        for widget in (self.seat, self.title, self.rules, line):
            column.addWidget(widget)
        column.addWidget(self.waiting)
        # Nothing above the list changes its height while a line is picked: the second click of
        # a double click must find the same line.
        column.addLayout(self.body)
        for button in (self.turners, self.done, self.decline):
            column.addWidget(button)
        for part in (self.details, self.reason, self.verdict, self.since, self.leave):
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
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
        outer.addWidget(area)

    def _plain(self, words: str, wanted: SignalInstance) -> QPushButton:
        button = QPushButton(folded(words))
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
        for words, tip, step in (("\u21ba", "Turn left (Q)", -1), ("\u21bb", "Turn right (E)", 1)):
            button = QPushButton(words)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, step=step: self.controller.turn(step))
            row.addWidget(button)
        return holder

    def _link(self, target: str) -> None:
        if target.startswith(LINK):
            self.rule_wanted.emit(target[len(LINK) :])

    # -- filling -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present question."""
        self.seat.setFont(serif(1.0))
        self.title.setFont(serif(1.35, bold=True))
        self.verdict.setFont(serif(1.2, bold=True))
        self.reason.clear()
        self.details.clear()
        self.listed = None
        session = self.controller.session
        verdict = session.verdict if self.controller.past is None else None
        self.leave.setVisible(verdict is not None)
        looks = self.controller.viewer
        acted = session.choices[-1].seat if session.choices else looks
        self.since.setVisible(self.controller.ask is not None and looks not in (None, acted))
        self.verdict.setVisible(verdict is not None)
        if verdict is not None:
            winner = self.controller.seat_name(verdict.winner)
            words = "A draw" if verdict.winner == "draw" else f"{winner} wins"
            self.verdict.setText(f"{escape(words)}: {escape(verdict.level)}")
        self._fill_heading()
        self._fill_waiting()
        self.fill_body()

    def _fill_heading(self) -> None:
        control = self.controller
        ask = control.session.ask
        view = control.view
        turn = " · ".join(part for part in (str(view.turn), str(view.phase)) if part)
        if control.past is not None:
            self.seat.setText(escape(turn))
            self.title.setText("Looking back")
            self.rules.setText(
                "The board as it was; nothing here can be moved. Page Up and Page Down step, "
                "End comes back to the present."
            )
            return
        if control.only_look and ask is not None:
            self.seat.setText(escape(turn))
            self.title.setText("Only to look at")
            self.rules.setText(f"{escape(control.only_look)} {COPY}")
            return
        if ask is None:
            self.seat.setText(escape(turn))
            self.title.setText("The game is over")
            verdict = control.session.verdict
            reason = escape(str(verdict.reason)) if verdict else ""
            self.rules.setText(f"{reason} {rule_links([verdict.rule]) if verdict else ''}")
            return
        name = escape(control.seat_name(ask.seat))
        if ask.seat not in control.humans:
            self.seat.setText(escape(str(view.turn)))
            self.title.setText(f"{name} waits" if control.paused else f"{name} is thinking")
            self.rules.setText("")
            return
        openly = ", in the open" if control.viewer is None else ""
        self.seat.setText(f"<b>{name}</b> decides{openly}<br>{escape(turn)}")
        self.seat.setToolTip(OPEN if openly else "")
        self.title.setText(escape(str(ask.prompt)))
        self.rules.setText(rule_links(ask.rules))

    def _fill_waiting(self) -> None:
        """While the computer decides: what about, and Stop."""
        control = self.controller
        ask = control.session.ask
        live = control.past is None and not control.only_look
        if ask is None or not live or ask.seat in control.humans:
            self.waiting.done()
            return
        name = control.seat_name(ask.seat)
        # What it is asked may tell what only its own seat knows.
        words = "Its orders are secret." if ask.secret else str(ask.prompt)
        told = "\n".join(part for part in (str(control.view.phase), words) if part)
        self.waiting.show_thought(ask.seat, name, told, paused=control.paused)

    def fill_body(self) -> None:
        """Show the buttons, the list or the editor that answer the question."""
        self.listed = None
        focused = QApplication.focusWidget()
        by_keyboard = focused is not None and focused in self._answers()
        while self.body.count():
            item = self.body.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                away(widget)
        gesture = self.controller.gesture
        if gesture is not None:
            if gesture.editor:
                self.body.addWidget(self._editor(gesture))
            else:
                self._fill_choices(gesture)
        self.update_done()
        if by_keyboard:
            next(iter(self._answers()), self.done).setFocus()

    def _answers(self) -> list[QWidget]:
        """The buttons, the list or the editor, from top to bottom."""
        items = (self.body.itemAt(index) for index in range(self.body.count()))
        widgets = [item.widget() for item in items if item is not None]
        return [
            widget for widget in widgets if widget is not None and not isinstance(widget, QLabel)
        ]

    def _editor(self, gesture: Gesture) -> QWidget:
        return editors.editor_for(gesture, self.naming, self.controller.touched.emit)

    def _fill_choices(self, gesture: Gesture) -> None:
        choices = gesture.listed()
        if gesture.ask.form == "pick" and not gesture.picked:
            choices = gesture.all
            # Of a long list the refused ones are explained where they stand on the board.
            many = len(choices) >= BUTTONS
            refused = [] if many else list(gesture.ask.choices.refused())[: BUTTONS - len(choices)]
            if len(choices) > BUTTONS:
                choices = [choice for choice in choices if choice not in DECLINING]
        else:
            refused = []
        self._labels = Counter(gesture.label(choice) for choice in choices[:MOST_SHOWN])
        for extra in gesture.extras if not gesture.picked else ():
            self.body.addWidget(self._button(gesture, extra))
        if len(choices) == 1 and choices[0] == gesture.chosen():
            return  # the Done button says it
        picked = self._picked_name(gesture)
        if picked:
            self.body.addWidget(label(f"<b>{escape(picked)}</b>"))
        if len(choices) > 1 and self._turning(choices):
            self.body.addWidget(self._rose(gesture, choices))
        elif len(choices) <= BUTTONS and (gesture.ask.form == "pick" or gesture.picked):
            meant = gesture.chosen() if gesture.ask.form == "target" else None
            for choice in (
                one for one in choices if meant is None or one != meant
            ):  # that is the Done button
                self.body.addWidget(self._button(gesture, choice))
        elif (places := _places(gesture, choices)) > MANY_PLACES:
            self.body.addWidget(label(f"Click one of {places} places on the board."))
        elif choices:
            self.body.addWidget(self._list(gesture, choices))
        for choice, refusal in refused:
            button = self._button(gesture, choice)
            button.setEnabled(False)
            rule = f" [{refusal.rule}]" if refusal.rule else ""
            button.setToolTip(f"{refusal.message}{rule}")
            self.body.addWidget(button)

    def _turning(self, choices: list[Choice]) -> bool:
        """Whether the choices differ by their facing alone."""
        poses = [c for c in choices if isinstance(c, dict) and isinstance(c.get("facing"), int)]
        plain = [{**c, "facing": 0} for c in poses]
        return len(poses) == len(choices) and all(c == plain[0] for c in plain)

    def _rose(self, gesture: Gesture, choices: list[Choice]) -> QWidget:
        """The facings as small buttons side by side; a click turns, Done takes it."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        for number, choice in enumerate(choices):
            facing = choice["facing"] if isinstance(choice, dict) else 0
            bearing = self.bearing(facing)
            button = QPushButton(str(facing) if bearing is None else compass(bearing))
            button.setToolTip(self.words_of(gesture, choice))
            button.setAccessibleName(self.words_of(gesture, choice))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setMinimumWidth(1)
            button.setObjectName("primary" if choice == gesture.chosen() else "")
            button.clicked.connect(lambda _on=False, c=choice: self._turn_to(gesture, choices, c))
            grid.addWidget(button, number // ROSE, number % ROSE)
        return holder

    def _turn_to(self, gesture: Gesture, choices: list[Choice], choice: Choice) -> None:
        now = gesture.chosen()
        if now in choices:
            self.controller.turn(choices.index(choice) - choices.index(now))
        else:
            self._take(choice)

    def _button(self, gesture: Gesture, choice: Choice) -> QPushButton:
        words = self.words_of(gesture, choice)
        button = ChoiceButton(words, choice, self._brief(gesture, words))
        button.pointed.connect(self._point)
        if choice == gesture.chosen():
            button.setObjectName("primary")
        button.clicked.connect(lambda: self._take(choice))
        return button

    def _take(self, choice: Choice) -> None:
        if choice in DECLINING:
            self.finish_wanted.emit()
            return
        gesture = self.controller.gesture
        settled = gesture.settle(choice) if gesture is not None else choice
        if settled is None:
            self.controller.touched.emit()
        else:
            self.controller.choose(settled)

    def _list(self, gesture: Gesture, choices: list[Choice]) -> QListWidget:
        made = ChoiceList()
        for choice in choices[:MOST_SHOWN]:
            words = self.words_of(gesture, choice)
            item = QListWidgetItem(self._brief(gesture, words))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setData(Qt.ItemDataRole.UserRole, choice)
            made.addItem(item)
        if len(choices) > MOST_SHOWN:
            more = QListWidgetItem(f"and {len(choices) - MOST_SHOWN} more on the board")
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            made.addItem(more)
        made.fit()
        made.itemActivated.connect(lambda i: self._take(i.data(Qt.ItemDataRole.UserRole)))
        made.currentItemChanged.connect(lambda now, _old: self._settle_on(now))
        made.itemEntered.connect(self._point_item)
        return made

    def _picked_name(self, gesture: Gesture) -> str:
        """The name of the piece that is picked, or that alone is asked about; "" for none."""
        about = gesture.picked[:1] or (gesture.ask.subject if len(gesture.ask.subject) == 1 else ())
        first = about[0] if about else None
        name = next((p.name for p in self.controller.view.pieces if p.id == first), "")
        # What is asked about may be an enemy whom the choices do not begin with.
        named = gesture.picked or any(
            gesture.label(c).startswith(name) for c in gesture.all[:MOST_SHOWN]
        )
        return name if named else ""

    def _brief(self, gesture: Gesture, words: str) -> str:
        """The label of a choice of the picked piece, whose name stands above them all."""
        name = self._picked_name(gesture)
        for lead in (f"{name}: ", f"{name} ") if name else ():
            if words.startswith(lead) and len(words) > len(lead):
                return words[len(lead)].upper() + words[len(lead) + 1 :]
        return words

    def words_of(self, gesture: Gesture, choice: Choice) -> str:
        """Return the label of a choice; a bare id is shown by its printed name."""
        words = gesture.label(choice)
        if isinstance(choice, dict) and words == str(choice) and "facing" not in choice:
            return ", ".join(self.naming(name) for name in mentions(choice)) or words
        if isinstance(choice, str) and words == choice:
            return self.naming(choice)
        if isinstance(choice, dict) and isinstance(choice.get("facing"), int):
            return self._with_facing(choice, words)
        return words

    def _with_facing(self, choice: dict[str, Any], words: str) -> str:
        """Name the facing where the label does not tell it from the other facings."""
        bare = words == str(choice)
        if not bare and self._labels[words] < 2:
            return words
        bearing = self.bearing(choice["facing"])
        toward = str(choice["facing"]) if bearing is None else compass(bearing)
        if bare:
            return f"Facing {toward}"
        return f"{words}: {toward}" if words.endswith("facing") else f"{words}, facing {toward}"

    def _point_item(self, item: QListWidgetItem | None) -> None:
        self._point(item.data(Qt.ItemDataRole.UserRole) if item is not None else None)

    def _settle_on(self, item: QListWidgetItem | None) -> None:
        """A line of the list is selected: the button below now makes that choice."""
        self._point_item(item)
        self.listed = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        self.update_done()

    def take_listed(self) -> bool:
        """Make the choice selected in the list; return whether there was one."""
        if self.listed is None:
            return False
        choice, self.listed = self.listed, None
        self._take(choice)
        return True

    def _point(self, choice: Choice | None) -> None:
        self.show_choice(choice)
        self.choice_pointed.emit(choice)

    def update_done(self) -> None:
        """Show the Done button when Done means something."""
        gesture = self.controller.gesture
        chosen = gesture.chosen() if gesture is not None else None
        if chosen is None:
            chosen = self.listed
        declines = bool(gesture and gesture.declines)
        editing = bool(gesture and gesture.editor)
        buttons = bool(gesture and len(gesture.all) <= BUTTONS)
        picking = bool(gesture and gesture.ask.form == "pick" and not gesture.picked and buttons)
        self.done.setVisible(editing or chosen is not None or (declines and not picking))
        self.done.setEnabled(chosen is not None or declines)
        self.turners.hide()
        self.decline.hide()
        ask = self.controller.ask
        if gesture is None or ask is None:
            return
        if chosen is not None:
            words = gesture.doing if editing else self.words_of(gesture, chosen)
        else:
            words = str(ask.choices.label(gesture.declines[0])) if declines else "Done"
        self.done.setText(folded(words) if len(words) < 60 else "Commit")
        self.done.setObjectName("primary" if chosen is not None else "")
        self.done.style().unpolish(self.done)
        self.done.style().polish(self.done)
        if chosen is not None and declines and not editing:
            refusing = str(ask.choices.label(gesture.declines[0]))
            self.decline.setText(folded(refusing))
            self.decline.setToolTip(refusing)
            self.decline.setVisible(not picking)
        turnable = chosen is not None and isinstance(chosen, dict) and "facing" in chosen
        self.turners.setVisible(turnable and not editing)
        why = getattr(gesture, "why_not", None)
        refusal = why() if editing and why is not None else None
        self.show_refusal(refusal if refusal is not None and refusal.rule else None)
        self.show_choice(chosen)

    # -- hovering ------------------------------------------------------------------------------

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say why something is not possible (None: nothing to say)."""
        self.reason.setText(refusal_html(refusal) if refusal is not None else "")
        self.reason.setVisible(refusal is not None)

    def show_choice(self, choice: Choice | None) -> None:
        """Say what a choice will cost and do, and its odds a moment later."""
        gesture = self.controller.gesture
        if choice is None and gesture is not None:
            choice = gesture.chosen()
        if choice is None or gesture is None:
            self.details.clear()
            self._odds_choice = None
            self.reckoner.forget()
            return
        lines = gesture.describe(choice)
        self.details.setText("<br>".join(escape(str(line)) for line in lines))
        self._odds_choice = choice
        if gesture.ask.odds:
            self._odds_timer.start()

    def _want_odds(self) -> None:
        if self._odds_choice is not None:
            self.reckoner.want(self._odds_choice)

    def _show_odds(self, choice: Choice, answer: Answer) -> None:
        gesture = self.controller.gesture
        if gesture is None or choice != self._odds_choice:
            return
        head = "".join(f"{escape(str(line))}<br>" for line in gesture.describe(choice))
        self.details.setText(f"{head}{odds_html(answer)}")

    def quiet(self) -> None:
        """The curtain falls: no odds come after it."""
        self._odds_timer.stop()
        self._odds_choice = None
        self.reckoner.quiet()

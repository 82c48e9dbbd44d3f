"""What answers a question in the prompt: buttons, facings side by side, a list, or an editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.look import away
from grognard.app.rulenames import called
from grognard.app.table.gestures.gesture import DECLINING, MOST_SHOWN, Gesture, mentions
from grognard.app.table.gestures.wholestack import WholeStack
from grognard.app.table.model.model import TableModel
from grognard.app.table.model.odds import answer_or_none
from grognard.app.table.panels.gesturecard import GATHER, STACK
from grognard.app.table.panels.labels import label
from grognard.app.table.panels.words import REASON, compass, refusal_html
from grognard.app.table.prompt import editors
from grognard.app.table.prompt.choicelist import ChoiceButton, ChoiceList, folded
from grognard.app.table.prompt.planned import may_follow, plan_html, together
from grognard.engines.core.data.text import all_of, spell, tr, trn, verbatim
from grognard.engines.core.show.asks import Choice, actors
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer

BUTTONS = 8

MANY_PLACES = 60
"""More places than this are not listed: they are clicked on the board."""
ROSE = 3
"""Facings side by side."""


def _places(gesture: Gesture, choices: list[Choice]) -> int:
    """Return how many places a question for a place offers, however a piece may face there."""
    if gesture.ask.form not in {"place", "pose"}:
        return 0
    return len({mentions(choice)[:1] for choice in choices})


def _turning(gesture: Gesture, choices: list[Choice]) -> bool:
    """Whether the choices differ by their facing alone."""
    poses = [c for c in choices if isinstance(c, dict) and gesture.looks(c) is not None]
    plain = [{**c, "facing": 0} for c in poses]
    return len(poses) == len(choices) and all(c == plain[0] for c in plain)


def _offered(gesture: Gesture) -> tuple[list[Choice], list[tuple[Choice, Refusal]]]:
    """Return the choices to be shown, and those to be shown as refused."""
    if gesture.ask.form == "target" and gesture.picked:
        listed = gesture.listed()
        return listed, _of_the_picked(gesture)[: max(0, BUTTONS - len(listed))]
    if gesture.ask.form != "pick" or gesture.picked:
        return gesture.listed(), []
    choices = gesture.all
    # Of a long list the refused ones are explained where they stand on the board.
    many = len(choices) >= BUTTONS
    refused = [] if many else list(gesture.ask.choices.refused())[: BUTTONS - len(choices)]
    if len(choices) > BUTTONS:
        choices = [choice for choice in choices if choice not in DECLINING]
    return choices, refused


def _of_the_picked(gesture: Gesture) -> list[tuple[Choice, Refusal]]:
    """Return what those picked cannot do, as far as the game tells it before it is tried."""
    picked, known = set(gesture.picked), gesture.candidates()
    return [
        (choice, why)
        for choice, why in gesture.ask.choices.refused()
        if picked < set(mentions(choice)) and choice not in known
    ]


def _by_reason(
    refused: list[tuple[Choice, Refusal]], *, together: bool
) -> list[tuple[Refusal, list[Choice]]]:
    """Return what is refused, each by itself or all that has one reason `together`."""
    found: dict[object, tuple[Refusal, list[Choice]]] = {}
    for place, (choice, why) in enumerate(refused):
        key = (str(why.message), why.rule) if together else place
        found.setdefault(key, (why, []))[1].append(choice)
    return list(found.values())


class Answers(QVBoxLayout):
    """The answers to the present question, one below the other.

    Signals:
        declined(): the button that declines was pressed.
        entered(): Enter was pressed on check boxes.
        selected(): a line of the list was selected, or none is any more.
        linked(str): a link to a rule was followed.
    """

    declined = Signal()
    entered = Signal()
    selected = Signal()
    linked = Signal(str)

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self.model = model
        self._labels: Counter[str] = Counter()
        self._lead: tuple[tuple[object, ...], str] = ((), "")
        self._shown_parts: tuple[str, ...] = ()
        self._part: QWidget | None = None
        self._scrolled = "", 0
        self.setSpacing(4)

    def widgets(self) -> list[QWidget]:
        """Return the buttons, the list or the editor, from top to bottom."""
        items = (self.itemAt(index) for index in range(self.count()))
        found = [item.widget() for item in items if item is not None]
        return [widget for widget in found if widget is not None and not isinstance(widget, QLabel)]

    def has_focus(self) -> bool:
        """Whether the keyboard is on one of them."""
        focused = QApplication.focusWidget()
        return focused is not None and focused in self.widgets()

    def sync(self) -> None:
        """Have the editor show what the gesture holds."""
        for widget in self.widgets():
            if isinstance(widget, editors.Editor):
                widget.sync()

    def fill(self) -> None:
        """Show what answers the present question; a list of the same kind stays where it was scrolled to."""
        lists = (one for one in self.widgets() if isinstance(one, ChoiceList))
        self._scrolled = (
            self._scrolled[0],
            next((one.verticalScrollBar().value() for one in lists), 0),
        )
        self.model.listed, self._lead = None, ((), "")
        self._shown_parts, self._part = (), None
        while self.count():
            item = self.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                away(widget)
        gesture = self.model.gesture
        if self.model.plan:
            self._fill_plan()
        elif self.model.party:
            self.addWidget(label(escape(together(self.model))))
        elif self.model.still_to_go:
            self._fill_left()
        # Whatever is gathered or planned, the open question can be answered below it.
        if gesture is not None and gesture.editor:
            self.addWidget(self._editor(gesture))
        elif gesture is not None:
            self._fill_open(gesture)
        if gesture is not None and not self.model.plan:
            self._fill_beside(gesture)

    def _fill_open(self, gesture: Gesture) -> None:
        """Show what is open, the choices, and who else could go along."""
        if gesture.ask.lead is not None:
            self.addWidget(label(escape(str(gesture.ask.lead))))
        if self.model.taken:
            self._fill_taken(self.model.taken)
        self._fill_choices(gesture)
        if not isinstance(gesture, WholeStack) and not self.model.party:
            for words, pieces in self.model.fellows():
                self._add_button(
                    str(words), partial(self.model.muster, pieces), f"{STACK} {GATHER}"
                )

    def _fill_beside(self, gesture: Gesture) -> None:
        """Show what may be done before the question is answered, and how it is answered several times at once."""
        if gesture.ask.several:
            self.addWidget(label(escape(tr("Shift and click: several places in one go."))))
        for word, words in gesture.ask.asides.items() if not gesture.picked else ():
            self._add_button(str(words), partial(self.model.choose, word))

    def _fill_taken(self, names: tuple[str, ...]) -> None:
        """Show who of a stack in the hand goes, and how to leave some of them out."""
        called = all_of([verbatim(self.model.lookup.name_of(name)) for name in names])
        self.addWidget(label(escape(str(called))))
        if len(names) > 1:
            self._add_button(tr("Leave out some of the stack ..."), self.model.divide)

    def _fill_plan(self) -> None:
        """Show what would come of a plan, piece by piece."""
        self.addWidget(label(plan_html(self.model)))
        march = self.model.march
        if march is not None and may_follow(self.model):
            words = tr("Side by side") if march.column else tr("In column along this way")
            self._add_button(words, partial(self.model.in_column, on=not march.column))

    def _fill_left(self) -> None:
        """Show whom of a plan nobody has come to, and let them go on."""
        left = self.model.still_to_go
        names = [verbatim(self.model.lookup.name_of(n)) for wish in left for n in wish.pieces]
        said = tr("Still to move as planned: {names}", names=all_of(names))
        self.addWidget(label(escape(said)))
        words = trn("Go on with the other", "Go on with the others ({n})", n=len(left))
        self._add_button(words, self.model.go_on_with_the_others)

    def _add_button(self, words: str, act: Callable[[], object], tip: str = "") -> None:
        button = QPushButton(folded(words))
        button.setAutoDefault(True)
        button.setToolTip(tip or words)
        button.setMinimumWidth(1)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _on=False: act())
        self.addWidget(button)

    def _editor(self, gesture: Gesture) -> QWidget:
        made = editors.editor_for(
            gesture, self.model.lookup.name_of, self.model.touch, self.model.game.term
        )
        if isinstance(made, editors.Checks):
            made.entered.connect(self.entered)
        return made

    def _fill_choices(self, gesture: Gesture) -> None:
        choices, refused = _offered(gesture)
        self._labels = Counter(gesture.label(choice) for choice in choices[:MOST_SHOWN])
        for extra in gesture.extras if not gesture.picked else ():
            self.addWidget(self._button(gesture, extra))
        if len(choices) > 1 or choices[:1] != [gesture.chosen()]:  # else the Done button says it
            picked = self._picked_name(gesture)
            if gesture.heading is not None:
                self.addWidget(label(escape(str(gesture.heading))))
            if picked:
                self.addWidget(label(f"<b>{escape(picked)}</b>"))
            self._lay_out(gesture, choices)
        if isinstance(gesture, WholeStack):
            self._fill_parts(gesture)
        for refusal, these in _by_reason(refused, together=gesture.ask.form == "target"):
            self.addWidget(self._refused(gesture, refusal, these))

    def _fill_parts(self, gesture: WholeStack) -> None:
        """Show who takes part, once it is settled which stack; before that how to come there."""
        self._shown_parts = gesture.items
        if len(gesture.items) > 1:
            self.addWidget(label(escape(tr("Taking part:"))))
            made = editors.Checks(gesture, self.model.lookup.name_of, self.model.touch)
            made.entered.connect(self.entered)
            self.addWidget(made)
        elif gesture.whole is None:
            self._add_button(tr("Leave out some of the stack ..."), self._pick_listed)
            self._part = self.widgets()[-1]
            self._part.setVisible(False)

    def _pick_listed(self) -> None:
        """Take the line that is marked into the hand."""
        gesture, choice = self.model.gesture, self.model.listed
        if isinstance(gesture, WholeStack) and choice is not None:
            gesture.pick(choice)
            self.model.touch()

    def keeps(self, gesture: Gesture) -> bool:
        """Whether a change of the gesture only checks or unchecks what is shown."""
        return (
            isinstance(gesture, WholeStack)
            and len(gesture.items) > 1
            and gesture.items == self._shown_parts
        )

    def _refused(self, gesture: Gesture, refusal: Refusal, choices: list[Choice]) -> QWidget:
        """What cannot be chosen: a dead button, or one line for all that the same reason forbids."""
        if len(choices) > 1:
            line = label(f"<i>{refusal_html(refusal)}</i>")
            line.linkActivated.connect(self.linked)
            line.setToolTip("\n".join(self.words_of(gesture, choice) for choice in choices))
            line.setProperty(REASON, refusal_html(refusal))
            return line
        button = self._button(gesture, choices[0])
        button.setEnabled(False)
        if gesture.ask.form == "target":
            words = self._brief(gesture, self.words_of(gesture, choices[0]))
            button.setText(folded(f"{words}: {refusal.message}"))
        rule = f" [{called(refusal.rule)}]" if refusal.rule else ""
        button.setToolTip(f"{refusal.message}{rule}")
        button.setProperty(REASON, refusal_html(refusal))
        return button

    def _lay_out(self, gesture: Gesture, choices: list[Choice]) -> None:
        """Show facings side by side, a few choices as buttons, more of them as a list."""
        if len(choices) > 1 and _turning(gesture, choices):
            self.addWidget(self._rose(gesture, choices))
        elif len(choices) <= BUTTONS and self._named(gesture):
            meant = gesture.chosen() if gesture.ask.form == "target" else None
            for choice in choices:
                if meant is None or choice != meant:  # that is the Done button
                    self.addWidget(self._button(gesture, choice))
        elif (places := _places(gesture, choices)) > MANY_PLACES:
            told = trn(
                "Click {n} place on the board.", "Click one of {n} places on the board.", n=places
            )
            self.addWidget(label(told))
        elif choices:
            self.addWidget(self._list(gesture, choices))

    @staticmethod
    def _named(gesture: Gesture) -> bool:
        """Whether a few choices are buttons: who acts is known, or one of a few must be named."""
        form = gesture.ask.form
        acts = form == "target" and gesture.ask.subject
        must = form == "piece" and not gesture.declines
        return bool(form == "pick" or gesture.picked or acts or must)

    def _rose(self, gesture: Gesture, choices: list[Choice]) -> QWidget:
        """The facings as small buttons side by side; a click turns, Done takes it."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        for number, choice in enumerate(choices):
            facing = gesture.looks(choice) or 0
            bearing = self.model.bearing(facing)
            button = QPushButton(str(facing) if bearing is None else compass(bearing))
            button.setToolTip(self.words_of(gesture, choice))
            button.setAccessibleName(self.words_of(gesture, choice))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setMinimumWidth(1)
            button.setObjectName("primary" if choice == gesture.chosen() else "")
            button.clicked.connect(lambda _on=False, c=choice: self._turn_to(gesture, c))
            grid.addWidget(button, number // ROSE, number % ROSE)
        return holder

    def _turn_to(self, gesture: Gesture, choice: Choice) -> None:
        if gesture.mark(choice):
            self.model.turned()
        else:
            self._take(choice)

    def _button(self, gesture: Gesture, choice: Choice) -> QPushButton:
        words = self.words_of(gesture, choice)
        button = ChoiceButton(words, choice, self._brief(gesture, words))
        button.pointed.connect(self.model.point)
        if choice == gesture.chosen():
            button.setObjectName("primary")
        button.clicked.connect(lambda: self._take(choice))
        return button

    def _take(self, choice: Choice) -> None:
        if choice in DECLINING:
            self.declined.emit()
        else:
            self.model.take(choice)

    def _list(self, gesture: Gesture, choices: list[Choice]) -> QListWidget:
        made = ChoiceList()
        above = ""
        for choice, (heading, line) in self._in_parts(gesture, choices[:MOST_SHOWN]):
            words = self.words_of(gesture, choice)
            if heading not in ("", above):
                made.add_heading(heading)
            above = heading
            item = QListWidgetItem(line or self._brief(gesture, words))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setData(Qt.ItemDataRole.UserRole, choice)
            made.addItem(item)
        if len(choices) > MOST_SHOWN:
            more = QListWidgetItem(tr("and {n} more on the board", n=len(choices) - MOST_SHOWN))
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            made.addItem(more)
        made.fit()
        kind, down = self._scrolled
        self._scrolled = gesture.ask.kind, down
        if kind == gesture.ask.kind and down:
            QTimer.singleShot(0, made, lambda: made.verticalScrollBar().setValue(down))
        made.itemActivated.connect(lambda i: self._take(i.data(Qt.ItemDataRole.UserRole)))
        made.currentItemChanged.connect(lambda now, _old: self._settle_on(now))
        made.itemClicked.connect(lambda item: self._step_to(gesture, item))
        made.clicked_again.connect(lambda i: self._take(i.data(Qt.ItemDataRole.UserRole)))
        made.itemEntered.connect(self._point_item)
        return made

    def _in_parts(
        self, gesture: Gesture, choices: list[Choice]
    ) -> list[tuple[Choice, tuple[str, str]]]:
        """Return choices with their headings and lines, those under one heading together."""
        parts: dict[str, list[tuple[Choice, tuple[str, str]]]] = {}
        for choice in choices:
            filed = self._filed(gesture, choice)
            parts.setdefault(filed[0], []).append((choice, filed))
        return [line for part in parts.values() for line in part]

    def _filed(self, gesture: Gesture, choice: Choice) -> tuple[str, str]:
        """Return the heading of a choice and its words below it, with its odds in short where they are at hand."""
        filed = gesture.ask.choices.filed(choice)
        if filed is None:
            return "", ""
        heading, line = map(str, filed)
        answer = self._weighed(gesture, choice)
        return heading, f"{line}\n{answer.brief}" if answer and answer.brief else line

    def _weighed(self, gesture: Gesture, choice: Choice) -> Answer | None:
        """Return the odds of a choice, unless they take their time."""
        inquiry = self.model.game.inquiries.get(gesture.ask.odds or "")
        if inquiry is None or inquiry.slow:
            return None
        question = self.model.question(inquiry.name, **gesture.ask.weighing(choice))
        return answer_or_none(question)() if question is not None else None

    def _picked_name(self, gesture: Gesture) -> str:
        """The name of the piece that is picked, or that alone is asked about; "" for none."""
        key = (id(gesture), *gesture.picked)
        if self._lead[0] != key:
            self._lead = (key, self._named_above(gesture))
        return self._lead[1]

    def _named_above(self, gesture: Gesture) -> str:
        about = gesture.picked[:1] or (gesture.ask.subject if len(gesture.ask.subject) == 1 else ())
        first = about[0] if about else None
        name = next((spell("unit", p.name) for p in self.model.view.pieces if p.id == first), "")
        # What is asked about may be an enemy whom the choices do not begin with.
        named = gesture.picked or any(
            gesture.label(c).startswith(name) for c in gesture.all[:MOST_SHOWN]
        )
        return name if named else ""

    def _brief(self, gesture: Gesture, words: str) -> str:
        """The label of a choice of the picked piece, whose name stands above them all."""
        name = self._picked_name(gesture)
        if words.startswith(str(all_of([verbatim(name), verbatim("")]))):
            return words  # it begins with others, too
        for lead in (f"{name}: ", f"{name} ") if name else ():
            if words.startswith(lead) and len(words) > len(lead):
                return words[len(lead)].upper() + words[len(lead) + 1 :]
        return words

    def words_of(self, gesture: Gesture, choice: Choice) -> str:
        """Return the label of a choice; a bare id is shown by its printed name."""
        words = self.model.lookup.printed(choice, gesture.label(choice))
        if isinstance(choice, dict) and isinstance(choice.get("facing"), int):
            words = self._with_facing(choice, words)
        vain = gesture.ask.choices.vain(choice)
        return tr("{choice} (would do nothing)", choice=words) if vain else words

    def _with_facing(self, choice: dict[str, Any], words: str) -> str:
        """Name the facing where the label does not tell it from the other facings."""
        bare = words == str(choice)
        if not bare and self._labels[words] < 2:
            return words
        bearing = self.model.bearing(choice["facing"])
        toward = str(choice["facing"]) if bearing is None else compass(bearing)
        if bare:
            return tr("Facing {way}", way=toward)
        return (
            f"{words}: {toward}"
            if choice.get("route") == []  # it says already that nothing but the facing changes
            else tr("{words}, facing {way}", words=words, way=toward)
        )

    def _point_item(self, item: QListWidgetItem | None) -> None:
        self.model.point(item.data(Qt.ItemDataRole.UserRole) if item is not None else None)

    def _settle_on(self, item: QListWidgetItem | None) -> None:
        """A line of the list is selected: Done now makes that choice."""
        self._point_item(item)
        self.model.listed = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if self._part is not None:
            self._part.setVisible(self.model.listed is not None)
        self.selected.emit()

    def _step_to(self, gesture: Gesture, item: QListWidgetItem) -> None:
        """A click on a line that only says who is meant: that one is picked."""
        choice, listed = item.data(Qt.ItemDataRole.UserRole), item.listWidget()
        if isinstance(QApplication.focusWidget(), QPushButton) and listed is not None:
            listed.setFocus()  # else Enter would press that button, and not take the line
        if gesture is self.model.gesture and gesture.is_step(choice):
            self._take(choice)

    def mark_line(self, name: str) -> None:
        """Mark the line of the list that is about a piece, as a click on it does."""
        for widget in [one for one in self.widgets() if isinstance(one, ChoiceList)]:
            for row in range(widget.count()):
                choice = widget.item(row).data(Qt.ItemDataRole.UserRole)
                if choice is not None and name in actors(choice):
                    widget.setCurrentRow(row)
                    return

    def take_listed(self) -> bool:
        """Make the choice selected in the list; return whether there was one."""
        choice, self.model.listed = self.model.listed, None
        if choice is None:
            return False
        self._take(choice)
        return True

"""The order of a base in the prompt: what it does step by step, the game's words, exact numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.look import BASE_POINTS, away, look
from grognard.app.rulenames import called
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.panels.words import REASON, refusal_html
from grognard.app.table.prompt.choicelist import WHY, ChoiceList, folded
from grognard.engines.core.data.text import capital, tr

Told = Callable[[], object]
MOST_WORDS = 6
"""Words beyond these stand in a list."""
HALF_WIDE = 92
"""Words of so many pixels at most stand two abreast: what a manoeuvre costs stays in sight below them."""


class Steps(QLabel):
    """The steps of the order, never lower than the help they follow: what is below stands still."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.help = words
        self.setToolTip(words)
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Leave room for the help at least."""
        box = self.fontMetrics().boundingRect(
            QRect(0, 0, width, 9999), Qt.TextFlag.TextWordWrap, self.help
        )
        return max(box.height(), super().heightForWidth(width))


class OrderPad(QWidget):
    """Shows and edits a manoeuvre; it calls `told` after each change."""

    def __init__(self, gesture: Manoeuvre, told: Told) -> None:
        super().__init__()
        self.gesture, self.told = gesture, told
        self.setAccessibleName(tr("Order"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.order = Steps(str(gesture.help))
        self.order.setAccessibleName(tr("What it does"))
        self.undo = QPushButton(tr("Take back"))
        self.undo.setToolTip(tr("Undo the last step (Esc)"))
        self.undo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.undo.setMinimumWidth(1)
        self.undo.clicked.connect(self._back)
        self.words = QGridLayout()
        self.words.setSpacing(3)
        self.more = ChoiceList()
        self.more.setAccessibleName(tr("Larger prompt"))
        for chosen in (self.more.itemActivated, self.more.clicked_again):
            chosen.connect(lambda item: self._say(item.data(Qt.ItemDataRole.UserRole)))
        self.short = QPushButton(tr("As far as it can go"))
        self.short.setToolTip(tr("Shorten the last leg to what is allowed"))
        self.short.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.short.setMinimumWidth(1)
        self.short.clicked.connect(self._shorten)
        self._fields = self._entry()
        for part in (self.order, self.undo, self.short):
            column.addWidget(part)
        column.addLayout(self.words)
        column.addWidget(self.more)
        column.addWidget(self._fields)
        self.sync()

    def _entry(self) -> QWidget:
        """Exact numbers: turn, direction, distance."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        self.turn = self._number(
            tr("Turn left (degrees; right is negative)"), -180.0, 180.0, 1.0, "\N{DEGREE SIGN}"
        )
        self.off = self._number(
            tr("Direction to the left of the heading"), -180.0, 180.0, 1.0, "\N{DEGREE SIGN}"
        )
        self.run = self._number(tr("Distance in cm"), 0.0, 120.0, 0.1, " cm")
        for row, (words, field) in enumerate(
            ((tr("Turn"), self.turn), (tr("Set aside"), self.off), (tr("Move"), self.run))
        ):
            for column, part in enumerate((QLabel(words), field)):
                grid.addWidget(part, row, column)
                part.setVisible(self.gesture.moves or row == 0)
        add = QPushButton(tr("Add to the order"))
        add.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        add.setMinimumWidth(1)
        add.clicked.connect(self._enter)
        grid.addWidget(add, 3, 0, 1, 2)
        return holder

    def _number(
        self, name: str, least: float, most: float, step: float, suffix: str
    ) -> QDoubleSpinBox:
        field = QDoubleSpinBox()
        field.setRange(least, most)
        field.setDecimals(1)
        field.setSingleStep(step)
        field.setSuffix(suffix)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setMinimumWidth(1)
        field.lineEdit().returnPressed.connect(self._enter)
        return field

    # -- what it shows -------------------------------------------------------------------------

    def sync(self) -> None:
        """Show what the gesture holds."""
        steps = self.gesture.steps()
        self.order.setText(
            "\n".join(f"{n}. {words}" for n, words in enumerate(steps, 1)) or str(self.gesture.help)
        )
        self.undo.setEnabled(bool(steps))
        self.short.setVisible(bool(self.gesture.shortened()))
        self._fill_words()

    def _fill_words(self) -> None:
        """Short words as buttons, the others as lines of a list."""
        while self.words.count():
            item = self.words.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                away(widget)
        self.more.clear()
        listed = [(action, capital(words), why) for action, words, why in self.gesture.words()]
        short = [row for row in listed if folded(row[1]).count("\n") < 2][:MOST_WORDS]
        places = _abreast([words for _, words, _ in short])
        for place, (action, words, why) in zip(places, short, strict=True):
            button = QPushButton(folded(words))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setMinimumWidth(1)
            button.setEnabled(why is None)
            button.setToolTip(f"{why.message} [{called(why.rule)}]" if why is not None else words)
            if why is not None:
                button.setProperty(REASON, refusal_html(why))
            button.clicked.connect(lambda _on=False, action=action: self._say(action))
            self.words.addWidget(button, *place)
        for action, words, why in (row for row in listed if row not in short):
            line = QListWidgetItem(words, self.more)
            line.setData(Qt.ItemDataRole.UserRole, action)
            if why is not None:
                line.setText(f"{words}: {why.message}")
                line.setForeground(QColor(look()["disabled_text"]))
                line.setFlags(Qt.ItemFlag.NoItemFlags)
                line.setToolTip(f"{why.message} [{called(why.rule)}]")
                line.setData(WHY, refusal_html(why))
        self.more.fit()
        self.more.setVisible(self.more.count() > 0)

    # -- what it does --------------------------------------------------------------------------

    def _say(self, action: dict[str, object]) -> None:
        self.gesture.say(action)
        self.sync()
        self.told()

    def _shorten(self) -> None:
        self.gesture.shorten()
        self.sync()
        self.told()

    def _back(self) -> None:
        self.gesture.back()
        self.sync()
        self.told()

    def _enter(self) -> None:
        self.gesture.enter(self.turn.value(), self.run.value(), self.off.value())
        for field in (self.turn, self.off, self.run):
            field.setValue(0.0)
        self.sync()
        self.told()


def _abreast(words: list[str]) -> list[tuple[int, int, int, int]]:
    """Return the row, column and extent of buttons: two to a row where both are short."""
    measure = QFontMetrics(QApplication.font())
    room = HALF_WIDE * max(1.0, look().points / BASE_POINTS)
    found: list[tuple[int, int, int, int]] = []
    row = column = 0
    for one in words:
        if measure.horizontalAdvance(one) > room:
            row += column  # it has a row to itself
            found.append((row, 0, 1, 2))
            row, column = row + 1, 0
            continue
        found.append((row, column, 1, 1))
        row, column = row + column, 1 - column
    return found

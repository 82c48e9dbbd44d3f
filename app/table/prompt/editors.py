"""The little editors of the prompt: check boxes, a sortable list, steppers, a number, fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from grognard.app.table.gestures.entries import Allocate, Form, Number, Order, Part
from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.gestures.wholestack import WholeStack
from grognard.app.table.prompt.choicelist import MOST_PART
from grognard.app.table.prompt.orderpad import OrderPad
from grognard.engines.core.data.text import capital, tr
from grognard.engines.core.show.deeds import Called

BOX_PAD = 52
"""What a box and the sides of its line leave no room for, in pixels."""


@runtime_checkable
class Editor(Protocol):
    """What shows a gesture that may change under it."""

    def sync(self) -> None:
        """Show what the gesture holds."""


Naming = Callable[[str], str]
Told = Callable[[], object]


def editor_for(gesture: Gesture, naming: Naming, told: Told, term: Called) -> QWidget:
    """Return the widget that edits a gesture; it calls `told` after each change."""
    if isinstance(gesture, Part):
        return Checks(gesture, naming, told)
    if isinstance(gesture, Order):
        return Sorter(gesture, naming, told)
    if isinstance(gesture, Allocate):
        return Steppers(gesture, naming, told)
    if isinstance(gesture, Number):
        return Spin(gesture, told)
    if isinstance(gesture, Manoeuvre):
        return OrderPad(gesture, told)
    return Fields(gesture, naming, told, term) if isinstance(gesture, Form) else QWidget()


class Checks(QListWidget):
    """Check boxes for the members of a subset; clicks on the board check them too.

    Signals:
        entered(): Enter was pressed, which takes what is checked.
    """

    entered = Signal()

    def __init__(self, gesture: Part | WholeStack, naming: Naming, told: Told) -> None:
        super().__init__()
        self.gesture, self.told = gesture, told
        self.setAccessibleName(tr("Members"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        for name in gesture.items:
            called = str(gesture.called(name)) if gesture.called is not None else naming(name)
            item = QListWidgetItem(called, self)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
        self.setCurrentRow(0)  # Space checks it at once
        self.sync()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        self.itemChanged.connect(self._changed)
        self._before: Qt.CheckState | None = None
        self.itemPressed.connect(lambda item: setattr(self, "_before", item.checkState()))
        self.itemClicked.connect(self._clicked)

    def _fit(self) -> None:
        """Take the height that the names need, folded at the present width."""
        wide, metrics, tall = self.width() - BOX_PAD, self.fontMetrics(), 0
        for row in range(self.count()):
            words = QRect(0, 0, wide, 9999)
            box = metrics.boundingRect(words, Qt.TextFlag.TextWordWrap, self.item(row).text())
            self.item(row).setSizeHint(QSize(1, box.height() + 6))
            tall += box.height() + 6
        most = round(self.window().height() * MOST_PART)
        self.setFixedHeight(min(most, tall + 2 * self.frameWidth() + 2))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitting.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter takes what is checked, as it does everywhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _clicked(self, item: QListWidgetItem) -> None:
        """A click on the words checks as one on the box does."""
        if item.checkState() == self._before:
            on = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def sync(self) -> None:
        """Show what the gesture holds."""
        self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            on = item.data(Qt.ItemDataRole.UserRole) in self.gesture.taking_part
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.blockSignals(False)

    def _changed(self, item: QListWidgetItem) -> None:
        name = item.data(Qt.ItemDataRole.UserRole)
        if (item.checkState() == Qt.CheckState.Checked) != (name in self.gesture.taking_part):
            self.gesture.toggle(name)
            self.told()


class Sorter(QWidget):
    """A list to be put in order: drag, or the Up and Down buttons."""

    def __init__(self, gesture: Order, naming: Naming, told: Told) -> None:
        super().__init__()
        self.gesture, self.naming, self.told = gesture, naming, told
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Order"))
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.setMaximumHeight(26 * max(2, len(gesture.items)) + 8)
        self.list.model().rowsMoved.connect(self._dragged)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        row = QHBoxLayout()
        for words, step in ((tr("Up"), -1), (tr("Down"), 1)):
            button = QPushButton(words)
            button.clicked.connect(lambda _on=False, step=step: self.shift(step))
            row.addWidget(button)
        column.addLayout(row)
        self._fill(0)

    def _fill(self, row: int) -> None:
        self.list.clear()
        for name in self.gesture.items:
            item = QListWidgetItem(self.naming(name), self.list)
            item.setData(Qt.ItemDataRole.UserRole, name)
        self.list.setCurrentRow(row)

    def shift(self, step: int) -> None:
        """Move the current item."""
        row = self.list.currentRow()
        if row >= 0:
            self._fill(self.gesture.shift(row, step))
            self.told()

    def _dragged(self) -> None:
        role = Qt.ItemDataRole.UserRole
        self.gesture.items = [self.list.item(i).data(role) for i in range(self.list.count())]
        self.told()


class Steppers(QWidget):
    """A number for each item."""

    def __init__(self, gesture: Allocate, naming: Naming, told: Told) -> None:
        super().__init__()
        self.gesture, self.told = gesture, told
        self.boxes: dict[str, QSpinBox] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for name in gesture.amounts:
            called = str(gesture.called(name)) if gesture.called is not None else naming(name)
            box = QSpinBox()
            box.setAccessibleName(called)
            box.setRange(0, gesture.most[name])
            box.setValue(gesture.amounts[name])
            box.valueChanged.connect(lambda value, name=name: self._changed(name, value))
            words = QLabel(called)
            words.setWordWrap(True)
            words.setMinimumWidth(1)  # a long name is folded, not cut
            words.setBuddy(box)
            if (
                gesture.called is not None
            ):  # too long to stand beside the box: each has a line of its own
                form.addRow(words)
                form.addRow(box)
            else:
                form.addRow(words, box)
            self.boxes[name] = box

    def _changed(self, name: str, value: int) -> None:
        self.gesture.set(name, value)
        self.told()

    def sync(self) -> None:
        """Show what the gesture holds."""
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.setValue(self.gesture.amounts[name])
            box.blockSignals(False)


class Spin(QSpinBox):
    """One number."""

    def __init__(self, gesture: Number, told: Told) -> None:
        super().__init__()
        self.gesture, self.told = gesture, told
        self.setAccessibleName(tr("Number"))
        if gesture.values:
            self.setRange(gesture.values[0], gesture.values[-1])
        self.setValue(gesture.value)
        self.valueChanged.connect(self._changed)

    def _changed(self, value: int) -> None:
        self.gesture.value = value
        self.told()


class Fields(QWidget):
    """A form: a combo box a field."""

    def __init__(self, gesture: Form, naming: Naming, told: Told, term: Called) -> None:
        super().__init__()
        self.gesture, self.told = gesture, told
        self.boxes: dict[str, QComboBox] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for name, values in gesture.fields.items():
            box = QComboBox()
            box.setMinimumWidth(1)
            title = capital(str(term(name)))
            box.setAccessibleName(title)
            for value in values:
                box.addItem(naming(value) if isinstance(value, str) else str(value), value)
            box.setCurrentIndex(values.index(gesture.values[name]) if name in gesture.values else 0)
            box.currentIndexChanged.connect(lambda index, name=name: self._changed(name, index))
            form.addRow(title, box)
            self.boxes[name] = box

    def _changed(self, name: str, index: int) -> None:
        self.gesture.set(name, self.gesture.fields[name][index])
        self.told()

    def sync(self) -> None:
        """Show what the gesture holds."""
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.setCurrentIndex(self.gesture.fields[name].index(self.gesture.values[name]))
            box.blockSignals(False)

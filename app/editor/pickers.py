"""Fields that name something: typed as it is called, chosen from a list, or clicked on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPoint, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.maps.steps import Step
from grognard.app.editor.picks import Pick, Picks, asked, new_words
from grognard.app.look import named
from grognard.engines.core.data.schema import ListOf, Path, Schema
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain

ROLE = Qt.ItemDataRole.UserRole
NEW = "\n"
"""What the line of a list says that makes something new: no id is written so."""
TALL, BROAD = 320, 280
ON_THE_MAP = ("place", "point", "hexside")
"""What is picked on the map, not from a list."""
HEXES_OF_A_SIDE = 2
Done = Callable[[list[str]], None]


class Map(Protocol):
    """Where places are picked."""

    def pick_places(self, chosen: Sequence[str], *, many: bool, done: Done) -> None:
        """Show the map until places are picked there, then hand them to `done`."""

    def pick_point(self, done: Done) -> None:
        """Show the map until a point is clicked there, then hand its two numbers to `done`."""


class Makes(Protocol):
    """Writes a new record that a list offers to make."""

    def __call__(self, steps: Sequence[Step]) -> bool:
        """Write it; return whether that was taken."""


class PickList(QFrame):
    """A list that drops down: search above, what there is below it, marks where several may be chosen.

    Signals:
        chosen(object): the ids that are chosen now.
        new_wanted(): something new is to be made.
    """

    chosen = Signal(object)
    new_wanted = Signal()

    def __init__(
        self,
        over: QWidget,
        there: Sequence[Pick],
        taken: Sequence[str],
        *,
        many: bool,
        fresh: bool = False,
    ) -> None:
        super().__init__(over, Qt.WindowType.Popup)
        named(self, "card")
        self.many = many
        self.taken = [*taken]
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(tr("Find"))
        self.wanted.textChanged.connect(self._sift)
        self.wanted.returnPressed.connect(self._enter)
        column.addWidget(self.wanted)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        column.addWidget(self.list)
        self._fill(there, fresh)
        self.resize(BROAD, TALL)

    def _fill(self, there: Sequence[Pick], fresh: bool) -> None:
        above = ""
        for pick in there:
            if pick.under != above:
                head = QListWidgetItem(pick.under, self.list)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
            above = pick.under
            item = QListWidgetItem(pick.words, self.list)
            item.setData(ROLE, pick.id)
            if self.many:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                self._mark(item)
            elif pick.id in self.taken:
                self.list.setCurrentItem(item)
        if fresh:
            QListWidgetItem(new_words(), self.list).setData(ROLE, NEW)

    def _mark(self, item: QListWidgetItem) -> None:
        on = item.data(ROLE) in self.taken
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _sift(self, words: str) -> None:
        """Show what has the words in it, and go to the first."""
        low = words.strip().lower()
        for row in range(self.list.count()):
            item = self.list.item(row)
            uid = item.data(ROLE)
            item.setHidden(bool(low) and (not uid or low not in item.text().lower()))
        shown = (self.list.item(row) for row in range(self.list.count()))
        first = next((item for item in shown if not item.isHidden() and item.data(ROLE)), None)
        if first is not None:
            self.list.setCurrentItem(first)

    def _enter(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self._take(item)

    def _take(self, item: QListWidgetItem) -> None:
        uid = item.data(ROLE)
        if uid == NEW:
            self.close()
            self.new_wanted.emit()
        elif uid and self.many:
            (self.taken.remove if uid in self.taken else self.taken.append)(uid)
            self._mark(item)
            self.chosen.emit([*self.taken])
        elif uid:
            self.close()
            self.chosen.emit([uid])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows go through the list while one types; Enter there takes what is marked."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            rows = [r for r in range(self.list.count()) if not self.list.item(r).isHidden()]
            later = [r for r in rows[::step] if (r - self.list.currentRow()) * step > 0]
            if later:
                self.list.setCurrentRow(later[0])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        else:
            super().keyPressEvent(event)


class NameField(QWidget):
    """One line that shows what is named as it is called, with a button for the list or the map.

    Args:
        picks: tells what may be named.
        at: where the field stands in the scenario.
        write: takes what is named now: one id, or a list of them.
        makes: writes a new record, where the list may offer one.
        map_: where places are picked.
    """

    def __init__(  # noqa: PLR0913 - what it names, where, and what becomes of it
        self,
        picks: Picks,
        schema: Schema,
        at: Path,
        value: Plain,
        write: Callable[[Plain], None],
        makes: Makes | None = None,
        map_: Map | None = None,
    ) -> None:
        super().__init__()
        self.picks, self.at, self.write, self.makes, self.map = picks, at, write, makes, map_
        self.kind, self.schema = picks.kind(at, schema), schema
        self.many = isinstance(schema, ListOf) and schema.max != 1
        self.side = ""
        self.list: PickList | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.line = QLineEdit()
        self.line.editingFinished.connect(self.leave)
        self.called = QStringListModel(self)
        if not self.many:
            completer = QCompleter(self.called, self.line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.line.setCompleter(completer)
        row.addWidget(self.line, 1)
        self.button = QToolButton()
        self.button.clicked.connect(self.open)
        row.addWidget(self.button)
        self.on_map = self.kind in ON_THE_MAP and map_ is not None
        self.button.setText(tr("Map") if self.on_map else "▾")
        self.button.setToolTip(tr("Pick on the map") if self.on_map else tr("Choose from a list"))
        self.setFocusProxy(self.line)
        self.show_value(value)

    def show_value(self, value: Plain) -> None:
        """Show what is named now."""
        self.names = _names(value)
        mark = ", " if self.kind == "point" else "; "
        self._shown = mark.join(self.picks.words(self.kind, self.at, self.names))
        self.line.setText(self._shown)
        self.line.setCursorPosition(0)
        self.line.setToolTip(self._shown)
        if not self.many:
            self.called.setStringList([pick.words for pick in self.picks.of(self.kind, self.at)])

    def leave(self) -> None:
        """Write what was typed, by its names."""
        words = self.line.text().strip()
        if words == self._shown:
            return
        whole = self.picks.meant(self.kind, self.at, words)
        known = {pick.id for pick in self.picks.of(self.kind, self.at)}
        mark = ";" if ";" in words else ","
        parts = [words] if whole in known or not self.many else words.split(mark)
        meant = [self.picks.meant(self.kind, self.at, part.strip()) for part in parts]
        self._write([name for name in meant if name])

    def _write(self, names: list[str]) -> None:
        listed: list[Plain] = [*names]
        single = isinstance(self.schema, ListOf) and self.schema.single and len(names) == 1
        one = not isinstance(self.schema, ListOf) or single
        value: Plain = "" if not names else names[0] if one else listed
        self.show_value(value)
        self.write(value)

    def open(self) -> None:
        """Open the list, or the map."""
        if self.on_map:
            self._open_map()
            return
        fresh = self.kind.startswith("record:") and self.makes is not None
        there = self.picks.of(self.kind, self.at)
        if self.list is not None:
            self.list.deleteLater()
        self.list = PickList(self, there, self.names, many=self.many, fresh=fresh)
        self.list.chosen.connect(self._write)
        self.list.new_wanted.connect(self._make)
        self.list.move(self.mapToGlobal(QPoint(0, self.height())))
        self.list.show()
        self.list.wanted.setFocus()

    def _open_map(self) -> None:
        """Have places, the two hexes of a hexside, or a point picked on the map."""
        if self.map is None:
            return
        if self.kind == "point":
            self.map.pick_point(self._write)
            return
        there = self.picks.each(self.names)
        if self.kind == "hexside":
            self.map.pick_places(there, many=True, done=self._write_hexside)
        else:
            self.map.pick_places(there, many=self.many, done=self._write)

    def _write_hexside(self, names: list[str]) -> None:
        if len(names) == HEXES_OF_A_SIDE:
            self._write(["/".join(sorted(names))])

    def _make(self) -> None:
        """Ask for the name of something new, write it, and name it here."""
        of = self.kind.partition(":")[2]
        name, given = QInputDialog.getText(self, new_words(), asked(of))
        if not given or not name.strip() or self.makes is None:
            return
        uid, steps = self.picks.fresh(self.at, of, name.strip(), self.side)
        if steps and self.makes(steps):
            self._write([*self.names, uid] if self.many else [uid])


@dataclass(frozen=True, slots=True)
class Naming:
    """Makes the fields that name something: who tells what there is, writes what is new, and shows the map."""

    picks: Picks
    makes: Makes
    map: Map

    def field(
        self, schema: Schema, at: Path, value: Plain, write: Callable[[Plain], None]
    ) -> NameField:
        """Return the field for what stands at a path."""
        return NameField(self.picks, schema, at, value, write, self.makes, self.map)


class PickBar(QFrame):
    """The strip over the map while places are picked: what to do, take them, leave them."""

    def __init__(self, take: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__()
        named(self, "card")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 10, 4)
        self.words = QLabel()
        row.addWidget(self.words, 1)
        self.take = QPushButton(tr("Take these"))
        self.take.clicked.connect(take)
        row.addWidget(self.take)
        self.leave = QPushButton(tr("Leave it as it was"))
        self.leave.clicked.connect(leave)
        row.addWidget(self.leave)
        self.hide()

    def ask(self, words: str, *, many: bool) -> None:
        """Say what to do; where one place is wanted the click on it takes it."""
        self.words.setText(words)
        self.take.setVisible(many)
        self.show()


def _names(value: Plain) -> list[str]:
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    return [value] if isinstance(value, str) and value else []

"""The form of the set-up page: where the piece that is looked at begins, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from grognard.app.editor import setting
from grognard.app.editor.pickers import NameField, Naming
from grognard.app.editor.placing.several import VARIOUS
from grognard.engines.core.data.text import capital, text, tr
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.placing import Placing

WAYS = {
    "at": text("in this place"),
    "among": text("in one of these places"),
    "within": text("in the range of"),
    "zone": text("in this zone"),
    "anywhere": text("anywhere"),
    "pose": text("on the table, in cm"),
    "box": text("off the map"),
    "attached": text("with this piece"),
}
"""Where a piece begins, in words."""
NAMING = ("at", "among", "within", "zone", "attached")
"""Ways that name something."""
Field = QComboBox | QLineEdit | NameField
Say = Callable[[str, Plain], None]


class WhereForm(QWidget):
    """Fields for each thing that a line of the set-up may say.

    Args:
        placing: what the game's lines may say.
        naming: makes the fields that name something.
        put: says where the piece begins, by a way and what it takes.
        say: says something else of it.

    Attributes:
        fields: the fields, by their keys; "way" says in which way a place is told.

    Signals:
        told(str): what is to be said yet before anything is written.
    """

    told = Signal(str)

    def __init__(self, game: AnyGame, placing: Placing, naming: Naming, put: Say, say: Say) -> None:
        super().__init__()
        self.game, self.placing, self.naming = game, placing, naming
        self.put, self.say = put, say
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.fields: dict[str, Field] = {}
        self.way = self._choice("way", tr("Where"), [*placing.ways])
        self.way.activated.connect(self._ask)
        self._build_values()
        if placing.formations:
            self._choice("formation", tr("Formation"), ["", *placing.formations])
        if placing.states:
            self._choice("state", tr("State"), ["", *placing.states])
        for key in placing.extra:
            self._extra(key)

    def _choice(self, key: str, words: str, values: Sequence[str]) -> QComboBox:
        box = self._combo(values, WAYS if key == "way" else {})
        if key != "way":
            box.activated.connect(lambda _i: self.say(key, str(box.currentData())))
        self.fields[key] = box
        self.form.addRow(words, box)
        return box

    def _combo(self, values: Sequence[str], words: Mapping[str, object]) -> QComboBox:
        box = QComboBox()
        for value in values:
            called = str(words.get(value) or self.game.term(value))
            box.addItem(capital(called) if value else tr("as usual"), value)
        return box

    def _build_values(self) -> None:
        """One field for what each way takes; that of the chosen way is seen."""
        self.values = QStackedWidget()
        self.values.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for way in self.placing.ways:
            self.values.addWidget(self._value(way))
        self.form.addRow("", self.values)

    def _value(self, way: str) -> QWidget:
        schema = self.placing.line.optional[way]
        if way in NAMING:
            path = (*setting.stage_path(0), "setup", 0, way)
            return self.naming.field(schema, path, "", lambda said: self.put(way, said))
        if way == "box":
            boxes = self._combo(self.placing.boxes, {})
            boxes.activated.connect(lambda _i: self.put("box", str(boxes.currentData())))
            return boxes
        if way == "anywhere":
            return QLabel()
        line = QLineEdit()
        line.editingFinished.connect(self.write)
        return line

    def _extra(self, key: str) -> None:
        schema = self.placing.extra[key]
        path = (*setting.stage_path(0), "setup", 0, key)
        field: NameField | QLineEdit
        if self.naming.picks.kind(path, schema):
            field = self.naming.field(schema, path, "", lambda said: self.say(key, said))
        else:
            line = field = QLineEdit()
            line.editingFinished.connect(lambda: self.say(key, line.text().strip()))
        field.setToolTip(schema.about)
        self.fields[key] = field
        self.form.addRow(capital(str(self.game.term(key))), field)

    # -- what it says ----------------------------------------------------------------------------------

    @property
    def value(self) -> QLineEdit | QComboBox | None:
        """The field for what the chosen way takes, None where it takes nothing."""
        there = self.values.currentWidget()
        if isinstance(there, NameField):
            return there.line
        return there if isinstance(there, QLineEdit | QComboBox) else None

    def _ask(self) -> None:
        """Ask for what a way takes; one that takes nothing more is said at once."""
        way = str(self.way.currentData())
        self.values.setCurrentIndex(self.way.currentIndex())
        if way == "anywhere":
            self.put(way, "yes")
        elif way == "box":  # what the list of boxes shows is what is meant
            boxes = self.values.currentWidget()
            shown = boxes.currentData() if isinstance(boxes, QComboBox) else ""
            self.put(way, str(shown or self.placing.boxes[0]))
        elif self.value is not None:
            self.value.setFocus()
            self.told.emit(tr("Say where; until then the piece stays where it is."))

    def write(self) -> None:
        """Say what is typed for the chosen way."""
        there, way = self.values.currentWidget(), str(self.way.currentData())
        if isinstance(there, NameField):
            there.leave()
        elif isinstance(there, QLineEdit) and there.text().strip():
            parts: list[Plain] = [part.strip() for part in there.text().split(",") if part.strip()]
            self.put(way, parts)

    def show_row(self, row: Mapping[str, Plain], side: str) -> None:
        """Show what a line says of a piece of a side."""
        ways = [way for way in self.placing.ways if way in row] or [self.placing.ways[0]]
        self.way.setPlaceholderText(tr("various"))
        self.way.setCurrentIndex(self.way.findData(ways[0]) if len(ways) == 1 else -1)
        self.values.setCurrentIndex(max(0, self.way.currentIndex()))
        for index, key in enumerate(self.placing.ways):
            self._show(self.values.widget(index), row.get(key, ""))
        for key, field in self.fields.items():
            if key != "way":
                self._show(field, row.get(key, ""))
            if isinstance(field, NameField):
                field.side = side

    def _show(self, field: QWidget | None, value: Plain) -> None:
        line = field.line if isinstance(field, NameField) else field
        various = value == VARIOUS
        value = "" if various else value
        if isinstance(line, QLineEdit | QComboBox):
            line.setPlaceholderText(tr("various") if various else "")
        if isinstance(field, QComboBox) and various:
            field.setCurrentIndex(-1)
        elif isinstance(field, NameField):
            field.show_value(value)
        elif isinstance(field, QLineEdit):
            field.setText(written(value))
        elif isinstance(field, QComboBox):
            field.setCurrentIndex(max(0, field.findData(written(value))))


def written(value: Plain) -> str:
    """Return a value on one line."""
    if isinstance(value, list):
        return ", ".join(map(written, value))
    return value if isinstance(value, str) else ""

"""What a map says of one of its places besides its name: what a city is worth, whether it is fortified."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QSpinBox, QWidget

from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.app.look import named
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.schema import Bool, Int, Schema
from grognard.engines.core.data.text import Text, capital, spell, tr, verbatim
from grognard.engines.core.data.yamlio import Plain

YES = ("yes", "true")
Change = Callable[[str, list[Step]], object]


class PlaceForm(QWidget):
    """The fields of the place that was clicked last.

    Args:
        doc: gives the map as it is now.
        change: does steps on the map, with the words for the list of what was done.
        term: what an id is called.

    Attributes:
        fields: the fields, by their keys.
        at: the hex of the place.
    """

    def __init__(
        self, doc: Callable[[], Plain], change: Change, term: Callable[[str], Text]
    ) -> None:
        super().__init__()
        self.doc, self.change, self.term = doc, change, term
        self.layer: Layer | None = None
        self.at = ""
        self.fields: dict[str, QWidget] = {}
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.who = named(QLabel(), "heading")
        self.form.addRow(self.who)
        self.hide()

    def show_layer(self, layer: Layer | None) -> None:
        """Have the fields of a layer; a place of another one is looked at no more."""
        if layer == self.layer:
            return
        self.layer, self.at = layer, ""
        while self.form.rowCount() > 1:
            self.form.removeRow(1)
        said = layer.says if layer is not None else ()
        self.fields = {key: self._field(key, schema) for key, schema in said}
        self.follow()

    def _field(self, key: str, schema: Schema) -> QWidget:
        field: QWidget
        if isinstance(schema, Bool):
            box = field = QCheckBox()
            box.toggled.connect(lambda on: self._say(key, "yes" if on else ""))
        elif isinstance(schema, Int):
            spin = field = QSpinBox()
            spin.setRange(schema.min, schema.max)
            spin.valueChanged.connect(lambda n: self._say(key, str(n) if n else ""))
        else:
            line = field = QLineEdit()
            line.editingFinished.connect(lambda: self._say(key, line.text().strip()))
        field.setToolTip(schema.about)
        self.form.addRow(capital(str(self.term(key))), field)
        return field

    def look_at(self, at: str) -> bool:
        """Show what the map says of the place in a hex; return whether there is one."""
        self.at = at if self._index(at) is not None else ""
        self.follow()
        return bool(self.at)

    def follow(self) -> None:
        """Show what the map says of the place now."""
        index = self._index(self.at) if self.at else None
        self.setVisible(index is not None)
        if index is None or self.layer is None:
            return
        row = rows(self.doc(), self.layer.key)[index]
        self.who.setText(spell("place", text_of(row, "name")))
        for key, field in self.fields.items():
            field.blockSignals(True)
            _show(field, text_of(row, key))
            field.blockSignals(False)

    def _index(self, at: str) -> int | None:
        there = rows(self.doc(), self.layer.key) if self.layer is not None else []
        return next((n for n, row in enumerate(there) if text_of(row, "at") == at), None)

    def _say(self, key: str, value: str) -> None:
        index, layer = self._index(self.at), self.layer
        if index is None or layer is None:
            return
        row = rows(self.doc(), layer.key)[index]
        if text_of(row, key) == value:
            return
        step = Step((layer.key, index, key), "set" if value else "remove", value)
        words = tr("{place}: {what}", place=self.who.text(), what=verbatim(str(self.term(key))))
        self.change(words, [step])


def _show(field: QWidget, words: str) -> None:
    if isinstance(field, QCheckBox):
        field.setChecked(words in YES)
    elif isinstance(field, QSpinBox):
        field.setValue(int(words) if words.isdigit() else 0)
    elif isinstance(field, QLineEdit):
        field.setText(words)

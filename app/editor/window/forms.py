"""Forms made of schemas: one field for each thing a record may say, with what it means beside it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.cells import parsed, shown
from grognard.app.editor.pickers import NameField, Naming
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.preview import reader_of
from grognard.app.editor.window.rulepane import RuleText
from grognard.app.look import named
from grognard.engines.core.data.schema import Bool, Int, ListOf, Number, Path, Record, Schema, Str
from grognard.engines.core.data.text import capital, tr
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.scenario.envelope import Envelope, SpecialRules

Write = Callable[[Path, Plain], None]
"""Writes a value at a path; "" takes it away."""
LONG = 120
"""Text longer than this has room for several lines."""


PLACE = "place"
"""The property of a widget that says which part of the scenario it edits."""


def place(at: Path) -> str:
    """Return a path as one word."""
    return "/".join(map(str, at))


def fields_in(whole: QWidget | None) -> dict[str, QWidget]:
    """Return the field, or the card, of each part that is edited in a widget, by its place."""
    parts = whole.findChildren(QWidget) if whole is not None else []
    return {str(one.property(PLACE)): one for one in parts if one.property(PLACE)}


def stands(whole: QWidget | None, desk: Desk, path: Path, value: Plain) -> bool:
    """Whether a form says what was just written without being made anew: words that name nothing else."""
    typed = isinstance(fields_in(whole).get(place(path)), Line | Paragraph | NameField)
    return typed and path[-1] != "id" and desk.plain(desk.scenario, path) == value


def rests_on(envelope: Envelope, at: Path, row: Plain) -> tuple[str, ...]:
    """Return the rules that a record rests on: a special rule, an option, what decides the battle."""
    keys = [step for step in at if isinstance(step, str)]
    said = row if isinstance(row, dict) else {}
    if keys[-1:] == ["special"]:
        word = said.get("rule", "")
        return next((one.rules for one in envelope.special if one.word == word), ())
    if keys[-1:] == ["options"]:
        return tuple(one.rule for one in envelope.options if one.id == said.get("id") and one.rule)
    return envelope.won_by if keys[-1:] == ["victory"] else ()


def titled(game: AnyGame, key: str) -> str:
    """Return a key as a heading."""
    return capital(str(game.term(key)))


class Line(QLineEdit):
    """Text that is written when one leaves it, or presses Enter."""

    def __init__(self, value: str, write: Callable[[str], None], wanted: str) -> None:
        super().__init__(value)
        self._was, self._write = value, write
        self.setToolTip(capital(wanted))
        self.editingFinished.connect(self.leave)

    def leave(self) -> None:
        """Write what was typed."""
        if self.text().strip() != self._was:
            self._was = self.text().strip()
            self._write(self._was)


class Paragraph(QPlainTextEdit):
    """Text of several lines."""

    def __init__(self, value: str, write: Callable[[str], None]) -> None:
        super().__init__(value)
        self._was, self._write = value, write
        self.setTabChangesFocus(True)
        self.setFixedHeight(84)

    def focusOutEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Write what was typed."""
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.leave()

    def leave(self) -> None:
        """Write what was typed."""
        words = " ".join(self.toPlainText().split())
        if words != self._was:
            self._was = words
            self._write(words)


class Form(QWidget):
    """The fields of one record.

    Args:
        at: where the record stands; what is written goes to `write` with its whole path.
        skip: keys that are edited elsewhere.
        naming: makes the fields that name something.
    """

    def __init__(  # noqa: PLR0913
        self,
        desk: Desk,
        schema: Record,
        value: Plain,
        at: Path,
        write: Write,
        skip: tuple[str, ...] = (),
        naming: Naming | None = None,
    ) -> None:
        super().__init__()
        self.desk, self.write, self.naming = desk, write, naming
        self.fields: dict[str, QWidget] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        said = value if isinstance(value, dict) else {}
        for row, (key, part) in enumerate(schema.known.items()):
            if key in skip:
                continue
            words = QLabel(titled(self.desk.game, key) + (" *" if key in schema.required else ""))
            field = self._field(part, said.get(key, ""), (*at, key))
            field.setObjectName(f"field-{key}")
            field.setProperty(PLACE, place((*at, key)))
            self.fields[key] = field
            made = tr("Made by the program; nobody has to know it.") if key == "id" else ""
            about = QLabel(part.about or made)
            about.setWordWrap(True)
            about.setProperty("role", "muted")
            grid.addWidget(words, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
            grid.addWidget(about, row, 2, Qt.AlignmentFlag.AlignTop)

    def _field(self, schema: Schema, value: Plain, at: Path) -> QWidget:  # noqa: PLR0911 - one a kind
        """Return the widget in which something of a schema is edited."""
        if self.naming is not None and self.naming.picks.kind(at, schema):
            return self.naming.field(schema, at, value, lambda names: self.write(at, names))
        if isinstance(schema, Str) and schema.choices:
            return self._choice([*schema.choices], value, at)
        if isinstance(schema, Bool):
            return self._choice(["yes", "no"], value, at)
        if isinstance(schema, Str | Int | Number):
            prose = isinstance(schema, Str) and schema.pattern is None and schema.max_length > 1000
            if prose or len(shown(value)) > LONG:
                return Paragraph(shown(value), lambda words: self.write(at, words))
            return Line(shown(value), lambda words: self.write(at, words), schema.wanted)
        if isinstance(schema, Record):
            return self._inner(schema, value, at)
        if isinstance(schema, ListOf) and isinstance(schema.item, Record | SpecialRules):
            return Rows(self.desk, schema.item, value, at, self.write, self.naming)
        like: Plain = value or ([] if isinstance(schema, ListOf) else "")
        return Line(shown(value), lambda words: self.write(at, parsed(words, like)), schema.wanted)

    def _inner(self, schema: Record, value: Plain, at: Path) -> QWidget:
        """Return the form of a record within the record, below the rules that it rests on."""
        form = Form(self.desk, schema, value, at, self.write, naming=self.naming)
        rules = rests_on(reader_of(self.desk.game).envelope, at, value)
        if not rules:
            return form
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(RuleText(self.desk.game, rules))
        column.addWidget(form)
        return whole

    def _choice(self, values: list[str], value: Plain, at: Path) -> QComboBox:
        box = QComboBox()
        for word in ["", *values]:
            box.addItem(capital(str(self.desk.game.term(word))) if word else "", word)
        box.setCurrentIndex(max(0, box.findData(shown(value))))
        box.activated.connect(lambda: self.write(at, str(box.currentData())))
        return box


class Rows(QWidget):
    """A list of records, each with its form, to be added to and taken from."""

    def __init__(  # noqa: PLR0913 - as a form's
        self,
        desk: Desk,
        schema: Record | SpecialRules,
        value: Plain,
        at: Path,
        write: Write,
        naming: Naming | None = None,
    ) -> None:
        super().__init__()
        self.desk, self.schema, self.at, self.write = desk, schema, at, write
        self.naming = naming
        self.envelope = reader_of(desk.game).envelope
        self.value: list[Plain] = value if isinstance(value, list) else []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for index, row in enumerate(self.value):
            column.addWidget(self._row(index, row))
        foot = QHBoxLayout()
        self.kind = QComboBox(self)
        self.kind.setVisible(isinstance(schema, SpecialRules))
        if isinstance(schema, SpecialRules):
            for word in schema.rules:
                self.kind.addItem(titled(self.desk.game, word), word)
            foot.addWidget(self.kind)
        add = QPushButton(tr("Add"))
        add.setProperty(PLACE, place((*at, "add")))
        add.clicked.connect(self._add)
        foot.addWidget(add)
        foot.addStretch(1)
        column.addLayout(foot)

    def _row(self, index: int, row: Plain) -> QWidget:
        card = named(QFrame(), "card")
        card.setProperty(PLACE, place((*self.at, index)))
        column = QVBoxLayout(card)
        head = QHBoxLayout()
        schema = self.schema
        if isinstance(schema, SpecialRules):
            word = shown(row.get("rule", "")) if isinstance(row, dict) else ""
            record = schema.rules.get(word)
            title = QLabel(
                f"<b>{titled(self.desk.game, word)}</b>. {record.about if record else ''}"
            )
            title.setWordWrap(True)
            head.addWidget(title, 1)
        else:
            record = schema
            head.addStretch(1)
        away = QPushButton(tr("Take away"))
        away.setProperty(PLACE, place((*self.at, index, "away")))
        away.clicked.connect(
            lambda: (
                self.write((*self.at, index), "")
                if len(self.value) > 1
                else self.write(self.at, "")
            )
        )
        head.addWidget(away)
        column.addLayout(head)
        if rules := rests_on(self.envelope, self.at, row):
            column.addWidget(RuleText(self.desk.game, rules))
        if isinstance(record, Record):
            skip = ("rule",) if isinstance(schema, SpecialRules) else ()
            at = (*self.at, index)
            column.addWidget(Form(self.desk, record, row, at, self.write, skip, self.naming))
        return card

    def _add(self) -> None:
        word = str(self.kind.currentData() or "")
        record = self.schema.rules[word] if isinstance(self.schema, SpecialRules) else self.schema
        fresh: dict[str, Plain] = (
            {key: self._example(key, part) for key, part in record.required.items()}
            if isinstance(record, Record)
            else {}
        )
        if word:
            fresh["rule"] = word
        if not fresh and isinstance(record, Record):
            key, part = next(iter(record.known.items()))
            fresh = {key: example(part)}
        self.write((*self.at, len(self.value)), fresh)

    def _example(self, key: str, schema: Schema) -> Plain:
        """Return something to begin with: an id that nobody has, or what the schema takes."""
        begun = example(schema)
        if key != "id" or begun != "?":
            return begun
        taken = {row.get("id") for row in self.value if isinstance(row, dict)}
        return next(n for n in (f"{self.at[-1]}-{k}" for k in count(1)) if n not in taken)


def example(schema: Schema) -> Plain:
    """Return something to begin with, for what a record cannot do without."""
    if isinstance(schema, Str):
        return schema.choices[0] if schema.choices else "?"
    if isinstance(schema, Int | Number):
        return str(max(0, schema.min))
    if isinstance(schema, Bool):
        return "yes"
    if isinstance(schema, ListOf):
        return [example(schema.item)] * max(1, schema.min)
    if isinstance(schema, Record):
        return {key: example(part) for key, part in schema.required.items()}
    return "?"

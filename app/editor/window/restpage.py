"""The rest of a scenario: title and seats, options, clock, special rules, victory, sources."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.maps.steps import Step, rows
from grognard.app.editor.pickers import Naming
from grognard.app.editor.stages import stage_titles
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import (
    PLACE,
    Form,
    Line,
    Paragraph,
    Rows,
    fields_in,
    place,
    stands,
    titled,
)
from grognard.app.editor.window.preview import reader_of
from grognard.app.editor.window.rulepane import RuleText
from grognard.app.look import away, serif
from grognard.app.rulebook.pages import LINK
from grognard.engines.core.data.schema import Path, Record
from grognard.engines.core.data.text import tr
from grognard.engines.core.data.yamlio import Plain

ELSEWHERE = (
    "scenario",
    "game",
    "map",
    "board",
    "boards",
    "tiles",
    "ground",
    "field",
    "forces",
    "stages",
)
"""Keys of a scenario that other pages edit."""
ON_THE_MAP = ("setup", "arrivals")
"""Keys of a stage that the pages of the set-up and of the arrivals edit."""


class RestPage(QWidget):
    """All of it as one form, top to bottom, and beside it what the form is about, to get there by a click.

    Signals:
        rule_wanted(str): the rulebook is to be opened at a rule.
    """

    rule_wanted = Signal(str)

    def __init__(self, desk: Desk, naming: Naming | None = None) -> None:
        super().__init__()
        self.desk, self.naming = desk, naming
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.index = QListWidget()
        self.index.setFixedWidth(150)
        self.index.setFrameShape(QFrame.Shape.NoFrame)
        self.index.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.index.setAccessibleName(tr("Parts of the scenario"))
        self.index.itemClicked.connect(self._go)
        self.index.itemActivated.connect(self._go)
        row.addWidget(self.index)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        row.addWidget(self.area, 1)
        self.said: Plain = ""
        self.forms: list[Form] = []
        self._fresh: Path = ()

    def fill(self) -> None:
        """Make the form of what the scenario says now; the keys stay where they are."""
        self._leave()
        scenario = self.desk.plain(self.desk.scenario)
        if scenario == self.said or not isinstance(scenario, dict):
            return
        self.said = scenario
        at, keys = self.area.verticalScrollBar().value(), self._keys()
        envelope = reader_of(self.desk.game).envelope
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(18, 10, 18, 18)
        self.forms = []
        self.index.clear()
        self._section(column, tr("Scenario"), envelope.schema, scenario, (), ELSEWHERE)
        stage = envelope.stage_schema
        titles = stage_titles(self.desk.game, scenario)
        for index, row in enumerate(rows(scenario, "stages")):
            self._section(column, titles[index], stage, row, ("stages", index), ON_THE_MAP)
        column.addStretch(1)
        for words in whole.findChildren(RuleText):
            words.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
        old = self.area.takeWidget()
        if old is not None:
            away(old)
        self.area.setWidget(whole)
        self._take_up(*keys)
        QTimer.singleShot(0, self, lambda: self._scroll_back(at))

    # -- the keys ------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """Write what is being typed, before the form is made anew."""
        field = self.focusWidget()
        if isinstance(field, Line | Paragraph) and field.isVisible():
            field.leave()

    def _keys(self) -> tuple[str, int, int]:
        """Return which field has the keys, and which of its letters are marked, from and how many."""
        field = self.focusWidget()
        if field is None or not field.hasFocus():
            return "", 0, 0
        at = str(field.property(PLACE) or "")
        if isinstance(field, QLineEdit):
            marked = field.selectedText()
            start = field.selectionStart() if marked else field.cursorPosition()
            return at, start, len(marked)
        return at, 0, 0

    def _take_up(self, at: str, start: int, marked: int) -> None:
        field = self._fields().get(at)
        if field is None:
            return
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(field, QLineEdit):
            field.setCursorPosition(start)
            if marked:
                field.setSelection(start, marked)

    def _scroll_back(self, at: int) -> None:
        """Leave the form where it was; what was just added is brought into view, ready to be written."""
        self.area.verticalScrollBar().setValue(at)
        fresh, self._fresh = self._fresh, ()
        card = self._fields().get(place(fresh)) if fresh else None
        if card is None:
            return
        self.area.ensureWidgetVisible(card, 0, 40)
        wanted = QLineEdit | QComboBox | QAbstractSpinBox | Paragraph
        first = next((one for one in card.findChildren(QWidget) if isinstance(one, wanted)), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(first, QLineEdit):
                first.selectAll()

    def _fields(self) -> dict[str, QWidget]:
        """Return the field, or the card, of each part of the scenario."""
        return fields_in(self.area.widget())

    def show_part(self, path: Path) -> None:
        """Bring the field of a part of the scenario, or what holds it, into view and give it the keys."""
        self.fill()
        fields = self._fields()
        while path and place(path) not in fields:
            path = path[:-1]
        if path:
            field = fields[place(path)]
            QTimer.singleShot(0, field, lambda: self.area.ensureWidgetVisible(field, 40, 80))
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go(self, item: QListWidgetItem) -> None:
        """Bring a part of the form to the top."""
        part = item.data(Qt.ItemDataRole.UserRole)
        whole = self.area.widget()
        if isinstance(part, QWidget) and whole is not None:
            top = part.mapTo(whole, part.rect().topLeft()).y()
            self.area.verticalScrollBar().setValue(max(0, top - 10))

    def _list(self, words: str, part: QWidget, *, head: bool = False) -> None:
        item = QListWidgetItem(words if head else f"   {words}", self.index)
        item.setData(Qt.ItemDataRole.UserRole, part)
        if head:
            bold = item.font()
            bold.setBold(True)
            item.setFont(bold)

    def _section(  # noqa: PLR0913
        self,
        column: QVBoxLayout,
        title: str,
        schema: Record,
        value: Plain,
        at: Path,
        skip: tuple[str, ...],
    ) -> None:
        head = QLabel(title)
        head.setFont(serif(1.35, bold=True))
        column.addWidget(head)
        form = Form(self.desk, schema, value, at, self._write, skip, self.naming)
        self.forms.append(form)
        column.addWidget(form)
        self._list(title, head, head=True)
        for key, field in form.fields.items():
            if isinstance(field, Rows | Form):
                self._list(titled(self.desk.game, key), field)

    def _write(self, path: Path, value: Plain) -> None:
        """Write a value, or take it away; what stands around it and is not there yet is made."""
        file, said = self.desk.scenario, (path, value)
        if value in ("", [], {}):
            if self.desk.plain(file, path) != "":
                self.desk.change(tr("taken away"), file, [Step(path, "remove")])
        else:
            path, value = self._from_what_is_there(path, value)
            above = self.desk.plain(file, path[:-1])
            fresh = isinstance(above, list) and path[-1] == len(above)
            if fresh and isinstance(value, dict):
                self._fresh = path
            self.desk.change(
                titled(self.desk.game, str(path[-1])),
                file,
                [Step(path, "insert" if fresh else "set", value)],
            )
        if stands(self.area.widget(), self.desk, *said):
            self.said = self.desk.plain(file)
        QTimer.singleShot(0, self, self.fill)

    def _from_what_is_there(self, path: Path, value: Plain) -> tuple[Path, Plain]:
        """Return the highest path that is not there, with the value in what leads down to it."""
        while len(path) > 1 and self.desk.plain(self.desk.scenario, path[:-1]) == "":
            step = path[-1]
            value = [value] if isinstance(step, int) else {str(step): value}
            path = path[:-1]
        return path, value

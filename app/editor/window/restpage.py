"""The rest of a scenario: title and seats, options, clock, special rules, victory, sources."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.editor.maps.steps import Step, rows
from app.editor.window.desk import Desk
from app.editor.window.forms import PLACE, Form, place, titled
from app.editor.window.preview import reader_of
from app.editor.window.rulepane import RuleText
from app.look import away, serif
from app.rulebook.pages import LINK
from engines.core.data.schema import Path, Record
from engines.core.data.text import tr, verbatim
from engines.core.data.yamlio import Plain

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


class RestPage(QScrollArea):
    """All of it as one form, top to bottom.

    Signals:
        rule_wanted(str): the rulebook is to be opened at a rule.
    """

    rule_wanted = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.said: Plain = ""
        self.forms: list[Form] = []

    def fill(self) -> None:
        """Make the form of what the scenario says now."""
        scenario = self.desk.plain(self.desk.scenario)
        if scenario == self.said or not isinstance(scenario, dict):
            return
        self.said = scenario
        at = self.verticalScrollBar().value()
        envelope = reader_of(self.desk.game).envelope
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(18, 10, 18, 18)
        self.forms = []
        self._section(column, tr("Scenario"), envelope.schema, scenario, (), ELSEWHERE)
        stage = envelope.stage_schema
        for index, row in enumerate(rows(scenario, "stages")):
            name = str(row.get("id", "")) if isinstance(row, dict) else ""
            title = tr("Stage: {name}", name=verbatim(titled(self.desk.game, name)))
            self._section(column, title, stage, row, ("stages", index), ON_THE_MAP)
        column.addStretch(1)
        for words in whole.findChildren(RuleText):
            words.linkActivated.connect(lambda link: self.rule_wanted.emit(link[len(LINK) :]))
        old = self.takeWidget()
        if old is not None:
            away(old)
        self.setWidget(whole)
        QTimer.singleShot(0, self, lambda: self.verticalScrollBar().setValue(at))

    def show_part(self, path: Path) -> None:
        """Bring the field of a part of the scenario, or what holds it, into view and give it the keys."""
        self.fill()
        whole = self.widget()
        parts = whole.findChildren(QWidget) if whole is not None else []
        fields = {str(one.property(PLACE)): one for one in parts if one.property(PLACE)}
        while path and place(path) not in fields:
            path = path[:-1]
        if path:
            field = fields[place(path)]
            QTimer.singleShot(0, field, lambda: self.ensureWidgetVisible(field, 40, 80))
            field.setFocus(Qt.FocusReason.OtherFocusReason)

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
        form = Form(self.desk, schema, value, at, self._write, skip)
        self.forms.append(form)
        column.addWidget(form)

    def _write(self, path: Path, value: Plain) -> None:
        """Write a value, or take it away; what stands around it and is not there yet is made."""
        file = self.desk.scenario
        if value in ("", [], {}):
            if self.desk.plain(file, path) != "":
                self.desk.change(tr("taken away"), file, [Step(path, "remove")])
        else:
            path, value = self._from_what_is_there(path, value)
            above = self.desk.plain(file, path[:-1])
            fresh = isinstance(above, list) and path[-1] == len(above)
            self.desk.change(
                titled(self.desk.game, str(path[-1])),
                file,
                [Step(path, "insert" if fresh else "set", value)],
            )
        QTimer.singleShot(0, self, self.fill)

    def _from_what_is_there(self, path: Path, value: Plain) -> tuple[Path, Plain]:
        """Return the highest path that is not there, with the value in what leads down to it."""
        while len(path) > 1 and self.desk.plain(self.desk.scenario, path[:-1]) == "":
            step = path[-1]
            value = [value] if isinstance(step, int) else {str(step): value}
            path = path[:-1]
        return path, value

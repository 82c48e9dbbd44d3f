"""Units of any order of battle that is shipped, or lies beside one's other scenarios, to be copied at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from grognard.app.editor.cells import list_keys
from grognard.app.editor.maps.steps import Step, rows, text_of
from grognard.app.editor.sheet.columns import lists_in, rows_at
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.text import capital, spell, tr
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.scenario.document import Document

ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Offered:
    """A unit that may be copied: its record, its name, and the order of battle that it is of."""

    name: str
    record: dict[str, Plain]
    whole: Plain


def shipped_files(game: AnyGame) -> Iterator[tuple[str, Plain]]:
    """Give the orders of battle of a game that are shipped, each with what it is called."""
    home = Path(str(files("grognard.scenarios"))) / game.id / "forces"
    for file in sorted(home.glob("*.yaml")):
        try:
            plain = Document.open(file).plain()
        except (ScenarioError, OSError):
            continue
        yield called_file(game, file.stem, plain), plain


def called_file(game: AnyGame, stem: str, plain: Plain) -> str:
    """Return what an order of battle is called: as its side, as its scenario, or as those who are in it."""
    if side := text_of(plain, "side"):
        return capital(str(game.term(side)))
    title = next((info.title for info in game.scenarios() if info.id == stem), "")
    above = [text_of(row, "name") for key in list_keys(plain)[:1] for row in rows(plain, key)]
    return f"{spell('term', title)}" if title else ", ".join(above[:3])


def offered(whole: Plain, like: Place) -> Iterator[Offered]:
    """Give the units of an order of battle that a list of that form may take."""
    form = [step for step in like if isinstance(step, str)]
    for path in lists_in(whole):
        if [step for step in path if isinstance(step, str)] == form:
            for row in rows_at(whole, path):
                if isinstance(row, dict):
                    name = text_of(row, "name") or text_of(row, "label") or text_of(row, "id")
                    yield Offered(name, row, whole)


def brought_along(chosen: Sequence[Offered], there: Plain) -> list[Step]:
    """Return the steps that bring the corps of copied units, and whatever these belong to in their turn."""
    known = {text_of(row, "id") for key in list_keys(there) for row in rows(there, key)}
    steps: list[Step] = []
    count = {key: len(rows(there, key)) for key in list_keys(there)}
    for unit in chosen:
        for key, row in _belongs_to(unit.record, unit.whole):
            uid = text_of(row, "id")
            if uid in known or key not in count:
                continue
            known.add(uid)
            steps.append(Step((key, count[key]), "insert", row))
            count[key] += 1
    return steps


def _belongs_to(record: Mapping[str, Plain], whole: Plain) -> Iterator[tuple[str, Plain]]:
    """Give the records of other lists that a record names, those above first."""
    named = {value for key, value in record.items() if key != "id" and isinstance(value, str)}
    for key in list_keys(whole):
        for row in rows(whole, key):
            uid = text_of(row, "id")
            if isinstance(row, dict) and uid in named and row is not record:
                if row.get("above") != uid:
                    yield from _belongs_to({"above": row.get("above", "")}, whole)
                yield key, row


class CopyFrom(QDialog):
    """Asks which units are copied.

    Signals:
        chosen(object): a list of Offered.
    """

    chosen = Signal(object)

    def __init__(self, game: AnyGame, like: Place, over: QWidget) -> None:
        super().__init__(over)
        self.like = like
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(tr("Copy units of a shipped order of battle"))
        self.resize(460, 520)
        column = QVBoxLayout(self)
        self.files = QComboBox()
        for called, plain in shipped_files(game):
            units = list(offered(plain, like))
            if units:
                self.files.addItem(called, units)
        self.files.currentIndexChanged.connect(self._fill)
        column.addWidget(self.files)
        self.wanted = QLineEdit()
        self.wanted.setPlaceholderText(tr("Find"))
        self.wanted.textChanged.connect(self._sift)
        column.addWidget(self.wanted)
        self.list = QListWidget()
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(tr("Units"))
        column.addWidget(self.list, 1)
        about = QLabel(
            tr("Shift and Ctrl mark several. The corps of a unit comes along where it is unknown.")
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        column.addWidget(about)
        buttons = QDialogButtonBox()
        self.take = buttons.addButton(tr("Copy these"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(tr("Leave it as it was"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        self.list.itemSelectionChanged.connect(
            lambda: self.take.setEnabled(bool(self.list.selectedItems()))
        )
        column.addWidget(buttons)
        self._fill()

    def _fill(self) -> None:
        self.list.clear()
        for unit in self.files.currentData() or ():
            item = QListWidgetItem(f"{spell('unit', unit.name)}", self.list)
            item.setData(ROLE, unit)
        self._sift(self.wanted.text())
        self.take.setEnabled(False)

    def _sift(self, words: str) -> None:
        low = words.strip().casefold()
        for row in range(self.list.count()):
            item = self.list.item(row)
            said = " ".join(map(str, item.data(ROLE).record.values()))
            item.setHidden(low not in f"{item.text()} {said}".casefold())

    def _take(self) -> None:
        marked = [item for item in self.list.selectedItems() if not item.isHidden()]
        self.chosen.emit([item.data(ROLE) for item in marked])
        self.accept()

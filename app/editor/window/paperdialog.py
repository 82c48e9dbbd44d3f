"""Printing from the editor: the map or the pieces, on which paper, how large; progress, and a way out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QMessageBox,
    QProgressDialog,
    QSpinBox,
    QWidget,
)

from grognard.app.board.paper.countersheet import SIDE
from grognard.app.board.paper.device import PAPERS, Told
from grognard.app.board.paper.resolution import LEAST, MOST, USUAL
from grognard.app.editor.onpaper import counter_sheet, map_sheet
from grognard.app.naming import FileKind, ask_name, replacing
from grognard.app.worker import Unwanted
from grognard.engines.core.data.text import text, tr
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.play.setups import AnySetup

CALLED = {
    "a4": text("A4"),
    "a3": text("A3"),
    "a2": text("A2"),
    "letter": text("Letter"),
}


PDF = FileKind(text("PDF"), ".pdf")
SVG = FileKind(text("SVG"), ".svg")
PNG = FileKind(text("PNG"), ".png")


class PaperDialog(QDialog):
    """Asks for paper and size, then writes the file."""

    def __init__(
        self, game: AnyGame, setup: AnySetup, path: Path, what: str, over: QWidget
    ) -> None:
        super().__init__(over)
        self.game, self.setup, self.path, self.what = game, setup, path, what
        self.setWindowTitle(tr("Print the map") if what == "map" else tr("Print the pieces"))
        form = QFormLayout(self)
        self.paper = QComboBox()
        if what == "map":
            self.paper.addItem(tr("One sheet, as large as the map"), "")
        for key, words in CALLED.items():
            self.paper.addItem(str(words), key)
        form.addRow(tr("Paper"), self.paper)
        self.wide = QDoubleSpinBox()
        self.wide.setSuffix(" " + tr("mm"))
        self.wide.setDecimals(1)
        self.dpi = QSpinBox()
        if what == "map":
            self.wide.setRange(50, 5000)
            self.wide.setValue(map_sheet(game, setup).paper.wide)
            form.addRow(tr("Width of the map"), self.wide)
            self.dpi.setRange(LEAST, MOST)
            self.dpi.setValue(USUAL)
            form.addRow(tr("Pixels per inch (PNG)"), self.dpi)
        else:
            self.wide.setRange(5, 60)
            self.wide.setValue(SIDE)
            form.addRow(tr("Width of a counter"), self.wide)
        self.which = QComboBox()
        self.which.addItem(tr("Those that take part"), False)
        self.which.addItem(tr("All of the orders of battle"), True)
        if what != "map":
            form.addRow(tr("Pieces"), self.which)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.ask)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def ask(self) -> None:
        """Ask for the file, and write it."""
        kinds = (PDF, SVG, PNG) if self.what == "map" else (PDF,)
        start = Path.home() / f"{self.path.parent.name}-{self.what}{PDF.ending}"
        target = ask_name(self, self.windowTitle(), start, kinds)
        if target is not None:
            self.write(target)

    def write(self, target: Path) -> None:
        """Write the file; how far it is can be seen, and it can be left: what was there stays then."""
        progress = QProgressDialog(tr("Drawing..."), tr("Leave it"), 0, 0, self)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumDuration(300)

        def told(done: int, of: int) -> None:
            progress.setMaximum(of)
            progress.setValue(done)
            if progress.wasCanceled():
                raise Unwanted

        try:
            with replacing(target) as fresh:
                self._write(fresh, told)
        except Unwanted:
            pass
        except (OSError, ScenarioError) as wrong:
            QMessageBox.warning(self, tr("Not written"), str(wrong)[:900])
            return
        finally:
            progress.reset()  # else it would still come up when its time is there
            progress.deleteLater()
        self.accept()

    def _write(self, target: Path, told: Told) -> None:
        paper = PAPERS.get(str(self.paper.currentData()))
        if self.what == "map":
            sheet = map_sheet(self.game, self.setup, self.wide.value())
            sheet.write(target, dpi=self.dpi.value(), paper=paper, told=told)
        else:
            everybody = bool(self.which.currentData())
            sheets = counter_sheet(
                self.game, self.path, self.wide.value(), paper or PAPERS["a4"], everybody=everybody
            )
            sheets.write(target, told)

"""What leaves the editor: bundles, paper, schemas; and what differs from the shipped scenario."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.editor.bundle import SUFFIX, pack
from app.editor.comparing import Difference
from app.editor.window.compare import CompareDialog, against_shipped
from app.editor.window.desk import Desk
from app.editor.window.paperdialog import PaperDialog
from app.worker import Worker
from engines.core.data.text import text, tr, verbatim
from engines.core.play.setups import AnySetup
from engines.core.proof.kinds import as_json_schema, kinds_of

BUNDLES = text("Scenarios in one file (*.battle)")


class Outward(QObject):
    """The part of the Scenario menu that writes files and looks at the whole.

    Args:
        sound: returns the scenario as it stands, None with a word about it if it has faults.
        say: shows a word at the foot of the window.
        names: returns what pieces are called.
    """

    def __init__(
        self,
        window: QWidget,
        desk: Desk,
        sound: Callable[[], AnySetup | None],
        say: Callable[[str], object],
        names: Callable[[], Mapping[str, str]],
    ) -> None:
        super().__init__(window)
        self.window, self.desk = window, desk
        self._sound, self._say, self._names = sound, say, names
        self._worker = Worker(courteous=True)

    def ask_bundle(self) -> None:
        """Ask for a file and write the whole scenario into it."""
        start = str(Path.home() / f"{self.desk.path.parent.name}{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(
            self.window, tr("Write a bundle"), start, str(BUNDLES)
        )
        if name:
            target = Path(name)
            self.bundle(target if target.suffix else target.with_suffix(SUFFIX))

    def bundle(self, target: Path) -> None:
        """Write the whole scenario into a file."""
        self.desk.settle()
        try:
            pack(self.desk.path, target)
        except OSError as wrong:
            self._say(tr("The bundle could not be written: {why}", why=verbatim(str(wrong))))
            return
        self._say(tr("Written to {path}.", path=verbatim(str(target))))

    def paper(self, what: str) -> PaperDialog | None:
        """Print the map or the pieces, or say why that cannot be done."""
        setup = self._sound()
        if setup is None:
            return None
        dialog = PaperDialog(self.desk.game, setup, self.desk.path, what, self.window)
        dialog.open()
        return dialog

    def compare(self) -> None:
        """Show what differs from the shipped scenario; it is found in the background."""
        self._say(tr("Comparing..."))
        self.desk.settle()
        game, path = self.desk.game, self.desk.path
        self._worker.start(
            lambda: against_shipped(game, path), self._compared, self._not_compared, newest=True
        )

    def _compared(self, found: list[Difference] | None) -> None:
        self._say("")
        self.compared = CompareDialog(self.desk.game, found, self._names(), self.window)
        self.compared.open()

    def _not_compared(self, fault: Exception) -> None:
        self._say("")
        QMessageBox.warning(self.window, tr("It cannot be compared"), str(fault)[:900])

    def ask_schemas(self) -> None:
        """Ask for a folder and write there what each kind of file may hold."""
        name = QFileDialog.getExistingDirectory(self.window, tr("Folder for the schemas"))
        if name:
            self.schemas(Path(name))

    def schemas(self, folder: Path) -> None:
        """Write what each kind of file may hold, as JSON Schema for text editors."""
        game = self.desk.game
        try:
            for kind in kinds_of(game):
                said = json.dumps(as_json_schema(game, kind), indent=2, ensure_ascii=False)
                (folder / f"{game.id}-{kind}.schema.json").write_text(said + "\n", "utf-8")
        except OSError as wrong:
            self._say(tr("The schemas could not be written: {why}", why=verbatim(str(wrong))))
            return
        self._say(tr("Written to {path}.", path=verbatim(str(folder))))

    def finish(self) -> None:
        """Look for nothing any more."""
        self._worker.finish()

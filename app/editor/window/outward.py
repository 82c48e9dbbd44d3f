"""What leaves the editor: bundles, paper, schemas; and what differs from the shipped scenario."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from grognard.app.board.sketch import Sketched, sketch
from grognard.app.editor.bundle import pack
from grognard.app.editor.comparing import Difference, between
from grognard.app.editor.sharing.cover import put_beside
from grognard.app.editor.shelf import info_of
from grognard.app.editor.window.compare import CompareDialog, shipped
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.paperdialog import PaperDialog
from grognard.app.naming import FileKind, ask_name
from grognard.app.worker import Worker
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.setups import AnySetup
from grognard.engines.core.proof.kinds import as_json_schema, kinds_of
from grognard.engines.core.scenario.gathering import SUFFIX

PAUSE = 150
"""Milliseconds after a change before what differs is found anew."""
BUNDLE = FileKind(text("Scenarios in one file"), SUFFIX)


class Outward(QObject):
    """The part of the Scenario menu that writes files and looks at the whole.

    Args:
        sound: returns the scenario as it stands, None with a word about it if it has faults.
        say: shows a word at the foot of the window.
        names: returns what pieces are called.
        show_place: takes the author to a path of a file, and to what its words name.
    """

    def __init__(  # noqa: PLR0913 - all that it needs of the window
        self,
        window: QWidget,
        desk: Desk,
        sound: Callable[[], AnySetup | None],
        say: Callable[[str], object],
        names: Callable[[], Mapping[str, str]],
        show_place: Callable[[str, Place, str], object],
    ) -> None:
        super().__init__(window)
        self.window, self.desk = window, desk
        self._sound, self._say, self._names = sound, say, names
        self._show_place = show_place
        self._began: Mapping[str, Plain] | None = None
        self.compared: CompareDialog | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._follow)
        self._worker = Worker(courteous=True)

    def ask_bundle(self) -> None:
        """Ask for a file and write the whole scenario into it."""
        start = Path.home() / f"{self.desk.path.parent.name}{SUFFIX}"
        target = ask_name(self.window, tr("Write a bundle"), start, (BUNDLE,))
        if target is not None:
            self.bundle(target)

    def bundle(self, target: Path) -> None:
        """Write the whole scenario into a file, once its picture is drawn."""
        self.desk.settle()
        game, path = self.desk.game, self.desk.path
        info = info_of(path, {game.id: game})
        self._say(tr("The picture is drawn..."))
        self._worker.start(
            lambda: None if info is None else sketch(game, info),
            lambda found: self._write_bundle(target, found),
            lambda _fault: self._write_bundle(target, None),
        )

    def _write_bundle(self, target: Path, found: Sketched | None) -> None:
        put_beside(self.desk.path, found)
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
        """Show what differs from the shipped scenario, beside the editor; it follows each change."""
        self._say(tr("Comparing..."))
        game, path = self.desk.game, self.desk.path
        self.desk.settle()
        self._worker.start(
            lambda: shipped(game, path), self._opened, self._not_compared, newest=True
        )

    def _opened(self, began: Mapping[str, Plain] | None) -> None:
        self._say("")
        self._began = began
        if self.compared is not None:
            self.compared.close()
        self.compared = CompareDialog(self.desk.game, None, self._names(), self.window)
        self.compared.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.compared.wanted.connect(self._go)
        self.compared.back_wanted.connect(self._take_back)
        self.compared.destroyed.connect(self.desk.watch(lambda _file: self._pause.start()))
        self.compared.destroyed.connect(self._closed)
        self.compared.show()
        self._follow()

    def _closed(self) -> None:
        self.compared = None

    def _follow(self) -> None:
        """Compare anew what the files say now."""
        theirs, desk = self._began, self.desk
        if theirs is None or self.compared is None:
            return

        def found() -> list[Difference]:
            yaml = ((name, doc) for name, doc in desk.documents.items() if name.endswith(".yaml"))
            return between(theirs, {name: doc.plain() for name, doc in yaml})

        self._worker.start(found, self._shown, self._not_compared, newest=True)

    def _shown(self, found: list[Difference]) -> None:
        if self.compared is not None:
            self.compared.show_found(found)

    def _go(self, one: Difference) -> None:
        if one.file in self.desk.documents:
            words = [*reversed(one.where), one.after, one.before]
            self._show_place(one.file, one.path, " ".join(words))

    def _take_back(self, one: Difference) -> None:
        """Make one thing again what it was, if nothing has touched it since; one step of undo."""
        if one.file not in self.desk.documents or self.compared is None:
            self._say(tr("This cannot be taken back on its own."))
            return
        there = self.desk.plain(one.file, one.path)
        if one.new is not None and there != one.new:
            self._follow()
            return
        words = tr("Take back: {what}", what=verbatim(self.compared.called(one)))
        if not self.desk.change(words, one.file, [one.taken_back()]):
            self._say(self.desk.said)

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
        self._pause.stop()
        self._worker.finish()

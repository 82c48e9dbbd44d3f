"""The desk of files: games are opened, saved, dropped on the window, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from grognard.app.editor.own import folder
from grognard.app.naming import FileKind, ask_name, proposed
from grognard.app.post.desk import PostDesk
from grognard.app.post.mailbox import Copy
from grognard.app.settings import Settings, data_folder
from grognard.app.telling import REPLAY
from grognard.app.window.faults import Faults
from grognard.app.window.seating import Seating
from grognard.engines.core.data.text import spell, text, tr, verbatim
from grognard.engines.core.keep.saveformat import SUFFIX
from grognard.engines.core.play.game import AnyGame, ScenarioError
from grognard.engines.core.post.envelope import is_sealed

if TYPE_CHECKING:
    from grognard.app.library.page import LibraryPage
    from grognard.app.workroom import Workroom

READABLE = text("Whoever has the save file can read the whole game in it, hidden pieces too.")
UNTOUCHED = text("The file was left as it is.")
GAME = FileKind(text("Saved games"), SUFFIX)
FILTER = text("Games and scenarios (*.grognard *.battle *.yaml);;All files (*)")


class FileDesk(QObject):
    """What a window does with files: whatever is opened goes to the table or to the workroom."""

    def __init__(  # noqa: PLR0913 - what a file may be handed to
        self,
        over: QWidget,
        games: Mapping[str, AnyGame],
        settings: Settings,
        faults: Faults,
        seating: Seating,
        library: LibraryPage,
        workroom: Workroom,
    ) -> None:
        super().__init__(over)
        self.over, self.games, self.settings = over, games, settings
        self.faults, self.seating = faults, seating
        self.library, self.workroom = library, workroom
        seating.not_kept.connect(self.not_kept)
        seating.save_wanted.connect(self.save_as)
        library.open_wanted.connect(self._wanted)
        self.post = PostDesk(over, games, faults.tell)
        self.post.opening.connect(self._leave_table_of)
        self.post.ready.connect(seating.seat_by_post)
        self.post.changed.connect(library.refresh_saves)
        self.post.arrived.connect(self._arrived)
        seating.open_wanted.connect(lambda path: self.open_save(Path(path)))
        seating.invite_wanted.connect(self.post.begin)

    def _leave_table_of(self, path: Path) -> None:
        """A copy is opened by one table at a time: the one that has it is cleared."""
        table = self.seating.table
        if table is not None and table.model.keeper.path == path:
            self.seating.leave()

    def _arrived(self, copy: Copy, path: Path) -> None:
        """A newer file of a game by post has come: at its own table it is offered, else in the library."""
        table = self.seating.table
        if table is not None and table.model.keeper.path == copy.path:
            table.posting.offer(path)
            return
        battle = verbatim(spell("term", copy.head.title))
        self.faults.say(tr("A file of {battle} has come by post.", battle=battle))
        self.library.refresh_saves()

    # -- opening -------------------------------------------------------------------------------

    def open_target(self, target: str, *, edits: bool = True) -> None:
        """Open a save, a scenario file, or a scenario by its name.

        Args:
            target: a path, or the name of a scenario.
            edits: whether a scenario in one file is opened in the editor, and not played.
        """
        path = Path(target)
        if target.startswith(REPLAY):
            self.replay_save(Path(target.removeprefix(REPLAY)))
        elif self.workroom.takes(path) and not edits:
            self._play_bundle(path)
        elif self.workroom.takes(path):
            self.workroom.open_bundle(path)
        elif path.suffix.casefold() in (".yaml", ".yml") and path.is_file():
            self._open_scenario(path)
        elif path.is_file():
            self.open_save(path)
        elif self.library.select(target):
            self.library.begin()
        else:
            self.faults.tell(
                tr("Not found"),
                tr(
                    "{target} is neither a file nor a scenario. "
                    "`grognard list` names the scenarios; Game > Open finds files.",
                    target=verbatim(target),
                ),
            )

    def edit_target(self, target: str) -> None:
        """Open the editor on a scenario: one's own by its file, or one in one file; else as `open_target`."""
        path = Path(target)
        own = path.suffix.casefold() in (".yaml", ".yml") and path.is_file()
        if self.workroom.takes(path):
            found = self.workroom.own_bundle(path)
            if found is not None:
                self.workroom.editors.edit(found)
        elif own and path.resolve().is_relative_to(folder().resolve()):
            self.workroom.editors.edit(path)
        else:
            self.open_target(target)

    def _play_bundle(self, path: Path) -> None:
        found = self.workroom.own_bundle(path)
        if found is not None:
            self.library.select(found.parent.name)
            self._open_scenario(found)

    def _open_scenario(self, path: Path) -> None:
        """Open the table on a scenario's file, or tell what is wrong with it."""
        from grognard.app.finding import Unusable, scenario_of_file
        from grognard.engines.core.play.session import Session

        try:
            game, setup = scenario_of_file(path, {}, self.games)
        except Unusable as wrong:
            self.faults.tell(tr("The scenario cannot be played"), str(wrong))
            return
        self.seating.seat(Session(game, setup, token_hex(8)), {})

    def open_save(self, path: Path) -> None:
        """Open a saved game, or say why it cannot be."""
        from grognard.engines.core.keep.loading import load_save
        from grognard.engines.core.keep.saves import SaveError

        table = self.seating.table
        kept = table.model.keeper.path if table is not None else None
        if kept is not None and kept.resolve() == path.resolve():
            return
        if is_sealed(path):
            self.post.open(path)
            return
        try:
            loaded = load_save(path, self.games)
        except (SaveError, ScenarioError) as wrong:
            self.faults.tell(tr("The game cannot be opened"), f"{wrong}\n\n{UNTOUCHED}")
            return
        players, pins, told = loaded.header.seats, loaded.header.pins, " ".join(loaded.told)
        if loaded.save is None and not loaded.problems:
            if self._wants_to_look(told):
                self.seating.seat(loaded.session, players, pins=pins, only_look=told)
            return
        self.seating.seat(loaded.session, players, loaded.save, pins)
        self.settings.remember(path)
        if told:
            self.faults.tell(tr("The game is not quite what it was"), told)
        if loaded.problems:
            words = "\n".join(map(str, loaded.problems))
            self.faults.tell(
                tr("Only part of the game could be replayed"),
                f"{words}\n\n"
                + tr("The file was left as it is; what you play now is saved elsewhere."),
            )

    def replay_save(self, path: Path) -> None:
        """Watch a saved game from its start; its file is only read, whoever plays in it."""
        from grognard.engines.core.keep.loading import load_save
        from grognard.engines.core.keep.saves import SaveError

        try:
            loaded = load_save(path, self.games, read_only=True)
        except (SaveError, ScenarioError) as wrong:
            self.faults.tell(tr("The game cannot be opened"), f"{wrong}\n\n{UNTOUCHED}")
            return
        header = loaded.header
        told = " ".join([tr("This is a replay: the game itself stays as it is."), *loaded.told])
        self.seating.seat(loaded.session, header.seats, pins=header.pins, only_look=told)
        table = self.seating.table
        if table is not None:
            table.replaying.begin()
            table.model.show_past(0)
            # How it ended is laid on the table in a moment: who watches wants to see how it came to that.
            QTimer.singleShot(0, table, table.ending.hide)

    def _wants_to_look(self, words: str) -> bool:
        """Tell why a game can only be looked at; return whether the player wants to."""
        box = QMessageBox(self.over)
        box.setIcon(QMessageBox.Icon.Information)
        box.setWindowTitle(tr("View only"))
        box.setText(tr("This game can be viewed but not played."))
        box.setInformativeText(words)
        look = box.addButton(tr("Look at it"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Leave it"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        return box.clickedButton() is look

    def _wanted(self, path: str) -> None:
        if path.startswith(REPLAY):
            self.replay_save(Path(path.removeprefix(REPLAY)))
        elif path:
            self.open_save(Path(path))
        else:
            self.ask_and_open()

    def ask_and_open(self) -> None:
        """Ask for a save, or a scenario, and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self.over, tr("Open a game"), str(data_folder()), str(FILTER)
        )
        if name:
            self.open_target(name)

    def drag(self, event: QDragEnterEvent) -> None:
        """Take files that are dragged over the window."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def drop(self, event: QDropEvent) -> None:
        """Open the dropped save or scenario."""
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        if urls:
            event.acceptProposedAction()
            target = urls[0].toLocalFile()
            QTimer.singleShot(0, self, lambda: self.open_target(target))

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> None:
        """Every choice is kept already; a named file gets a fresh resting point too."""
        table = self.seating.table
        if table is None:
            return
        keeper = table.model.keeper
        if keeper.path is None or not keeper.named:
            self.save_as()
            return
        self.save_to(keeper.path)

    def save_as(self) -> None:
        """Ask for a file and keep the game there from now on."""
        table = self.seating.table
        if table is None:
            return
        info = table.model.session.setup.info
        keeper = table.model.keeper
        start = Path.home() / proposed(spell("term", info.title), GAME.ending)
        own = keeper.path if keeper.named else None
        path = ask_name(self.over, tr("Save the game"), own or start, (GAME,), own)
        if path is not None:
            self.save_to(path)

    def save_to(self, path: Path) -> None:
        """Keep the running game in a file from now on, or say why that cannot be."""
        from grognard.engines.core.keep.saves import SaveError

        table = self.seating.table
        if table is None:
            return
        before = table.model.keeper.path
        try:
            table.model.save_as(path)
        except SaveError as wrong:
            self.faults.tell(tr("The game could not be saved there"), str(wrong))
            return
        if before is not None and not before.exists():
            self.settings.forget(before)
        self.settings.remember(path)
        self.faults.say(tr("Kept in {path}.", path=str(path)) + f" {READABLE}")

    def not_kept(self, words: str) -> None:
        """Tell that the game can no longer be kept where it was, and offer another place."""
        box = QMessageBox(self.over)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("The game cannot be saved"))
        box.setText(
            tr("The game goes on in memory; nothing you have seen is lost while it is open.")
        )
        box.setInformativeText(words)
        elsewhere = box.addButton(tr("Save somewhere else..."), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Play on in memory"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is elsewhere:
            self.save_as()

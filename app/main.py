"""The window: library and table as its pages, composed of its desk of files, its table and its frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from grognard.app import screen
from grognard.app.door import Door
from grognard.app.keyeditor import ShortcutEditor
from grognard.app.library.page import LibraryPage
from grognard.app.look import apply, icon
from grognard.app.settings import Settings
from grognard.app.shortcuts import Commands, Palette
from grognard.app.spoken import now
from grognard.app.tableacts import TABLE_ACTS, Act
from grognard.app.tongue import Tongue
from grognard.app.window.faults import Faults
from grognard.app.window.files import FileDesk
from grognard.app.window.frame import Frame
from grognard.app.window.reopening import Open
from grognard.app.window.seating import Seating
from grognard.app.workroom import Workroom
from grognard.engines.core.data.text import tr
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.setups import AWAY, ScenarioInfo

if TYPE_CHECKING:
    from grognard.app.table.page import TablePage

DESKTOP_NAME = "org.grognard.Grognard"
"""What desktops know the program by: its file in packaging/ is called so."""
READ = "read"
"""The command that opens the reading window; it needs no table."""


class Window(QMainWindow):
    """The main window.

    Attributes:
        library: the start page.
        start_game: opens the table on a fresh game.
        workroom: the editors, the lab, and tables beside the game.
        seating: the table and who sits at it.
        files: what is opened and saved.
        frame: menus, look and place on the screen.
        faults: what is told in dialogs.
    """

    def __init__(
        self, settings: Settings | None = None, games: Mapping[str, AnyGame] | None = None
    ) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.games = games if games is not None else registry.games()
        self.setWindowTitle("Grognard")
        self.setAcceptDrops(True)
        self.faults = Faults(self)
        self.commands = Commands(self, self.settings)
        self.pages = QStackedWidget()
        self.library = LibraryPage(self.games, self.settings)
        self.pages.addWidget(self.library)
        self.setCentralWidget(self.pages)
        self.workroom = Workroom(self, self.library, self.settings, self.faults.tell)
        self.seating = Seating(
            self.pages, self.games, self.settings, self.faults, self.workroom.try_out
        )
        self.seating.looked_at = lambda: self.library.game
        self.start_game = self.seating.start
        self.files = FileDesk(
            self,
            self.games,
            self.settings,
            self.faults,
            self.seating,
            self.library,
            self.workroom,
        )
        self.frame = Frame(self, self.commands, self.settings, self.library)
        self._join()
        self._bind()

    def _join(self) -> None:
        """Let each hear of what the others do."""
        self.library.start_wanted.connect(self._start)
        self.library.guide_wanted.connect(self.seating.begin_guide)
        self.library.looked_at.connect(self._offer_rulebook)
        self.library.saves.said.connect(self.faults.say)
        self.seating.laid.connect(self.frame.show_table)
        self.seating.laid.connect(lambda _table: self.library.thumbnails.rest())
        self.seating.cleared.connect(self.frame.forget_table)
        self.seating.titled.connect(self.setWindowTitle)
        self.seating.left.connect(self._show_library)

    def _start(
        self,
        game: AnyGame,
        info: ScenarioInfo,
        players: Mapping[str, str],
        options: Mapping[str, str],
        seed: str,
    ) -> None:
        """Open the table on a fresh game, or invite who plays by post."""
        if AWAY in players.values():
            self.files.post.begin(game, info, players, options)
        else:
            self.seating.start(game, info, players, options, seed)

    def _bind(self) -> None:
        bind = self.commands.bind
        bind("open", self.files.ask_and_open)
        bind("save", self.files.save)
        bind("save_as", self.files.save_as)
        bind("library", self.seating.leave)
        bind("lab", self.workroom.open_lab)
        bind("quit", self.close)
        bind("first_game", self.seating.choose_guide)
        bind("palette", self._ask_palette)
        bind("shortcuts", lambda: ShortcutEditor(self.commands, self).exec())
        bind("about", self._tell_about)
        for name, act in TABLE_ACTS.items():
            bind(name, lambda on=False, name=name, act=act: self._at_table(name, act, on))

    def _ask_palette(self) -> None:
        """Open the command palette; with a game open it searches its rulebook, too."""
        open_book = self.table.reading.found if self.table is not None else (lambda _words: ())
        Palette(self.commands, self, open_book).exec()

    def _tell_about(self) -> None:
        """Tell the version of the program, and what it is built on."""
        from grognard.app.window.about import About

        About(self).exec()

    def _at_table(self, name: str, act: Act, on: bool) -> None:
        if self.table is None:
            if name == READ and self.library.info is not None:
                self.workroom.read(self.library.info.game)
        elif self.table.model.covered is None:
            act(self.table, on)

    def _offer_rulebook(self) -> None:
        """The rulebook of the battle that is looked at may be opened before there is a table."""
        if self.table is None:
            self.commands[READ].setEnabled(True)

    def _show_library(self) -> None:
        self.commands.enable_table(on=False)
        self.pages.setCurrentWidget(self.library)
        self.library.refresh_saves()
        self.library.thumbnails.go_on(self.settings.palette)
        if self.library.info is not None:
            self._offer_rulebook()

    # -- what the program, its benches and its tests ask of the window ---------------------------

    @property
    def table(self) -> TablePage | None:
        """The table page, None while no game is open."""
        return self.seating.table

    def begin_guide(self, name: str) -> bool:
        """Open the practice scenario of a game with its guide; return whether it has one."""
        return self.seating.begin_guide(name)

    def open_save(self, path: Path) -> None:
        """Open a saved game, or say why it cannot be."""
        self.files.open_save(path)

    def save(self) -> None:
        """Keep the running game under the name it has, or ask for one."""
        self.files.save()

    def close_table(self) -> None:
        """Leave the running game; its save is closed properly."""
        self.seating.clear()

    def leave_table(self) -> None:
        """Go back to the library."""
        self.seating.leave()

    # -- the window's own events -----------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files that are dragged over the window."""
        self.files.drag(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open what is dropped."""
        self.files.drop(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember the layout and close the game properly, unless the lab is to play on."""
        if not self.workroom.may_close():
            event.ignore()
            return
        self.settings.keep_layout("window", self.saveGeometry())
        self.seating.clear()
        self.workroom.close()
        super().closeEvent(event)


class House(QObject):
    """Holds the one window; when another language is chosen it is made anew around what is open.

    Attributes:
        window: the window that is open.
    """

    window: Window

    def __init__(self, settings: Settings, tongue: Tongue, *, apart: bool = False) -> None:
        super().__init__()
        self.settings, self.tongue, self.apart = settings, tongue, apart
        self.spoken = now()
        settings.changed.connect(self._hear)

    def open(self) -> None:
        """Open the window; files that another start hands in come here from now on."""
        window = self.window = Window(self.settings)
        window.faults.install_hook()
        window.frame.dress()
        window.frame.open_on_screen()
        window.library.draw_all()
        self.door = Door(window, self.open_it)
        if not self.apart:
            self.door.listen()

    def open_it(self, what: str, edits: bool) -> None:
        """Open a save or a scenario, in the editor or at the table."""
        files = self.window.files
        (files.edit_target if edits else partial(files.open_target, edits=False))(what)

    def tell_broken(self, broken: str) -> None:
        """Say why this is English."""
        words = tr("The language file cannot be read, so this is English")
        self.window.faults.tell(words, broken)

    def _hear(self, setting: str) -> None:
        if setting == "language":
            QTimer.singleShot(
                0, self, self._speak
            )  # the menu that was clicked goes with the window

    def _speak(self) -> None:
        """Speak the language that was chosen, at once: the game in progress lies on the new table."""
        name, before = self.settings.language, self.window
        if name == self.spoken:
            return
        if not before.workroom.may_close():
            self.settings.language = self.spoken
            return
        self.spoken = name
        goes_on = Open.of(before)
        self.door.server.close()
        before.seating.clear()
        before.workroom.close()
        broken = self.tongue.speak(name)
        self.open()
        before.close()
        before.deleteLater()
        goes_on.again(self.window)
        if broken:
            self.tell_broken(broken)


def run(
    target: str | None,
    broken: str = "",
    *,
    edits: bool = False,
    apart: bool = False,
) -> int:
    """Start the program and open something at once, where one says what.

    Args:
        target: a save, a scenario, or a bundle.
        broken: what the language lacks.
        edits: whether a scenario is opened in the editor, and not played.
        apart: whether nothing that another start opens is to come into this window.
    """
    application = screen.application()
    application.setApplicationName("grognard")
    application.setDesktopFileName(DESKTOP_NAME)
    application.setStyle("Fusion")
    settings = Settings()
    tongue = Tongue(application)
    tongue.dress(now())
    apply(application, settings.surround, settings.scale)
    application.setWindowIcon(icon("grognard"))
    house = House(settings, tongue, apart=apart)
    house.open()
    if broken:
        QTimer.singleShot(0, house, lambda: house.tell_broken(broken))
    if target:
        QTimer.singleShot(0, house, lambda: house.open_it(target, edits))
    return application.exec()

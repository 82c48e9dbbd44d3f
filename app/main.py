"""The window: library and table as pages, menus, settings, files; nothing crashes."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QWidget,
)

from app.languages import languages
from app.look import apply, fit, icon
from app.settings import (
    ANIMATIONS,
    PACES,
    PALETTES,
    SURROUNDS,
    TEXT_SIZES,
    Settings,
    called,
    data_folder,
)
from app.shortcuts import COMMANDS, HELD, MENUS, Commands, Palette, ShortcutEditor, offered
from app.tableacts import TABLE_ACTS, Act
from engines.core.data.text import spell, text, tr, verbatim
from engines.core.play.game import AnyGame, ScenarioError, registry
from engines.core.proof.guide import load_guide

if TYPE_CHECKING:
    from app.table.page import TablePage
    from engines.core.keep.saves import SaveFile
    from engines.core.play.session import Session
    from engines.core.play.setups import ScenarioInfo

READABLE = text("Whoever has the file of a save can read all of the game in it, hidden pieces too.")
UNTOUCHED = text("The file was left as it is.")
SIZE = (1366, 768)
"""What the window opens with, where the screen has room for it."""
FILTER = text("Saved games (*.grognard);;All files (*)")


class Window(QMainWindow):
    """The main window.

    Attributes:
        library: the start page.
        table: the table page, None while no game is open.
    """

    def __init__(
        self, settings: Settings | None = None, games: Mapping[str, AnyGame] | None = None
    ) -> None:
        super().__init__()
        from app.library.page import LibraryPage
        from app.workroom import Workroom

        self.settings = settings or Settings()
        self.games = dict(games) if games is not None else registry.games()
        self.setWindowTitle("Grognard")
        self.setAcceptDrops(True)
        self.commands = Commands(self, self.settings)
        self.table: TablePage | None = None
        self.pages = QStackedWidget()
        self.library = LibraryPage(self.games, self.settings)
        self.library.start_wanted.connect(self.start_game)
        self.library.open_wanted.connect(self._open_wanted)
        self.workroom = Workroom(self, self.library, self.settings, self.tell)
        self.pages.addWidget(self.library)
        self.setCentralWidget(self.pages)
        self.overlay_menu = QMenu(tr("Overlays"))
        self._menus()
        self._bind()
        self.commands.enable_table(on=False)
        self.settings.changed.connect(self._check_folds)
        layout = self.settings.layout("window")
        if layout is None or not self.restoreGeometry(layout):
            fit(self, *SIZE)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    # -- menus ---------------------------------------------------------------------------------

    def _menus(self) -> None:
        self.menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            if command.menu not in self.menus:
                self.menus[command.menu] = self.menuBar().addMenu(str(MENUS[command.menu]))
                self.menus[command.menu].setToolTipsVisible(True)
            if command.id in {"quit", "find", "fit", "fold_left"}:
                self.menus[command.menu].addSeparator()
            self.menus[command.menu].addAction(self.commands[command.id])
        self.menus["View"].addMenu(self.overlay_menu)
        settings = QMenu(tr("Settings"), self)
        self.menuBar().insertMenu(self.menus["Help"].menuAction(), settings)
        self._choice_menu(settings, tr("Text size"), "text_size", tuple(TEXT_SIZES))
        self._choice_menu(settings, tr("Surround"), "surround", SURROUNDS)
        self._choice_menu(settings, tr("Colours of the sides"), "palette", PALETTES)
        self._choice_menu(settings, tr("Animation"), "animation", ANIMATIONS)
        self._choice_menu(settings, tr("Pace of the computer"), "pace", PACES)
        if len(languages()) > 1:
            self._choice_menu(
                settings, tr("Language (from the next start)"), "language", languages()
            )
        self._flag(settings, tr("Hot-seat curtain"), "curtain")
        self._flag(settings, tr("Bare wheel zooms"), "wheel_zooms")
        self._flag(settings, tr("Warn of pieces that could still act"), "warns")
        self._flag(settings, tr("Pass questions with nothing to decide"), "passes")
        self._flag(settings, tr("Ask about seldom wanted choices, too"), "rare")

    def _choice_menu(self, parent: QMenu, title: str, name: str, values: tuple[str, ...]) -> None:
        menu = parent.addMenu(title)
        group = QActionGroup(self)
        for value in values:
            words = tr("{setting}: {value}", setting=title, value=called(value))
            action = QAction(words, self, checkable=True)
            action.setChecked(getattr(self.settings, name) == value)
            action.triggered.connect(lambda _on=False, v=value: self._set(name, v))
            group.addAction(action)
            menu.addAction(action)
            self.commands.extra.append(action)

    def _flag(self, parent: QMenu, title: str, name: str) -> None:
        action = QAction(title, self, checkable=True)
        action.setChecked(getattr(self.settings, name))
        action.toggled.connect(lambda on: self._set(name, on))
        parent.addAction(action)
        self.commands.extra.append(action)

    def _set(self, name: str, value: object) -> None:
        setattr(self.settings, name, value)
        if name in {"text_size", "surround", "palette"}:
            self.dress()
        elif self.table is not None:
            self._canvas_settings(self.table)

    def dress(self) -> None:
        """Put on the look of the settings."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply(application, self.settings.surround, self.settings.scale)
        for name in (
            "open",
            "save",
            "undo",
            "redo",
            "los",
            "ruler",
            "zoc",
            "minimap",
            "fit",
            "zoom_in",
            "zoom_out",
        ):
            self.commands[name].setIcon(icon(name))
        self.library.dress()
        if self.table is not None:
            self._canvas_settings(self.table)
            self.table.dress()

    def _canvas_settings(self, table: TablePage) -> None:
        table.board.set_animation(self.settings.animation)
        table.board.set_wheel_zooms(self.settings.wheel_zooms)
        table.board.set_text_scale(self.settings.scale)

    def _check_folds(self, setting: str) -> None:
        """Tick the parts of the map's key that are unfolded, however they were."""
        if setting == "folded":
            for part in ("cartouche", "legend", "compass", "scale_bar"):
                self.commands[part].setChecked(part not in self.settings.folded)

    def _bind(self) -> None:
        bind = self.commands.bind
        bind("open", self.open_dialog)
        bind("save", self.save)
        bind("save_as", self.save_as)
        bind("library", self.leave_table)
        bind("lab", self.workroom.open_lab)
        bind("quit", self.close)
        bind("first_game", self.choose_guide)
        bind("palette", lambda: Palette(self.commands, self).exec())
        bind("shortcuts", lambda: ShortcutEditor(self.commands, self).exec())
        for name, act in TABLE_ACTS.items():
            bind(name, lambda on=False, act=act: self._at_table(act, on))

    def _at_table(self, act: Act, on: bool) -> None:
        if self.table is not None and self.table.model.covered is None:
            act(self.table, on)

    # -- games ---------------------------------------------------------------------------------

    def start_game(
        self,
        game: AnyGame,
        info: ScenarioInfo,
        players: Mapping[str, str],
        options: Mapping[str, str],
        seed: str = "",
    ) -> None:
        """Open the table on a fresh game."""
        from engines.core.play.session import Session

        try:
            setup = game.load(Path(info.path) if info.path else info.id, dict(options))
            session = Session(game, setup, seed or token_hex(8))
        except ScenarioError as wrong:
            self.tell(tr("The scenario cannot be played"), str(wrong))
            return
        self._seat(session, players)

    def _seat(
        self,
        session: Session,
        players: Mapping[str, str],
        save: SaveFile | None = None,
        pins: Mapping[str, str] | None = None,
        only_look: str = "",
    ) -> None:
        from app.keeping import Keeper
        from app.table.model.changes import Kept, NotKept
        from app.table.model.model import TableModel
        from app.table.page import TablePage
        from engines.core.keep.saves import SaveError

        trouble = ""
        keeper = Keeper(save, named=save is not None, pins=pins)
        if save is None and not only_look:
            try:
                keeper = Keeper.autosave(session, players, pins)
            except SaveError as wrong:
                trouble = str(wrong)
        keeper.sign()
        self.close_table()
        model = TableModel(session, players, self.settings, keeper, only_look)
        model.watch(Kept, lambda _change: self._entitle(session, model.only_look))
        model.watch(NotKept, lambda change: self._save_failed(change.words))
        self.table = TablePage(model, self.settings)
        self.table.message.connect(self.say)
        self.table.leave_wanted.connect(self.leave_table)
        self.table.try_wanted.connect(self.workroom.try_out)
        self.table.restore_layout(self.settings.layout("table"))
        self._canvas_settings(self.table)
        self.pages.addWidget(self.table)
        self.pages.setCurrentWidget(self.table)
        self.commands.enable_table(on=True, has=offered(model.game, model.board.kind))
        for name in ("grid", "minimap", "fold_left", "fold_right", "fold_bottom"):
            self.commands[name].setChecked(True)
        self._check_folds("folded")
        for name in ("los", "ruler", "zoc", "wide"):
            self.commands[name].setChecked(False)
        self._fill_overlays(self.table)
        self._entitle(session, only_look)
        model.start()
        if self.table.model.covered is None:  # else the curtain has the keyboard
            self.table.board.setFocus()
        if trouble:
            QTimer.singleShot(0, self, lambda: self._save_failed(trouble))

    def _entitle(self, session: Session, only_look: str) -> None:
        title = spell("term", session.setup.info.title)
        shown = tr("{title} (only to look at)", title=verbatim(title)) if only_look else title
        game = spell("term", session.game.title)
        self.setWindowTitle(f"{shown} - {game} - Grognard")

    def _fill_overlays(self, table: TablePage) -> None:
        self.overlay_menu.clear()
        for name in table.overlays.names():
            action = self.overlay_menu.addAction(table.overlays.title(name))
            action.setCheckable(True)
            action.setChecked(name in table.overlays.on)
            action.toggled.connect(lambda on, name=name: table.hands.menu.switch(name, on, ""))

    def choose_guide(self) -> None:
        """Ask which game is to be learnt, and begin its guided first game."""
        names = {spell("term", game.title): game.id for game in self.games.values()}
        here = self.table.model.game.id if self.table is not None else ""
        first = [*names.values()].index(here) if here in names.values() else 0
        title, words = tr("A guided first game"), tr("Which game?")
        chosen, taken = QInputDialog.getItem(self, title, words, [*names], first, False)
        if taken and not self.begin_guide(names[chosen]):
            self.say(tr("{game} has no guide yet.", game=verbatim(chosen)))

    def begin_guide(self, name: str) -> bool:
        """Open the practice scenario of a game with its guide; return whether it has one."""
        from app.rulebook.shelf import shelf
        from app.table.computer import QUIET

        game = self.games[name]
        book = shelf(name).book
        guide, problems = load_guide(game, book.rules if book is not None else {})
        if problems:
            self.tell(tr("The guide cannot be used"), "\n".join(map(str, problems)))
        if guide is None:
            return bool(problems)
        info = next(one for one in game.scenarios() if one.id == guide.scenario)
        players = {s.id: "person" if s.id == guide.seat else QUIET for s in info.seats}
        self.start_game(game, info, players, {}, guide.seed)
        if self.table is not None:
            self.table.lead(guide)
        return True

    def close_table(self) -> None:
        """Leave the running game; its save is closed properly."""
        table, self.table = self.table, None
        if table is None:
            return
        self.settings.keep_layout("table", table.layout_state())
        path = table.model.keeper.path
        played = bool(table.model.session.choices) or table.model.keeper.named
        table.close_game()
        if path is not None and played:
            self.settings.remember(path)
        self.pages.removeWidget(table)
        self.overlay_menu.clear()  # its entries hold the table
        table.deleteLater()

    def leave_table(self) -> None:
        """Go back to the library."""
        self.close_table()
        self.commands.enable_table(on=False)
        self.pages.setCurrentWidget(self.library)
        self.library.refresh_saves()
        self.setWindowTitle("Grognard")

    def open_target(self, target: str) -> None:
        """Open a save, a scenario file, or a scenario by its name."""
        path = Path(target)
        if self.workroom.takes(path):
            self.workroom.open_bundle(path)
        elif path.suffix in (".yaml", ".yml") and path.is_file():
            self._open_scenario(path)
        elif path.is_file():
            self.open_save(path)
        elif self.library.select(target):
            self.library._start()
        else:
            self.tell(
                tr("Not found"),
                tr(
                    "{target} is neither a file nor a scenario. "
                    "`grognard list` names the scenarios; Game > Open finds files.",
                    target=verbatim(target),
                ),
            )

    def _open_scenario(self, path: Path) -> None:
        """Open the table on a scenario's file, or tell what is wrong with it."""
        from app.finding import Unusable, scenario_of_file
        from engines.core.play.session import Session

        try:
            game, setup = scenario_of_file(path, {}, self.games)
        except Unusable as wrong:
            self.tell(tr("The scenario cannot be played"), str(wrong))
            return
        self._seat(Session(game, setup, token_hex(8)), {})

    def open_save(self, path: Path) -> None:
        """Open a saved game, or say why it cannot be."""
        from engines.core.keep.loading import load_save
        from engines.core.keep.saves import SaveError

        kept = self.table.model.keeper.path if self.table is not None else None
        if kept is not None and kept.resolve() == path.resolve():
            return
        try:
            loaded = load_save(path, self.games)
        except (SaveError, ScenarioError) as wrong:
            self.tell(tr("The game cannot be opened"), f"{wrong}\n\n{UNTOUCHED}")
            return
        players, pins, told = loaded.header.seats, loaded.header.pins, " ".join(loaded.told)
        if loaded.save is None and not loaded.problems:
            if self._wants_to_look(told):
                self._seat(loaded.session, players, pins=pins, only_look=told)
            return
        self._seat(loaded.session, players, loaded.save, pins)
        self.settings.remember(path)
        if told:
            self.tell(tr("The game is not quite what it was"), told)
        if loaded.problems:
            words = "\n".join(map(str, loaded.problems))
            self.tell(
                tr("Only part of the game could be followed"),
                f"{words}\n\n"
                + tr("The file was left as it is; what you play now is kept elsewhere."),
            )

    def _wants_to_look(self, words: str) -> bool:
        """Tell why a game can only be looked at; return whether the player wants to."""
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Information)
        box.setWindowTitle(tr("Only to look at"))
        box.setText(tr("This game can only be looked at."))
        box.setInformativeText(words)
        look = box.addButton(tr("Look at it"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Leave it"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        return box.clickedButton() is look

    def _open_wanted(self, path: str) -> None:
        if path:
            self.open_save(Path(path))
        else:
            self.open_dialog()

    def open_dialog(self) -> None:
        """Ask for a save and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Open a game"), str(data_folder()), str(FILTER)
        )
        if name:
            self.open_save(Path(name))

    def save(self) -> None:
        """Every choice is kept already; a named file gets a fresh resting point too."""
        if self.table is None:
            return
        keeper = self.table.model.keeper
        if keeper.path is None or not keeper.named:
            self.save_as()
            return
        self._saving(keeper.path)

    def save_as(self) -> None:
        """Ask for a file and keep the game there from now on."""
        if self.table is None:
            return
        info = self.table.model.session.setup.info
        start = str(Path.home() / f"{info.id}.grognard")
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the game"), start, str(FILTER))
        if name:
            path = Path(name)
            self._saving(path if path.suffix else path.with_suffix(".grognard"))

    def _saving(self, path: Path) -> None:
        from engines.core.keep.saves import SaveError

        if self.table is None:
            return
        try:
            self.table.model.save_as(path)
        except SaveError as wrong:
            self.tell(tr("The game could not be saved there"), str(wrong))
            return
        self.settings.remember(path)
        self.say(tr("Kept in {path}.", path=str(path)) + f" {READABLE}")

    def _save_failed(self, words: str) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("The game cannot be kept"))
        box.setText(
            tr("The game goes on in memory; nothing you have seen is lost while it is open.")
        )
        box.setInformativeText(words)
        elsewhere = box.addButton(tr("Save elsewhere..."), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Play on in memory"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is elsewhere:
            self.save_as()

    # -- telling -------------------------------------------------------------------------------

    def tell(self, title: str, words: str) -> None:
        """Show what is wrong and how to mend it."""
        box = QMessageBox(QMessageBox.Icon.Warning, title, title, parent=self)
        shown = words if len(words) < 900 else words[:900] + "..."
        box.setInformativeText(shown)
        if shown != words:
            box.setDetailedText(words)
        box.exec()

    def say(self, words: str) -> None:
        """Show words for a moment without taking room from the board."""
        from PySide6.QtWidgets import QToolTip

        point = self.mapToGlobal(self.rect().center())
        point.setY(self.mapToGlobal(self.rect().bottomLeft()).y() - 90)
        QToolTip.showText(point, words, self, self.rect(), 4000)

    # -- the window's own events -----------------------------------------------------------------

    def fit_screen(self, free: QRect) -> bool:
        """Stay within the free part of a screen; return whether the window fills it."""
        frame = self.frameGeometry().size() - self.size()
        room = free.size() - frame
        fills = self.width() >= room.width() or self.height() >= room.height()
        self.resize(self.size().boundedTo(room))
        if not free.contains(self.frameGeometry()):
            self.move(free.topLeft())
        return fills

    def open_on_screen(self) -> None:
        """Show the window on its screen, which it fills where there is no room to spare."""
        if self.fit_screen(self.screen().availableGeometry()) or self.isMaximized():
            self.showMaximized()
        else:
            self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch the keys that do something while they are held."""
        kinds = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return super().eventFilter(watched, event)
        if self.table is not None and event.type() in kinds:
            typing = isinstance(QApplication.focusWidget(), QLineEdit)
            keys = {name: self.commands[name].property("held") or [] for name in HELD}
            if not typing and watched.window() is self and self.table.hands.held(event, keys):
                return True
        return super().eventFilter(watched, event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files that are dropped on the window."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open the dropped save or scenario."""
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        if urls:
            event.acceptProposedAction()
            target = urls[0].toLocalFile()
            QTimer.singleShot(0, self, lambda: self.open_target(target))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember the layout and close the game properly."""
        self.settings.keep_layout("window", self.saveGeometry())
        self.close_table()
        self.workroom.close()
        super().closeEvent(event)


def install_hook(window: Window) -> None:
    """Show errors of the program itself in a dialog; the game and its save stay."""

    def hook(kind: type[BaseException], wrong: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        report = "".join(traceback.format_exception(kind, wrong, where))
        sys.stderr.write(report)
        box = QMessageBox(window)
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(tr("Something went wrong"))
        box.setText(
            tr(
                "The program made a mistake. Your game is safe: every choice you saw is kept. "
                "Undo, or leave the table and open the game again."
            )
        )
        box.setInformativeText(f"{kind.__name__}: {wrong}")
        box.setDetailedText(report)
        box.exec()

    sys.excepthook = hook


def run(target: str | None) -> int:
    """Start the program; `target` is a save or scenario to open at once."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus, on=False)
        application = QApplication(sys.argv[:1])
    application.setApplicationName("grognard")
    application.setStyle("Fusion")
    settings = Settings()
    apply(application, settings.surround, settings.scale)
    application.setWindowIcon(icon("grognard"))
    window = Window(settings)
    install_hook(window)
    window.dress()
    window.open_on_screen()
    if target:
        QTimer.singleShot(0, window, lambda: window.open_target(target))
    return application.exec()

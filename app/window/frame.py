"""The frame of the window: its menus and look, its place on the screen, the keys that are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from grognard.app.look import apply, fit, icon
from grognard.app.settings import Settings
from grognard.app.shortcuts import HELD, Commands, offered
from grognard.app.window.menus import Menus

if TYPE_CHECKING:
    from grognard.app.library.page import LibraryPage
    from grognard.app.table.page import TablePage

SIZE = (1366, 768)
"""What the window opens with, where the screen has room for it."""
DRESSED = ("text_size", "surround", "palette")
"""The settings that change the look of everything."""
PICTURED = (
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
)
"""The commands that have a picture."""
FOLDED = ("cartouche", "legend", "compass", "scale_bar")
"""The parts of the map's key that can be folded away."""


class Frame(QObject):
    """What stands round the pages of a window, and follows the table that is open.

    Attributes:
        table: the table whose commands and overlays the menus show, None while none is open.
    """

    def __init__(
        self, window: QMainWindow, commands: Commands, settings: Settings, library: LibraryPage
    ) -> None:
        super().__init__(window)
        self.window, self.commands, self.settings = window, commands, settings
        self.library = library
        self.table: TablePage | None = None
        self.menus = Menus(window.menuBar(), commands, settings, self.set)
        commands.enable_table(on=False)
        settings.changed.connect(self._check_folds)
        layout = settings.layout("window")
        if layout is None or not window.restoreGeometry(layout):
            fit(window, *SIZE)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    # -- the table -----------------------------------------------------------------------------

    def show_table(self, table: TablePage) -> None:
        """Have the menus speak of a table that is opened, and dress it by the settings."""
        self.table = table
        self._canvas_settings(table)
        model = table.model
        self.commands.enable_table(on=True, has=offered(model.game, model.board.kind))
        for name in ("grid", "minimap", "fold_left", "fold_right", "fold_bottom"):
            self.commands[name].setChecked(True)
        self._check_folds("folded")
        for name in ("los", "ruler", "zoc", "wide"):
            self.commands[name].setChecked(False)
        self._fill_overlays(table)

    def forget_table(self) -> None:
        """Have the menus speak of no table; the entries of the overlays would hold it."""
        self.table = None
        self.menus.overlays.clear()

    def _fill_overlays(self, table: TablePage) -> None:
        self.menus.overlays.clear()
        for name in table.overlays.names():
            action = self.menus.overlays.addAction(table.overlays.title(name))
            action.setCheckable(True)
            action.setChecked(name in table.overlays.on)
            action.toggled.connect(lambda on, name=name: table.hands.menu.switch(name, on, ""))

    # -- the look ------------------------------------------------------------------------------

    def set(self, name: str, value: object) -> None:
        """Change a setting, and show what it changes."""
        setattr(self.settings, name, value)
        if name in DRESSED:
            self.dress()
        elif self.table is not None:
            self._canvas_settings(self.table)

    def dress(self) -> None:
        """Put on the look of the settings."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply(application, self.settings.surround, self.settings.scale)
        for name in PICTURED:
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
            for part in FOLDED:
                self.commands[part].setChecked(part not in self.settings.folded)

    # -- the screen and the keys ---------------------------------------------------------------

    def fit_screen(self, free: QRect) -> bool:
        """Stay within the free part of a screen; return whether the window fills it."""
        window = self.window
        frame = window.frameGeometry().size() - window.size()
        room = free.size() - frame
        fills = window.width() >= room.width() or window.height() >= room.height()
        window.resize(window.size().boundedTo(room))
        if not free.contains(window.frameGeometry()):
            window.move(free.topLeft())
        return fills

    def open_on_screen(self) -> None:
        """Show the window on its screen, which it fills where there is no room to spare."""
        window = self.window
        if self.fit_screen(window.screen().availableGeometry()) or window.isMaximized():
            window.showMaximized()
        else:
            window.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch the keys that do something while they are held."""
        kinds = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return super().eventFilter(watched, event)
        if self.table is not None and event.type() in kinds:
            typing = isinstance(QApplication.focusWidget(), QLineEdit)
            keys = {name: self.commands[name].property("held") or [] for name in HELD}
            over = watched.window() is self.window
            if not typing and over and self.table.hands.held(event, keys):
                return True
        return super().eventFilter(watched, event)

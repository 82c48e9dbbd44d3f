"""The menus of the window: every command where it belongs, and the settings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from grognard.app.settings import (
    ANIMATIONS,
    PACES,
    PALETTES,
    SURROUNDS,
    TEXT_SIZES,
    TIDIES,
    Settings,
    called,
)
from grognard.app.shortcuts import COMMANDS, MENUS, Commands
from grognard.app.spoken import languages
from grognard.engines.core.data.text import tr

PARTED = {"quit", "find", "fit", "fold_left"}
"""The commands above which a line is drawn."""


class Menus:
    """The menus of a bar; `put` is told the name and the new value of a setting."""

    def __init__(
        self,
        bar: QMenuBar,
        commands: Commands,
        settings: Settings,
        put: Callable[[str, object], object],
    ) -> None:
        self.commands, self.settings, self.put = commands, settings, put
        self.menus: dict[str, QMenu] = {}
        self.overlays = QMenu(tr("Overlays"), bar)
        for command in COMMANDS:
            if command.menu not in self.menus:
                self.menus[command.menu] = bar.addMenu(str(MENUS[command.menu]))
                self.menus[command.menu].setToolTipsVisible(True)
            if command.id in PARTED:
                self.menus[command.menu].addSeparator()
            self.menus[command.menu].addAction(commands[command.id])
        self.menus["View"].addMenu(self.overlays)
        self.of_settings = QMenu(tr("&Settings"), bar)
        bar.insertMenu(self.menus["Help"].menuAction(), self.of_settings)
        self._fill_settings()

    def _fill_settings(self) -> None:
        self._choice(tr("Text size"), "text_size", tuple(TEXT_SIZES))
        self._choice(tr("Surround"), "surround", SURROUNDS)
        self._choice(tr("Colours of the sides"), "palette", PALETTES)
        self._choice(tr("Animation"), "animation", ANIMATIONS)
        self._choice(tr("Pace of the computer"), "pace", PACES)
        self._choice(tr("Finished games go to the bin"), "tidies", tuple(TIDIES))
        if len(languages()) > 1:
            self._choice(tr("Language"), "language", languages())
        self._flag(tr("Hot-seat curtain"), "curtain")
        self._flag(tr("Mouse wheel zooms"), "wheel_zooms")
        self._flag(tr("Warn about pieces that could still act"), "warns")
        self._flag(tr("Skip questions with nothing to decide"), "passes")
        self._flag(tr("Also ask about rarely needed choices"), "rare")

    def _choice(self, title: str, name: str, values: tuple[str, ...]) -> None:
        menu = self.of_settings.addMenu(title)
        group = QActionGroup(menu)
        for value in values:
            words = tr("{setting}: {value}", setting=title, value=called(value))
            action = QAction(words, menu, checkable=True)
            action.setChecked(getattr(self.settings, name) == value)
            action.triggered.connect(lambda _on=False, v=value: self.put(name, v))
            group.addAction(action)
            menu.addAction(action)
            self.commands.extra.append(action)

    def _flag(self, title: str, name: str) -> None:
        action = QAction(title, self.of_settings, checkable=True)
        action.setChecked(getattr(self.settings, name))
        action.toggled.connect(lambda on: self.put(name, on))
        self.of_settings.addAction(action)
        self.commands.extra.append(action)

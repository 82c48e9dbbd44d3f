"""Showing where a file lies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from grognard.engines.core.data.text import tr


def show_file(path: Path, over: QWidget) -> None:
    """Show the folder of a file, or where that is if nothing here can show it."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))):
        QMessageBox.information(over, tr("The file of the game"), str(path))

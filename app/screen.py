"""The application of Qt, or a sentence where there is no screen for it."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QMessageLogContext, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from grognard.app.telling import say
from grognard.engines.core.data.text import tr


def application() -> QApplication:
    """Return the application that there is, else a new one.

    Where Qt finds no screen it would end the process with a fault of its own: it ends with a sentence.
    """
    there = QApplication.instance()
    if isinstance(there, QApplication):
        return there
    heard: list[str] = []

    def hear(kind: QtMsgType, _where: QMessageLogContext, words: str) -> None:
        heard.append(words.strip())
        if kind == QtMsgType.QtFatalMsg:
            _give_up(heard)

    before = qInstallMessageHandler(hear)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontShowIconsInMenus, on=False)
    try:
        made = QApplication(sys.argv[:1])
    finally:
        qInstallMessageHandler(before)
    for words in heard:
        say(words)
    return made


def _give_up(heard: list[str]) -> None:
    """Say that there is no screen, and what Qt says of it; Qt is not to be come back to."""
    say(
        tr("There is no screen on which a window could be opened."),
        tr("`grognard --help` names the commands that need none."),
    )
    say(*(line for words in heard for line in words.splitlines() if line), sep="\n  ")
    sys.stdout.flush()
    os._exit(1)

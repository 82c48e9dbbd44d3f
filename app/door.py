"""The door of the window that is open: a second start of the program hands in there what it was to open."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QWidget

from grognard.app.settings import data_folder

WAITS, ANSWERS = 1000, 10_000
"""For how many milliseconds a door is knocked at, and an answer waited for: who is at home may be busy."""
LONGEST = 8192
"""The bytes of what can be handed in."""
TAKEN = b"taken\n"
BUSY = 300
"""After how many milliseconds it is tried again, while a question is on the screen."""
Open = Callable[[str, bool], object]
"""Opens what is named, in the editor or at the table."""


def address() -> str:
    """Return where the door of this player is: who keeps games in another folder has another."""
    whose = str(data_folder().absolute())
    return f"grognard-{sha256(whose.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"


def hand_in(target: str | None, *, edits: bool) -> bool:
    """Hand what is to be opened to the window that is open; return whether there is one that took it."""
    path = Path(target) if target else None
    named = str(path.absolute()) if path is not None and path.exists() else target or ""
    socket = QLocalSocket()
    socket.connectToServer(address())
    if not socket.waitForConnected(WAITS):
        return False
    socket.write(json.dumps({"target": named, "edits": edits}).encode() + b"\n")
    while not socket.canReadLine():
        if not socket.waitForReadyRead(ANSWERS):
            return False
    return bytes(socket.readLine().data()) == TAKEN


class Door(QObject):
    """Where files are handed in: by a second start, or by a desktop that sends them to the program."""

    def __init__(self, window: QWidget, open_it: Open) -> None:
        super().__init__(window)
        self.window, self.open_it = window, open_it
        self.server = QLocalServer(self)
        self.server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self.server.newConnection.connect(self._come_in)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def listen(self) -> bool:
        """Open the door; one that a program left which is no more is taken over."""
        if not self.server.listen(address()):
            QLocalServer.removeServer(address())
            return self.server.listen(address())
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Open what the desktop of a Mac sends."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.take(event.file(), edits=False)
            return True
        return super().eventFilter(watched, event)

    def take(self, target: str, *, edits: bool) -> None:
        """Come to the front and open what is named, once no question waits for its answer."""
        window = self.window
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()
        if target:
            QTimer.singleShot(0, window, lambda: self._open(target, edits))

    def _open(self, target: str, edits: bool) -> None:
        if QApplication.activeModalWidget() is not None:
            QTimer.singleShot(BUSY, self.window, lambda: self._open(target, edits))
        else:
            self.open_it(target, edits)

    def _come_in(self) -> None:
        socket = self.server.nextPendingConnection()
        socket.disconnected.connect(socket.deleteLater)
        socket.readyRead.connect(lambda: self._read(socket))
        self._read(socket)  # it may have spoken already

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > LONGEST:
            socket.abort()
        if not socket.canReadLine():
            return
        with suppress(ValueError, KeyError, TypeError):
            data = json.loads(bytes(socket.readLine().data()))
            target, edits = str(data["target"]), bool(data["edits"])
            socket.write(TAKEN)
            socket.flush()
            self.take(target, edits=edits)

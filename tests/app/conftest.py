"""What the tests of the application share: no clock decides, and nothing is left behind."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

HANG = 120_000
"""Milliseconds after which a test hangs. It guards a run, and measures nothing."""


WINDOWED = tuple(
    f"tests/app/{folder}/" for folder in ("lab", "library", "rulebook", "table", "window")
)
"""Whose tests show windows: the offscreen platform has no manager to tell sizes to, and says so."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the platform say so."""
    quiet = pytest.mark.qt_log_ignore("This plugin does not support")
    for item in items:
        if item.nodeid.startswith(WINDOWED):
            item.add_marker(quiet)


class PatientBot(QtBot):
    """Waits for what is to come, however busy the machine is."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = HANG) -> None:  # noqa: N802
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = HANG, **more: Any) -> Any:  # noqa: N802
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The robot of pytest-qt, without its five seconds."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the run is made of stays apart from the collector, whether a table is laid or left."""
    kept = SimpleNamespace(freeze=lambda: None, unfreeze=lambda: None, collect=gc.collect)
    monkeypatch.setattr("grognard.app.memory.gc", kept)


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Delete the windows a test has made, and what is to be deleted later: no event loop does it.

    Each window that is left would be styled again by every later test, which once took a tenth of the
    whole run, and a mouse left on the map would point into the next one.
    """
    before = bool(_windows())
    yield
    if "PySide6.QtGui" in sys.modules:
        from PySide6.QtGui import QCursor

        QCursor.setPos(-1, -1)
        # What is made while a window of the whole module stands may belong to it.
        _delete([] if before else [one for one in _windows() if not one.isVisible()])


def _windows() -> list[QWidget]:
    """Return the widgets that stand for themselves; what drops down goes with whoever opened it."""
    if QApplication.instance() is None:
        return []
    every = [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
    return [widget for widget in every if widget.windowType() is not Qt.WindowType.Popup]


def _delete(windows: list[QWidget]) -> None:
    for window in windows:
        window.deleteLater()
    if QApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(autouse=True, scope="module")
def _nothing_open() -> Iterator[None]:
    """A window that a test leaves open takes the mouse from all that come after it."""
    yield
    left = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    named = [f"{type(widget).__name__} {widget.windowTitle()!r}" for widget in left]
    for widget in left:
        widget.hide()
    _delete(_windows())
    assert not named, f"Windows are left open: {named}"

"""Whatever is raised in the window is told, and the window stays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox

from grognard.app.main import Window
from grognard.app.window.faults import LONGEST


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[QMessageBox]:
    """The boxes that were shown; nobody waits for an answer."""
    shown: list[QMessageBox] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append(box) or 0)
    return shown


def test_a_mistake_of_the_program_is_told_and_the_table_stays(
    play: Callable[..., Any],
    window: Window,
    boxes: list[QMessageBox],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    page = play("pick pick")
    window.faults.install_hook()
    sys.excepthook(ZeroDivisionError, ZeroDivisionError("nought"), None)
    (box,) = boxes
    assert box.informativeText() == "ZeroDivisionError: nought"
    assert "nought" in box.detailedText()
    assert "nought" in capsys.readouterr().err
    assert window.table is page


def test_ctrl_c_closes_the_window(
    window: Window, boxes: list[QMessageBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    window.faults.install_hook()
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not boxes
    assert not window.isVisible()


def test_a_long_fault_unfolds(
    window: Window, boxes: list[QMessageBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    shown: list[QMessageBox] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append(box) or 0)
    window.faults.tell("A title", "x" * (LONGEST + 1))
    (box,) = shown
    assert box.informativeText() == "x" * LONGEST + "..."
    assert box.detailedText() == "x" * (LONGEST + 1)

"""A second start hands in what it was to open; so does the desktop of a Mac."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.door import Door, address
from tests.conftest import environment

Opened = list[tuple[str, bool]]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    return []


@pytest.fixture
def door(qtbot: QtBot, opened: Opened) -> Door:
    window = QWidget()
    qtbot.addWidget(window)
    return Door(window, lambda target, edits: opened.append((target, edits)))


def second_start(*words: str, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "grognard", *words],
        cwd=cwd,
        env=environment(QT_QPA_PLATFORM="offscreen"),
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_second_start_hands_its_file_in(
    qtbot: QtBot, door: Door, opened: Opened, tmp_path: Path
) -> None:
    assert door.listen()
    (tmp_path / "Jérôme.battle").write_text("")
    other = second_start("edit", "Jérôme.battle", cwd=tmp_path)
    qtbot.waitUntil(lambda: bool(opened), timeout=60_000)
    assert opened == [(str(tmp_path / "Jérôme.battle"), True)]
    _, told = other.communicate(timeout=60)
    assert other.returncode == 0
    assert "the window that stands open" in told
    opened.clear()
    other = second_start("play", "gmt/shevardino", cwd=tmp_path)
    qtbot.waitUntil(lambda: bool(opened), timeout=60_000)
    assert opened == [("gmt/shevardino", False)]
    other.communicate(timeout=60)
    assert other.returncode == 0


def test_who_keeps_games_elsewhere_has_another_door(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = address()
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "other"))
    assert address() != here


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe goes with its process there")
def test_a_door_left_by_a_program_that_crashed_is_taken_over(door: Door) -> None:
    script = (
        "import os, sys; from PySide6.QtNetwork import QLocalServer; one = QLocalServer();"
        "print(one.listen(sys.argv[1]), flush=True); os._exit(1)"
    )
    left = subprocess.run(
        [sys.executable, "-c", script, address()], capture_output=True, text=True, check=False
    )
    assert left.stdout.strip() == "True"
    assert door.listen()


@pytest.mark.parametrize("nonsense", [b"\n", b"[]\n", b"{}\n", b"\xff\n", b"x" * 20_000])
def test_nonsense_opens_nothing(qtbot: QtBot, door: Door, opened: Opened, nonsense: bytes) -> None:
    assert door.listen()
    socket = QLocalSocket()
    socket.connectToServer(address())
    assert socket.waitForConnected(5000)
    socket.write(nonsense)
    socket.flush()
    qtbot.wait(100)
    good = QLocalSocket()
    good.connectToServer(address())
    assert good.waitForConnected(5000)
    good.write(json.dumps({"target": "a", "edits": False}).encode() + b"\n")
    good.flush()
    qtbot.waitUntil(lambda: bool(opened), timeout=5000)
    assert opened == [("a", False)]


def test_what_a_mac_sends_is_opened(qtbot: QtBot, door: Door, opened: Opened) -> None:
    application = QApplication.instance()
    assert application is not None
    event = QFileOpenEvent(QUrl.fromLocalFile(f"{os.sep}games{os.sep}one.grognard"))
    QApplication.sendEvent(application, event)
    qtbot.waitUntil(lambda: bool(opened), timeout=5000)
    assert opened == [("/games/one.grognard", False)]


def test_a_question_on_the_screen_is_answered_first(
    qtbot: QtBot, door: Door, opened: Opened
) -> None:
    question = QDialog(door.window)
    question.setModal(True)
    question.show()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is question, timeout=5000)
    door.take("one.grognard", edits=False)
    qtbot.wait(500)
    assert opened == []
    question.reject()
    qtbot.waitUntil(lambda: bool(opened), timeout=5000)

"""Folders that cannot be written, full disks."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.settings import autosave_folder
from grognard.engines.core.keep.loading import load_save

Play = Callable[..., Any]


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def kept_in(path: Path, window: Window) -> list[Any]:
    loaded = load_save(path, window.games)
    if loaded.save is not None:
        loaded.save.close()
    return [row.choice for row in loaded.session.choices]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the boxes said; the first button of each is pressed."""
    said: list[str] = []

    def press(box: QMessageBox) -> int:
        said.append(f"{box.text()} {box.informativeText()}")
        box.buttons()[0].click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    return said


def elsewhere(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def test_a_folder_that_cannot_be_written_is_told_and_another_taken(
    play: Play,
    window: Window,
    tmp_path: Path,
    told: list[str],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    autosave_folder().parent.mkdir(parents=True, exist_ok=True)
    autosave_folder().write_text("a file where the folder should be")
    other = tmp_path / "other.grognard"
    elsewhere(monkeypatch, other)
    page = play("pick pick pick")
    page.model.choose("march")
    qtbot.waitUntil(lambda: bool(told))
    assert "autosaves" in told[0]
    assert "goes on in memory" in told[0]
    assert page.model.keeper.path == other
    page.model.choose("halt")
    assert kept_in(other, window) == ["march", "halt"]


def test_a_place_that_cannot_be_written_either_leaves_the_game_in_memory(
    play: Play,
    window: Window,
    tmp_path: Path,
    told: list[str],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    autosave_folder().parent.mkdir(parents=True, exist_ok=True)
    autosave_folder().write_text("a file where the folder should be")
    elsewhere(monkeypatch, tmp_path / "home" / "autosaves" / "x.grognard")
    page = play("pick pick pick")
    qtbot.waitUntil(lambda: bool(window.told))
    assert window.told[0][0] == "The game could not be saved there"
    page.model.choose("march")
    assert answered(page) == ["march"]
    good = tmp_path / "good.grognard"
    elsewhere(monkeypatch, good)
    window.save()
    assert kept_in(good, window) == ["march"]


def test_a_disk_that_fills_up_loses_no_choice(
    play: Play, window: Window, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play(" ".join(["pick"] * 400))
    page.model.choose("march")
    first = page.model.keeper.path
    other = tmp_path / "other.grognard"
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    beside = [first, *first.parent.glob(first.name + "-*")]

    def free_the_disk(_box: QMessageBox) -> int:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        told.append(_box.informativeText())
        _box.buttons()[0].click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", free_the_disk)
    elsewhere(monkeypatch, other)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(p.stat().st_size for p in beside) + 4096, hard))
    try:
        while not told and len(answered(page)) < 399:
            page.model.choose("halt")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert told
    assert "could not be" in told[0]
    assert page.model.keeper.path == other
    page.model.choose("march")
    expected = ["march", *["halt"] * (len(answered(page)) - 2), "march"]
    assert answered(page) == expected
    assert kept_in(other, window) == expected


def test_a_game_nobody_played_leaves_nothing(play: Play, window: Window) -> None:
    play("pick pick")
    QTimer.singleShot(0, QApplication.processEvents)
    window.close_table()
    assert list(autosave_folder().iterdir()) == []

"""What is made of the game on the table: a report from the verdict's card and from the menu, of a running game by who looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.conduct import keepsakes
from tests.app.table.conftest import play, window

__all__ = ["play", "window"]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file that is named whenever one is asked for."""
    path = tmp_path / "report.html"
    monkeypatch.setattr(keepsakes, "ask_name", lambda *_words: path)
    return path


def test_a_finished_game_is_told_in_full(
    play: Callable[..., Any], qtbot: QtBot, named: Path
) -> None:
    page = play("pick", red="random")
    page.model.choose("march")
    qtbot.waitUntil(page.ending.isVisible)
    page.ending.report.click()
    words = named.read_text("utf-8")
    assert str(page.model.session.verdict.reason) in words
    assert "goes on" not in words
    assert "what" not in words.split("</table>")[0]
    assert not list(named.parent.glob(".new.*"))


def test_a_running_game_is_told_by_who_looks(
    play: Callable[..., Any], window: Window, named: Path
) -> None:
    page = play("pick pick", red="random")
    window.commands["report"].trigger()
    words = named.read_text("utf-8")
    assert "The game goes on" in words
    assert f"It tells what {page.model.seat_name(page.model.viewer)} knows." in words


def test_nothing_is_told_behind_the_curtain(play: Callable[..., Any], named: Path) -> None:
    page = play("pick pick")
    page.model.covered = "blue"
    page.keepsakes.report()
    assert not named.exists()


def test_what_cannot_be_written_is_said_and_leaves_nothing(
    play: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = play("pick pick", red="random")
    said: list[str] = []
    monkeypatch.setattr(
        keepsakes.QMessageBox, "warning", lambda _over, _title, words: said.append(words)
    )
    page.keepsakes.write_report(tmp_path / "no such folder" / "report.html")
    assert len(said) == 1
    assert not (tmp_path / "no such folder").exists()

"""The card of a verdict: rematch, sides swapped, notes, a name, the game played from its start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from grognard.app.keeping import autosaves
from grognard.app.main import Window
from grognard.app.table.panels import replaybar
from tests.app.table.conftest import play, window

__all__ = ["play", "window"]
LEFT = Qt.MouseButton.LeftButton


def ended(play: Callable[..., Any], qtbot: QtBot, script: str = "pick", **players: str) -> Any:
    page = play(script, **players)
    for _ in script.split():
        page.model.choose("march")
    qtbot.waitUntil(page.ending.isVisible)
    return page


def test_a_rematch_has_the_same_players_and_other_dice(
    play: Callable[..., Any], window: Window, qtbot: QtBot
) -> None:
    page = ended(play, qtbot, red="random")
    seed, players = page.model.session.seed, dict(page.model.players)
    page.ending.again.click()
    again = window.table
    assert again is not page
    assert again.model.session.verdict is None
    assert again.model.players == players
    assert again.model.session.seed != seed


def test_sides_are_swapped(play: Callable[..., Any], window: Window, qtbot: QtBot) -> None:
    page = ended(play, qtbot, red="random")
    page.ending.swapped.click()
    again = window.table
    assert again.model.players == {"blue": "random", "red": "person"}


def test_two_persons_have_no_sides_to_swap(play: Callable[..., Any], qtbot: QtBot) -> None:
    page = ended(play, qtbot)
    assert not page.ending.swapped.isVisible()
    assert page.ending.again.isVisible()


def test_notes_are_kept_with_the_game(
    play: Callable[..., Any], window: Window, qtbot: QtBot
) -> None:
    page = ended(play, qtbot)
    page.ending.notes.setPlainText("The swamp decided it.")
    path = page.model.keeper.path
    window.leave_table()
    window.open_save(path)
    page = window.table
    qtbot.waitUntil(page.ending.isVisible)
    assert page.ending.notes.toPlainText() == "The swamp decided it."


def test_a_game_that_is_given_a_name_is_listed_once(
    play: Callable[..., Any], window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    page = ended(play, qtbot)
    page.ending.notes.setPlainText("kept")
    page.ending.keep_notes()
    assert len(autosaves()) == 1
    named = tmp_path / "named.grognard"
    window.files.save_to(named)
    assert page.model.keeper.path == named
    assert page.model.keeper.remark == "kept"
    assert autosaves() == []
    assert [path for path in window.settings.recent if path.exists()] == [named]
    assert all(path.exists() for path in window.settings.recent)


def test_the_game_is_played_from_its_start(
    play: Callable[..., Any], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(replaybar.PACES, "plain", 1)
    page = ended(play, qtbot, "pick pick pick")
    page.ending.button.click()
    seen = [page.model.position]
    assert seen == [0]
    page.bottom.slider.valueChanged.connect(lambda _at: None)
    qtbot.waitUntil(lambda: page.model.past is None)
    assert page.model.position == 3


def test_who_steps_back_is_not_played_on(
    play: Callable[..., Any], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(replaybar.PACES, "plain", 1)
    page = ended(play, qtbot, "pick pick pick")
    page.ending.button.click()
    page.model.show_past(2)
    page.replaying._on()
    page.replaying._on()
    assert page.model.position == 2


def test_how_it_ended_can_be_looked_at_again(play: Callable[..., Any], qtbot: QtBot) -> None:
    page = ended(play, qtbot)
    page.ending.shut.click()
    assert not page.ending.isVisible()
    page.prompt.account.click()
    qtbot.waitUntil(page.ending.isVisible)
    qtbot.waitUntil(lambda: "Losses by corps" in page.ending.words.toPlainText())


def test_notes_of_a_game_that_goes_on_again_are_not_lost(
    play: Callable[..., Any], window: Window, qtbot: QtBot
) -> None:
    page = ended(play, qtbot)
    page.ending.notes.setPlainText("Played on.")
    path = page.model.keeper.path
    page.model.undo_to(0)
    window.leave_table()
    for _ in range(2):  # opened and left, nothing is over and nothing is noted
        window.open_save(path)
        assert window.table.model.session.verdict is None
        assert window.table.model.keeper.remark == "Played on."
        window.leave_table()

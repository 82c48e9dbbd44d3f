"""A seat is handed to the computer while the game goes on, kept with it, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.shortcuts import Palette
from grognard.app.table.prompt.seating import LOCKED, Seating
from grognard.engines.core.keep.loading import load_save
from tests.app.table.model.keeper import Nowhere

Play = Callable[..., Any]


def seated(page: Any, **players: str) -> None:
    """Choose players in the dialog, and press OK."""
    dialog = Seating(page.model, page)
    for seat, kind in players.items():
        dialog.boxes[seat].setCurrentIndex(dialog.boxes[seat].findData(kind))
    dialog.accept()


def choosers(page: Any) -> list[str]:
    return [row.seat for row in page.model.session.choices]


def test_a_seat_handed_over_is_played_by_the_computer_at_once(play: Play, qtbot: QtBot) -> None:
    page = play("pick pick secret pick", red="random")
    page.settings.pace = "at once"
    assert page.model.ask.seat == "blue"
    seated(page, blue="random")
    assert page.model.ask is None
    qtbot.waitUntil(lambda: "blue" in choosers(page))
    assert page.model.humans == []


def test_the_save_keeps_who_plays(play: Play, window: Window) -> None:
    page = play("pick secret pick")
    page.model.choose("march")
    seated(page, red="greedy")
    path = page.model.keeper.path
    window.leave_table()
    loaded = load_save(path, window.games)
    assert loaded.save is not None
    assert loaded.header.seats == {"blue": "person", "red": "greedy"}
    assert len(loaded.session.choices) >= 1
    loaded.save.close()


def test_a_person_takes_the_seat_back(play: Play) -> None:
    page = play("pick secret pick")
    seated(page, blue="random", red="random")
    page.model.pause(on=True)
    seated(page, blue="person")
    assert page.model.humans == ["blue"]
    assert page.model.ask.seat == "blue"
    assert page.model.choose("march")


def test_what_is_left_as_it_was_changes_nothing(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick secret pick")
    monkeypatch.setattr(page.model, "sit", lambda players: 1 / 0)
    seated(page)


def test_who_hands_his_seat_over_does_not_see_that_of_another_with_a_pin(play: Play) -> None:
    page = play("pick secret pick")
    model = page.model
    model.keeper = Nowhere()
    model.keeper.pins = {"red": "hashed"}
    dialog = Seating(model, page)
    assert dialog.boxes["blue"].isEnabled()
    assert not dialog.boxes["red"].isEnabled()
    assert dialog.boxes["red"].toolTip() == str(LOCKED)
    model.choose("march")  # the secret question of red is open
    model.viewer, model.covered = "blue", None
    seated(page, blue="random")
    assert model.covered == "red"


def test_the_command_stands_in_the_menu_and_in_the_palette(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick")
    asked: list[QDialog] = []

    def shown(dialog: QDialog) -> None:
        asked.append(dialog)

    monkeypatch.setattr(Seating, "exec", shown)
    action = window.commands["seats"]
    assert action in window.frame.menus.menus["Play"].actions()
    palette = Palette(window.commands, window)
    palette.line.setText("who plays")
    assert palette.list.count() == 1
    action.trigger()
    assert len(asked) == 1
    assert asked[0].model is page.model  # type: ignore[attr-defined]


@pytest.mark.parametrize(("red", "alone"), [("random", True), ("person", False)])
def test_only_who_sits_alone_is_spared_reactions_with_one_answer(
    play: Play, monkeypatch: pytest.MonkeyPatch, red: str, alone: bool
) -> None:
    """Where another person looks on, being asked is to tell nothing."""
    model = play("pick secret pick", red=red).model
    model.pause(on=True)
    told: list[bool] = []
    monkeypatch.setattr(model.session, "pass_on", lambda *_, **how: told.append(how["alone"]))
    model.choose("march")
    assert told == [alone]

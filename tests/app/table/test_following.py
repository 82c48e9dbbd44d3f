"""The computer's turn is followed on the map, at a pace that can be set; dice lie where it fought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from grognard.app.main import Window
from grognard.app.settings import PACES
from grognard.app.table.computer import PAUSES
from grognard.engines.core.data.text import verbatim
from grognard.engines.core.show.explain import LogEntry, Roll
from tests.app.table.toy import centre

Play = Callable[..., Any]
ROLL = Roll("red", "T.1", "fire", "", 6, 4, first=1)


def told(seat: str, where: str) -> LogEntry:
    return LogEntry("roll", verbatim("fires"), seat=seat, where=(where,), roll=ROLL)


def in_sight(table: Any, space: str) -> bool:
    at = table.canvas.camera.to_screen(QPointF(*centre(space)))
    return bool(table.canvas.rect().contains(at.toPoint()))


@pytest.fixture
def table(play: Play, window: Window, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table whose map is seen from near, at one end; red is a computer that does nothing."""
    made = play("pick pick")
    QApplication.processEvents()
    monkeypatch.setitem(made.model.players, "red", "random")
    made.canvas.zoom_at(9.0, QPointF(10, 10))
    made.canvas.centre_on("0101")
    assert not in_sight(made, "0705")
    return made


@pytest.mark.parametrize(
    ("seat", "pace", "followed"),
    [
        ("red", "quick", True),
        ("red", "slow", True),
        ("red", "at once", False),
        ("blue", "slow", False),
    ],
)
def test_the_map_goes_where_the_computer_acts(
    table: Any, monkeypatch: pytest.MonkeyPatch, seat: str, pace: str, followed: bool
) -> None:
    table.settings.pace = pace
    monkeypatch.setattr(table.following, "fresh", lambda: [told(seat, "0705")])
    table.following.follow()
    assert in_sight(table, "0705") == followed


def test_what_is_in_sight_already_does_not_move_the_map(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.canvas.centre_on("0303")
    before = table.canvas.camera.origin
    monkeypatch.setattr(table.following, "fresh", lambda: [told("red", "0303")])
    table.following.follow()
    assert table.canvas.camera.origin == before


def test_dice_are_laid_where_they_were_cast_and_taken_away_with_the_next_action(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.following, "fresh", lambda: [told("red", "0302")])
    table.following.show_decided()
    ((cast, box),) = table.canvas.dice.boxes(table.canvas.camera, table.canvas._around)
    assert (cast.about, cast.face, cast.tone) == ("0302", 4, "dark")
    at = table.canvas.camera.to_screen(QPointF(*centre("0302")))
    assert 0 < box.left() - at.x() < table.canvas.ground.unit * table.canvas.camera.scale
    monkeypatch.setattr(table.following, "fresh", list)
    table.following.show_decided()
    assert table.canvas.dice.cast == ()


def test_every_pace_has_its_pause_and_the_slower_has_the_longer(table: Any) -> None:
    assert tuple(PAUSES) == PACES
    assert list(PAUSES.values()) == sorted(PAUSES.values())
    seen = []
    for pace in PACES:
        table.settings.pace = pace
        table.model.paused = False
        table.computer.pause.start(PAUSES[table.settings.pace])
        seen.append(table.computer.pause.interval())
        table.computer.stop()
    assert seen == list(PAUSES.values())


def test_the_pace_is_at_once_where_nothing_is_animated_until_it_is_chosen(window: Window) -> None:
    window.settings.store.remove("pace")
    window.settings.animation = "off"
    assert window.settings.pace == "at once"
    window.settings.animation = "quick"
    assert window.settings.pace == "steady"
    window.settings.pace = "slow"
    window.settings.animation = "off"
    assert window.settings.pace == "slow"


def test_the_palette_is_worn_at_once(window: Window, play: Play) -> None:
    table = play("pick")
    before = table.theme.colour("sides.french.fill").name()
    window.frame.set("palette", "clear")
    assert table.theme.palette == "clear"
    assert table.theme.colour("sides.french.fill").name() != before
    window.frame.set("palette", "period")
    assert table.theme.colour("sides.french.fill").name() == before

"""The tracks at the foot: as many steps as there is room for, none cut in the middle."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.table.panels.bottom import SCROLL, Bottom, Track
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import TableView, TrackView

HOURS = tuple(f"{hour}:00" for hour in range(6, 21))
TRACKS = (
    TrackView("turns", text("Hour"), HOURS, 7),
    TrackView(
        "phases", text("Game Turn"), ("Initiative", "Command", "Bombard", "Move", "Supply"), 1
    ),
    TrackView("victory", text("Victory points"), ("French 12+?", "Russians 10"), 0),
)


@pytest.mark.parametrize("width", [900, 1200, 1900])
def test_no_track_is_cut(qapp: QApplication, qtbot: QtBot, width: int) -> None:
    bar = Bottom()
    qtbot.addWidget(bar)
    bar.resize(width, 28)
    bar.show()
    bar.show_view(
        TableView(None, text("Turn"), text("Phase"), None, (), tracks=TRACKS), 0, 10, bots=False
    )
    QApplication.processEvents()
    for track in bar.tracks:
        assert track.width() >= track.sizeHint().width()
    assert "13:00" in bar.tracks[0].text()
    assert "Command" in bar.tracks[1].text()
    assert "French 12+?" in bar.tracks[2].text()
    assert "Russians 10" in bar.tracks[2].text()


def test_a_wider_bar_shows_more_steps(qapp: QApplication, qtbot: QtBot) -> None:
    bar = Bottom()
    qtbot.addWidget(bar)
    bar.resize(700, 28)
    bar.show_view(
        TableView(None, text("Turn"), text("Phase"), None, (), tracks=TRACKS), 0, 10, bots=False
    )
    bar.show()
    narrow = len(bar.tracks[0].text())
    bar.resize(1900, 28)
    QApplication.processEvents()
    assert len(bar.tracks[0].text()) > narrow


def test_the_whole_of_a_long_track_can_be_read(qapp: QApplication, qtbot: QtBot) -> None:
    bar = Bottom()
    qtbot.addWidget(bar)
    turns = TrackView("turns", text("Turn"), tuple(map(str, range(1, 17))), 7)
    bar.resize(600, 28)
    bar.show()
    bar.show_view(
        TableView(None, text("Turn"), text("Phase"), None, (), tracks=(turns, *TRACKS)),
        0,
        10,
        bots=False,
    )
    track = bar.tracks[0]
    assert track.brief < len(turns.steps)
    seen = {}
    for first in range(len(turns.steps)):
        track.scroll_to(first)
        seen |= dict.fromkeys(range(track.first, track.first + track.brief))
        assert (SCROLL + "-1" in track.text()) == (track.first > 0)
        assert (SCROLL + "1" in track.text()) == (track.first + track.brief < len(turns.steps))
    assert len(seen) == len(turns.steps)
    before = track.first
    track.linkActivated.emit(f"{SCROLL}-1")
    assert track.first < before
    bar.resize(1900, 28)
    QApplication.processEvents()
    assert track.brief == len(turns.steps)
    assert SCROLL not in track.text()


def test_a_tool_tip_keeps_its_own_colours(qapp: QApplication, qtbot: QtBot) -> None:
    bar = Track()
    qtbot.addWidget(bar)
    bar.show_track(TrackView("turns", text("Turn"), ("1", "2"), 0, (), "5.1"))
    assert "Turn" in bar.toolTip()
    assert "5.1" in bar.toolTip()
    assert "color" not in bar.toolTip()
    assert "<a " not in bar.toolTip()

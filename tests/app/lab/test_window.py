"""The lab in the window: games are played beside it, it can be stopped, and the report is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.lab import report
from grognard.app.lab.crew import Here
from grognard.app.lab.run import Progress
from grognard.app.lab.store import opened
from grognard.app.lab.window import LabWindow
from grognard.engines.core.play.game import registry


@pytest.fixture
def lab(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bare: None) -> LabWindow:
    monkeypatch.setattr("grognard.app.lab.window.data_folder", lambda: tmp_path)
    monkeypatch.setattr("grognard.app.lab.window.crew_of", lambda _hands, _address: Here())
    window = LabWindow({"fixture": registry["fixture"]})
    qtbot.addWidget(window)
    window.show()
    return window


def test_games_are_played_shown_and_taken_up(qtbot: QtBot, lab: LabWindow) -> None:
    lab.choose("fixture", "picket")
    lab.players[1].setCurrentIndex(lab.players[1].findData("greedy"))
    lab.count.setValue(6)
    order = lab.order()
    assert (order.wanted.bots, order.folder.name) == (
        "random,greedy",
        "fixture-picket-random-greedy",
    )
    told: list[Progress] = []
    lab.went_on.connect(lambda progress: (told.append(progress), lab.halt()))
    lab.start.click()
    assert not lab.start.isEnabled()
    assert lab.stop.isEnabled()
    qtbot.waitUntil(lab.report.isEnabled)
    assert lab.start.isEnabled()
    kept = len(opened(order.folder).played())
    assert 1 <= kept <= 6
    lab.went_on.disconnect()
    lab.went_on.connect(lab._show_progress)
    lab.report.setEnabled(False)
    lab.start.click()
    qtbot.waitUntil(lab.report.isEnabled)
    assert len(opened(order.folder).played()) == 6
    assert lab.table.rowCount() == 2
    assert lab.table.item(1, 1).text() == "Recruit"
    assert lab.table.item(0, 2).text() == "6"
    assert "6 games were played." in lab.left.text()
    assert (order.folder / report.NAME).is_file()
    lab._wanted = True
    lab._show_progress(Progress(2, 10, 2, 60.0))
    assert lab.left.text() == "2 of 10 games; about 4 minutes left"
    assert (lab.bar.value(), lab.bar.maximum()) == (2, 10)


def test_what_cannot_be_written_is_told(qtbot: QtBot, lab: LabWindow, tmp_path: Path) -> None:
    (tmp_path / "lab").write_text("in the way")
    lab.start.click()
    qtbot.waitUntil(lab.start.isEnabled)
    assert "cannot be read or written" in lab.left.text()


def test_a_report_that_nothing_opens_is_told_where_it_is(
    lab: LabWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.app.lab.window.QDesktopServices.openUrl", lambda _url: False)
    lab.folder = lab.order().folder
    lab.open_report()
    assert str(lab.folder / report.NAME) in lab.left.text()


def test_it_asks_before_it_is_closed_over_games_that_are_played(
    qtbot: QtBot, lab: LabWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds, asked = QMessageBox.StandardButton, []
    monkeypatch.setattr(QMessageBox, "question", lambda *told: asked.append(told[2]) or kinds.No)
    lab.show()
    lab._wanted, lab._busy = True, True
    assert not lab.close()
    assert lab.isVisible()
    assert asked[0].startswith("The lab is playing.")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.Yes)
    assert lab.may_close()
    assert lab.close()


def test_it_closes_without_a_word_where_nothing_is_played(
    lab: LabWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: pytest.fail("it asks"))
    lab.show()
    assert lab.close()

"""The measured game at the table: a window, positions to begin from, drags of bases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.board.tabletop import Base, Point
from grognard.engines.core.play.session import Session
from grognard.engines.risorgimento.field.footprint import base
from grognard.engines.risorgimento.game import Risorgimento

GAME = Risorgimento()
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
SCALE = 24.0
"""Pixels a cm at which the tests play."""


@cache
def scenario(premeasure: str) -> Any:
    """Return the small teaching scenario, with measuring ("yes") or without."""
    info = next(info for info in GAME.scenarios() if info.id == "first-brigade")
    return GAME.load(Path(info.path), {"premeasure": premeasure})


def placed(uid: str, x: float, y: float, heading: float, **more: str) -> dict[str, Any]:
    """A line of `place`."""
    return {"unit": uid, "at": [str(x), str(y)], "heading": str(heading), **more}


def begun(
    *place: dict[str, Any], premeasure: str = "yes", seed: str = "1", **edits: Any
) -> Session:
    """Return a game with some units on open ground; the others are gone unless `only` is "no"."""
    setup = scenario(premeasure)
    far = [placed("general-beuret", 3, 40, 0), placed("general-schaffgotsche", 57, 40, 180)]
    set_up = {"only": "yes", "place": [*place, *far], "turn": "1", **edits}
    _, state = GAME.arrange(setup, GAME.initial(setup, seed), set_up)
    return Session(GAME, setup, seed, state=state)


@contextmanager
def window(qapp: QApplication, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window of the usual size with this game alone; no dialog waits for an answer."""
    monkeypatch.setenv("GROGNARD_HOME", str(folder / "home"))
    settings = Settings(QSettings(str(folder / "set.ini"), QSettings.Format.IniFormat))
    settings.animation, settings.warns = "off", False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"risorgimento": GAME})
    monkeypatch.setattr(made.faults, "tell", lambda title, words: pytest.fail(f"{title}: {words}"))
    made.resize(1366, 768)
    made.show()
    try:
        yield made
    finally:
        made.close()
        made.deleteLater()


class Player:
    """What a player does with mouse and keys, at the table of a window."""

    def __init__(self, made: Window, session: Session, qtbot: QtBot) -> None:
        made.seating.seat(session, {seat.id: "person" for seat in session.setup.info.seats})
        QApplication.processEvents()
        self.window, self.session, self.qtbot = made, session, qtbot
        self.page: Any = made.table
        self.canvas = self.page.canvas

    def sit(self) -> None:
        """Sit down if the curtain has fallen."""
        if self.page.curtain.isVisible():
            self.qtbot.mouseClick(self.page.curtain.button, LEFT)
            self.page.since.hide()
        QApplication.processEvents()

    def gesture(self) -> Any:
        return self.page.model.gesture

    def kinds(self) -> list[str]:
        """The decisions made so far."""
        return [row.kind for row in self.session.choices]

    def base(self, uid: str) -> Base:
        """Where a unit stands."""
        return base(self.session.setup, self.session.table.state.units[uid])

    def look_at(self, point: Point) -> None:
        """Bring a point of the table (cm) to the middle at the usual scale."""
        self.canvas.camera.scale = SCALE
        self.canvas.centre_on(QPointF(point[0], -point[1]))
        QApplication.processEvents()

    def pixel(self, point: Point) -> QPoint:
        """The pixel over a point of the table (cm)."""
        return self.canvas.camera.to_screen(QPointF(point[0], -point[1])).toPoint()

    def drag(self, start: Point, end: Point, keys: Any = NONE, *, drop: bool = True) -> None:
        """Drag from one point of the table to another, in steps as a hand does it."""
        a, b = self.pixel(start), self.pixel(end)
        self.qtbot.mousePress(self.canvas, LEFT, keys, a)
        for part in (0.3, 0.7, 1.0):
            at = QPointF(a) + QPointF(b - a) * part
            moved = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                self.canvas.mapToGlobal(at),
                Qt.MouseButton.NoButton,
                LEFT,
                keys,
            )
            QApplication.sendEvent(self.canvas, moved)
        if drop:
            self.qtbot.mouseRelease(self.canvas, LEFT, keys, b)
        QApplication.processEvents()

    def click(self, uid: str) -> None:
        """Click a unit."""
        at = self.pixel(self.base(uid).centre)
        self.qtbot.mouseMove(self.canvas, at)
        self.qtbot.mouseClick(self.canvas, LEFT, pos=at)
        QApplication.processEvents()

    def press(self, words: str) -> None:
        """Press the button or the line of the prompt that begins with some words."""
        for button in self.page.prompt.findChildren(QPushButton):
            if button.isVisibleTo(self.page) and button.text().replace("\n", " ").startswith(words):
                self.qtbot.mouseClick(button, LEFT)
                QApplication.processEvents()
                return
        raise AssertionError(f"the prompt does not offer {words}")

    def sketch(self) -> Any:
        """What is drawn under the hand."""
        return self.page.table_hand.sketch()

"""One whole turn of each game, played with the keyboard alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.board.mouse import Mouse
from grognard.app.main import Window
from grognard.engines.core.play.game import registry
from tests.app.table.test_together import window

__all__ = ["window"]
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
MOST_KEYS = 1500


class Keyboard:
    """A player without a mouse.

    Attributes:
        made: how many choices of each form were made otherwise than by declining.
    """

    def __init__(self, made: Window, game: str, scenario: str) -> None:
        engine = registry[game]
        info = next(info for info in engine.scenarios() if info.id == scenario)
        seats = {seat.id: "person" for seat in info.seats}
        made.start_game(engine, info, seats, {}, "7")
        self.window, self.page = made, made.table
        self.page.settings.warns = False
        self.made: Counter[str] = Counter()
        self.keys = 0
        self.tried: Counter[str] = Counter()
        QApplication.processEvents()

    @property
    def model(self) -> Any:
        return self.page.model

    def key(self, key: Qt.Key, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
        focus = QApplication.focusWidget()
        QTest.keyClick(focus if focus is not None else self.page.canvas, key, keys)
        QApplication.processEvents()
        self.keys += 1

    def board(self) -> None:
        """Bring the keyboard to the board."""
        self.key(Qt.Key.Key_G)
        assert QApplication.focusWidget() is self.page.canvas

    def answers(self) -> QWidget:
        """Bring the keyboard to what answers the question."""
        self.key(Qt.Key.Key_A)
        focus = QApplication.focusWidget()
        assert focus in self.page.prompt.body.widgets()
        assert focus is not None
        return focus

    def turn(self) -> None:
        """Play until the next turn begins."""
        now = str(self.model.session.view(None).turn)
        while str(self.model.session.view(None).turn) == now and self.model.session.verdict is None:
            assert self.keys < MOST_KEYS, self.made
            self.step()

    def step(self) -> None:
        """Answer one question."""
        if self.page.curtain.isVisible():
            self.key(Qt.Key.Key_Return)
            assert not self.page.curtain.isVisible()
        if self.page.since.isVisible():
            self.key(Qt.Key.Key_Escape)
        ask, count = self.model.session.ask, len(self.model.session.choices)
        self.tried[ask.kind] += 1
        if self.tried[ask.kind] <= 2 and ask.form in ("piece", "move") and self.moved(ask):
            self.made[ask.form] += len(self.model.session.choices) > count
            return
        gesture = self.model.gesture
        if gesture.declines or (gesture.editor and gesture.chosen() is not None):
            self.key(Qt.Key.Key_Return, CTRL)
        else:
            self.picked()
            self.made[ask.form] += 1
        if len(self.model.session.choices) == count:  # it may not be declined
            self.moved(ask)
        assert len(self.model.session.choices) > count, (ask.kind, ask.form)

    def moved(self, ask: Any) -> bool:
        """Take the next piece that can act and have it do something; return whether it did."""
        count = len(self.model.session.choices)
        self.board()
        self.key(Qt.Key.Key_N)
        self.key(Qt.Key.Key_Return)
        held = self.model.gesture
        if held is not None and held.ask.form == "manoeuvre":
            self.key(Qt.Key.Key_Up, CTRL | ALT)
            self.key(Qt.Key.Key_Return, CTRL)
        elif held is not None and held.ask.form == "route":
            for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.key(arrow, SHIFT)
                self.key(Qt.Key.Key_Return)
                if held.chosen() is not None:
                    break
            self.key(Qt.Key.Key_E)
            self.key(Qt.Key.Key_Return)
        elif self.model.gesture.picked and self.model.gesture.chosen() is not None:
            self.key(Qt.Key.Key_Return)
        elif self.model.gesture.picked and ask.form == "move":
            self.picked()
        done = len(self.model.session.choices) > count
        while not done and (self.model.back() or self.model.trial is not None):
            pass
        return done

    def picked(self) -> None:
        """Take the first answer of the prompt."""
        widget = self.answers()
        if isinstance(widget, QListWidget):
            self.key(Qt.Key.Key_Down)
            self.key(Qt.Key.Key_Return)
            if self.model.gesture is not None and self.model.gesture.chosen() is not None:
                self.key(Qt.Key.Key_Return, CTRL)
        else:
            assert isinstance(widget, QPushButton)
            self.key(Qt.Key.Key_Space)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("gmt", "shevardino"),
        pytest.param("columbia", "shevardino", marks=pytest.mark.soak),
        ("risorgimento", "first-brigade"),
        ("eagle", "garcia-hernandez"),
        pytest.param("europa", "smolensk", marks=pytest.mark.soak),
    ],
)
def test_a_turn_is_played_with_the_keyboard(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, game: str, scenario: str
) -> None:
    monkeypatch.setattr(Mouse, "press", lambda *_: pytest.fail("no mouse"))
    window.activateWindow()
    player = Keyboard(window, game, scenario)
    player.turn()
    assert player.made["piece"] + player.made["move"] > 0

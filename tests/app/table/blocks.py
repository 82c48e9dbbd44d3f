"""The block game at the table: a window, positions to begin from, clicks on blocks and areas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.look import apply
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.core.play.session import Session

GAME = Borodino1812()
LEFT = Qt.MouseButton.LeftButton


@cache
def scenario(name: str) -> Any:
    """Return a scenario's setup."""
    info = next(info for info in GAME.scenarios() if info.id == name)
    return GAME.load(Path(info.path), {})


def begun(name: str, seed: str = "1", **edits: Any) -> Session:
    """Return a game of a scenario; `edits` are those of the `set:` section of a case."""
    setup = scenario(name)
    if not edits:
        return Session(GAME, setup, seed)
    setup, state = GAME.arrange(setup, GAME.initial(setup, seed), edits)
    return Session(GAME, setup, seed, state=state)


@contextmanager
def window(
    qapp: QApplication, folder: Path, monkeypatch: pytest.MonkeyPatch, *, animation: str = "off"
) -> Iterator[Window]:
    """A window of the usual size with the block game alone; no dialog waits for an answer."""
    monkeypatch.setenv("GROGNARD_HOME", str(folder / "home"))
    settings = Settings(QSettings(str(folder / "set.ini"), QSettings.Format.IniFormat))
    settings.animation = animation
    settings.warns = False
    apply(qapp, settings.surround, settings.scale)
    made = Window(settings, {"columbia": GAME})
    monkeypatch.setattr(made.faults, "tell", lambda title, words: pytest.fail(f"{title}: {words}"))
    made.resize(1366, 768)  # the screen of the tests is smaller
    made.show()
    try:
        yield made
    finally:
        made.close()
        made.deleteLater()


class Hand:
    """What a player does with the mouse and sees, at the table of a window."""

    def __init__(self, made: Window, session: Session, qtbot: QtBot) -> None:
        seats = {seat.id: "person" for seat in session.setup.info.seats}
        made.seating.seat(session, seats)
        QApplication.processEvents()
        self.window, self.session, self.qtbot = made, session, qtbot
        self.page: Any = made.table
        self.canvas = self.page.canvas

    def lift(self) -> None:
        """Sit down: take the curtain away."""
        assert self.page.curtain.isVisible()
        self.qtbot.mouseClick(self.page.curtain.button, LEFT)
        self.page.since.hide()

    def sit(self) -> None:
        """Sit down if the curtain has fallen."""
        if self.page.curtain.isVisible():
            self.lift()

    def gesture(self) -> Any:
        return self.page.model.gesture

    def kinds(self) -> list[str]:
        """The decisions made so far."""
        return [row.kind for row in self.session.choices]

    def area_spot(self, area: str) -> QPoint:
        """A pixel of an area that no block covers, nor a card or the battle board."""
        self.canvas.centre_on(area)
        QApplication.processEvents()
        x, y = self.canvas.spaces.spaces[area].centre
        middle = self.canvas.camera.to_screen(QPointF(x, y))
        step = 4.0
        for ring in range(60):
            for k in range(8):
                turn = QPointF((-1, 0, 1, -1, 1, -1, 0, 1)[k], (-1, -1, -1, 0, 0, 1, 1, 1)[k])
                at = middle + turn * (ring * step)
                free = not self.canvas.piece_at(at) and self.canvas.space_at(at) == area
                if free and self.canvas.childAt(at.toPoint()) is None:
                    return at.toPoint()
        raise AssertionError(f"{area} is covered with blocks")

    def click_area(self, area: str) -> None:
        """Click the bare ground of an area."""
        at = self.area_spot(area)
        self.qtbot.mouseMove(self.canvas, at)
        self.qtbot.mouseClick(self.canvas, LEFT, pos=at)

    def block_spot(self, block: str) -> QPoint:
        """The pixel in the middle of a block on the map."""
        self.canvas.centre_on(block)
        QApplication.processEvents()
        item = self.canvas._by_id[block]
        return self.canvas.camera.to_screen(QPointF(item.x, item.y)).toPoint()

    def click_block(self, block: str) -> None:
        """Click a block on the map."""
        self.qtbot.mouseClick(self.canvas, LEFT, pos=self.block_spot(block))

    def drag(self, block: str, area: str) -> None:
        """Drag a block on the map to an area, in two steps, as a hand does it."""
        end = self.area_spot(area)
        item = self.canvas._by_id[block]
        start = self.canvas.camera.to_screen(QPointF(item.x, item.y)).toPoint()
        self.qtbot.mousePress(self.canvas, LEFT, pos=start)
        for at in ((start + end) / 2, end):
            self._carry(self.canvas, at)
        self.qtbot.mouseRelease(self.canvas, LEFT, pos=end)

    def drag_from_tray(self, block: str, area: str) -> None:
        """Drag a block out of the tray to an area of the map."""
        pieces = self.page.tray.pieces
        end = pieces.mapFromGlobal(self.canvas.mapToGlobal(self.area_spot(area)))
        start = pieces.box_of(block).center()
        self.qtbot.mousePress(pieces, LEFT, pos=start)
        for at in ((start + end) / 2, end):
            self._carry(pieces, at)
        self.qtbot.mouseRelease(pieces, LEFT, pos=end)

    def drag_to_tray(self, block: str) -> None:
        """Drag a block off the map into the tray."""
        start = self.block_spot(block)
        over = self.page.tray.mapToGlobal(QPoint(200, 12))
        end = self.canvas.mapFromGlobal(over)
        self.qtbot.mousePress(self.canvas, LEFT, pos=start)
        for at in ((start + end) / 2, end):
            self._carry(self.canvas, at)
        self.qtbot.mouseRelease(self.canvas, LEFT, pos=end)

    def click_in_tray(self, block: str) -> None:
        """Click a block in the tray."""
        pieces = self.page.tray.pieces
        self.qtbot.mouseClick(pieces, LEFT, pos=pieces.box_of(block).center())

    def click_fighter(self, block: str) -> None:
        """Click a block on the battle board."""
        cloth = self.page.battle.cloth
        self.qtbot.mouseClick(cloth, LEFT, pos=cloth.cell_of(block).center())

    def press(self, words: str) -> None:
        """Press the button or the line of the prompt that begins with some words."""
        for n in range(self.page.prompt.body.count()):
            widget = self.page.prompt.body.itemAt(n).widget()
            if hasattr(widget, "choice") and widget.toolTip().startswith(words):
                self.qtbot.mouseClick(widget, LEFT)
                return
            for row in range(widget.count() if hasattr(widget, "item") else 0):
                if widget.item(row).data(Qt.ItemDataRole.AccessibleTextRole).startswith(words):
                    widget.itemActivated.emit(widget.item(row))
                    return
        done = self.page.prompt.done
        if done.isVisibleTo(self.page) and done.text().replace("\n", " ").startswith(words):
            self.done()
            return
        raise AssertionError(f"the prompt does not offer {words}")

    def done(self) -> None:
        """Press Done."""
        assert self.page.prompt.done.isVisibleTo(self.page)
        self.qtbot.mouseClick(self.page.prompt.done, LEFT)

    def place_of(self, block: str) -> str | None:
        """Where a block stands in the view of the one who looks."""
        return next(p.at for p in self.page.model.view.pieces if p.id == block)

    def _carry(self, widget: Any, at: Any) -> None:
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(at),
            widget.mapToGlobal(QPointF(at)),
            Qt.MouseButton.NoButton,
            LEFT,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(widget, moved)

"""Each guided first game, from the card that greets to its end, with the mouse at 1280x720: as it says, nothing done for the reader.

Whatever lies under the pointer gets the click, so that a card that covers what it speaks of is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.gestures.entries import Part
from grognard.app.table.gestures.gesture import mentions
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.prompt.choicelist import ChoiceButton
from grognard.engines.core.show.asks import PASS, Ask, Choice
from tests.app.table.test_together import window

__all__ = ["window"]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TO_THE_DICE = {"columbia": 12, "eagle": 12, "europa": 19, "gmt": 12, "risorgimento": 12}
"""Within so many acts from the first start the first die falls: in the map of Europe trains are laid before."""
ON_BOARD = {"piece", "pieces", "at", "by", "targets", "facing", "route"}
"""What of a choice is shown on the board; anything else of it stands in a list."""
MOST, TRIES = 120, 3
"""How many steps a guide may take, and how often one decision may be tried."""


class Stuck(AssertionError):  # noqa: N818 - what the reader is
    """What the guide asks for cannot be done with the mouse."""


class Reader:
    """A hand with a mouse that does what the card says; `acts` counts clicks, drags and turns."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self.qtbot, self.acts = window, qtbot, 0

    @property
    def page(self) -> Any:
        return self.window.table

    @property
    def model(self) -> Any:
        return self.page.model

    @property
    def card(self) -> Any:
        return self.page.reading.tour

    # -- the hand --------------------------------------------------------------------------------

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click there on the screen: whatever lies uppermost gets it."""
        QApplication.processEvents()
        place = widget.mapToGlobal(widget.rect().center() if at is None else at)
        under = self.window.childAt(self.window.mapFromGlobal(place))
        if under is None or not (under is widget or widget.isAncestorOf(under)):
            raise Stuck(f"{self.step()}: {type(under).__name__} lies over {type(widget).__name__}")
        QTest.mouseMove(under, under.mapFromGlobal(place))
        QApplication.processEvents()
        QTest.mouseClick(under, LEFT, NONE, under.mapFromGlobal(place))
        self.acts += 1
        QApplication.processEvents()

    def line(self, listed: QListWidget, row: int) -> None:
        """Click a line of a list in the prompt, scrolled to where it is seen."""
        self.qtbot.wait(20)  # the list takes its height
        item, area = listed.item(row), self.page.prompt.area
        listed.scrollToItem(item)
        at = listed.visualItemRect(item).center()
        inside = listed.mapTo(area.widget(), at)
        area.ensureVisible(inside.x(), inside.y())
        self.click(listed, at)

    def spot(self, name: str) -> QPoint:
        """Return where a piece or a place lies on the canvas; one out of sight is an act more."""
        canvas = self.page.canvas
        found = canvas.spot_of(name)
        if found is None:
            at = QPointF(*self.model.lookup.spots()[name])
            found = canvas.camera.to_screen(at)
        if not canvas.rect().contains(found.toPoint()):
            canvas.centre_on(name)
            self.acts += 1
            QApplication.processEvents()
            return self.spot(name)
        return QPoint(found.toPoint())

    def click_on(self, name: str) -> None:
        self.click(self.page.canvas, self.spot(name))

    def drag(self, start: QPoint, end: QPoint) -> None:
        canvas = self.page.canvas
        QTest.mousePress(canvas, LEFT, NONE, start)
        for at in (QPointF(start + end) / 2, QPointF(end)):
            held = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                QPointF(canvas.mapToGlobal(at)),
                Qt.MouseButton.NoButton,
                LEFT,
                NONE,
            )
            QApplication.sendEvent(canvas, held)
        QTest.mouseRelease(canvas, LEFT, NONE, end)
        self.acts += 1
        QApplication.processEvents()

    # -- what it does ----------------------------------------------------------------------------

    def step(self) -> str:
        step = self.card.tour.step
        return "" if step is None else step.title

    def made(self) -> int:
        return len(self.model.session.choices)

    def begin(self, game: str) -> None:
        self.click(self.window.library.welcome.guides[game])
        self.qtbot.waitUntil(lambda: self.window.table is not None)
        self.page.minimap.hide()

    def asked(self) -> bool:
        """Whether it is the reader's turn, or the guide is over."""
        ask, tour = self.model.session.ask, self.card.tour
        return ask is None or tour.step is None or ask.seat == tour.guide.seat

    def read(self) -> Iterator[str]:
        """Go through the guide; give the title of each step before it is done."""
        for _ in range(MOST):
            self.qtbot.waitUntil(self.asked)
            tour = self.card.tour
            if tour.step is None:
                return
            yield tour.step.title
            for over in (self.page.since, self.page.ending):
                if over.isVisible():
                    self.click(over.shut)
            if not tour.waits:
                self.click(self.card.next)
                continue
            choice = tour.wanted(self.model.session) or tour.beside(self.model.session)
            assert choice is not None, self.step()
            self.decide(choice)
        raise Stuck("it does not end")

    def decide(self, choice: Choice) -> None:
        """Make a choice with the hand, and what it leads to while it is only held."""
        before = self.made()
        for _ in range(TRIES):
            held = self.model.trial
            if held is not None:
                tour, ask = self.card.tour, self.model.ask
                further = tour.wanted_in_hand(self.model.session, ask)
                self.once(ask, further)
            else:
                self.once(self.model.ask, choice)
            QApplication.processEvents()
            if self.made() > before:
                return
        raise Stuck(f"{self.step()}: {choice} cannot be made with the mouse")

    def once(self, ask: Ask, choice: Choice) -> None:
        """Try to make a choice in the way that its question asks for."""
        before = self.made()
        gesture = self.model.gesture
        if (
            choice == PASS
            and not self.page.prompt.done.isVisible()
            and not self.page.prompt.decline.isVisible()
        ):
            self.listed(choice)
        elif choice == PASS:
            self.press_done()
            if self.made() == before and self.page.prompt.caution.isVisible():
                self.press_done()
        elif isinstance(gesture, Manoeuvre):
            self.manoeuvre(gesture, choice)
        elif isinstance(gesture, Part) and isinstance(choice, dict):
            self.check(gesture, choice["subset"])
        elif not (isinstance(choice, dict) and {*choice} - ON_BOARD) or not self.listed(choice):
            self.on_the_board(ask, choice) or self.listed(choice)

    def press_done(self) -> None:
        prompt = self.page.prompt
        button = prompt.done if prompt.done.isVisible() else prompt.decline
        self.click(button)

    def listed(self, choice: Choice) -> bool:
        """Click the button or the line of a choice; whether there is one."""
        for widget in self.page.prompt.body.widgets():
            for button in [widget, *widget.findChildren(QPushButton)]:
                if isinstance(button, ChoiceButton) and button.choice == choice:
                    self.click(button)
                    return True
            if isinstance(widget, QListWidget):
                for row in range(widget.count()):
                    item = widget.item(row)
                    if item.data(Qt.ItemDataRole.UserRole) == choice:
                        self.line(widget, row)
                        self.press_done()
                        return True
        return False

    def on_the_board(self, ask: Ask, choice: Choice) -> bool:
        """Click all that a choice speaks of, turn it, confirm; whether it can be clicked there."""
        before, held = self.made(), self.model.trial
        there = {n for n in self.model.lookup.pieces if self.page.canvas.spot_of(n) is not None}
        there |= {*self.model.lookup.spots()}
        names = [name for name in mentions(choice) if name in there]
        if isinstance(choice, dict) and "piece" in choice and "at" in choice:
            # Who orders it follows from that; what is not on the board yet has its line.
            names = [name for name in (choice["piece"], choice["at"]) if name in there]
        for name in names:
            if self.made() > before or self.model.trial is not held:
                return True
            if name in (self.model.gesture.picked or ()) or (name in ask.subject):
                continue
            self.click_on(name)
        if self.made() == before and self.model.trial is held:
            self.face(choice)
            if self.model.gesture.chosen() is not None:
                self.press_done()
            else:
                self.listed(choice)
        return bool(names)

    def face(self, choice: Choice) -> None:
        """Turn what is placed until it looks as the choice says."""
        wanted = choice.get("facing") if isinstance(choice, dict) else None
        for _ in range(6):
            chosen = self.model.gesture.chosen()
            if wanted is None or (isinstance(chosen, dict) and chosen.get("facing") == wanted):
                return
            QTest.keyClick(self.window, Qt.Key.Key_E)
            self.acts += 1

    def check(self, gesture: Part, wanted: list[str]) -> None:
        (boxes,) = [w for w in self.page.prompt.body.widgets() if isinstance(w, QListWidget)]
        for row in range(boxes.count()):
            item = boxes.item(row)
            name = item.data(Qt.ItemDataRole.UserRole)
            if (name in wanted) != (name in gesture.taking_part):
                self.line(boxes, row)
        self.press_done()

    def manoeuvre(self, gesture: Manoeuvre, choice: Any) -> None:
        """Turn by the keys, form by its word, drag ahead; then carry it out."""
        for action in choice["do"]:
            if "form" in action:
                word = next(w for a, w, _ in gesture.words() if a == action)
                pad = self.page.prompt.body.widgets()[0]
                buttons = pad.findChildren(QPushButton)
                self.click(next(b for b in buttons if b.toolTip().lower() == word.lower()))
            elif "leg" in action:
                self.lead(gesture, float(action["leg"][0]) / 1000)
            elif "turn" in action:
                turn = round(float(action["turn"]) / 100)
                for _ in range(abs(turn)):  # a key that is held turns on, a degree at a time
                    QTest.keyClick(self.window, Qt.Key.Key_Q if turn > 0 else Qt.Key.Key_E)
                self.acts += 1
            QApplication.processEvents()
        self.press_done()

    def lead(self, gesture: Manoeuvre, run: float) -> None:
        """Drag the base that is in the hand, or that the card speaks of, straight ahead."""
        held, step = self.model.trial, self.card.tour.step
        start = self.spot(held.piece if held is not None else step.look[0])
        way, scale = radians(gesture.places()[-1].heading), self.page.canvas.camera.scale
        end = QPointF(run * scale * cos(way), -run * scale * sin(way)).toPoint()
        self.drag(start, start + end)

    def rolled(self) -> bool:
        """Whether somebody has rolled a die that the log tells."""
        return any(line.roll is not None for _, line in self.model.session.history())


@pytest.mark.parametrize("game", TO_THE_DICE)
def test_a_guide_is_led_through_by_mouse(window: Window, qtbot: QtBot, game: str) -> None:
    window.resize(1280, 720)
    window.settings.pace = "at once"
    reader = Reader(window, qtbot)
    reader.begin(game)
    rolled = 0
    for _ in reader.read():
        if not rolled and reader.rolled():
            rolled = reader.acts
    assert reader.card.tour.step is None
    assert 0 < rolled <= TO_THE_DICE[game], rolled
    window.close_table()

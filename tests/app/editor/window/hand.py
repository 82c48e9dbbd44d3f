"""A hand that makes a scenario: every one of its gestures is an event of mouse or keys in the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)

from grognard.app.editor.pickers import NameField
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import Rows
from grognard.app.editor.window.window import EditorWindow
from grognard.app.library.newscenario import NewScenario
from grognard.engines.core.play.game import registry

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
MAP, SETUP, FORCES, REST = range(4)
ROLE = Qt.ItemDataRole.UserRole
Point = tuple[float, float]
Widget = TypeVar("Widget", bound=QWidget)


def settle() -> None:
    """Let the window do what is waiting."""
    for _ in range(3):
        QApplication.processEvents()


def until(
    true: Callable[[], bool], seconds: float = 20, else_: Callable[[], object] = lambda: ""
) -> None:
    """Wait for something, as a person would look until it is there; `else_` tells what is there instead."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"it never came: {else_()}"
        QTest.qWait(5)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, NONE, at if at is not None else widget.rect().center())
    settle()


def choose(box: QComboBox, data: object) -> None:
    """Choose a line of a box with the arrow keys, as the eye finds it."""
    box.setFocus()
    want = next(i for i in range(box.count()) if data in (box.itemData(i), box.itemText(i)))
    for _ in range(box.count()):
        if box.currentIndex() == want:
            break
        QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < want else Qt.Key.Key_Up)
    assert box.currentIndex() == want
    settle()


def type_over(field: QLineEdit | QPlainTextEdit, words: str) -> None:
    """Write into a field in place of what it says, and leave it."""
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(field, words)
    if isinstance(field, QLineEdit):
        QTest.keyClick(field, Qt.Key.Key_Return)
    else:
        QTest.keyClick(field, Qt.Key.Key_Tab)
        QApplication.sendEvent(field, QEvent(QEvent.Type.None_))
    settle()


def number(box: QSpinBox, n: int) -> None:
    QTest.keyClick(box, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(box, str(n))
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == n


def begun(game: str, like: str, title: str, columns: int, rows: int) -> Path:
    """Begin a scenario in the dialog, on a map with nothing on it."""
    dialog = NewScenario(registry.games(), None, None)  # type: ignore[arg-type]
    dialog.show()
    type_over_plain(dialog.title, title)
    choose(dialog.game, game)
    choose(dialog.like, next(i for i in infos(dialog.like) if i.id == like))
    number(dialog.columns, columns)
    number(dialog.rows, rows)
    button = dialog.findChild(QDialogButtonBox)
    assert button is not None
    click(button.button(QDialogButtonBox.StandardButton.Ok))
    assert dialog.result() == 1
    made = dialog.make()
    dialog.deleteLater()
    return made


def infos(box: QComboBox) -> list:  # type: ignore[type-arg]
    return [box.itemData(i) for i in range(box.count())]


def type_over_plain(field: QLineEdit, words: str) -> None:
    QTest.keyClick(field, Qt.Key.Key_A, CONTROL)
    QTest.keyClicks(field, words)


class Hand:
    """Works in one window."""

    def __init__(self, window: EditorWindow) -> None:
        self.window, self.canvas, self.map = window, window.canvas, window.map_page
        self.setup, self.rest = window.setup_page, window.rest_page
        until(lambda: window.preview.board is not None and not self.canvas.busy)

    @classmethod
    def on(cls, path: Path, game: str) -> Hand:
        """Open the editor on a scenario."""
        window = EditorWindow(Desk(registry[game], path))
        window.resize(1280, 720)
        window.show()
        return cls(window)

    def page(self, index: int) -> None:
        tabs = self.window.tabs
        click(tabs, tabs.tabRect(index).center())
        assert tabs.currentIndex() == index

    # -- lists -------------------------------------------------------------------------------------

    def row(self, rows: QListWidget, wanted: Callable[[object], bool]) -> None:
        """Click a line of a list."""
        found = (rows.item(i) for i in range(rows.count()))
        item = next(item for item in found if wanted(item.data(ROLE)))
        rows.scrollToItem(item, QAbstractItemView.ScrollHint.EnsureVisible)
        click(rows.viewport(), rows.visualItemRect(item).center())

    def draws(self, layer: str, kind: str = "", mode: str = "", name: str = "") -> None:
        """Take a layer, what is drawn, a tool and a name."""
        self.row(self.map.layers, lambda data: data.key == layer)  # type: ignore[attr-defined]
        if kind:
            self.row(self.map.kinds, lambda data: data == kind)
        if mode:
            buttons = self.map.findChildren(QToolButton)
            click(next(b for b in buttons if b.property("mode") == mode and b.isVisible()))
        if self.map.name.isVisible():
            QTest.keyClick(self.map.name, Qt.Key.Key_A, CONTROL)
            QTest.keyClick(self.map.name, Qt.Key.Key_Delete)
            QTest.keyClicks(self.map.name, name)

    # -- the board ----------------------------------------------------------------------------------

    def pixel(self, at: str | Point) -> QPoint:
        if isinstance(at, str):
            assert self.map.grid is not None
            at = self.map.grid.centre(at)
        return self.canvas.camera.to_screen(QPointF(*at)).toPoint()

    def moves(self, at: QPointF, button: Qt.MouseButton) -> None:
        over, none = self.canvas.mapToGlobal(at), Qt.MouseButton.NoButton
        move = QMouseEvent(QEvent.Type.MouseMove, at, over, none, button, NONE)
        QApplication.sendEvent(self.canvas, move)

    def strokes(self, *way: str | Point, button: Qt.MouseButton = LEFT) -> None:
        """Draw from place to place with the button down."""
        points = [QPointF(self.pixel(at)) for at in way]
        self.moves(points[0], Qt.MouseButton.NoButton)
        QTest.mousePress(self.canvas, button, NONE, points[0].toPoint())
        for start, end in pairwise(points):
            for part in (0.3, 0.7, 1.0):
                self.moves(start + (end - start) * part, button)
        QTest.mouseRelease(self.canvas, button, NONE, points[-1].toPoint())
        settle()

    def clicks(self, *places: str | Point, button: Qt.MouseButton = LEFT) -> None:
        for at in places:
            self.strokes(at, button=button)

    def outlines(self, *points: Point) -> None:
        """Click the points of a shape or a road, and end it."""
        self.clicks(*points)
        QTest.keyClick(self.canvas, Qt.Key.Key_Return)
        settle()

    # -- pieces ------------------------------------------------------------------------------------

    def takes(self, piece: str) -> None:
        """Find a piece in the list and click it."""
        tray = self.setup.tray
        until(lambda: any(tray.item(i).data(ROLE) == piece for i in range(tray.count())))
        self.row(tray, lambda data: data == piece)
        assert self.setup.picked == piece

    def places(self, piece: str, at: str | Point, keys: str = "") -> None:
        """Take a piece of the list, set it down by a click, and turn it."""
        self.waits_for_the_board()
        self.takes(piece)
        QTest.mouseClick(self.canvas, LEFT, NONE, self.pixel(at))
        settle()
        for key in keys:
            QTest.keyClick(self.canvas, key)

    def sends(self, piece: str, way: str, *where: str | Point) -> None:
        """Take a piece of the list, and choose where it begins."""
        self.takes(piece)
        self.says("way", way)
        field = self.setup.how.values.currentWidget()
        assert isinstance(field, NameField)
        self.picks(field, *where)

    def says(self, key: str, value: str) -> None:
        """Say something of the piece in the hand in the form below the list."""
        self._writes(self.setup.how.fields[key], value)

    def _writes(self, field: QWidget, value: str) -> None:
        """Choose, pick from the list, or write: of what has an id nothing is typed."""
        if isinstance(field, QComboBox):
            choose(field, value)
        elif isinstance(field, NameField):
            self.picks(field, value)
        else:
            assert isinstance(field, QLineEdit)
            type_over(field, value)

    def picks(self, field: NameField, *wanted: str | Point) -> None:
        """Open the list of a field, or the map, and click there what it is to name."""
        if field.on_map:
            self.waits_for_the_board()
        click(field.button)
        if field.on_map:
            self.clicks(*wanted)
            if self.canvas.held is not None:
                QTest.keyClick(self.canvas, Qt.Key.Key_Return)
                settle()
            return
        assert field.list is not None
        for uid in wanted:
            self.row(field.list.list, lambda data, uid=uid: data == uid)  # type: ignore[misc]
        if field.many:
            QTest.keyClick(field.list, Qt.Key.Key_Escape)
            settle()

    # -- forms --------------------------------------------------------------------------------------

    def part(self, *way: str | int) -> QWidget:
        """Find the field of a path: names of fields, and numbers of cards in a list."""
        found: QWidget = self.rest.area.widget()
        for step in way:
            if isinstance(step, int):
                cards = [c for c in found.findChildren(QFrame, "card") if _of(c, found)]
                found = cards[step]
            else:
                found = next(w for w in found.findChildren(QWidget, f"field-{step}"))
        return found

    def writes(self, *way: str | int, words: str) -> None:
        """Write into a field of the form, or choose."""
        field = self.part(*way)
        self.rest.area.ensureWidgetVisible(field)
        if isinstance(field, QPlainTextEdit):
            type_over(field, words)
        else:
            self._writes(field, words)
        settle()

    def points(self, *way: str | int, at: Sequence[str | Point]) -> None:
        """Have a field of the form name what is clicked on the map."""
        field = self.part(*way)
        self.rest.area.ensureWidgetVisible(field)
        assert isinstance(field, NameField)
        assert field.on_map
        self.picks(field, *at)

    def adds(self, *way: str | int, rule: str = "") -> None:
        """Add a card to a list of the form."""
        rows = self.part(*way)
        assert isinstance(rows, Rows)
        if rule:
            choose(rows.kind, rule)
        buttons = rows.findChildren(QPushButton)
        click(buttons[-1])

    # -- faults and the end ----------------------------------------------------------------------------

    def waits_for_the_board(self) -> None:
        """Wait, as one does, until what was drawn last can be seen on the board."""
        window = self.window
        until(
            lambda: (
                not window._pause.isActive()
                and window._known == window._edits
                and not window._viewer.busy
            )
        )
        settle()

    def faultless(self) -> None:
        """Wait until the list of faults is empty, and nothing is being read."""
        window = self.window
        until(
            lambda: not window._pause.isActive() and window.faults.problems == (), else_=self.faults
        )

    def faults(self) -> Sequence[str]:
        return [problem.message for problem in self.window.faults.problems]


def _of(card: QFrame, rows: QWidget) -> bool:
    """Whether a card belongs to this list, and not to one within it."""
    above = card.parentWidget()
    while above is not None and not isinstance(above, Rows):
        above = above.parentWidget()
    return above is rows

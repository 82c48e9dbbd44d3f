"""A hand that does anything on any page: no traceback, and its undos give the same bytes; any draft's faults lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QToolButton
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.maps.steps import Step
from grognard.app.editor.sheet.takein import TakeIn
from grognard.app.editor.whereabouts import page_of, place_of
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import Line
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import CONTROL, LEFT, NONE, RIGHT, Hand, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SMALL = {
    "gmt": "charge",
    "columbia": "mill-brook",
    "risorgimento": "outposts",
    "eagle": "orchard",
    "europa": "smolensk",
}
GAMES = ["gmt", *(pytest.param(game, marks=pytest.mark.soak) for game in SMALL if game != "gmt")]
WORDS = ("", "7", "-1", "0404", "nobody", "1,5", "a, b", "A name", "x" * 300, "{", "naïve")


@pytest.fixture
def window(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[EditorWindow]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Something", True))
    game = registry[request.param]
    info = next(info for info in game.scenarios() if info.id == SMALL[game.id])
    made = EditorWindow(Desk(game, shelf.copy_of(game, info, "A test")))
    made.resize(1280, 720)
    made.show()
    yield made
    made.close()


class Anything:
    """Gestures of a hand that does not know what it does."""

    def __init__(self, hand: Hand, chance: Random) -> None:
        self.hand, self.chance = hand, chance

    def does(self) -> None:
        """Make one gesture on some page."""
        ways: list[Callable[[], None]] = [self.draws, self.sets, self.writes, self.fills, self.lets]
        page = self.chance.randrange(len(ways))
        self.hand.page(page) if page < 2 else self.hand.page((2, 3, 4)[page - 2])
        ways[page]()
        settle()

    def point(self) -> QPoint:
        canvas = self.hand.canvas
        return QPoint(
            self.chance.randrange(20, canvas.width() - 20),
            self.chance.randrange(20, canvas.height() - 20),
        )

    def stroke(self, button: Qt.MouseButton) -> None:
        start, end = self.point(), self.point()
        self.hand.moves(QPointF(start), Qt.MouseButton.NoButton)
        QTest.mousePress(self.hand.canvas, button, NONE, start)
        self.hand.moves(QPointF(start + end) / 2, button)
        self.hand.moves(QPointF(end), button)
        QTest.mouseRelease(self.hand.canvas, button, NONE, end)

    def draws(self) -> None:
        page = self.hand.map
        page.layers.setCurrentRow(self.chance.randrange(page.layers.count()))
        if page.kinds.count():
            page.kinds.setCurrentRow(self.chance.randrange(page.kinds.count()))
        buttons = [
            b for b in page.findChildren(QToolButton) if b.property("mode") and b.isVisible()
        ]
        if buttons:
            QTest.mouseClick(self.chance.choice(buttons), LEFT)
        if page.name.isVisible():
            page.name.setText(self.chance.choice(WORDS))
        for _ in range(self.chance.randrange(1, 4)):
            self.stroke(self.chance.choice((LEFT, LEFT, RIGHT)))
        QTest.keyClick(self.hand.canvas, Qt.Key.Key_Return)

    def sets(self) -> None:
        setup = self.hand.setup
        if setup.preview.pieces:
            setup.look_at(self.chance.choice(setup.preview.pieces))
        deed = self.chance.randrange(5)
        if deed == 0:
            setup._dragged(setup.picked, self.chance.choice([*self.hand.canvas.spaces.spaces]))  # type: ignore[union-attr]
        elif deed == 1:
            self.stroke(LEFT)
        elif deed == 2:
            setup.copy()
            QTest.keyClick(self.hand.canvas, Qt.Key.Key_V, CONTROL)
        else:
            keys = (Qt.Key.Key_Q, Qt.Key.Key_E, Qt.Key.Key_F, Qt.Key.Key_Delete, Qt.Key.Key_Escape)
            QTest.keyClick(self.hand.canvas, self.chance.choice(keys))

    def writes(self) -> None:
        page = self.hand.window.forces_page
        page.lists.setCurrentIndex(self.chance.randrange(page.lists.count()))
        model = page.grid.model()
        cell = model.index(
            self.chance.randrange(model.rowCount()), self.chance.randrange(model.columnCount())
        )
        page.grid.setCurrentIndex(cell)
        deed = self.chance.randrange(5)
        if deed == 0:
            QTest.mouseClick(page.more, LEFT)
        elif deed == 1:
            QTest.mouseClick(page.less, LEFT)
        elif deed == 2:
            model.setData(cell, self.chance.choice(WORDS))
        else:
            rows = [[self.chance.choice(WORDS) for _ in range(3)] for _ in range(3)]
            QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows))
            QTest.keyClick(page.grid, Qt.Key.Key_V, CONTROL)
            for look in page.findChildren(TakeIn):
                if look.isVisible() and look.take.isEnabled():
                    QTest.mouseClick(look.take, LEFT)
                look.close()

    def fills(self) -> None:
        lines = [one for one in self.hand.rest.findChildren(Line) if one.isEnabled()]
        line = self.chance.choice(lines)
        line.setText(self.chance.choice(WORDS))
        line.leave()

    def lets(self) -> None:
        page = self.hand.window.arrivals_page
        if page.who.count():
            page.who.setCurrentIndex(self.chance.randrange(page.who.count()))
            page.add()
        if self.chance.random() < 0.5:
            page.line.setFocus()
            keys = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Delete)
            QTest.keyClick(page.line, self.chance.choice(keys))


@pytest.mark.parametrize("window", GAMES, indirect=True)
@pytest.mark.parametrize("edits", [40, pytest.param(500, marks=pytest.mark.soak)])
def test_whatever_is_done_on_any_page_is_undone_to_the_byte(
    window: EditorWindow, edits: int
) -> None:
    hand = Hand(window)
    before = {name: document.text for name, document in window.desk.documents.items()}
    window._pause.setInterval(400)
    anything = Anything(hand, Random(edits))
    for _ in range(edits):
        anything.does()
    assert window.desk.to_undo
    while window.desk.to_undo:
        window.undo()
    after = {name: document.text for name, document in window.desk.documents.items()}
    assert {name: text for name, text in after.items() if name in before} == before


def places(plain: Plain, above: Place = ()) -> Iterator[Place]:
    """Every part of a file."""
    parts: list[tuple[str | int, Plain]] = []
    if isinstance(plain, dict):
        parts = [*plain.items()]
    elif isinstance(plain, list):
        parts = [*enumerate(plain)]
    for step, part in parts:
        yield (*above, step)
        yield from places(part, (*above, step))


def spoil(desk: Desk, chance: Random) -> None:
    """Make a draft of a scenario: something is gone, or says something else."""
    files = [desk.scenario, *desk.force_files()]
    file = chance.choice(files)
    found = [path for path in places(desk.plain(file)) if path[0] not in ("game", "scenario")]
    if file == desk.scenario:
        found = [path for path in found if path[0] == "stages"] or found
    path = chance.choice(found)
    way = chance.choice(("remove", "set", "letter"))
    there = desk.plain(file, path)
    if way == "letter" and isinstance(there, str) and len(there) > 4:
        at = chance.randrange(1, len(there) - 1)
        desk.change("spoil", file, [Step(path, "set", there[:at] + there[at + 1 :])])
    elif way == "remove":
        desk.change("spoil", file, [Step(path, "remove")])
    else:
        desk.change("spoil", file, [Step(path, "set", chance.choice(WORDS))])


def read(window: EditorWindow) -> list[Problem]:
    window._pause.stop()
    window._reader.cancel()
    window._reading = window._edits
    window._read(window._previewed())
    return list(window.faults.problems)


@pytest.mark.parametrize("window", GAMES, indirect=True)
@pytest.mark.parametrize("drafts", [12, pytest.param(200, marks=pytest.mark.soak)])
def test_every_fault_of_a_draft_leads_to_its_page_and_a_word_that_is_meant_mends_it(
    window: EditorWindow, drafts: int
) -> None:
    Hand(window)
    chance, met, mended = Random(drafts), 0, 0
    window._pause.setInterval(60_000)
    for _ in range(drafts):
        spoil(window.desk, chance)
        problems = read(window)
        for problem in problems[:20]:
            met += 1
            leads(window, problem)
        for problem in problems[:3]:
            mended += mends(window, problem, problems)
        while window.desk.to_undo:
            window.undo()
    assert met


def leads(window: EditorWindow, problem: Problem) -> None:
    """A click on a fault shows the page where it is mended."""
    window.go_to(problem)
    settle()
    file = next((f for f in window.desk.documents if Path(f).name == Path(problem.file).name), "")
    assert file, problem
    page = window.tabs.currentIndex()
    if file in window.desk.force_files():
        assert page == 2
        assert window.forces_page.files.currentData() == file
    elif file == window.desk.scenario:
        root = window.desk.documents[file].root
        path = place_of(root, problem.line, problem.column) if problem.line else ()
        assert page == page_of(path) or problem.rule, problem
    else:
        assert page == 0, problem


def mends(window: EditorWindow, problem: Problem, before: list[Problem]) -> int:
    """Do what a fault proposes, where it names one word: that fault goes, and no other comes."""
    word = re.fullmatch(r"did you mean ([^ ?]+)\?", problem.mend)
    file = next((f for f in window.desk.documents if Path(f).name == Path(problem.file).name), "")
    if word is None or not problem.line or "unknown key" in problem.message:
        return 0
    path = place_of(window.desk.documents[file].root, problem.line, problem.column)
    if not isinstance(window.desk.plain(file, path), str):
        return 0
    assert window.desk.change("mend", file, [Step(path, "set", word[1])])
    after = read(window)
    window.undo()
    said = {(one.message, one.line) for one in before}
    assert (problem.message, problem.line) not in {(one.message, one.line) for one in after}
    assert {(one.message, one.line) for one in after} <= said, problem
    return 1

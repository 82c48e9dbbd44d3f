"""Saves that can only be looked at, PINs that are asked for again, rules that fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.keep import loading
from grognard.engines.core.keep.pins import pin_fits
from tests.app.table.toy import Toy

NONE = Qt.KeyboardModifier.NoModifier
Play = Callable[..., Any]


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def journal(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as db:
        return db.execute("SELECT choice, cut FROM journal ORDER BY n").fetchall()


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The box that comes is answered with the button `wanted`; its words are kept."""
    known: dict[str, Any] = {"wanted": "Look at it", "words": []}

    def answer(box: QMessageBox) -> int:
        known["words"].append(f"{box.text()} {box.informativeText()}")
        next(b for b in box.buttons() if b.text().startswith(known["wanted"])).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    return known


@pytest.fixture
def second(window: Window, tmp_path: Path) -> Iterator[Window]:
    """Another window of the program: another player who opens the same file."""
    store = QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat)
    made = Window(Settings(store), {"toy": Toy()})
    made.show()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def looked_at(play: Play, second: Window, pressed: dict[str, Any]) -> tuple[Any, Any]:
    """A page of a running game, and one of the same save opened a second time."""
    page = play("pick piece pick pick")
    page.model.choose("march")
    page.model.choose("b2")
    second.open_save(page.model.keeper.path)
    return page, second.table


def test_the_second_opener_is_told_who_has_the_game(
    looked_at: tuple[Any, Any], second: Window, pressed: dict[str, Any]
) -> None:
    _, other = looked_at
    (words,) = pressed["words"]
    assert "only be looked at" in words
    assert "open already: process" in words
    assert answered(other) == ["march", "b2"]
    assert other.prompt.title.text() == "View only"
    assert "open already: process" in other.prompt.rules.text()
    assert "Save as" in other.prompt.rules.text()
    assert "view only" in second.windowTitle()


def test_who_does_not_want_to_look_stays_in_the_library(
    play: Play, second: Window, pressed: dict[str, Any]
) -> None:
    page = play("pick pick")
    page.model.choose("march")
    pressed["wanted"] = "Leave it"
    second.open_save(page.model.keeper.path)
    assert second.table is None


def test_a_game_that_is_looked_at_cannot_be_changed(
    looked_at: tuple[Any, Any], second: Window, qtbot: QtBot
) -> None:
    page, other = looked_at
    path = page.model.keeper.path
    before = journal(path)
    control = other.model
    assert control.ask is None
    assert control.gesture is None
    assert not control.choose("march")
    assert not control.undo()
    assert not control.redo()
    assert not control.undo_to(0)
    other.finish()
    other.closing.decline()
    other.canvas.piece_clicked.emit("b1", NONE)
    qtbot.keyClick(second, Qt.Key.Key_U)
    qtbot.keyClick(second, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert answered(other) == ["march", "b2"]
    control.show_past(1)
    assert control.position == 1
    control.show_present()
    second.leave_table()
    assert journal(path) == before
    assert page.model.choose("halt")
    assert len(journal(path)) == len(before) + 1


def test_a_computer_does_not_play_in_a_game_that_is_looked_at(
    play: Play, second: Window, pressed: dict[str, Any], qtbot: QtBot
) -> None:
    page = play("pick secret pick", red="random")
    page.model.pause(on=True)
    page.model.choose("march")
    second.open_save(page.model.keeper.path)
    other: Any = second.table
    assert not other.prompt.waiting.isVisibleTo(other)
    assert not other.computer.pause.isActive()
    assert not other.computer.worker.busy


def test_a_copy_of_a_game_that_is_looked_at_is_played_on(
    looked_at: tuple[Any, Any], second: Window, tmp_path: Path
) -> None:
    page, other = looked_at
    copy = tmp_path / "copy.grognard"
    second.files.save_to(copy)
    assert "view only" not in second.windowTitle()
    assert other.model.choose("halt")
    assert len(journal(copy)) == 3
    assert len(journal(page.model.keeper.path)) == 2


# -- PINs --------------------------------------------------------------------------------------

PIN = "Smolensk 1812"
"""No hash holds it by chance, as one in a hundred holds four digits."""


@pytest.fixture
def locked(play: Play, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Any:
    """Red has set a PIN under the curtain, and taken its place."""
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (PIN, True))
    page = play("pick secret pick")
    page.model.choose("march")
    qtbot.mouseClick(page.curtain.set_pin, Qt.MouseButton.LeftButton)
    return page


def answers(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[str]:
    """Type these PINs, one after the other; return what was asked."""
    left, asked = list(typed), []

    def type_in(_over: Any, _title: str, words: str, *_: Any) -> tuple[str, bool]:
        asked.append(words)
        return left.pop(0), True

    monkeypatch.setattr(QInputDialog, "getText", type_in)
    return asked


@pytest.mark.parametrize(
    ("typed", "holds"),
    [
        (("1812", "1812"), "1812"),
        (("1812", "1821", "1812", "1812"), "1812"),
        (("1812", ""), ""),
        (("1812", "1821", ""), ""),
        (("",), ""),
    ],
)
def test_a_pin_is_asked_for_twice(
    play: Play, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, typed: tuple[str, ...], holds: str
) -> None:
    asked = answers(monkeypatch, *typed)
    page = play("pick secret pick")
    page.model.choose("march")
    qtbot.mouseClick(page.curtain.set_pin, Qt.MouseButton.LeftButton)
    assert len(asked) == len(typed)
    assert ("red" in page.curtain.pins) is bool(holds)
    assert not holds or pin_fits(holds, page.curtain.pins["red"])


def asked_for(page: Any, qtbot: QtBot) -> bool:
    """Whether the PIN must be right before the curtain lifts."""
    assert page.curtain.isVisible()
    assert page.curtain.pin.isVisibleTo(page)
    qtbot.keyClicks(page.curtain.pin, "1805")
    qtbot.keyClick(page.curtain.pin, Qt.Key.Key_Return)
    refused = bool(page.curtain.isVisible())
    page.curtain.pin.clear()
    qtbot.keyClicks(page.curtain.pin, PIN)
    qtbot.keyClick(page.curtain.pin, Qt.Key.Key_Return)
    return refused and not page.curtain.isVisible()


def test_the_pin_is_asked_for_again_when_the_game_is_opened(
    locked: Any, window: Window, qtbot: QtBot
) -> None:
    path = locked.model.keeper.path
    window.leave_table()
    assert PIN.encode() not in path.read_bytes()
    window.open_save(path)
    assert asked_for(window.table, qtbot)


def test_the_pin_outlives_a_crash_and_goes_with_a_copy(
    locked: Any, window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    left = tmp_path / "left.grognard"
    left.write_bytes(locked.model.keeper.path.read_bytes())
    beside = locked.model.keeper.path.with_name(f"{locked.model.keeper.path.name}-wal")
    if beside.exists():
        left.with_name(f"{left.name}-wal").write_bytes(beside.read_bytes())
    window.open_save(left)
    window.files.save_to(tmp_path / "copy.grognard")
    window.leave_table()
    window.open_save(tmp_path / "copy.grognard")
    assert asked_for(window.table, qtbot)


def test_a_pin_holds_where_the_curtain_is_switched_off(
    locked: Any, window: Window, qtbot: QtBot
) -> None:
    path = locked.model.keeper.path
    window.leave_table()
    window.settings.curtain = False
    window.open_save(path)
    assert asked_for(window.table, qtbot)


def test_a_pin_holds_in_a_game_that_is_looked_at(
    locked: Any, second: Window, pressed: dict[str, Any], qtbot: QtBot
) -> None:
    second.open_save(locked.model.keeper.path)
    assert asked_for(second.table, qtbot)


# -- faults ------------------------------------------------------------------------------------


def test_a_rule_that_fails_leaves_game_and_save_as_they_were(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(
        QMessageBox, "warning", lambda _parent, title, words: told.append((title, words))
    )
    page = play("pick piece pick")
    page.model.choose("march")
    path = page.model.keeper.path
    act = Toy._act

    def fail(self: Toy, table: Any, form: str, choice: Any) -> None:
        if choice == "b2":
            raise KeyError("b2")
        act(self, table, form, choice)

    monkeypatch.setattr(Toy, "_act", fail)
    assert not page.model.choose("b2")
    ((title, words),) = told
    assert title == "A rule has failed"
    assert "the game and its save stand as they were" in words
    assert answered(page) == ["march"]
    assert len(journal(path)) == 1
    assert page.model.choose("b1")
    assert len(journal(path)) == 2


def test_what_is_to_be_told_of_an_old_save_is_told(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick pick")
    page.model.choose("march")
    path = page.model.keeper.path
    window.leave_table()
    loaded = loading.load_save(path, window.games)
    loaded.told.append("The rules have changed since.")
    monkeypatch.setattr(loading, "load_save", lambda *_: loaded)
    window.open_save(path)
    assert window.told == [("The game is not quite what it was", "The rules have changed since.")]
    assert window.table is not None
    assert window.table.model.choose("halt")


def test_a_board_out_of_reach_is_not_shown(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _parent, _title, words: told.append(words))
    page = play("pick pick pick pick")
    for choice in ("march", "halt", "march"):
        page.model.choose(choice)
    monkeypatch.setattr(page.model.session, "reaches", lambda count: count >= 2)
    page.model.show_past(1)
    assert page.model.past is None
    assert "rules have changed" in told[0]
    assert not page.model.undo_to(1)
    page.model.show_past(2)
    assert page.model.position == 2

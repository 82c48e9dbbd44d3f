"""The picture under the pen is moved, scaled, turned and calibrated by hand, and all of it is undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QPushButton, QWidget

from grognard.app.editor import shelf
from grognard.app.editor.bundle import pack
from grognard.app.editor.traced import NOTHING, TRACING
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.tracing import Lying
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import CONTROL, Hand, click

GAME = registry["gmt"]
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))
    info = next(info for info in GAME.scenarios() if info.id == "charge")
    return shelf.copy_of(GAME, info, "A test")


@pytest.fixture
def hand(path: Path, qapp: QApplication) -> Iterator[Hand]:
    found = Hand.on(path, "gmt")
    yield found
    found.window.close()


def drawn(path: Path, shade: int) -> Path:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(shade)
    assert image.save(str(path))
    return path


def button(within: QWidget, words: str) -> QPushButton:
    return next(b for b in within.findChildren(QPushButton) if b.text() == words)


def undone(hand: Hand, key: Qt.Key = Qt.Key.Key_Z) -> Lying:
    QTest.keyClick(hand.window, key, CONTROL)
    return hand.map.tracing.tracing.lying


def test_each_change_of_a_picture_is_one_step_of_undo(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar, source = hand.map.tracing, drawn(tmp_path / "old map.png", 0)
    tracing, desk = bar.tracing, hand.window.desk
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(source), ""))
    click(bar.choose)
    lay = [tracing.lying]
    assert bar.panel.isVisible()
    assert tracing.image is not None
    bar.moves.click()
    hand.strokes("0405", "0706")
    lay.append(tracing.lying)
    QTest.keyClick(bar.turn, Qt.Key.Key_PageUp)
    lay.append(tracing.lying)
    assert tracing.lying.turn > 0
    for _ in range(3):
        QTest.keyClick(bar.opacity, Qt.Key.Key_Right)
        lay.append(tracing.lying)
    click(button(bar, "Larger"))
    lay.append(tracing.lying)
    answers = iter(["0303", "0903", "0608"])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (next(answers), True))
    click(bar.fit)
    for at in ("0404", "0904", "0607"):
        hand.clicks(at)
    lay.append(tracing.lying)
    assert len(set(lay)) == len(lay)
    assert desk.to_undo == "Calibrate the picture"
    for was in reversed(lay[:-1]):
        assert undone(hand) == was
    assert bar.opacity.value() == 50
    undone(hand)
    assert tracing.image is None
    assert not bar.panel.isVisible()
    assert desk.documents[TRACING].text == NOTHING
    for now in lay:
        assert undone(hand, Qt.Key.Key_Y) == now
    assert bar.panel.isVisible()


def test_a_drag_of_a_slider_is_one_step(hand: Hand, tmp_path: Path) -> None:
    bar = hand.map.tracing
    assert bar.take(drawn(tmp_path / "old map.png", 0))
    bar.opacity.setSliderDown(True)
    for value in (60, 70, 80):
        bar.opacity.setSliderPosition(value)
    bar.opacity.setSliderDown(False)
    assert bar.tracing.lying.opacity == pytest.approx(0.8)
    assert undone(hand).opacity == 0.5


def test_a_picture_taken_away_comes_back_after_closing(hand: Hand, tmp_path: Path) -> None:
    """Undo brings back either of two pictures, although one alone is in use."""
    bar = hand.map.tracing
    assert bar.take(drawn(tmp_path / "one.png", 0))
    one = bar.tracing.name
    click(button(bar, "Take it away"))
    assert not bar.panel.isVisible()
    assert bar.take(drawn(tmp_path / "two.png", 0xFFFFFF))
    two = bar.tracing.name
    hand.window.close()
    path = hand.window.desk.path
    again = Hand.on(path, "gmt")
    assert again.map.tracing.tracing.name == two != one
    undone(again)
    undone(again)
    assert again.map.tracing.tracing.name == one
    again.window.close()


def test_only_the_picture_in_use_is_sent(path: Path, tmp_path: Path, qapp: QApplication) -> None:
    from zipfile import ZipFile

    window = EditorWindow(Desk(GAME, path))
    bar = window.map_page.tracing
    hand = Hand(window)
    for name, shade in (("one.png", 0), ("two.png", 0xFFFFFF)):
        assert bar.take(drawn(tmp_path / name, shade))
    hand.window.close()
    pack(path, tmp_path / "sent.battle")
    with ZipFile(tmp_path / "sent.battle") as bundle:
        sent = {name for name in bundle.namelist() if name.startswith("pictures/")}
    assert sent == {TRACING, f"pictures/{bar.tracing.name}"}
    assert len([*(path.parent / "pictures").glob("*.png")]) == 2


def test_what_a_stranger_wrote_is_dropped(path: Path, tmp_path: Path, qapp: QApplication) -> None:
    folder = path.parent / "pictures"
    folder.mkdir()
    drawn(folder / "tracing.png", 0)
    for said in ('{"picture": "../x.png", "scale": "nan"}', "[" * 99, '{"picture": ["a"]}'):
        (folder / "tracing.json").write_text(said)
        hand = Hand.on(path, "gmt")
        assert hand.map.tracing.tracing.image is None
        hand.window.close()

"""What leaves the editor, and what looks at the whole of a draft: paper, differences, balance, schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.maps.steps import Step, section
from grognard.app.editor.window.compare import CompareDialog
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.paperdialog import PaperDialog
from grognard.app.editor.window.window import EditorWindow
from grognard.app.lab.balancedialog import BalanceDialog
from grognard.app.lab.crew import Here
from grognard.engines.core.play.game import registry

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
GAME = registry["gmt"]


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditorWindow]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROGNARD_HOME", str(tmp_path_factory.mktemp("home")))
        info = next(info for info in GAME.scenarios() if info.id == "charge")
        made = EditorWindow(Desk(GAME, shelf.copy_of(GAME, info, "A test")))
        made.show()
        yield made
        made.close()


def test_the_map_is_printed_from_the_window(window: EditorWindow, tmp_path: Path) -> None:
    dialog = window.outward.paper("map")
    assert dialog is not None
    dialog.wide.setValue(200)
    dialog.dpi.setValue(60)
    dialog.write(tmp_path / "map.png")
    assert dialog.result() == PaperDialog.DialogCode.Accepted
    assert QImage(str(tmp_path / "map.png")).width() == round(200 / 25.4 * 60)


def test_a_file_that_cannot_be_written_is_told(
    window: EditorWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        "grognard.app.editor.window.paperdialog.QMessageBox.warning",
        lambda *words: said.append(words[2]),
    )
    dialog = window.outward.paper("map")
    assert dialog is not None
    dialog.write(tmp_path / "none" / "map.pdf")
    assert "none" in said[0]
    dialog.reject()


def below(item: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
    for n in range(item.childCount()):
        yield item.child(n)
        yield from below(item.child(n))


def rows_of(dialog: CompareDialog) -> list[QTreeWidgetItem]:
    tree = dialog.tree
    tops = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    return [row for top in tops if top is not None for row in below(top) if row.text(1)]


def texts_of(dialog: CompareDialog) -> list[list[str]]:
    return [[row.text(n) for n in range(4)] for row in rows_of(dialog)]


def compared(window: EditorWindow, qtbot: QtBot, count: int) -> CompareDialog:
    window.acts["compare"].trigger()
    qtbot.waitUntil(lambda: window.outward.compared is not None)
    dialog = window.outward.compared
    assert dialog is not None
    qtbot.waitUntil(lambda: len(rows_of(dialog)) == count)
    return dialog


def test_what_differs_is_shown_by_names(window: EditorWindow, qtbot: QtBot) -> None:
    marsh = Step(("terrain", "marsh"), "insert", ["1006", "0905"])
    assert window.desk.change_map("Paint", [marsh])
    dialog = compared(window, qtbot, 2)
    shown = texts_of(dialog)
    assert ["Marsh", "new", "", "1006, 0905"] in shown
    assert ["Title", "changed", "Charge!", "A test"] in shown
    window.undo()
    qtbot.waitUntil(lambda: len(rows_of(dialog)) == 1)
    dialog.close()


def test_a_change_leads_to_its_place_and_is_taken_back_alone(
    window: EditorWindow, qtbot: QtBot
) -> None:
    """By clicks: the hexes that were painted are marked; one change goes, the other stays."""
    ground = section(window.desk.map_doc(), "terrain")
    assert window.desk.change_map("Paint", [Step(("terrain", "marsh"), "insert", ["1006", "0905"])])
    first = window.desk.plain(window.desk.scenario, ("stages", 0, "setup", 0))
    assert isinstance(first, dict)
    assert window.desk.change(
        "Off", window.desk.scenario, [Step(("stages", 0, "setup", 0), "remove")]
    )
    window.tabs.setCurrentIndex(3)
    dialog = compared(window, qtbot, 3)
    marsh = next(row for row in rows_of(dialog) if row.text(0) == "Marsh")
    press(dialog, marsh)
    assert window.tabs.currentIndex() == 0
    assert window.canvas.marks.selected == ("1006", "0905")
    QTest.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert section(window.desk.map_doc(), "terrain") == ground
    qtbot.waitUntil(lambda: len(rows_of(dialog)) == 2)
    gone = next(row for row in rows_of(dialog) if row.text(1) == "gone")
    press(dialog, gone)
    QTest.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert window.desk.plain(window.desk.scenario, ("stages", 0, "setup", 0)) == first
    qtbot.waitUntil(lambda: len(rows_of(dialog)) == 1)
    assert window.desk.plain(window.desk.scenario, ("title",)) == "A test"
    assert window.desk.undo().startswith("Take back")
    dialog.close()
    while window.desk.undo():
        pass


def press(dialog: CompareDialog, row: QTreeWidgetItem) -> None:
    tree = dialog.tree
    tree.scrollToItem(row)
    where = tree.visualItemRect(row).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_few_games_are_played_and_counted(window: EditorWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.balance_wanted) as asked:
        window.acts["balance"].trigger()
    setup = asked.args[0]
    dialog = BalanceDialog(GAME, setup, window, Here())
    dialog.games.setValue(9)
    dialog.told.connect(lambda progress, _so_far: dialog.stop() if progress.done == 1 else None)
    dialog.player.setCurrentIndex(dialog.player.findData("random"))
    with qtbot.waitSignal(dialog.over, timeout=30_000):
        dialog.begin()
    assert 0 < int(dialog.words.text().split()[0]) < 9
    assert dialog.go.isEnabled()
    dialog.close()


def test_schemas_for_text_editors(window: EditorWindow, tmp_path: Path) -> None:
    window.outward.schemas(tmp_path)
    written = {path.name: json.loads(path.read_text("utf-8")) for path in tmp_path.iterdir()}
    assert "gmt-scenario.schema.json" in written
    assert all("$schema" in schema for schema in written.values())


def test_a_locked_layer_is_seen_and_not_changed(window: EditorWindow) -> None:
    window.tabs.setCurrentIndex(0)
    page = window.map_page
    page.layers.setCurrentRow(0)
    assert window.canvas.tool is not None
    QTest.keyClick(window.canvas, "k")
    assert window.canvas.tool is None
    assert page.hidden_layers() == []
    assert page.layers.item(0).text().endswith("(locked)")
    page.layers.setCurrentRow(1)
    assert window.canvas.tool is not None
    page.layers.setCurrentRow(0)
    page.lock.setChecked(False)
    assert window.canvas.tool is not None

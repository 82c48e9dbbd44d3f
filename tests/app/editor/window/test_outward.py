"""What leaves the editor, and what looks at the whole of a draft: paper, differences, balance, schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.editor import shelf
from app.editor.maps.steps import Step
from app.editor.window.desk import Desk
from app.editor.window.paperdialog import PaperDialog
from app.editor.window.window import EditorWindow
from app.lab.balancedialog import BalanceDialog
from app.lab.crew import Here
from engines.core.play.game import registry

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
        "app.editor.window.paperdialog.QMessageBox.warning", lambda *words: said.append(words[2])
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


def test_what_differs_is_shown_by_names(window: EditorWindow, qtbot: QtBot) -> None:
    marsh = Step(("terrain", "marsh"), "insert", ["1006", "0905"])
    assert window.desk.change_map("Paint", [marsh])
    window.acts["compare"].trigger()
    qtbot.waitUntil(lambda: hasattr(window.outward, "compared"))
    tree = window.outward.compared.tree
    tops = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    shown = [[row.text(n) for n in range(4)] for top in tops for row in below(top)]
    window.outward.compared.close()
    window.undo()
    assert ["Marsh", "new", "", "1006, 0905"] in shown
    assert ["Title", "changed", "Charge!", "A test"] in shown
    assert len([row for row in shown if row[1]]) == 2


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

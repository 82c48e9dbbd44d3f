"""A click on a fault leads to where it is mended, in every game: piece, field, row of forces, map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.cells import list_keys
from grognard.app.editor.maps.steps import Step, rows
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.forms import PLACE
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import FORCES, MAP, REST, SETUP, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SMALL = {
    "gmt": "windmill-hill",
    "columbia": "mill-brook",
    "risorgimento": "hamlet-of-bruna",
    "eagle": "orchard",
    "europa": "two-roads",
}
NOWHERE: dict[str, Plain] = {"risorgimento": ["999", "5"], "columbia": "a9999"}
"""A place that is none; of the other games a hex."""


@pytest.fixture(params=SMALL)
def window(
    request: pytest.FixtureRequest, tmp_path: object, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[EditorWindow]:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    game = registry[request.param]
    info = next(info for info in game.scenarios() if info.id == SMALL[game.id])
    made = EditorWindow(Desk(game, shelf.copy_of(game, info, "A test")))
    made.resize(1280, 720)
    made.show()
    qtbot.waitUntil(lambda: made.preview.board is not None)
    assert made.preview.problems == ()
    yield made
    made.close()


def spoilt(window: EditorWindow, qtbot: QtBot, file: str, path: Path, value: Plain) -> Problem:
    """Write something wrong, wait for its fault, and click on that; return it."""
    assert window.desk.change("spoil", file, [Step(path, "set", value)])
    qtbot.waitUntil(lambda: window.faults.problems != ())
    item = window.faults.list.item(0)
    spot = window.faults.list.visualItemRect(item).center()
    QTest.mouseClick(window.faults.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    return window.faults.problems[0]


def mended(window: EditorWindow, qtbot: QtBot) -> None:
    window.undo()
    qtbot.waitUntil(lambda: window.faults.problems == ())


def keys_in(window: EditorWindow) -> str:
    field = window.rest_page.focusWidget()
    return str(field.property(PLACE)) if field is not None else ""


def test_a_click_on_a_fault_leads_to_where_it_is_mended(window: EditorWindow, qtbot: QtBot) -> None:
    scenario = window.desk.scenario
    line = rows(window.desk.plain(scenario), "stages")[0]
    first = rows(line, "setup")[0]
    assert isinstance(first, dict)
    way = "pose" if "pose" in first else "at"
    where: Path = ("stages", 0, "setup", 0, way)
    spoilt(window, qtbot, scenario, where, NOWHERE.get(window.game.id, "9999"))
    assert window.tabs.currentIndex() == SETUP
    assert window.setup_page.picked == first["piece"]
    mended(window, qtbot)
    for path in (("minutes",), ("stages", 0, "clock", "turns")):
        spoilt(window, qtbot, scenario, path, "soon")
        assert window.tabs.currentIndex() == REST
        assert keys_in(window) == "/".join(map(str, path))
        mended(window, qtbot)


def test_a_click_on_a_fault_of_the_forces_leads_to_its_cell(
    window: EditorWindow, qtbot: QtBot
) -> None:
    file = window.desk.force_files()[0]
    key = list_keys(window.desk.plain(file))[0]
    row = rows(window.desk.plain(file), key)[1]
    assert isinstance(row, dict)
    field = next(name for name, value in row.items() if isinstance(value, str) and name != "id")
    spoilt(window, qtbot, file, (key, 1, field), ["no", "such", "thing"])
    assert window.tabs.currentIndex() == FORCES
    page = window.forces_page
    at = page.grid.sorted_model().mapToSource(page.grid.currentIndex())
    assert (page.model.path, at.row(), page.model.fields[at.column()]) == ((key,), 1, (field,))
    mended(window, qtbot)


def test_a_click_on_a_fault_of_the_map_shows_the_map(window: EditorWindow, qtbot: QtBot) -> None:
    file, inside = window.desk.map_place
    window.tabs.setCurrentIndex(FORCES)
    spoilt(window, qtbot, file, (*inside, "places"), [{"name": "Nowhere"}])
    assert window.tabs.currentIndex() == MAP
    mended(window, qtbot)


def test_a_fault_of_the_forces_names_unit_and_field(window: EditorWindow, qtbot: QtBot) -> None:
    file = window.desk.force_files()[0]
    key = next(k for k in list_keys(window.desk.plain(file)) if k in ("units", "blocks", "corps"))
    row = rows(window.desk.plain(file), key)[1]
    assert isinstance(row, dict)
    field = next(
        k for k, v in row.items() if isinstance(v, str) and k in ("arm", "kind", "quality", "id")
    )
    assert window.desk.change("spoilt", file, [Step((key, 1, field), "set", "No such THING")])
    qtbot.waitUntil(lambda: window.faults.problems != ())
    name = str(row.get("name") or row.get("label"))
    lines = [window.faults.list.item(at).text() for at in range(window.faults.list.count())]
    called = str(window.game.term(field))
    assert any(name in line and called.lower() in line.lower() for line in lines), lines
    window.undo()
    qtbot.waitUntil(lambda: window.faults.problems == ())

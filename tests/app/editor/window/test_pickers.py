"""Nobody types an id: what a field names is typed as it is called, chosen from a list, or clicked on the map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QInputDialog, QListWidgetItem
from pytestqt.qtbot import QtBot

from grognard.app.editor import setting, shelf
from grognard.app.editor.arrivals import arriving
from grognard.app.editor.pickers import NEW, ROLE, NameField, PickList
from grognard.app.editor.picks import Picks, fresh_id
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.schema import ListOf, Path, Record, Schema
from grognard.engines.core.play.game import registry
from grognard.engines.core.scenario.envelope import SpecialRules
from tests.app.editor.window.hand import settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def opened(game: str, scenario: str, qtbot: QtBot) -> EditorWindow:
    found = registry[game]
    info = next(info for info in found.scenarios() if info.id == scenario)
    window = EditorWindow(Desk(found, shelf.copy_of(found, info, "A test")))
    window.resize(1280, 720)
    window.show()
    qtbot.waitUntil(lambda: window.view is not None and not window.canvas.busy)
    return window


@pytest.fixture(autouse=True)
def home(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


@pytest.fixture
def charge(qtbot: QtBot) -> Iterator[EditorWindow]:
    window = opened("gmt", "charge", qtbot)
    yield window
    window.close()


def row(window: EditorWindow, piece: str) -> dict[str, object]:
    there = setting.standing(window.setup_page.scenario, 0, piece)
    assert there is not None
    return dict(there.row)


def field(window: EditorWindow, key: str) -> NameField:
    found = window.setup_page.how.fields[key]
    assert isinstance(found, NameField)
    return found


def dropped(found: NameField) -> PickList:
    assert found.list is not None
    return found.list


def line_of(found: NameField, uid: str) -> QListWidgetItem:
    there = dropped(found).list
    lines = (there.item(i) for i in range(there.count()))
    return next(line for line in lines if line.data(ROLE) == uid)


def pixel(window: EditorWindow, hex_id: str) -> QPointF:
    assert window.map_page.grid is not None
    return window.canvas.camera.to_screen(QPointF(*window.map_page.grid.centre(hex_id)))


def test_a_group_is_shown_and_chosen_by_its_name(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(1)
    charge.setup_page.look_at("sumy")
    command = field(charge, "command")
    assert command.line.text() == command.picks.name(str(row(charge, "sumy")["command"]))
    command.open()
    settle()
    others = [p.id for p in command.picks.of(command.kind, command.at) if p.id not in command.names]
    item = line_of(command, others[0])
    dropped(command).list.itemClicked.emit(item)
    assert row(charge, "sumy")["command"] == others[0]
    assert command.line.text() == item.text()


def test_a_name_that_is_typed_is_written_as_the_id(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(1)
    charge.setup_page.look_at("sumy")
    command = field(charge, "command")
    other = next(p for p in command.picks.of(command.kind, command.at) if p.id not in command.names)
    command.line.setText(other.words.upper())
    command.leave()
    assert row(charge, "sumy")["command"] == other.id


def test_a_list_is_sifted_by_what_is_typed_and_enter_takes_the_first(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(1)
    charge.setup_page.look_at("sumy")
    command = field(charge, "command")
    command.open()
    other = next(p for p in command.picks.of(command.kind, command.at) if p.id not in command.names)
    QTest.keyClicks(dropped(command).wanted, other.words)
    QTest.keyClick(dropped(command).wanted, Qt.Key.Key_Return)
    assert row(charge, "sumy")["command"] == other.id


def test_a_new_group_is_made_where_it_is_wanted(
    charge: EditorWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its id is made of its name, its side is the piece's, and it may be chosen from then on."""
    charge.tabs.setCurrentIndex(1)
    charge.setup_page.look_at("sumy")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Vasilchikov's horse", True))
    command = field(charge, "command")
    command.open()
    dropped(command).list.itemClicked.emit(line_of(command, NEW))
    assert row(charge, "sumy")["command"] == "vasilchikov-s-horse"
    made = charge.desk.plain(charge.desk.scenario, ("stages", 0, "groups"))
    assert isinstance(made, list)
    side = charge.preview.sides["sumy"]
    assert made[-1] == {"id": "vasilchikov-s-horse", "name": "Vasilchikov's horse", "side": side}
    assert "vasilchikov-s-horse" in [p.id for p in command.picks.of(command.kind, command.at)]


def test_places_are_clicked_on_the_map(charge: EditorWindow) -> None:
    """Where a seat chooses, the piece stands on the first of the places until it does."""
    charge.tabs.setCurrentIndex(1)
    page = charge.setup_page
    page.look_at("sumy")
    page.how.way.setCurrentIndex(page.how.way.findData("among"))
    page.how.way.activated.emit(page.how.way.currentIndex())
    among = page.how.values.currentWidget()
    assert isinstance(among, NameField)
    QTest.mouseClick(among.button, LEFT)
    for at in ("0202", "0303", "0404", "0303"):  # the last is given back
        QTest.mouseClick(charge.canvas, LEFT, NONE, pixel(charge, at).toPoint())
    QTest.keyClick(charge.canvas, Qt.Key.Key_Return)
    found = row(charge, "sumy")
    assert (found["among"], found["first"]) == (["0202", "0404"], "0202")
    assert charge.canvas.held is None


def test_what_is_picked_is_seen_on_the_map(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(1)
    page = charge.setup_page
    page.look_at("sumy")
    page.how.values.setCurrentIndex(page.how.placing.ways.index("among"))
    among = page.how.values.currentWidget()
    assert isinstance(among, NameField)
    QTest.mouseClick(among.button, LEFT)
    at = pixel(charge, "0604").toPoint()
    before = charge.canvas.grab().toImage().pixelColor(at)
    QTest.mouseClick(charge.canvas, LEFT, NONE, at)
    settle()
    assert charge.canvas.grab().toImage().pixelColor(at) != before
    assert "0604" in charge.on_map.bar.words.text()
    charge.on_map.end(taken=False)


def test_esc_leaves_the_field_and_the_page_as_they_were(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(3)
    before = charge.desk.plain(charge.desk.scenario)
    form = charge.rest_page.forms[1]
    hold = next(f for f in form.findChildren(NameField) if f.at[-1] == "hold")
    QTest.mouseClick(hold.button, LEFT)
    assert charge.middle.currentWidget() is charge.on_map
    QTest.keyClick(charge.canvas, Qt.Key.Key_Escape)
    assert charge.middle.currentWidget() is charge.rest_page
    assert charge.desk.plain(charge.desk.scenario) == before


def test_one_place_is_taken_by_one_click(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(3)
    form = charge.rest_page.forms[1]
    hold = next(f for f in form.findChildren(NameField) if f.at[-1] == "hold")
    QTest.mouseClick(hold.button, LEFT)
    QTest.mouseClick(charge.canvas, LEFT, NONE, pixel(charge, "0404").toPoint())
    assert charge.middle.currentWidget() is charge.rest_page
    assert charge.desk.plain(charge.desk.scenario, ("stages", 0, "victory", 0, "hold")) == "0404"


def test_who_is_sent_off_the_map_is_listed(charge: EditorWindow, qtbot: QtBot) -> None:
    """There is one box: to choose it is to say it, and the piece is found in the list from then on."""
    charge.tabs.setCurrentIndex(1)
    page = charge.setup_page
    page.look_at("sumy")
    page.how.way.setCurrentIndex(page.how.way.findData("box"))
    page.how.way.activated.emit(page.how.way.currentIndex())
    assert row(charge, "sumy")["box"] == "reserve"
    qtbot.waitUntil(lambda: "sumy" in page.off_map)
    items = (page.tray.item(i) for i in range(page.tray.count()))
    item = next(item for item in items if item.data(ROLE) == "sumy")
    page.tray.scrollToItem(item)
    where = page.tray.visualItemRect(item).center()
    QTest.mouseClick(page.tray.viewport(), LEFT, NONE, where)
    QTest.mouseClick(charge.canvas, LEFT, NONE, pixel(charge, "0202").toPoint())
    assert row(charge, "sumy")["at"] == "0202"


def test_whoever_waits_may_arrive_and_no_fault_is_left(charge: EditorWindow, qtbot: QtBot) -> None:
    """[7.4] Groups of the stage arrive, not those of the order of battle, and by an edge of the map."""
    page = charge.arrivals_page
    mine = str(row(charge, "sumy")["command"])
    members = charge.setup_page.preview.pieces
    with_him = [uid for uid in members if _of(charge, uid) == mine]
    for uid in with_him:
        steps = setting.put(charge.setup_page.scenario, 0, uid, {"box": "reserve"})
        assert charge.desk.change("waits", charge.desk.scenario, steps)
    qtbot.waitUntil(lambda: any("enters nowhere" in p.message for p in charge.faults.problems))
    charge.tabs.setCurrentIndex(4)
    listed = [page.who.itemData(i) for i in range(page.who.count())]
    assert ("group", mine) in listed
    page.who.setCurrentIndex(listed.index(("group", mine)))
    page.add()
    assert arriving.chips(page.scenario, 0)[0].names == (mine,)
    qtbot.waitUntil(lambda: not charge._pause.isActive() and charge._known == charge._edits)
    assert [p.message for p in charge.faults.problems] == []


def _of(window: EditorWindow, uid: str) -> str:
    there = setting.standing(window.setup_page.scenario, 0, uid)
    return str(there.row.get("command", "")) if there is not None else ""


@pytest.mark.parametrize(
    ("game", "scenario", "key"),
    [
        ("eagle", "orchard", "attached"),
        ("columbia", "shevardino", "within"),
        ("europa", "smolensk", "zone"),
    ],
)
def test_each_game_names_what_its_lines_name(
    game: str, scenario: str, key: str, qtbot: QtBot
) -> None:
    window = opened(game, scenario, qtbot)
    how = window.setup_page.how
    named = [how.values.widget(i) for i, way in enumerate(how.placing.ways) if way == key]
    assert isinstance(named[0], NameField)
    picks = how.naming.picks.of(named[0].kind, named[0].at)
    assert picks
    assert not [pick for pick in picks if pick.words in ("", pick.id)]
    window.close()


def test_boxes_are_chosen_from_those_there_are(qtbot: QtBot) -> None:
    window = opened("columbia", "shevardino", qtbot)
    how = window.setup_page.how
    box = how.values.widget(how.placing.ways.index("box"))
    assert isinstance(box, QComboBox)
    assert [box.itemData(i) for i in range(box.count())] == [*how.placing.boxes]
    window.close()


@pytest.mark.parametrize(
    ("game", "at", "kind"),
    [
        ("columbia", ("stages", 0, "setup", 0, "piece"), "piece"),
        ("columbia", ("stages", 0, "setup", 0, "within"), "piece"),
        ("columbia", ("stages", 0, "arrivals", 0, "group"), "group"),
        ("risorgimento", ("stages", 0, "arrivals", 0, "piece"), "piece"),
        ("risorgimento", ("stages", 0, "victory", 0, "point"), "point"),
        ("risorgimento", ("stages", 0, "clock", "first"), ""),
        ("eagle", ("stages", 0, "special", 0, "rye", "hexes"), "place"),
        ("gmt", ("stages", 0, "special", 0, "bridge_out", "between"), "hexside"),
    ],
)
def test_a_field_knows_what_it_names(game: str, at: Path, kind: str) -> None:
    """Where ids and places are written alike, pieces are not looked for on the map."""
    picks = Picks(registry[game])
    assert picks.kind(at, schema_at(picks, at)) == kind


def schema_at(picks: Picks, at: Path) -> Schema:
    """Return what may stand at a path; numbers in it are of lists."""
    found: Schema = picks.envelope.stage_schema
    for step in at[2:]:
        if isinstance(step, int):
            assert isinstance(found, ListOf)
            found = found.item
        elif isinstance(found, SpecialRules):
            found = found.rules[step]
        else:
            assert isinstance(found, Record)
            found = found.known[step]
    return found


def test_a_hexside_is_two_hexes_on_the_map(charge: EditorWindow) -> None:
    charge.tabs.setCurrentIndex(3)
    at: Path = ("stages", 0, "special", 0, "bridge_out", "between")
    written: list[object] = []
    naming = charge.rest_page.naming
    assert naming is not None
    side = naming.field(schema_at(naming.picks, at), at, "", written.append)
    side.show()
    QTest.mouseClick(side.button, LEFT)
    for hex_id in ("0404", "0403"):
        QTest.mouseClick(charge.canvas, LEFT, NONE, pixel(charge, hex_id).toPoint())
    QTest.keyClick(charge.canvas, Qt.Key.Key_Return)
    assert written == ["0403/0404"]
    assert charge.middle.currentWidget() is charge.rest_page
    side.close()


def test_a_range_of_hexes_is_each_of_them_on_the_map(charge: EditorWindow) -> None:
    assert charge.picks.each(["0403-0405", "0102"]) == ["0403", "0404", "0405", "0102"]
    assert charge.picks.each(["0403/0404"]) == ["0403", "0404"]
    assert charge.picks.each(["a0102"]) == ["a0102"]


def test_ids_are_made_of_names() -> None:
    assert fresh_id("The Old Guard", set()) == "the-old-guard"
    assert fresh_id("The Old Guard", {"the-old-guard"}) == "the-old-guard-2"
    assert fresh_id("Гвардия", {"new"}) == "new-2"

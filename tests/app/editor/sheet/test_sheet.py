"""The sheet under mouse and keys: what is pasted is looked at first, and only what is taken is written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox
from pytestqt.qtbot import QtBot

from grognard.app.editor import shelf
from grognard.app.editor.sheet.grid import Grid
from grognard.app.editor.sheet.shipped import CopyFrom
from grognard.app.editor.sheet.takein import TakeIn
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import CONTROL, FORCES, Hand, choose, click, settle, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def opened(game: str, scenario: str) -> Hand:
    known = registry[game]
    info = next(info for info in known.scenarios() if info.id == scenario)
    window = EditorWindow(Desk(known, shelf.copy_of(known, info, "A draft")))
    window.resize(1280, 720)
    window.show()
    hand = Hand(window)
    hand.page(FORCES)
    return hand


@pytest.fixture
def home(tmp_path: object, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


@pytest.fixture
def hand(home: None) -> Iterator[Hand]:
    made = opened("gmt", "windmill-hill")
    yield made
    made.window.close()


def sheet(hand: Hand) -> Grid:
    return hand.window.forces_page.grid


def units(hand: Hand) -> list[dict[str, Plain]]:
    page = hand.window.forces_page
    found = hand.window.desk.plain(page.model.file, page.model.path)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def pastes(hand: Hand, text: str, row: int = 0, column: str = "id") -> TakeIn | None:
    """Paste with the keys from a cell on; give the look at it that is offered, if one is."""
    grid = sheet(hand)
    at = [c[-1] for c in hand.window.forces_page.model.fields].index(column)
    grid.setCurrentIndex(grid.model().index(row, at))
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(grid, Qt.Key.Key_V, CONTROL)
    settle()
    open_ = [d for d in hand.window.findChildren(TakeIn) if d.isVisible()]
    return open_[-1] if open_ else None


def told(look: TakeIn, y: int, x: int) -> str:
    item = look.table.item(y, x)
    return item.text() if item is not None else ""


def column_of(look: TakeIn, head: str) -> int:
    """Return which column of the preview has a heading."""
    heads = [look.table.horizontalHeaderItem(x) for x in range(look.table.columnCount())]
    return next(x for x, item in enumerate(heads) if item is not None and head in item.text())


def test_a_sheet_with_headings_is_looked_at_and_taken_in_as_one_change(hand: Hand) -> None:
    first = units(hand)[0]
    before = hand.window.desk.documents[hand.window.forces_page.model.file].text
    kind, group = str(first["kind"]), str(first["group"])
    text = (
        "Id\tName\tShock\tMen\tMorale of the cook\n"
        f"{first['id']}\t\t11\tmany\tgood\n"
        f'\t"Guides, the\n1st"\t6\t"1.200"\t\n'
    )
    look = pastes(hand, text)
    assert look is not None
    words = look.head.text()
    assert "1 new unit" in words
    assert "1 cell changed" in words
    assert "1 cell cannot be read" in words
    assert "Morale of the cook" in words
    assert told(look, 0, 3).startswith("✗ many") or "✗ many" in [told(look, 0, x) for x in range(5)]
    assert hand.window.desk.documents[hand.window.forces_page.model.file].text == before
    click(look.take)
    after = units(hand)
    values = after[0]["values"]
    assert isinstance(values, dict)
    assert values["shock"] == "11"
    assert (after[0]["name"], after[0].get("men")) == (first["name"], first.get("men"))
    new = after[-1]
    assert (new["name"], new["men"], new["values"]) == ("Guides, the\n1st", "1200", {"shock": "6"})
    assert new["id"] == "guides-the-1st"
    assert (kind, group) == (after[0]["kind"], after[0]["group"])
    hand.window.undo()
    assert hand.window.desk.documents[hand.window.forces_page.model.file].text == before


def test_what_is_left_changes_nothing(hand: Hand) -> None:
    before = units(hand)
    look = pastes(hand, "Name\tMen\nNobody\t5")
    assert look is not None
    button = next(b for b in look.buttons.buttons() if b is not look.take)
    click(button)
    assert units(hand) == before


def test_a_filtered_view_keeps_what_is_not_seen(hand: Hand) -> None:
    page = hand.window.forces_page
    names = [str(row["name"]) for row in units(hand)]
    wanted = names[3]
    QTest.keyClicks(page.wanted, wanted)
    settle()
    seen = [
        sheet(hand).sorted_model().mapToSource(sheet(hand).model().index(y, 0)).row()
        for y in range(sheet(hand).model().rowCount())
    ]
    assert 3 in seen
    assert len(seen) < len(names)
    text = "\n".join(["701"] * len(seen))
    look = pastes(hand, text, column="men")
    if look is not None:
        click(look.take)
    assert [at for at, row in enumerate(units(hand)) if row.get("men") == "701"] == seen


def test_blank_cells_keep_or_empty_as_it_is_said(hand: Hand) -> None:
    first = units(hand)[0]
    assert first.get("men")
    text = f"Id\tMen\tFormation\n{first['id']}\t\tsomething else"
    look = pastes(hand, text)
    assert look is not None
    assert "emptied" not in look.head.text()
    QTest.mouseClick(look.empties, Qt.MouseButton.LeftButton, pos=look.empties.rect().center())
    look.empties.setChecked(True)
    assert "1 cell emptied" in look.head.text()
    click(look.take)
    assert "men" not in units(hand)[0]


def test_a_comma_that_could_mean_two_things_is_asked_about(home: None) -> None:
    hand = opened("risorgimento", "outposts")
    first = units(hand)[0]
    look = pastes(hand, f"Id\tStrength\n{first['id']}\t5,5")
    assert look is not None
    assert look.comma.isVisible()
    assert "5.5" in told(look, 0, column_of(look, "Strength"))
    choose(look.comma, False)
    assert "5, 5" in told(look, 0, column_of(look, "Strength"))
    click(look.take)
    assert units(hand)[0]["strength"] == ["5", "5"]
    look = pastes(hand, f"Id\tName\n{first['id']}\tNobody")
    assert look is not None
    assert not look.comma.isVisible()
    look.reject()
    hand.window.close()


def test_one_cell_that_cannot_be_is_refused_in_a_sentence(hand: Hand) -> None:
    before = units(hand)
    assert pastes(hand, "many", column="men") is None
    assert units(hand) == before
    assert hand.window.foot.text().startswith("Men cannot be 'many'")


def test_choices_drop_down_in_their_cell(hand: Hand) -> None:
    grid, model = sheet(hand), hand.window.forces_page.model
    at = model.fields.index(("group",))
    grid.setCurrentIndex(grid.model().index(0, at))
    grid.edit(grid.currentIndex())
    box = grid.viewport().findChild(QComboBox)
    assert box is not None
    assert len({box.itemText(i) for i in range(box.count())}) > 2
    assert not any("-" in box.itemText(i) for i in range(box.count()))
    words = next(box.itemText(i) for i in range(1, box.count()) if i != box.currentIndex())
    choose(box, words)
    QTest.keyClick(box, Qt.Key.Key_Return)
    settle()
    grid.setCurrentIndex(grid.model().index(1, 0))
    settle()
    assert grid.model().index(0, at).data() == words
    assert units(hand)[0]["group"] != words


def test_the_counter_stands_beside_its_row(hand: Hand) -> None:
    until(lambda: hand.window.view is not None)
    index = sheet(hand).model().index(0, 0)
    icon = index.data(Qt.ItemDataRole.DecorationRole)
    assert icon is not None
    assert not icon.isNull()


def test_units_are_copied_from_any_shipped_order_of_battle(hand: Hand) -> None:
    page = hand.window.forces_page
    before = {str(row["id"]) for row in units(hand)}
    click(page.other)
    asked = hand.window.findChild(CopyFrom)
    assert asked is not None
    assert asked.files.count() > 1
    other = next(
        i for i in range(asked.files.count()) if "russian" in asked.files.itemText(i).lower()
    )
    asked.files.setCurrentIndex(other)
    assert asked.list.count()
    asked.list.setCurrentRow(0)
    click(asked.take)
    after = units(hand)
    assert len(after) == len(before) + 1
    assert str(after[-1]["id"]) not in before
    until(lambda: hand.window._known == hand.window._edits)
    groups = hand.window.desk.plain(page.model.file, ("groups",))
    assert after[-1]["group"] in [row["id"] for row in groups]  # type: ignore[union-attr,index,call-overload]
    hand.window.undo()
    assert {str(row["id"]) for row in units(hand)} == before


def test_the_sheet_is_copied_out_with_its_headings(hand: Hand) -> None:
    click(hand.window.forces_page.out)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) >= len(units(hand)) + 1
    assert "Shock" in lines[0].split("\t")


def test_the_dialog_closes_by_esc(hand: Hand) -> None:
    look = pastes(hand, "Name\tMen\nNobody\t5")
    assert look is not None
    assert look.findChild(QDialogButtonBox) is not None
    QTest.keyClick(look, Qt.Key.Key_Escape)
    settle()
    assert not [d for d in hand.window.findChildren(TakeIn) if d.isVisible()]

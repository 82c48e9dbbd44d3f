"""Several pieces at once: chosen by box and Shift, one form, one menu, copied, brought into line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from grognard.app.editor import setting, shelf
from grognard.app.editor.placing import copying, several
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.play.game import registry
from tests.app.editor.window.hand import CONTROL, LEFT, SETUP, Hand, settle, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SHIFT = Qt.KeyboardModifier.ShiftModifier


def opened(game: str, scenario: str) -> Hand:
    """A hand on a copy of a scenario, with the set-up before it."""
    known = registry[game]
    info = next(info for info in known.scenarios() if info.id == scenario)
    window = EditorWindow(Desk(known, shelf.copy_of(known, info, "A draft")))
    window.resize(1280, 720)
    window.show()
    hand = Hand(window)
    hand.page(SETUP)
    until(lambda: window.view is not None)
    return hand


@pytest.fixture
def home(tmp_path: object, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))


@pytest.fixture
def hand(home: None) -> Iterator[Hand]:
    made = opened("gmt", "windmill-hill")
    yield made
    made.window.close()


def standing(hand: Hand) -> dict[str, str]:
    """The pieces of the set-up that stand in a hex, each with its own."""
    view = hand.canvas.view
    known = hand.setup.preview.pieces
    return {p.id: p.at for p in view.pieces if p.id in known and p.at} if view is not None else {}


def said(hand: Hand, uid: str, key: str) -> Plain:
    there = setting.standing(hand.setup.scenario, 0, uid)
    assert there is not None
    return there.row.get(key, "")


def apart(hand: Hand) -> list[str]:
    """Pieces that stand each in a hex of their own."""
    there = standing(hand)
    return [uid for uid, at in there.items() if [*there.values()].count(at) == 1]


def click(hand: Hand, uid: str, keys: Qt.KeyboardModifier) -> None:
    QTest.mouseClick(hand.canvas, LEFT, keys, hand.pixel(standing(hand)[uid]))
    settle()


def test_shift_chooses_more_and_one_form_is_for_all(hand: Hand) -> None:
    first, second, third = apart(hand)[:3]
    click(hand, first, Qt.KeyboardModifier.NoModifier)
    click(hand, second, SHIFT)
    click(hand, third, SHIFT)
    click(hand, third, SHIFT)
    assert hand.setup.chosen == (first, second)
    assert hand.setup.who.text() == "2 pieces"
    hand.setup.desk.change(
        "turned",
        hand.window.desk.scenario,
        setting.say(hand.setup.scenario, 0, first, "facing", "1"),
    )
    hand.setup.desk.change(
        "turned",
        hand.window.desk.scenario,
        setting.say(hand.setup.scenario, 0, second, "facing", "4"),
    )
    before = hand.window.desk.documents[hand.window.desk.scenario].text
    QTest.keyClick(hand.canvas, Qt.Key.Key_E)
    assert [said(hand, uid, "facing") for uid in (first, second)] == ["2", "5"]
    hand.window.undo()
    assert hand.window.desk.documents[hand.window.desk.scenario].text == before
    QTest.keyClick(hand.canvas, Qt.Key.Key_Delete)
    left = setting.placed(hand.setup.scenario, 0)
    assert not {first, second} & {*left}


def test_a_box_chooses_and_where_pieces_differ_the_form_says_various(hand: Hand) -> None:
    canvas = hand.canvas
    QTest.mousePress(canvas, LEFT, pos=QPoint(2, 2))
    hand.moves(canvas.rect().center().toPointF(), LEFT)
    hand.moves((canvas.rect().bottomRight() - QPoint(2, 2)).toPointF(), LEFT)
    QTest.mouseRelease(canvas, LEFT, pos=canvas.rect().bottomRight() - QPoint(2, 2))
    settle()
    assert {*hand.setup.chosen} == {*standing(hand)}
    value = hand.setup.how.value
    assert value is not None
    assert value.placeholderText() == "various"


def test_chosen_pieces_are_dragged_together_and_none_leaves_the_map(hand: Hand) -> None:
    there = standing(hand)
    first, second = apart(hand)[:2]
    grid = hand.map.grid
    assert grid is not None
    hand.setup.look_at_all([first, second])
    (x, y), (u, v) = grid.centre(there[first]), grid.centre(there[second])
    to = next(
        at
        for at in grid.adjacent(there[first])
        if grid.hex_at(grid.centre(at)[0] + u - x, grid.centre(at)[1] + v - y)
    )
    (a, b) = grid.centre(to)
    hand.setup._dragged(first, to)
    assert said(hand, first, "at") == to
    assert said(hand, second, "at") == grid.hex_at(a + u - x, b + v - y)


def test_the_menu_names_what_can_be_done_and_puts_into_a_group(hand: Hand) -> None:
    first, second = apart(hand)[:2]
    hand.setup.look_at_all([first, second])
    menu = hand.setup.menu(standing(hand)[first])
    words = [action.text() for action in menu.actions() if action.text()]
    assert words[:2] == ["Turn to the left", "Turn to the right"]
    assert {"Put in a group", "Copy", "Paste here", "Delete"} <= {*words}
    inner = next(a.menu() for a in menu.actions() if a.text() == "Put in a group")
    assert isinstance(inner, QMenu)
    inner.actions()[0].trigger()
    assert said(hand, first, "command") == said(hand, second, "command") != ""


def test_copies_become_new_units_or_those_that_stand_nowhere(hand: Hand) -> None:
    uid = apart(hand)[0]
    hand.setup.look_at(uid)
    QTest.keyClick(hand.canvas, Qt.Key.Key_C, CONTROL)
    hand.setup.paste(standing(hand)[uid])
    new = f"{uid}-2"
    assert hand.setup.chosen == (new,)
    assert said(hand, new, "at") == standing(hand)[uid]
    until(lambda: new in hand.setup.preview.pieces)
    assert hand.setup.preview.names[new] != hand.setup.preview.names[uid]
    hand.window.undo()
    hand.setup.look_at(uid)
    hand.setup.take_off(uid)
    hand.setup.paste("")
    assert said(hand, uid, "at")
    assert new not in setting.placed(hand.setup.scenario, 0)


def test_what_cannot_be_copied_is_not_left_out_without_a_word(hand: Hand, home: None) -> None:
    told: list[str] = []
    hand.setup.told.connect(told.append)
    uid = apart(hand)[0]
    hand.setup.chosen = (uid, "nobody")
    hand.setup.copy()
    hand.setup.chosen = ("nobody",)
    hand.setup.copy()
    why = "Only units of an order of battle that stand in the set-up can be copied."
    assert told[-2:] == [f"1 piece copied. {why}", why]


def test_pieces_are_pasted_into_another_scenario(hand: Hand, home: None) -> None:
    uid = apart(hand)[0]
    hand.setup.look_at(uid)
    hand.setup.copy()
    other = opened("gmt", "charge")
    at = next(iter(other.canvas.spaces.spaces)) if other.canvas.spaces is not None else ""
    other.setup.paste(at)
    assert other.setup.chosen
    new = other.setup.chosen[0]
    until(lambda: new in other.setup.preview.pieces)
    assert said(other, new, "at") == at
    assert other.setup.preview.sides[new] == hand.setup.preview.sides[uid]
    other.window.close()


def test_what_is_of_another_game_or_broken_is_not_pasted() -> None:
    assert copying.unpacked("gmt", b'{"game": "eagle", "pieces": []}') == []
    assert copying.unpacked("gmt", b"[" * 5000) == []
    assert copying.unpacked("gmt", b'{"game": "gmt", "pieces": [{"id": 3}]}') == []
    assert copying.unpacked("gmt", b'{"game": "gmt", "pieces": 5}') == []


def test_bases_are_brought_into_line_at_like_distances(home: None) -> None:
    hand = opened("risorgimento", "hamlet-of-bruna")
    three = [
        uid for uid in hand.setup.preview.pieces if several.poses(hand.setup.scenario, 0, [uid])
    ][:3]
    assert len(three) == 3
    hand.setup.look_at_all(three)
    hand.setup.line_up(lambda at: several.aligned(at, 1))
    assert len({y for _, y in several.poses(hand.setup.scenario, 0, three).values()}) == 1
    hand.setup.line_up(several.spread)
    east = sorted(x for x, _ in several.poses(hand.setup.scenario, 0, three).values())
    assert east[1] - east[0] == pytest.approx(east[2] - east[1], abs=0.11)
    hand.window.close()

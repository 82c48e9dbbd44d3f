"""A player's set-up of blocks, clicked and dragged through in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import thread_time

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.table.blocks import Hand, begun, window

BLOCK, OTHER = "ru-ii-4-eugen", "ru-ii-17-olsufiev"
AUTO = "Place all the others"


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    with window(qapp, tmp_path, monkeypatch) as made:
        made_hand = Hand(made, begun("shevardino"), qtbot)
        made_hand.lift()
        yield made_hand


def placed(hand: Hand) -> list[object]:
    return [row.choice for row in hand.session.choices]


def test_blocks_go_from_the_tray_to_the_map_and_back(hand: Hand) -> None:
    assert hand.page.tray.isVisible()
    held = hand.gesture().in_hand()
    assert {BLOCK, OTHER} <= set(held)
    hand.click_in_tray(BLOCK)
    assert hand.gesture().piece == BLOCK
    legal = set(hand.gesture().marks().legal)
    assert legal == set(hand.canvas.marks.legal)
    hand.click_area("mas")
    assert placed(hand) == []
    hand.click_area("mas")
    assert placed(hand) == [{"piece": BLOCK, "at": "mas"}]
    hand.drag_from_tray(OTHER, "maw")
    assert hand.place_of(OTHER) == "maw"
    hand.drag(OTHER, "mas")
    assert hand.place_of(OTHER) == "mas"
    hand.drag_to_tray(OTHER)
    assert hand.place_of(OTHER) is None
    assert OTHER in hand.gesture().in_hand()
    assert [row.kind for row in hand.session.choices] == ["set_up"] * 4


def test_an_area_out_of_the_zone_refuses_under_the_mouse(hand: Hand) -> None:
    hand.click_in_tray(BLOCK)
    spot = hand.area_spot("yel")
    hand.qtbot.mouseMove(hand.canvas, spot)
    assert "9.1.russian" in hand.page.prompt.reason.text()
    hand.drag_from_tray(BLOCK, "yel")
    assert placed(hand) == []
    assert hand.page.prompt.reason.text()


def test_done_is_offered_only_when_all_stand(hand: Hand) -> None:
    assert not hand.page.prompt.done.isVisibleTo(hand.page)
    hand.press(AUTO)
    assert hand.gesture().in_hand() == []
    assert hand.page.tray.isVisible()
    hand.done()
    assert hand.page.curtain.isVisible()
    assert not hand.page.tray.isVisible()
    assert hand.session.ask.seat == "french"


def test_a_placing_can_be_undone(hand: Hand) -> None:
    hand.click_in_tray(BLOCK)
    hand.click_area("mas")
    hand.click_area("mas")
    assert len(placed(hand)) == 1
    hand.page.undo()
    assert BLOCK in hand.gesture().in_hand()
    assert hand.page.tray.pieces.box_of(BLOCK).isValid()


def test_several_hundred_choices_answer_at_once(hand: Hand) -> None:
    gesture = hand.gesture()
    assert len(gesture.all) > 300
    times = []
    for block in gesture.in_hand()[:12]:
        began = thread_time()
        hand.page.hand.take_from_tray(block)
        times.append(thread_time() - began)
        assert hand.gesture().piece == block
    assert sorted(times)[len(times) // 2] < 0.05

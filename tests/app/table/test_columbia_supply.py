"""A supply phase of both sides, clicked through in the window, with the line of a block drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.table.blocks import Hand, begun, window

FRENCH, CUT = "i-2-friant", "i-3-gerard"
RUSSIAN = "ru-ii-4-eugen"
BARRIER = {
    "ru-ii-17-olsufiev": "log",
    "ru-1cc-uvarov": "bor",
    "dokhturov": "kas",
    "barclay": "osc",
}
"""Russians on every road between the French in the east and their sources."""


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    session = begun(
        "borodino",
        "5",
        only="yes",
        first="french",
        phase="supply",
        turn=7,
        place=[
            {"unit": FRENCH, "at": "val", "step": 2},
            {"unit": CUT, "at": "ose", "step": 1},
            {"unit": "napoleon", "at": "val"},
            {"unit": "davout", "at": "fom", "step": 1},
            {"unit": RUSSIAN, "at": "tat", "step": 2},
            {"unit": "kutuzov", "at": "tat"},
            *({"unit": uid, "at": at} for uid, at in BARRIER.items()),
        ],
    )
    with window(qapp, tmp_path, monkeypatch) as made:
        yield Hand(made, session, qtbot)


def test_supply_points_are_spent_with_the_mouse(hand: Hand) -> None:
    spent: dict[str, int] = {}
    for _ in range(60):
        hand.sit()
        ask = hand.session.ask
        if ask is None or not ask.kind.startswith("supply"):
            break
        side, gesture = ask.seat, hand.gesture()
        blocks = [c for c in gesture.all if c != "pass"]
        if not blocks:
            hand.done()
            continue
        block = blocks[0]
        before = hand.session.table.state.blocks[block].step
        assert block in hand.canvas.marks.legal
        hand.click_block(block)
        assert hand.session.table.state.blocks[block].step == before  # it is only marked
        count = len(hand.session.choices)
        hand.click_block(block)
        assert hand.session.choices[count].choice == block  # what then decides nothing is passed
        assert hand.session.table.state.blocks[block].step == before - 1
        spent[side] = spent.get(side, 0) + 1
    assert spent.keys() == {"french", "russian"}
    assert set(hand.kinds()) >= {"supply_spend"}


def test_a_block_out_of_supply_says_so_under_the_mouse(hand: Hand) -> None:
    hand.sit()
    while hand.session.ask.seat != "french":
        hand.done()
        hand.sit()
    assert CUT not in [c for c in hand.gesture().all if c != "pass"]
    hand.qtbot.mouseMove(hand.canvas, hand.block_spot(CUT))
    assert "rule:7.3" in hand.page.prompt.reason.text()


def test_the_line_of_a_block_is_drawn_and_what_cuts_it_named(hand: Hand) -> None:
    hand.sit()
    while hand.session.ask.seat != "french":
        hand.done()
        hand.sit()
    overlays = hand.page.overlays
    overlays.switch("supply", on=True)
    overlays.point(FRENCH, "val")
    line = next(o for o in hand.canvas.overlays if o.kind == "line")
    assert len(line.points) >= 2
    assert overlays.answers["supply"].value["supplied"] is True
    overlays.point(CUT, "ose")
    answer = overlays.answers["supply"].value
    assert answer["supplied"] is False
    assert answer["cut_at"]
    assert set(answer["cut_at"]) <= set(BARRIER.values())
    hand.page.model.inspect(CUT)
    assert "out of supply" in hand.page.inspector.toPlainText()
    overlays.point(RUSSIAN, "tat")
    assert "supply" not in overlays.answers

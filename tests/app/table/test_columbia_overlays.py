"""Questions of the block game drawn on the map: limits, command, odds that never hold up the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import thread_time

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.table.panels.words import RECKONING
from tests.app.table.blocks import Hand, begun, window

HQ, NEAR, FAR = "davout", "i-2-friant", "i-5-compans"


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    session = begun(
        "borodino",
        "2",
        only="yes",
        first="french",
        active="french",
        phase="move",
        place=[
            {"unit": HQ, "at": "she", "state": ["active"]},
            {"unit": NEAR, "at": "kas"},
            {"unit": FAR, "at": "gry"},
            {"unit": ["bagration", "ru-viii-27-neverovsky"], "at": "fle"},
            {"unit": "kutuzov", "at": "tat"},
            {"unit": "napoleon", "at": "val"},
        ],
    )
    with window(qapp, tmp_path, monkeypatch) as made:
        made_hand = Hand(made, session, qtbot)
        made_hand.sit()
        yield made_hand


def hold(hand: Hand, kind: QEvent.Type) -> None:
    event = QKeyEvent(kind, Qt.Key.Key_B, Qt.KeyboardModifier.NoModifier, "b")
    QApplication.sendEvent(hand.canvas, event)


def test_all_limits_are_seen_while_the_key_is_held(hand: Hand) -> None:
    assert not hand.canvas.overlays
    hold(hand, QEvent.Type.KeyPress)
    labels = next(o for o in hand.canvas.overlays if o.kind == "labels")
    assert len(labels.labels) == len(labels.points) > 100
    assert any(o.kind == "hexsides" for o in hand.canvas.overlays)
    hold(hand, QEvent.Type.KeyRelease)
    assert not hand.canvas.overlays


def test_a_border_under_the_mouse_tells_its_limits(hand: Hand) -> None:
    border = hand.session.setup.ground.map.borders["gor|sto"]
    a, b = border.line[len(border.line) // 2 - 1 : len(border.line) // 2 + 1]
    middle = QPointF((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    hand.canvas.centre_on(middle)
    hand.qtbot.mouseMove(hand.canvas, hand.canvas.camera.to_screen(middle).toPoint())
    words = hand.page.hands.tips.border
    assert "Gorki - Stonets" in words
    assert "3.33 Several crossings on one border" in words.replace("\N{NO-BREAK SPACE}", " ")
    hand.qtbot.mouseMove(hand.canvas, hand.area_spot("gor"))
    assert hand.page.hands.tips.border == ""


def test_a_clicked_hq_shows_its_range_and_whom_it_reaches(hand: Hand) -> None:
    hand.click_block(HQ)
    spaces = next(o for o in hand.canvas.overlays if o.kind == "spaces")
    rings = next(o for o in hand.canvas.overlays if o.kind == "pieces")
    assert {"she", "kas"} <= set(spaces.spaces)
    assert NEAR in rings.spaces
    assert FAR not in rings.spaces
    hand.page.model.inspect(HQ)
    assert "command range" in hand.page.inspector.toPlainText()


def test_a_move_is_clicked_and_a_place_out_of_reach_refuses(hand: Hand) -> None:
    hand.click_block(NEAR)
    assert hand.gesture().piece == NEAR
    hand.qtbot.mouseMove(hand.canvas, hand.area_spot("rom"))
    assert "5.41.rate" in hand.page.prompt.reason.text()
    hand.drag(NEAR, "kam")
    assert hand.place_of(NEAR) == "kam"
    hand.page.undo()
    assert hand.place_of(NEAR) == "kas"


def test_sampled_odds_come_later_and_say_how_often_they_were_sampled(hand: Hand) -> None:
    hand.click_block(NEAR)
    attack = next(c for c in hand.gesture().candidates() if c["at"] == "fle")
    began = thread_time()
    hand.page.hands.hover("", "fle")
    hand.page.prompt._want_odds()
    assert thread_time() - began < 0.1
    details = hand.page.prompt.details
    assert "Odds" not in details.text()
    hand.qtbot.waitUntil(lambda: "Odds (sampled" in details.text())
    hand.page.prompt._link(RECKONING)
    assert "counting every roll" in details.text()
    assert hand.gesture().hover(["fle"]) == attack


def test_a_slow_question_is_answered_when_it_is_ready(hand: Hand) -> None:
    hand.page.overlays.switch("battle_odds", on=True)
    hand.page.overlays.point(NEAR, "fle")
    assert "battle_odds" not in hand.page.overlays.answers
    hand.qtbot.waitUntil(lambda: "battle_odds" in hand.page.overlays.answers)
    hand.page.overlays.point(NEAR, "kas")
    assert "battle_odds" not in hand.page.overlays.answers


@pytest.mark.parametrize(
    ("area", "words", "rules"),
    [
        ("fle", ("Redoubt: Russians who defend here have D2",), ("3.2.redoubt", "6.51.who")),
        (
            "gor",
            ("Slope down into Kolocha Bend and Stonets: crossing limit 2, bombardment +1",),
            ("3.2.slope",),
        ),
        ("sto", ("Slope up into Gorki: crossing limit 1, bombardment -1",), ("3.2.slope",)),
        ("grd", ("Redoubt:", "Slope both ways at Borodino"), ("3.2.redoubt", "3.2.slope")),
    ],
)
def test_the_inspector_names_redoubts_and_slopes_with_effect_and_rule(
    hand: Hand, area: str, words: tuple[str, ...], rules: tuple[str, ...]
) -> None:
    hand.page.go_to(area)
    shown, html = hand.page.inspector.toPlainText(), hand.page.inspector.toHtml()
    for phrase in words:
        assert phrase in shown
    for rule in rules:
        assert f"rule:{rule}" in html


def test_the_name_of_a_redoubt_carries_its_sign_clear_of_the_blocks(hand: Hand) -> None:
    hand.canvas.fit()
    hand.canvas._refine()
    hand.canvas.grab()
    names = hand.canvas.place_names
    marked = {n for n in names.names if n.spots and n.sign}
    redoubts = [s for s in hand.page.model.board.spaces if "redoubt" in s.tags]
    assert len(marked) == len(redoubts) == 5
    scale = hand.canvas.camera.scale
    for name, tall, x, y in names._spots:
        half = (name.box.width() * tall / 200 / scale, name.box.height() * tall / 200 / scale)
        for item in hand.canvas._placed if name in marked else ():
            apart = (abs(item.x - x) - item.width / 2, abs(item.y - y) - item.height / 2)
            assert apart[0] > half[0] or apart[1] > half[1]


def test_the_range_of_an_hq_that_was_clicked_goes_with_the_turn(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood on the map for the rest of the game, whoever was active."""
    overlays = hand.page.overlays
    overlays.point(HQ, "she")
    assert overlays.about["piece"] == HQ
    overlays.refresh()
    assert overlays.drawn()
    monkeypatch.setattr(type(hand.page.model.game), "turn_now", lambda *_: "the next")
    overlays.refresh()
    assert overlays.about == {}
    assert not overlays.answers


def test_the_range_of_an_hq_goes_with_the_phase(hand: Hand) -> None:
    """Left over at the stragglers it hid the rings of those who were asked about."""
    hand.click_block(HQ)
    overlays = hand.page.overlays
    assert overlays.about["piece"] == HQ
    phase = hand.page.model.view.phase
    hand.page.model.choose("pass")
    assert hand.page.model.view.phase != phase
    overlays.refresh()
    assert overlays.about == {}
    assert not overlays.answers

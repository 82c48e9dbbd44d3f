"""A whole battle with reserves, squares and shelter on the battle board, fought with the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.play.session import Session
from tests.app.table.blocks import Hand, begun, window

AT = "pss"
FRENCH = ("iii-11-razout", "cav-1-nansouty", "iii-light-artillery")
RUSSIAN = ("ru-ii-17-olsufiev", "ru-1cc-uvarov")
LATE = "ru-ii-4-eugen"


def battle() -> Session:
    """A battle about to be fought in which a Russian block comes too late for round 1."""
    return begun(
        "borodino",
        "3",
        only="yes",
        first="french",
        phase="battle",
        place=[
            {"unit": [*FRENCH], "at": AT},
            {"unit": [*RUSSIAN], "at": AT},
            {"unit": LATE, "at": AT},
            {"unit": "kutuzov", "at": "tat"},
            {"unit": "napoleon", "at": "val"},
        ],
        entries=[
            *({"unit": uid, "border": "pss|see"} for uid in FRENCH),
            {"unit": LATE, "border": "pse|pss", "round": 2},
        ],
    )


@pytest.fixture
def shown(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with window(qapp, tmp_path, monkeypatch) as made:
        yield made


def rows(hand: Hand) -> list[tuple[str, ...]]:
    """The rows of both sides."""
    fight = hand.page.battle.cloth.fight
    return [row.pieces for side in fight.sides for row in side.rows]


def cells(hand: Hand) -> list[str]:
    return [cell.piece.id for cell in hand.page.battle.cloth.plan.cells]


def answer(hand: Hand) -> None:
    """Fight on: squares against cavalry, a sheltered gun, fire, hits on the first."""
    hand.sit()
    ask = hand.session.ask
    gesture = hand.gesture()
    if ask.kind == "square":
        squares = hand.session.table.state.battle.squares
        assert gesture.picked == [uid for uid in gesture.items if uid in squares]
        if gesture.items[0] not in gesture.picked:
            hand.click_fighter(gesture.items[0])
        assert gesture.items[0] in gesture.picked
        hand.done()
    elif ask.kind == "battle_turn":
        fire = next((c for c in gesture.all if c["do"] == "fire"), gesture.all[0])
        hand.click_fighter(fire["piece"])
        hand.press(gesture.label(fire))
    elif ask.kind in ("shelter", "hit"):
        hand.click_fighter(next(c for c in gesture.all if c != "pass"))
    else:
        hand.page.model.choose(next(iter(ask.choices)))


def test_a_battle_from_the_first_round_to_the_last(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, battle(), qtbot)
    hand.sit()
    board = hand.page.battle
    seen: set[str] = set()
    rounds: set[int] = set()
    waited = arrived = False
    for _ in range(200):
        fight = hand.page.model.view.engagement
        if hand.session.table.state.battle is None:
            break
        hand.sit()
        fight = hand.page.model.view.engagement
        assert board.isVisible()
        assert board.cloth.fight == fight
        rounds.add(fight.round)
        waiting = [name for side in fight.sides for name in side.waiting]
        if fight.round == 0 and hand.page.model.viewer != "russian" and waiting:
            waited = True
            assert LATE not in cells(hand)
            assert all(name in cells(hand) for name in waiting)
        arrived |= any(LATE in row for row in rows(hand))
        seen |= {badge for p in hand.page.model.view.pieces for badge in p.badges}
        if board.cloth.rolls:
            assert len(board.cloth.plan.dice) == len(board.cloth.rolls)
        answer(hand)
    assert waited
    assert arrived
    assert {0, 1} <= rounds
    assert {"square", "battle_turn"} <= set(hand.kinds())
    assert "square" in seen
    hand.sit()
    assert not board.isVisible()


def test_the_board_marks_who_acts_and_can_be_moved_and_folded(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, battle(), qtbot)
    while hand.session.ask.kind != "battle_turn":
        answer(hand)
    hand.sit()
    board = hand.page.battle
    acting = {cell.piece.id for cell in board.cloth.plan.cells if cell.turn}
    assert acting == set(hand.page.model.view.engagement.turn) & set(cells(hand))
    assert acting <= set(board.cloth.legal)
    before = board.pos()
    qtbot.mousePress(board.title, Qt.MouseButton.LeftButton, pos=QPoint(20, 6))
    qtbot.mouseMove(board.title, QPoint(-80, 66))
    QTest.mouseRelease(board.title, Qt.MouseButton.LeftButton)
    board.move(before - QPoint(80, -60))
    hand.page.following.refresh()
    assert board.pos() == before - QPoint(80, -60)
    tall = board.height()
    qtbot.mouseClick(board.fold, Qt.MouseButton.LeftButton)
    assert board.height() < tall
    qtbot.mouseClick(board.fold, Qt.MouseButton.LeftButton)
    assert board.height() == tall


def test_where_a_block_may_retreat_is_marked_on_the_map(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, battle(), qtbot)
    while not any(
        c.get("do") == "retreat" for c in getattr(hand.gesture(), "all", []) if isinstance(c, dict)
    ):
        answer(hand)
        hand.sit()
    ways = {c["at"] for c in hand.gesture().all if c.get("do") == "retreat"}
    assert ways <= set(hand.canvas.marks.legal)
    who, to = next((c["piece"], c["at"]) for c in hand.gesture().all if c.get("do") == "retreat")
    hand.click_fighter(who)
    hand.press(hand.gesture().label({"piece": who, "do": "retreat", "at": to}))
    assert hand.session.table.state.blocks[who].at == to


def test_the_odds_of_a_fire_are_exact_and_said_to_be(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, battle(), qtbot)
    while hand.session.ask.kind != "battle_turn":
        answer(hand)
    hand.sit()
    fire = next(c for c in hand.gesture().all if c["do"] == "fire")
    hand.page.prompt.show_choice(fire)
    details = hand.page.prompt.details
    qtbot.waitUntil(lambda: "Odds (exact)" in details.text())
    assert "6.5.roll" in details.text()


def test_a_block_that_loses_a_step_turns_by_a_quarter(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    with window(qapp, tmp_path, monkeypatch, animation="quick") as made:
        hand = Hand(made, battle(), qtbot)
        hand.canvas.set_animation("quick")
        for _ in range(60):
            answer(hand)
            hand.sit()
            if hand.canvas.turning.changes:
                break
        name, (was, now) = next(iter(hand.canvas.turning.changes.items()))
        assert now == was - 1
        assert 0 < hand.canvas.turning.leans()[name] <= 90
        assert hand.page.battle.cloth.changes
        qtbot.waitUntil(lambda: not hand.canvas.turning.changes)
        assert hand.canvas.turning.leans() == {}


def test_with_animation_off_nothing_turns(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, battle(), qtbot)
    for _ in range(25):
        if hand.session.table.state.battle is None:
            break
        answer(hand)
        hand.sit()
        assert not hand.canvas.turning.changes

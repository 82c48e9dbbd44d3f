"""Order counters lie below the board: a side is clicked, or dragged onto the group that is asked about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.model.model import TableModel
from grognard.app.table.panels.cardhand import CardHand
from grognard.app.table.panels.tokens import side_boxes
from grognard.engines.eagle.command.pool import initiative
from grognard.engines.eagle.state import ORDERS
from tests.app.table.panels.test_cardhand import played_to, seated, window

__all__ = ["window"]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def table(window: Window) -> tuple[TableModel, CardHand]:
    seated(window, played_to("first_order"))
    assert window.table is not None
    return window.table.model, window.table.cards


def spot(hand: CardHand, counter: str, order: str) -> QPoint:
    card = next(one for one in hand.cards if one.id == counter and one.sides)
    parts = {name: part for part, name in side_boxes(hand.box_of(counter), card)}
    return parts[order].center()


def counter_of(model: TableModel, group: str) -> tuple[str, str]:
    holds = model.session.table.state.groups[group]
    return holds.counter, holds.order


def asked_group(model: TableModel) -> str:
    assert model.gesture is not None
    units = set(model.gesture.ask.subject)
    return next(gid for gid, g in model.session.setup.groups.items() if set(g.units) == units)


def test_the_counters_drawn_lie_open_with_their_numbers(table: tuple[TableModel, CardHand]) -> None:
    model, hand = table
    side = model.session.setup.side_of(model.view.seat)
    laid = [card for card in hand.cards if card.sides]
    assert [card.id for card in laid] == sorted(model.session.table.state.drawn[side], key=int)
    for card in laid:
        numbers = [str(number) for _, _, number in card.sides]
        assert numbers == [str(initiative(card.id, order)) for order in ORDERS]


def test_nobody_else_sees_them(table: tuple[TableModel, CardHand]) -> None:
    """[command.first_turn.assign] Counters are given out in secret."""
    model, _ = table
    for seat in (None, *(s.id for s in model.seats if s.id != model.view.seat)):
        cards = model.session.view(seat).cards
        mine = model.session.setup.side_of(model.view.seat)
        assert not [card for card in cards if card.sides and card.owner == mine]


def test_a_side_is_given_by_a_second_click(
    table: tuple[TableModel, CardHand], qtbot: QtBot
) -> None:
    model, hand = table
    group, counter = asked_group(model), next(card.id for card in hand.cards if card.sides)
    qtbot.mouseClick(hand, LEFT, pos=spot(hand, counter, "attack"))
    assert counter_of(model, group)[0] == ""
    qtbot.mouseClick(hand, LEFT, pos=spot(hand, counter, "attack"))
    assert counter_of(model, group) == (counter, "attack")


def test_a_side_that_may_not_be_given_says_why(
    table: tuple[TableModel, CardHand], qtbot: QtBot
) -> None:
    """The teaching battle says with which order each group begins."""
    model, hand = table
    counter = next(card.id for card in hand.cards if card.sides)
    qtbot.mouseClick(hand, LEFT, pos=spot(hand, counter, "defend"))
    assert model.refused is not None
    assert model.refused.rule == "command.first_turn.assign"


def drag_onto(window: Window, hand: CardHand, counter: str, order: str, piece: str) -> None:
    assert window.table is not None
    canvas = window.table.canvas
    start = spot(hand, counter, order)
    item = canvas._by_id[piece]
    there = canvas.mapToGlobal(canvas.camera.to_screen(QPointF(item.x, item.y)).toPoint())
    QTest.mousePress(hand, LEFT, NONE, start)
    for part in (0.2, 1.0):
        QTest.mouseMove(hand, start + (hand.mapFromGlobal(there) - start) * part)
    QTest.mouseRelease(hand, LEFT, NONE, hand.mapFromGlobal(there))


def test_a_counter_is_dragged_onto_its_group(
    window: Window, table: tuple[TableModel, CardHand]
) -> None:
    model, hand = table
    group, counter = asked_group(model), [card.id for card in hand.cards if card.sides][-1]
    assert model.gesture is not None
    drag_onto(window, hand, counter, "attack", model.gesture.ask.subject[0])
    assert counter_of(model, group) == (counter, "attack")
    assert counter not in [card.id for card in hand.cards if card.sides]


def test_another_group_is_not_given_it_and_says_why(
    window: Window, table: tuple[TableModel, CardHand]
) -> None:
    model, hand = table
    group, counter = asked_group(model), next(card.id for card in hand.cards if card.sides)
    assert model.gesture is not None
    ask = model.gesture.ask
    side = model.session.setup.units[ask.subject[0]].side
    other = next(
        piece.id
        for piece in model.view.pieces
        if piece.side != side and piece.at and piece.id in model.session.setup.units
    )
    drag_onto(window, hand, counter, "attack", other)
    assert model.gesture.ask is ask
    assert counter_of(model, group)[0] == ""


def test_a_counter_that_is_carried_goes_when_the_curtain_falls(
    table: tuple[TableModel, CardHand],
) -> None:
    """[command.first_turn.assign] What a side gives out is secret: it does not hang over the curtain."""
    _, hand = table
    counter = next(card.id for card in hand.cards if card.sides)
    start = spot(hand, counter, "attack")
    QTest.mousePress(hand, LEFT, NONE, start)
    QTest.mouseMove(hand, start + QPoint(0, -60))
    assert hand._carried is not None
    hand.hide()
    assert hand._carried is None

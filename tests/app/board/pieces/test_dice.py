"""Dice lie on the board beside the fight that they were cast for."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from app.board.canvas import BoardCanvas
from app.board.pieces.dice import A_ROW, TUMBLES, Cast
from app.table.panels.dice import cast_in
from engines.core.data.text import verbatim
from engines.core.show.explain import LogEntry, Roll
from tests.app.board import sample

ROLL = Roll("blue", "8.1", "fire", "gun>0504", 10, 7, first=0)


def line(roll: Roll, where: tuple[str, ...] = (), pieces: tuple[str, ...] = ()) -> LogEntry:
    return LogEntry("roll", verbatim("a die"), where=where, pieces=pieces, roll=roll)


def test_each_seat_has_its_dice_and_a_card_is_none() -> None:
    lines = [
        line(ROLL, where=("0504",)),
        line(replace(ROLL, seat="red"), pieces=("guard",)),
        line(ROLL),
        line(replace(ROLL, first=None)),
    ]
    assert cast_in(lines, ["blue", "red"]) == [
        Cast("0504", 7, 10, "light"),
        Cast("guard", 7, 10, "dark"),
        Cast("gun>0504", 7, 10, "light"),
    ]


def test_dice_lie_beside_their_fight_and_not_on_the_pieces_in_it(canvas: BoardCanvas) -> None:
    piece = canvas._placed[-1]
    canvas.set_dice(
        [Cast(piece.piece.id, n, 6) for n in range(A_ROW + 2)] + [Cast("gun>2010", 3, 10)]
    )
    canvas.grab()
    boxes = canvas.dice.boxes(canvas.camera, canvas._around)
    assert len(boxes) == A_ROW + 3
    at = canvas.camera.to_screen(QPointF(piece.x, piece.y))
    half = piece.width * canvas.camera.scale / 2
    for _, box in boxes[:-1]:
        assert box.left() > at.x() + half
        assert box.left() < at.x() + half + 200
        assert abs(box.center().y() - at.y()) < half + 100
    assert not any(
        one.intersects(other) for n, (_, one) in enumerate(boxes) for _, other in boxes[:n]
    )
    there = canvas.camera.to_screen(QPointF(*sample.GRID.centre("2010")))
    assert abs(boxes[-1][1].center().x() - there.x()) < 60
    plain = canvas.grab().toImage()
    canvas.set_dice([])
    assert canvas.grab().toImage() != plain


def test_dice_roll_a_quarter_of_a_second_and_stay(qtbot: QtBot, canvas: BoardCanvas) -> None:
    canvas.set_animation("quick")
    faces = []
    canvas.dice.moved.connect(lambda: faces.append(canvas.dice._left))
    canvas.set_dice([Cast("2010", 3, 10)])
    qtbot.waitUntil(lambda: faces[-1] == 0)
    assert faces == list(range(TUMBLES, -1, -1))
    canvas.set_dice([Cast("2010", 3, 10)])
    assert len(faces) == TUMBLES + 1  # the same dice are not cast again


def test_nothing_of_dice_is_seen_behind_the_curtain(canvas: BoardCanvas) -> None:
    canvas.set_hidden(True)
    bare = canvas.grab().toImage()
    canvas.set_dice([Cast("2010", 3, 10)])
    assert canvas.grab().toImage() == bare

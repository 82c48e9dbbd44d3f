"""Dice lie on the board beside the fight that they were cast for."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.pieces.dice import A_ROW, TUMBLES, Cast
from grognard.app.table.panels.dice import cast_in
from grognard.engines.core.data.text import verbatim
from grognard.engines.core.show.explain import LogEntry, Roll
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


def test_dice_cover_no_piece_where_there_is_room_beside(canvas: BoardCanvas) -> None:
    """Of the places beside a thing the first that is bare is taken."""
    taken = QRectF(500, 0, 1000, 1000)  # all that lies to the right is full of pieces
    canvas.set_dice([Cast("2010", 3, 10), Cast("2010", 4, 10)])
    plain = canvas.dice.boxes(canvas.camera, lambda _name: QRectF(0, 0, 1, 1))
    assert plain
    camera = canvas.camera
    spot = QRectF(camera.to_board(QPointF(470, 300)), camera.to_board(QPointF(499, 330)))

    def free(box: QRectF) -> bool:
        return not box.intersects(taken)

    boxes = canvas.dice.boxes(camera, lambda _name: spot, 1.0, free)
    assert all(free(box) for _, box in boxes)
    thing = camera.transform().mapRect(spot)
    assert not any(box.intersects(thing) for _, box in boxes)


def test_the_dice_before_fade_and_then_go(canvas: BoardCanvas) -> None:
    first, second = Cast("2010", 3, 10), Cast("0504", 4, 10)
    canvas.set_dice([first])
    canvas.set_dice([second])
    assert canvas.dice.cast == (second,)
    assert canvas.dice.older == (first,)
    canvas.set_dice([])
    assert canvas.dice.older == (second,)
    canvas.set_dice(None)
    assert canvas.dice.cast == canvas.dice.older == ()


def test_the_result_is_named() -> None:
    (cast,) = cast_in([line(replace(ROLL, result="hit"), where=("0504",))], ["blue"], verbatim)
    assert cast.result == "hit"


def test_the_key_of_the_map_fades_over_pieces(canvas: BoardCanvas) -> None:
    piece = canvas._placed[0]
    canvas.centre_on(QPointF(piece.x, piece.y))
    at = canvas.camera.to_screen(QPointF(piece.x, piece.y))
    over = QRectF(at.x() - 20, at.y() - 20, 40, 40)
    assert not canvas.bare(over)
    assert canvas._veiled(over) < 1.0
    canvas.set_pieces_visible(False)
    assert canvas._veiled(over) == 1.0


def test_two_results_of_one_place_lie_side_by_side(canvas: BoardCanvas) -> None:
    """A roll of a place and one of the piece in it: neither die nor slip covers the other."""
    piece = canvas._placed[0]
    there = piece.piece.at or ""
    canvas.set_dice(
        [
            Cast(there, 9, 10, result="defender Disordered"),
            Cast(piece.piece.id, 4, 10, result="holds"),
        ]
    )
    canvas.grab()
    dice, taken = canvas.dice, list[QRectF]()
    first, second = dice._rows(dice.cast, canvas.camera, canvas._around, 1.0, canvas.bare, taken)
    one, other = ((row.dice[0][1], row.slip) for row in (first, second))
    assert not any(mine.intersects(its) for mine in one for its in other)
    assert all(slip.width() > 20 for slip in (first.slip, second.slip))


def test_what_came_of_it_covers_no_piece_either(canvas: BoardCanvas) -> None:
    """The slip that names the result needs room as its die does."""
    piece = canvas._placed[0]
    canvas.set_dice([Cast(piece.piece.id, 4, 10, result="defender Disordered")])
    canvas.grab()
    dice = canvas.dice
    (row,) = dice._rows(dice.cast, canvas.camera, canvas._around, 1.0, canvas.bare, [])
    assert canvas.bare(row.slip)
    taken = [QRectF(row.dice[0][1].topLeft(), row.slip.bottomRight())]
    (aside,) = dice._rows(dice.cast, canvas.camera, canvas._around, 1.0, canvas.bare, taken)
    assert not aside.slip.intersects(taken[0])
    assert not aside.dice[0][1].intersects(taken[0])

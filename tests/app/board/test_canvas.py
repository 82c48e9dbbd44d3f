from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QEnterEvent, QImage, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.minimap import Minimap
from grognard.app.board.pieces.drawing import tops
from grognard.app.board.pieces.gliding import along
from grognard.app.board.render import render_board
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import BoardView, EdgeView, Overlay
from tests.app.board import sample

LEFT = Qt.MouseButton.LeftButton


def spot(canvas: BoardCanvas, space: str) -> QPoint:
    assert canvas.spaces is not None
    return canvas.camera.to_screen(QPointF(*canvas.spaces.spaces[space].centre)).toPoint()


def empty_space(canvas: BoardCanvas) -> str:
    assert canvas.view is not None
    taken = {p.at for p in canvas.view.pieces}
    near = {n for t in taken for n in (sample.GRID.adjacent(t) if t else ())}
    return next(h for h in sample.GRID.hexes if h not in taken and h not in near and h[2:] > "02")


def picture(canvas: BoardCanvas) -> QImage:
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    canvas.render_onto(painter, patient=True)
    painter.end()
    return image


def test_every_centre_picks_its_own_space(canvas: BoardCanvas) -> None:
    assert canvas.spaces is not None
    for space in canvas.spaces.spaces.values():
        assert canvas.spaces.at(QPointF(*space.centre)) == space.id
    assert canvas.spaces.at(QPointF(-5, -5)) is None


def test_a_click_names_the_space(qtbot: QtBot, canvas: BoardCanvas) -> None:
    space = empty_space(canvas)
    with qtbot.waitSignal(canvas.space_clicked) as caught:
        qtbot.mouseClick(canvas, LEFT, pos=spot(canvas, space))
    assert caught.args is not None
    assert caught.args[0] == space


def test_a_click_names_the_topmost_piece_and_its_keys(qtbot: QtBot, canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    top = next(p for p in canvas.view.pieces if p.stack == 0 and p.at)
    with qtbot.waitSignal(canvas.piece_clicked) as caught:
        qtbot.mouseClick(canvas, LEFT, Qt.KeyboardModifier.ShiftModifier, spot(canvas, str(top.at)))
    assert caught.args is not None
    assert caught.args[0] == top.id
    assert Qt.KeyboardModifier(caught.args[1]) & Qt.KeyboardModifier.ShiftModifier


def test_a_marked_hexside_is_picked_before_its_spaces(canvas: BoardCanvas) -> None:
    a, b = "2010", sample.GRID.adjacent("2010")[2]
    (ax, ay), (bx, by) = sample.GRID.side_ends(a, b)
    at = canvas.camera.to_screen(QPointF((ax + bx) / 2, (ay + by) / 2))
    assert "/" not in canvas.space_at(at)
    key = sample.GRID.side(a, b)
    canvas.set_highlights({key: ""})
    assert canvas.space_at(at) == key


@pytest.mark.parametrize("factor", [1.19, 2.0, 0.84])
def test_zoom_keeps_the_point_under_the_cursor(canvas: BoardCanvas, factor: float) -> None:
    canvas.zoom_at(2.0, QPointF(500, 350))
    at = QPointF(431, 287)
    before = canvas.camera.to_board(at)
    canvas.zoom_at(factor, at)
    after = canvas.camera.to_screen(before)
    assert abs(after.x() - at.x()) <= 1
    assert abs(after.y() - at.y()) <= 1


def test_wheel_zooms_with_control_and_goes_sideways_with_shift(canvas: BoardCanvas) -> None:
    def turn(keys: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            QPointF(300, 200),
            QPointF(300, 200),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(canvas, event)

    scale = canvas.camera.scale
    turn(Qt.KeyboardModifier.ControlModifier)
    assert canvas.camera.scale > scale
    scale, x, y = canvas.camera.scale, canvas.camera.origin.x(), canvas.camera.origin.y()
    turn(Qt.KeyboardModifier.ShiftModifier)
    assert canvas.camera.scale == scale
    assert canvas.camera.origin.x() < x
    assert canvas.camera.origin.y() == pytest.approx(y)


def test_keys_zoom_fit_and_pan(qtbot: QtBot, canvas: BoardCanvas) -> None:
    fitted = canvas.camera.scale
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > fitted
    x = canvas.camera.origin.x()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.camera.origin.x() > x
    qtbot.keyClick(canvas, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert canvas.camera.scale == pytest.approx(fitted)


def test_middle_drag_moves_the_map(qtbot: QtBot, canvas: BoardCanvas) -> None:
    canvas.zoom_at(2.0, QPointF(500, 350))
    before = canvas.camera.to_board(QPointF(500, 350))
    qtbot.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=QPoint(500, 350))
    qtbot.mouseMove(canvas, QPoint(460, 330))
    qtbot.mouseRelease(canvas, Qt.MouseButton.MiddleButton, pos=QPoint(460, 330))
    moved = canvas.camera.to_screen(before)
    assert abs(moved.x() - 460) <= 1
    assert abs(moved.y() - 330) <= 1


def test_double_click_fans_a_stack_out_and_each_piece_can_be_picked(
    qtbot: QtBot, canvas: BoardCanvas
) -> None:
    assert canvas.view is not None
    deep = next(p for p in canvas.view.pieces if p.stack == 2)
    stack = {p.id for p in canvas.view.pieces if p.at == deep.at}
    qtbot.mouseDClick(canvas, LEFT, pos=spot(canvas, str(deep.at)))
    assert canvas.fanned == deep.at
    found = {
        canvas.piece_at(canvas.camera.to_screen(QPointF(p.x, p.y)))
        for p in canvas._placed
        if p.piece.id in stack
    }
    assert found == stack
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.fanned is None


def test_a_piece_is_dragged_to_a_space(qtbot: QtBot, canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    top = next(p for p in canvas.view.pieces if p.stack == 0 and p.at)
    target = empty_space(canvas)
    with qtbot.waitSignal(canvas.piece_dragged) as caught:
        qtbot.mousePress(canvas, LEFT, pos=spot(canvas, str(top.at)))
        _move(canvas, spot(canvas, target))
        qtbot.mouseRelease(canvas, LEFT, pos=spot(canvas, target))
    assert caught.args == [top.id, target]


def test_a_box_takes_the_pieces_in_it(qtbot: QtBot, canvas: BoardCanvas) -> None:
    start, end = QPoint(3, 3), QPoint(997, 697)
    with qtbot.waitSignal(canvas.box_selected) as caught:
        qtbot.mousePress(canvas, LEFT, pos=start)
        _move(canvas, end)
        qtbot.mouseRelease(canvas, LEFT, pos=end)
    assert caught.args is not None
    assert len(caught.args[0]) == 300


def _move(canvas: BoardCanvas, to: QPoint) -> None:
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(to),
        QPointF(to),
        Qt.MouseButton.NoButton,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(canvas, event)


def test_hidden_shows_the_bare_map_and_says_nothing(qtbot: QtBot, canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    top = next(p for p in canvas.view.pieces if p.at)
    where = spot(canvas, str(top.at))
    canvas.set_highlights({str(top.at): ""}, selected=[top.id])
    canvas.set_overlays([Overlay("spaces", "zoc", (str(top.at),))])
    shown = picture(canvas)
    canvas.set_hidden(True)
    hidden = picture(canvas)
    canvas.set_view(replace(canvas.view, pieces=()))
    canvas.set_highlights()
    canvas.set_overlays([])
    assert picture(canvas) == hidden
    assert shown != hidden
    canvas.set_view(sample.view(300))
    assert canvas.piece_at(QPointF(where)) == ""
    with qtbot.assertNotEmitted(canvas.piece_clicked), qtbot.assertNotEmitted(canvas.space_clicked):
        qtbot.mouseClick(canvas, LEFT, pos=where)
    with qtbot.assertNotEmitted(canvas.space_hovered):
        _move(canvas, where)
    canvas.set_hidden(False)
    assert picture(canvas) != hidden


def test_three_hundred_pieces_and_forty_repaints(canvas: BoardCanvas) -> None:
    canvas.set_highlights(dict.fromkeys(sample.GRID.hexes[:40], "2"), selected=["french-0"])
    for k in range(40):
        canvas.zoom_at(1.19 if k % 8 < 4 else 1 / 1.19, QPointF(400, 300))
        assert not canvas.grab().isNull()
        QApplication.processEvents()


def test_the_same_map_is_drawn_every_time(board: BoardView) -> None:
    theme = load_theme("gmt")
    first = render_board(board, sample.view(30), theme, 500, 350)
    assert first == render_board(sample.board(), sample.view(30), theme, 500, 350)


def test_a_picture_shows_what_stands_about_the_pieces(board: BoardView) -> None:
    """`render` draws what the table draws of a position: rings about places that count, attacks declared."""
    view, theme = sample.view(30), load_theme("gmt")
    spaces = tuple(space.id for space in board.spaces[:6])
    standing = replace(view, standing=(Overlay("spaces", "attack", spaces),))
    bare = render_board(board, view, theme, 500, 350)
    assert render_board(board, standing, theme, 500, 350) != bare


def test_moves_are_animated_and_end_in_place(qtbot: QtBot, canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    target = empty_space(canvas)
    moved = replace(canvas.view.pieces[0], at=target)
    canvas.set_animation("quick")
    canvas.set_view(replace(canvas.view, pieces=(moved, *canvas.view.pieces[1:])))
    assert moved.id in canvas.gliding.ways
    qtbot.waitUntil(lambda: not canvas.gliding.running)
    assert canvas.piece_at(QPointF(spot(canvas, target))) == moved.id


def test_a_piece_travels_along_its_way_and_not_across(qtbot: QtBot, canvas: BoardCanvas) -> None:
    """Half way it stands at the corner that its way has there."""
    assert canvas.view is not None
    assert canvas.spaces is not None
    one = canvas.view.pieces[0]
    canvas.set_animation("full")
    canvas.set_view(replace(canvas.view, pieces=(replace(one, at="0505"),)))
    qtbot.waitUntil(lambda: not canvas.gliding.running)
    canvas.set_view(
        replace(canvas.view, pieces=(replace(one, at="0705"),)), ("0505", "0605", "0606", "0705")
    )
    middles = [canvas.spaces.spaces[name].centre for name in ("0605", "0606")]
    assert list(canvas.gliding.ways[one.id][1:]) == middles


def test_along_a_way_lengths_count() -> None:
    way = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0))
    assert along(way, 0.0) == (0.0, 0.0)
    assert along(way, 0.5) == pytest.approx((2.0, 0.0))
    assert along(way, 0.75) == pytest.approx((3.0, 0.0))
    assert along(way, 1.0) == pytest.approx((3.0, 1.0))


@pytest.mark.parametrize(("how", "fades"), [("off", False), ("quick", True), ("full", True)])
def test_who_is_lost_fades_where_he_stood(
    qtbot: QtBot, canvas: BoardCanvas, how: str, fades: bool
) -> None:
    assert canvas.view is not None
    lost, *rest = canvas.view.pieces
    canvas.set_animation(how)
    canvas.set_view(replace(canvas.view, pieces=tuple(rest)))
    gone, _ = canvas.gliding.vanishing()
    assert [item.piece.id for item in gone] == ([lost.id] if fades else [])
    qtbot.waitUntil(lambda: not canvas.gliding.running)
    assert canvas.gliding.vanishing()[0] == ()


def test_who_is_not_seen_by_another_seat_does_not_fade(canvas: BoardCanvas) -> None:
    """What one seat saw is not shown to the next, not for a moment."""
    assert canvas.view is not None
    canvas.set_animation("full")
    canvas.set_view(replace(canvas.view, seat="another", pieces=canvas.view.pieces[1:]))
    assert canvas.gliding.vanishing()[0] == ()


def test_features_and_every_overlay_are_drawn(canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    before = picture(canvas)
    a, b = sample.GRID.side_ends("2010", sample.GRID.adjacent("2010")[0])
    broken = EdgeView("x", "bridge_destroyed", a, b)
    canvas.set_view(replace(canvas.view, features=(broken,)))
    with_bridge = picture(canvas)
    assert with_bridge != before
    for overlay in (
        Overlay("spaces", "zoc", ("2010", "2011")),
        Overlay("line", "los_blocked", (), ((3.0, 3.0), (12.0, 9.0))),
        Overlay("hexsides", "danger", (sample.GRID.side("2010", sample.GRID.adjacent("2010")[0]),)),
        Overlay("labels", "reach", (), (), (("2010", "3 MP"),)),
    ):
        canvas.set_overlays([overlay])
        assert picture(canvas) != with_bridge


def test_grid_and_pieces_can_be_taken_away(canvas: BoardCanvas) -> None:
    full = picture(canvas)
    canvas.set_grid(False)
    bare = picture(canvas)
    assert bare != full
    canvas.set_pieces_visible(False)
    assert picture(canvas) != bare
    canvas.set_grid(True)
    canvas.set_pieces_visible(True)
    assert picture(canvas) == full


def test_the_keyboard_alone_can_point_at_a_space(qtbot: QtBot, canvas: BoardCanvas) -> None:
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    first = canvas.cursor_space
    qtbot.keyClick(canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.cursor_space in sample.GRID.adjacent(first)
    with qtbot.waitSignal(canvas.space_clicked) as caught:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert caught.args is not None
    assert caught.args[0] == canvas.cursor_space
    assert canvas.accessibleName()


def test_a_click_on_the_minimap_goes_there(qtbot: QtBot, canvas: BoardCanvas) -> None:
    small = Minimap(canvas)
    qtbot.addWidget(small)
    small.resize(small.sizeHint())
    canvas.zoom_at(3.0, QPointF(500, 350))
    qtbot.mouseClick(small, LEFT, pos=QPoint(small.width() // 2, small.height() // 2))
    assert canvas.art is not None
    middle, wanted = canvas.camera.visible().center(), canvas.art.sheet().center()
    assert abs(middle.x() - wanted.x()) < 0.3
    assert abs(middle.y() - wanted.y()) < 0.3
    assert not small.grab().isNull()


class Watched(Minimap):
    """A minimap that notes which parts of it are painted."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        self.painted = [*getattr(self, "painted", []), event.rect()]
        super().paintEvent(event)


def test_the_whole_minimap_is_painted_anew_as_the_mouse_comes_and_goes(
    qtbot: QtBot, canvas: BoardCanvas
) -> None:
    """Only what had lain under a card was painted, in the strength of another moment: half a counter was gone."""
    minimap = Watched(canvas)
    minimap.setParent(canvas)
    minimap.resize(minimap.sizeHint())
    canvas.zoom_at(3.0, QPointF(500, 350))
    minimap.show()
    QApplication.processEvents()
    minimap.painted = [minimap.rect()]
    while minimap.painted:  # until the map beneath is drawn
        minimap.painted = []
        qtbot.wait(60)
    at = QPointF(5, 5)
    for event in (QEnterEvent(at, at, at), QEvent(QEvent.Type.Leave)):
        minimap.painted = []
        QApplication.sendEvent(minimap, event)
        QApplication.processEvents()
        assert minimap.rect() in minimap.painted


def test_the_minimap_is_away_while_the_whole_board_is_in_sight(
    qtbot: QtBot, canvas: BoardCanvas
) -> None:
    small = Minimap(canvas)
    small.setParent(canvas)
    canvas.zoom_at(3.0, QPointF(500, 350))
    small.show()
    assert small.isVisible()
    canvas.fit()
    assert not small.isVisible()
    canvas.zoom_at(3.0, QPointF(500, 350))
    assert small.isVisible()
    small.hide()
    canvas.fit()
    canvas.zoom_at(3.0, QPointF(500, 350))
    assert not small.isVisible()


def test_of_marked_pieces_on_one_another_the_topmost_has_the_ring(canvas: BoardCanvas) -> None:
    assert canvas.view is not None
    placed = canvas._by_id
    stack = next(
        there
        for at in {p.at for p in canvas.view.pieces if p.at}
        if len(there := [p.id for p in canvas.view.pieces if p.at == at]) > 1
    )
    top, *below = sorted(stack, key=lambda name: placed[name].depth)
    alone = next(n for n, item in placed.items() if item.depth == 0 == item.below)
    ringed = tops(placed[name] for name in (*below, top, alone))
    assert {item.piece.id for item in ringed} == {top, alone}
    assert [item.piece.id for item in tops([placed[below[0]]])] == [below[0]]


def test_what_hides_a_part_of_a_piece_is_not_over_bare_ground(canvas: BoardCanvas) -> None:
    """A map in a corner once hid half a counter, because the middle of the counter was beside it."""
    piece = next(iter(canvas._placed))
    scale, at = canvas.camera.scale, canvas.camera.to_screen(QPointF(piece.x, piece.y))
    wide, high = piece.width * scale, piece.height * scale
    below = QRectF(at.x() - wide / 4, at.y() + high / 4, wide / 2, high)
    assert not canvas.bare(below)
    far = QRectF(-9000, -9000, 50, 50)
    assert canvas.bare(far)


def test_an_arrow_leaves_what_is_written_on_who_stands_at_its_end(canvas: BoardCanvas) -> None:
    """Moves of the other side stay drawn while one decides: the values they end at are to be read."""
    piece = next(p for p in canvas._placed if p.piece.stack == 0 and p.piece.at)
    start = next(n for n in sample.GRID.adjacent(piece.piece.at or "") if n in sample.GRID.hexes)
    while canvas.camera.scale * piece.width < 60:
        canvas.zoom_in()
    canvas.centre_on(QPointF(piece.x, piece.y))
    half = 0.45 * piece.width
    corners = QPointF(piece.x - half, piece.y - half), QPointF(piece.x + half, piece.y + half)
    box = QRectF(*(canvas.camera.to_screen(at) for at in corners)).toRect()
    before = picture(canvas)
    canvas.set_overlays([Overlay("arrows", "moved", (start, piece.piece.at or ""))])
    after = picture(canvas)
    assert after != before
    assert after.copy(box) == before.copy(box)


def test_the_keyboards_cursor_veils_no_value(canvas: BoardCanvas) -> None:
    piece = next(p for p in canvas._placed if p.piece.stack == 0 and p.piece.at)
    while canvas.camera.scale * piece.width < 60:
        canvas.zoom_in()
    canvas.centre_on(QPointF(piece.x, piece.y))
    canvas.setFocus()
    box = QRectF(0, 0, 40, 40)
    box.moveCenter(canvas.camera.to_screen(QPointF(piece.x, piece.y)))
    before = picture(canvas)
    canvas.put_cursor(piece.piece.id, piece.piece.at or "")
    after = picture(canvas)
    assert after != before
    assert after.copy(box.toRect()) == before.copy(box.toRect())

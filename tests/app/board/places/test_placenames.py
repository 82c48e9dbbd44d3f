from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.places.placenames import PlaceNames
from tests.app.board import sample


def boxes(canvas: BoardCanvas) -> dict[str, tuple[float, float, float, float]]:
    """The names where they were last painted: (left, top, right, bottom) in pixels."""
    canvas.grab()
    names = canvas.place_names
    assert isinstance(names, PlaceNames)
    found = {}
    for name, tall, x, y in names._spots:
        middle = canvas.camera.to_screen(QPointF(x, y))
        w, h = (side * tall / 100 for side in (name.box.width(), name.box.height()))
        key = f"{name.x:.2f},{name.y:.2f}"
        found[key] = (
            middle.x() - w / 2,
            middle.y() - h / 2,
            middle.x() + w / 2,
            middle.y() + h / 2,
        )
    return found


def hidden(canvas: BoardCanvas) -> float:
    """Square pixels of names that lie under pieces."""
    total = 0.0
    for left, top, right, bottom in boxes(canvas).values():
        for item in canvas._placed:
            at = canvas.camera.to_screen(QPointF(item.x, item.y))
            half = item.width * canvas.camera.scale / 2
            w = min(right, at.x() + half) - max(left, at.x() - half)
            h = min(bottom, at.y() + half) - max(top, at.y() - half)
            total += max(0.0, w) * max(0.0, h)
    return total


@pytest.mark.parametrize("zoom", [1.0, 2.0, 3.0])
def test_names_make_way_for_pieces(canvas: BoardCanvas, zoom: float) -> None:
    canvas.set_view(sample.view(30))
    canvas.zoom_at(zoom, QPointF(500, 350))
    assert hidden(canvas) == 0.0


def test_a_piece_on_the_spot_of_a_name_moves_the_name(canvas: BoardCanvas) -> None:
    empty = replace(sample.view(2), pieces=())
    canvas.set_view(empty)
    before = boxes(canvas)
    key, (left, top, right, bottom) = next(iter(before.items()))
    under = canvas.space_at(QPointF((left + right) / 2, (top + bottom) / 2))
    canvas.set_view(replace(empty, pieces=(replace(sample.pieces(1)[0], at=under, stack=0),)))
    assert boxes(canvas)[key] != before[key]
    assert hidden(canvas) == 0.0


def test_names_stay_inside_the_frame(canvas: BoardCanvas) -> None:
    assert canvas.art is not None
    x0, y0, x1, y1 = canvas.art.bounds
    low, high = (canvas.camera.to_screen(QPointF(x, y)) for x, y in ((x0, y0), (x1, y1)))
    for left, top, right, bottom in boxes(canvas).values():
        assert low.x() <= left < right <= high.x()
        assert low.y() <= top < bottom <= high.y()


def test_the_first_sight_of_the_pieces_can_be_read(canvas: BoardCanvas) -> None:
    canvas.fit_pieces()
    widths = [item.width * canvas.camera.scale for item in canvas._placed]
    assert np.median(widths) >= 30


def test_the_first_sight_is_where_the_sides_meet(canvas: BoardCanvas) -> None:
    base = sample.pieces(4)
    far = zip(base, ("0404", "3520", "0505", "3418"), strict=True)
    canvas.set_view(replace(sample.view(2), pieces=tuple(replace(p, at=at) for p, at in far)))
    canvas.fit_pieces()
    middle = canvas.camera.to_board(QPointF(500, 350))
    (ax, ay), (bx, by) = sample.GRID.centre("0505"), sample.GRID.centre("3418")
    assert middle.x() == pytest.approx((ax + bx) / 2, abs=0.1)
    assert middle.y() == pytest.approx((ay + by) / 2, abs=0.1)


def test_without_pieces_the_whole_board_is_shown(canvas: BoardCanvas) -> None:
    canvas.set_view(replace(sample.view(2), pieces=()))
    canvas.zoom_at(3.0, QPointF(10, 10))
    canvas.fit_pieces()
    assert canvas.camera.scale == canvas.camera.fit_scale()


def spots(canvas: BoardCanvas) -> dict[str, tuple[float, float]]:
    """Where each name stands on the board."""
    canvas._refine()
    canvas.grab()
    assert canvas.place_names is not None
    return {f"{name.x:.2f},{name.y:.2f}": (x, y) for name, _, x, y in canvas.place_names._spots}


def test_names_stay_where_they_are_while_the_map_is_moved(canvas: BoardCanvas) -> None:
    canvas.zoom_at(2.0, QPointF(500, 350))
    before = spots(canvas)
    for _ in range(5):
        canvas.pan(37, -23)
        assert spots(canvas) == before


def test_a_name_moves_only_for_a_piece_that_is_put_on_it(canvas: BoardCanvas) -> None:
    view = sample.view(60)
    canvas.set_view(replace(view, pieces=()))
    known, was = spots(canvas), boxes(canvas)
    for count in range(1, 60):
        canvas.set_view(replace(view, pieces=view.pieces[:count]))
        found = boxes(canvas)
        last = canvas._by_id[view.pieces[count - 1].id]
        at, half = (
            canvas.camera.to_screen(QPointF(last.x, last.y)),
            last.width * canvas.camera.scale,
        )
        now = spots(canvas)
        for key in (key for key, spot in now.items() if spot != known[key]):
            left, top, right, bottom = was[key]
            touched = left - half < at.x() < right + half and top - half < at.y() < bottom + half
            assert touched, key
        known, was = now, found
    assert len(known) > 3


def test_no_name_stands_at_the_place_of_another(canvas: BoardCanvas) -> None:
    """The Shevardino redoubt once stood over Doronino."""
    canvas.set_view(sample.view(300))
    for zoom in (1.0, 1.6, 1.6):
        canvas.zoom_at(zoom, QPointF(500, 350))
        spots(canvas)
        names = canvas.place_names
        assert isinstance(names, PlaceNames)
        for name, tall, x, y in names._spots:
            grow = tall / 100 / canvas.camera.scale / 2
            half = np.array((name.box.width(), name.box.height())) * grow
            gaps = np.maximum(0.0, np.abs(names.places - (x, y)) - half)
            far = np.hypot(gaps[:, 0], gaps[:, 1])
            own = np.hypot(*(names.places - (name.x, name.y)).T) < 1e-9
            assert far[own].min() <= far.min() + 0.2 * names.unit


def test_where_every_spot_strays_the_least_astray_is_best(canvas: BoardCanvas) -> None:
    """Marijampole once stood beside Kalwaria, a hex away: no spot of its own was without a fault."""
    canvas.grab()
    names = canvas.place_names
    assert isinstance(names, PlaceNames)
    name, unit = names.names[0], names.unit
    names.places = np.array([(name.x, name.y), (name.x + unit, name.y)])
    lefts = np.array([[0.2], [0.6], [0.9]]) * unit + name.x
    spots = np.hstack((lefts, lefts * 0 + name.y, lefts + 0.05 * unit, lefts * 0 + name.y))
    fine, astray, far_astray = names._strayed(name, spots)
    assert fine == 0 < astray < far_astray

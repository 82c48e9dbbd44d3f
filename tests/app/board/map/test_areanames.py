"""Names of areas: broken into lines, within their areas, clear of each other and of the pieces."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from shapely import box as square_of
from shapely.geometry import Polygon

from grognard.app.board.map.areanames import Spots, broken, pieces_of, tall
from grognard.app.board.map.labels import REFERENCE
from grognard.app.board.places.heaps import BLOCK, BODY, LEAST, Heap, stand
from grognard.app.board.places.picking import SpaceIndex
from grognard.app.board.places.placenames import names_of
from grognard.app.board.places.placing import Placed, place
from grognard.app.board.theme import load_theme
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LabelView,
    PieceView,
    SpaceView,
    TableView,
)

SIDE = 6.0
NAMES = ("Old Smolensk Road (west)", "Gorki", "Great Redoubt", "Stonets", "Utitsa", "Semenovskaya")


def board() -> BoardView:
    """Six square areas in two rows; a river name runs through the middle, a bridge stands on it."""
    spaces = []
    for n, name in enumerate(NAMES):
        x, y = SIDE * (n % 3), SIDE * (n // 3)
        ring = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
        tags = ("village",) if n == 1 else ("redoubt",) if n == 2 else ()
        spaces.append(SpaceView(f"a{n}", (x + 3, y + 3), ring, "clear", label=name, tags=tags))
    edges = (
        EdgeView("a0|a3", "border", (0, SIDE), (SIDE, SIDE), line=((0, SIDE), (SIDE, SIDE))),
        EdgeView("bridge:a0|a3:0", "bridge", (2.5, SIDE), (3.5, SIDE)),
    )
    labels = (
        LabelView("Kolocha", "river", ((2.0, 6.2), (15.0, 6.2))),
        LabelView("Supply 2", "supply", ((0.0, 3.0),)),
    )
    return BoardView(
        "six",
        "Six",
        "areas",
        tuple(spaces),
        edges,
        (),
        labels,
        bounds=(0, 0, 3 * SIDE, 2 * SIDE),
        seed=4,
    )


def blocks(many: int) -> tuple[PieceView, ...]:
    return tuple(
        PieceView(
            f"p{n}",
            "block",
            "blue" if n % 2 else "red",
            "infantry",
            f"P{n}",
            at="a1",
            footprint=(1, 1),
            stack=n,
        )
        for n in range(many)
    )


@pytest.mark.parametrize(
    ("name", "lines"),
    [("Gorki", 1), ("Old Smolensk Road (west)", 2), ("Semenovskaya", 1), ("Aleksandrinskoye", 1)],
)
def test_only_long_names_of_several_words_are_broken(name: str, lines: int) -> None:
    assert len(broken(name)) == lines
    assert " ".join(broken(name)) == name


def test_letters_keep_a_modest_size() -> None:
    assert tall(6.0, 1.0) == 10.0
    assert tall(6.0, 100.0) == 14.0


def test_a_supply_mark_counts_its_symbols() -> None:
    assert [pieces_of(words) for words in ("Supply 2", "Supply 1", "Supply")] == [2, 1, 1]


@pytest.mark.parametrize("scale", [20.0, 28.0, 40.0])
def test_names_are_clear_of_each_other_of_waters_and_of_blocks(
    qapp: QApplication, scale: float
) -> None:
    from grognard.app.board.map.art import MapArt

    shown = board()
    art = MapArt(shown, load_theme("columbia"))
    names = names_of(art)
    placed = place(blocks(4), SpaceIndex(shown, art.unit), art.unit)
    found = names._settled(scale, placed)
    assert len(found) == len(NAMES)
    boxes = []
    for name, high, x, y in found:
        grow = high / REFERENCE / scale
        w, h = name.box.width() * grow, name.box.height() * grow
        boxes.append(QRectF(x - w / 2, y - h / 2, w, h))
    others = [
        *(
            QRectF(QPointF(a, b), QPointF(c, d))
            for a, b, c, d in names.letters.boxes(scale).tolist()
        ),
        *(QRectF(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in placed),
    ]
    for n, box in enumerate(boxes):
        for other in (*boxes[:n], *others):
            assert not box.intersects(other)


def test_a_name_stays_within_its_area_when_there_is_room() -> None:
    space = board().spaces[1]
    spots = Spots(space, 6.0, QRectF(0, 0, 18, 12))
    boxes, cost = spots.boxes(2.0, 0.6)
    best = boxes[int(cost.argmin())]
    assert best[0] >= SIDE
    assert best[2] <= 2 * SIDE
    assert cost.min() == pytest.approx(0.0, abs=0.01)


def test_blocks_fill_their_area_and_no_more(qapp: QApplication) -> None:
    shown = board()
    index = SpaceIndex(shown, SIDE)
    for many in (1, 2, 5, 9, 16):
        placed = place(blocks(many), index, SIDE)
        assert len(placed) == many
        left, right = (f(p.x + s * p.width / 2 for p in placed) for f, s in ((min, -1), (max, 1)))
        top, foot = (f(p.y + s * p.height / 2 for p in placed) for f, s in ((min, -1), (max, 1)))
        if placed[0].width > LEAST * SIDE:
            assert SIDE <= left < right <= 2 * SIDE
            assert 0 <= top < foot <= SIDE
        assert placed[0].width >= 0.89 * LEAST * SIDE
        assert not any(_touch(a, b) for n, a in enumerate(placed) for b in placed[:n])


def test_blocks_keep_within_a_slanting_area(qapp: QApplication) -> None:
    """A box about the name would reach over its borders into the next heap of blocks."""
    ring = ((0.0, 0.0), (7.0, 0.0), (18.0, 12.0), (11.0, 12.0))
    heap = Heap(SpaceView("a", (9, 6), ring, "clear"), SIDE)
    outline = Polygon(ring).buffer(0.05)
    for many in (1, 2, 4, 6):
        for _, x, y, size in stand(blocks(many), heap):
            half = BODY * size / 2
            square = square_of(x - half, y - half, x + half, y + half)
            assert outline.covers(square) or size == LEAST * SIDE
            assert size <= BLOCK * SIDE


def _touch(a: Placed, b: Placed) -> bool:
    across, down = (a.width + b.width) / 2, (a.height + b.height) / 2
    return abs(a.x - b.x) < across - 1e-9 and abs(a.y - b.y) < down - 1e-9


def test_a_block_that_loses_a_step_turns_back_to_upright(qapp: QApplication) -> None:
    from grognard.app.board.pieces.turning import losses

    def view(steps: int, hidden: bool = False) -> TableView:
        piece = PieceView(
            "p", "block", "blue", "infantry", "P", at="a1", steps=steps, hidden=hidden
        )
        return TableView(None, text("t"), text("p"), None, (piece,))

    before = {"p": view(3).pieces[0]}
    assert losses(before, view(2).pieces) == {"p": (3, 2)}
    assert losses(before, view(3).pieces) == {}
    assert losses(before, view(2, hidden=True).pieces) == {}

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from grognard.app.board.map.art import MapArt
from grognard.app.board.map.ground import unit_of
from grognard.app.board.map.shapes import chains, hashed, noise
from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.theme import Theme, load_theme
from grognard.engines.core.show.views import BoardView, SpaceView
from tests.app.board import sample


@pytest.mark.parametrize("form", ["counter", "block", "figures", "base", "unheard-of"])
@pytest.mark.parametrize("size", [12, 24, 96])
def test_every_form_is_drawn_at_every_size(qtbot: QtBot, form: str, size: int) -> None:
    painter = CounterPainter(load_theme("gmt"))
    piece = replace(sample.pieces(1)[0], form=form, steps=3, badges=("disordered", "unknown"))
    shown = painter.picture(piece, size)
    assert shown.width() > size
    assert painter.picture(replace(piece, id="another"), size) is shown
    assert painter.picture(replace(piece, badges=()), size) is not shown


def test_the_name_of_a_base_is_drawn_once(qtbot: QtBot) -> None:
    bases = CounterPainter(load_theme("eagle")).bases.beside
    once = bases._rimmed("Garde Jager", 0, 1.0)
    assert bases._rimmed("Garde Jager", 0, 1.0) is once
    assert bases._rimmed("Garde Jager", 24, 1.0).width() < once.width()
    bases.renew(1.45)
    assert bases._rimmed("Garde Jager", 0, 1.0).width() > once.width()


def test_a_hidden_piece_shows_nothing_of_itself(qtbot: QtBot) -> None:
    painter = CounterPainter(load_theme("gmt"))
    one, other = sample.pieces(40)[0], sample.pieces(40)[2]
    blank = [replace(p, hidden=True, badges=(), facing=None) for p in (one, other)]
    first, second = (painter.picture(p, 64).toImage() for p in blank)
    assert one.side == other.side
    assert first == second


def test_themes_fall_back_for_every_missing_key(qtbot: QtBot) -> None:
    bare = Theme({})
    assert bare.colour("map.paper").name().upper() == "#EFE6D0"
    assert bare.number("no.such", 3.5) == 3.5
    assert bare.symbol("no-such-symbol", 20, bare.colour("map.ink")) is None
    assert MapArt(sample.board(), bare).under
    assert load_theme("no-such-theme").colour("marks.selection.color").name().upper() == "#E0A63A"


def test_boards_of_areas_and_of_nothing_are_drawn(qtbot: QtBot) -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    areas = BoardView("b", "B", "area", (SpaceView("a", (2.0, 2.0), square, "woods", 0, "A"),))
    for board in (areas, BoardView("n", "", "tabletop", (), bounds=(0, 0, 120, 80))):
        art = MapArt(board, load_theme("base"))
        assert art.unit == unit_of(board) > 0
        assert not art.sheet().isEmpty()


def test_noise_depends_on_place_and_seed_alone() -> None:
    i, j = np.arange(-50, 50), np.arange(50, 150)
    assert (hashed(i, j, 3) == hashed(i, j, 3)).all()
    assert (hashed(i, j, 3) != hashed(i, j, 4)).any()
    values = noise(np.linspace(-9, 9, 999), np.linspace(4, 5, 999), 1)
    assert (np.abs(values) <= 1).all()
    assert np.abs(np.diff(values)).max() < 0.2


def test_segments_join_into_chains_that_end_at_forks() -> None:
    fork = [((0, 0), (1, 0)), ((2, 0), (1, 0)), ((2, 0), (3, 1)), ((2, 0), (3, -1))]
    found = chains([((float(a), float(b)), (float(c), float(d))) for (a, b), (c, d) in fork], 1.0)
    assert sorted(len(c.sources) for c in found) == [1, 1, 2]
    ring = [((0.0, 0.0), (1.0, 0.0)), ((1.0, 0.0), (1.0, 1.0)), ((1.0, 1.0), (0.0, 0.0))]
    assert [c.closed for c in chains(ring, 1.0)] == [True]

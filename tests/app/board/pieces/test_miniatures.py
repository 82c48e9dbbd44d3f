"""Miniatures: whole on their stands in every formation, alike at one zoom, told apart by side, never cut names."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QApplication

from grognard.app.board.pieces.bases import BasePainter
from grognard.app.board.pieces.miniatures import stand
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.views import PieceView
from tests.conftest import ROOT

GAME = registry.games()["eagle"]
SHIPPED = sorted((ROOT / "scenarios" / "eagle").glob("*.yaml"))
PLATES = {"row": (84.0, 34.0), "file": (46.0, 60.0), "ring": (60.0, 60.0), "loose": (74.0, 50.0)}


@pytest.mark.parametrize(("layout", "steps", "many"), [*product(PLATES, (1, 2, 3, 4), (1, 3))])
def test_every_figure_stands_whole_on_its_plate(layout: str, steps: int, many: int) -> None:
    wide, deep = PLATES[layout]
    found, room = stand(layout, steps, many, wide, deep)
    assert len(found) == (max(4, steps * many) if layout == "ring" else steps * many)
    assert len(set(found)) == len(found)
    for x, y in found:
        assert 0.3 * room <= x <= wide - 0.3 * room, (x, room)
        assert 0.2 * room <= y <= deep - 0.2 * room, (y, room)


def test_formations_are_told_by_where_men_stand() -> None:
    ranks, _ = stand("row", 4, 3, *PLATES["row"])
    assert len({y for _, y in ranks}) == 2
    column, _ = stand("file", 4, 3, *PLATES["file"])
    assert len({y for _, y in column}) == 4 > len({x for x, _ in column})
    square, _ = stand("ring", 4, 3, *PLATES["ring"])
    faces = [
        sum(1 for x, y in square if test(x - 30, y - 30))
        for test in (
            lambda x, y: y < -15,
            lambda x, y: y > 15,
            lambda x, y: x > 15,
            lambda x, y: x < -15,
        )
    ]
    assert min(faces) >= 3
    assert not any(abs(x - 30) < 12 and abs(y - 30) < 12 for x, y in square)


def base(formation: str, footprint: tuple[float, float], symbol: str = "infantry") -> PieceView:
    return PieceView(
        "a",
        "base",
        "french",
        symbol,
        "A",
        band="french-red",
        badges=(formation,),
        footprint=footprint,
        steps=4,
    )


@pytest.mark.parametrize("per_space", [16, 22, 26, 40, 60, 90, 140])
def test_all_units_of_one_zoom_are_drawn_in_the_same_manner(
    qapp: QApplication, per_space: float
) -> None:
    painter = BasePainter(load_theme("eagle"))
    plates = [
        base("column", (0.46, 0.6)),
        base("line", (0.84, 0.34)),
        base("open_order", (0.74, 0.5)),
        base("limbered", (0.42, 0.66), "foot_artillery"),
    ]
    manners = {painter._afar(p, min(p.footprint) * per_space) for p in plates}
    assert manners == {per_space < 32}


def lightness(colour: QColor) -> float:
    parts = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    y = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    return 116 * (y ** (1 / 3) if y > 0.008856 else 7.787 * y + 16 / 116) - 16


def test_the_ground_of_a_base_tells_its_side(qapp: QApplication) -> None:
    theme = load_theme("eagle")
    french, british = (theme.colour(f"sides.{side}.flock") for side in ("french", "british"))
    assert abs(lightness(french) - lightness(british)) >= 20


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_short_names_fit_their_hex_in_two_lines_at_most(qapp: QApplication, path: object) -> None:
    setup = GAME.load(path, {})
    painter = BasePainter(load_theme("eagle"))
    metrics = QFontMetricsF(painter.beside._letters())
    most = 84 * 0.98
    for unit in setup.units.values():
        picture = painter.beside._rimmed(unit.short or unit.name, int(most), 1.0)
        assert picture.deviceIndependentSize().width() <= most + 8, unit.name
        assert not any("…" in cut for cut in painter.beside._cut.values())
        assert metrics.horizontalAdvance(unit.short or unit.name) <= 1.9 * most

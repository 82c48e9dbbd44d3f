"""Colours measured on what is drawn: sides for every kind of eye, pieces on each ground, numbers, names, focus."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from grognard.app.board.map.labels import _NUMBERS_CLEAR
from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.theme import Theme, load_theme, mix
from grognard.app.cli import main
from grognard.app.look import _sheet
from grognard.app.settings import PALETTES
from grognard.engines.core.show.views import PieceView
from tests.app.board.pieces.test_afar import BLIND, lab, linear, sides

GAMES = {
    "gmt": "counter",
    "europa": "counter",
    "columbia": "block",
    "eagle": "base",
    "risorgimento": "base",
}
EYES = {"all cones": np.eye(3), **{eye: np.array(rows) for eye, rows in BLIND.items()}}
SHADES = ("fields", "terrain")


def grounds(theme: Theme, country: str = "") -> dict[str, QColor]:
    """Every ground that a piece may lie on: terrains, and the fields of each country."""
    dress = theme.dressed(country)
    found = {"paper": dress.colour("map.paper")}
    for kind in dress.node("terrain") or {}:
        found[kind] = dress.colour(f"terrain.{kind}.fill", found["paper"].name())
    for name in set(dress.names("fields.sown")):
        found[f"field of {name}"] = dress.colour(f"fields.{name}.fill")
    return found


def every_ground(theme: Theme) -> dict[str, QColor]:
    found = grounds(theme)
    for country in theme.node("countries") or {}:
        found |= {f"{country} {k}": c for k, c in grounds(theme, country).items()}
    return found


def piece(theme: Theme, form: str, side: str) -> PieceView:
    bands = theme.node("bands") or {}
    band = next((b for b in bands if b.startswith(side) and b.endswith("red")), "none")
    band = side if form == "base" and theme.node(f"troops.{side}") else band
    return PieceView(
        "p",
        form,
        side,
        "infantry",
        "A",
        at="1010",
        band=band,
        badges=("line",),
        footprint=(0.84, 0.5),
        values=(("strength", "4"), ("shock", "6")),
        steps=4,
    )


def drawn(theme: Theme, shown: PieceView, ground: QColor, width: int) -> QImage:
    """A piece as it lies on a ground."""
    picture = CounterPainter(theme).picture(shown, width)
    size = picture.deviceIndependentSize().toSize()
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(ground)
    painter = QPainter(image)
    painter.drawPixmap(0, 0, picture)
    painter.end()
    return image


@cache
def pixels(game: str, palette: str, side: str, ground: str, width: int) -> np.ndarray:
    """The ground of a piece as linear light: beside its sign, of a base without what stands on it."""
    theme = load_theme(game)
    theme.wear(palette)
    try:
        shown = piece(theme, GAMES[game], side)
        bare = replace(shown, hidden=shown.form == "base")
        image = drawn(theme, bare, QColor(ground), width)
    finally:
        theme.wear("period")
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), -1, 4)
    parts = (0.16, 0.22, 0.28, 0.31, 0.69, 0.72, 0.78, 0.84)
    across = [round(part * image.width()) for part in parts]
    body = raw[image.height() // 3 : 2 * image.height() // 3, across, 2::-1] / 255.0
    return np.where(body <= 0.04045, body / 12.92, ((body + 0.055) / 1.055) ** 2.4).reshape(-1, 3)


def light_of(rows: np.ndarray, eye: str) -> float:
    """How light the ground of a piece is to an eye, beside its sign."""
    return float(np.median([lab(EYES[eye] @ row)[0] for row in rows]))


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("game", GAMES)
def test_sides_differ_by_lightness_on_every_ground(
    qapp: QApplication, game: str, palette: str, eye: str
) -> None:
    known = sides(game)
    for ground in {colour.name() for colour in every_ground(load_theme(game)).values()}:
        for width in (20, 44):
            one, other = (
                light_of(pixels(game, palette, side, ground, width), eye) for side in known
            )
            assert abs(one - other) >= 20, (ground, width, one, other)


@pytest.mark.parametrize("game", GAMES)
def test_sides_differ_by_the_pattern_of_their_edge(game: str) -> None:
    theme = load_theme(game)
    for one, other in combinations(sides(game), 2):
        assert theme.get(f"sides.{one}.pattern") != theme.get(f"sides.{other}.pattern")


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("game", GAMES)
def test_no_side_sinks_into_a_ground(qapp: QApplication, game: str, eye: str) -> None:
    """Its edge or its body is lighter or darker than the ground, for every eye."""
    theme = load_theme(game)
    for side in sides(game):
        for name, ground in every_ground(theme).items():
            under = lab(EYES[eye] @ linear(ground))[0]
            edge = lab(EYES[eye] @ linear(theme.colour(f"sides.{side}.edge")))[0]
            body = light_of(pixels(game, "period", side, ground.name(), 44), eye)
            assert max(abs(edge - under), abs(body - under)) >= 20, (side, name)


def contrast(one: QColor, other: QColor) -> float:
    weights = np.array((0.2126, 0.7152, 0.0722))
    dark, bright = sorted(float(weights @ linear(colour)) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("game", ["gmt", "europa", "eagle"])
def test_hex_numbers_are_read_at_close_zoom(qapp: QApplication, game: str) -> None:
    theme = load_theme(game)
    ink = theme.colour("map.hex_number.color")
    for name, ground in every_ground(theme).items():
        assert contrast(mix(ground, ink, _NUMBERS_CLEAR), ground) >= 3, name


@pytest.mark.parametrize("game", GAMES)
def test_names_stand_out_of_their_halo(qapp: QApplication, game: str) -> None:
    theme = load_theme(game)
    for kind in theme.node("labels"):
        ink, halo = (
            theme.colour(f"labels.{kind}.color"),
            theme.colour(f"labels.{kind}.halo", "#EFE6D0"),
        )
        for name, ground in every_ground(theme).items():
            assert contrast(ink, mix(ground, halo, 0.88)) >= 4.5, (kind, name)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_letters_stand_out_of_sides_and_bands(qapp: QApplication, game: str, palette: str) -> None:
    theme = load_theme(game)
    theme.wear(palette)
    try:
        for side in sides(game):
            assert (
                contrast(theme.colour(f"sides.{side}.ink"), theme.colour(f"sides.{side}.fill"))
                >= 4.5
            )
    finally:
        theme.wear("period")


@pytest.mark.parametrize("surround", ["light", "dark"])
def test_the_focus_ring_is_seen_on_every_button(surround: str) -> None:
    tone = {k: QColor(str(v)) for k, v in load_theme("base").node(f"surrounds.{surround}").items()}
    for ground in ("button", "button_hover", "button_pressed", "panel", "window"):
        assert contrast(tone["focus"], tone[ground]) >= 3, ground
    assert contrast(tone["accent_text"], tone["accent"]) >= 3


def test_buttons_of_every_kind_have_a_ring(qapp: QApplication) -> None:
    from grognard.app.look import look

    sheet = _sheet(look())
    for kind in ("QPushButton:focus", "QPushButton#primary:focus", "QToolButton:focus"):
        assert f"{kind} {{ border: 2px solid" in sheet


def test_render_follows_the_palette(qapp: QApplication, tmp_path: Path) -> None:
    def rendered(*more: str) -> bytes:
        out = tmp_path / "x.png"
        words = ["render", "eagle/low-hill", "--seat", "french", "--size", "300x200"]
        assert main([*words, "-o", str(out), *more]) == 0
        return out.read_bytes()

    plain = rendered()
    assert rendered("--palette", "period") == plain
    assert rendered("--palette", "clear") != plain

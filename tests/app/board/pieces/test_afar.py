"""What is to be read on the whole map: the side, the arm, the strength; in grey and by every eye."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.pieces.counters import CounterPainter
from grognard.app.board.pieces.signs import arm_of, strength_of
from grognard.app.board.theme import Theme, load_theme
from grognard.app.settings import PALETTES
from grognard.engines.core.play.game import registry
from grognard.engines.core.show.views import PieceView
from tests.app.board import sample

GAMES = ("gmt", "columbia", "risorgimento", "eagle")
FAR = 16
"""The width of a piece on the whole map in a small window, in pixels."""
# What is seen without one kind of cones (Machado, Oliveira and Fernandes 2009), linear RGB.
BLIND = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.fixture(params=[(game, palette) for game in GAMES for palette in PALETTES], ids="-".join)
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Theme]:
    game, palette = request.param
    dress = load_theme(game)
    dress.wear(palette)
    yield dress
    dress.wear("period")


def linear(colour: QColor) -> np.ndarray:
    parts = np.array((colour.redF(), colour.greenF(), colour.blueF()))
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """A colour as the eye sees it: lightness from 0 to 100, and two of hue."""
    matrix = np.array(
        ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    )
    xyz = matrix @ np.clip(rgb, 0, 1) / np.array((0.9505, 1.0, 1.089))
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def lightness(colour: QColor) -> float:
    return float(lab(linear(colour))[0])


@cache
def sides(game: str) -> list[str]:
    """The sides that meet in the first scenario of a game."""
    engine = registry[game]
    setup = engine.load(Path(engine.scenarios()[0].path), {})
    view = engine.view(setup, engine.initial(setup, "1"), None)
    return sorted({piece.side for piece in view.pieces})


def test_sides_differ_in_grey_and_letters_stand_out_on_them(theme: Theme) -> None:
    known = sides(theme.name)
    assert len(known) == 2
    fills = {side: theme.colour(f"sides.{side}.fill") for side in known}
    for one, other in combinations(known, 2):
        assert abs(lightness(fills[one]) - lightness(fills[other])) >= 28
    for side in known:
        ink, fill = (linear(theme.colour(f"sides.{side}.{part}")) for part in ("ink", "fill"))
        dark, bright = sorted(float(np.array((0.2126, 0.7152, 0.0722)) @ c) for c in (ink, fill))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("eye", BLIND)
def test_no_kind_of_eye_takes_one_mark_or_side_for_another(qapp: QApplication, eye: str) -> None:
    dress = load_theme("gmt")
    dress.wear("clear")
    one, other = sides("gmt")
    pairs = [("marks.legal.color", "marks.danger.color")]
    pairs += [("marks.los_clear.color", "marks.los_blocked.color")]
    pairs += [(f"sides.{one}.fill", f"sides.{other}.fill")]
    try:
        for pair in pairs:
            seen = [lab(np.array(BLIND[eye]) @ linear(dress.colour(path))) for path in pair]
            assert np.linalg.norm(seen[0] - seen[1]) > 35
    finally:
        dress.wear("period")


def piece(form: str, **changes: object) -> PieceView:
    made = PieceView(
        "p",
        form,
        "french",
        "infantry",
        "Vuich a",
        at="1010",
        band="none",
        facing=30.0,
        values=(("strength", "4"), ("shock", "6")),
        steps=4,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def picture(theme: Theme, shown: PieceView, width: int) -> QImage:
    return CounterPainter(theme).picture(shown, width).toImage()


def grey(image: QImage) -> float:
    """How light the body of a piece is beside its sign, from 0 to 100."""
    across, down = (0.28, 0.31, 0.69, 0.72), range(image.height() // 3, 2 * image.height() // 3)
    beside = [(round(part * image.width()), y) for part in across for y in down]
    return float(np.median([lightness(QColor(image.pixel(x, y))) for x, y in beside]))


@pytest.mark.parametrize("form", ["counter", "block", "base"])
def test_side_arm_and_strength_are_seen_on_the_whole_map(theme: Theme, form: str) -> None:
    plain = picture(theme, piece(form), FAR)
    arms = [
        picture(theme, piece(form, symbol=symbol), FAR)
        for symbol in ("light_cavalry", "foot_artillery")
    ]
    assert all(one != other for one, other in combinations((plain, *arms), 2))
    one, other = sides(theme.name)
    first, second = (picture(theme, piece(form, side=side), FAR) for side in (one, other))
    assert abs(grey(first) - grey(second)) > 18
    if form != "base":  # its strength stands on a slip beside it
        assert picture(theme, piece(form, values=(("strength", "9"), ("shock", "9"))), FAR) != plain


def test_strength_is_the_number_that_fights() -> None:
    gun = piece("counter", values=(("range", "3-5"), ("fire", "[4]"), ("cohesion", "7")))
    assert strength_of(gun) == "4"
    assert strength_of(piece("counter", values=(("defensive fire", "+1"), ("shock", "10")))) == "10"
    assert strength_of(piece("counter", hidden=True)) == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_every_game_has_the_sign_of_its_arm(qapp: QApplication, game: str) -> None:
    engine, dress = registry[game], load_theme(game)
    for info in engine.scenarios():
        setup = engine.load(Path(info.path), {})
        seat = info.seats[0].id
        for shown in engine.view(setup, engine.initial(setup, "1"), seat).pieces:
            assert shown.hidden or arm_of(dress, shown.symbol), shown.symbol


def test_at_middle_zoom_a_counter_shows_its_designation(qapp: QApplication) -> None:
    dress = load_theme("gmt")
    for width, seen in ((28, False), (46, True), (96, True)):
        one, other = (
            picture(dress, piece("counter", name=name), width) for name in ("Vuich a", "LG Jgr b")
        )
        assert (one != other) == seen


def test_the_text_size_reaches_values_and_names(canvas: BoardCanvas) -> None:
    assert canvas.drawing is not None
    assert canvas.tiles is not None
    canvas.set_view(sample.view(4))
    before = canvas.grab().toImage()
    small = max(tall for _, tall, *_ in canvas.place_names._spots)  # type: ignore[union-attr]
    canvas.set_text_scale(1.45)
    after = canvas.grab().toImage()
    assert max(tall for _, tall, *_ in canvas.place_names._spots) > 1.3 * small  # type: ignore[union-attr]
    assert canvas.drawing.counters.text_scale == canvas.tiles.text_scale == 1.45
    assert before != after


def written(dress: Theme, name: str, width: float = 44) -> str:
    """What stands in the band of a counter of some width, in pixels."""
    room, size = 0.94 * width, 0.86 * 0.235 * width
    return CounterPainter(dress).fitting(piece("counter", name=name), room, size)[1]


def test_a_name_too_long_for_a_counter_gives_way_to_its_last_part(qapp: QApplication) -> None:
    dress = load_theme("europa")
    assert written(dress, "1st Division, Morand") == "Morand"
    assert written(dress, "1st Division, Morand", 300) == "1st Division, Morand"
    assert written(dress, "Old Guard") == "Old Guard"


def test_units_of_one_name_stay_apart_where_it_is_cut(qapp: QApplication) -> None:
    dress = load_theme("gmt")
    for name in ("Longchamps {}", "Moscow Mil {}", "II Cav HA {}"):
        told = [written(dress, name.format(letter)) for letter in ("a", "b", "2")]
        assert [one[-1] for one in told] == ["a", "b", "2"]
    assert written(dress, "II Cav HA 1") == "II Cav HA 1"

"""Names on every shipped map at five zooms: none over another, over another's point, or nearer to one than to its own."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from grognard.app.board.map.art import art_of
from grognard.app.board.map.labels import REFERENCE
from grognard.app.board.places.placenames import PlaceNames, names_of
from grognard.app.board.places.search import Wish, overlap, settle
from grognard.app.board.theme import load_theme
from grognard.engines.core.play.game import registry
from tests.conftest import ROOT

ZOOMS = (0.8, 1.0, 1.6, 2.6, 4.5)
"""Times the zoom at which the whole map is seen in a window of 1600 x 1000."""


GAMES = [game for game in registry.games() if (ROOT / "scenarios" / game).is_dir()]


@cache
def boards(game: str) -> dict[str, Any]:
    """One scenario of a game for each map that is shipped."""
    rules, found = registry[game], {}
    for path in sorted((ROOT / "scenarios" / game).glob("*.yaml")):
        board = rules.board(rules.load(path, {}))
        found.setdefault((board.id, board.labels, board.bounds), (path.stem, board))
    return dict(found.values())


def boxes_of(names: PlaceNames, scale: float) -> list[tuple[Any, np.ndarray]]:
    found = []
    for name, tall, x, y in names._settled(scale, ()):
        grow = tall / REFERENCE / scale
        half = np.array((name.box.width(), name.box.height())) * grow / 2
        found.append((name, np.concatenate((np.array((x, y)) - half, np.array((x, y)) + half))))
    return found


def away(boxes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """How far each box lies from each point: a row for each box."""
    gaps = np.maximum(boxes[:, None, :2] - points, points - boxes[:, None, 2:])
    return np.hypot(*np.moveaxis(np.maximum(gaps, 0.0), 2, 0))


def on_others(boxes: np.ndarray) -> np.ndarray:
    """How much of each box lies under any of the others."""
    low = np.maximum(boxes[None, :, :2], boxes[:, None, :2])
    high = np.minimum(boxes[None, :, 2:], boxes[:, None, 2:])
    areas = np.clip(high - low, 0.0, None).prod(axis=2)
    np.fill_diagonal(areas, 0.0)
    return areas.sum(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_names_of_every_shipped_map(qapp: QApplication, game: str) -> None:
    for name, board in boards(game).items():
        assert_well_lettered(name, art_of(board, load_theme(game)))


def assert_well_lettered(name: str, art: Any) -> None:
    names, sheet = names_of(art), art.sheet()
    fit = min(1600 / sheet.width(), 1000 / sheet.height())
    for zoom in ZOOMS:
        found = boxes_of(names, fit * zoom)
        letters = names.letters.boxes(fit * zoom, 1.0)
        shown = [each for each, _ in found]
        missing = [each for each in names.names if each not in shown]
        assert len(missing) <= (0.05 * len(names.names) if zoom < 2 else 0), (name, zoom)
        assert all(each.weight <= 2 for each in missing)
        boxes = np.array([box for _, box in found]).reshape(-1, 4)
        assert (on_others(boxes) + overlap(boxes, letters) < 1e-6).all(), (name, zoom)
        pointed = np.array([each.spots is None for each in shown], dtype=bool)
        points = np.array([(each.x, each.y) for each in shown]).reshape(-1, 2)[pointed]
        far = away(boxes[pointed], points)
        others = (points[:, None] != points).any(axis=2)
        nearest = np.where(others, far, np.inf).min(axis=1, initial=np.inf)
        assert (nearest > 0).all(), (name, zoom)
        assert (nearest >= far.diagonal() - 1e-6).all(), (name, zoom)


def wish(*spots: tuple[float, float, float, float], weight: float = 1.0) -> Wish:
    boxes = np.array(spots, dtype=np.float64)
    return Wish(boxes, np.arange(len(boxes)) * 0.1, 100.0, np.zeros(len(boxes), dtype=bool), weight)


def test_a_name_that_is_in_the_way_of_another_goes_elsewhere() -> None:
    """Taken one by one the first would keep its place, and the second would lie on it."""
    first = wish((0, 0, 2, 1), (0, 5, 2, 6))
    second = wish((1, 0, 3, 1))
    assert settle([first, second], np.empty((0, 4))) == [1, 0]


def test_of_two_that_cannot_both_stand_the_greater_stays() -> None:
    small, large = wish((0, 0, 2, 1), weight=1), wish((1, 0, 3, 1), weight=3)
    assert settle([small, large], np.empty((0, 4))) == [-1, 0]


def test_letters_along_a_river_are_kept_clear() -> None:
    river = np.array([(0.0, 0.0, 2.0, 1.0)])
    assert settle([wish((1, 0, 3, 1), (4, 0, 6, 1))], river) == [1]


def test_cities_that_count_are_marked_and_written_larger(qapp: QApplication) -> None:
    board = boards("europa")["advanced-1812"]
    kinds = {label.text: label.kind for label in board.labels}
    assert kinds["Moscow"] == "capital"
    assert kinds["Vitebsk"] == "counting"
    assert kinds["Bobruisk"] == "fortress"
    assert kinds["Tula"] == "city"
    art = art_of(board, load_theme("europa"))
    sizes = {(each.x, each.y): each.weight for each in names_of(art).names}
    at = {label.text: label.points[0] for label in board.labels}
    assert sizes[at["Moscow"]] > sizes[at["Vitebsk"]] > sizes[at["Tula"]]

"""Pictures are drawn at the pixels of the screen, whatever its scale, and the window fits on it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.app.board.seen_at_a_scale import HIGH, WIDE
from tests.app.conftest import HANG
from tests.conftest import ROOT, environment

SCALES = (1.0, 1.5, 2.0)


@pytest.fixture(scope="module", params=SCALES, ids=str)
def seen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What a process of its own sees on a screen of a scale."""
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.board.seen_at_a_scale", str(home)],
        env=environment(
            QT_QPA_PLATFORM="offscreen", QT_SCALE_FACTOR=str(request.param), GROGNARD_HOME=str(home)
        ),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {"scale": request.param, **json.loads(done.stdout.splitlines()[-1])}


def test_the_map_is_copied_pixel_for_pixel(seen: dict[str, Any]) -> None:
    assert seen["ratio"] == seen["scale"]
    assert seen["grabbed"] == pytest.approx([WIDE * seen["scale"], HIGH * seen["scale"]], abs=1)
    assert seen["tiles"]
    assert all(seen["tiles"])


def test_pieces_and_small_pictures_are_drawn_at_device_pixels(seen: dict[str, Any]) -> None:
    assert seen["piece"]
    assert seen["piece_ratio"] == seen["scale"]
    assert seen["minimap"] == [round(200 * seen["scale"]), seen["scale"]]
    assert seen["symbol"] == [round(96 * seen["scale"]), seen["scale"]]


def test_the_window_fits_the_screen(seen: dict[str, Any]) -> None:
    assert seen["window"][0] <= seen["free"][0]
    assert seen["window"][1] <= seen["free"][1]

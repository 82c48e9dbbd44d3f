"""The editor keeps up with the hand: a frame of a stroke, its undo, the files and the faults."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from grognard.app.headless.bench_editor import measure_editor

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
MOST = {
    "frame_ms": 16,
    "undo_ms": 50,
    "redo_ms": 50,
    "save_ms_by_the_clock": 300,
    "faults_ms": 300,
}
"""What each may take on the largest map, at the median."""


@pytest.mark.parametrize("word", ["gmt/charge", pytest.param(None, marks=pytest.mark.soak)])
def test_a_stroke_its_undo_its_file_and_its_faults_are_quick(
    word: str | None, qapp: QApplication
) -> None:
    found = measure_editor(word)
    over = {key: found[key] for key, most in MOST.items() if not 0 < found[key]["median"] <= most}
    assert over == {}
    assert found["scenario"] == (word or "gmt/borodino")

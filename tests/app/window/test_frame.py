"""The window keeps within its screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from grognard.app.main import Window
from grognard.app.window.frame import SIZE


@pytest.mark.parametrize(
    ("wide", "high"), [(1280, 720), (1920 * 2 // 3, 1200 * 2 // 3), (960, 600), (1366, 740)]
)
def test_a_screen_without_room_to_spare_is_filled(window: Window, wide: int, high: int) -> None:
    window.resize(*SIZE)
    assert window.frame.fit_screen(QRect(0, 0, wide, high))
    least = window.minimumSizeHint()
    assert window.width() <= max(wide, least.width())
    assert window.height() <= max(high, least.height())


def test_a_wide_screen_is_not_filled(window: Window) -> None:
    window.resize(*SIZE)
    assert not window.frame.fit_screen(QRect(0, 0, 1600, 1000))
    assert (window.width(), window.height()) == SIZE


def test_the_start_page_has_room_on_a_small_screen(window: Window) -> None:
    least = window.minimumSizeHint()
    assert least.width() <= 1280
    assert least.height() <= 700

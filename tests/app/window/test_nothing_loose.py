"""Whatever a window and its table are made of lies in it: nothing stands on the screen by itself."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from grognard.app.main import Window


def loose(before: set[QWidget]) -> list[str]:
    """Return the widgets without a parent that were not there before."""
    found = {*QApplication.topLevelWidgets()} - before
    return sorted(
        f"{type(one).__name__} {one.accessibleName()}"
        for one in found
        if one.parent() is None and not isinstance(one, Window)
    )


def test_no_part_of_a_table_is_a_window_of_its_own(window: Window) -> None:
    before = {*QApplication.topLevelWidgets()}
    toy = window.games["toy"]
    people = dict.fromkeys(("blue", "red"), "person")
    window.start_game(toy, toy.scenarios()[0], people, {"script": "target pick"}, "7")
    assert loose(before) == []
    window.close_table()


def test_no_part_of_the_library_is_a_window_of_its_own(window: Window) -> None:
    before = {*QApplication.topLevelWidgets()}
    made = Window(window.settings, window.games)
    assert loose(before) == []
    made.deleteLater()

"""Games are kept, opened again, saved under a name, and offered after a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.keeping import autosaves, crashed
from app.main import Window
from engines.core.data.problems import Problem
from engines.core.keep.saves import SaveError

Play = Callable[..., Any]


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


def test_each_choice_is_kept_and_the_game_opens_again(play: Play, window: Window) -> None:
    page = play("pick piece pick")
    page.model.choose("march")
    path = page.model.keeper.path
    assert path is not None
    window.leave_table()
    window.open_save(path)
    assert answered(window.table) == ["march"]
    assert window.table is not None
    assert window.table.model.ask.kind == "ask_piece"


def test_save_as_keeps_the_game_there(play: Play, window: Window, tmp_path: Path) -> None:
    page = play("pick piece pick")
    page.model.choose("march")
    path = tmp_path / "mine.grognard"
    page.model.save_as(path)
    page.model.choose("b2")
    window.leave_table()
    window.open_save(path)
    assert answered(window.table) == ["march", "b2"]


def test_a_full_disk_is_told_and_the_game_goes_on(play: Play, window: Window) -> None:
    page = play("pick piece pick")
    told: list[str] = []
    window.seating.not_kept.disconnect()  # the box would wait
    window.seating.not_kept.connect(told.append)

    def full(_row: object) -> None:
        raise SaveError([Problem("x.grognard", 0, 0, "the disk is full", "save elsewhere")])

    page.model.session.on_row = full
    page.model.choose("march")
    assert told == ["x.grognard: the disk is full (save elsewhere)"]
    assert answered(page) == ["march"]
    page.model.choose("b1")
    assert answered(page) == ["march", "b1"]


def test_a_broken_save_is_told(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "broken.grognard"
    path.write_bytes(b"not a save")
    window.open_save(path)
    assert [title for title, _ in window.told] == ["The game cannot be opened"]


def crash(page: Any) -> None:
    """Do what the system does when a process dies: its lock on the save goes, the mark stays."""
    page.model.keeper.save._lock._close()


def test_a_game_left_open_by_a_crash_is_offered(play: Play, window: Window) -> None:
    page = play("pick piece pick")
    page.model.choose("march")
    path = page.model.keeper.path
    assert crashed() == []
    crash(page)
    assert crashed() == [path]
    window.library.refresh_saves()
    assert not window.library.rescue.isHidden()
    assert autosaves() == [path]


def test_a_named_game_left_open_by_a_crash_is_offered_too(
    play: Play, window: Window, tmp_path: Path
) -> None:
    page = play("pick piece pick")
    page.model.choose("march")
    path = tmp_path / "mine.grognard"
    window.files.save_to(path)
    assert crashed(window.settings.recent) == []
    crash(page)
    assert crashed(window.settings.recent) == [path]
    window.library.refresh_saves()
    assert not window.library.rescue.isHidden()

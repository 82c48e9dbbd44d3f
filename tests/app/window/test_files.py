"""Games are kept, opened again, saved under a name, and offered after a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from grognard.app.keeping import autosaves, crashed
from grognard.app.main import Window
from grognard.app.settings import autosave_folder
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.keep.saves import SaveError

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


def test_what_goes_to_the_bin_is_offered_no_more(play: Play, window: Window) -> None:
    page = play("pick pick")
    page.model.choose("march")
    crash(page)
    window.library.refresh_saves()
    assert window.library.rescue.isVisibleTo(window.library)
    row = window.library.saves.tree.topLevelItem(0).child(0)
    row.setSelected(True)
    window.library.saves.throw_away()
    assert not window.library.rescue.isVisibleTo(window.library)
    page.model.keeper.let_go(page.model.session)


def test_a_game_that_was_cut_short_is_opened_as_far_as_it_goes(
    play: Play, window: Window, tmp_path: Path
) -> None:
    page = play(" ".join(["pick"] * 60))
    for _ in range(50):
        page.model.choose("march")
    path = tmp_path / "whole.grognard"
    window.files.save_to(path)
    window.leave_table()
    short = tmp_path / "short.grognard"
    short.write_bytes(path.read_bytes()[:-4096])
    size = short.stat().st_size
    window.open_save(short)
    assert window.table is not None
    assert set(answered(window.table)) <= {"march"}
    ((title, words),) = window.told
    assert title == "Only part of the game could be replayed"
    assert "cut short: the last choices may be missing (it is opened as far as it goes)" in words
    assert short.stat().st_size == size


def test_save_as_asks_before_another_game_is_replaced(
    play: Play, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick piece pick")
    page.model.choose("march")
    other = tmp_path / "Low Hill 5.9.grognard"
    window.files.save_to(other)
    window.leave_table()
    kept = other.read_bytes()
    page = play("pick pick")
    page.model.choose("halt")
    typed = iter([str(tmp_path / "Low Hill 5.9"), ""])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (next(typed), ""))
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.defaultButton().click())
    window.files.save_as()
    assert next(typed, None) is None, "the dialog came again"
    assert other.read_bytes() == kept
    assert page.model.keeper.path.parent == autosave_folder()


def test_an_ending_in_capitals_is_an_ending(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "Mine.BATTLE"
    path.write_bytes(b"no bundle")
    window.workroom.tell = lambda title, _words: window.told.append((title, ""))
    window.files.open_target(str(path))
    assert [title for title, _ in window.told] == ["The bundle cannot be opened"]

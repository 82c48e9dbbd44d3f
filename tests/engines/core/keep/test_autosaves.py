"""Autosaved games: their order, and which of them go."""

from __future__ import annotations

import os
from pathlib import Path

from engines.core.keep.autosaves import autosaves, new_autosave, note_played
from engines.core.keep.savelock import mark_of


def made(folder: Path, count: int, keep: int = 9) -> list[Path]:
    """Begin so many games, with the clock running backwards."""
    paths = []
    for number in range(count):
        path = new_autosave(folder, "picket/x", keep)
        path.write_bytes(b"x")
        os.utime(path, (1000 - number, 1000 - number))
        paths.append(path)
    return paths


def test_the_newest_stay_even_when_the_clock_is_set_back(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 5, keep=3)
    assert autosaves(folder) == paths[:1:-1]
    assert autosaves(tmp_path / "nowhere") == []


def test_a_game_played_again_is_the_newest(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 3)
    note_played(paths[0])
    assert autosaves(folder) == [paths[0], paths[2], paths[1]]
    fourth = new_autosave(folder, "picket", keep=3)
    fourth.write_bytes(b"x")
    assert autosaves(folder) == [fourth, paths[0], paths[2]]


def test_games_of_before_the_list_are_the_oldest_by_the_stamp_in_their_names(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "auto"
    new = made(folder, 1)
    old = [folder / f"{name}.grognard" for name in ("z-20260101-000000", "a-20260102-000000")]
    for path in old:
        path.write_bytes(b"x")
    assert autosaves(folder) == [*new, old[1], old[0]]
    (tmp_path / "auto.order").write_bytes(b"\xff\xfe")
    assert set(autosaves(folder)) == {*new, *old}


def test_a_game_that_is_open_or_was_left_open_stays(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 3)
    mark_of(paths[0]).write_text("{}")
    new_autosave(folder, "picket", keep=1)
    assert autosaves(folder) == [paths[0]]

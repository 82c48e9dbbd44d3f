"""Autosaved games: their order, and that none of them goes."""

from __future__ import annotations

import os
from pathlib import Path

from grognard.engines.core.keep.autosaves import autosaves, new_autosave, note_played, note_renamed


def made(folder: Path, count: int) -> list[Path]:
    """Begin so many games, with the clock running backwards."""
    paths = []
    for number in range(count):
        path = new_autosave(folder, "picket/x")
        path.write_bytes(b"x")
        os.utime(path, (1000 - number, 1000 - number))
        paths.append(path)
    return paths


def test_all_stay_in_their_order_even_when_the_clock_is_set_back(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 60)
    assert autosaves(folder) == paths[::-1]
    assert autosaves(tmp_path / "nowhere") == []


def test_a_game_played_again_is_the_newest(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 3)
    note_played(paths[0])
    assert autosaves(folder) == [paths[0], paths[2], paths[1]]
    fourth = new_autosave(folder, "picket")
    fourth.write_bytes(b"x")
    assert autosaves(folder) == [fourth, paths[0], paths[2], paths[1]]


def test_a_game_with_another_name_keeps_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = made(folder, 3)
    named = paths[1].rename(folder / "My battle.grognard")
    note_renamed(paths[1], named)
    assert autosaves(folder) == [paths[2], named, paths[0]]


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


def test_only_what_lies_beside_games_that_are_gone_is_swept_away(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    (game,) = made(folder, 1)
    beside = [game.with_name(game.name + tail) for tail in ("-wal", "-shm", ".open")]
    left = [folder / f"gone.grognard{tail}" for tail in ("-wal", "-shm", ".open")]
    for path in (*beside, *left):
        path.write_bytes(b"x")
    new_autosave(folder, "picket")
    assert sorted(folder.iterdir()) == sorted([game, *beside])

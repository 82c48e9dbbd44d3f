"""What lies beside a save may be a link that somebody made: nothing is written through it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.savelock import SaveLock, forget, holder_of, mark_of, was_left_open
from grognard.engines.core.keep.saves import SaveError, SaveFile
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.fixture_game.state import Setup, State

Link = Callable[[Path, Path], None]
WORDS = "what is in the other file"


def symbolic(link: Path, target: Path) -> None:
    link.symlink_to(target)


def hard(link: Path, target: Path) -> None:
    link.hardlink_to(target)


def fifo(link: Path, _target: Path) -> None:
    os.mkfifo(link)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "other.txt"
    path.write_text(WORDS)
    return path


@pytest.fixture
def path(picket: Game[Setup, State], setup: Setup, tmp_path: Path) -> Path:
    save = SaveFile.save_as(tmp_path / "game.grognard", Session(picket, setup, "7"))
    save.close()
    return save.path


@pytest.mark.parametrize("link", [symbolic, hard, fifo])
def test_a_mark_that_is_a_link_overwrites_nothing(path: Path, other: Path, link: Link) -> None:
    link(mark_of(path), other)
    with pytest.raises(OSError, match=r"link|symbolic"):
        SaveLock.take(path)
    loaded = load_save(path)
    assert loaded.save is None
    assert "it can be looked at" in " ".join(loaded.told)
    assert other.read_text() == WORDS
    assert holder_of(path) is None
    forget(path)
    assert other.read_text() == WORDS


def test_a_mark_that_is_a_link_is_no_crash(path: Path, other: Path) -> None:
    mark_of(path).symlink_to(other)
    assert not was_left_open(path)


@pytest.mark.parametrize("link", [symbolic, hard, fifo])
def test_a_new_game_is_not_begun_beside_a_mark_that_is_a_link(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, other: Path, link: Link
) -> None:
    fresh = tmp_path / "fresh.grognard"
    link(mark_of(fresh), other)
    with pytest.raises(SaveError):
        SaveFile.save_as(fresh, Session(picket, setup, "7"))
    assert other.read_text() == WORDS
    assert not fresh.exists()


@pytest.mark.parametrize("link", [symbolic, hard, fifo])
@pytest.mark.parametrize("tail", ["-wal", "-shm"])
def test_nothing_is_written_through_the_files_of_sqlite(
    path: Path, other: Path, link: Link, tail: str
) -> None:
    link(path.with_name(path.name + tail), other)
    with pytest.raises(SaveError, match="this is a link, or no plain file"):
        load_save(path)
    assert other.read_text() == WORDS

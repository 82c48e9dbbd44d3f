"""Kept games are renamed and go to the bin and back; nothing is lost on the way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grognard.engines.core.keep.autosaves import autosaves, new_autosave
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.savelock import mark_of, was_left_open
from grognard.engines.core.keep.saves import SaveError, SaveFile
from grognard.engines.core.keep.tidying import (
    binned,
    delete,
    empty,
    prune,
    put_back,
    rename,
    throw_away,
)
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.conftest import ROOT

GAME = registry["fixture"]
PICKET = ROOT / "tests" / "fixture_game" / "scenarios" / "picket.yaml"
NOW = datetime.now(UTC)


def running(path: Path, decisions: int | None = 1) -> SaveFile:
    session = Session(GAME, GAME.load(PICKET, {}), "7")
    save = SaveFile.save_as(path, session)
    play(session, {seat: RandomBot(seat) for seat in ("red", "blue")}, limit=decisions)
    if session.verdict is not None:
        save.checkpoint(session)
    return save


def played(path: Path, decisions: int | None = 1) -> Path:
    running(path, decisions).close()
    return path


def choices(path: Path) -> int:
    return len(load_save(path, {"fixture": GAME}, read_only=True).session.choices)


def test_a_game_gets_another_name_and_keeps_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    paths = [played(new_autosave(folder, "picket")) for _ in range(3)]
    named = rename(paths[1], "The 5.9 battle")
    assert named == folder / "The 5.9 battle.grognard"
    assert autosaves(folder) == [paths[2], named, paths[0]]
    assert choices(named) == 1
    assert rename(named, named.name) == named


@pytest.mark.parametrize("name", ["../other", "a/b", ".hidden", "..", "/x"])
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    path = played(tmp_path / "a.grognard")
    with pytest.raises(SaveError, match="no name for a file"):
        rename(path, name)
    assert path.exists()


def test_no_game_takes_the_name_of_another(tmp_path: Path) -> None:
    one, other = played(tmp_path / "a.grognard"), played(tmp_path / "b.grognard", 2)
    with pytest.raises(SaveError, match="there is a file of this name"):
        rename(one, "b")
    assert (choices(one), choices(other)) == (1, 2)
    assert not mark_of(one).exists()


def test_a_game_that_is_open_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.grognard"
    save = running(path)
    for move in (lambda: rename(path, "b"), lambda: throw_away(path, tmp_path / "bin")):
        with pytest.raises(SaveError, match="open already"):
            move()
    assert path.exists()
    save.close()
    assert rename(path, "b").exists()


def test_what_a_crash_left_beside_a_game_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.grognard"
    save = running(path, 3)
    left = tmp_path / "left.grognard"
    for tail in ("", "-wal"):
        source = path.with_name(path.name + tail)
        left.with_name(left.name + tail).write_bytes(source.read_bytes())
    mark_of(left).write_text("{}")
    save.close()
    assert was_left_open(left)
    thrown = throw_away(left, tmp_path / "bin")
    assert choices(thrown) == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.grognard", "bin"]


def test_from_the_bin_a_game_comes_back_to_where_it_was(tmp_path: Path) -> None:
    home, other, folder = tmp_path / "home", tmp_path / "other", tmp_path / "bin"
    for place in (home, other):
        place.mkdir()
    one, two = played(home / "a.grognard", 1), played(other / "a.grognard", 2)
    first, second = throw_away(one, folder), throw_away(two, folder)
    assert binned(folder) == sorted([first, second])
    assert [choices(first), choices(second)] == [1, 2]
    assert put_back(second, tmp_path / "auto") == two
    played(home / "a.grognard", 3)
    assert put_back(first, tmp_path / "auto") == home / "a (2).grognard"
    assert [choices(two), choices(home / "a (2).grognard")] == [2, 1]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("said", ["/nowhere/a.grognard", "rubbish", "/etc/passwd", "\x00", ""])
def test_where_its_home_is_gone_it_comes_to_the_others(tmp_path: Path, said: str) -> None:
    thrown = throw_away(played(tmp_path / "a.grognard"), tmp_path / "bin")
    thrown.with_name(thrown.name + ".from").write_text(said)
    assert put_back(thrown, tmp_path / "auto").parent == tmp_path / "auto"


def test_only_what_is_in_the_bin_is_deleted_when_that_is_asked(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    games = [throw_away(played(tmp_path / f"{n}.grognard"), folder) for n in range(3)]
    stays = played(tmp_path / "stays.grognard")
    delete(games[0])
    assert binned(folder) == games[1:]
    save = load_save(games[2], {"fixture": GAME}).save
    empty(folder)
    assert binned(folder) == games[2:], "it is open"
    save.close()
    empty(folder)
    assert list(folder.iterdir()) == []
    assert stays.exists()


def test_only_finished_games_are_pruned_and_only_old_ones(tmp_path: Path) -> None:
    goes_on, over = played(tmp_path / "on.grognard"), played(tmp_path / "over.grognard", None)
    left = played(tmp_path / "left.grognard", None)
    mark_of(left).write_text("{}")
    broken = tmp_path / "broken.grognard"
    broken.write_bytes(b"no game")
    paths, month = [goes_on, over, left, broken], timedelta(days=30)
    assert prune(paths, tmp_path / "bin", month, NOW) == []
    later = NOW + timedelta(days=31)
    assert prune(paths, tmp_path / "bin", month, later) == [tmp_path / "bin" / "over.grognard"]
    assert all(path.exists() for path in (goes_on, left, broken))

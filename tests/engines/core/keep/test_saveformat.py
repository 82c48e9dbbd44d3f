"""Files that only look like saves are refused at once, and what cannot be written can be read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.savelock import mark_of
from grognard.engines.core.keep.saves import SaveError, SaveFile, summary
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.fixture_game.state import SEATS, Setup, State

NOBODY = 65534
ENDLESS = (
    "WITH RECURSIVE go(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM go) "
    "SELECT n, 'red' AS seat, 'x' AS kind, 0 AS dice, '0' AS choice, NULL AS cut, '' AS chain FROM go"
)


@pytest.fixture
def played(picket: Game[Setup, State], setup: Setup, tmp_path: Path) -> Session:
    """A game half played and saved as `game`."""
    session = Session(picket, setup, "4")
    save = SaveFile.create(tmp_path / "game", picket, setup, "4")
    save.follow(session)
    play(session, {seat: RandomBot(seat) for seat in SEATS}, limit=12)
    save.checkpoint(session)
    save.close()
    return session


@pytest.mark.parametrize(
    "words",
    [
        f"DROP TABLE journal; CREATE VIEW journal AS {ENDLESS}",
        "DROP TABLE header; CREATE VIEW header AS SELECT 'format' AS key, '1' AS value",
        "DROP TABLE log; CREATE VIRTUAL TABLE log USING fts5(n, entry)",
        "DROP TABLE checkpoint; CREATE TABLE checkpoint (at INTEGER, state TEXT)",
        "DROP TABLE log; CREATE TABLE log (n INTEGER, entry TEXT AS (hex(zeroblob(900000000))))",
        "CREATE TRIGGER more AFTER INSERT ON journal BEGIN DELETE FROM header; END",
        f"CREATE VIEW other AS {ENDLESS}",
    ],
)
def test_what_only_looks_like_a_save_is_refused_at_once(
    played: Session, tmp_path: Path, words: str
) -> None:
    path = tmp_path / "game"
    with sqlite3.connect(path) as db:
        db.executescript(words)
    db.close()
    for read in (load_save, summary, verify):
        with pytest.raises(SaveError, match="not a saved game"):
            read(path)
    assert not mark_of(path).exists()


@pytest.mark.skipif(os.name != "posix", reason="no such files there")
def test_what_is_no_file_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    link = tmp_path / "link"
    link.symlink_to("/dev/zero")
    for path in (fifo, link, tmp_path):
        for read in (load_save, summary, verify):
            with pytest.raises(SaveError, match="no file"):
                read(path)


def test_a_file_too_large_for_a_save_is_refused(played: Session, tmp_path: Path) -> None:
    with (tmp_path / "game").open("r+b") as file:
        file.truncate(1 << 40)  # it takes no room: nothing is written in it
    with pytest.raises(SaveError, match="too large"):
        load_save(tmp_path / "game")


@contextmanager
def without_rights() -> Iterator[None]:
    """Be somebody who may write to nothing that is not for all: the owner of all files may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that anybody reaches."""
    made = Path(mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.mark.skipif(os.name != "posix", reason="rights are another thing there")
@pytest.mark.parametrize("closed", [True, False])
def test_a_save_in_a_folder_that_cannot_be_written_is_looked_at_and_replayed(
    picket: Game[Setup, State], setup: Setup, folder: Path, tmp_path: Path, closed: bool
) -> None:
    """Also one that was copied while it was open: its last choices lie in the file beside it."""
    session = Session(picket, setup, "4")
    save = SaveFile.create(tmp_path / "open", picket, setup, "4")
    save.follow(session)
    play(session, {seat: RandomBot(seat) for seat in SEATS}, limit=12)
    if closed:
        save.close()
    for tail in ("", "-wal"):
        if (tmp_path / f"open{tail}").exists():
            shutil.copyfile(tmp_path / f"open{tail}", folder / f"game{tail}")
    save.close()
    for part in folder.iterdir():
        part.chmod(0o444)
    folder.chmod(0o555)
    path = folder / "game"
    files = sorted(folder.iterdir())
    with without_rights():
        with pytest.raises(OSError, match="denied"):
            (folder / "more").write_text("")
        assert summary(path).choices == 12
        assert verify(path).ok
        loaded = load_save(path)
        only = load_save(path, read_only=True)
    assert (loaded.save, loaded.problems, loaded.held_by) == (None, [], None)
    assert "cannot be written" in loaded.told[0]
    assert (only.save, only.problems, only.told) == (None, [], [])
    for found in (loaded, only):
        assert found.session.choices == session.choices
        assert found.session.table.state == session.table.state
    assert sorted(folder.iterdir()) == files
    play(loaded.session, {seat: RandomBot(seat) for seat in SEATS}, limit=2)


@pytest.mark.skipif(os.name != "posix", reason="rights are another thing there")
def test_a_file_that_cannot_be_written_in_a_folder_that_can_is_looked_at(
    played: Session, tmp_path: Path, folder: Path
) -> None:
    shutil.copyfile(tmp_path / "game", folder / "game")
    (folder / "game").chmod(0o444)
    folder.chmod(0o777)
    with without_rights():
        loaded = load_save(folder / "game")
    assert (loaded.save, loaded.problems) == (None, [])
    assert "cannot be written" in loaded.told[0]
    assert loaded.session.choices == played.choices
    assert not mark_of(folder / "game").exists()

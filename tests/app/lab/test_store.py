"""The file of a run: what is none of ours, or cannot be written, is told in words; nothing is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from grognard.app.cli import main
from grognard.app.lab.compare import read_base
from grognard.app.lab.crew import Here
from grognard.app.lab.plan import arms_of
from grognard.app.lab.run import Run
from grognard.app.lab.store import NAME, Store
from grognard.app.lab.task import Refused, tasks_of
from tests.app.lab.conftest import WANTED, played

PLAN = "CREATE TABLE plan (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
GAMES = "CREATE TABLE games (key TEXT PRIMARY KEY, result TEXT NOT NULL, took TEXT NOT NULL)"


@pytest.mark.parametrize(
    "lines",
    [
        [PLAN, "INSERT INTO plan VALUES ('format', '{nonsense')"],
        [PLAN, "INSERT INTO plan VALUES ('format', '" + "[" * 100_000 + "')"],
        [PLAN, "INSERT INTO plan VALUES ('format', '99')"],
        ["CREATE TABLE plan (a TEXT, b TEXT)", GAMES],
        [PLAN, "CREATE TABLE games (a TEXT)", "INSERT INTO plan VALUES ('format', '1')"],
        [PLAN, GAMES, "INSERT INTO plan VALUES ('games', '[[1]]')"],
        [
            PLAN,
            GAMES,
            """INSERT INTO plan VALUES ('games', '[["a", 1, "k"]]')""",
            "INSERT INTO games VALUES ('k', '[]', '{}')",
        ],
        [
            PLAN,
            GAMES,
            """INSERT INTO plan VALUES ('games', '[["a", 1, "k"]]')""",
            "INSERT INTO games VALUES ('k', '{}', '{}')",
        ],
        [PLAN, GAMES, """INSERT INTO plan VALUES ('arms', '[{"id": 7}]')"""],
        [PLAN, GAMES, """INSERT INTO plan VALUES ('arms', '"word"')"""],
    ],
)
def test_a_file_that_no_lab_has_written_is_refused(tmp_path: Path, lines: list[str]) -> None:
    base = sqlite3.connect(tmp_path / NAME)
    for line in lines:
        base.execute(line)
    base.commit()
    base.close()
    with pytest.raises(Refused, match=NAME):
        store = Store(tmp_path)
        store.games()
        store.played()
        read_base(tmp_path)


@pytest.mark.parametrize("held", [b"nonsense", b"SQLite format 3\x00" + b"\x00" * 200])
def test_a_file_that_is_no_base_at_all_is_refused(
    tmp_path: Path, held: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NAME).write_bytes(held)
    assert (
        main(["lab", "fixture/picket", "--bot", "random", "--games", "1", "-o", str(tmp_path)]) == 1
    )
    assert NAME in capsys.readouterr().err


def test_on_a_full_disk_what_was_played_is_kept(tmp_path: Path) -> None:
    """The base may grow by a page or two and then no more, as if the disk were full."""
    _, store = played(tmp_path, seeds=range(1, 3))
    kept = store.games()
    pages = store._base.execute("PRAGMA page_count").fetchone()[0]
    store._base.execute(f"PRAGMA max_page_count = {pages + 1}")
    arms = arms_of(WANTED)
    with pytest.raises(Refused, match="full"):
        Run(tasks_of(arms, range(3, 200)), Here(), store).play()
    assert [game for game in store.games() if game in kept] == kept
    store.close()
    again = Store(tmp_path)
    assert len(again.played()) >= len(kept)
    again.close()

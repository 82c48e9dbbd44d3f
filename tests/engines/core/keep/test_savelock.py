"""A save belongs to one opener at a time."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saveformat import connect
from grognard.engines.core.keep.savelock import (
    Held,
    SaveLock,
    forget,
    holder_of,
    mark_of,
    was_left_open,
)
from grognard.engines.core.keep.saves import SaveError, SaveFile, summary
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.conftest import environment
from tests.fixture_game.state import SEATS, Setup, State

HOLD = """
import sys
from pathlib import Path
from grognard.engines.core.keep.loading import load_save
loaded = load_save(Path(sys.argv[1]))
print("open" if loaded.save is not None else "held", flush=True)
sys.stdin.read()
"""


def players() -> dict[str, RandomBot]:
    return {seat: RandomBot(f"lock {seat}") for seat in SEATS}


@pytest.fixture
def path(picket: Game[Setup, State], setup: Setup, tmp_path: Path) -> Path:
    """A save of a game half played, closed."""
    session = Session(picket, setup, "4")
    save = SaveFile.create(tmp_path / "game.grognard", picket, setup, "4")
    save.follow(session)
    play(session, players(), limit=12)
    save.close()
    return save.path


def test_a_second_opener_is_told_who_has_it_and_may_look(path: Path) -> None:
    first = load_save(path)
    second = load_save(path)
    assert first.save is not None
    assert second.save is None
    assert second.problems == []
    assert second.held_by is not None
    assert (second.held_by.process, second.held_by.machine) == (os.getpid(), socket.gethostname())
    since = datetime.fromisoformat(second.held_by.since)
    assert abs(datetime.now(UTC) - since) < timedelta(hours=1)
    assert str(os.getpid()) in second.told[0]
    assert second.session.choices == first.session.choices
    first.save.close()
    third = load_save(path)
    assert third.held_by is None
    assert third.save is not None
    third.save.close()
    assert not mark_of(path).exists()


def test_whoever_only_looks_neither_asks_nor_keeps_anybody_out(path: Path) -> None:
    looking = load_save(path, read_only=True)
    assert (looking.save, looking.held_by, looking.told) == (None, None, [])
    assert not mark_of(path).exists()
    playing = load_save(path)
    assert playing.save is not None
    assert load_save(path, read_only=True).held_by is None
    playing.save.close()


def test_another_process_keeps_it_until_it_dies(path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(path)]
    other = subprocess.Popen(
        command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdin is not None
    assert other.stdout is not None
    try:
        assert other.stdout.readline() == b"open\n"
        loaded = load_save(path)
        assert loaded.save is None
        assert loaded.held_by is not None
        assert loaded.held_by.process == other.pid
        assert not was_left_open(path)
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert was_left_open(path)
        again = load_save(path)
        assert again.save is not None
        again.save.close()
        assert not was_left_open(path)
    finally:
        other.stdin.close()
        other.stdout.close()
        other.kill()
        other.wait()


@pytest.mark.parametrize("mark", ["", "999999999", "{}", "[1]", "null", '{"process": "x"}', "\xff"])
def test_a_mark_that_nobody_holds_keeps_nobody_out(path: Path, mark: str) -> None:
    mark_of(path).write_text(mark, encoding="latin-1")
    assert was_left_open(path)
    loaded = load_save(path)
    assert loaded.save is not None
    loaded.save.close()
    mark_of(path).write_text(mark, encoding="latin-1")
    forget(path)
    assert not mark_of(path).exists()


def test_another_machine_keeps_it_for_a_time_and_not_for_ever(path: Path) -> None:
    facts: dict[str, Any] = {"process": 1, "machine": "elsewhere"}
    now = datetime.now(UTC)
    mark_of(path).write_text(json.dumps({**facts, "since": now.isoformat()}))
    held = load_save(path)
    assert held.held_by is not None
    assert "on elsewhere" in held.told[0]
    mark_of(path).write_text(json.dumps({**facts, "since": (now - timedelta(1)).isoformat()}))
    assert holder_of(path) is None
    loaded = load_save(path)
    assert loaded.save is not None
    loaded.save.close()


def test_a_mark_of_the_same_name_is_free_again_after_its_holder(tmp_path: Path) -> None:
    first = SaveLock.take(tmp_path / "a")
    with pytest.raises(Held, match="open already"):
        SaveLock.take(tmp_path / "a")
    first.free()
    first.free()
    SaveLock.take(tmp_path / "a").free()
    assert list(tmp_path.iterdir()) == []


def intrude(path: Path, words: str) -> None:
    """Write to a save behind the back of whoever has it open."""
    db = connect(path)
    db.execute(words)
    db.close()


@pytest.mark.parametrize(
    "words",
    [
        "DELETE FROM journal WHERE n = (SELECT max(n) FROM journal)",
        "INSERT INTO journal SELECT n + 100, seat, kind, dice, choice, cut, chain FROM journal",
        "UPDATE journal SET chain = 'x' WHERE n = (SELECT max(n) FROM journal)",
    ],
)
def test_nothing_is_written_to_a_file_that_somebody_else_has_changed(
    path: Path, words: str
) -> None:
    loaded = load_save(path)
    assert loaded.save is not None
    intrude(path, words)
    with sqlite3.connect(path) as db:
        before = list(db.iterdump())
    db.close()
    state, choices = loaded.session.table.state, loaded.session.choices[:]
    with pytest.raises(SaveError, match="somebody else has written"):
        play(loaded.session, players(), limit=1)
    for write in (
        lambda save: save.checkpoint(loaded.session),
        lambda save: save.seat({"red": "human"}),
        lambda save: save.keep_pin("red", "x"),
    ):
        with pytest.raises(SaveError, match="somebody else has written"):
            write(loaded.save)
    assert loaded.session.table.state == state
    assert loaded.session.choices == choices
    loaded.save.close()
    with sqlite3.connect(path) as db:
        assert list(db.iterdump()) == before
    db.close()


def test_a_file_that_was_replaced_is_not_written_into_the_void(path: Path) -> None:
    loaded = load_save(path)
    assert loaded.save is not None
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    with pytest.raises(SaveError, match="removed or replaced"):
        play(loaded.session, players(), limit=1)
    path.unlink()
    with pytest.raises(SaveError, match="removed or replaced"):
        play(loaded.session, players(), limit=1)
    loaded.save.close()


def test_two_who_take_turns_lose_nothing(path: Path) -> None:
    """What one of them undoes and plays, the other finds; nobody overwrites the other."""
    count = summary(path).choices
    for _ in range(3):
        loaded = load_save(path)
        assert loaded.save is not None
        assert loaded.problems == []
        other = load_save(path)
        loaded.session.rewind(len(loaded.session.choices) - 1)
        play(loaded.session, players(), limit=2)
        loaded.save.close()
        play(other.session, players(), limit=3)  # in memory alone
        count += 3
        assert summary(path).choices == count

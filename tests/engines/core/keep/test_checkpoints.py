"""What a save keeps to spare the replay is under its hashes, and old saves still open."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.data.codec import canonical, encode_briefly
from grognard.engines.core.keep.checkpoints import CHECKPOINT_EVERY
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saveformat import OLD_CHECKPOINT
from grognard.engines.core.keep.saves import SaveFile, summary
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.session import Session
from tests.fixture_game.game import Picket
from tests.fixture_game.state import SEATS, Setup, State


def players(name: str = "kept") -> dict[str, RandomBot]:
    return {seat: RandomBot(f"{name} {seat}") for seat in SEATS}


def half_played(game: Game[Setup, State], setup: Setup, path: Path) -> Session:
    """Play two thirds of a game, and keep two of its rests."""
    session = Session(game, setup, "4")
    save = SaveFile.create(path, game, setup, "4")
    save.follow(session)
    for limit in (11, 9):
        play(session, players(), limit=limit)
        while session.ask is not None and not session.ask.resting:
            play(session, players("rest"), limit=1)
        save.checkpoint(session)
    assert session.verdict is None
    save.close()
    return session


def change(path: Path, words: str, *values: Any) -> None:
    with sqlite3.connect(path) as db:
        db.execute(words, values)
    db.close()


def fetch(path: Path, words: str) -> list[Any]:
    with sqlite3.connect(path) as db:
        found = db.execute(words).fetchall()
    db.close()
    return found


def other_counts(path: Path) -> None:
    """As many dice, but others: what is rolled next would be another die."""
    text = fetch(path, "SELECT counts FROM checkpoint ORDER BY at DESC LIMIT 1")[0][0]
    counts = json.loads(text)
    first, *_ = counts
    counts["fight nowhere"] = counts.pop(first)
    change(path, "UPDATE checkpoint SET counts = ?", canonical(counts))


def swapped_lines(path: Path) -> None:
    change(path, "UPDATE log SET entry = (SELECT entry FROM log WHERE n = 0) WHERE n = 3")


def other_marks(path: Path) -> None:
    text = fetch(path, "SELECT marks FROM checkpoint ORDER BY at DESC LIMIT 1")[0][0]
    change(path, "UPDATE checkpoint SET marks = ?", canonical([0, *json.loads(text)[:-1]]))


def fewer_entries(path: Path) -> None:
    change(path, "UPDATE checkpoint SET entries = entries - 1")


def other_seed(path: Path) -> None:
    change(path, "UPDATE header SET value = '\"5\"' WHERE key = 'seed'")


@pytest.mark.parametrize("damage", [other_counts, swapped_lines, other_marks, fewer_entries])
def test_what_was_changed_in_a_checkpoint_is_found(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, damage: Any
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    damage(path)
    found = verify(path)
    assert not found.ok
    assert "is damaged" in found.problems[0].message
    loaded = load_save(path)
    assert loaded.problems == []
    assert loaded.save is not None
    assert loaded.session.table.dice.counts == session.table.dice.counts
    assert loaded.session.history() == session.history()
    play(loaded.session, players("on"), limit=CHECKPOINT_EVERY + 1)
    loaded.save.checkpoint(loaded.session)
    loaded.save.close()
    again = load_save(path)
    assert again.session.history() == loaded.session.history()
    assert again.session.table.state == loaded.session.table.state


def test_another_seed_does_not_give_other_dice(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half_played(picket, setup, tmp_path / "a")
    other_seed(tmp_path / "a")
    monkeypatch.setattr(Session, "resume_at", lambda *_: pytest.fail("it was trusted"))
    load_save(tmp_path / "a", read_only=True)


def test_a_checkpoint_of_choices_taken_back_does_not_come_again(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    kept = fetch(path, "SELECT * FROM checkpoint ORDER BY at DESC LIMIT 1")[0]
    lines = fetch(path, "SELECT * FROM log")
    loaded = load_save(path)
    assert loaded.save is not None
    loaded.session.rewind(kept[0] - 3)
    play(loaded.session, players("other"), limit=3)
    assert len(loaded.session.choices) == len(session.choices)
    loaded.save.close()
    with sqlite3.connect(path) as db:
        db.execute(f"INSERT OR REPLACE INTO checkpoint VALUES ({', '.join('?' * len(kept))})", kept)
        db.executemany("INSERT OR REPLACE INTO log VALUES (?, ?)", lines)
    db.close()
    again = load_save(path)
    assert again.session.table.state == loaded.session.table.state
    assert not verify(path).ok


def test_one_broken_checkpoint_does_not_spoil_the_older_ones(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    newest, older, *_ = [at for (at,) in fetch(path, "SELECT at FROM checkpoint ORDER BY at DESC")]
    change(path, "UPDATE checkpoint SET marks = '[' WHERE at = ?", newest)
    replayed: list[int] = []
    real = Session.replay

    def replay(self: Session, row: Any) -> None:
        replayed.append(len(self.choices))
        real(self, row)

    monkeypatch.setattr(Session, "replay", replay)
    loaded = load_save(path, read_only=True)
    assert loaded.session.table.state == session.table.state
    assert replayed[0] == older


# -- format 1 ----------------------------------------------------------------------------------


def make_old(path: Path) -> None:
    """Turn a save into one of format 1, whose checkpoints carried no seal."""
    columns = "at, state, hash, schema, counts, entries, marks"
    with sqlite3.connect(path) as db:
        kept = db.execute(f"SELECT {columns} FROM checkpoint").fetchall()
        db.execute("DROP TABLE checkpoint")
        db.execute(OLD_CHECKPOINT)
        db.executemany("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?)", kept)
        db.execute("UPDATE header SET value = '1' WHERE key = 'format'")
        db.execute("DELETE FROM header WHERE key = 'pins'")
    db.close()


def test_a_save_of_format_1_opens_at_its_checkpoint_and_is_brought_up_by_playing(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    make_old(path)
    before = path.read_bytes()
    assert verify(path).ok
    assert summary(path).header.format == 1
    with monkeypatch.context() as patch:
        patch.setattr(Session, "replay", lambda *_: pytest.fail("the checkpoint was not used"))
        loaded = load_save(path)
    assert loaded.save is not None
    assert loaded.session.history() == session.history()
    loaded.save.checkpoint(loaded.session)
    loaded.save.close()
    assert path.read_bytes() == before
    loaded = load_save(path)
    assert loaded.save is not None
    play(loaded.session, players("on"), limit=2)
    loaded.save.close()
    assert summary(path).header.format == 2
    assert [at for (at,) in fetch(path, "SELECT at FROM checkpoint ORDER BY at")] == sorted(
        {len(session.choices), loaded.session.checkpoints[-1].index}
    )
    again = load_save(path)
    assert again.session.table.state == loaded.session.table.state
    assert again.session.history() == loaded.session.history()
    assert verify(path).ok


def test_a_save_of_format_1_may_begin_again_with_an_undo(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    make_old(path)
    loaded = load_save(path)
    assert loaded.save is not None
    loaded.session.rewind(len(session.choices) - 2)
    loaded.save.close()
    again = load_save(path)
    assert again.session.table.state == loaded.session.table.state
    assert again.session.history() == loaded.session.history()
    assert verify(path).ok


# -- rules that have changed -------------------------------------------------------------------


class Changed(Picket):
    """The fixture game with another rule: nobody is asked whether it places its first block."""

    def initial(self, setup: Setup, seed: str) -> State:
        found = super().initial(setup, seed)
        blocks = {**found.blocks, "red-1": found.blocks["blue-1"]}
        return State(blocks, found.pool, found.gun, active="blue")


def test_where_old_choices_no_longer_fit_the_game_goes_on_from_its_checkpoint(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    changed = {"fixture": Changed()}
    loaded = load_save(path, changed)
    assert loaded.save is not None
    assert (loaded.problems, loaded.told) == ([], [])
    assert loaded.session.table.state == session.table.state
    assert loaded.session.history() == session.history()
    count = len(loaded.session.choices)
    assert not loaded.session.reaches(count - 1)
    assert not loaded.session.undo()
    assert loaded.session.floor() == count
    assert not loaded.session.can_undo()
    with pytest.raises(ValueError, match="the rules have changed"):
        loaded.session.rewind(3)
    assert loaded.session.table.state == session.table.state
    play(loaded.session, players("on"), limit=6)
    loaded.session.rewind(count + 1)
    play(loaded.session, players("once more"), limit=3)
    state, choices = loaded.session.table.state, loaded.session.choices
    loaded.save.close()
    again = load_save(path, changed)
    assert again.session.table.state == state
    assert again.session.choices == choices


def test_a_tail_that_no_longer_fits_is_told_and_stays_in_the_file(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    half_played(picket, setup, path)
    loaded = load_save(path)
    assert loaded.save is not None
    play(loaded.session, players("on"), limit=4)
    count = len(loaded.session.choices)
    loaded.save.close()
    kept = fetch(path, "SELECT max(at) FROM checkpoint")[0][0]
    misfit = loaded.session.choices[count - 2]

    def replay(self: Session, row: Any) -> None:
        if len(self.choices) == count - 2 and row == misfit:
            raise LookupError("there is no such piece any more")
        resumed(self, row)

    resumed = Session.replay
    with monkeypatch.context() as patch:
        patch.setattr(Session, "replay", replay)
        short = load_save(path)
    assert short.save is not None
    assert kept <= len(short.session.choices) == count - 2
    assert f"choice {count - 1} of {count} no longer fits" in short.told[0]
    play(short.session, players("anew"), limit=5)
    short.save.close()
    again = load_save(path)
    assert again.told == []
    assert again.session.table.state == short.session.table.state
    assert summary(path).choices == count + 1 + 5


def test_the_way_back_before_the_checkpoint_is_open_where_nothing_has_changed(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    session = half_played(picket, setup, path)
    loaded = load_save(path, read_only=True)
    assert loaded.session.reaches(0)
    assert loaded.session.checkpoints == session.checkpoints
    for count in (len(session.choices) - 1, 7, 0):
        past = loaded.session.fork()
        past.rewind(count)
        there = session.fork()
        there.rewind(count)
        assert past.table.state == there.table.state
    assert encode_briefly(loaded.session.table.state) == encode_briefly(session.table.state)

"""Saved games: durable, honest about damage, never a crash."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import (
    Row,
    SaveError,
    SaveFile,
    live_rows,
    state_hash,
    summary,
)
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.journal import TAKEN_BACK
from grognard.engines.core.play.session import Session
from tests.conftest import environment
from tests.fixture_game.game import Picket
from tests.fixture_game.state import SEATS, Setup, State

PATIENCE = 600
"""Seconds a process may take to make its first choice."""


def players() -> dict[str, RandomBot]:
    return {seat: RandomBot(f"save {seat}") for seat in SEATS}


@pytest.fixture
def played(picket: Game[Setup, State], setup: Setup, tmp_path: Path) -> tuple[Path, Session]:
    """A finished game and its save."""
    path = tmp_path / "game.grognard"
    session = Session(picket, setup, "4")
    save = SaveFile.create(path, picket, setup, "4", {"red": "human", "blue": "random"})
    save.follow(session)
    play(session, players())
    save.checkpoint(session)
    save.close()
    return path, session


def test_the_header_tells_what_the_game_is(played: tuple[Path, Session], setup: Setup) -> None:
    path, session = played
    found = summary(path)
    assert (found.choices, found.finished) == (len(session.choices), True)
    header = found.header
    assert (header.game, header.edition, header.schema, header.seed) == ("fixture", "1", 2, "4")
    assert (header.scenario_id, header.scenario) == ("picket", setup.text)
    assert header.options == {"friendly_take_back": "no"}
    assert header.seats == {"red": "human", "blue": "random"}


def test_a_finished_game_reopens_at_its_end(played: tuple[Path, Session]) -> None:
    path, session = played
    loaded = load_save(path)
    assert loaded.problems == []
    assert loaded.session.choices == session.choices
    assert loaded.session.verdict == session.verdict
    assert loaded.session.table.entries == session.table.entries


def test_each_choice_is_in_the_file_before_it_is_made(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    session = Session(picket, setup, "4")
    save = SaveFile.create(tmp_path / "a", picket, setup, "4")
    session.on_row = save.append
    for number in range(5):
        play(session, players(), limit=1)
        with sqlite3.connect(tmp_path / "a") as other:
            assert other.execute("SELECT count(*) FROM journal").fetchone() == (number + 1,)
        other.close()
    save.close()


def test_the_journal_is_append_only_and_cuts_apply(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    session = Session(picket, setup, "4")
    save = SaveFile.create(path, picket, setup, "4")
    save.follow(session)
    play(session, players(), limit=6)
    session.rewind(2)
    play(session, {seat: RandomBot("other") for seat in SEATS}, limit=3)
    save.close()
    loaded = load_save(path)
    assert loaded.session.choices == session.choices
    assert summary(path).choices == 6 + 1 + 3
    assert live_rows([Row("", "", 0, None, cut=0)]) == []
    with pytest.raises(ValueError, match="a cut to 2 of 1 choices"):
        live_rows([Row("red", "x", 0, "a"), Row("", "", 0, None, cut=2)])


def test_what_was_taken_back_by_agreement_is_told_after_reopening(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    friendly = picket.load(setup.text, {"friendly_take_back": "yes"})
    session = Session(picket, friendly, "4")
    save = SaveFile.create(tmp_path / "a", picket, friendly, "4")
    save.follow(session)
    play(session, players(), limit=4)
    assert session.undo()
    play(session, players(), limit=30)
    session.rewind(len(session.choices) - 7)
    play(session, players(), limit=5)
    save.close()
    SaveFile.save_as(tmp_path / "b", session).close()
    log = session.view(None).log
    assert [entry.text for entry in log].count(TAKEN_BACK.text) == 2
    for name in ("a", "b"):
        loaded = load_save(tmp_path / name)
        assert loaded.problems == []
        assert loaded.session.view(None).log == log
        assert loaded.session.history() == session.history()
        assert verify(tmp_path / name).ok


def test_reopened_between_two_sealed_answers_the_first_stays_sealed(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    session = Session(picket, setup, "4")
    save = SaveFile.create(tmp_path / "a", picket, setup, "4")
    save.follow(session)
    both = players()
    while not session.table.state.sealed:
        play(session, both, limit=1)
    save.checkpoint(session)
    save.close()
    with sqlite3.connect(tmp_path / "a") as db:
        kept = db.execute("SELECT max(at) FROM checkpoint").fetchone()[0]
    db.close()
    assert kept == len(session.choices)
    again = load_save(tmp_path / "a").session
    assert again.table.state == session.table.state
    assert again.view("blue").decided == ("red",)
    assert session.ask is not None
    assert again.ask is not None
    assert (again.ask.seat, list(again.ask.choices)) == ("blue", list(session.ask.choices))
    for one in (session, again):
        one.choose("blue", "pass")
    assert again.table.entries == session.table.entries
    assert again.table.state == session.table.state
    assert again.table.state.orders["red"] == session.choices[-2].choice


class Older(Picket):
    """The fixture game as it was before sealed answers were part of its State."""

    schema = 1

    def encode(self, state: State) -> Any:
        return {key: value for key, value in super().encode(state).items() if key != "sealed"}

    def decode(self, setup: Setup, data: Any) -> State:
        return super().decode(setup, {**data, "sealed": {}})


@pytest.fixture
def older(setup: Setup, tmp_path: Path) -> tuple[Path, Session]:
    """A game half played with the older version, and its save."""
    session = Session(Older(), setup, "4")
    save = SaveFile.create(tmp_path / "old", session.game, setup, "4")
    save.follow(session)
    both = players()
    play(session, both, limit=14)
    for _ in range(5):
        if session.table.state.sealed or (session.ask and not session.ask.resting):
            play(session, both, limit=1)
    assert session.ask is not None
    assert session.ask.resting
    save.checkpoint(session)
    save.close()
    return tmp_path / "old", session


def test_a_save_of_an_older_schema_is_brought_up(
    older: tuple[Path, Session], picket: Game[Setup, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, session = older
    # A checkpoint that serves leaves nothing to replay.
    monkeypatch.setattr(Session, "replay", lambda *_: pytest.fail("the checkpoint was not used"))
    loaded = load_save(path, {"fixture": picket})
    monkeypatch.undo()
    assert (loaded.problems, loaded.header.schema) == ([], 1)
    assert loaded.session.table.state == session.table.state
    assert loaded.session.choices == session.choices
    assert loaded.save is not None
    play(loaded.session, players())
    loaded.save.checkpoint(loaded.session)
    loaded.save.close()
    again = load_save(path, {"fixture": picket})
    assert again.session.verdict == loaded.session.verdict
    assert verify(path, {"fixture": picket}).problems == ()


@pytest.mark.parametrize("steps", [{}, {1: lambda data: {"new": data}}, {1: lambda data: data[0]}])
def test_what_cannot_be_brought_up_is_replayed(
    older: tuple[Path, Session], steps: dict[int, Any]
) -> None:
    path, session = older

    class Hasty(Picket):
        migrations = steps

    loaded = load_save(path, {"fixture": Hasty()})
    assert loaded.problems == []
    assert loaded.session.table.state == session.table.state


def test_a_migration_that_changes_the_position_is_found_by_verifying(
    older: tuple[Path, Session],
) -> None:
    path, _ = older

    class Wrong(Picket):
        migrations = {1: lambda data: {**data, "sealed": {}, "turn": data["turn"] + 1}}  # noqa: RUF012

    found = verify(path, {"fixture": Wrong()})
    assert not found.ok
    assert "differs from the one replayed" in found.problems[0].message


def test_saving_elsewhere_continues_there(session: Session, tmp_path: Path) -> None:
    play(session, players(), limit=4)
    save = SaveFile.save_as(tmp_path / "b", session, {"red": "human"})
    play(session, players(), limit=4)
    save.close()
    loaded = load_save(tmp_path / "b")
    assert loaded.session.choices == session.choices
    assert state_hash(session.game, loaded.session.table.state) == state_hash(
        session.game, session.table.state
    )


def test_a_choice_that_does_not_fit_stops_there_and_the_game_goes_on(
    played: tuple[Path, Session], picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    _, session = played
    rows = [*session.choices[:5], Row("red", "aim", 0, "pass"), *session.choices[6:]]
    path = tmp_path / "wrong"
    SaveFile.create(path, picket, setup, "4", rows=rows).close()
    before = path.read_bytes()
    result = verify(path)
    assert (result.ok, result.choices) == (False, 5)
    loaded = load_save(path)
    assert loaded.problems == []
    assert loaded.save is not None
    assert loaded.session.choices == session.choices[:5]
    assert "choice 6 of" in loaded.told[0]
    loaded.save.checkpoint(loaded.session)
    loaded.save.close()
    assert path.read_bytes() == before  # whoever only looks changes nothing
    loaded = load_save(path)
    assert loaded.save is not None
    play(loaded.session, players(), limit=30)
    loaded.save.close()
    again = load_save(path)
    assert (again.problems, again.told) == ([], [])
    assert again.session.choices == loaded.session.choices
    assert summary(path).choices == len(rows) + 1 + len(again.session.choices) - 5


def test_an_illegal_choice_is_found_by_verifying(
    played: tuple[Path, Session], picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    _, session = played
    first = Row("red", "place_block", 0, {"pieces": ["red-1"], "at": "east"})
    path = tmp_path / "cheat"
    SaveFile.create(path, picket, setup, "4", rows=[first, *session.choices[1:]]).close()
    assert [p.message for p in verify(path).problems] == [
        "choice 1 is refused: east is none of the places that this question is about. F.1"
    ]


@pytest.mark.parametrize("column", ["seat", "kind", "dice", "choice", "chain"])
def test_an_edited_row_is_found(played: tuple[Path, Session], column: str) -> None:
    path, session = played
    with sqlite3.connect(path) as db:
        value = 99 if column == "dice" else '"x"'
        db.execute(f"UPDATE journal SET {column} = ? WHERE n = 3", (value,))
        db.execute("DELETE FROM checkpoint")
    db.close()
    loaded = load_save(path)
    assert (loaded.save, loaded.session.choices) == (None, session.choices[:3])
    assert [problem.message for problem in loaded.problems] == ["row 4 of the journal is damaged"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE checkpoint SET state = '{}'",
        "UPDATE checkpoint SET hash = 'x'",
        "DELETE FROM log",
        "UPDATE checkpoint SET counts = '['",
        "UPDATE checkpoint SET schema = 0",
        "DROP TABLE checkpoint",
    ],
)
def test_a_broken_checkpoint_only_costs_time(played: tuple[Path, Session], damage: str) -> None:
    path, session = played
    with sqlite3.connect(path) as db:
        db.execute(damage)
    db.close()
    loaded = load_save(path)
    assert loaded.problems == []
    assert loaded.session.choices == session.choices
    assert loaded.session.table.entries == session.table.entries


def foreign(path: Path, kind: str) -> None:
    """Write something that is not a save of an installed game."""
    with sqlite3.connect(path) as db:
        changes = {
            "format": "UPDATE header SET value = '99' WHERE key = 'format'",
            "game": "UPDATE header SET value = '\"chess\"' WHERE key = 'game'",
            "schema": "UPDATE header SET value = '7' WHERE key = 'schema'",
            "scenario": "UPDATE header SET value = '\"{\"' WHERE key = 'scenario'",
            "seed": "UPDATE header SET value = '[1]' WHERE key = 'seed'",
            "missing": "DELETE FROM header WHERE key = 'options'",
            "table": "DROP TABLE journal",
            "mark": "PRAGMA application_id = 1",
        }
        db.execute(changes[kind])
    db.close()


@pytest.mark.parametrize(
    "kind", ["format", "game", "schema", "scenario", "seed", "missing", "table", "mark"]
)
def test_foreign_saves_are_refused_untouched(played: tuple[Path, Session], kind: str) -> None:
    path, _ = played
    foreign(path, kind)
    before = path.read_bytes()
    if kind == "table":
        assert load_save(path).problems != []
    else:
        with pytest.raises(SaveError) as wrong:
            load_save(path)
        assert wrong.value.problems != []
    assert path.read_bytes() == before


def test_a_reopened_position_iterates_as_before(
    picket: Game[Setup, State], setup: Setup, tmp_path: Path
) -> None:
    first = picket.initial(setup, "4")
    turned = dict(reversed(first.blocks.items()))
    session = Session(picket, setup, "4", state=replace(first, blocks=turned))
    save = SaveFile.create(tmp_path / "a", picket, setup, "4")
    save.follow(session)
    session.choose("red", {"pieces": ["red-2"], "at": "west"})
    save.checkpoint(session)
    save.close()
    again = load_save(tmp_path / "a").session
    assert list(again.table.state.blocks) == list(session.table.state.blocks) == list(turned)
    assert list(again.choices[0].choice) == ["pieces", "at"]


def test_two_hundred_damaged_saves_never_crash(played: tuple[Path, Session]) -> None:
    """Bytes are changed, cut off and swapped; each file opens as far as it is sound or says why."""
    path, session = played
    sound = path.read_bytes()
    rng = Random("damage")
    refused = 0
    for number in range(200):
        data = bytearray(sound)
        if number % 2:
            data = data[: rng.randrange(len(data))]
        for _ in range(rng.randint(1, 40)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        broken = path.with_name(f"broken-{number}")
        broken.write_bytes(bytes(data))
        try:
            loaded = load_save(broken)
        except SaveError as wrong:
            refused += 1
            assert wrong.problems != []
            assert broken.read_bytes() == bytes(data)
            continue
        count = len(loaded.session.choices)
        assert loaded.session.choices == session.choices[:count]
        assert count == len(session.choices) or loaded.problems != []
        if loaded.save is not None:
            loaded.save.close()
    assert refused > 50


def test_a_full_disk_is_told_and_the_game_goes_on(session: Session, tmp_path: Path) -> None:
    save = SaveFile.create(tmp_path / "a", session.game, session.setup, "1")
    save.follow(session)
    play(session, players(), limit=3)
    # What SQLite raises on a full disk, without filling one: no page may be added any more.
    pages = save._db.execute("PRAGMA page_count").fetchone()[0]
    save._db.execute(f"PRAGMA max_page_count = {pages}")
    before = list(session.choices)
    with pytest.raises(SaveError, match="full"):
        for _ in range(2000):
            save.append(Row("red", "x", 0, "y" * 1000))
    session.on_row = None
    play(session, players(), limit=2)
    assert len(session.choices) == len(before) + 2
    elsewhere = SaveFile.save_as(tmp_path / "b", session)
    elsewhere.close()
    assert load_save(tmp_path / "b").session.choices == session.choices


def test_a_game_that_cannot_be_kept_elsewhere_is_kept_where_it_was(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = SaveFile.save_as(tmp_path / "a", session)
    play(session, players(), limit=3)

    def full(*_: Any) -> None:
        raise SaveError([])

    with monkeypatch.context() as patch:
        patch.setattr(SaveFile, "checkpoint", full)
        with pytest.raises(SaveError):
            SaveFile.save_as(tmp_path / "b", session)
    play(session, players(), limit=1)
    save.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert load_save(tmp_path / "a", read_only=True).session.choices == session.choices


def test_what_cannot_be_created_says_so(session: Session, tmp_path: Path) -> None:
    existing = tmp_path / "there"
    existing.write_text("precious")
    for path in (existing, tmp_path / "no folder" / "x", tmp_path):
        with pytest.raises(SaveError):
            SaveFile.create(path, session.game, session.setup, "1")
    assert existing.read_text() == "precious"
    assert sorted(tmp_path.iterdir()) == [existing]


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.soak)])
def test_no_kill_loses_a_choice_that_was_shown(tmp_path: Path, kills: int) -> None:
    """kill -9 at many moments: whatever was printed is in the file."""
    rng = Random(f"kill {kills}")
    words = ["selfplay", "fixture/picket", "--games", "100000", "--trace", "--pace", "1", "--json"]
    for number in range(0, kills, 2):
        runs = []
        for one in (number, number + 1):
            folder = tmp_path / str(one)
            log = (tmp_path / f"{one}.log").open("wb")
            command = [sys.executable, "-m", "grognard.app.cli", *words, "--seed", str(one * 1000)]
            run = subprocess.Popen(
                [*command, "--save", str(folder)],
                env=environment(),
                stderr=log,
                stdout=subprocess.DEVNULL,
            )
            runs.append((folder, log, run))
        try:
            for folder, log, run in runs:
                _kill_in_play(Path(log.name), run, rng)
                log.close()
                _compare(folder, Path(log.name))
        finally:
            for _, log, run in runs:
                log.close()
                run.kill()
                run.wait()


def _kill_in_play(log: Path, run: subprocess.Popen[bytes], rng: Random) -> None:
    # However busy the machine: it is killed only once it plays, and it must not have ended by itself.
    limit = time.monotonic() + PATIENCE
    while b"\n" not in log.read_bytes() and run.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    assert run.poll() is None, log.read_text()
    time.sleep(rng.random() * 0.08)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL


def _compare(folder: Path, log: Path) -> None:
    lines = [line for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")]
    shown = [json.loads(line) for line in lines]
    assert shown != []
    last = shown[-1]
    path = folder / f"fixture-picket-{last['seed']}.grognard"
    loaded = load_save(path)
    assert loaded.problems == []
    kept: list[dict[str, Any]] = [
        {
            "seed": last["seed"],
            "n": n,
            "seat": r.seat,
            "kind": r.kind,
            "dice": r.dice,
            "choice": r.choice,
        }
        for n, r in enumerate(loaded.session.choices, 1)
    ]
    same_game = [row for row in shown if row["seed"] == last["seed"]]
    assert kept[: len(same_game)] == same_game
    assert len(kept) - len(same_game) in (0, 1)

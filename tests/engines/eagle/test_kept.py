"""Saves whose kept position was altered, hashes and all: they open, and can be looked at."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.data.codec import canonical, data_hash
from grognard.engines.core.keep.checkpoints import Kept, LogHash, kept_positions
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saveformat import read_header, read_journal
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.eagle.game import Eagle
from tests.conftest import ROOT

GAME = Eagle()


def kept_game(path: Path) -> Session:
    """Play on until both have their counters, and keep the position."""
    setup = GAME.load(ROOT / "scenarios" / "eagle" / "low-hill.yaml", {})
    session = Session(GAME, setup, "7")
    save = SaveFile.create(path, GAME, setup, "7")
    save.follow(session)
    bots = {seat.id: RandomBot(f"kept {seat.id}") for seat in setup.info.seats}
    play(session, bots, limit=30)
    while session.ask is not None and not session.ask.resting:
        play(session, bots, limit=1)
    save.checkpoint(session)
    save.close()
    return session


def altered(path: Path, change: Any) -> None:
    """Change the newest kept position and seal it anew, as whoever knows the format can."""
    with sqlite3.connect(path) as db:
        header, journal = read_header(db, path), read_journal(db, path)
        kept = next(kept_positions(db, header))
        lines = db.execute("SELECT entry FROM log WHERE n < ? ORDER BY n", (kept.entries,))
        log = LogHash(line for (line,) in lines)
        data = json.loads(kept.state)
        change(data)
        wrong = replace(kept, state=canonical(data), hash=data_hash(data))
        seal = wrong.sealed(header.root(), journal.chain(kept.rows), log)
        words = "UPDATE checkpoint SET state = ?, hash = ?, seal = ? WHERE at = ?"
        db.execute(words, (wrong.state, wrong.hash, seal, kept.at))
    db.close()


def other_counter(data: Any) -> None:
    for group in data["groups"].values():
        group["counter"] = "99"


def other_order(data: Any) -> None:
    for group in data["groups"].values():
        group["order"] = "dance"


def other_card(data: Any) -> None:
    data["hands"]["french"] = ["no card"]


def nobody(data: Any) -> None:
    data["done"] = []
    data["active"] = "no group"


@pytest.mark.parametrize("change", [other_counter, other_order, other_card, nobody])
def test_a_kept_position_that_names_what_is_not_there_is_left_aside(
    tmp_path: Path, change: Any
) -> None:
    session = kept_game(tmp_path / "a")
    altered(tmp_path / "a", change)
    loaded = load_save(tmp_path / "a", read_only=True)
    assert loaded.problems == []
    for seat in (None, "french", "british"):
        loaded.session.view(seat)
    assert loaded.session.table.state == session.table.state


def test_the_altered_position_is_sealed_well_enough_to_be_read(tmp_path: Path) -> None:
    """The tests above are about what the position says, and not about a seal that does not fit."""
    kept_game(tmp_path / "a")
    altered(tmp_path / "a", lambda data: data.update(turn=data["turn"] + 1))
    loaded = load_save(tmp_path / "a", read_only=True)
    kept: Kept
    with sqlite3.connect(tmp_path / "a") as db:
        kept = next(kept_positions(db, read_header(db, tmp_path / "a")))
    db.close()
    assert loaded.session.table.state.turn == json.loads(kept.state)["turn"]

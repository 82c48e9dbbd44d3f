"""A game in progress survives an update: every save ever archived opens at its end and goes on."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SUFFIX
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from tests.saves.archive import FOLDER, INDEX, MOST_BYTES, SHAPES, hash_of, name_of, read, shipped
from tests.saves.shapes import fingerprint, shape

ARCHIVED = sorted(read(INDEX))
MORE = 12
GROW = "run `python -m tests.saves.archive` and add what it makes"


@pytest.fixture
def save(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """An archived save, unpacked."""
    path = tmp_path / f"old{SUFFIX}"
    path.write_bytes(gzip.decompress((FOLDER / request.param).read_bytes()))
    return path


def newest_checkpoint(path: Path) -> int:
    with sqlite3.connect(path) as db:
        found = db.execute("SELECT max(at) FROM checkpoint").fetchone()[0]
    db.close()
    return int(found)


@pytest.mark.parametrize("save", ARCHIVED, indirect=True)
def test_a_game_in_progress_survives_an_update(save: Path) -> None:
    """Where rules have changed a tail may be lost, and is told; the newest checkpoint never is."""
    kept = newest_checkpoint(save)
    loaded = load_save(save)
    session = loaded.session
    assert loaded.problems == []
    assert loaded.save is not None
    assert len(session.choices) >= kept, (
        f"the checkpoint after choice {kept} could not be read: give the State a new schema number "
        f"and a migration from {loaded.header.schema}"
    )
    assert session.ask is not None
    before = len(session.choices)
    bots = {seat.id: RandomBot(f"on {seat.id}") for seat in session.setup.info.seats}
    play(session, bots, limit=MORE)
    assert session.verdict is not None or len(session.choices) == before + MORE
    assert session.game.violations(session.setup, session.table.state) == []
    loaded.save.checkpoint(session)
    loaded.save.close()
    again = load_save(save)
    assert (again.problems, again.told) == ([], [])
    assert again.session.choices == session.choices
    assert again.session.table.state == session.table.state
    assert again.session.history() == session.history()


def test_the_archive_never_shrinks_and_nothing_in_it_changes() -> None:
    index = read(INDEX)
    assert {name: hash_of(FOLDER / name) for name in index} == index
    assert sorted(path.name for path in FOLDER.glob("*.gz")) == sorted(index), GROW
    assert all((FOLDER / name).stat().st_size < MOST_BYTES for name in index)


def test_every_scenario_is_in_it_in_the_form_of_today() -> None:
    missing = {name_of(game, info) for game, info in shipped()} - set(read(INDEX))
    assert not missing, GROW


@pytest.mark.parametrize("game", sorted({game.id for game, _ in shipped()}))
def test_a_state_of_another_shape_has_another_schema_number(game: str) -> None:
    found = registry[game]
    noted = read(SHAPES).get(game, {})
    schema = str(found.schema)
    assert schema in noted, f"schema {schema} of {game} is new: {GROW}"
    assert fingerprint(found.state) == noted[schema], (
        f"the State of {game} is no longer what schema {schema} stands for, so that no checkpoint of "
        f"a game in progress can be read: raise `schema` to {found.schema + 1} in engines/{game}/"
        f"game.py, add to `migrations` what makes data of schema {schema} those of the new one, "
        f"then {GROW}"
    )


def test_every_older_schema_has_a_migration() -> None:
    for game in dict.fromkeys(game for game, _ in shipped()):
        noted = {int(number) for number in read(SHAPES)[game.id]}
        assert set(range(1, game.schema)) <= set(game.migrations), game.id
        assert max(noted) == game.schema


@dataclass(frozen=True)
class Inner:
    """A part of a State."""

    here: tuple[int, ...] = ()


@dataclass(frozen=True)
class Outer:
    """A State."""

    parts: dict[str, Inner]
    last: Inner | None = None


def test_the_shape_tells_the_fields_of_the_fields_too() -> None:
    assert shape(Outer) == [
        "Outer.parts: dict[str, Inner] (needed)",
        "Outer.last: Inner | NoneType",
        "Inner.here: tuple[int, ...]",
    ]

"""Kept games are never lost: what was decided is kept, what nobody decided leaves no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.app.keeping import Keeper, autosaves, crashed
from grognard.engines.core.data.text import text
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SaveError, summary
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.standing import Standing
from tests.app.table.toy import Toy

PERSONS = {"blue": "person", "red": "person"}
TOY = Toy()


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))


def begun(
    script: str = "pick pick pick", players: dict[str, str] = PERSONS
) -> tuple[Session, Keeper]:
    session = Session(TOY, TOY.load("skirmish", {"script": script}), "7")
    return session, Keeper.autosave(session, players)


def in_file(path: Path) -> list[Any]:
    loaded = load_save(path, {"toy": TOY}, read_only=True)
    return [row.choice for row in loaded.session.choices]


def test_twenty_games_outlive_fifty_tables_that_are_opened_and_left() -> None:
    kept = []
    for _ in range(20):
        session, keeper = begun()
        session.choose("blue", "march")
        kept.append(keeper.path)
        keeper.close(session)
    for _ in range(50):
        session, keeper = begun()
        keeper.close(session)
    assert None not in kept
    assert set(autosaves()) == set(kept)
    assert [in_file(path) for path in kept] == [["march"]] * 20


def test_the_first_decision_is_in_the_file_when_it_is_shown() -> None:
    session, keeper = begun()
    assert keeper.path is None
    assert autosaves() == []
    session.choose("blue", "march")
    assert keeper.path is not None
    assert in_file(keeper.path) == ["march"]
    session.choose("blue", "halt")
    assert in_file(keeper.path) == ["march", "halt"]
    keeper.close(session)
    assert crashed() == []


def test_what_is_passed_is_no_decision_and_is_kept_with_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, keeper = begun("pick secret pick")
    monkeypatch.setattr(
        session, "_only_choice", lambda **_: "halt" if not session.choices else None
    )
    assert session.pass_on() == 1
    assert not session.unasked
    assert keeper.path is None
    session.choose("red", "march")
    assert keeper.path is not None
    loaded = load_save(keeper.path, {"toy": TOY}, read_only=True)
    assert [row.choice for row in loaded.session.choices] == ["halt", "march"]
    assert loaded.session.passed() == {0}
    keeper.close(session)


@pytest.mark.parametrize(
    ("players", "kept"),
    [
        ({"blue": "random", "red": "person"}, False),
        ({"blue": "random", "red": "random"}, True),
        ({"blue": "person", "red": "random"}, True),
        ({}, True),
    ],
)
def test_what_the_computer_does_beside_a_person_is_no_game_yet(
    players: dict[str, str], kept: bool
) -> None:
    session, keeper = begun(players=players)
    session.choose("blue", "march")
    assert (keeper.path is not None) is kept
    keeper.close(session)
    assert len(autosaves()) == kept


def test_who_takes_a_seat_over_decides_from_then_on() -> None:
    session, keeper = begun(players={"blue": "random", "red": "person"})
    session.choose("blue", "march")
    keeper.seat(PERSONS)
    session.choose("blue", "halt")
    assert keeper.path is not None
    assert summary(keeper.path).header.seats == PERSONS
    assert in_file(keeper.path) == ["march", "halt"]
    keeper.close(session)


def test_a_game_taken_back_to_its_beginning_stays() -> None:
    session, keeper = begun()
    session.choose("blue", "march")
    session.rewind(0)
    keeper.close(session)
    (path,) = autosaves()
    assert in_file(path) == []


def test_what_is_answered_beforehand_is_a_decision() -> None:
    session, keeper = begun()
    session.say("red", [Standing("red", "ask_pick", text("Picks"))])
    assert keeper.path is not None
    loaded = load_save(keeper.path, {"toy": TOY}, read_only=True)
    assert set(loaded.session.said) == {"red"}
    keeper.close(session)


def test_the_pin_set_before_the_first_decision_is_in_the_file() -> None:
    session, keeper = begun()
    keeper.keep_pin("red", "hashed")
    session.choose("blue", "march")
    assert keeper.path is not None
    assert summary(keeper.path).header.pins == {"red": "hashed"}
    keeper.close(session)


def test_a_first_decision_that_cannot_be_kept_has_not_happened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session, keeper = begun()
    folder = tmp_path / "home" / "autosaves"
    folder.rmdir()
    folder.write_text("a file where the folder was")
    with pytest.raises(SaveError):
        session.choose("blue", "march")
    assert session.choices == []
    keeper.let_go(session)
    session.choose("blue", "march")
    assert keeper.path is None
    folder.unlink()
    target = tmp_path / "mine.grognard"
    keeper.move(target, session, PERSONS)
    assert in_file(target) == ["march"]
    keeper.close(session)


def test_a_game_saved_before_anything_is_decided_is_kept_under_its_name(tmp_path: Path) -> None:
    session, keeper = begun()
    target = tmp_path / "mine.grognard"
    keeper.move(target, session, PERSONS)
    session.choose("blue", "march")
    keeper.close(session)
    assert in_file(target) == ["march"]
    assert autosaves() == []


def test_a_game_that_goes_on_after_its_end_is_not_finished(tmp_path: Path) -> None:
    session, keeper = begun("pick")
    session.choose("blue", "march")
    keeper.finish(session)
    path = keeper.path
    assert path is not None
    assert session.verdict is not None
    assert summary(path).finished
    session.rewind(0)
    keeper.close(session)
    assert not summary(path).finished

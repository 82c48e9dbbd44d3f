"""Who sits down at the table of the window: also where a save names a player that is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.app.main import Window
from grognard.app.table.computer import Computer
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.session import Session


@pytest.mark.parametrize("kind", ["computer", "nobody-at-all", ""])
def test_where_the_computer_player_is_not_known_the_person_plays(
    window: Window, tmp_path: Path, kind: str
) -> None:
    toy = window.games["toy"]
    session = Session(toy, toy.load("skirmish", {"script": "pick pick pick"}), "7")
    path = tmp_path / "selfplay.grognard"
    SaveFile.save_as(path, session, {"blue": kind, "red": "random"}).close()
    window.open_save(path)
    assert window.table is not None
    model = window.table.model
    assert model.players == {"blue": "person", "red": "random"}
    ((title, words),) = window.told
    assert title == "A computer player of this game is not known here"
    assert f"Blue was played by {kind}." in words
    assert model.choose("march")


def test_each_known_player_keeps_its_seat(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computer, "_wake", lambda *_: None)  # nobody begins to think
    toy = window.games["toy"]
    session = Session(toy, toy.load("skirmish", {"script": "pick pick"}), "7")
    path = tmp_path / "selfplay.grognard"
    SaveFile.save_as(path, session, {"blue": "random", "red": "quiet"}).close()
    window.open_save(path)
    assert window.table is not None
    assert window.table.model.players == {"blue": "random", "red": "quiet"}
    assert window.told == []

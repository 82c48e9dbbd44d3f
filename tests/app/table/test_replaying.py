"""The replay: at every decision it shows the view that was seen then, and leaves the game as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.app.table.panels import replaybar
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.bots import RandomBot
from grognard.engines.core.play.bots import play as played
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from tests.app.aftermath.test_account import over
from tests.app.table.conftest import play, window

__all__ = ["play", "window"]


def choose(page: Any, kind: str) -> None:
    page.replay.sought.setCurrentIndex(page.replay.sought.findData(kind))


def seen(view: Any) -> Any:
    return replace(view, ask=None, log=())


@pytest.fixture
def watched(window: Window, tmp_path: Path) -> tuple[Any, list[Any], Path]:
    """A saved game of two computer players in its replay, and what everybody saw after each choice."""
    found = registry["columbia"]
    info = next(one for one in found.scenarios() if one.id == "mill-brook")
    session = Session(found, found.load(Path(info.path), {}), "7")
    save = SaveFile.create(
        tmp_path / "game.grognard",
        found,
        session.setup,
        "7",
        {"french": "random", "russian": "random"},
    )
    save.follow(session)
    bots = {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats}
    views = [seen(session.view(None))]
    while len(session.choices) < 45:
        played(session, bots, limit=1)
        views.append(seen(session.view(None)))
    save.close()
    window.games.update(registry.games())
    window.files.open_target(f"replay:{save.path}")
    return window.table, views, save.path


def test_every_decision_shows_the_view_that_was_seen_then(
    watched: tuple[Any, list[Any], Path],
) -> None:
    page, views, path = watched
    before = path.read_bytes()
    assert page.replay.isVisibleTo(page)
    assert page.model.position == 0
    for count, view in enumerate(views):
        assert page.model.position == count
        assert seen(page.model.view) == view
        page.replay.on.click()
    assert page.model.past is None  # the last step leads to the present
    for count in range(len(views) - 2, 20, -1):
        page.replay.back.click()
        assert page.model.position == count
        assert seen(page.model.view) == views[count]
    page.replay.slider.setValue(7)
    assert seen(page.model.view) == views[7]
    assert path.read_bytes() == before
    assert not path.with_name(f"{path.name}.open").exists()


def test_steps_lead_to_turns_dice_losses_and_what_is_looked_at(
    watched: tuple[Any, list[Any], Path],
) -> None:
    page, _, _ = watched
    lines = page.model.log()
    dice = sorted({at for at, entry in lines if entry.roll is not None})
    losses = sorted({at for at, entry in lines if entry.kind == "loss"})
    for kind, found in (("roll", dice), ("loss", losses)):
        assert found
        choose(page, kind)
        page.model.show_past(0)
        visited = []
        for _ in [one for one in found if one]:
            page.replay.on.click()
            visited.append(page.model.position)
        assert visited == [one for one in found if one]
        page.replay.on.click()
        assert page.model.position == visited[-1]  # there is none after it
    turns = page.replaying.moments("turn")
    names = set()
    for count in turns[:-1]:
        page.model.show_past(count)
        names.add(str(page.model.view.turn))
    assert len(names) == len(turns) - 1


def test_a_game_is_played_on_by_itself_and_stops_at_its_end(
    play: Callable[..., Any], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(replaybar.PACES, "plain", 1)
    page = play("pick pick pick", red="random")
    for _ in range(3):
        page.model.choose("march")
    page.ending.hide()
    page.replaying.begin()
    page.model.show_past(0)
    page.replay.play.click()
    qtbot.waitUntil(lambda: page.model.past is None)
    qtbot.waitUntil(lambda: not page.replay.play.isChecked())
    page.replaying.leave()
    assert not page.replay.isVisible()


def test_the_curtain_ends_the_replay(play: Callable[..., Any]) -> None:
    page = play("pick pick")
    page.model.covered = "blue"
    page.replaying.begin()
    assert page.replay.isHidden()


def test_the_replay_of_a_finished_game_begins_with_its_start(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    session = over("gmt", "charge").fork()
    SaveFile.save_as(tmp_path / "over.grognard", session).close()
    window.games.update(registry.games())
    window.files.replay_save(tmp_path / "over.grognard")
    page = window.table
    qtbot.waitUntil(lambda: page.model.position == 0)
    qtbot.wait(50)
    assert page.ending.isHidden()
    assert page.replay.isVisibleTo(page)


def test_a_broken_file_is_told_and_the_library_stays(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(window.files.faults, "tell", lambda title, words: said.append(title))
    broken = tmp_path / "broken.grognard"
    broken.write_bytes(b"SQLite format 3\x00 and no more")
    window.files.replay_save(broken)
    assert said == ["The game cannot be opened"]
    assert window.table is None

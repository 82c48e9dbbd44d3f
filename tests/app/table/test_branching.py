"""A game that branches off another: it remembers that one, leaves it alone, and has the same dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.app.keeping import autosaves
from grognard.app.main import Window
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import SaveFile, state_hash, summary
from tests.app.aftermath.test_account import SHORT, over
from tests.app.table.conftest import play, window

__all__ = ["play", "window"]


@pytest.mark.parametrize(("game", "scenario"), SHORT)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_the_same_dice_and_choices_end_at_the_same_position(
    game: str, scenario: str, share: float, tmp_path: Path
) -> None:
    whole = over(game, scenario)
    past = whole.fork()
    past.rewind(int(len(whole.choices) * share))
    branch = past.fork()
    origin = {"game": "whole.grognard", "at": str(len(branch.choices))}
    save = SaveFile.save_as(tmp_path / "branch.grognard", branch, came_from=origin)
    for row in whole.choices[len(branch.choices) :]:
        branch.choose(row.seat, row.choice)
    save.close()
    assert branch.verdict == whole.verdict
    ended = state_hash(whole.game, whole.table.state)
    assert state_hash(branch.game, branch.table.state) == ended
    assert verify(save.path).ok
    loaded = load_save(save.path, read_only=True)
    assert loaded.header.came_from == origin
    assert state_hash(whole.game, loaded.session.table.state) == ended


def test_playing_on_makes_a_game_of_its_own(play: Callable[..., Any], window: Window) -> None:
    page = play("pick pick pick", red="random")
    page.model.choose("march")
    page.model.choose("march")
    first = page.model.keeper.path
    before = len(page.model.session.choices)
    page.replaying.begin()
    page.model.show_past(1)
    page.replay.branch.click()
    other = window.table
    assert other is not page
    assert len(other.model.session.choices) == 1
    assert other.model.players == {"blue": "person", "red": "random"}
    other.model.choose("march")
    path = other.model.keeper.path
    assert path != first
    window.leave_table()
    assert load_save(path, window.games).header.came_from == {"game": first.name, "at": "1"}
    assert len(load_save(first, window.games, read_only=True).session.choices) == before
    assert {first, path} <= {*autosaves()}


def test_only_whose_decision_it_was_plays_on_in_a_game_that_goes_on(
    play: Callable[..., Any], window: Window
) -> None:
    page = play("pick pick")
    page.model.choose("march")
    page.replaying.begin()
    page.model.show_past(0)
    page.model.viewer = "red" if page.model.shown.ask.seat == "blue" else "blue"
    page.replay.branch.click()
    assert window.table is page
    assert "may play on from here" in page.replaying.why_not_on()


def test_where_a_game_was_over_nobody_plays_on(play: Callable[..., Any], window: Window) -> None:
    page = play("pick", red="random")
    page.model.choose("march")
    page.replaying.begin()
    page.replay.branch.click()
    assert window.table is page


def test_the_library_tells_what_a_game_came_from(play: Callable[..., Any], window: Window) -> None:
    page = play("pick pick pick", red="random")
    page.model.choose("march")
    first = page.model.keeper.path
    page.replaying.begin()
    page.model.show_past(0)
    page.replay.branch.click()
    window.table.model.choose("march")
    path = window.table.model.keeper.path
    window.leave_table()
    saves = window.library.saves
    assert f"Played on from {first.stem}, after 0 choices" in saves.told_of(summary(path))
    assert "Played on from" not in saves.told_of(summary(first))

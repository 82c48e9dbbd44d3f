"""A game that branches off another: it remembers that one, leaves it alone, and has the same dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.app.keeping import autosaves
from grognard.app.main import Window
from grognard.engines.core.keep.loading import load_save, verify
from grognard.engines.core.keep.saves import SaveFile, state_hash, summary
from grognard.engines.core.play.session import Session
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


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_new_dice_are_kept_and_fall_again(game: str, scenario: str, tmp_path: Path) -> None:
    """A branch with new dice, and a branch of that branch: each replays from its own file alone."""
    whole = over(game, scenario)
    past = whole.fork()
    past.rewind(len(whole.choices) // 2)
    rng = Random("branch")
    for name, seed in (("one", "other dice"), ("two", "third dice")):
        branch = past.fork(seed)
        first = len(branch.choices)
        save = SaveFile.save_as(tmp_path / f"{name}.grognard", branch)
        for _ in range(30):
            if branch.ask is None:
                break
            branch.choose(branch.ask.seat, branch.ask.choices.sample(rng))
        save.checkpoint(branch)
        save.close()
        assert branch.reseeds[-1] == (first, seed)
        ended = state_hash(whole.game, branch.table.state)
        assert verify(save.path).state_hash == ended
        assert verify(save.path).ok
        loaded = load_save(save.path, read_only=True).session
        assert state_hash(whole.game, loaded.table.state) == ended
        assert loaded.reaches(0)
        again = loaded.fork()
        again.rewind(first)
        for row in branch.choices[first:]:
            again.choose(row.seat, row.choice)
        assert state_hash(whole.game, again.table.state) == ended
        past = branch.fork()
        past.rewind(max(first - 5, 0))


def test_new_dice_fall_otherwise() -> None:
    session = over("gmt", "charge")
    start = session.fork()
    start.rewind(0)

    def rolled(branch: Session) -> list[int]:
        rng = Random("dice")
        while branch.ask is not None and len(branch.choices) < 60:
            branch.choose(branch.ask.seat, branch.ask.choices.sample(rng))
        return [one.roll.natural for one in branch.table.entries if one.roll is not None][:4]

    assert rolled(start.fork()) == rolled(start.fork())
    assert len({tuple(rolled(start.fork(seed))) for seed in ("a", "b", "c", "d")}) > 1


def test_between_persons_a_branch_has_new_dice_and_no_seat_of_another(
    play: Callable[..., Any], window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play("pick pick pick")
    page.model.choose("march")
    monkeypatch.setattr(type(page.model), "hides", lambda _self: True)
    page.replaying.begin()
    page.model.show_past(0)
    page.model.viewer = page.model.shown.ask.seat
    page.replay.branch.click()
    model = window.table.model
    assert window.table is not page
    assert [at for at, _ in model.session.reseeds] == [0]
    assert model.humans == ["blue"]
    assert not model.may_reseat("red")


def test_one_chooses_new_dice(play: Callable[..., Any], window: Window) -> None:
    page = play("pick pick pick", red="random")
    page.model.choose("march")
    for way, kept in ((page.replay.same, []), (page.replay.other, [0])):
        page.replaying.begin()
        page.model.show_past(0)
        way.trigger()
        assert [at for at, _ in window.table.model.session.reseeds] == kept
        page = window.table
        page.model.choose("march")


def test_branches_hang_below_the_game_they_came_from(
    play: Callable[..., Any], window: Window
) -> None:
    page = play("pick pick pick", red="random")
    page.model.choose("march")
    names = [page.model.keeper.path.name]
    for _ in range(2):
        page.replaying.begin()
        page.model.show_past(0)
        page.replay.branch.click()
        page = window.table
        page.model.choose("march")
        names.append(page.model.keeper.path.name)
    window.leave_table()
    saves = window.library.saves
    rows = {Path(row.toolTip(0)).name: row for row in saves._all()}
    assert sorted(rows) == sorted(names)
    assert rows[names[1]].parent() is rows[names[0]]
    assert rows[names[2]].parent() is rows[names[1]]
    saves.search.setText("Played on from")  # the first did not, but holds those that did
    assert not any(row.isHidden() for row in rows.values())
    saves.search.setText("no such words")
    assert all(row.isHidden() for row in rows.values())
    saves.search.clear()
    rows[names[2]].setSelected(True)
    assert [path.name for path in saves.picked()] == [names[2]]
    (head,) = saves._groups.values()
    assert head.text(0).endswith("(3)")

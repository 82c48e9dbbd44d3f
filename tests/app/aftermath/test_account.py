"""The account of a game that is over: losses against the start, luck, the course, in every game the same way."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grognard.app.aftermath.account import account_of, losses_of, luck_of, means_of
from grognard.app.table.verdict.words import account_html, means_html
from grognard.engines.core.data.text import text
from grognard.engines.core.keep.loading import load_save
from grognard.engines.core.keep.saves import SaveFile
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import Seat
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import PieceView, RosterLine, TableView

SHORT = (
    ("gmt", "charge"),
    ("columbia", "mill-brook"),
    ("eagle", "orchard"),
    ("europa", "smolensk"),
    ("risorgimento", "outposts"),
)


@cache
def over(game: str, scenario: str) -> Session:
    """A short game, played to its end by chance."""
    found = registry[game]
    info = next(one for one in found.scenarios() if one.id == scenario)
    session = Session(found, found.load(Path(info.path), {}), "5")
    play(session, {seat.id: RandomBot(seat.id) for seat in session.setup.info.seats})
    assert session.verdict is not None
    return session


@pytest.mark.parametrize(("game", "scenario"), SHORT)
def test_every_game_has_the_whole_account(game: str, scenario: str) -> None:
    session = over(game, scenario)
    told = account_of(session.fork())
    sides = {seat.side for seat in session.setup.info.seats}
    assert {loss.side for loss in told.losses} == sides
    assert all(0 <= loss.lost <= loss.units for loss in told.losses)
    assert all(0 <= loss.steps_lost <= loss.steps for loss in told.losses)
    assert told.luck
    assert all(0 <= one.expected <= one.cast and one.reached <= one.cast for one in told.luck)
    first, *_, last = told.curve
    winner = session.verdict.winner if session.verdict else ""
    seats = [seat.id for seat in session.setup.info.seats]
    assert first.lean == pytest.approx(0.5)
    assert last.lean == {seats[0]: 1.0, seats[1]: 0.0}.get(winner, 0.5)
    assert [one.at for one in told.curve] == sorted(one.at for one in told.curve)
    assert len(told.curve) > 2
    names = {seat.id: seat.name for seat in session.setup.info.seats}
    html = account_html(told, names, session.game.term)
    for part in ("Losses by corps", "Luck: dice that reached the number needed"):
        assert part in html
    assert told.scores


def test_a_die_is_counted_against_its_chance() -> None:
    low = Roll("blue", "8.1", "fire", "b1", 6, 2, (), 2, "hit", target=3, first=1)
    raised = Roll("blue", "8.1", "fire", "b1", 6, 6, (), 7, "hit", target=6, first=1, upward=True)
    card = Roll("blue", "8.1", "fire", "b1", 40, 7, target=3)
    (luck,) = luck_of([low, raised, card])
    assert (luck.cast, luck.reached) == (2, 2)
    assert luck.expected == pytest.approx(3 / 6 + 2 / 6)


def test_dice_without_a_number_to_reach_are_counted_by_their_mean() -> None:
    """In europa most dice only add to a sum: of these nothing was told."""
    attack = [Roll("blue", "11.5", "attack", "b1", 6, n, (), n, "", first=1) for n in (6, 5, 6)]
    low = Roll("red", "11.5", "attack", "r1", 6, 1, (), 1, "", first=1)
    tested = Roll("blue", "8.1", "fire", "b1", 6, 2, (), 2, "hit", target=3, first=1)
    card = Roll("blue", "8.1", "draw", "b1", 40, 7)
    blue, red = means_of([*attack, low, tested, card])
    assert (blue.seat, blue.cast, red.seat, red.cast) == ("blue", 3, "red", 1)
    assert blue.shown == pytest.approx(17 / 3)
    assert blue.expected == red.expected == 3.5
    html = means_html((blue, red), {"blue": "The Blues"})
    assert "The Blues, dice of 6 faces" in html
    assert "5.7" in html


def seen(left: tuple[str, ...], lost: tuple[str, ...], steps: dict[str, int]) -> TableView:
    pieces = tuple(
        PieceView(name, "block", "blue", "", name, steps=steps.get(name)) for name in (*left, *lost)
    )
    line = RosterLine("i", "I Corps", "blue", left, lost)
    nothing = text("")
    return TableView("blue", nothing, nothing, "", pieces=pieces, roster=(line,))


def test_losses_are_those_against_the_start_and_who_came_later_counts() -> None:
    then = seen(("a", "b"), (), {"a": 4, "b": 3})
    now = seen(("a", "c"), ("b",), {"a": 2, "c": 5})
    (loss,) = losses_of(Seat("blue", "Blue", "blue"), then, now)
    assert (loss.units, loss.lost) == (3, 1)
    assert (loss.steps, loss.steps_lost) == (4 + 3 + 5, 2 + 3)


def test_a_game_that_was_opened_again_has_its_whole_course(tmp_path: Path) -> None:
    session = over("columbia", "mill-brook")
    path = tmp_path / "over.grognard"
    SaveFile.save_as(path, session.fork()).close()
    loaded = load_save(path, {"columbia": session.game})
    opened = account_of(loaded.session.fork())
    if loaded.save is not None:
        loaded.save.close()
    played = account_of(session.fork())
    assert opened.curve == played.curve
    assert opened.losses == played.losses

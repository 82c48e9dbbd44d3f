"""A whole game judged: the decisions that cost most, by what their seats knew, told as an opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.aftermath import judging
from grognard.app.aftermath.judging import (
    MOST,
    Blunder,
    dearest,
    decisions,
    judge,
    turning_points,
)
from grognard.app.table.verdict import judged
from grognard.app.worker import Unwanted
from grognard.engines.core.data.text import verbatim
from grognard.engines.core.play.session import Session
from tests.app.aftermath.test_account import over


def blunder(at: int, cost: float) -> Blunder:
    return Blunder(at, "french", "Turn 1", verbatim("this"), verbatim("that"), 0.3, 0.3 + cost)


@pytest.fixture
def weighing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every third decision costs something; what is weighed is noted."""
    seen: list[int] = []

    def weighed(_session: Session, at: int, *_more: object) -> tuple[str, Blunder | None]:
        seen.append(at)
        return ("worse", blunder(at, 0.03 + at / 1000)) if at % 3 == 0 else ("best", None)

    monkeypatch.setattr(judging, "weighed", weighed)
    return seen


def test_the_dearest_ten_are_weighed_twice_and_told(weighing: list[int]) -> None:
    session = over("gmt", "charge")
    steps: list[tuple[int, int]] = []
    found = judge(session, lambda done, of: steps.append((done, of)))
    all_ = decisions(session)
    likely = sorted((at for at in all_ if at % 3 == 0), reverse=True)
    assert weighing == [*all_, *likely[: 2 * MOST]]
    assert [one.at for one in found] == likely[:MOST]
    assert [one.cost for one in found] == sorted((one.cost for one in found), reverse=True)
    assert [done for done, _ in steps[:-1]] == [*range(len(weighing))]
    assert steps[-1][0] == steps[-1][1]


def test_what_a_short_look_leaves_open_is_weighed_again_where_little_is_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A long look finds what a short one could not tell: it is given to decisions of all parts of the game."""
    session = over("gmt", "charge")
    all_, seen = decisions(session), Counter[int]()

    def weighed(_session: Session, at: int, *_more: object) -> tuple[str, Blunder | None]:
        seen[at] += 1
        return ("worse", blunder(at, 0.1)) if seen[at] == 2 else ("unknown", None)

    monkeypatch.setattr(judging, "weighed", weighed)
    found = judge(session)
    again = [at for at in all_ if seen[at] == 2]
    assert len(again) == min(2 * MOST, len(all_))
    assert len(found) == min(MOST, len(again))
    assert again[0] < all_[len(all_) // 4]
    assert again[-1] > all_[-1 - len(all_) // 4]


def test_only_a_seats_decisions_are_weighed_where_one_asks_for_them(weighing: list[int]) -> None:
    session = over("gmt", "charge")
    judge(session, seat="russian")
    assert weighing
    assert {session.choices[at].seat for at in weighing} == {"russian"}


def test_what_was_found_stays_where_it_is_stopped(weighing: list[int]) -> None:
    session = over("gmt", "charge")
    found: list[Sequence[Blunder]] = []

    def told(done: int, _of: int) -> None:
        if done == 16:
            raise Unwanted

    with pytest.raises(Unwanted):
        judge(session, told, found.append)
    assert {one.at for one in found[-1]} == {at for at in decisions(session)[:16] if at % 3 == 0}


def test_a_decision_is_weighed_as_its_seat_saw_it() -> None:
    """In imagined games a passed attack that stood open is found to be worse, or nothing is told."""
    session = over("gmt", "charge")
    before = [row.choice for row in session.choices]
    found = [
        one
        for at in decisions(session)[:25]
        if (one := judging.weighed(session, at, judging.adviser_of(session.game), 1.0, 12)[1])
    ]
    assert [row.choice for row in session.choices] == before
    for one in found:
        assert one.cost >= judging.LEAST
        assert str(one.made) != str(one.better)
        assert 0 <= one.hope < one.better_hope <= 1


def test_nothing_is_told_of_a_game_without_a_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "adviser_of", lambda _game: None)
    assert judge(over("gmt", "charge")) == []


@pytest.mark.parametrize(
    ("leans", "turns"),
    [
        ([0.5, 0.52, 0.5, 1.0], []),
        ([0.5, 0.8, 0.78, 0.3, 0.0], [1, 3]),
        ([0.5, 0.6, 0.9, 0.5, 0.2, 0.0], [2, 3, 4]),
        ([0.5], []),
    ],
)
def test_turning_points_are_where_the_curve_turned_most(
    leans: list[float], turns: list[int]
) -> None:
    assert turning_points(leans) == turns


def test_of_two_that_cost_as_much_the_earlier_comes_first() -> None:
    assert [one.at for one in dearest([blunder(4, 0.1), blunder(2, 0.1), blunder(9, 0.2)])] == [
        9,
        2,
        4,
    ]


def test_the_window_shows_what_is_found_and_leads_to_the_board(
    weighing: list[int], qtbot: QtBot
) -> None:
    dialog = judged.Judged(over("gmt", "charge"), lambda seat: seat.title())
    qtbot.addWidget(dialog)
    came: list[int] = []
    dialog.moment_wanted.connect(came.append)
    dialog.begin()
    qtbot.waitUntil(lambda: "cost most" in dialog.state.text(), timeout=20_000)
    assert len(dialog.found) == MOST
    words = dialog.words.toPlainText()
    assert "1. French" in words
    assert "Better: that. The chance to win was" in words
    first = dialog.found[0].at
    dialog.words.anchorClicked.emit(judged.QUrl(str(first)))
    assert came == [first]
    assert "opinion" in str(judged.OPINION)
    dialog.reject()


def test_the_window_is_stopped_and_keeps_what_was_found(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog = judged.Judged(over("gmt", "charge"), str)
    qtbot.addWidget(dialog)
    calls: list[int] = []

    def weighed(_session: Session, at: int, *_more: object) -> tuple[str, Blunder]:
        calls.append(at)
        if len(calls) == 3:
            dialog._stop = True
        return "worse", replace(blunder(at, 0.1), at=at)

    monkeypatch.setattr(judging, "weighed", weighed)
    dialog.begin()
    qtbot.waitUntil(lambda: "Stopped" in dialog.state.text(), timeout=20_000)
    assert len(calls) == 3
    assert len(dialog.found) == 3
    dialog.reject()

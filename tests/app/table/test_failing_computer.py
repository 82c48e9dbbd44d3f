"""A computer player that fails hands its seat to the person; nobody waits for it for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.play.bots import Bot, Eyes
from grognard.engines.core.show.asks import Choice

Play = Callable[..., Any]


class Stumbler(Bot):
    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        raise RuntimeError("the marshal has lost his map")


class Babbler(Bot):
    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        return "to the moon"


class Brooder(Bot):
    """Never comes to its end, until the test is over; whoever looks through its eyes is let go."""

    over = Event()
    begun = Event()
    looks = True

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        self.begun.set()
        while not self.over.is_set():
            if self.looks:
                eyes.view()
        return "pass"


@pytest.fixture
def bots(window: Window, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game has computer players that cannot play."""
    players = {"stumbler": Stumbler, "babbler": Babbler, "brooder": Brooder}
    monkeypatch.setattr(type(window.games["toy"]), "players", players)
    Brooder.over.clear()
    Brooder.begun.clear()
    yield
    Brooder.over.set()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []
    monkeypatch.setattr(
        QMessageBox, "warning", lambda _parent, title, words: said.append((title, words))
    )
    return said


def answered(page: Any) -> list[Any]:
    return [row.choice for row in page.model.session.choices]


@pytest.mark.parametrize(
    ("player", "what"),
    [
        ("stumbler", "RuntimeError: the marshal has lost his map"),
        ("babbler", "Its choice was not accepted. That is not allowed"),
    ],
)
def test_the_seat_of_a_player_that_fails_goes_to_the_person(
    play: Play, bots: None, told: list[tuple[str, str]], qtbot: QtBot, player: str, what: str
) -> None:
    page = play("pick secret pick", red=player)
    page.model.choose("march")
    qtbot.waitUntil(lambda: bool(told))
    ((title, words),) = told
    assert title == "A computer player has failed"
    for part in (player, "decision 2", "Red", "Answer with secret", what):
        assert part in words
    assert answered(page) == ["march"]
    control = page.model
    assert control.humans == ["blue", "red"]
    assert not page.prompt.waiting.isVisibleTo(page)
    control.lift_curtain()
    assert control.choose("halt")
    assert answered(page) == ["march", "halt"]
    assert control.keeper.save is not None


def test_a_save_that_names_a_player_who_is_not_there_is_played_by_the_person(
    play: Play, window: Window
) -> None:
    page = play("pick secret pick", red="kutuzov")
    ((title, words),) = window.told  # type: ignore[attr-defined]
    assert title == "A computer player of this game is not known here"
    assert "kutuzov" in words
    assert page.model.humans == ["blue", "red"]


@pytest.mark.parametrize("looks", [True, False])
def test_a_player_that_never_ends_is_stopped_and_left(
    play: Play, window: Window, bots: None, qtbot: QtBot, looks: bool
) -> None:
    Brooder.looks = looks
    page = play("pick secret pick", red="brooder")
    control = page.model
    control.choose("march")
    qtbot.waitUntil(Brooder.begun.is_set)
    assert page.prompt.waiting.isVisibleTo(page)
    (thought,) = page.computer.worker.threads
    control.pause(on=True)
    if looks:
        thought.join()  # it is let go at its next look
    assert thought.is_alive() is not looks
    control.take_over("red")
    control.lift_curtain()
    assert control.choose("halt")
    window.leave_table()
    assert window.table is None
    assert window.isVisible()


def test_a_second_thought_does_not_wait_for_one_that_never_ends(
    play: Play, bots: None, qtbot: QtBot
) -> None:
    Brooder.looks = False
    page = play("pick secret pick", red="brooder")
    control = page.model
    control.choose("march")
    qtbot.waitUntil(Brooder.begun.is_set)
    control.pause(on=True)
    control.players["red"] = "random"
    control.pause(on=False)
    qtbot.waitUntil(lambda: len(answered(page)) == 2)
    Brooder.over.set()
    QApplication.processEvents()
    assert len(answered(page)) == 2

"""Decisions of a searching computer player at the table share the time of a turn, seat by seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.play.bots import Bot, Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.script import Scripted
from grognard.engines.core.think.thinker import Thinker

Play = Callable[..., Any]


class Simple(Scripted[None]):
    def judge(self, session: Session, side: str) -> None:
        return None


class Slow(Thinker):
    """Takes ten seconds of its purse for each decision."""

    script = Simple
    left: ClassVar[list[float]] = []

    def decide(self, eyes: Eyes, options: list[Choice] | None) -> Choice:
        assert self.purse is not None
        self.purse.open(eyes.turn())
        self.purse.spend(10.0, thought=True)
        self.left.append(self.purse.left)
        return (options or ["pass"])[0]


def test_a_seat_keeps_its_player_while_the_game_goes_on_and_gets_another_after_a_take_back(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(type(window.games["toy"]), "players", {"slow": Slow})
    monkeypatch.setattr(Slow, "left", [])
    page = play("pick secret pick secret", red="slow")

    def march(times: int) -> Bot:
        page.model.choose("march")
        qtbot.waitUntil(lambda: len(Slow.left) == times)
        qtbot.waitUntil(lambda: page.model.awaited is None)
        page.model.lift_curtain()
        bot: Bot = page.computer.former["red"].bot
        return bot

    first = march(1)
    assert march(2) is first
    one, two = Slow.left
    assert two == one - 10.0
    page.model.undo()
    assert march(3) is not first
    assert Slow.left[2] == one

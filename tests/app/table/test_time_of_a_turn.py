"""Decisions of a searching computer player at the table share the time of a turn, seat by seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from pytestqt.qtbot import QtBot

from app.main import Window
from engines.core.play.bots import Eyes
from engines.core.play.session import Session
from engines.core.show.asks import Choice
from engines.core.think.script import Scripted
from engines.core.think.thinker import Thinker

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


def test_one_purse_serves_all_decisions_of_a_seat_though_each_has_a_player_of_its_own(
    play: Play, window: Window, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(type(window.games["toy"]), "players", {"slow": Slow})
    monkeypatch.setattr(Slow, "left", [])
    page = play("pick secret pick secret", red="slow")
    for count in (1, 2):
        page.model.choose("march")
        qtbot.waitUntil(lambda count=count: len(Slow.left) == count)
        qtbot.waitUntil(lambda: page.model.awaited is None)
        page.model.lift_curtain()
    first, second = Slow.left
    assert second == first - 10.0
    assert set(page.computer.former) == {"red"}

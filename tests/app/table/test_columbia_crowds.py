"""Too many blocks in an area: flagged while they are moved, and why nobody may stop straggling."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.play.session import Session
from tests.app.table.blocks import Hand, begun, scenario, window


def crowd(setup: Any) -> list[str]:
    """French infantry, more than any area takes."""
    return [k.id for k in setup.types.values() if k.side == "french" and k.is_infantry][:9]


@pytest.fixture
def shown(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    with window(qapp, tmp_path, monkeypatch) as made:
        yield made


def crowded(phase: str) -> Session:
    """A game in which too many French stand in one area, and may still leave it."""
    return begun(
        "borodino",
        "3",
        only="yes",
        turn=3,
        first="french",
        active="french",
        phase=phase,
        place=[
            {"unit": crowd(scenario("borodino")), "at": "val"},
            {"unit": "napoleon", "at": "val", "state": ["active"]},
            {"unit": "kutuzov", "at": "tat"},
        ],
    )


def test_areas_with_too_many_are_flagged_while_blocks_are_moved(
    shown: Window, qtbot: QtBot
) -> None:
    for phase in ("move", "straggle"):
        hand = Hand(shown, crowded(phase), qtbot)
        hand.sit()
        (flag,) = hand.page.model.view.standing
        assert flag.spaces == ("val",)
        (label,) = flag.labels
        many, most = map(int, label[1].split("/"))
        assert many == 10 > most


def test_who_may_not_stop_sees_the_dead_button_and_the_reason(shown: Window, qtbot: QtBot) -> None:
    hand = Hand(shown, crowded("straggle"), qtbot)
    hand.sit()
    prompt = hand.page.prompt
    assert hand.page.model.ask.kind == "straggle"
    assert prompt.done.isVisibleTo(hand.page)
    assert not prompt.done.isEnabled()
    assert prompt.done.text().replace("\n", " ") == "No more stragglers"
    assert "10 where" in prompt.reason.text()
    assert "3.31.when" in prompt.reason.text()
    assert prompt.reason.isVisibleTo(hand.page)


def test_blocks_are_named_that_could_still_act_and_not_those_who_order_them(
    shown: Window, qtbot: QtBot
) -> None:
    hand = Hand(shown, crowded("move"), qtbot)
    hand.sit()
    assert hand.page.model.ask.kind == "move"
    assert set(hand.page.hand.idle()) == {*crowd(hand.session.setup)}

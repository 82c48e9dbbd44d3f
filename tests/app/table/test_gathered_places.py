"""Several places are gathered by Shift and click where the same is asked again after each, and answered in one go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from tests.app.table.test_in_hand import Mouse
from tests.app.table.test_together import asked, window

__all__ = ["window"]

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def mouse(window: Window, qtbot: QtBot) -> Mouse:
    made = Mouse(window, asked("europa", "campaign-1812", "first_depot"), qtbot)
    QApplication.processEvents()
    return made


def gather(mouse: Mouse, *places: str) -> None:
    for place in places:
        mouse.page.hands.hand.click("", place, shift=True)


def test_places_are_gathered_and_answered_one_after_the_other(mouse: Mouse) -> None:
    model, count = mouse.page.model, len(mouse.session.choices)
    near, far = "1101", "1002"
    gather(mouse, near, far, "1401")
    assert [wish.pieces for wish in model.plan] == [(near,), (far,), ("1401",)]
    gather(mouse, far)
    assert [wish.pieces for wish in model.plan] == [(near,), ("1401",)]
    assert len(mouse.session.choices) == count
    mouse.page.prompt.done.click()
    QApplication.processEvents()
    assert [row.choice for row in mouse.session.choices[count:]] == [near, "1401"]
    assert not model.plan


def test_a_place_that_another_makes_possible_comes_after_it(mouse: Mouse) -> None:
    """[7.7] Smolensk is linked by way of others: gathered first it is established last."""
    model, session = mouse.page.model, mouse.session
    tried, chain = session.fork(), []
    while "1009" not in [*tried.ask.choices]:
        place = next(c for c in tried.ask.choices if (c != "pass" and not chain) or c in WAY)
        chain.append(place)
        tried.choose(tried.ask.seat, place)
    gather(mouse, "1009", *chain)
    assert all(one.stands for one in model.prospects)
    assert model.plan[-1].pieces == ("1009",)


WAY = ("0308", "0508", "0607", "0709", "0809")


def test_where_one_answer_is_the_end_of_it_nothing_is_gathered(
    window: Window, qtbot: QtBot
) -> None:
    mouse = Mouse(window, asked("europa", "smolensk", "march"), qtbot)
    gather(mouse, *[c for c in mouse.session.ask.choices if c != "pass"][:2])
    assert not mouse.page.model.plan

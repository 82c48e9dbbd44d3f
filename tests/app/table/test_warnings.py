"""Before a phase ends the pieces that could still act are named, once, in a game of blocks too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.table.blocks import Hand, begun, window
from tests.app.table.test_columbia_curtain import decide


@pytest.fixture
def hand(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Hand]:
    with window(qapp, tmp_path, monkeypatch) as made:
        found = Hand(made, begun("shevardino", "12"), qtbot)
        found.page.settings.warns = True
        rng = Random("warn")
        while found.session.ask.kind != "activate_hq":
            found.session.choose(found.session.ask.seat, decide(found, rng))
        found.page.model._settle()
        if found.page.curtain.isVisible():
            found.lift()
        yield found


def test_headquarters_that_could_act_are_named_once(hand: Hand) -> None:
    caution, count = hand.page.prompt.caution, len(hand.session.choices)
    hand.page.finish()
    assert caution.isVisible()
    assert caution.idle
    assert len(hand.session.choices) == count
    hand.page.finish()
    assert not caution.isVisible()
    assert len(hand.session.choices) > count


def test_the_warning_gives_way_to_what_is_marked(hand: Hand) -> None:
    """It had stood between the choice and its odds while somebody acted."""
    model, caution = hand.page.model, hand.page.prompt.caution
    hand.page.finish()
    assert caution.isVisible()
    model.take(next(choice for choice in model.gesture.listed() if choice != "pass"))
    assert not caution.isVisible()
    while model.back():
        pass
    assert caution.isVisible()


def test_who_has_activated_one_is_told_of_the_others(hand: Hand) -> None:
    """[5.2.after] Blocks without an order may straggle: whoever activates no more means it."""
    ask, caution = hand.page.model.ask, hand.page.prompt.caution
    assert ask is not None
    assert hand.page.model.choose(next(choice for choice in ask.choices if choice != "pass"))
    ask = hand.page.model.ask
    assert ask is not None
    assert ask.kind == "activate_hq"
    assert ask.could_act()
    count = len(hand.session.choices)
    hand.page.finish()
    assert caution.isVisible()
    assert len(hand.session.choices) == count
    caution.end.click()
    assert hand.session.choices[count].choice == "pass"


def test_nobody_is_told_of_blocks_that_could_straggle(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """[5.7.roll] A move without an order costs a step more often than not: who declines means it."""
    with window(qapp, tmp_path, monkeypatch) as made:
        hand = Hand(made, begun("mill-brook", "12"), qtbot)
        hand.page.settings.warns = True
        while hand.session.ask.kind == "set_up":
            hand.sit()
            hand.page.model.choose(decide(hand, Random("straggle")))
        hand.sit()
        hand.page.finish()
        hand.page.prompt.caution.end.click()
        assert hand.session.ask.kind == "straggle"
        assert hand.session.ask.could_act()
        hand.page.finish()
        assert hand.session.choices[-1].kind == "straggle"


def test_the_buttons_that_act_do_not_scroll_away(hand: Hand) -> None:
    hand.window.resize(1280, 720)
    QApplication.processEvents()
    done, panel = hand.page.prompt.done, hand.page.prompt
    assert done.isVisible()
    foot = done.mapTo(panel, done.rect().bottomLeft())
    assert panel.rect().contains(foot)
    assert done.parent() is panel

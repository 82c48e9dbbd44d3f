"""A list of choices that is asked again stays where it was scrolled to."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.table.prompt.choicelist import ChoiceList
from tests.app.table.blocks import Hand, begun, window
from tests.app.table.test_columbia_curtain import decide


def listed(hand: Hand) -> ChoiceList:
    """The list of choices in the prompt."""
    QApplication.processEvents()
    return next(one for one in hand.page.prompt.findChildren(ChoiceList) if one.isVisible())


def test_the_list_of_headquarters_stays_where_it_was(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    with window(qapp, tmp_path, monkeypatch) as made:
        made.resize(1000, 420)
        hand, rng = Hand(made, begun("shevardino", "12"), qtbot), Random("warn")
        while hand.session.ask.kind != "activate_hq" or hand.session.ask.seat != "russian":
            hand.session.choose(hand.session.ask.seat, decide(hand, rng))
        hand.page.model._settle()
        hand.lift()
        bar = listed(hand).verticalScrollBar()
        kept = 2  # lines
        assert bar.maximum() > kept
        bar.setValue(kept)
        ask = hand.page.model.ask
        assert ask is not None
        assert hand.page.model.choose(next(choice for choice in ask.choices if choice != "pass"))
        assert hand.page.model.ask is not None
        assert hand.page.model.ask.kind == "activate_hq"
        again = listed(hand).verticalScrollBar()
        assert again is not bar
        QApplication.processEvents()
        assert again.value() == kept

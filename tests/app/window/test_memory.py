"""What a table has taken of the memory is given back when it is left."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from grognard.app.main import Window
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.setups import LoadedSetup

GAMES = ("gmt", "columbia", "eagle", "europa", "risorgimento")


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The collector as the program has it; what the run is made of is kept apart again afterwards."""
    yield
    gc.collect()
    gc.freeze()


def held() -> list[str]:
    """Return the battles whose set-ups anything still holds."""
    gc.collect()
    return [one.info.id for one in gc.get_objects() if isinstance(one, LoadedSetup)]


def test_of_tables_that_are_left_at_most_two_set_ups_are_held(window: Window, qtbot: QtBot) -> None:
    window.games.update(registry.games())
    before = held()
    for name in GAMES:
        game = window.games[name]
        info = min(game.scenarios(), key=lambda one: one.minutes)
        window.start_game(game, info, {}, {})
        assert window.table is not None
        QApplication.processEvents()
        window.leave_table()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qtbot.waitUntil(lambda: len(held()) <= len(before) + 2)


def test_the_collector_passes_by_what_a_table_was_laid_of(
    window: Window, play: Callable[..., Any]
) -> None:
    """Looking for rubbish among a loaded game stopped the window now and then."""
    gc.unfreeze()
    play("pick pick pick")
    assert window.table is not None
    apart = gc.get_freeze_count()
    session = window.table.model.session
    assert apart > 10_000
    assert not any(one is session.setup or one is session for one in gc.get_objects())
    window.close_table()
    assert gc.get_freeze_count() == 0

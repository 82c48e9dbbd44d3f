"""Timing the rulebook: its window, the boards of its examples, a search at each key, the book as PDF."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from grognard.app.board.map.workshop import workshop
from grognard.app.board.render import application
from grognard.app.rulebook.export import export
from grognard.app.rulebook.panel import HITS
from grognard.app.rulebook.shelf import Shelf, finder, shelf
from grognard.app.rulebook.window import ReadingWindow
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.finding import Finder

T = TypeVar("T")
EVERY = 8
"""Every so many-th example is shown."""
RUNS = 3
TYPED = (
    "straggler",
    "gruppo di unita",
    "отставшие",
    "zone of contrl",
    "cavlary charg shok artilery",
    "the the the the",
    "units of the enemy in the hex that may not move to it",
    "xyzzy plugh foobar",
    "7.12",
)
"""What is typed key by key: whole words, misspelt ones, common ones, none that is known."""


def measure_rulebooks() -> dict[str, float]:
    """Return milliseconds (of the books on paper seconds) for each game, and for search in all."""
    application()
    figures: dict[str, float] = {}
    find, figures["index_ms"] = _timed(finder)
    with TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "bench.ini"), QSettings.Format.IniFormat))
        for game in registry.games():
            here = shelf(game)
            figures |= {f"{game}_{key}": ms for key, ms in _measure(here, settings).items()}
            path = Path(folder) / f"{game}.pdf"
            figures[f"{game}_pdf_seconds"] = _timed(partial(export, here, path))[1] / 1000
    figures["search_ms_worst"], figures["search_ms_median"] = _searched(find)
    return {key: round(value, 1) for key, value in figures.items()}


def _timed(job: Callable[[], T]) -> tuple[T, float]:
    """Return what a job gives, and its milliseconds."""
    start = time.perf_counter()
    found = job()
    return found, (time.perf_counter() - start) * 1000


def _measure(here: Shelf, settings: Settings) -> dict[str, float]:
    """Open the window of a game and show every so many-th of its examples."""

    def opened() -> ReadingWindow:
        made = ReadingWindow(here, settings)
        made.show()
        made.repaint()
        return made

    window, figure = _timed(opened)
    while window.worker.busy:
        _rest()
    boards = []
    for example in here.examples.all()[::EVERY]:

        def shown(rule: str = example.rule) -> None:
            window.show_example(rule)
            window.example.canvas.repaint()

        boards.append(_timed(shown)[1])
        while workshop().worker.busy:
            _rest()
        _rest()
    window.worker.finish()
    window.close()
    window.deleteLater()
    return {
        "window_ms": figure,
        "example_ms_first": boards[0],
        "example_ms_median": median(boards),
        "example_ms_worst": max(boards),
    }


def _rest() -> None:
    """Let what is under way go on, as while a reader reads."""
    QApplication.processEvents()
    time.sleep(0.01)
    QApplication.processEvents()


def _searched(find: Finder) -> tuple[float, float]:
    """Return worst and usual milliseconds of a search at a key; each the best of a few runs."""
    found = []
    for game in registry.games():
        for words in TYPED:
            for end in range(1, len(words) + 1):
                typed = words[:end]
                runs = [_timed(partial(find.find, typed, HITS, game))[1] for _ in range(RUNS)]
                found.append(min(runs))
    return max(found), median(found)

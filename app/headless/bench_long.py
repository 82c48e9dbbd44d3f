"""How a long game feels: a click, and a choice until it is shown, after few choices and after many.

Nothing at the table may grow with the length of the game: the two are measured in the same process, in
processor time of the thread of the window, so that what else the machine does is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from grognard.app.board.bench import summary
from grognard.app.board.render import application
from grognard.app.finding import load_scenario
from grognard.app.headless.bench_hand import LEFT, NONE, Player
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Choice, Choices

SHORT, LONG, TIMED = 100, 6000, 60
"""After so many choices it is measured, and so many clicks and choices."""
MOST_RATIO = 1.3
"""Bound of what the long game may cost, by the median, for each that the short one does."""


def measure_long(scenario: str, *, timed: int = TIMED, long: int = LONG) -> dict[str, Any]:
    """Return the milliseconds of clicks and choices in a short game and in a long one, and their ratios."""
    application()
    with TemporaryDirectory() as folder:
        settings = Settings(QSettings(f"{folder}/set.ini", QSettings.Format.IniFormat))
        settings.animation = "off"
        window = Window(settings)
        window.resize(1280, 720)
        window.show()
        found = {
            f"after_{count}": _measure(window, scenario, count, timed) for count in (SHORT, long)
        }
        window.close_table()
        window.close()
    few, many = found.values()
    ratios = {name: round(many[name]["median_ms"] / few[name]["median_ms"], 2) for name in TOLD}
    within = all(ratio <= MOST_RATIO for ratio in ratios.values())
    return {"scenario": scenario, **found, "ratios": ratios, "within_bounds": within}


TOLD = ("click", "choice_until_shown")


def _measure(window: Window, scenario: str, count: int, timed: int) -> dict[str, Any]:
    session = _played(scenario, count + 4 * timed, count)
    made, lines = len(session.choices), len(session.history())
    player = Player(window, session)
    clicks: list[float] = []
    choices: list[float] = []
    for number in range(timed):
        player.model.put_down()
        player.settle()
        on_board = [
            piece.id for piece in player.model.view.pieces if piece.id in player.canvas._by_id
        ]
        clicks.append(_ms(partial(_click, player, on_board[number * 7 % len(on_board)])))
        player.model.put_down()
        choice = _random_choice(player, number)
        choices.append(_ms(partial(_choose, player, choice)))
    window.close_table()
    return {
        "choices": made,
        "log_lines": lines,
        "click": summary(clicks),
        "choice_until_shown": summary(choices),
    }


def _played(scenario: str, most: int, count: int) -> Session:
    """Play at random, then go back to `count` choices, or to where enough is left of a shorter game."""
    game, setup = load_scenario(scenario, {})
    session = Session(game, setup, "1")
    bots = {seat.id: RandomBot(f"1 {seat.id}") for seat in setup.info.seats}
    play(session, bots, limit=most)
    if len(session.choices) > count:
        session.rewind(min(count, len(session.choices) * 3 // 4))
        session.redoable.clear()
    return session


def _random_choice(player: Player, number: int) -> Choice:
    ask = player.model.ask
    if ask is None:
        return PASS
    rng = Random(str(number))
    choices: Choices = ask.choices
    return rng.choice(list(choices)) if choices.finite else choices.sample(rng)


def _click(player: Player, name: str) -> None:
    """Click a piece, and see what that does."""
    spot = player.spot(name)
    QTest.mouseClick(player.canvas, LEFT, NONE, spot)
    player.window.grab()


def _choose(player: Player, choice: Choice) -> None:
    """Make a choice, and see what that does."""
    player.model.choose(choice)
    QApplication.processEvents()
    player.window.grab()


def _ms(deed: Callable[[], None]) -> float:
    begun = time.thread_time()
    deed()
    return (time.thread_time() - begun) * 1000

"""How fast a base follows the hand: drag events with live checks and the frame that shows each."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtGui import QImage, QPainter

from grognard.app.board.bench import summary
from grognard.app.board.map.art import art_of
from grognard.app.board.render import application
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.show.asks import PASS

FRAMES, MOST_CHOICES = 160, 400
SCALE = 20.0
"""Pixels a cm while dragging."""


def session_at_a_manoeuvre(name: str, options: dict[str, str]) -> Session:
    """Return a game of a scenario (game/scenario) played on to the first manoeuvre of a unit.

    Raises:
        LookupError: no manoeuvre came up.
    """
    game, _, scenario = name.partition("/")
    engine = registry[game]
    info = next(info for info in engine.scenarios() if info.id == scenario)
    session = Session(engine, engine.load(Path(info.path), options), "7")
    rng = Random(7)
    for _ in range(MOST_CHOICES):
        ask = session.ask
        if ask is None:
            break
        if ask.form == "manoeuvre":
            return session
        listed = list(ask.choices) if ask.choices.finite else []
        quiet = PASS in ask.choices and ask.form != "piece"
        session.choose(
            ask.seat, PASS if quiet else listed[0] if listed else ask.choices.sample(rng)
        )
    raise LookupError(name)


def measure_drag(name: str, *, measuring: bool = True) -> dict[str, Any]:
    """Drag a base about for FRAMES frames; milliseconds from the mouse event to the painted frame.

    Beside the time on the clock each kind of drag has that of the processor (`_cpu`), which other
    programs do not lengthen.
    """
    app = application()
    with TemporaryDirectory() as folder:
        os.environ["GROGNARD_HOME"] = folder
        settings = Settings(QSettings(f"{folder}/set.ini", QSettings.Format.IniFormat))
        settings.animation = "off"
        window = Window(settings, registry.games())
        window.resize(1600, 1000)
        window.show()
        session = session_at_a_manoeuvre(name, {"premeasure": "yes" if measuring else "no"})
        window.seating.seat(session, {seat.id: PERSON for seat in session.setup.info.seats})
        app.processEvents()
        page = window.table
        if page is None:
            raise LookupError(name)
        found = _drag(page)
        window.close()
    return {
        "scenario": name,
        "measuring": measuring,
        "pieces": len(page.model.view.pieces),
        **{key: summary(times) for key, times in found.items()},
    }


def _drag(page: Any) -> dict[str, list[float]]:
    """Carry, wheel, and wheel while carrying, in circles round the start."""
    canvas, hand = page.canvas, page.table_hand
    art_of(canvas.board, canvas.theme)
    canvas.set_board(canvas.board, canvas.theme)
    gesture = hand.gesture()
    start = QPointF(gesture.start.centre[0], -gesture.start.centre[1])
    canvas.zoom_at(SCALE / canvas.camera.scale, QPointF(canvas.width() / 2, canvas.height() / 2))
    canvas.centre_on(start)
    canvas._refine()  # noqa: RUF100, SLF001
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    _frame(canvas, image, patient=True)
    rng = Random(3)
    found: dict[str, list[float]] = {}
    for kind, keys in (
        ("carry", Qt.KeyboardModifier.NoModifier),
        ("wheel_and_advance", Qt.KeyboardModifier.ShiftModifier),
    ):
        gesture.actions = []
        hand.begin(start, 0.4)
        times: list[float] = []
        cpu: list[float] = []
        for k in range(FRAMES):
            ahead, aside = 0.5 + 12.0 * k / FRAMES, rng.uniform(-3.0, 3.0)
            fx, fy = gesture.start.pose.forward
            at = start + QPointF(fx * ahead - fy * aside, -(fy * ahead + fx * aside))
            begun, worked = time.perf_counter(), time.process_time()
            hand.move(at, keys)
            _frame(canvas, image)
            times.append((time.perf_counter() - begun) * 1000)
            cpu.append((time.process_time() - worked) * 1000)
        hand.end()
        found |= {kind: times, f"{kind}_cpu": cpu}
    return found


def _frame(canvas: Any, image: QImage, *, patient: bool = False) -> None:
    painter = QPainter(image)
    canvas.render_onto(painter, patient)
    painter.end()

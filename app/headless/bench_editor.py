"""How fast the editor is on a map: a stroke of the brush, its undo, the files, the faults.

Times are of the processor, so that what else the machine does is left out: those of the window's
own thread for what the author waits for, those of the whole process for what is done beside it.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, Qt

from grognard.app.board.render import application
from grognard.app.editor import shelf
from grognard.app.editor.window.desk import Desk
from grognard.app.editor.window.ink import Tool
from grognard.app.editor.window.preview import preview
from grognard.app.editor.window.window import EditorWindow
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session

STROKES, MOVES, PATIENCE = 12, 10, 60.0
NONE = Qt.KeyboardModifier.NoModifier


def measure_editor(word: str | None = None) -> dict[str, Any]:
    """Draw on a copy of a scenario, else of the one with the largest map, in a folder of its own."""
    application()
    game, _, scenario = (word or _largest()).partition("/")
    info = next(info for info in registry[game].scenarios() if info.id == scenario)
    before = os.environ.get("GROGNARD_HOME")
    with TemporaryDirectory(prefix="grognard-") as home:
        os.environ["GROGNARD_HOME"] = home
        try:
            window = EditorWindow(
                Desk(registry[game], shelf.copy_of(registry[game], info, "Bench"))
            )
            window.show()
            _until(lambda: window.preview.board is not None and not window.canvas.busy)
            found = _measured(window)
            window.close()
        finally:
            if before is None:
                del os.environ["GROGNARD_HOME"]
            else:
                os.environ["GROGNARD_HOME"] = before
    return {"scenario": f"{game}/{scenario}", **found}


def _largest() -> str:
    """Return the shipped scenario whose map has the most spaces, of these the one with most pieces."""
    sizes: dict[str, tuple[int, int]] = {}
    for game in registry.games().values():
        for info in game.scenarios():
            setup = game.load(Path(info.path), {})
            spaces = len(game.board(setup).spaces)
            pieces = len(Session(game, setup, "1").view(None).pieces)
            sizes[f"{game.id}/{info.id}"] = (spaces, pieces)
    return max(sizes, key=lambda name: sizes[name])


def _measured(window: EditorWindow) -> dict[str, Any]:
    """Time strokes here and there, their undo, and what follows them."""
    window.map_page.kinds.setCurrentRow(2)
    frames: list[float] = []
    kept = [_stroke(window, n, frames) for n in range(STROKES)]
    behind = _spent(window.desk.settle, time.perf_counter)
    undone = [_spent(window.undo) for _ in range(STROKES // 2)]
    again = [_spent(window.redo) for _ in range(STROKES // 2)]
    window.desk.settle()
    document = window.desk.documents[window.desk.map_place[0]]
    saves = [_spent(document.save, time.perf_counter) for _ in range(5)]
    faults = [
        _spent(lambda: preview(window.game, window.desk.path), time.thread_time) for _ in range(3)
    ]
    return {
        "frame_ms": _told(frames),
        "stroke_kept_ms": _told(kept),
        "behind_ms": round(behind, 2),
        "undo_ms": _told(undone),
        "redo_ms": _told(again),
        "save_ms_by_the_clock": _told(saves),
        "faults_ms": _told(faults),
    }


def _stroke(window: EditorWindow, n: int, frames: list[float]) -> float:
    """Draw one stroke; return what keeping it took, and add what each frame of it took."""
    tool, bounds = window.canvas.tool, window.canvas.camera.bounds
    if not isinstance(tool, Tool):
        raise TypeError(window.game.id)
    x = bounds.left() + bounds.width() * (0.15 + 0.05 * n)
    y = bounds.top() + bounds.height() * (0.2 + 0.03 * n)
    step = bounds.width() / 60
    tool.press((x, y), False, NONE)
    for k in range(MOVES):
        at = QPointF(x + step * k / 2, y + step * k / 3)

        def drawn(at: QPointF = at) -> None:
            tool.move((at.x(), at.y()), True, 0.1)
            window.canvas.grab()

        frames.append(_spent(drawn))
    return _spent(lambda: tool.release((at.x(), at.y())))


def _spent(job: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    start = clock()
    job()
    return (clock() - start) * 1000


def _told(times: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(times), 2), "worst": round(max(times), 2)}


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.01)

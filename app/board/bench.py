"""How fast the board is: frames while panning and zooming, a click answered, memory."""

from __future__ import annotations  # noqa: I001

import json
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.board.canvas import BoardCanvas
from app.board.camera import STEP
from app.board.render import application
from app.board.theme import load_theme
from engines.core.game import registry
from engines.core.views import BoardView, PieceView, TableView

WIDTH, HEIGHT, PIECES = 1600, 1000, 300


def fullest() -> tuple[str, BoardView, TableView, str]:
    """Return (scenario, board, public view, theme name) of the scenario with most pieces."""
    best: tuple[str, BoardView, TableView, str] | None = None
    for game in registry.games().values():
        for info in game.scenarios():
            source: Any = Path(info.path) if info.path else info.id
            setup = game.load(source, {})
            view = game.view(setup, game.initial(setup, "1"), None)
            if best is None or len(view.pieces) > len(best[2].pieces):
                best = (f"{game.id}/{info.id}", game.board(setup), view, game.id)
    if best is None:
        raise RuntimeError("no game is installed")
    return best


def crowded(board: BoardView, view: TableView, count: int = PIECES) -> TableView:
    """Return the view with copies of its pieces added until there are `count`."""
    pieces: list[PieceView] = list(view.pieces)
    spaces = [s.id for s in board.spaces]
    models = list(pieces)
    left, top, right, bottom = board.bounds
    while models and len(pieces) < count:
        k = len(pieces)
        model = replace(models[k % len(models)], id=f"copy-{k}", at=None, pose=None)
        if spaces:
            pieces.append(replace(model, at=spaces[k * 37 % len(spaces)]))
        else:
            x = left + (right - left) * (k * 37 % 101) / 101
            y = top + (bottom - top) * (k * 53 % 103) / 103
            pieces.append(replace(model, pose=(x, y, float(k * 29 % 360))))
    return replace(view, pieces=tuple(pieces))


def _times(step: Callable[[int], None], frames: int) -> list[float]:
    found = []
    for k in range(frames):
        start = time.perf_counter()
        step(k)
        found.append((time.perf_counter() - start) * 1000)
    return found


def _summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "median_ms": round(statistics.median(ordered), 2),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "max_ms": round(ordered[-1], 2),
    }


def measure(  # noqa: PLR0915
    chosen: tuple[str, BoardView, TableView, str] | None = None,
) -> dict[str, Any]:
    """Time the canvas at 1600x1000 without a screen; milliseconds and mebibytes.

    `chosen`: scenario, board, public view and theme name, those of `fullest` by default.
    """
    app = application()
    scenario, board, view, name = chosen or fullest()
    full = crowded(board, view)
    canvas = BoardCanvas()
    canvas.set_animation("off")
    start = time.perf_counter()
    canvas.set_board(board, load_theme(name))
    built = time.perf_counter() - start
    canvas.resize(WIDTH, HEIGHT)
    canvas.camera.set_viewport(WIDTH, HEIGHT)
    canvas.camera.fit()
    canvas.set_view(full)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)

    def frame(patient: bool = False) -> None:  # noqa: FBT001, FBT002, RUF100
        painter = QPainter(image)
        canvas.render_onto(painter, patient)
        painter.end()

    start = time.perf_counter()
    frame(patient=True)
    first = time.perf_counter() - start
    canvas.zoom_at(STEP**4, QPointF(WIDTH / 2, HEIGHT / 2))
    canvas._refine()  # noqa: RUF100, SLF001
    frame(patient=True)

    def pan(k: int) -> None:
        canvas.pan(-13 if k % 60 < 30 else 13, 7 if k % 40 < 20 else -7)
        frame()
        if k % 2:
            canvas._work()  # noqa: RUF100, SLF001

    def zoom(k: int) -> None:
        canvas.zoom_at(STEP if k % 12 < 6 else 1 / STEP, QPointF(700, 420))
        frame()

    pans, zooms = _times(pan, 120), _times(zoom, 60)
    canvas.zoom_at(1.37, QPointF(700, 420))
    canvas._refine()  # noqa: RUF100, SLF001
    slices = []
    while True:
        start = time.perf_counter()
        painter = QPainter(image)
        sharp = canvas.render_onto(painter)
        painter.end()
        if canvas.tiles is not None:
            canvas.tiles.work(0.004)
        slices.append((time.perf_counter() - start) * 1000)
        if sharp or len(slices) > 500:
            break

    spaces = [s.id for s in board.spaces]

    def click(k: int) -> None:
        at = QPointF(300 + 29 * k % 1000, 200 + 17 * k % 600)
        space = canvas.space_at(at)
        canvas.piece_at(at)
        near = spaces[k * 11 % max(1, len(spaces)) :][:40]
        canvas.set_highlights(dict.fromkeys(near, "2"), spaces[:30], [space], near[:6])
        frame()

    clicks = _times(click, 40)
    app.processEvents()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "scenario": scenario,
        "pieces": len(full.pieces),
        "window": f"{WIDTH}x{HEIGHT}",
        "map_built_ms": round(built * 1000, 1),
        "first_sharp_frame_ms": round(first * 1000, 1),
        "pan": _summary(pans),
        "zoom": _summary(zooms),
        "refine_slice": _summary(slices),
        "refine_total_ms": round(sum(slices), 1),
        "click_to_highlight": _summary(clicks),
        "peak_mib": round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1),
    }


def started() -> float:
    """Return the seconds from the start of this process to a library that can be used.

    The clock is the kernel's: what the interpreter and the imports took counts.
    """
    from app.main import Window

    born = _born()
    app = application()
    window = Window()
    window.show()
    app.processEvents()
    window.grab()
    now = time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
    return round(now - born, 3)


def _born() -> float:
    """When this process began, in seconds since the machine did (where /proc tells; else now)."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[19]) / os.sysconf("SC_CLK_TCK")


def main(words: list[str]) -> int:
    """Print the figures of one scenario as JSON; "start" prints how long the window took.

    "drag game/scenario" prints how fast a base follows the hand, with measuring and without.
    """
    if words == ["start"]:
        found: dict[str, Any] = {"window_up_seconds": started()}
    elif words[0] == "drag":
        from app.board.dragbench import measure_drag

        found = {
            key: measure_drag(words[1], measuring=on)
            for key, on in (("measured", True), ("unmeasured", False))
        }
    else:
        game, _, scenario = words[0].partition("/")
        engine = registry[game]
        info = next(info for info in engine.scenarios() if info.id == scenario)
        setup = engine.load(Path(info.path), {})
        view = engine.view(setup, engine.initial(setup, "1"), None)
        found = measure((words[0], engine.board(setup), view, game))
    print(json.dumps(found))  # noqa: T201 - what this command is for
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
